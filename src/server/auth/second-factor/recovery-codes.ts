import { randomInt } from 'node:crypto'
import type { Db, Transaction } from '../../db/schema.ts'
import { sha256 } from '../secrets.ts'

const CODES = 10
/** Letters and digits that are not mistaken for each other (Crockford's base 32). */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** 120 bits: more than the 112 above which a fast hash is sufficient (ASVS 6.5.2). */
const LENGTH = 24
const GROUP = /.{4}(?=.)/g

/** Random text in groups of four, without letters that are mistaken for digits. */
export const readableCode = (length: number): string =>
  Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)])
    .join('')
    .replace(GROUP, '$&-')

/** A code as it was created, from one that was typed: in any case, with or without separators, O for 0 and I or L for 1. */
export const normalizeCode = (typed: string): string =>
  typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')

/** Replaces the recovery codes of an account. @returns the new ones; only their hashes are stored */
export async function createRecoveryCodes(trx: Transaction, accountId: string): Promise<string[]> {
  await deleteRecoveryCodes(trx, accountId)
  const codes = Array.from({ length: CODES }, () => readableCode(LENGTH))
  await trx
    .insertInto('recovery_code')
    .values(codes.map((code) => ({ code_hash: sha256(normalizeCode(code)), account_id: accountId })))
    .execute()
  return codes
}

/** Whether it is a valid code of the account, which stays valid. */
export async function hasRecoveryCode(db: Db, accountId: string, typed: string): Promise<boolean> {
  const row = await db
    .selectFrom('recovery_code')
    .select('code_hash')
    .where('code_hash', '=', sha256(normalizeCode(typed)))
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row !== undefined
}

/** Uses up a code. One atomic statement: of concurrent calls with one code only one succeeds. */
export async function consumeRecoveryCode(
  db: Db | Transaction,
  accountId: string,
  typed: string,
): Promise<boolean> {
  const code = normalizeCode(typed)
  if (code.length !== LENGTH) return false
  const used = await db
    .deleteFrom('recovery_code')
    .where('code_hash', '=', sha256(code))
    .where('account_id', '=', accountId)
    .returning('code_hash')
    .executeTakeFirst()
  return used !== undefined
}

export async function countRecoveryCodes(db: Db | Transaction, accountId: string): Promise<number> {
  const { codes } = await db
    .selectFrom('recovery_code')
    .select(({ fn }) => fn.countAll<number>().as('codes'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return codes
}

export async function deleteRecoveryCodes(trx: Transaction, accountId: string): Promise<void> {
  await trx.deleteFrom('recovery_code').where('account_id', '=', accountId).execute()
}
