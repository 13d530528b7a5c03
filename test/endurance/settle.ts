import { setTimeout as delay } from 'node:timers/promises'
import { buildApp } from '#server/app.ts'
import type { Db } from '#server/db/schema.ts'
import { readEnv } from '#server/env.ts'
import { HOUR_MS, MINUTE_MS } from '#server/clock.ts'
import type { Journal } from './journal.ts'
import type { Site } from './site.ts'

const COMPLETED_WITHIN_MS = 60_000
/** Clock offset after which all postponed work is due, ms. */
const LATER_MS = 3 * HOUR_MS

/** Polls due within this time are pending, ms; the next regular poll is hours later. */
const NEXT_POLL_WITHIN_MS = 15 * MINUTE_MS

/**
 * A server with a clock that is ahead completes pending work: emails and provider polls, which become due as
 * they would in a day. Work without a due time stays.
 * @returns its origin
 */
export async function completePendingWork(site: Site, db: Db, journal: Journal): Promise<string> {
  const env = readEnv({ ...site.settings, PORT: '0', LOG_LEVEL: 'fatal' })
  await db.updateTable('purchase').set({ look_at: 0 }).where('look_at', 'is not', null).execute()
  const clock = () => Date.now() + LATER_MS
  const { app } = await buildApp({ env, db, clock, outboxPollMs: 50, reconcileIntervalMs: 50 })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  site.cleanups.push(() => app.close())
  site.provider.passWebhooksTo(`${origin}/api/webhooks/stripe`)

  const until = Date.now() + COMPLETED_WITHIN_MS
  for (;;) {
    const emails = await db.selectFrom('outbox').select(['kind', 'problem', 'due_at']).execute()
    const purchases = await db
      .selectFrom('purchase')
      .select('id')
      .where('look_at', '<=', clock() + NEXT_POLL_WITHIN_MS)
      .execute()
    if (emails.length + purchases.length === 0) break
    site.signal.throwIfAborted()
    if (Date.now() > until) {
      journal.addDifference(
        `not settled: ${JSON.stringify(emails.slice(0, 5))}, ${purchases.length} purchases`,
      )
      break
    }
    await delay(100)
  }
  return origin
}
