import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { StartedWorker } from '#test/manual-worker.ts'
import { countPrices } from './client.ts'

beforeEach(() => {
  StartedWorker.all = []
  vi.stubGlobal('Worker', StartedWorker)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('PAY-02 · a file that is not read to its end within a minute has no count', async () => {
  const ended = vi.fn<(count: number | null) => void>()
  const counting = countPrices(new File([''], 'endless.xlsx')).then(ended)
  await vi.advanceTimersByTimeAsync(59_999)
  expect(ended).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  await counting
  expect(ended).toHaveBeenCalledWith(null)
  expect(StartedWorker.all.map(({ name, isTerminated }) => [name, isTerminated])).toEqual([
    ['count.worker.ts', true],
  ])
  expect(vi.getTimerCount()).toBe(0)
})

it('PAY-02 · a count ends its worker and the limit', async () => {
  const counting = countPrices(new File([''], 'ceni.csv'))
  StartedWorker.all.at(-1)?.finish(7)
  expect(await counting).toBe(7)
  expect(StartedWorker.all.map(({ isTerminated }) => isTerminated)).toEqual([true])
  expect(vi.getTimerCount()).toBe(0)
})
