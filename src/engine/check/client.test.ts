import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { StartedWorker } from '#test/manual-worker.ts'
import { check } from './client.ts'
import { loadResume } from '../storage/resume.ts'
import { EMPTY_CHECK_SNAPSHOT } from './types.ts'

function emitProgress(worker: StartedWorker | undefined, fileName: string, progress: number): void {
  worker?.respond({
    kind: 'event',
    event: { ...EMPTY_CHECK_SNAPSHOT, phase: 'reading', fileName, progress },
  })
}

beforeEach(() => {
  StartedWorker.all = []
  vi.stubGlobal('Worker', StartedWorker)
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
  const [first, second] = StartedWorker.all
  expect(StartedWorker.all.map(({ name, isTerminated }) => [name, isTerminated])).toEqual([
    ['check.worker.ts', true],
    ['check.worker.ts', false],
  ])
  expect(second?.requests.map(({ op, args }) => [op, (args[0] as File).name, args[1]])).toEqual([
    ['open', 'second.csv', 'eur-bgn'],
  ])
  expect(shown()).toEqual({ phase: 'reading', fileName: 'second.csv' })
  // Events of the terminated worker are ignored.
  emitProgress(first, 'first.csv', 0.9)
  expect(check.snapshot()).toMatchObject({ fileName: 'second.csv', progress: 0 })
  emitProgress(second, 'second.csv', 0.5)
  expect(check.snapshot()).toMatchObject({ fileName: 'second.csv', progress: 0.5 })
})

it('CHECK-01 · each file has its own time limit of one minute', () => {
  void check.open(fileOf('first.csv'), 'either')
  vi.advanceTimersByTime(59_000)
  void check.open(fileOf('second.csv'), 'either')
  vi.advanceTimersByTime(59_000)
  emitProgress(StartedWorker.all[1], 'second.csv', 0.5)
  expect(shown()).toEqual({ phase: 'reading', fileName: 'second.csv' })
  vi.advanceTimersByTime(1_000)
  expect(shown()).toEqual({ phase: 'error', fileName: 'second.csv' })
  expect(StartedWorker.all.map(({ isTerminated }) => isTerminated)).toEqual([true, true])
})

it('CHECK-04 · a kept file is read in a new worker, and shows that it is', async () => {
  void check.open(fileOf('first.csv'), 'either')
  const opening = check.openKept()
  expect(shown()).toEqual({ phase: 'reading', fileName: null })
  expect(StartedWorker.all.map(({ isTerminated }) => isTerminated)).toEqual([true, false])
  expect(StartedWorker.all[1]?.requests.map(({ op }) => op)).toEqual(['openKept'])
  StartedWorker.all[1]?.finish('eur-bgn')
  expect([await opening, check.isRunning]).toEqual(['eur-bgn', true])
})

it('CHECK-04 · without a kept file the check is as before, and one that fails is shown by the page', async () => {
  const none = check.openKept()
  StartedWorker.all[0]?.finish(null)
  expect([await none, shown().phase, check.isRunning]).toEqual([null, 'idle', false])
  const failing = check.openKept()
  StartedWorker.all[1]?.respond({
    kind: 'failed',
    id: StartedWorker.all[1]?.requests[0]?.id ?? 0,
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
    const worker = StartedWorker.all.at(-1)
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
  expect([StartedWorker.all[0]?.isTerminated, check.isRunning]).toEqual([true, false])
  void check.open(fileOf('second.csv'), 'either')
  const event = { ...EMPTY_CHECK_SNAPSHOT, phase: 'done', fileName: 'second.csv' } as const
  StartedWorker.all[1]?.respond({ kind: 'event', event })
  vi.advanceTimersByTime(600_000)
  expect(shown().phase).toBe('done')
  StartedWorker.all[1]?.dispatchEvent(new Event('error', { cancelable: true }))
  expect(check.snapshot()).toMatchObject({ phase: 'failed', error: null, fileName: 'second.csv' })
})
