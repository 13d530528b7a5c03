import fc from 'fast-check'
import type { Stripe } from 'stripe'
import { expect, it } from 'vitest'
import { getAccount } from '#api/account.ts'
import { grantTokens } from '#server/tokens/ledger.ts'
import type { Client } from './client.ts'
import { idOf } from './payments-provider.ts'
import { makeRows } from './reference.ts'
import {
  type Shop,
  buy,
  buyerOf,
  entriesOf,
  expectConsistent,
  onEachDatabaseWithPayments,
  pay,
  purchaseOf,
  sendEvent,
} from './with-payments.ts'
import { until } from '../until.ts'

const PACK = 'starter'
const [PRICE, TOKENS] = [499, 500]

/** An action of the buyer, the bank or the operator, the payment that it is about, and the events that the server gets, if any. */
type Deed = { of: number; told: number[] } & (
  | { kind: 'refund' | 'dispute'; cents: number }
  | { kind: 'close'; how: 'won' | 'lost' }
  | { kind: 'use'; share: number }
  | { kind: 'grant'; tokens: number }
)

const cents = fc.oneof(fc.integer({ min: 1, max: PRICE }), fc.constant(PRICE))
// Any event so far, in any order, repeated or not.
const told = fc.array(fc.nat(), { maxLength: 3 })
const of = fc.nat(1)
const deed: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('refund' as const), cents, of, told }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('dispute' as const), cents, of, told }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('close' as const),
      how: fc.constantFrom('won', 'won', 'lost'),
      of,
      told,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('use' as const),
      share: fc.constantFrom(0.3, 0.8, 1, 2),
      of,
      told,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('grant' as const),
      tokens: fc.integer({ min: 1, max: 300 }),
      of,
      told,
    }),
  },
)

/** A payment as it should be, computed from the actions alone. */
class Payment {
  readonly sessionId: string
  isCredited = false
  refunded = 0
  disputes: { cents: number; state: 'open' | 'won' | 'lost' }[] = []
  /** The state at the last sync. */
  seen = { refunded: 0, disputed: 0, reversed: 0, uncovered: 0 }

  constructor(sessionId: string) {
    this.sessionId = sessionId
  }

  get disputed(): number {
    return this.disputes.filter(({ state }) => state !== 'won').reduce((sum, { cents }) => sum + cents, 0)
  }

  get due(): number {
    return Number((BigInt(TOKENS) * BigInt(Math.min(this.refunded + this.disputed, PRICE))) / BigInt(PRICE))
  }
}

/** The account of a buyer with one or two payments, the earlier first. */
class Model {
  balance = 15
  readonly payments: Payment[]

  constructor(sessionIds: string[]) {
    this.payments = sessionIds.map((id) => new Payment(id))
  }

  /** The server syncs a payment after an event. */
  look(payment: Payment): void {
    if (!payment.isCredited) this.#add(TOKENS)
    payment.isCredited = true
    const { refunded, disputed, due, seen } = payment
    const more = due - seen.reversed
    const taken = Math.min(Math.max(more, 0), this.balance)
    const forgiven = Math.min(seen.uncovered, Math.max(-more, 0))
    this.balance -= taken
    const uncovered = seen.uncovered - forgiven + Math.max(more, 0) - taken
    payment.seen = { refunded, disputed, reversed: due, uncovered }
    if (more < 0) this.#add(-more - forgiven)
  }

  /** Tokens are owed only by who has none left. */
  #add(tokens: number): void {
    this.balance += tokens
    if (tokens === 0) return
    for (const { seen } of this.payments) {
      const paid = Math.min(seen.uncovered, this.balance)
      seen.uncovered -= paid
      this.balance -= paid
    }
  }
}

const deedsOfOne = fc.array(deed, { minLength: 2, maxLength: 12 })

onEachDatabaseWithPayments((getShop) => {
  it('PAY-07 · for any sequence of refunds, disputes, charges and syncs the reversed tokens are those due', async () => {
    const shop = getShop()
    const property = fc.asyncProperty(deedsOfOne, async (deeds) => {
      const buyer = await buyerOf(shop)
      const model = new Model([await pay(shop, buyer, PACK)])
      const [payment = expect.fail()] = model.payments
      for (const one of deeds) await act({ shop, buyer, model, payment }, one)
      await lookByItself(shop, payment.sessionId)
      model.look(payment)
      await until(() => expectAsModelled({ shop, buyer, model, payment }))
    })
    await fc.assert(property, { numRuns: 20, endOnFailure: true })
    await expectConsistent(shop)
  })

  it('PAY-07 · of two payments the tokens that are given back pay what is owed for the other', async () => {
    const shop = getShop()
    const wonBack: Deed[] = [
      { kind: 'use', share: 1, of: 0, told: [] },
      { kind: 'dispute', cents: PRICE, of: 1, told: [0] },
      { kind: 'close', how: 'lost', of: 1, told: [0] },
    ]
    const early = fc.array(deed, { maxLength: 4 }).chain((before) =>
      // Contested before the use, so that there is something to be given back.
      fc.record({
        first: fc.constant<Deed>({ kind: 'dispute', cents: PRICE, of: 0, told: [0] }),
        before: fc.constant(before),
        rest: fc.array(deed, { minLength: 2, maxLength: 10 }),
      }),
    )
    const property = fc.asyncProperty(early, async ({ first, before, rest }) => {
      const buyer = await buyerOf(shop)
      const model = new Model([await buy(shop, buyer, PACK), await buy(shop, buyer, PACK)])
      for (const payment of model.payments) model.look(payment)
      for (const one of [first, ...before, ...wonBack, ...rest]) {
        const payment = model.payments[one.of] ?? expect.fail()
        await act({ shop, buyer, model, payment }, one)
      }
      for (const payment of model.payments) {
        await hear({ shop, buyer, model, payment }, [0])
        await expectAsModelled({ shop, buyer, model, payment })
      }
      const owed = model.payments.reduce((sum, { seen }) => sum + seen.uncovered, 0)
      expect(await owedBy(buyer)).toBe(owed)
    })
    await fc.assert(property, {
      numRuns: 20,
      endOnFailure: true,
      examples: [
        [
          {
            first: { kind: 'dispute', cents: PRICE, of: 0, told: [0] },
            before: [],
            rest: [{ kind: 'close', how: 'won', of: 0, told: [0] }],
          },
        ],
      ],
    })
    await expectConsistent(shop)
  })
})

type Case = { shop: Shop; buyer: Client; model: Model; payment: Payment }

/** Does it, and tells the server of it. */
async function act(one: Case, what: Deed): Promise<void> {
  await perform(one, what)
  await hear(one, what.told)
  if (one.payment.isCredited) await expectAsModelled(one)
}

async function perform({ shop, buyer, model, payment }: Case, one: Deed): Promise<void> {
  const { provider, server } = shop
  const { sessionId, disputes } = payment
  switch (one.kind) {
    case 'refund':
      if (disputes.some(({ state }) => state !== 'won') || payment.refunded + one.cents > PRICE) return
      await provider.refund(sessionId, one.cents)
      payment.refunded += one.cents
      return
    case 'dispute':
      if (disputes.some(({ state }) => state === 'open')) return
      await provider.dispute(sessionId, one.cents)
      disputes.push({ cents: one.cents, state: 'open' })
      return
    case 'close': {
      const open = disputes.find(({ state }) => state === 'open')
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

async function hear({ shop, model, payment }: Case, which: number[]): Promise<void> {
  if (which.length === 0) return
  const known = (await eventsOf(shop, payment.sessionId)).filter(isHeard)
  for (const n of which) {
    expect(await sendEvent(shop, known[n % known.length] ?? expect.fail())).toBe(200)
    model.look(payment)
  }
}

async function expectAsModelled({ shop, buyer, model, payment }: Case): Promise<void> {
  const { status, ...purchase } = await purchaseOf(shop.server.db, payment.sessionId)
  expect({
    status,
    refunded: purchase.refunded_cents,
    disputed: purchase.disputed_cents,
    reversed: purchase.reversed_tokens,
    uncovered: purchase.uncovered_tokens,
    balance: (await entriesOf(buyer))[0]?.balanceAfter,
  }).toEqual({ status: 'credited', ...payment.seen, balance: model.balance })
}

const owedBy = async (buyer: Client): Promise<number> => (await buyer.call(getAccount)).reply.tokensOwed

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
