import { sql } from 'kysely'
import type { Db, Schema, Transaction } from '../db/schema.ts'
import { randomUUIDv7 } from 'node:crypto'
import { inTransaction } from '../db/transaction.ts'

/** One booking: tokens given (`delta` above 0) or taken, what for, and when. */
export type LedgerEntry = {
  accountId: string
  delta: number
  reason: Schema['token_entry']['reason']
  /** Names what it is for; the same reason and ref are never booked twice. */
  ref: string
  note?: string
  purchaseId?: string
  /** Tokens that were to be taken as well, and are not there. */
  uncovered?: number
  at: number
}

/**
 * Books the entry and changes the balance with it; the only way a balance changes. A balance never falls below 0: the
 * update is conditional, so that any number of calls at once spend what is there and no more.
 * @returns the new balance; undefined, with nothing booked, when there is not enough or no such account
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
  await trx
    .insertInto('token_entry')
    .values({
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
    })
    .execute()
  return changed.balance
}

/**
 * Books an entry that cannot be refused: the caller holds the account, and takes no more than is there.
 * @throws when it is refused all the same, so that whatever goes with it is not written either
 */
export async function postEntryToLockedAccount(trx: Transaction, entry: LedgerEntry): Promise<number> {
  const balance = await postEntry(trx, entry)
  if (balance === undefined) throw new Error('The account that is held does not take the entry.')
  return balance
}

export async function findBalance(trx: Transaction, accountId: string): Promise<number | undefined> {
  const row = await trx.selectFrom('account').select('balance').where('id', '=', accountId).executeTakeFirst()
  return row?.balance
}

type Grant = { email: string; tokens: number; note: string; at: number }

/** Gives tokens to the account of an email, normalised. @returns the new balance; undefined when there is no account */
export function grantTokens(db: Db, { email, tokens, note, at }: Grant): Promise<number | undefined> {
  return inTransaction(db, async (trx) => {
    const account = await trx.selectFrom('account').select('id').where('email', '=', email).executeTakeFirst()
    if (account === undefined) return undefined
    // Each grant is one of its own: two equal ones are both meant.
    const ref = randomUUIDv7()
    return postEntry(trx, { accountId: account.id, delta: tokens, reason: 'admin', ref, note, at })
  })
}
