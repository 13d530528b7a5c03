import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { check } from './client.ts'
import { loadResume } from '../storage/preferences.ts'
import type { RpcRequest, RpcResponse } from '../rpc/worker-client.ts'
import { type CheckSnapshot, EMPTY_CHECK_SNAPSHOT } from './types.ts'

/** A worker that responds only when the test says so. */
class EndlessWorker extends EventTarget {
  static all: EndlessWorker[] = []
  readonly requests: RpcRequest[] = []
  isTerminated = false
  constructor(url: URL, options: WorkerOptions) {
    super()
    expect([url.pathname.split('/').at(-1), options]).toEqual(['check.worker.ts', { type: 'module' }])
    EndlessWorker.all.push(this)
  }
  postMessage(request: RpcRequest): void {
    this.requests.push(request)
  }
  terminate(): void {
    this.isTerminated = true
  }
  respond(data: RpcResponse<CheckSnapshot>): void {
    this.dispatchEvent(new MessageEvent('message', { data }))
  }
  /** Answers the last request. */
  finish(value: unknown): void {
    this.respond({ kind: 'done', id: this.requests.at(-1)?.id ?? 0, value })
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

it('CHECK-04 · a kept file is read in a new worker, and shows that it is', async () => {
  void check.open(fileOf('first.csv'), 'either')
  const opening = check.openKept()
  expect(shown()).toEqual({ phase: 'reading', fileName: null })
  expect(EndlessWorker.all.map(({ isTerminated }) => isTerminated)).toEqual([true, false])
  expect(EndlessWorker.all[1]?.requests.map(({ op }) => op)).toEqual(['openKept'])
  EndlessWorker.all[1]?.finish('eur-bgn')
  expect([await opening, check.isRunning]).toEqual(['eur-bgn', true])
})

it('CHECK-04 · without a kept file the check is as before, and one that fails is shown by the page', async () => {
  const none = check.openKept()
  EndlessWorker.all[0]?.finish(null)
  expect([await none, shown().phase, check.isRunning]).toEqual([null, 'idle', false])
  const failing = check.openKept()
  EndlessWorker.all[1]?.respond({
    kind: 'failed',
    id: EndlessWorker.all[1]?.requests[0]?.id ?? 0,
    message: '',
  })
  expect([await failing, shown().phase]).toEqual([undefined, 'error'])
  expect(check.snapshot().error).toEqual({ code: 'unreadable', reason: 'broken' })
})

it('CHECK-04 · what is kept brings the user back to the check, also where there was no room for it', async () => {
  void check.open(fileOf('first.csv'), 'either')
  for (const isKept of [true, false]) {
    sessionStorage.clear()
    const keeping = check.keep()
    const worker = EndlessWorker.all.at(-1)
    expect(worker?.requests.at(-1)?.op).toBe('keep')
    if (isKept) worker?.finish(true)
    else worker?.respond({ kind: 'failed', id: worker.requests.at(-1)?.id ?? 0, message: '' })
    await keeping
    expect(loadResume()).toBe('check')
  }
})

it('CHECK-01 · stopping discards the file; a check that fails after reading is shown as failed', () => {
  void check.open(fileOf('first.csv'), 'either')
  const { revision } = check.snapshot()
  check.stop()
  expect(check.snapshot()).toEqual({ ...EMPTY_CHECK_SNAPSHOT, revision: revision + 1 })
  expect([EndlessWorker.all[0]?.isTerminated, check.isRunning]).toEqual([true, false])
  void check.open(fileOf('second.csv'), 'either')
  const event = { ...EMPTY_CHECK_SNAPSHOT, phase: 'done', fileName: 'second.csv' } as const
  EndlessWorker.all[1]?.respond({ kind: 'event', event })
  vi.advanceTimersByTime(600_000)
  expect(shown().phase).toBe('done')
  EndlessWorker.all[1]?.dispatchEvent(new Event('error', { cancelable: true }))
  expect(check.snapshot()).toMatchObject({ phase: 'failed', error: null, fileName: 'second.csv' })
})
