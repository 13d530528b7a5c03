import { createCheckoutSession, finalizeCheckout } from '#api/payments.ts'
import type { SimulatedUser } from './user.ts'
import type { Payment } from './journal.ts'

const PACKS = ['starter', 'starter', 'business', 'pro'] as const

/** Starts a checkout, then pays, is declined, or leaves. */
export async function buy(user: SimulatedUser): Promise<void> {
  const { account, site } = user
  const body = { priceId: user.pick(PACKS) }
  const outcome = await user.call('checkout', createCheckoutSession, { body })
  if (outcome.is !== 'done') return
  const sessionId = /\/c\/pay\/(\w+)$/.exec(outcome.reply.url)?.[1]
  if (sessionId === undefined) return user.journal.addDifference(`checkout leads to ${outcome.reply.url}`)
  const payment = account.payments.find((one) => one.sessionId === sessionId) ?? {
    sessionId,
    isConfirmed: false,
    additions: [],
  }
  if (!account.payments.includes(payment)) account.payments.push(payment)
  const choice = user.below(10)
  if (choice === 9) return
  // Another request may have ended the checkout session.
  await site.provider.pay(sessionId, choice < 7 ? 'paid' : 'declined').catch(() => {})
  if (user.chance(0.6)) await finalize(user, payment)
}

/** Finalizes the checkout session, as the success page does. */
async function finalize(user: SimulatedUser, payment: Payment): Promise<void> {
  const body = { session_id: payment.sessionId }
  const outcome = await user.call('finalize', finalizeCheckout, { body })
  if (outcome.is === 'done') {
    const { tokensAdded, already, balance } = outcome.reply
    payment.isConfirmed = true
    if (tokensAdded > 0) payment.additions.push(tokensAdded)
    if (already !== (tokensAdded === 0))
      user.journal.addDifference(`finalize: ${payment.sessionId} gave ${tokensAdded}, already ${already}`)
    user.account.balances.add(balance)
  } else if (outcome.is === 'refused' && outcome.code === 'not_found')
    user.journal.addDifference(`finalize: ${payment.sessionId} of ${user.account.email} is not known`)
}

export async function finalizeAgain(user: SimulatedUser): Promise<void> {
  const payment = user.pick(user.account.payments)
  if (payment !== undefined) await finalize(user, payment)
}

const confirmedPayments = (user: SimulatedUser) =>
  user.account.payments.filter(({ isConfirmed }) => isConfirmed)

export const hasPayment = (user: SimulatedUser): boolean => confirmedPayments(user).length > 0

/** Refunds a payment, in full or in part. */
export async function refundPayment(user: SimulatedUser): Promise<void> {
  const payment = user.pick(confirmedPayments(user))
  if (payment === undefined) return
  const cents = user.chance(0.5) ? undefined : 1 + user.below(400)
  // The payment may be refunded already.
  const isDone = await user.site.provider.refund(payment.sessionId, cents).then(
    () => true,
    () => false,
  )
  user.journal.count('refund', isDone ? 'done' : 'refused')
}
