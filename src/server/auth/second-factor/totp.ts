import { Secret, TOTP } from 'otpauth'
import { PRODUCT } from '#product/product.ts'
import { SECOND_MS } from '../../clock.ts'
import type { Db, Transaction } from '../../db/schema.ts'
import { consumeLimits } from '../../rate-limit/rate-limit.ts'
import type { SecretKey } from '../../secret-key.ts'
import { codesAfterResetLimits } from '../rate-limits.ts'

const PERIOD_SECONDS = 30
/** RFC 4226: a secret of the length of the hash, SHA-1, which authenticator apps support. */
const SECRET_BYTES = 20
const CODE = /^\d{6}$/

const plain = (code: string): string => code.replaceAll(/\s/g, '')

/** Whether it has the form of a code of an app: six digits. */
export const looksLikeTotp = (code: string): boolean => CODE.test(plain(code))

/**
 * Wrong codes in a row, wherever they are entered and however slowly, beyond which those of the app are refused until another
 * factor is passed (NIST SP 800-63B-4, 3.2.2, allows 100). Those who do not know the password can use up only a part, so that
 * they cannot keep the owner from signing in.
 */
export const MAX_WRONG_CODES = { withoutPassword: 20, withPassword: 50 }

/** Attempts that a new password by an emailed link allows again, once a day: the mailbox alone must not allow any number. */
export const CODES_AFTER_RESET = 10

/** Codes of the time step before and after are accepted: clocks differ, and typing takes time (RFC 6238, 5.2). */
const WINDOW = 1

const OPTIONS = { issuer: PRODUCT.name.en, algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS }

/** What an authenticator app is given: the secret to type, and its `otpauth:` address to scan. */
export type TotpSetup = { secret: string; uri: string }

/** Starts the set-up of an authenticator app: it counts once a first code has confirmed it. */
export async function startTotp(
  trx: Transaction,
  key: SecretKey,
  { accountId, address, now }: { accountId: string; address: string; now: number },
): Promise<TotpSetup> {
  const secret = new Secret({ size: SECRET_BYTES })
  const pending_secret = key.seal('totp', secret.base32, accountId)
  await trx
    .insertInto('totp')
    .values({
      account_id: accountId,
      secret: null,
      pending_secret,
      last_step: 0,
      created_at: now,
      wrong_codes: 0,
    })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ pending_secret }))
    .execute()
  return { secret: secret.base32, uri: new TOTP({ ...OPTIONS, label: address, secret }).toString() }
}

/** Completes the set-up by a code of the app. @returns whether the code was right */
export async function confirmTotp(
  trx: Transaction,
  key: SecretKey,
  { accountId, code, now }: { accountId: string; code: string; now: number },
): Promise<boolean> {
  const row = await find(trx, accountId)
  const step = matchingStep(key, row?.pending_secret, { accountId, code, now })
  if (step === undefined) return false
  await trx
    .updateTable('totp')
    .set({
      secret: row?.pending_secret ?? null,
      pending_secret: null,
      last_step: step,
      created_at: now,
      wrong_codes: 0,
    })
    .where('account_id', '=', accountId)
    .execute()
  return true
}

/** A code as typed. `mostWrong`: of {@link MAX_WRONG_CODES}. */
export type TypedCode = { accountId: string; code: string; now: number; mostWrong: number }

/**
 * Checks a code of the app, and counts it where it is wrong. Each code is valid once, and none that is older than the last. The
 * caller has locked the account, so that of concurrent calls with one code only one succeeds.
 * @returns `blocked` where too many were wrong
 */
export async function consumeTotp(
  trx: Transaction,
  key: SecretKey,
  { accountId, code, now, mostWrong }: TypedCode,
): Promise<'right' | 'wrong' | 'blocked'> {
  const row = await find(trx, accountId)
  if (row === undefined || row.secret === null || !looksLikeTotp(code)) return 'wrong'
  if (row.wrong_codes >= mostWrong) return 'blocked'
  const step = matchingStep(key, row.secret, { accountId, code, now })
  if (step === undefined || step <= row.last_step) {
    await setWrongCodes(trx, accountId, row.wrong_codes + 1)
    return 'wrong'
  }
  await trx
    .updateTable('totp')
    .set({ last_step: step, wrong_codes: 0 })
    .where('account_id', '=', accountId)
    .execute()
  return 'right'
}

/** Resets the number of consecutive wrong codes, after another factor was verified. */
export const forgetWrongCodes = (db: Db | Transaction, accountId: string): Promise<void> =>
  setWrongCodes(db, accountId, 0)

async function setWrongCodes(db: Db | Transaction, accountId: string, count: number): Promise<void> {
  await db.updateTable('totp').set({ wrong_codes: count }).where('account_id', '=', accountId).execute()
}

/** Allows a few codes where too many were wrong: the password is new, so others do not know it. The caller has locked the account. */
export async function allowCodesAfterReset(trx: Transaction, accountId: string, now: number): Promise<void> {
  const count = MAX_WRONG_CODES.withPassword - CODES_AFTER_RESET
  const row = await find(trx, accountId)
  if (row === undefined || row.wrong_codes <= count) return
  if ((await consumeLimits(trx, codesAfterResetLimits(accountId), now)) !== undefined) return
  await setWrongCodes(trx, accountId, count)
}

/** The time step of a code; undefined where it is none of this secret. */
function matchingStep(
  key: SecretKey,
  sealed: string | null | undefined,
  { accountId, code, now }: { accountId: string; code: string; now: number },
): number | undefined {
  const token = plain(code)
  const secret = sealed ? key.open('totp', sealed, accountId) : undefined
  if (secret === undefined || !CODE.test(token)) return undefined
  const totp = new TOTP({ ...OPTIONS, secret: Secret.fromBase32(secret) })
  const delta = totp.validate({ token, timestamp: now, window: WINDOW })
  return delta === null ? undefined : Math.floor(now / SECOND_MS / PERIOD_SECONDS) + delta
}

const find = (db: Db | Transaction, accountId: string) =>
  db.selectFrom('totp').selectAll().where('account_id', '=', accountId).executeTakeFirst()

/** When the app was set up (Unix ms); undefined where it is not. */
export async function totpSince(db: Db | Transaction, accountId: string): Promise<number | undefined> {
  const row = await find(db, accountId)
  return row !== undefined && row.secret !== null ? row.created_at : undefined
}

/** @returns whether it was set up */
export async function removeTotp(trx: Transaction, accountId: string): Promise<boolean> {
  const removed = await trx
    .deleteFrom('totp')
    .where('account_id', '=', accountId)
    .returning('secret')
    .executeTakeFirst()
  return removed !== undefined && removed.secret !== null
}

/** Number of apps whose secret was encrypted with another key: their codes are refused. */
export async function countUnusableApps(db: Db | Transaction, key: SecretKey): Promise<number> {
  const rows = await db.selectFrom('totp').select(['account_id', 'secret']).execute()
  return rows.filter(
    ({ account_id, secret }) => secret !== null && key.open('totp', secret, account_id) === undefined,
  ).length
}
