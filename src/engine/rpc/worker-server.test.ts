import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { throttleProgress } from './worker-server.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('BULK-17 · progress is reported at most every 150 ms, and not for short work', () => {
  const reports: number[] = []
  const report = throttleProgress((done: number) => reports.push(done))
  for (let step = 1; step <= 60; step++) {
    vi.advanceTimersByTime(10)
    report(step)
  }
  expect(reports).toEqual([16, 32, 48])
})
