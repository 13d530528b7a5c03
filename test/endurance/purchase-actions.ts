import { createCheckoutSession, finalizeCheckout } from '#api/payments.ts'
import type { Person } from './user.ts'
import type { Payment } from './journal.ts'

const PACKS = ['starter', 'starter', 'business', 'pro'] as const

/** Goes to the provider's page, and does something there or nothing. */
export async function buy(person: Person): Promise<void> {
  const { account, site } = person
  const body = { priceId: person.pick(PACKS) }
  const outcome = await person.call('checkout', createCheckoutSession, { body })
  if (outcome.is !== 'done') return
  const sessionId = /\/c\/pay\/(\w+)$/.exec(outcome.reply.url)?.[1]
  if (sessionId === undefined) return person.journal.differs(`checkout leads to ${outcome.reply.url}`)
  const payment = account.payments.find((one) => one.sessionId === sessionId) ?? {
    sessionId,
    isConfirmed: false,
    additions: [],
  }
  if (!account.payments.includes(payment)) account.payments.push(payment)
  const choice = person.below(10)
  if (choice === 9) return
  // Another request may have ended the checkout session.
  await site.provider.pay(sessionId, choice < 7 ? 'paid' : 'declined').catch(() => {})
  if (person.chance(0.6)) await comeBack(person, payment)
}

/** What the page asks when the buyer is back. */
async function comeBack(person: Person, payment: Payment): Promise<void> {
  const body = { session_id: payment.sessionId }
  const outcome = await person.call('finalize', finalizeCheckout, { body })
  if (outcome.is === 'done') {
    const { tokensAdded, already, balance } = outcome.reply
    payment.isConfirmed = true
    if (tokensAdded > 0) payment.additions.push(tokensAdded)
    if (already !== (tokensAdded === 0))
      person.journal.differs(`finalize: ${payment.sessionId} gave ${tokensAdded}, already ${already}`)
    person.account.balances.add(balance)
  } else if (outcome.is === 'refused' && outcome.code === 'not_found')
    person.journal.differs(`finalize: ${payment.sessionId} of ${person.account.email} is not known`)
}

export async function askAgain(person: Person): Promise<void> {
  const payment = person.pick(person.account.payments)
  if (payment !== undefined) await comeBack(person, payment)
}

/** The operator gives money back, all of it or a part. */
export async function getRefund(person: Person): Promise<void> {
  const payment = person.pick(person.account.payments.filter(({ isConfirmed }) => isConfirmed))
  if (payment === undefined) return
  const cents = person.chance(0.5) ? undefined : 1 + person.below(400)
  // There may be nothing left to give back.
  const isDone = await person.site.provider.refund(payment.sessionId, cents).then(
    () => true,
    () => false,
  )
  person.journal.count('refund', isDone ? 'done' : 'refused')
}
