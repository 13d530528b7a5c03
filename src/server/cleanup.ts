import type { FastifyInstance } from 'fastify'
import { deleteRevokedApiKeys } from './auth/api-keys/keys.ts'
import { deleteExpiredEmailTokens } from './auth/email-tokens.ts'
import { deleteOldDevices } from './auth/devices.ts'
import { deleteExpiredSessions } from './auth/sessions.ts'
import { deleteExpiredChallenges } from './auth/second-factor/challenges.ts'
import { startBackgroundJob } from './background-job.ts'
import { type Clock, DAY_MS, HOUR_MS } from './clock.ts'
import type { Db } from './db/schema.ts'
import { deleteOldFiles } from './files/stored-files.ts'
import { deleteOldEmailFiles } from './mail/transport.ts'
import { deleteFailed } from './mail/outbox.ts'
import { deleteOrphaned, deleteUnpaid } from './payments/purchases.ts'
import { deleteOldMessages } from './support/messages.ts'
import { deleteOldFreeTokenGrants } from './tokens/free-tokens.ts'
import { deleteOldSecurityEvents } from './security-log/security-log.ts'
import { deleteExpiredLimits } from './rate-limit/rate-limit.ts'
import { deleteFailedDeliveries } from './webhooks/deliveries.ts'

/** Of emails and webhooks. */
const FAILED_RETENTION_MS = 30 * DAY_MS
/** Five years, as the privacy policy promises; leap days are not counted. */
const MESSAGE_RETENTION_MS = 5 * 365 * DAY_MS

/** Longer than any started payment takes to complete. */
const UNPAID_RETENTION_MS = 60 * DAY_MS
/** At least ten years from the end of the year of purchase (Accountancy Act, Article 12). */
const PURCHASE_RETENTION_MS = 11 * 366 * DAY_MS

type CleanupDependencies = { db: Db; clock: Clock; dataDir: string }

const cleanupSteps = (db: Db, now: number, dataDir: string): (() => Promise<void>)[] => [
  () => deleteExpiredSessions(db, now),
  () => deleteExpiredEmailTokens(db, now),
  () => deleteExpiredChallenges(db, now),
  () => deleteOldDevices(db, now),
  () => deleteRevokedApiKeys(db, now),
  () => deleteExpiredLimits(db, now),
  () => deleteOldSecurityEvents(db, now),
  () => deleteOldFreeTokenGrants(db, now),
  () => deleteOldFiles(db, now),
  () => deleteFailedDeliveries(db, now - FAILED_RETENTION_MS),
  () => deleteFailed(db, now - FAILED_RETENTION_MS),
  () => deleteOldMessages(db, now - MESSAGE_RETENTION_MS),
  () => deleteUnpaid(db, now - UNPAID_RETENTION_MS),
  () => deleteOrphaned(db, now - PURCHASE_RETENTION_MS),
  () => deleteOldEmailFiles(dataDir, now - FAILED_RETENTION_MS),
]

/** Deletes expired records once the app listens and every hour. A step that fails does not stop the others. */
export function startHourlyCleanup(app: FastifyInstance, { db, clock, dataDir }: CleanupDependencies): void {
  async function cleanUp(stopping: AbortSignal): Promise<boolean> {
    for (const step of cleanupSteps(db, clock(), dataDir)) {
      if (stopping.aborted) break
      try {
        await step()
      } catch (err) {
        app.log.error({ err }, 'cleanup step failed')
      }
    }
    return false
  }
  startBackgroundJob(app, { intervalMs: HOUR_MS, run: cleanUp, errorMessage: 'cleanup failed' })
}
