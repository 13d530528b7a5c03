import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { check } from './client.ts'
import type { RpcRequest, RpcResponse } from '../rpc/worker-client.ts'
import { type CheckSnapshot, EMPTY_CHECK_SNAPSHOT } from './types.ts'

/** A worker that never responds. */
class EndlessWorker extends EventTarget {
  static all: EndlessWorker[] = []
  readonly requests: RpcRequest[] = []
  isTerminated = false
  constructor() {
    super()
    EndlessWorker.all.push(this)
  }
  postMessage(request: RpcRequest): void {
    this.requests.push(request)
  }
  terminate(): void {
    this.isTerminated = true
  }
  emitProgress(fileName: string, progress: number): void {
    const event = { ...EMPTY_CHECK_SNAPSHOT, phase: 'reading', fileName, progress } as const
    this.dispatchEvent(
      new MessageEvent<RpcResponse<CheckSnapshot>>('message', { data: { kind: 'event', event } }),
    )
  }
}

beforeEach(() => {
  EndlessWorker.all = []
  vi.stubGlobal('Worker', EndlessWorker)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})

afterEach(() => {
  check.stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const fileOf = (name: string) => new File(['Цена лв.;Цена €\n1,96;1,00\n'], name)
const shown = () => ({ phase: check.snapshot().phase, fileName: check.snapshot().fileName })

it('CHECK-01 · every file has its own worker, terminated when another file is opened', () => {
  void check.open(fileOf('first.csv'), 'either')
  void check.open(fileOf('second.csv'), 'eur-bgn')
  const [first, second] = EndlessWorker.all
  expect(EndlessWorker.all.map(({ isTerminated }) => isTerminated)).toEqual([true, false])
  expect(second?.requests.map(({ op, args }) => [op, (args[0] as File).name, args[1]])).toEqual([
    ['open', 'second.csv', 'eur-bgn'],
  ])
  expect(shown()).toEqual({ phase: 'reading', fileName: 'second.csv' })
  // Events of the terminated worker are ignored.
  first?.emitProgress('first.csv', 0.9)
  expect(check.snapshot()).toMatchObject({ fileName: 'second.csv', progress: 0 })
  second?.emitProgress('second.csv', 0.5)
  expect(check.snapshot()).toMatchObject({ fileName: 'second.csv', progress: 0.5 })
})

it('CHECK-01 · each file has its own time limit of one minute', () => {
  void check.open(fileOf('first.csv'), 'either')
  vi.advanceTimersByTime(59_000)
  void check.open(fileOf('second.csv'), 'either')
  vi.advanceTimersByTime(59_000)
  EndlessWorker.all[1]?.emitProgress('second.csv', 0.5)
  expect(shown()).toEqual({ phase: 'reading', fileName: 'second.csv' })
  vi.advanceTimersByTime(1_000)
  expect(shown()).toEqual({ phase: 'error', fileName: 'second.csv' })
  expect(EndlessWorker.all.map(({ isTerminated }) => isTerminated)).toEqual([true, true])
})
