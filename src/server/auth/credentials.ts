import { inTransaction } from '../db/transaction.ts'
import type { Db, Transaction } from '../db/schema.ts'
import { deleteAllChallenges, deleteChallenges } from './second-factor/challenges.ts'
import { lockAccount, setPassword } from './accounts.ts'
import { deleteResetTokens } from './email-tokens.ts'
import { forgetDevices, forgetAllDevices } from './devices.ts'
import { endAllSessions, endSessions } from './sessions.ts'

/** Sets a new password and ends the sessions, begun sign-ins, reset tokens and known devices of the account. */
export async function replacePassword(
  trx: Transaction,
  accountId: string,
  passwordHash: string,
): Promise<void> {
  await setPassword(trx, accountId, passwordHash)
  await endSessions(trx, accountId)
  await deleteResetTokens(trx, accountId)
  await deleteChallenges(trx, accountId)
  await forgetDevices(trx, accountId)
}

/** Ends every session and forgets the known devices, any of which may be compromised. @returns the number of sessions */
export const signOutEverywhere = (db: Db, accountId: string): Promise<number> =>
  inTransaction(db, async (trx) => {
    await lockAccount(trx, accountId)
    return endSignIns(trx, accountId)
  })

/** {@link signOutEverywhere} in the transaction of a caller who has locked the account. */
export async function endSignIns(trx: Transaction, accountId: string): Promise<number> {
  const ended = await endSessions(trx, accountId)
  await deleteChallenges(trx, accountId)
  await forgetDevices(trx, accountId)
  return ended
}

/**
 * Ends the sessions and begun sign-ins, and forgets the known devices of all accounts.
 * @returns the number of sessions
 */
export async function endSignInsOfAllAccounts(trx: Transaction): Promise<number> {
  const ended = await endAllSessions(trx)
  await deleteAllChallenges(trx)
  await forgetAllDevices(trx)
  return ended
}
