import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { RpcResponse } from './worker-client.ts'
import { risingProgress, serveWorker, throttleProgress } from './worker-server.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('BULK-17 · progress is reported at most every 150 ms, and not for short work', () => {
  const reports: number[] = []
  const report = throttleProgress((done: number) => reports.push(done))
  for (let step = 1; step <= 60; step++) {
    vi.advanceTimersByTime(10)
    report(step)
  }
  expect(reports).toEqual([16, 32, 48])
})

test('BULK-17 · progress exactly 150 ms after the last report waits for the next one', () => {
  const reports: number[] = []
  const report = throttleProgress((done: number) => reports.push(done))
  vi.advanceTimersByTime(150)
  report(1)
  vi.advanceTimersByTime(1)
  report(2)
  vi.advanceTimersByTime(150)
  report(3)
  vi.advanceTimersByTime(1)
  report(4)
  expect(reports).toEqual([2, 4])
})

test('BULK-04 · progress of several passes over a file never falls, and leaves room for another pass', () => {
  const reports: number[] = []
  const report = risingProgress(0.3, (progress) => reports.push(progress))
  for (const done of [0, 0.5, 1, 0, 1, 0.1, 1]) report(done)
  expect(reports).toEqual(reports.toSorted((a, b) => a - b))
  expect(reports[0]).toBe(0.3)
  expect(reports[1]).toBeGreaterThan(0.5)
  expect(reports.at(-1)).toBeLessThan(1)
})

test('BULK-04 · a worker answers each request by its number, from whichever handler has the operation, and emits events', async () => {
  vi.useRealTimers()
  type Api = {
    double(n: number): Promise<number>
    fail(): Promise<never>
    add(one: number, other: number): Promise<number>
  }
  const scope = Object.assign(new EventTarget(), { postMessage: vi.fn<(response: RpcResponse) => void>() })
  vi.stubGlobal('self', scope)
  serveWorker<Api>((emit) => [
    { double: async (n) => n * 2 },
    {
      add: async (one, other) => {
        emit('adding')
        return one + other
      },
      fail: async () => {
        throw new TypeError('broken')
      },
    },
  ])
  const request = (id: number, op: string, ...args: unknown[]) =>
    scope.dispatchEvent(new MessageEvent('message', { data: { id, op, args } }))
  request(1, 'double', 4)
  request(2, 'add', 3, 4)
  request(3, 'fail')
  request(4, 'missing')
  await vi.waitFor(() => expect(scope.postMessage).toHaveBeenCalledTimes(5))
  const responses = scope.postMessage.mock.calls.map(([response]) => response)
  expect(responses).toEqual(
    expect.arrayContaining([
      { kind: 'done', id: 1, value: 8 },
      { kind: 'event', event: 'adding' },
      { kind: 'done', id: 2, value: 7 },
      { kind: 'failed', id: 3, message: 'TypeError: broken' },
      { kind: 'done', id: 4, value: undefined },
    ]),
  )
})
