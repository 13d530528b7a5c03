import type { Lang } from '#i18n/language.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Db, Transaction } from '../db/schema.ts'
import { type Outbox, deleteEmailsWithoutAccount } from '../mail/outbox.ts'
import { scheduleOpenPurchases } from '../payments/purchases.ts'
import type { SecretKey } from '../secret-key.ts'
import { keepFreeTokenGrant } from '../tokens/free-tokens.ts'
import { lockAccount } from '../auth/accounts.ts'

type DeletionRequest = { accountId: string; lang: Lang; at: number }

/** Deletes an account and queues the email about it, in one transaction. @returns whether there was such an account */
export async function deleteAccountAndNotify(
  db: Db,
  outbox: Outbox,
  key: SecretKey,
  { accountId, lang, at }: DeletionRequest,
): Promise<boolean> {
  const isDeleted = await inTransaction(db, async (trx) => {
    const address = await deleteAccount(trx, key, { accountId, at })
    if (address !== undefined) await outbox.put(trx, { kind: 'deleted', lang, email: address })
    return address !== undefined
  })
  if (isDeleted) outbox.wake()
  return isDeleted
}

/**
 * Deletes the account. Foreign keys cascade to its sessions, API keys, devices, email tokens, queued emails, ledger, jobs with their rows,
 * stored files, webhooks, idempotency keys and acceptances. The lock orders it with concurrent charges: one either comes before, and is deleted too, or
 * finds no account.
 * @returns the address for the last email; undefined when there was no such account
 */
export async function deleteAccount(
  trx: Transaction,
  key: SecretKey,
  { accountId, at }: Pick<DeletionRequest, 'accountId' | 'at'>,
): Promise<string | undefined> {
  await lockAccount(trx, accountId)
  await keepFreeTokenGrant(trx, key, { accountId, at })
  await scheduleOpenPurchases(trx, accountId)
  const deleted = await trx
    .deleteFrom('account')
    .where('id', '=', accountId)
    .returning(['address', 'email'])
    .executeTakeFirst()
  if (deleted === undefined) return undefined
  // Not all emails: others to this address, such as support messages when it is that of support, are not the user's.
  await deleteEmailsWithoutAccount(trx, deleted.email)
  return deleted.address
}
