import { randomUUID } from 'node:crypto'
import { createAccount } from '#server/auth/accounts.ts'
import { parseEmail } from '#server/auth/email.ts'
import type { Db } from '#server/db/schema.ts'
import { inTransaction } from '#server/db/transaction.ts'

type StoredAccount = { accountId: string; email: string; passwordHash: string }

/** An account as registering stores it, without the time to hash a password. Its address has capital letters. */
export async function addStoredAccount(db: Db, at = 1): Promise<StoredAccount> {
  const email = parseEmail(`Ana-${randomUUID()}@Example.bg`)
  if (email === undefined) throw new Error('The address is invalid.')
  const passwordHash = `hash ${email.key}`
  const created = await inTransaction(db, (trx) => createAccount(trx, { email, passwordHash, at }))
  if (created === undefined) throw new Error('The address is taken.')
  return { accountId: created.id, email: email.key, passwordHash }
}
