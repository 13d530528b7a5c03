import { createHash, randomBytes } from 'node:crypto'
import { DAY_MS, MINUTE_MS } from '../clock.ts'
import type { Db, Transaction } from '../db/schema.ts'

const IDLE_MS = 7 * DAY_MS
export const SESSION_MAX_MS = 30 * DAY_MS
/** The last use is written at most once a minute: most requests only read. */
const TOUCH_EVERY_MS = MINUTE_MS

const TOKEN = /^[A-Za-z0-9_-]{43}$/

/** Who calls, and the balance at that moment. */
export type SignedIn = { accountId: string; email: string; balance: number; tokenHash: string }

/** Starts a session and returns its token, which is nowhere stored. */
export async function startSession(db: Db | Transaction, accountId: string, at: number): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db
    .insertInto('session')
    .values({ token_hash: hashOf(token), account_id: accountId, created_at: at, last_used_at: at })
    .execute()
  return token
}

/** Who holds the token, when its session is still good at `now`. */
export async function findSignedIn(
  db: Db,
  token: string | undefined,
  now: number,
): Promise<SignedIn | undefined> {
  if (token === undefined || !TOKEN.test(token)) return undefined
  const tokenHash = hashOf(token)
  const row = await db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .select(['account.id', 'account.email', 'account.balance', 'session.last_used_at'])
    .where('session.token_hash', '=', tokenHash)
    .where('session.last_used_at', '>', now - IDLE_MS)
    .where('session.created_at', '>', now - SESSION_MAX_MS)
    .executeTakeFirst()
  if (row === undefined) return undefined
  if (row.last_used_at <= now - TOUCH_EVERY_MS) await touch(db, tokenHash, now)
  return { accountId: row.id, email: row.email, balance: row.balance, tokenHash }
}

async function touch(db: Db, tokenHash: string, now: number): Promise<void> {
  await db.updateTable('session').set({ last_used_at: now }).where('token_hash', '=', tokenHash).execute()
}

export async function endSession(db: Db | Transaction, tokenHash: string): Promise<void> {
  await db.deleteFrom('session').where('token_hash', '=', tokenHash).execute()
}

export async function deleteExpiredSessions(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('session')
    .where((or) =>
      or.or([or('last_used_at', '<=', now - IDLE_MS), or('created_at', '<=', now - SESSION_MAX_MS)]),
    )
    .execute()
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url')
