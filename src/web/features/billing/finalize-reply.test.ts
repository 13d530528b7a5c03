import { describe, expect, it } from 'vitest'
import { readCredit, toAnswer } from './finalize-reply.ts'

const NO_REVERSAL = { refundedCents: 0, disputedCents: 0, tokensReversed: 0, tokensUncovered: 0 }

/** An answer as of this server, for 500 tokens. */
const OWN = {
  ok: true,
  tokensAdded: 500,
  purchaseTokens: 500,
  already: false,
  recentlyAdded: 500,
  balance: 515,
}
const BY_EVENT = { ...OWN, tokensAdded: 0, already: true }

describe('the answer about a payment', () => {
  it.each([
    [{ tokensAdded: 500, already: false, balance: 515 }],
    [{ creditedTokens: 500, alreadyCredited: false, newBalance: 515 }],
    [{ tokens: 500, tokensBalance: 515 }],
  ])('PAY-05 · %j credits 500 tokens', (answer) => {
    expect(readCredit(answer, false)).toEqual({
      tokensAdded: 500,
      purchaseTokens: 500,
      balance: 515,
      receiptUrl: undefined,
      debtPaid: 0,
      reversal: NO_REVERSAL,
    })
  })

  it('PAY-05 · without balance, receipt or tokens it is credited all the same', () => {
    expect(readCredit({ alreadyCredited: true }, false)).toEqual({
      tokensAdded: 0,
      purchaseTokens: undefined,
      balance: undefined,
      receiptUrl: undefined,
      debtPaid: 0,
      reversal: NO_REVERSAL,
    })
  })

  it.each([
    [{}],
    [{ tokensAdded: 0, already: false }],
    [{ tokensAdded: '500' }],
    [{ tokens: -1 }],
    [[500]],
    [null],
    ['x'],
  ])('PAY-05 · %j credits nothing', (json) => {
    expect(readCredit(toAnswer(json), false)).toBeUndefined()
  })

  it('PAY-04 · tokens that an event added a moment ago were added, once', () => {
    expect(readCredit(BY_EVENT, false)?.tokensAdded).toBe(500)
    expect(readCredit(BY_EVENT, true)?.tokensAdded).toBe(0)
    expect(readCredit({ ...BY_EVENT, recentlyAdded: 0 }, false)?.tokensAdded).toBe(0)
  })

  it.each([
    ['https://pay.example/r/1', 'https://pay.example/r/1'],
    ['javascript:alert(1)', undefined],
    ['', undefined],
    [null, undefined],
    [7, undefined],
  ])('PAY-04 · the receipt %j is linked as %j', (receiptUrl, linked) => {
    expect(readCredit({ ...OWN, receiptUrl }, false)?.receiptUrl).toBe(linked)
  })

  it.each([
    [{}, undefined],
    [{ plan: 'starter' }, undefined],
    [{ plan: 7, priceCents: 499 }, undefined],
    [
      { plan: 'starter', priceCents: 499, paidAt: null },
      { plan: 'starter', priceCents: 499, paidAt: undefined },
    ],
    [
      { plan: 'starter', priceCents: 499, paidAt: 'yesterday' },
      { plan: 'starter', priceCents: 499, paidAt: undefined },
    ],
    [
      { plan: 'starter', priceCents: 499, paidAt: '2026-11-26T14:24:00.000Z' },
      { plan: 'starter', priceCents: 499, paidAt: '2026-11-26T14:24:00.000Z' },
    ],
  ])('PAY-04 · what was paid is read of %j', (answer, order) => {
    expect(readCredit({ ...OWN, ...answer }, false)?.order).toEqual(order)
  })

  it('PAY-07 · what was refunded is read with it', () => {
    const reversal = { refundedCents: 499, disputedCents: 0, tokensReversed: 500, tokensUncovered: 15 }
    expect(readCredit({ ...BY_EVENT, ...reversal }, false)?.reversal).toEqual(reversal)
  })
})
