import { setTimeout as delay } from 'node:timers/promises'
import * as acts from './account-actions.ts'
import * as conversions from './conversion-actions.ts'
import { Person } from './user.ts'
import * as purchases from './purchase-actions.ts'
import type { Journal } from './journal.ts'
import type { Site } from './site.ts'

export const PEOPLE = 20
const LONGEST_PAUSE_MS = 150

type Act = (person: Person) => Promise<void>

const bulk =
  (hasKey: boolean, kind: string): Act =>
  (person) =>
    conversions.send(person, conversions.newOrder(person, { hasKey }), kind)

/** Actions of a signed-in user, with their frequency. */
const ACTS: [number, Act][] = [
  [24, bulk(true, 'bulk')],
  [12, bulk(false, 'bulk without a key')],
  [8, conversions.repeatOne],
  [6, conversions.sendTwice],
  [6, conversions.lookAtJobs],
  [8, conversions.readOne],
  [5, conversions.deleteOne],
  [7, acts.lookAtBalance],
  [7, purchases.buy],
  [3, purchases.askAgain],
  [2, purchases.getRefund],
  [3, acts.writeToSupport],
  [1, acts.agree],
  [3, acts.setPassword],
  [1.5, acts.resetByLetter],
  [3, acts.signOut],
  [2, acts.signIn],
  [1.2, acts.deleteOwn],
]
const WEIGHT = ACTS.reduce((sum, [weight]) => sum + weight, 0)

export const makePeople = (site: Site, journal: Journal, seed: number): Person[] =>
  Array.from({ length: PEOPLE }, (_, n) => new Person(site, journal, seed * PEOPLE + n))

/** Does one thing after the other until it is enough. */
export async function live(person: Person, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await next(person)
    await delay(person.below(LONGEST_PAUSE_MS))
  }
}

async function next(person: Person): Promise<void> {
  if (!person.journal.accounts.includes(person.account)) return acts.signUp(person)
  if (person.signedIn === 'unsure' && person.chance(0.3)) return acts.lookAtBalance(person)
  if (person.signedIn !== 'yes') return person.chance(0.1) ? acts.resetByLetter(person) : acts.signIn(person)
  let place = (person.below(1_000_000) / 1_000_000) * WEIGHT
  const [, act] = ACTS.find(([weight]) => (place -= weight) < 0) ?? ACTS[0] ?? []
  await act?.(person)
}

/** What was lost is asked for again, until it is answered: what is broken is whole again. */
export async function repeatLost(person: Person): Promise<void> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const [order] = conversions.lostOrders(person)
    if (order === undefined) break
    if (person.signedIn !== 'yes') await acts.signIn(person)
    const before = person.journal.refusals.get('not_enough_tokens') ?? 0
    await conversions.send(person, order, 'bulk, a lost one')
    // Never charged: and now there is too little for it.
    if ((person.journal.refusals.get('not_enough_tokens') ?? 0) > before) break
  }
}
