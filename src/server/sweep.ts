import type { FastifyInstance } from 'fastify'
import { deleteExpiredSessions } from './accounts/sessions.ts'
import { type Clock, HOUR_MS } from './clock.ts'
import type { Db } from './db/schema.ts'
import { deleteOldHits } from './throttling/throttle.ts'

/** Removes what has expired, at the start and every hour. */
export function sweepHourly(app: FastifyInstance, db: Db, clock: Clock): void {
  let underWay = Promise.resolve()
  const sweep = async () => {
    try {
      await deleteExpiredSessions(db, clock())
      await deleteOldHits(db, clock())
    } catch (error) {
      app.log.error({ err: error }, 'sweep failed')
    }
  }
  const start = () => {
    underWay = sweep()
  }
  const timer = setInterval(start, HOUR_MS).unref()
  app.addHook('onReady', async () => start())
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await underWay
  })
}
