import { expect, it } from 'vitest'
import { emptyState } from '../store.ts'
import { runOnce } from './idempotency.ts'

it('PAY-08 · a key is free again after a day', () => {
  const time = { now: 0 }
  const context = { state: emptyState(), clock: () => time.now }
  runOnce(context, { key: 'order-1', fingerprint: 'a' }, () => ({}))
  time.now = 24 * 60 * 60 * 1000 + 1
  expect(runOnce(context, { key: 'order-1', fingerprint: 'c' }, () => ({})).isReplayed).toBe(false)
})
