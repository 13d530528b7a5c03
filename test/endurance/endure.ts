import type { Db } from '#server/db/schema.ts'
import { grantTokens } from '#server/tokens/ledger.ts'
import { signUp } from './account-actions.ts'
import { injectFaults } from './faults.ts'
import { runUser, makeUsers, repeatLost } from './users.ts'
import type { SimulatedUser } from './user.ts'
import { type Journal, makeJournal } from './journal.ts'
import { completePendingWork } from './settle.ts'
import { type Database, openSite } from './site.ts'
import { checkAll } from './check-all.ts'
import { hasEnoughHappened } from './coverage.ts'

const GRANT = 30_000
/** Share of the users; the others buy what they need. */
const GRANTED_SHARE = 0.5

export type EnduranceResult = { database: Database; seed: number; seconds: number; journal: Journal }

type Endurance = {
  seed: number
  /** The least time of the faults. */
  seconds: number
  /** The faults go on until enough has happened, at most for so long. By default they end with `seconds`. */
  atMostSeconds?: number
  signal: AbortSignal
}

/**
 * Simulated users use the whole site while faults are injected; afterwards every acknowledged state is compared with
 * the stored one.
 * @param signal aborts the run: all users stop, and everything is removed
 */
export async function endure(
  database: Database,
  { seed, seconds, atMostSeconds = seconds, signal }: Endurance,
): Promise<EnduranceResult> {
  const journal = makeJournal()
  const cleanups: (() => unknown)[] = []
  const failure = new AbortController()
  let lasted = 0
  try {
    const aborted = AbortSignal.any([signal, failure.signal])
    const site = await openSite(database, { journal, cleanups, signal: aborted })
    const users = makeUsers(site, journal, seed)
    for (const user of users) await registerUser(user)
    await grantSome(site.store, users)
    const began = Date.now()
    const isOver = () => {
      const passed = (Date.now() - began) / 1000
      if (aborted.aborted || passed > atMostSeconds) return true
      return passed > seconds && hasEnoughHappened(journal)
    }
    const all = [injectFaults(site, journal, { seed, isOver }), ...users.map((user) => runUser(user, isOver))]
    // Nothing is removed before all users have stopped, whatever fails.
    for (const one of all) one.catch((error: unknown) => failure.abort(error))
    await Promise.allSettled(all)
    aborted.throwIfAborted()
    lasted = Math.round((Date.now() - began) / 1000)
    await Promise.all(users.map(repeatLost))
    for (const user of users.slice(0, NEW_ACCOUNTS)) {
      user.startNewAccount()
      await registerUser(user)
    }
    noteLiveSessions(journal, users)
    for (const supervised of site.processes) {
      const code = await supervised.close()
      if (code !== 0) journal.addDifference(`a server ended with ${code} after all faults had ended`)
    }
    await checkAll(site, journal, await completePendingWork(site, site.store, journal))
  } finally {
    await runCleanups(cleanups)
  }
  return { database, seed, seconds: lasted, journal }
}

/** Runs all cleanups; an error does not skip the others. */
async function runCleanups(cleanups: (() => unknown)[]): Promise<void> {
  const errors: unknown[] = []
  for (const cleanup of cleanups.toReversed()) {
    try {
      await cleanup()
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, 'Some cleanups have failed.')
}

const MAX_TRIES = 10
/** Accounts created after all faults: their sessions must be valid. */
const NEW_ACCOUNTS = 3

async function registerUser(user: SimulatedUser): Promise<void> {
  for (let n = 0; n < MAX_TRIES && user.account.presence !== 'there'; n++) await signUp(user)
}

async function grantSome(db: Db, users: SimulatedUser[]): Promise<void> {
  for (const { account } of users.slice(0, users.length * GRANTED_SHARE)) {
    await grantTokens(db, { email: account.email, tokens: GRANT, note: 'endurance', at: Date.now() })
    account.granted = GRANT
  }
}

function noteLiveSessions(journal: Journal, users: SimulatedUser[]): void {
  for (const { signedIn, isSessionSure, client, account } of users)
    if (signedIn === 'yes' && isSessionSure && client.cookie !== undefined)
      journal.liveSessions.push({ cookie: client.cookie, email: account.email })
}
