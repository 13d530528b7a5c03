import { atomically } from '../db/atomically.ts'
import type { Db, Transaction } from '../db/schema.ts'
import { forget } from '../throttling/throttle.ts'
import { type Account, holdAccount, setPassword } from './accounts.ts'
import { resetLimits } from './attempts.ts'
import { deleteResetLinks } from './email-links.ts'
import { forgetDevices, forgetEveryDevice } from './known-devices.ts'
import { endEverySession, endSessions } from './sessions.ts'

/** A new password ends whatever the old one had opened: sessions, links, known devices. */
export async function replacePassword(
  trx: Transaction,
  { id: accountId, email }: Pick<Account, 'id' | 'email'>,
  passwordHash: string,
): Promise<void> {
  await setPassword(trx, accountId, passwordHash)
  await endSessions(trx, accountId)
  await deleteResetLinks(trx, accountId)
  await forgetDevices(trx, accountId)
  // Whoever has forgotten the new one too gets another letter.
  await forget(trx, resetLimits(email))
}

/** Ends every session, and the tries that known devices have of their own: one of them may be in strange hands. */
export async function signOutEverywhere(db: Db, accountId: string): Promise<number> {
  return atomically(db, async (trx) => {
    await holdAccount(trx, accountId)
    const ended = await endSessions(trx, accountId)
    await forgetDevices(trx, accountId)
    return ended
  })
}

/** The same of everybody. @returns how many sessions there were */
export async function signOutEverybody(db: Db): Promise<number> {
  const ended = await endEverySession(db)
  await forgetEveryDevice(db)
  return ended
}
