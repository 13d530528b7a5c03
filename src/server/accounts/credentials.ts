import type { Transaction } from '../db/schema.ts'
import { setPassword } from './accounts.ts'
import { deleteResetLinks } from './email-links.ts'
import { forgetDevices } from './known-devices.ts'
import { endSessions } from './sessions.ts'

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
