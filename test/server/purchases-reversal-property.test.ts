import fc from 'fast-check'
import type { Stripe } from 'stripe'
import { expect, it } from 'vitest'
import { grantTokens } from '#server/tokens/ledger.ts'
import type { Client } from './client.ts'
import { idOf } from './payments-provider.ts'
import { makeRows } from './reference.ts'
import {
  type Shop,
  buyerOf,
  entriesOf,
  expectConsistent,
  onEachDatabaseWithPayments,
  pay,
  purchaseOf,
  sendEvent,
} from './with-payments.ts'
import { until } from '../until.ts'

const [PRICE, TOKENS] = [499, 500]

/** An action of the buyer, the bank or the operator, and the event that the server gets, if any. */
type Deed = { told: number[] } & (
  | { kind: 'refund' | 'dispute'; cents: number }
  | { kind: 'close'; how: 'won' | 'lost' }
  | { kind: 'use'; share: number }
  | { kind: 'grant'; tokens: number }
)

const cents = fc.oneof(fc.integer({ min: 1, max: PRICE }), fc.constant(PRICE))
// Any event so far, in any order, repeated or not.
const told = fc.array(fc.nat(), { maxLength: 3 })
const deed: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('refund' as const), cents, told }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('dispute' as const), cents, told }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('close' as const),
      how: fc.constantFrom('won', 'won', 'lost'),
      told,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('use' as const), share: fc.constantFrom(0.3, 0.8, 1, 2), told }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('grant' as const),
      tokens: fc.integer({ min: 1, max: 300 }),
      told,
    }),
  },
)

/** The expected state, computed from the actions alone. */
class Model {
  balance = 15
  isCredited = false
  refunded = 0
  disputes: { cents: number; state: 'open' | 'won' | 'lost' }[] = []
  /** The state at the last sync. */
  seen = { refunded: 0, disputed: 0, reversed: 0, uncovered: 0 }

  get disputed(): number {
    return this.disputes.filter(({ state }) => state !== 'won').reduce((sum, { cents }) => sum + cents, 0)
  }

  get due(): number {
    return Number((BigInt(TOKENS) * BigInt(Math.min(this.refunded + this.disputed, PRICE))) / BigInt(PRICE))
  }

  /** The server syncs the payment after an event. */
  look(): void {
    if (!this.isCredited) this.balance += TOKENS
    this.isCredited = true
    const { reversed, uncovered } = this.seen
    const more = this.due - reversed
    const taken = more > 0 ? Math.min(more, this.balance) : 0
    const forgiven = more < 0 ? Math.min(uncovered, -more) : 0
    this.balance += more > 0 ? -taken : -more - forgiven
    const missing = more > 0 ? more - taken : -forgiven
    const { refunded, disputed, due } = this
    this.seen = { refunded, disputed, reversed: due, uncovered: uncovered + missing }
  }
}

onEachDatabaseWithPayments((getShop) => {
  it('PAY-07 · for any sequence of refunds, disputes, charges and syncs the reversed tokens are those due', async () => {
    const shop = getShop()
    const property = fc.asyncProperty(fc.array(deed, { minLength: 2, maxLength: 12 }), async (deeds) => {
      const buyer = await buyerOf(shop)
      const sessionId = await pay(shop, buyer)
      const model = new Model()
      for (const one of deeds) {
        await act(shop, { buyer, sessionId, model }, one)
        await hear(shop, { sessionId, model }, one.told)
        if (model.isCredited) await expectAsModelled(shop, { buyer, sessionId, model })
      }
      await lookByItself(shop, sessionId)
      model.look()
      await until(() => expectAsModelled(shop, { buyer, sessionId, model }))
    })
    await fc.assert(property, { numRuns: 20, endOnFailure: true })
    await expectConsistent(shop)
  })
})

type Case = { buyer: Client; sessionId: string; model: Model }

async function act(shop: Shop, { buyer, sessionId, model }: Case, one: Deed): Promise<void> {
  const { provider, server } = shop
  switch (one.kind) {
    case 'refund':
      if (model.disputes.some(({ state }) => state !== 'won') || model.refunded + one.cents > PRICE) return
      await provider.refund(sessionId, one.cents)
      model.refunded += one.cents
      return
    case 'dispute':
      if (model.disputes.some(({ state }) => state === 'open')) return
      await provider.dispute(sessionId, one.cents)
      model.disputes.push({ cents: one.cents, state: 'open' })
      return
    case 'close': {
      const open = model.disputes.find(({ state }) => state === 'open')
      if (open === undefined) return
      await provider.closeDispute(await openDispute(shop, sessionId), one.how)
      open.state = one.how
      return
    }
    case 'use': {
      const tokens = Math.max(1, Math.floor(model.balance * one.share))
      const { status } = await buyer.bulk(makeRows(tokens))
      expect(status).toBe(tokens <= model.balance ? 200 : 402)
      if (status === 200) model.balance -= tokens
      return
    }
    case 'grant':
      await grantTokens(server.db, {
        email: buyer.email,
        tokens: one.tokens,
        note: 'test',
        at: server.time.now,
      })
      model.balance += one.tokens
  }
}

async function hear(shop: Shop, { sessionId, model }: Omit<Case, 'buyer'>, which: number[]): Promise<void> {
  if (which.length === 0) return
  const known = (await eventsOf(shop, sessionId)).filter(isHeard)
  for (const n of which) {
    expect(await sendEvent(shop, known[n % known.length] ?? expect.fail())).toBe(200)
    model.look()
  }
}

async function expectAsModelled(shop: Shop, { buyer, sessionId, model }: Case): Promise<void> {
  const { status, ...purchase } = await purchaseOf(shop.server.db, sessionId)
  expect({
    status,
    refunded: purchase.refunded_cents,
    disputed: purchase.disputed_cents,
    reversed: purchase.reversed_tokens,
    uncovered: purchase.uncovered_tokens,
    balance: (await entriesOf(buyer))[0]?.balanceAfter,
  }).toEqual({ status: 'credited', ...model.seen, balance: model.balance })
}

async function lookByItself(shop: Shop, sessionId: string): Promise<void> {
  const { look_at: lookAt } = await purchaseOf(shop.server.db, sessionId)
  shop.passTime(Math.max((lookAt ?? 0) - shop.server.time.now + 1, 0))
  await until(async () => expect((await purchaseOf(shop.server.db, sessionId)).look_at).not.toBe(lookAt))
  // No check of earlier cases is pending.
  await shop.server.db
    .updateTable('purchase')
    .set({ look_at: null })
    .where('session_id', '!=', sessionId)
    .execute()
}

const isHeard = ({ type }: Stripe.Event): boolean =>
  type.startsWith('charge.') || type.startsWith('checkout.session.')

async function eventsOf({ provider }: Shop, sessionId: string): Promise<Stripe.Event[]> {
  const { payment_intent } = await provider.stripe.checkout.sessions.retrieve(sessionId)
  const names = [sessionId, idOf(payment_intent)]
  return (await provider.events()).filter((event) =>
    names.some((name) => JSON.stringify(event).includes(`"${name}"`)),
  )
}

async function openDispute({ provider }: Shop, sessionId: string): Promise<string> {
  const { payment_intent } = await provider.stripe.checkout.sessions.retrieve(sessionId)
  const { data } = await provider.stripe.disputes.list({ payment_intent: idOf(payment_intent) })
  return data.find(({ status }) => status !== 'won' && status !== 'lost')?.id ?? expect.fail()
}
