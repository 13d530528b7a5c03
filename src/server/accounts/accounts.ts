import { randomUUIDv7 } from 'node:crypto'
import { SIGNUP_TOKENS } from '#domain/limits.ts'
import type { Db, Transaction } from '../db/schema.ts'
import { book } from '../tokens/ledger.ts'

export type Account = { id: string; email: string; passwordHash: string; balance: number }

export async function findAccount(db: Db, email: string): Promise<Account | undefined> {
  const row = await db.selectFrom('account').selectAll().where('email', '=', email).executeTakeFirst()
  return row && { id: row.id, email: row.email, passwordHash: row.password_hash, balance: row.balance }
}

type NewAccount = { email: string; passwordHash: string; at: number }

/** Makes the account with its free tokens; undefined when the address has one already. */
export async function createAccount(
  trx: Transaction,
  { email, passwordHash, at }: NewAccount,
): Promise<{ id: string; balance: number } | undefined> {
  const id = randomUUIDv7()
  const created = await trx
    .insertInto('account')
    .values({ id, email, password_hash: passwordHash, balance: 0, created_at: at })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (created === undefined) return undefined
  const entry = { accountId: id, delta: SIGNUP_TOKENS, reason: 'signup', ref: id, at } as const
  const balance = await book(trx, entry)
  if (balance === undefined) throw new Error('The account that was just made is not there.')
  return { id, balance }
}
