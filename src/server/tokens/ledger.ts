import { sql } from 'kysely'
import type { Db, Schema, Transaction } from '../db/schema.ts'
import { randomUUIDv7 } from 'node:crypto'
import { inTransaction } from '../db/transaction.ts'
import { digestOf } from './chain.ts'

/** An entry: tokens credited (`delta` above 0) or debited, the reason and the time (Unix ms). */
export type LedgerEntry = {
  accountId: string
  delta: number
  reason: Schema['token_entry']['reason']
  /** What it is for; the same reason and ref are posted only once. */
  ref: string
  note?: string
  purchaseId?: string
  /** Tokens that were to be debited too, but are missing from the balance. */
  uncovered?: number
  at: number
}

/**
 * Posts the entry and updates the balance; the only way a balance changes. The update is conditional, so that a
 * balance never falls below 0, whatever the number of concurrent calls.
 * @returns the new balance; undefined, with nothing posted, when the balance is too low or there is no such account
 */
export async function postEntry(trx: Transaction, entry: LedgerEntry): Promise<number | undefined> {
  const { accountId, delta, reason, ref, note, purchaseId, uncovered = 0, at } = entry
  const changed = await trx
    .updateTable('account')
    .set({ balance: sql`balance + ${delta}`, entries: sql`entries + 1` })
    .where('id', '=', accountId)
    .where('balance', '>=', -delta)
    .returning(['balance', 'entries'])
    .executeTakeFirst()
  if (changed === undefined) return undefined
  const row = {
    reason,
    ref,
    account_id: accountId,
    seq: changed.entries,
    delta,
    balance_after: changed.balance,
    uncovered,
    note: note ?? null,
    purchase_id: purchaseId ?? null,
    at,
  }
  await trx
    .insertInto('token_entry')
    .values({ ...row, digest: digestOf(row), position: null })
    .execute()
  return changed.balance
}

/**
 * Posts an entry that cannot fail: the caller has locked the account and debits no more than the balance.
 * @throws when it fails anyway, so that the transaction is rolled back
 */
export async function postEntryToLockedAccount(trx: Transaction, entry: LedgerEntry): Promise<number> {
  const balance = await postEntry(trx, entry)
  if (balance === undefined) throw new Error('The locked account rejected the entry.')
  return balance
}

/** The balance and the number of the last entry. */
export const findLedgerState = (trx: Transaction, accountId: string) =>
  trx.selectFrom('account').select(['balance', 'entries']).where('id', '=', accountId).executeTakeFirst()

export async function findBalance(trx: Transaction, accountId: string): Promise<number | undefined> {
  const row = await trx.selectFrom('account').select('balance').where('id', '=', accountId).executeTakeFirst()
  return row?.balance
}

export const findEntry = (db: Db, accountId: string, seq: number) =>
  db
    .selectFrom('token_entry')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('seq', '=', seq)
    .executeTakeFirst()

type Grant = { email: string; tokens: number; note: string; at: number }

/**
 * Gives tokens to the account of an email, normalised.
 * @returns the new balance; undefined when there is no account
 */
export function grantTokens(db: Db, { email, tokens, note, at }: Grant): Promise<number | undefined> {
  return inTransaction(db, async (trx) => {
    const account = await trx.selectFrom('account').select('id').where('email', '=', email).executeTakeFirst()
    if (account === undefined) return undefined
    // Every grant has its own ref: two equal grants are both intended.
    const ref = randomUUIDv7()
    return postEntry(trx, { accountId: account.id, delta: tokens, reason: 'admin', ref, note, at })
  })
}
