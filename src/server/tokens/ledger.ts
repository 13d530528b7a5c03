import { sql } from 'kysely'
import type { Dialect } from '../db/column-types.ts'
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
 * Posts the entry and updates the balance. The update is conditional, so that a balance never falls below 0, whatever the
 * number of concurrent calls. Balances change in this way and by {@link storeEntries} only.
 * @returns the new balance; undefined, with nothing posted, when the balance is too low or there is no such account
 */
export async function postEntry(trx: Transaction, entry: LedgerEntry): Promise<number | undefined> {
  const { accountId, delta } = entry
  const changed = await trx
    .updateTable('account')
    .set({ balance: sql`balance + ${delta}`, entries: sql`entries + 1` })
    .where('id', '=', accountId)
    .where('balance', '>=', -delta)
    .returning(['balance', 'entries'])
    .executeTakeFirst()
  if (changed === undefined) return undefined
  await trx.insertInto('token_entry').values(rowOf(entry, changed)).execute()
  return changed.balance
}

/** An account that the transaction has locked: its balance and number of entries, which only this transaction can change. */
export type LockedAccount = Pick<Schema['account'], 'id' | 'balance' | 'entries'>

/**
 * Locks accounts and reads them. `skipsLocked` leaves out those that another transaction has locked, instead of waiting: then any number of
 * accounts can be locked without a deadlock.
 */
export const lockAccounts = (
  trx: Transaction,
  accountIds: readonly string[],
  { dialect, skipsLocked }: { dialect: Dialect; skipsLocked: boolean },
): Promise<LockedAccount[]> =>
  trx
    .selectFrom('account')
    .select(['id', 'balance', 'entries'])
    .where('id', 'in', accountIds)
    // A transaction of SQLite has locked all.
    .$if(dialect === 'postgres', (query) => query.forNoKeyUpdate())
    .$if(dialect === 'postgres' && skipsLocked, (query) => query.skipLocked())
    .execute()

/**
 * Adds an entry to a locked account in memory; {@link storeEntries} posts it.
 * @returns its row; undefined, with the account unchanged, when the balance is too low
 */
export function addEntry(
  account: LockedAccount,
  entry: Omit<LedgerEntry, 'accountId'>,
): Schema['token_entry'] | undefined {
  const balance = account.balance + entry.delta
  if (balance < 0) return undefined
  account.balance = balance
  account.entries += 1
  return rowOf({ ...entry, accountId: account.id }, account)
}

/** Posts the entries that were added to locked accounts, in two statements whatever their number. */
export async function storeEntries(
  trx: Transaction,
  accounts: readonly LockedAccount[],
  rows: readonly Schema['token_entry'][],
): Promise<void> {
  const states = accounts.map(
    ({ id, balance, entries }) => sql`(${id}, cast(${balance} as bigint), cast(${entries} as bigint))`,
  )
  await sql`
    update account set balance = state.column2, entries = state.column3 from (values ${sql.join(states)}) as state
    where id = state.column1`.execute(trx)
  await trx.insertInto('token_entry').values(rows).execute()
}

function rowOf(
  { accountId, delta, reason, ref, note, purchaseId, uncovered = 0, at }: LedgerEntry,
  after: Pick<LockedAccount, 'balance' | 'entries'>,
): Schema['token_entry'] {
  const row = {
    reason,
    ref,
    account_id: accountId,
    seq: after.entries,
    delta,
    balance_after: after.balance,
    uncovered,
    note: note ?? null,
    purchase_id: purchaseId ?? null,
    at,
  }
  return { ...row, digest: digestOf(row), position: null }
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
