import type { Lang } from '#i18n/language.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Db, Transaction } from '../db/schema.ts'
import { type Outbox, deleteRequestsOf } from '../mail/outbox.ts'
import { scheduleOpenPurchases } from '../payments/purchases.ts'
import { lockAccount } from '../auth/accounts.ts'

type DeletionRequest = { accountId: string; lang: Lang }

/**
 * Deletes an account, and stores the letter that says so to whoever owned it: both or neither.
 * @returns whether there was such an account
 */
export async function deleteAccountAndNotify(
  db: Db,
  outbox: Outbox,
  { accountId, lang }: DeletionRequest,
): Promise<boolean> {
  const isClosed = await inTransaction(db, async (trx) => {
    const address = await deleteAccount(trx, accountId)
    if (address !== undefined) await outbox.put(trx, { kind: 'deleted', lang, email: address })
    return address !== undefined
  })
  if (isClosed) outbox.wake()
  return isClosed
}

/**
 * Deletes the account; with it go, by the database's own rules, its sessions, devices, links, waiting letters, ledger, jobs
 * with their rows, keys and acceptances. A conversion that is being charged either was before and goes too, or comes
 * after and finds no account.
 * @returns where a last letter goes; undefined when there was no such account
 */
export async function deleteAccount(trx: Transaction, accountId: string): Promise<string | undefined> {
  await lockAccount(trx, accountId)
  await scheduleOpenPurchases(trx, accountId)
  const deleted = await trx
    .deleteFrom('account')
    .where('id', '=', accountId)
    .returning(['address', 'email'])
    .executeTakeFirst()
  if (deleted === undefined) return undefined
  // Other letters to the address are not theirs: somebody's message to support, should it be that one.
  await deleteRequestsOf(trx, deleted.email)
  return deleted.address
}
