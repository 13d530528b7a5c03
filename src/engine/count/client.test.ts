import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { countPrices } from './client.ts'

/** A worker that answers only when the test says so. */
class EndlessWorker extends EventTarget {
  static all: EndlessWorker[] = []
  isTerminated = false
  answer = () => false
  constructor(url: URL, options: WorkerOptions) {
    super()
    expect([url.pathname.split('/').at(-1), options]).toEqual(['count.worker.ts', { type: 'module' }])
    EndlessWorker.all.push(this)
  }
  postMessage({ id }: { id: number }): void {
    this.answer = () =>
      this.dispatchEvent(new MessageEvent('message', { data: { kind: 'done', id, value: 7 } }))
  }
  terminate(): void {
    this.isTerminated = true
  }
}

beforeEach(() => {
  EndlessWorker.all = []
  vi.stubGlobal('Worker', EndlessWorker)
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
  expect(EndlessWorker.all.map(({ isTerminated }) => isTerminated)).toEqual([true])
  expect(vi.getTimerCount()).toBe(0)
})

it('PAY-02 · a count ends its worker and the limit', async () => {
  const counting = countPrices(new File([''], 'ceni.csv'))
  EndlessWorker.all.at(-1)?.answer()
  expect(await counting).toBe(7)
  expect(EndlessWorker.all.map(({ isTerminated }) => isTerminated)).toEqual([true])
  expect(vi.getTimerCount()).toBe(0)
})
