import type { FastifyInstance } from 'fastify'
import { type Clock, MINUTE_MS } from '../clock.ts'
import type { Db } from '../db/schema.ts'
import { type PaymentProvider, PaymentsUnavailableError, logFailedCall } from './provider.ts'
import { startBackgroundJob } from '../background-job.ts'
import { type Purchase, claimCheck, findDuePurchases, hasContested, nextCheckAt } from './purchases.ts'
import type { SyncPurchase } from './sync.ts'

/** Interval at which due purchases are polled, those of other processes included. */
export const RECONCILE_INTERVAL_MS = 20_000
const MAX_CONCURRENT_CHECKS = 4

/**
 * Longer than a check can take, so that no other process checks the same purchase; and long enough for a
 * fault, such as the end of this process, to be over.
 */
const LEASE_MS = 5 * MINUTE_MS

type ReconciliationDependencies = {
  db: Db
  clock: Clock
  provider: PaymentProvider
  syncPurchase: SyncPurchase
  intervalMs: number
}

/**
 * Syncs purchases that are due while the app runs: tokens are credited although the buyer closed the page
 * and no event came, or after a failure.
 * @returns starts a check now
 */
export function startReconciliation(
  app: FastifyInstance,
  dependencies: ReconciliationDependencies,
): () => void {
  const { db, clock, provider, syncPurchase, intervalMs } = dependencies

  async function checkDue(stopping: AbortSignal): Promise<boolean> {
    const due = await findDuePurchases(db, clock(), MAX_CONCURRENT_CHECKS)
    const stopped = Promise.withResolvers<void>()
    const onAbort = () => stopped.resolve()
    stopping.addEventListener('abort', onAbort)
    // A call to the provider cannot be cancelled; the process ends without its answer.
    const outcomes = await Promise.race([
      Promise.allSettled(due.map((purchase) => checkPurchase(purchase))),
      stopped.promise,
    ])
    stopping.removeEventListener('abort', onAbort)
    for (const outcome of outcomes ?? []) if (outcome.status === 'rejected') throw outcome.reason
    return due.length === MAX_CONCURRENT_CHECKS
  }

  async function checkPurchase(purchase: Purchase): Promise<void> {
    const leased = { id: purchase.id, look_at: clock() + LEASE_MS }
    if (!(await claimCheck(db, purchase, leased.look_at))) return
    try {
      await sync(purchase)
    } catch (err) {
      const facts = { purchase: purchase.id }
      const message = 'a purchase could not be checked'
      if (err instanceof PaymentsUnavailableError) logFailedCall(app.log, err, facts, message)
      else app.log.error({ ...facts, err }, message)
      return
    }
    // A purchase that changed has its next check already.
    await claimCheck(db, leased, nextCheckAt(purchase, clock()))
  }

  async function sync({ id, session_id: sessionId, account_id: accountId, status }: Purchase): Promise<void> {
    if (sessionId === null) return
    // Nothing may be paid where the account was deleted, so that no tokens can be credited, or has an open dispute.
    if (status === 'open' && (accountId === null || (await hasContested(db, accountId))))
      await provider.close(sessionId)
    await syncPurchase(id, sessionId)
  }

  return startBackgroundJob(app, {
    intervalMs,
    run: checkDue,
    errorMessage: 'purchases could not be checked',
  })
}
