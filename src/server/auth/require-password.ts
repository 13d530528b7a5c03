import type { CommonError } from '#api/endpoint.ts'
import type { ErrorParams } from '#api/error-messages.ts'
import { type Account, findAccountById, lockAccount } from './accounts.ts'
import type { PasswordHasher } from './password-hash.ts'
import { passwordConfirmLimits, rightPasswordLimits } from './rate-limits.ts'
import { findConfirmedAt, isRecentlyConfirmed } from './sessions.ts'
import type { Clock } from '../clock.ts'
import type { Db, Transaction } from '../db/schema.ts'
import type { SignedIn } from '../http/routes.ts'
import { refundLimits, requireRateLimit } from '../rate-limit/rate-limit.ts'

type PasswordDependencies = { db: Db; clock: Clock; hasher: PasswordHasher }

type Requester = { signedIn: SignedIn; ip: string }

type Reject = (code: 'wrong_password' | CommonError, params?: ErrorParams) => never

/** Verifies the password of a signed-in user again. Consumes a limit when it is wrong. */
export async function requirePassword(
  { db, clock, hasher }: PasswordDependencies,
  { signedIn: { accountId, tokenHash }, ip }: Requester,
  password: string,
  reject: Reject,
): Promise<Account> {
  if (hasher.isFullFor(ip)) reject('busy')
  const ofWrong = passwordConfirmLimits(tokenHash)
  const ofRight = rightPasswordLimits(accountId, ip)
  await requireRateLimit(db, [...ofWrong, ...ofRight], clock())
  const account = (await findAccountById(db, accountId)) ?? reject('not_authenticated')
  const matches = await hasher.verify(password, account.passwordHash, {
    ip,
    account: accountId,
    isKnown: true,
  })
  await refundLimits(db, [...(matches === false ? [] : ofWrong), ...(matches === true ? [] : ofRight)])
  if (matches === undefined) return reject('busy')
  return matches ? account : reject('wrong_password')
}

/** Rejects a sensitive request of a user who has not proved recently who they are. */
export function requireRecentConfirmation(
  signedIn: Pick<SignedIn, 'confirmedAt'>,
  now: number,
  reject: (code: 'confirmation_required') => never,
): void {
  if (!isRecentlyConfirmed(signedIn, now)) reject('confirmation_required')
}

/**
 * Rejects a request to add a second factor to an account whose address is not confirmed. Otherwise a person who registers the
 * address of somebody else could lock its owner out.
 */
export async function requireConfirmedAddress(
  db: Db | Transaction,
  { accountId }: SignedIn,
  reject: (code: 'email_unconfirmed' | 'not_authenticated') => never,
): Promise<void> {
  const account = (await findAccountById(db, accountId)) ?? reject('not_authenticated')
  if (!account.isVerified) reject('email_unconfirmed')
}

/** Locks the account of a session, and rejects as {@link requireRecentConfirmation} by what is stored then. */
export async function lockConfirmed(
  trx: Transaction,
  { accountId, tokenHash }: SignedIn,
  now: number,
  reject: (code: 'confirmation_required' | 'not_authenticated') => never,
): Promise<void> {
  await lockAccount(trx, accountId)
  const confirmedAt = await findConfirmedAt(trx, tokenHash)
  if (confirmedAt === undefined) return reject('not_authenticated')
  requireRecentConfirmation({ confirmedAt }, now, reject)
}
