import type { Db } from '#server/db/schema.ts'
import { grantTokens } from '#server/tokens/ledger.ts'
import { signUp } from './account-actions.ts'
import { breakThings } from './faults.ts'
import { live, makePeople, repeatLost } from './users.ts'
import type { Person } from './user.ts'
import { type Journal, makeJournal } from './journal.ts'
import { settleAll } from './settle.ts'
import { type Database, openSite } from './site.ts'
import { judge } from './check-all.ts'

const GRANT = 30_000
/** Share of the users; the others buy what they need. */
const GRANTED_SHARE = 0.5

export type Endured = { database: Database; seed: number; seconds: number; journal: Journal }

/**
 * A crowd uses the whole site while faults are injected; afterwards every acknowledged state is compared with
 * the stored one.
 * @param signal aborts the run: all users stop, and everything is removed
 */
export async function endure(
  database: Database,
  { seed, seconds, signal }: { seed: number; seconds: number; signal: AbortSignal },
): Promise<Endured> {
  const journal = makeJournal()
  const undoing: (() => unknown)[] = []
  const broken = new AbortController()
  try {
    const given = AbortSignal.any([signal, broken.signal])
    const site = await openSite(database, { journal, undoing, signal: given })
    const people = makePeople(site, journal, seed)
    for (const person of people) await settleIn(person)
    await grantSome(site.store, people)
    const end = Date.now() + seconds * 1000
    const isOver = () => Date.now() > end || given.aborted
    const all = [
      breakThings(site, journal, { seed, isOver }),
      ...people.map((person) => live(person, isOver)),
    ]
    // Nothing is removed before all users have stopped, whatever fails.
    for (const one of all) one.catch((error: unknown) => broken.abort(error))
    await Promise.allSettled(all)
    given.throwIfAborted()
    await Promise.all(people.map(repeatLost))
    for (const person of people.slice(0, NEWCOMERS)) {
      person.startAnew()
      await settleIn(person)
    }
    noteLiveSessions(journal, people)
    for (const slot of site.slots) {
      const code = await slot.close()
      if (code !== 0) journal.differs(`a server ended with ${code} when nothing was broken any more`)
    }
    await judge(site, journal, await settleAll(site, site.store, journal))
  } finally {
    await undoAll(undoing)
  }
  return { database, seed, seconds, journal }
}

/** What one of them throws keeps none of the others. */
async function undoAll(undoing: (() => unknown)[]): Promise<void> {
  const errors: unknown[] = []
  for (const undo of undoing.toReversed()) {
    try {
      await undo()
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, 'Something was not removed.')
}

const MOST_TRIES = 10
/** When all is whole: whatever the others have lost, these have sessions that nothing can have ended. */
const NEWCOMERS = 3

async function settleIn(person: Person): Promise<void> {
  for (let n = 0; n < MOST_TRIES && person.account.presence !== 'there'; n++) await signUp(person)
}

async function grantSome(db: Db, people: Person[]): Promise<void> {
  for (const { account } of people.slice(0, people.length * GRANTED_SHARE)) {
    await grantTokens(db, { email: account.email, tokens: GRANT, note: 'endurance', at: Date.now() })
    account.granted = GRANT
  }
}

function noteLiveSessions(journal: Journal, people: Person[]): void {
  for (const { signedIn, isSessionSure, client, account } of people)
    if (signedIn === 'yes' && isSessionSure && client.cookie !== undefined)
      journal.liveSessions.push({ cookie: client.cookie, email: account.email })
}
