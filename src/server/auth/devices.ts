import { DAY_MS, isoTime } from '../clock.ts'
import type { Db, Transaction } from '../db/schema.ts'
import { findSecretHash, sha256, makeSecret } from './secrets.ts'

/** Since the last sign-in. Browsers limit cookies to 400 days. */
export const DEVICE_MAX_AGE_MS = 365 * DAY_MS

/** Per account; above it the least recently used is forgotten. Clients without cookies add one with each sign-in. */
export const MAX_DEVICES = 50

/** A device on which the user has signed in before. It has a login limit of its own (OWASP: device cookies). */
export type KnownDevice = {
  hash: string
  /** Whether a second factor was passed on it: it is not asked again. */
  passedSecondFactor: boolean
}

/** The device with this secret, where it is known for the account. */
export async function findKnownDevice(
  db: Db | Transaction,
  accountId: string,
  secret: string | undefined,
  now: number,
): Promise<KnownDevice | undefined> {
  const tokenHash = findSecretHash(secret)
  if (tokenHash === undefined) return undefined
  const device = await db
    .selectFrom('known_device')
    .select(['token_hash', 'passed_second_factor'])
    .where('token_hash', '=', tokenHash)
    .where('account_id', '=', accountId)
    .where('used_at', '>', now - DEVICE_MAX_AGE_MS)
    .executeTakeFirst()
  return device && { hash: device.token_hash, passedSecondFactor: device.passed_second_factor === 1 }
}

/** @returns the secret for the cookie, new with each sign-in: a secret set by an attacker is never adopted */
export async function rememberDevice(
  trx: Transaction,
  accountId: string,
  { passedSecondFactor, now }: { passedSecondFactor: boolean; now: number },
): Promise<string> {
  const secret = makeSecret()
  await trx
    .insertInto('known_device')
    .values({
      token_hash: sha256(secret),
      account_id: accountId,
      used_at: now,
      passed_second_factor: passedSecondFactor ? 1 : 0,
    })
    .execute()
  await forgetOldestDevices(trx, accountId)
  return secret
}

async function forgetOldestDevices(trx: Transaction, accountId: string): Promise<void> {
  const newest = trx
    .selectFrom('known_device')
    .select('token_hash')
    .where('account_id', '=', accountId)
    .orderBy('used_at', 'desc')
    .orderBy('token_hash')
    .limit(MAX_DEVICES)
  await trx
    .deleteFrom('known_device')
    .where('account_id', '=', accountId)
    .where('token_hash', 'not in', newest)
    .execute()
}

export async function forgetDevice(trx: Db | Transaction, tokenHash: string): Promise<void> {
  await trx.deleteFrom('known_device').where('token_hash', '=', tokenHash).execute()
}

/** Asks for the second factor on every device again. */
export async function requireSecondFactorAgain(trx: Transaction, accountId: string): Promise<void> {
  await trx
    .updateTable('known_device')
    .set({ passed_second_factor: 0 })
    .where('account_id', '=', accountId)
    .execute()
}

/** Notes that a second factor was passed on this device. */
export async function trustDevice(trx: Transaction, tokenHash: string): Promise<void> {
  await trx
    .updateTable('known_device')
    .set({ passed_second_factor: 1 })
    .where('token_hash', '=', tokenHash)
    .execute()
}

/** @param kept hash of the device that stays known */
export async function forgetOtherDevices(
  trx: Transaction,
  accountId: string,
  kept: string | undefined,
): Promise<void> {
  await trx
    .deleteFrom('known_device')
    .where('account_id', '=', accountId)
    .where('token_hash', '!=', kept ?? '')
    .execute()
}

export async function forgetDevices(trx: Transaction, accountId: string): Promise<void> {
  await trx.deleteFrom('known_device').where('account_id', '=', accountId).execute()
}

export async function forgetAllDevices(trx: Transaction): Promise<void> {
  await trx.deleteFrom('known_device').execute()
}

/** Last sign-in on each known device, newest first. */
export async function listDevices(db: Db, accountId: string): Promise<{ usedAt: string }[]> {
  const rows = await db
    .selectFrom('known_device')
    .select('used_at')
    .where('account_id', '=', accountId)
    .orderBy('used_at', 'desc')
    .execute()
  return rows.map(({ used_at }) => ({ usedAt: isoTime(used_at) }))
}

export async function deleteOldDevices(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('known_device')
    .where('used_at', '<=', now - DEVICE_MAX_AGE_MS)
    .execute()
}
