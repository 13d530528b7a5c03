import { setTimeout as delay } from 'node:timers/promises'
import * as accountActions from './account-actions.ts'
import { MINIMUMS, coverageOf } from './coverage.ts'
import * as conversions from './conversion-actions.ts'
import { SimulatedUser } from './user.ts'
import * as purchases from './purchase-actions.ts'
import type { Journal } from './journal.ts'
import type { Site } from './site.ts'

export const USERS = 20
const LONGEST_PAUSE_MS = 150

type Action = (user: SimulatedUser) => Promise<void>

const bulk =
  (hasKey: boolean, kind: string): Action =>
  (user) =>
    conversions.send(user, conversions.newOrder(user, { hasKey }), kind)

/** Actions of a signed-in user, with their frequency. */
const ACTIONS: [number, Action][] = [
  [24, bulk(true, 'bulk')],
  [12, bulk(false, 'bulk without a key')],
  [8, conversions.repeatConversion],
  [6, conversions.sendTwice],
  [6, conversions.checkJobList],
  [8, conversions.readJob],
  [5, conversions.deleteOneJob],
  [7, accountActions.checkBalance],
  [7, purchases.buy],
  [3, purchases.finalizeAgain],
  [2, purchases.refundPayment],
  [3, accountActions.writeToSupport],
  [1, accountActions.acceptTermsAgain],
  [3, accountActions.setPassword],
  [1.5, accountActions.resetPasswordByEmail],
  [3, accountActions.signOut],
  [2, accountActions.signIn],
  [1.2, accountActions.deleteOwnAccount],
]
const WEIGHT = ACTIONS.reduce((sum, [weight]) => sum + weight, 0)

export const makeUsers = (site: Site, journal: Journal, seed: number): SimulatedUser[] =>
  Array.from({ length: USERS }, (_, n) => new SimulatedUser(site, journal, seed * USERS + n))

/** Runs random actions until `isOver`. */
export async function runUser(user: SimulatedUser, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await next(user)
    await delay(user.below(LONGEST_PAUSE_MS))
  }
}

async function next(user: SimulatedUser): Promise<void> {
  if (!user.journal.accounts.includes(user.account)) return accountActions.signUp(user)
  if (user.signedIn === 'unsure' && user.chance(0.3)) return accountActions.checkBalance(user)
  if (user.signedIn !== 'yes')
    return user.chance(0.1) ? accountActions.resetPasswordByEmail(user) : accountActions.signIn(user)
  // A slow machine has few purchases: the first payments and the first refund are not left to chance.
  const coverage = coverageOf(user.journal)
  if (coverage['refunded payments'] === 0 && purchases.hasPayment(user)) return purchases.refundPayment(user)
  if (coverage['paid payments'] < MINIMUMS['paid payments'] && user.chance(0.1)) return purchases.buy(user)
  let place = (user.below(1_000_000) / 1_000_000) * WEIGHT
  const [, action] = ACTIONS.find(([weight]) => (place -= weight) < 0) ?? ACTIONS[0] ?? []
  await action?.(user)
}

/** Repeats conversions with lost responses until each is answered. No fault is active any more. */
export async function repeatLost(user: SimulatedUser): Promise<void> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const [order] = conversions.lostOrders(user)
    if (order === undefined) break
    if (user.signedIn !== 'yes') await accountActions.signIn(user)
    const before = user.journal.errorCodes.get('not_enough_tokens') ?? 0
    await conversions.send(user, order, 'bulk, after a lost response')
    // It was never charged, and the balance is now too low.
    if ((user.journal.errorCodes.get('not_enough_tokens') ?? 0) > before) break
  }
}
