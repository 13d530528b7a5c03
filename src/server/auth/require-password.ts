import type { CommonError } from '#api/endpoint.ts'
import type { ErrorParams } from '#api/error-messages.ts'
import { type Account, findAccountById } from './accounts.ts'
import type { PasswordHasher } from './password-hash.ts'
import { passwordConfirmLimits } from './rate-limits.ts'
import { isRecentlyConfirmed } from './sessions.ts'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/schema.ts'
import type { SignedIn } from '../http/routes.ts'
import { refundLimits, requireRateLimit } from '../rate-limit/rate-limit.ts'

type PasswordDependencies = { db: Db; clock: Clock; hasher: PasswordHasher }

type Reject = (code: 'wrong_password' | CommonError, params?: ErrorParams) => never

/** Verifies the password of a signed-in user again. Consumes a limit when it is wrong. */
export async function requirePassword(
  { db, clock, hasher }: PasswordDependencies,
  { accountId, tokenHash }: SignedIn,
  password: string,
  reject: Reject,
): Promise<Account> {
  const limits = passwordConfirmLimits(tokenHash)
  await requireRateLimit(db, limits, clock())
  const account = (await findAccountById(db, accountId)) ?? reject('not_authenticated')
  const matches = await hasher.verify(password, account.passwordHash)
  if (matches !== false) await refundLimits(db, limits)
  if (matches === undefined) return reject('busy')
  return matches ? account : reject('wrong_password')
}

/** Rejects a sensitive request of a user who has not proved recently who they are. */
export function requireRecentConfirmation(
  signedIn: SignedIn,
  now: number,
  reject: (code: 'confirmation_required') => never,
): void {
  if (!isRecentlyConfirmed(signedIn, now)) reject('confirmation_required')
}
