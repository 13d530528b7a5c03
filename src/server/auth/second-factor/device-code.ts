import type { Db } from '../../db/schema.ts'
import type { SecretKey } from '../../secret-key.ts'
import { storeChallenge } from './challenges.ts'
import { normalizeCode, readableCode } from './recovery-codes.ts'

/** 40 random bits, valid for an hour and limited per network. */
const LENGTH = 8

/** A keyed hash: the code is too short for a plain one. */
export const deviceCodeHash = (key: SecretKey, accountId: string, code: string): string =>
  key.hash('device-code', `${accountId} ${normalizeCode(code)}`)

/** @returns the code for the email; only its hash is stored */
export async function createDeviceCode(
  db: Db,
  key: SecretKey,
  accountId: string,
  now: number,
): Promise<string> {
  const code = readableCode(LENGTH)
  await storeChallenge(db, deviceCodeHash(key, accountId, code), { purpose: 'device-code', accountId, now })
  return code
}
