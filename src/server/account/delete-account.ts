import type { Lang } from '#i18n/language.ts'
import { atomically } from '../db/transaction.ts'
import type { Db } from '../db/schema.ts'
import type { Outbox } from '../mail/outbox.ts'
import { deleteAccount } from '../auth/accounts.ts'

type Order = { accountId: string; lang: Lang }

/**
 * Deletes an account, and stores the letter that says so to whoever owned it: both or neither.
 * @returns whether there was such an account
 */
export async function closeAccount(db: Db, outbox: Outbox, { accountId, lang }: Order): Promise<boolean> {
  const isClosed = await atomically(db, async (trx) => {
    const address = await deleteAccount(trx, accountId)
    if (address !== undefined) await outbox.put(trx, { kind: 'deleted', lang, email: address })
    return address !== undefined
  })
  if (isClosed) outbox.wake()
  return isClosed
}
