import { expect } from 'vitest'
import { DAY, HOUR, MINUTE } from './counts.ts'
import type { System } from './system.ts'
import { type ModelAccount, type ModelPurchase, balanceOf } from './state.ts'

/** A poll in progress has scheduled the next one this far ahead. */
const LEASE = 5 * MINUTE

/** No poll is running or due. */
export const pollsDone = ({ shop: { server }, model }: Pick<System, 'shop' | 'model'>): Promise<void> =>
  expect
    .poll(
      () =>
        server.db
          .selectFrom('purchase')
          .select('id')
          .where((or) => or.or([or('look_at', '<=', model.now), or('look_at', '=', model.now + LEASE)]))
          .execute(),
      { interval: 5 },
    )
    .toEqual([])

/** Time until the server polls again; undefined when nothing is pending. */
function longestWait({ seen, createdAt, polledAt }: ModelPurchase): number | undefined {
  const age = polledAt - createdAt
  if (!seen.isDecided) return DAY
  if (seen.status === 'credited') return age < 300 * DAY ? Math.min(Math.max(age, DAY), 30 * DAY) : undefined
  return seen.status === 'open' && age < 30 * DAY ? 6 * HOUR : undefined
}

/** Every purchase that may still change was polled in time. */
export function expectPolled({ model }: Pick<System, 'model'>, isDue: (sessionId: string) => boolean): void {
  for (const { account, purchase } of model.purchases.values()) {
    const wait = longestWait(purchase)
    if (wait === undefined || !model.isThere(account) || model.now - purchase.polledAt <= wait) continue
    expect(isDue(purchase.sessionId), `${purchase.seen.status} is polled within ${wait} ms`).toBe(true)
  }
}

/** At the provider a checkout session expires by itself. */
export function passTimeOf(purchase: ModelPurchase, now: number): void {
  if (purchase.state === 'open' && now - purchase.createdAt >= 24 * HOUR) purchase.state = 'expired'
}

/** The server is notified of a purchase, and fetches its state. */
export function applyProviderState(account: ModelAccount, purchase: ModelPurchase, at: string): void {
  const { seen, plan, tokens, priceCents } = purchase
  if (seen.status !== 'credited') {
    if (purchase.state === 'expired') seen.status = 'expired'
    if (purchase.state !== 'paid') return
    Object.assign(seen, { status: 'credited', paidAt: purchase.paidAt, creditedAt: Date.parse(at) })
    account.entries.push({ at, reason: 'purchase', delta: tokens, plan })
    purchase.debtPaid = payDebts(account, at)
  }
  const disputed = purchase.disputes
    .filter(({ state }) => state !== 'won')
    .reduce((sum, { cents }) => sum + cents, 0)
  const returned = Math.min(purchase.refunded + disputed, priceCents)
  const reversed = Number((BigInt(tokens) * BigInt(returned)) / BigInt(priceCents))
  const more = reversed - seen.reversed
  const reason = disputed === seen.disputed ? 'refund' : 'dispute'
  if (more > 0) {
    const taken = Math.min(more, balanceOf(account))
    account.entries.push({ at, reason, delta: 0 - taken, plan, uncovered: more - taken })
    seen.uncovered += more - taken
  } else if (more < 0) {
    const forgiven = Math.min(seen.uncovered, -more)
    account.entries.push({ at, reason, delta: -more - forgiven, plan })
    seen.uncovered -= forgiven
    if (-more > forgiven) payDebts(account, at)
  }
  const isDecided = purchase.disputes.every(({ state }) => state !== 'open')
  Object.assign(seen, { refunded: purchase.refunded, disputed, reversed, isDecided })
}

/** A new pack, or tokens given back, pay what other purchases could not return, the earliest first. */
function payDebts(account: ModelAccount, at: string): number {
  let total = 0
  for (const { seen, plan } of account.purchases) {
    const paid = Math.min(seen.uncovered, balanceOf(account))
    if (paid === 0) continue
    account.entries.push({ at, reason: 'debt', delta: -paid, plan })
    seen.uncovered -= paid
    total += paid
  }
  return total
}
