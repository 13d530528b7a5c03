import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Purchase, nextCheckAt } from './purchases.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const MADE = 1_790_000_000_001

const waitAt = (age: number, status: Purchase['status'], problem: Purchase['problem'] = null) => {
  const at = nextCheckAt({ status, problem, created_at: MADE, disputed_cents: 0, lost_cents: 0 }, MADE + age)
  return at === null ? null : at - (MADE + age)
}

describe('the next check of a purchase', () => {
  it.each([
    [0, MINUTE_MS],
    [MINUTE_MS, MINUTE_MS],
    [10 * MINUTE_MS, 5 * MINUTE_MS],
    [10 * MINUTE_MS + 1, 5 * MINUTE_MS],
    [12 * HOUR_MS, 6 * HOUR_MS],
    [29 * DAY_MS, 6 * HOUR_MS],
    [31 * DAY_MS, null],
  ])('PAY-07 · of a payment expected for %i ms comes after %s', (age, wait) => {
    expect(waitAt(age, 'open')).toBe(wait)
    expect(waitAt(age, 'processing')).toBe(wait)
    expect(waitAt(age, 'expired', 'unknown')).toBe(wait)
    expect(waitAt(age, 'expired')).toBeNull()
    expect(waitAt(age, 'refused', 'amount')).toBeNull()
  })

  it.each([
    [0, DAY_MS],
    [3 * DAY_MS, 3 * DAY_MS],
    [40 * DAY_MS, 30 * DAY_MS],
    [299 * DAY_MS, 30 * DAY_MS],
    [301 * DAY_MS, null],
  ])('PAY-07 · of a paid purchase %i ms old comes after %s', (age, wait) => {
    expect(waitAt(age, 'credited')).toBe(wait)
  })

  it('PAY-07 · is a whole number of milliseconds in the future for any age', () => {
    const status = fc.constantFrom('open', 'processing', 'credited')
    fc.assert(
      fc.property(status, fc.nat({ max: 400 * DAY_MS }), (of, age) => {
        const wait = waitAt(age, of)
        expect(wait === null || (Number.isSafeInteger(wait) && wait >= MINUTE_MS)).toBe(true)
      }),
    )
  })

  it.each([
    [30 * DAY_MS, 'open', 6 * HOUR_MS],
    [30 * DAY_MS + 1, 'open', null],
    [DAY_MS, 'credited', DAY_MS],
    [DAY_MS + 1, 'credited', DAY_MS + 1],
    [30 * DAY_MS + 1, 'credited', 30 * DAY_MS],
    [300 * DAY_MS - 1, 'credited', 30 * DAY_MS],
    [300 * DAY_MS, 'credited', null],
    // The clock was set back after the order.
    [-5 * MINUTE_MS, 'open', MINUTE_MS],
    [-5 * MINUTE_MS, 'credited', DAY_MS],
  ] as const)('PAY-07 · at %i ms of one that is %s comes after %s', (age, status, wait) => {
    expect(waitAt(age, status)).toBe(wait)
  })

  it.each([
    [100, 99, DAY_MS],
    [100, 100, null],
  ])(
    'PAY-07 · with %i cents disputed and %i lost, long ago, comes after %s',
    (disputed_cents, lost_cents, wait) => {
      const purchase = {
        status: 'credited',
        problem: null,
        created_at: MADE,
        disputed_cents,
        lost_cents,
      } as const
      const now = MADE + 400 * DAY_MS
      expect(nextCheckAt(purchase, now)).toBe(wait && now + wait)
    },
  )
})
