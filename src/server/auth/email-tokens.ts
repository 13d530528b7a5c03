import { HOUR_MS } from '../clock.ts'
import type { Db, Schema, Transaction } from '../db/schema.ts'
import { findSecretHash, sha256, makeSecret } from './secrets.ts'

export type EmailTokenPurpose = Schema['email_link']['purpose']

/** How long a link is good, from when its letter was made. */
export const EMAIL_TOKEN_MAX_AGE_MS = { reset: HOUR_MS, verify: 24 * HOUR_MS } satisfies Record<
  EmailTokenPurpose,
  number
>

/** @returns the secret for the address of the link, which is nowhere stored */
export async function createEmailToken(
  db: Db,
  accountId: string,
  purpose: EmailTokenPurpose,
  now: number,
): Promise<string> {
  const secret = makeSecret()
  const link = { token_hash: sha256(secret), account_id: accountId, purpose }
  await db
    .insertInto('email_link')
    .values({ ...link, expires_at: now + EMAIL_TOKEN_MAX_AGE_MS[purpose] })
    .execute()
  return secret
}

/** The id of the account whose link it is, when it is still good. */
export async function findTokenAccount(
  db: Db | Transaction,
  secret: string,
  purpose: EmailTokenPurpose,
  now: number,
): Promise<string | undefined> {
  const tokenHash = findSecretHash(secret)
  if (tokenHash === undefined) return undefined
  const row = await db
    .selectFrom('email_link')
    .select('account_id')
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row?.account_id
}

/**
 * Uses up a link that sets a password. One statement, so that of two calls with the same link one gets it.
 * @returns whether it was still good
 */
export async function consumeResetToken(trx: Transaction, secret: string, now: number): Promise<boolean> {
  const tokenHash = findSecretHash(secret)
  if (tokenHash === undefined) return false
  const taken = await trx
    .deleteFrom('email_link')
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', 'reset')
    .where('expires_at', '>', now)
    .returning('token_hash')
    .executeTakeFirst()
  return taken !== undefined
}

/** Other links that set a password end with the old one. */
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
