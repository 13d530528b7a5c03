import type { Db } from '#server/db/schema.ts'
import { grantTokens } from '#server/tokens/grant.ts'
import { signUp } from './account-acts.ts'
import { breakThings } from './faults.ts'
import { live, makePeople, repeatLost } from './people.ts'
import type { Person } from './person.ts'
import { type Journal, makeJournal } from './record.ts'
import { settleAll } from './settle.ts'
import { type Database, type Site, openSite } from './site.ts'
import { judge } from './verdict.ts'

const GRANT = 30_000
/** Of the people; the others buy what they need. */
const GRANTED_SHARE = 0.5

export type Endured = { database: Database; seed: number; seconds: number; journal: Journal }

/** A crowd uses the whole site while everything breaks; afterwards what they were told is compared with what there is. */
export async function endure(database: Database, seed: number, seconds: number): Promise<Endured> {
  const journal = makeJournal()
  const site = await openSite(database, journal)
  try {
    const people = makePeople(site, journal, seed)
    for (const person of people) while (person.account.presence !== 'there') await signUp(person)
    await withStore(site, (db) => grantSome(db, people))
    const end = Date.now() + seconds * 1000
    const isOver = () => Date.now() > end
    await Promise.all([
      breakThings(site, journal, { seed, isOver }),
      ...people.map((person) => live(person, isOver)),
    ])
    await Promise.all(people.map(repeatLost))
    noteLiveSessions(journal, people)
    for (const slot of site.slots) {
      const code = await slot.close()
      if (code !== 0) journal.differs(`a server ended with ${code} when nothing was broken any more`)
    }
    await withStore(site, async (db) => {
      const { origin, stop } = await settleAll(site, db, journal)
      await judge(site, journal, { db, origin })
      await stop()
    })
  } finally {
    await site.stop()
  }
  return { database, seed, seconds, journal }
}

async function withStore<T>(site: Site, work: (db: Db) => Promise<T>): Promise<T> {
  const db = await site.openStore()
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
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

const byName = ([a]: [string, unknown], [b]: [string, unknown]): number => (a < b ? -1 : 1)

/** What happened, plainly. */
export function reportOf({ database, seed, seconds, journal }: Endured): string {
  const { calls, refusals, faults, differences, accounts, messages } = journal
  const tallies = [...calls].toSorted(byName).map(([kind, { done, refused, unsure }]) => {
    const rest = [refused > 0 ? `${refused} refused` : '', unsure > 0 ? `${unsure} without an answer` : '']
    return `  ${kind}: ${[`${done} done`, ...rest.filter((one) => one !== '')].join(', ')}`
  })
  const total = [...calls.values()].reduce(
    (sum, { done, refused, unsure }) => sum + done + refused + unsure,
    0,
  )
  const unsure = [...calls.values()].reduce((sum, tally) => sum + tally.unsure, 0)
  const listed = (counts: Map<string, number>) =>
    [...counts]
      .toSorted(byName)
      .map(([name, count]) => `${name} ${count}`)
      .join(', ')
  const orders = accounts.flatMap((account) => account.orders)
  const doneOrders = orders.filter(({ state }) => state === 'done')
  return [
    `${database}, seed ${seed}, ${seconds} s: ${total} calls, ${unsure} of them without an answer`,
    ...tallies,
    `  broken: ${listed(faults)}`,
    `  refusals: ${listed(refusals)}`,
    `  compared: ${accounts.length} accounts, ${doneOrders.length} conversions, ${messages.length} messages, ${accounts.flatMap(({ payments }) => payments).length} payments, ${journal.endedSessions.length} ended sessions`,
    differences.length === 0 ? '  Nothing differs.' : `  DIFFERENCES: ${differences.length}`,
    ...differences.map((what) => `  - ${what}`),
    '',
  ].join('\n')
}
