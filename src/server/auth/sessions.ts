import { DAY_MS, MINUTE_MS, isoTime } from '../clock.ts'
import type { AccountSession } from '#api/account.ts'
import type { Db, Transaction } from '../db/schema.ts'
import { isUnavailable } from '../db/errors.ts'
import { findSecretHash, hashOf, makeSecret } from './secrets.ts'
import type { SignedIn } from '../http/routes.ts'

const IDLE_MS = 7 * DAY_MS
export const SESSION_MAX_MS = 30 * DAY_MS
/** The last use is written at most once a minute: most requests only read. */
const TOUCH_EVERY_MS = MINUTE_MS
/** One more ends the one that was not used for longest. */
export const MAX_SESSIONS = 50

type NewSession = { accountId: string; device: string; at: number }

/** Starts a session and returns its token, which is nowhere stored. */
export async function startSession(
  db: Db | Transaction,
  { accountId, device, at }: NewSession,
): Promise<string> {
  const token = makeSecret()
  const tokenHash = hashOf(token)
  await db
    .insertInto('session')
    .values({
      token_hash: tokenHash,
      account_id: accountId,
      device,
      created_at: at,
      last_used_at: at,
    })
    .execute()
  await endSurplus(db, accountId, tokenHash)
  return token
}

/** The new one stays, whatever the clock says. */
async function endSurplus(db: Db | Transaction, accountId: string, newHash: string): Promise<void> {
  const kept = db
    .selectFrom('session')
    .select('token_hash')
    .where('account_id', '=', accountId)
    .where('token_hash', '!=', newHash)
    .orderBy('last_used_at', 'desc')
    .orderBy('created_at', 'desc')
    .limit(MAX_SESSIONS - 1)
  await db
    .deleteFrom('session')
    .where('account_id', '=', accountId)
    .where('token_hash', '!=', newHash)
    .where('token_hash', 'not in', kept)
    .execute()
}

/** Who holds the token, when its session is still good at `now`. */
export async function findSignedIn(
  db: Db,
  token: string | undefined,
  now: number,
): Promise<SignedIn | undefined> {
  const tokenHash = findSecretHash(token)
  if (tokenHash === undefined) return undefined
  const row = await db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .select(['account.id', 'account.address', 'account.balance', 'session.last_used_at'])
    .where('session.token_hash', '=', tokenHash)
    .where('session.last_used_at', '>', now - IDLE_MS)
    .where('session.created_at', '>', now - SESSION_MAX_MS)
    .executeTakeFirst()
  if (row === undefined) return undefined
  if (row.last_used_at <= now - TOUCH_EVERY_MS) await touch(db, tokenHash, now)
  return { accountId: row.id, email: row.address, balance: row.balance, tokenHash }
}

/** Where nothing can be written for the moment, what only reads goes on: the next request notes it. */
async function touch(db: Db, tokenHash: string, now: number): Promise<void> {
  try {
    await db.updateTable('session').set({ last_used_at: now }).where('token_hash', '=', tokenHash).execute()
  } catch (error) {
    if (!isUnavailable(error)) throw error
  }
}

/** A session's name for others: it tells nothing of its token. */
const idOf = (tokenHash: string): string => hashOf(`session ${tokenHash}`).slice(0, 22)

/** The sessions of the caller's account that are good at `now`, the last used first. */
export async function listSessions(db: Db, signedIn: SignedIn, now: number): Promise<AccountSession[]> {
  const rows = await db
    .selectFrom('session')
    .select(['token_hash', 'device', 'created_at', 'last_used_at'])
    .where('account_id', '=', signedIn.accountId)
    .where('last_used_at', '>', now - IDLE_MS)
    .where('created_at', '>', now - SESSION_MAX_MS)
    .orderBy('last_used_at', 'desc')
    .orderBy('created_at', 'desc')
    .execute()
  return rows.map((row) => ({
    id: idOf(row.token_hash),
    device: row.device,
    createdAt: isoTime(row.created_at),
    lastUsedAt: isoTime(row.last_used_at),
    isCurrent: row.token_hash === signedIn.tokenHash,
  }))
}

export async function endSession(db: Db | Transaction, tokenHash: string): Promise<void> {
  await db.deleteFrom('session').where('token_hash', '=', tokenHash).execute()
}

/** @returns whether the account had such a session */
export async function endSessionOf(trx: Transaction, accountId: string, id: string): Promise<boolean> {
  const rows = await trx
    .selectFrom('session')
    .select('token_hash')
    .where('account_id', '=', accountId)
    .execute()
  const found = rows.find(({ token_hash }) => idOf(token_hash) === id)
  if (found === undefined) return false
  await endSession(trx, found.token_hash)
  return true
}

/** @returns how many there were */
export async function endSessions(trx: Transaction, accountId: string): Promise<number> {
  const ended = await trx.deleteFrom('session').where('account_id', '=', accountId).executeTakeFirst()
  return Number(ended.numDeletedRows)
}

/**
 * Of everybody.
 * @returns how many there were
 */
export async function endEverySession(db: Db): Promise<number> {
  const ended = await db.deleteFrom('session').executeTakeFirst()
  return Number(ended.numDeletedRows)
}

/** How many sessions an account has, and when one was last used. */
export async function countSessions(
  db: Db,
  accountId: string,
): Promise<{ sessions: number; lastUsedAt: string | null }> {
  const { sessions, last } = await db
    .selectFrom('session')
    .select(({ fn }) => [fn.countAll<number>().as('sessions'), fn.max('last_used_at').as('last')])
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return { sessions, lastUsedAt: last === null ? null : isoTime(last) }
}

export async function deleteExpiredSessions(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('session')
    .where((or) =>
      or.or([or('last_used_at', '<=', now - IDLE_MS), or('created_at', '<=', now - SESSION_MAX_MS)]),
    )
    .execute()
}
