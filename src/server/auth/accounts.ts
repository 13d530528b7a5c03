import { randomUUIDv7 } from 'node:crypto'
import type { Db, Transaction } from '../db/schema.ts'
import type { SecretKey } from '../secret-key.ts'
import { settleFreeTokens } from '../tokens/free-tokens.ts'
import type { Email } from './email.ts'

export type Account = {
  id: string
  email: string
  address: string
  passwordHash: string
  balance: number
  isVerified: boolean
  freeTokens: 'given' | 'pending' | 'refused'
  createdAt: number
}

/** Finds an account by its normalised email, {@link Email.key}. */
export const findAccount = (db: Db | Transaction, email: string): Promise<Account | undefined> =>
  findBy(db, 'email', email)

export const findAccountById = (db: Db | Transaction, id: string): Promise<Account | undefined> =>
  findBy(db, 'id', id)

async function findBy(db: Db | Transaction, by: 'email' | 'id', value: string): Promise<Account | undefined> {
  const row = await db.selectFrom('account').selectAll().where(by, '=', value).executeTakeFirst()
  return (
    row && {
      id: row.id,
      email: row.email,
      address: row.address,
      passwordHash: row.password_hash,
      balance: row.balance,
      isVerified: row.verified_at !== null,
      freeTokens: row.free_tokens ?? 'given',
      createdAt: row.created_at,
    }
  )
}

type NewAccount = { email: Email; passwordHash: string; at: number }

/** Creates an account, which waits for its free tokens. Undefined when the address has an account. */
export async function createAccount(
  trx: Transaction,
  { email, passwordHash, at }: NewAccount,
): Promise<{ id: string } | undefined> {
  return trx
    .insertInto('account')
    .values({
      id: randomUUIDv7(),
      email: email.key,
      address: email.address,
      password_hash: passwordHash,
      balance: 0,
      entries: 0,
      free_tokens: 'pending',
      created_at: at,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
}

/**
 * Locks the account row until the transaction ends: no other transaction can delete it or change its password. Transactions
 * that write several tables of an account must lock it first, which prevents deadlocks.
 * @returns false when there is no such account
 */
export const lockAccount = async (trx: Transaction, accountId: string): Promise<boolean> =>
  (await lockRow(trx, accountId).executeTakeFirst()) !== undefined

/** As {@link lockAccount}; false also when the password has changed since `passwordHash` was read and verified. */
export const lockAccountWithPassword = async (
  trx: Transaction,
  { id, passwordHash }: Pick<Account, 'id' | 'passwordHash'>,
): Promise<boolean> =>
  (await lockRow(trx, id).where('password_hash', '=', passwordHash).executeTakeFirst()) !== undefined

/** An UPDATE that changes nothing: SQLite has no `select ... for update`. */
const lockRow = (trx: Transaction, accountId: string) =>
  trx
    .updateTable('account')
    .set((e) => ({ password_hash: e.ref('password_hash') }))
    .where('id', '=', accountId)
    .returning('id')

export async function setPassword(trx: Transaction, accountId: string, passwordHash: string): Promise<void> {
  await trx.updateTable('account').set({ password_hash: passwordHash }).where('id', '=', accountId).execute()
}

/**
 * Notes that the address is confirmed, at the first time only, and gives the free tokens that have waited for it. The caller has
 * locked the account.
 * @returns how many
 */
export async function confirmAddress(
  trx: Transaction,
  key: SecretKey,
  accountId: string,
  at: number,
): Promise<number> {
  const confirmed = await trx
    .updateTable('account')
    .set({ verified_at: at })
    .where('id', '=', accountId)
    .where('verified_at', 'is', null)
    .returning('email')
    .executeTakeFirst()
  if (confirmed === undefined) return 0
  return settleFreeTokens(trx, key, { accountId, email: confirmed.email, at })
}
