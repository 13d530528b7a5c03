import type { FastifyInstance } from 'fastify'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/schema.ts'
import { PaymentsUnavailableError } from '../payments/payments.ts'
import { startRounds } from '../rounds.ts'
import { nextLook } from './next-look.ts'
import type { Purchase } from './purchases.ts'
import type { Settle } from './settle.ts'

/** Purchases of other processes, and those whose time has come, are found this often. */
export const RECONCILE_EVERY_MS = 20_000
const AT_ONCE = 4

type Parts = { db: Db; clock: Clock; settle: Settle; everyMs: number }

/**
 * Asks the provider after purchases whose fate is not known, for as long as the app runs: tokens arrive although the buyer
 * closed the page and no message came, and whatever was down is up again.
 */
export function startReconciliation(app: FastifyInstance, { db, clock, settle, everyMs }: Parts): void {
  async function round(stopping: AbortSignal): Promise<boolean> {
    const due = await db
      .selectFrom('purchase')
      .selectAll()
      .where('look_at', '<=', clock())
      .orderBy('look_at')
      .limit(AT_ONCE)
      .execute()
    const stopped = Promise.withResolvers<void>()
    const onAbort = () => stopped.resolve()
    stopping.addEventListener('abort', onAbort)
    // No call to the provider can be taken back; the process ends without its answer.
    await Promise.race([Promise.all(due.map((purchase) => look(purchase))), stopped.promise])
    stopping.removeEventListener('abort', onAbort)
    return due.length === AT_ONCE
  }

  async function look(purchase: Purchase): Promise<void> {
    if (!(await claim(purchase))) return
    const { id, session_id: sessionId } = purchase
    try {
      if (sessionId !== null) await settle(id, sessionId)
    } catch (error) {
      if (!(error instanceof PaymentsUnavailableError)) throw error
      app.log.warn({ purchase: id, problem: error.message }, 'a purchase could not be looked after')
    }
  }

  /** Of several processes one looks. Should it fail, the next look is as due as this one was. */
  async function claim(purchase: Purchase): Promise<boolean> {
    const claimed = await db
      .updateTable('purchase')
      .set({ look_at: nextLook(purchase, clock()) })
      .where('id', '=', purchase.id)
      .where('look_at', '=', purchase.look_at)
      .returning('id')
      .executeTakeFirst()
    return claimed !== undefined
  }

  startRounds(app, { everyMs, round, failure: 'purchases could not be looked after' })
}
