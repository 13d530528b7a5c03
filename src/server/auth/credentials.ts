import { inTransaction } from '../db/transaction.ts'
import type { Db, Transaction } from '../db/schema.ts'
import { lockAccount, setPassword } from './accounts.ts'
import { deleteResetLinks } from './email-tokens.ts'
import { forgetDevices, forgetEveryDevice } from './devices.ts'
import { endEverySession, endSessions } from './sessions.ts'

/** A new password ends whatever the old one had opened: sessions, links, known devices. */
export async function replacePassword(
  trx: Transaction,
  accountId: string,
  passwordHash: string,
): Promise<void> {
  await setPassword(trx, accountId, passwordHash)
  await endSessions(trx, accountId)
  await deleteResetLinks(trx, accountId)
  await forgetDevices(trx, accountId)
}

/** Ends every session, and the tries that known devices have of their own: one of them may be in strange hands. */
export async function signOutEverywhere(db: Db, accountId: string): Promise<number> {
  return inTransaction(db, async (trx) => {
    await lockAccount(trx, accountId)
    const ended = await endSessions(trx, accountId)
    await forgetDevices(trx, accountId)
    return ended
  })
}

/**
 * The same of everybody.
 * @returns how many sessions there were
 */
export async function endSessionsOfAllAccounts(db: Db): Promise<number> {
  const ended = await endEverySession(db)
  await forgetEveryDevice(db)
  return ended
}
