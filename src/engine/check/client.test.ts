import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { check } from './client.ts'
import { type FromCheck, EMPTY_CHECK_SNAPSHOT, type ToCheck } from './types.ts'

/** A worker of a browser that is never done. */
class EndlessWorker extends EventTarget {
  static all: EndlessWorker[] = []
  readonly asked: ToCheck[] = []
  isEnded = false
  constructor() {
    super()
    EndlessWorker.all.push(this)
  }
  postMessage(message: ToCheck): void {
    this.asked.push(message)
  }
  terminate(): void {
    this.isEnded = true
  }
  /** Says how far it is with a file. */
  say(fileName: string, progress: number): void {
    const snapshot = { ...EMPTY_CHECK_SNAPSHOT, phase: 'reading', fileName, progress } as const
    this.dispatchEvent(
      new MessageEvent<FromCheck>('message', { data: { kind: 'snapshot', snapshot } satisfies FromCheck }),
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

it('CHECK-01 · every file has a worker of its own, which ends when another file is given', () => {
  void check.open(fileOf('first.csv'), 'either')
  void check.open(fileOf('second.csv'), 'eur-bgn')
  const [first, second] = EndlessWorker.all
  expect(EndlessWorker.all.map(({ isEnded }) => isEnded)).toEqual([true, false])
  expect(second?.asked.map(({ op, args }) => [op, (args[0] as File).name, args[1]])).toEqual([
    ['open', 'second.csv', 'eur-bgn'],
  ])
  expect(shown()).toEqual({ phase: 'reading', fileName: 'second.csv' })
  // What the first one still says is nobody's.
  first?.say('first.csv', 0.9)
  expect(check.snapshot()).toMatchObject({ fileName: 'second.csv', progress: 0 })
  second?.say('second.csv', 0.5)
  expect(check.snapshot()).toMatchObject({ fileName: 'second.csv', progress: 0.5 })
})

it('CHECK-01 · a file has a minute of its own, however long the one before it has taken', () => {
  void check.open(fileOf('first.csv'), 'either')
  vi.advanceTimersByTime(59_000)
  void check.open(fileOf('second.csv'), 'either')
  vi.advanceTimersByTime(59_000)
  EndlessWorker.all[1]?.say('second.csv', 0.5)
  expect(shown()).toEqual({ phase: 'reading', fileName: 'second.csv' })
  vi.advanceTimersByTime(1_000)
  expect(shown()).toEqual({ phase: 'error', fileName: 'second.csv' })
  expect(EndlessWorker.all.map(({ isEnded }) => isEnded)).toEqual([true, true])
})
