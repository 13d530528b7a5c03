import type { FastifyInstance } from 'fastify'
import { deleteExpiredEmailTokens } from './auth/email-tokens.ts'
import { deleteOldDevices } from './auth/devices.ts'
import { deleteExpiredSessions } from './auth/sessions.ts'
import { type Clock, DAY_MS, HOUR_MS } from './clock.ts'
import type { Db } from './db/schema.ts'
import { deleteOldEmailFiles } from './mail/transport.ts'
import { deleteFailed } from './mail/outbox.ts'
import { deleteOrphaned, deleteUnpaid } from './payments/purchases.ts'
import { deleteOldMessages } from './support/messages.ts'
import { deleteExpiredLimits } from './rate-limit/rate-limit.ts'

const FAILED_EMAIL_RETENTION_MS = 30 * DAY_MS
/** Five years, as the privacy policy promises; leap days are not counted. */
const MESSAGE_RETENTION_MS = 5 * 365 * DAY_MS

/** Longer than any started payment takes to complete. */
const UNPAID_RETENTION_MS = 60 * DAY_MS
/** At least ten years from the end of the year of purchase (Accountancy Act, Article 12). */
const PURCHASE_RETENTION_MS = 11 * 366 * DAY_MS

type CleanupDependencies = { db: Db; clock: Clock; dataDir: string }

/** A step that fails does not stop the others. */
const CLEANUP_STEPS: readonly ((db: Db, now: number, dataDir: string) => Promise<void>)[] = [
  deleteExpiredSessions,
  deleteExpiredEmailTokens,
  deleteOldDevices,
  deleteExpiredLimits,
  (db, now) => deleteFailed(db, now - FAILED_EMAIL_RETENTION_MS),
  (db, now) => deleteOldMessages(db, now - MESSAGE_RETENTION_MS),
  (db, now) => deleteUnpaid(db, now - UNPAID_RETENTION_MS),
  (db, now) => deleteOrphaned(db, now - PURCHASE_RETENTION_MS),
  (_db, now, dataDir) => deleteOldEmailFiles(dataDir, now - FAILED_EMAIL_RETENTION_MS),
]

/** Deletes expired records on start and every hour. */
export function startHourlyCleanup(app: FastifyInstance, { db, clock, dataDir }: CleanupDependencies): void {
  let running = Promise.resolve()
  const cleanUp = async () => {
    for (const deleteOld of CLEANUP_STEPS) {
      try {
        await deleteOld(db, clock(), dataDir)
      } catch (error) {
        app.log.error({ err: error }, 'cleanup step failed')
      }
    }
  }
  const start = () => {
    running = cleanUp()
  }
  const timer = setInterval(start, HOUR_MS).unref()
  app.addHook('onReady', async () => start())
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await running
  })
}
