import { createCheckoutSession, finalizeCheckout } from '#api/payments.ts'
import { expect } from 'vitest'
import { sessionAt, sendEvent } from '../server/with-payments.ts'
import { MINUTE, SECOND } from './counts.ts'
import { type Expected, expectAnswer, given, refused, waitFor } from './expected.ts'
import { applyProviderState, passTimeOf, pollsDone } from './purchase-polls.ts'
import { latestCharge } from '../server/payments-provider.ts'
import { type Actor, at, expectEmailsSent, pick } from './system.ts'
import { type ModelAccount, type ModelPurchase, balanceOf, debtOf, isContested } from './state.ts'

const PACKS = [
  { plan: 'starter', tokens: 500, priceCents: 499 },
  { plan: 'business', tokens: 2000, priceCents: 1499 },
] as const

type Owned = { account: ModelAccount; purchase: ModelPurchase }

/** The new state of the purchase, and the emails that come with tokens added, taken and given back. */
export function learn({ model }: Actor, { account, purchase }: Owned): void {
  passTimeOf(purchase, model.now)
  const { status } = purchase.seen
  const before = JSON.stringify(purchase.seen)
  const posted = account.entries.length
  applyProviderState(account, purchase, model.time)
  if (JSON.stringify(purchase.seen) !== before) purchase.polledAt = model.now
  if (
    purchase.seen.status === 'credited' &&
    status !== 'credited' &&
    purchase.seen.reversed < purchase.tokens
  )
    model.countEmail(account.address, 'purchase')
  for (const { reason } of account.entries.slice(posted))
    if (reason === 'refund' || reason === 'dispute') model.countEmail(account.address, reason)
}

/** While a dispute is open the server closes the payment pages of the account. */
export async function expectPagesClosed(actor: Actor, account: ModelAccount): Promise<void> {
  if (!isContested(account)) return
  await pollsDone(actor.system)
  for (const purchase of account.purchases) {
    if (purchase.seen.status !== 'open') continue
    passTimeOf(purchase, actor.model.now)
    if (purchase.state === 'open') purchase.state = 'expired'
    learn(actor, { account, purchase })
  }
}

export async function order(actor: Actor): Promise<void> {
  const { model, browser, command, call, system } = actor
  const pack = at(PACKS, command.n)
  const account = model.caller(browser)
  const body = {
    priceId: command.way === 0 ? 'enterprise' : pack.plan,
    ...(command.way === 1 && { successUrl: 'https://example.com/checkout/success' }),
  }
  const answer = await call(createCheckoutSession, { body })
  if (account === undefined) return expectAnswer(answer, refused('not_authenticated'))
  if (command.way === 0) return expectAnswer(answer, refused('unknown_price'))
  if (command.way === 1) return expectAnswer(answer, refused('foreign_return_address'))
  const wait = model.counts.take([{ key: `checkout ${account.id}`, most: 30, ms: 10 * MINUTE }], model.now)
  if (wait !== undefined) return expectAnswer(answer, waitFor(wait))

  for (const purchase of account.purchases) if (!purchase.seen.isDecided) learn(actor, { account, purchase })
  if (isContested(account)) return expectAnswer(answer, refused('dispute_open'))
  const url = expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/c\/pay\/\w+$/)
  expectAnswer(answer, given({ url, tokensOwed: debtOf(account) }))
  const open = account.purchases.find(({ plan, seen }) => plan === pack.plan && seen.status === 'open')
  if (open !== undefined) passTimeOf(open, model.now)
  const sessionId = sessionAt(answer.reply.url)
  if (open?.state === 'open') return expect(sessionId).toBe(open.sessionId)
  if (open !== undefined) learn(actor, { account, purchase: open })
  expect(model.purchases.has(sessionId)).toBe(false)
  const purchase: ModelPurchase = {
    ...pack,
    sessionId,
    createdAt: model.now,
    polledAt: model.now,
    state: 'open',
    paidAt: null,
    refunded: 0,
    debtPaid: 0,
    disputes: [],
    seen: {
      status: 'open',
      paidAt: null,
      creditedAt: null,
      refunded: 0,
      disputed: 0,
      reversed: 0,
      uncovered: 0,
      isDecided: true,
    },
  }
  account.purchases.push(purchase)
  model.purchases.set(sessionId, { account, purchase })
  return expectEmailsSent(system)
}

/** The state of a purchase as every answer shows it. */
export const shownState = ({ seen }: ModelPurchase) => ({
  status: seen.status,
  receiptUrl: seen.status === 'credited' ? expect.stringContaining('/receipts/') : null,
  refundedCents: seen.refunded,
  disputedCents: seen.disputed,
  tokensReversed: seen.reversed,
  tokensUncovered: seen.uncovered,
})

const some = ({ model, command }: Actor, isIt: (purchase: ModelPurchase) => boolean): Owned | undefined =>
  pick(
    [...model.purchases.values()].filter(({ purchase }) => {
      passTimeOf(purchase, model.now)
      return isIt(purchase)
    }),
    command.n,
  )

/** Pays, declines or expires a checkout at the provider, without a webhook. */
export async function endCheckout(actor: Actor): Promise<void> {
  const { system, command } = actor
  const one = some(actor, ({ state }) => state === 'open')
  if (one === undefined) return
  const outcome = command.way === 0 ? 'expired' : command.way === 1 ? 'declined' : 'paid'
  await system.shop.provider.pay(one.purchase.sessionId, outcome)
  if (outcome !== 'declined') one.purchase.state = outcome
  if (outcome !== 'paid') return
  const charge = await latestCharge(system.shop.provider.stripe, one.purchase.sessionId)
  one.purchase.paidAt = charge.created * SECOND
}

/** Finalizes a purchase of any user; that of another account is not found. */
export async function finalizePurchase(actor: Actor): Promise<void> {
  const { model, browser, command, call, system } = actor
  const account = model.caller(browser)
  const own = [...model.purchases.values()].filter((one) => command.way === 0 || one.account === account)
  const one = command.way === 1 ? undefined : pick(own, command.n)
  const body = { session_id: one?.purchase.sessionId ?? 'cs_test_none' }
  const answer = await call(finalizeCheckout, { body })
  if (account === undefined) return expectAnswer(answer, refused('not_authenticated'))
  if (one?.account !== account) return expectAnswer(answer, refused('not_found'))
  const { purchase } = one
  const already = purchase.seen.status === 'credited'
  if (!already) {
    learn(actor, one)
    await expectPagesClosed(actor, account)
  }
  const expected = (): Expected => {
    const { status, creditedAt } = purchase.seen
    if (status === 'expired') return refused('checkout_expired')
    const isRecent = creditedAt !== null && model.now - creditedAt <= 10 * MINUTE
    return given(
      {
        ok: true,
        tokensAdded: !already && status === 'credited' ? purchase.tokens : 0,
        purchaseTokens: purchase.tokens,
        already,
        recentlyAdded: isRecent ? purchase.tokens : 0,
        debtPaid: purchase.debtPaid,
        balance: balanceOf(account),
        plan: purchase.plan,
        priceCents: purchase.priceCents,
        paidAt: status === 'credited' ? expect.any(String) : null,
        ...shownState(purchase),
      },
      status === 'open' ? 202 : 200,
    )
  }
  expectAnswer(answer, expected())
  return expectEmailsSent(system)
}

/** The provider delivers an event: once, repeatedly, late, or forged. */
export async function deliverEvent(actor: Actor): Promise<void> {
  const { system, command, model } = actor
  const one = some(actor, () => true)
  if (one === undefined) return
  const { provider } = system.shop
  const object = await provider.stripe.checkout.sessions.retrieve(one.purchase.sessionId)
  const event = { id: 'evt_model', object: 'event', type: 'checkout.session.completed', data: { object } }
  if (command.way === 0) {
    const response = await fetch(system.shop.webhookUrl(), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': `t=${model.now},v1=00` },
      body: JSON.stringify(event),
    })
    expect([response.status, await response.json()]).toMatchObject([400, { code: 'invalid_signature' }])
    return
  }
  expect(await sendEvent(system.shop, event)).toBe(200)
  if (model.isThere(one.account)) {
    learn(actor, one)
    await expectPagesClosed(actor, one.account)
  }
  await expectEmailsSent(system)
}

export async function refund(actor: Actor): Promise<void> {
  const { system, command } = actor
  const one = some(actor, ({ state }) => state === 'paid')
  if (one === undefined) return
  const { purchase } = one
  const cents = 1 + ((command.n * 37 + command.way * 61) % purchase.priceCents)
  const isClaimed = purchase.disputes.some(({ state }) => state !== 'won')
  const open = purchase.disputes.find(({ state }) => state === 'open')
  const { provider } = system.shop
  if (open !== undefined && command.way > 4) {
    open.state = command.way === 5 ? 'lost' : 'won'
    await provider.closeDispute(open.id, open.state)
  } else if (command.way < 3 && !isClaimed && purchase.refunded + cents <= purchase.priceCents) {
    await provider.refund(purchase.sessionId, cents)
    purchase.refunded += cents
  } else if (open === undefined) {
    const id = await provider.dispute(purchase.sessionId, cents)
    purchase.disputes.push({ id, cents, state: 'open' })
  }
}
