import { CLOCK_SKEW_MS, HOUR_MS, MINUTE_MS } from '../../clock.ts'
import type { Db, Schema, Transaction } from '../../db/schema.ts'
import { findSecretHash, makeSecret, sha256 } from '../secrets.ts'

type Purpose = Schema['auth_challenge']['purpose']

const MAX_AGE_MS: Record<Purpose, number> = {
  // Browsers give up after five minutes as well (the default of `timeout`).
  passkey: 5 * MINUTE_MS,
  'new-passkey': 5 * MINUTE_MS,
  'second-factor': 10 * MINUTE_MS,
  // Twice the window of the limit on such emails: while none is sent, one that was sent is valid.
  'device-code': HOUR_MS,
}

/** A later expiry was stored before the clock was set back. */
const latestExpiry = (purpose: Purpose, now: number): number => now + MAX_AGE_MS[purpose] + CLOCK_SKEW_MS

/** Of each purpose. Above it the oldest ends: a flood has to be renewed within the seconds that a sign-in takes. */
export const MAX_CHALLENGES = { ofAccount: 50, withoutAccount: 10_000 }

type NewChallenge = { purpose: Purpose; accountId?: string; now: number }

/** @returns the secret; only its hash is stored */
export async function createChallenge(
  db: Db | Transaction,
  { purpose, accountId, now }: NewChallenge,
): Promise<string> {
  const secret = makeSecret()
  await storeChallenge(db, sha256(secret), { purpose, ...(accountId !== undefined && { accountId }), now })
  return secret
}

export async function storeChallenge(
  db: Db | Transaction,
  hash: string,
  { purpose, accountId, now }: NewChallenge,
): Promise<void> {
  const expires_at = now + MAX_AGE_MS[purpose]
  await db
    .insertInto('auth_challenge')
    .values({ hash, purpose, account_id: accountId ?? null, expires_at })
    .execute()
  await endOldest(db, hash, { purpose, ...(accountId !== undefined && { accountId }), now })
}

async function endOldest(
  db: Db | Transaction,
  newHash: string,
  { purpose, accountId, now }: NewChallenge,
): Promise<void> {
  const owner = accountId ?? null
  const latest = latestExpiry(purpose, now)
  const oldestKept = db
    .selectFrom('auth_challenge')
    .select('expires_at')
    .where('purpose', '=', purpose)
    .where('account_id', owner === null ? 'is' : '=', owner)
    .where('expires_at', '<=', latest)
    .orderBy('expires_at', 'desc')
    .limit(1)
    .offset((owner === null ? MAX_CHALLENGES.withoutAccount : MAX_CHALLENGES.ofAccount) - 1)
  await db
    .deleteFrom('auth_challenge')
    .where('purpose', '=', purpose)
    .where('account_id', owner === null ? 'is' : '=', owner)
    .where('hash', '!=', newHash)
    .where((or) => or.or([or('expires_at', '<', oldestKept), or('expires_at', '>', latest)]))
    .execute()
}

type Found = { accountId: string | null }

/** The challenge with this secret, which stays valid. */
export async function findChallenge(
  db: Db | Transaction,
  secret: string,
  purpose: Purpose,
  now: number,
): Promise<Found | undefined> {
  const hash = findSecretHash(secret)
  return hash === undefined ? undefined : findChallengeByHash(db, hash, purpose, now)
}

/** As {@link findChallenge}, by the hash of the secret. */
export async function findChallengeByHash(
  db: Db | Transaction,
  hash: string,
  purpose: Purpose,
  now: number,
): Promise<Found | undefined> {
  const row = await db
    .selectFrom('auth_challenge')
    .select('account_id')
    .where('hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .where('expires_at', '<=', latestExpiry(purpose, now))
    .executeTakeFirst()
  return row && { accountId: row.account_id }
}

/** Deletes the challenge with this secret. One atomic statement: of concurrent calls only one gets it. */
export async function takeChallenge(
  db: Db | Transaction,
  secret: string,
  purpose: Purpose,
  now: number,
): Promise<Found | undefined> {
  const hash = findSecretHash(secret)
  return hash === undefined ? undefined : takeChallengeByHash(db, hash, purpose, now)
}

export async function takeChallengeByHash(
  db: Db | Transaction,
  hash: string,
  purpose: Purpose,
  now: number,
): Promise<Found | undefined> {
  const row = await db
    .deleteFrom('auth_challenge')
    .where('hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .where('expires_at', '<=', latestExpiry(purpose, now))
    .returning('account_id')
    .executeTakeFirst()
  return row && { accountId: row.account_id }
}

export async function deleteExpiredChallenges(db: Db, now: number): Promise<void> {
  await db.deleteFrom('auth_challenge').where('expires_at', '<=', now).execute()
}

/** Ends the begun sign-ins of an account, whose password has changed, and its other challenges. */
export async function deleteChallenges(trx: Transaction, accountId: string): Promise<void> {
  await trx.deleteFrom('auth_challenge').where('account_id', '=', accountId).execute()
}

export async function deleteAllChallenges(trx: Transaction): Promise<void> {
  await trx.deleteFrom('auth_challenge').execute()
}
