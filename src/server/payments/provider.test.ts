import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { PaymentsUnavailableError, ProviderMismatchError, logFailedCall, withTimeout } from './provider.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

it('PAY-06 · an answer is awaited up to its limit', async () => {
  expect(await withTimeout(Promise.resolve(7), 100)).toBe(7)
  await expect(withTimeout(Promise.reject(new Error('refused')), 100)).rejects.toThrow('refused')
  expect(vi.getTimerCount()).toBe(0)
  const ended = vi.fn<(error: unknown) => void>()
  const waiting = withTimeout(new Promise(() => undefined), 100).catch(ended)
  await vi.advanceTimersByTimeAsync(99)
  expect(ended).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  await waiting
  const [error] = ended.mock.calls[0] ?? []
  expect(error).toBeInstanceOf(PaymentsUnavailableError)
  expect(error).toMatchObject({ isRejected: false })
})

it('PAY-06 · a call that fails is a warning, an answer that does not fit an error for the operator', () => {
  const log = {
    warn: vi.fn<(facts: object, text: string) => void>(),
    error: vi.fn<(facts: object) => void>(),
  }
  const failed = new PaymentsUnavailableError('no answer', { cause: undefined, isRejected: true })
  logFailedCall(log, failed, { purchase: 'p-1' })
  expect(log.warn.mock.calls).toEqual([
    [{ purchase: 'p-1', problem: 'no answer' }, 'the payment provider could not be queried'],
  ])
  logFailedCall(log, new ProviderMismatchError('another session'), { purchase: 'p-1' })
  expect(log.error.mock.calls[0]?.[0]).toEqual({ purchase: 'p-1', problem: 'another session' })
  expect([failed.isRejected, new ProviderMismatchError('').isRejected]).toEqual([true, false])
})
