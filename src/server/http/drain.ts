import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** Time for a load balancer to see that the server is not ready any more. */
const NOTICE_MS = 300
/** Whoever sends or reads nothing by then is cut off, so that the end stays an orderly one. */
const PATIENCE_MS = 7000

export type Drain = { isDraining: () => boolean; stop: () => Promise<void> }

/**
 * Ends well: first /readyz says no and every answer closes its connection, while calls are still taken; then the server
 * stops listening and waits for what is in flight. Without the closing header, kept connections hold the end up.
 */
export function makeDrain(app: FastifyInstance): Drain {
  let draining = false
  app.addHook('onSend', async (_request, reply, payload) => {
    if (draining) reply.header('connection', 'close')
    return payload
  })
  return {
    isDraining: () => draining,
    async stop() {
      draining = true
      await delay(NOTICE_MS)
      const timer = setTimeout(() => app.server.closeAllConnections(), PATIENCE_MS)
      await app.close()
      clearTimeout(timer)
    },
  }
}
