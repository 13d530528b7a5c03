import { CLOCK_SKEW_MS, DAY_MS, MINUTE_MS, isoTime } from '../clock.ts'
import type { AccountSession } from '#api/account.ts'
import type { Db, Transaction } from '../db/schema.ts'
import { isUnavailable } from '../db/errors.ts'
import { findSecretHash, sha256, makeSecret } from './secrets.ts'
import type { SignedIn } from '../http/routes.ts'

const SESSION_MAX_IDLE_MS = 7 * DAY_MS
export const SESSION_MAX_AGE_MS = 30 * DAY_MS
/** Minimum time between writes of `last_used_at`. */
const TOUCH_INTERVAL_MS = MINUTE_MS
/** Per account; above it the least recently used session ends. */
export const MAX_SESSIONS = 50

type NewSession = {
  accountId: string
  device: string
  /** When the user last proved who they are, with every factor that the account has; null where they have not. */
  confirmedAt: number | null
  at: number
}

/** Starts a session. @returns its token; only the hash is stored */
export async function startSession(
  db: Db | Transaction,
  { accountId, device, confirmedAt, at }: NewSession,
): Promise<string> {
  const token = makeSecret()
  const tokenHash = sha256(token)
  await db
    .insertInto('session')
    .values({
      token_hash: tokenHash,
      account_id: accountId,
      device,
      created_at: at,
      last_used_at: at,
      confirmed_at: confirmedAt,
    })
    .execute()
  await endOldestSessions(db, accountId, tokenHash)
  return token
}

/** Keeps the new session even if the clock was set back. */
async function endOldestSessions(db: Db | Transaction, accountId: string, newHash: string): Promise<void> {
  const newest = db
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
    .where('token_hash', 'not in', newest)
    .execute()
}

/** Returns the user of a session that is valid at `now`. Updates its last use. */
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
    .select(['account.id', 'account.address', 'account.balance'])
    .select(['session.last_used_at', 'session.confirmed_at'])
    .where('session.token_hash', '=', tokenHash)
    .where('session.last_used_at', '>', now - SESSION_MAX_IDLE_MS)
    .where('session.created_at', '>', now - SESSION_MAX_AGE_MS)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const isStale = row.last_used_at <= now - TOUCH_INTERVAL_MS || row.last_used_at > now + CLOCK_SKEW_MS
  if (isStale) await touch(db, tokenHash, now)
  const { id, address, balance, confirmed_at } = row
  return { accountId: id, email: address, balance, tokenHash, confirmedAt: confirmed_at }
}

/** Ignores an unavailable database: requests that only read still work, and the next one updates it. */
async function touch(db: Db, tokenHash: string, now: number): Promise<void> {
  try {
    await db.updateTable('session').set({ last_used_at: now }).where('token_hash', '=', tokenHash).execute()
  } catch (error) {
    if (!isUnavailable(error)) throw error
  }
}

/** How long a sensitive change needs no further proof of who is signed in. */
export const CONFIRMATION_MS = 15 * MINUTE_MS

/** Whether the user of the session has proved who they are recently. A time in the future is that of a clock set back since. */
export const isRecentlyConfirmed = ({ confirmedAt }: Pick<SignedIn, 'confirmedAt'>, now: number): boolean =>
  confirmedAt !== null && Math.abs(now - confirmedAt) < CONFIRMATION_MS

/**
 * When the user of the session has last proved who they are; undefined when it has ended. Read again within a transaction that
 * has locked the account: a second factor may have been added since the request began.
 */
export async function findConfirmedAt(
  trx: Transaction,
  tokenHash: string,
): Promise<number | null | undefined> {
  const row = await trx
    .selectFrom('session')
    .select('confirmed_at')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return row?.confirmed_at
}

/** @returns false when the session has ended */
export async function confirmSession(db: Db | Transaction, tokenHash: string, now: number): Promise<boolean> {
  const confirmed = await db
    .updateTable('session')
    .set({ confirmed_at: now })
    .where('token_hash', '=', tokenHash)
    .returning('token_hash')
    .executeTakeFirst()
  return confirmed !== undefined
}

/** The other sessions of the account have to prove who is signed in again: it has another factor now. */
export async function unconfirmOtherSessions(
  trx: Transaction,
  { accountId, tokenHash }: SignedIn,
): Promise<void> {
  await trx
    .updateTable('session')
    .set({ confirmed_at: null })
    .where('account_id', '=', accountId)
    .where('token_hash', '!=', tokenHash)
    .execute()
}

/** Id of a session in the API; does not reveal the token hash. */
const publicId = (tokenHash: string): string => sha256(`session ${tokenHash}`).slice(0, 22)

/** The user's sessions that are valid at `now`, last used first. */
export async function listSessions(db: Db, signedIn: SignedIn, now: number): Promise<AccountSession[]> {
  const rows = await db
    .selectFrom('session')
    .select(['token_hash', 'device', 'created_at', 'last_used_at'])
    .where('account_id', '=', signedIn.accountId)
    .where('last_used_at', '>', now - SESSION_MAX_IDLE_MS)
    .where('created_at', '>', now - SESSION_MAX_AGE_MS)
    .orderBy('last_used_at', 'desc')
    .orderBy('created_at', 'desc')
    .execute()
  return rows.map((row) => ({
    id: publicId(row.token_hash),
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
export async function endSessionById(trx: Transaction, accountId: string, id: string): Promise<boolean> {
  const rows = await trx
    .selectFrom('session')
    .select('token_hash')
    .where('account_id', '=', accountId)
    .execute()
  const found = rows.find(({ token_hash }) => publicId(token_hash) === id)
  if (found === undefined) return false
  await endSession(trx, found.token_hash)
  return true
}

/** @returns the number of sessions */
export async function endSessions(trx: Transaction, accountId: string): Promise<number> {
  const ended = await trx.deleteFrom('session').where('account_id', '=', accountId).executeTakeFirst()
  return Number(ended.numDeletedRows)
}

/**
 * Ends the sessions of all accounts.
 * @returns their number
 */
export async function endAllSessions(trx: Transaction): Promise<number> {
  const ended = await trx.deleteFrom('session').executeTakeFirst()
  return Number(ended.numDeletedRows)
}

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
      or.or([
        or('last_used_at', '<=', now - SESSION_MAX_IDLE_MS),
        or('created_at', '<=', now - SESSION_MAX_AGE_MS),
      ]),
    )
    .execute()
}
