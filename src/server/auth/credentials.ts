import { inTransaction } from '../db/transaction.ts'
import type { Db, Transaction } from '../db/schema.ts'
import { deleteChallenges } from './second-factor/challenges.ts'
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
export async function signOutEverywhere(db: Db, accountId: string): Promise<number> {
  return inTransaction(db, async (trx) => {
    await lockAccount(trx, accountId)
    const ended = await endSessions(trx, accountId)
    await deleteChallenges(trx, accountId)
    await forgetDevices(trx, accountId)
    return ended
  })
}

/**
 * Ends the sessions and forgets the known devices of all accounts.
 * @returns the number of sessions
 */
export async function endSessionsOfAllAccounts(db: Db): Promise<number> {
  const ended = await endAllSessions(db)
  await forgetAllDevices(db)
  return ended
}
