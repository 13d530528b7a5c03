import { expect, it } from 'vitest'
import { emptyState } from '../state.ts'
import { fingerprintOf, makeOnce } from './idempotency.ts'

const reply = { status: 200, body: { id: 'cs_1' } }

it('PAY-08 · a request under the key of one that is under way is told to wait', async () => {
  const saved = Promise.withResolvers<void>()
  const once = makeOnce({ state: emptyState(), clock: () => 0, commit: () => saved.promise })
  const request = { key: 'order-1', fingerprint: 'a' }
  const first = once(request, () => reply)
  await expect(once(request, () => reply)).rejects.toMatchObject({
    status: 409,
    details: { code: 'idempotency_key_in_use' },
  })
  saved.resolve()
  expect(await first).toEqual({ ...reply, isReplayed: false })
  expect(await once(request, () => ({ status: 500, body: 'done twice' }))).toEqual({
    ...reply,
    isReplayed: true,
  })
})

it('PAY-08 · a key is free again after a day', async () => {
  const time = { now: 0 }
  const once = makeOnce({ state: emptyState(), clock: () => time.now, commit: async () => {} })
  await once({ key: 'order-1', fingerprint: 'a' }, () => reply)
  time.now = 24 * 60 * 60 * 1000 + 1
  await once({ key: 'order-2', fingerprint: 'b' }, () => reply)
  expect((await once({ key: 'order-1', fingerprint: 'c' }, () => reply)).isReplayed).toBe(false)
})

it('PAY-08 · the order of the parameters makes no other request', () => {
  expect(fingerprintOf('/v1/refunds', 'amount=1&charge=ch_1')).toBe(
    fingerprintOf('/v1/refunds', 'charge=ch_1&amount=1'),
  )
  expect(fingerprintOf('/v1/refunds', 'amount=1')).not.toBe(fingerprintOf('/v1/refunds', 'amount=2'))
})
