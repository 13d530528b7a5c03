import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { throttleProgress } from './worker-server.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('BULK-17 · progress is told as often as the eye follows, and not of what ends at once', () => {
  const told: number[] = []
  const report = throttleProgress((done) => told.push(done))
  for (let step = 1; step <= 60; step++) {
    vi.advanceTimersByTime(10)
    report(step)
  }
  expect(told).toEqual([16, 32, 48])
})
