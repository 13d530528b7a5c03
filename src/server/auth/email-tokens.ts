import { CLOCK_SKEW_MS, DAY_MS, HOUR_MS } from '../clock.ts'
import type { Db, Schema, Transaction } from '../db/schema.ts'
import { findSecretHash, sha256, makeSecret } from './secrets.ts'

export type EmailTokenPurpose = Schema['email_link']['purpose']

export const EMAIL_TOKEN_MAX_AGE_MS: Record<EmailTokenPurpose, number> = { reset: HOUR_MS, verify: DAY_MS }

/** A later expiry was stored before the clock was set back: the link would be valid for longer than it says. */
const latestExpiry = (purpose: EmailTokenPurpose, now: number): number =>
  now + EMAIL_TOKEN_MAX_AGE_MS[purpose] + CLOCK_SKEW_MS

/** @returns the token for the link; only its hash is stored */
export async function createEmailToken(
  db: Db,
  accountId: string,
  purpose: EmailTokenPurpose,
  now: number,
): Promise<string> {
  const token = makeSecret()
  const expiresAt = now + EMAIL_TOKEN_MAX_AGE_MS[purpose]
  await db
    .insertInto('email_link')
    .values({ token_hash: sha256(token), account_id: accountId, purpose, expires_at: expiresAt })
    .execute()
  return token
}

/** Returns the account id of a valid token. */
export async function findTokenAccount(
  db: Db | Transaction,
  token: string,
  purpose: EmailTokenPurpose,
  now: number,
): Promise<string | undefined> {
  const tokenHash = findSecretHash(token)
  if (tokenHash === undefined) return undefined
  const row = await db
    .selectFrom('email_link')
    .select('account_id')
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .where('expires_at', '<=', latestExpiry(purpose, now))
    .executeTakeFirst()
  return row?.account_id
}

/**
 * Deletes a reset token. One atomic statement: of concurrent calls with one token only one succeeds.
 * @returns whether it was valid
 */
export async function consumeResetToken(trx: Transaction, token: string, now: number): Promise<boolean> {
  const tokenHash = findSecretHash(token)
  if (tokenHash === undefined) return false
  const consumed = await trx
    .deleteFrom('email_link')
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', 'reset')
    .where('expires_at', '>', now)
    .where('expires_at', '<=', latestExpiry('reset', now))
    .returning('token_hash')
    .executeTakeFirst()
  return consumed !== undefined
}

export async function deleteResetTokens(trx: Transaction, accountId: string): Promise<void> {
  await trx
    .deleteFrom('email_link')
    .where('account_id', '=', accountId)
    .where('purpose', '=', 'reset')
    .execute()
}

export async function deleteExpiredEmailTokens(db: Db, now: number): Promise<void> {
  await db.deleteFrom('email_link').where('expires_at', '<=', now).execute()
}
