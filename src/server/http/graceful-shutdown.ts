import { rmSync } from 'node:fs'
import { type Server, Server as NetServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Env } from '../env.ts'

/** Time for a load balancer to see that the server is not ready any more. */
const NOT_READY_DELAY_MS = 300
/** Longer than a proxy keeps a connection that nobody uses: `keepalive_timeout` in deploy/nginx/levro.conf. */
export const PROXY_KEEP_ALIVE_MS = 3000
const CONNECTION_POLL_MS = 50
/** Whoever sends or reads nothing by then is cut off, so that the end stays an orderly one. */
const REQUEST_TIMEOUT_MS = 7000

export type GracefulShutdown = { isDraining: () => boolean; stop: () => Promise<void> }

/**
 * Ends well: first /readyz says no and every answer closes its connection, while calls are still taken; then the server
 * stops listening and waits for what is in flight. Without the closing header, kept connections hold the end up.
 *
 * A proxy may send a request over a kept connection at the very moment at which the server closes it, and must not
 * send it a second time. So behind one no connection is closed before it was used once more or the proxy has closed it.
 */
export function makeGracefulShutdown(app: FastifyInstance, { socket, trustProxy }: Env): GracefulShutdown {
  let draining = false
  app.addHook('onSend', async (_request, reply, payload) => {
    if (draining) reply.header('connection', 'close')
    return payload
  })
  return {
    isDraining: () => draining,
    async stop() {
      draining = true
      // Nobody finds the way any more, and who has come already is taken: what no port can do.
      if (socket !== undefined) rmSync(socket, { force: true })
      await delay(NOT_READY_DELAY_MS)
      if (trustProxy.length > 0) await closeListener(app.server)
      const timer = setTimeout(() => app.server.closeAllConnections(), REQUEST_TIMEOUT_MS)
      await app.close()
      clearTimeout(timer)
    },
  }
}

/** Stops listening, so that proxies turn to other processes, and leaves it to them to end their connections. */
async function closeListener(server: Server): Promise<void> {
  // The close of HTTP's own server would end idle connections too.
  NetServer.prototype.close.call(server)
  const until = performance.now() + PROXY_KEEP_ALIVE_MS
  while ((await countConnections(server)) > 0 && performance.now() < until) await delay(CONNECTION_POLL_MS)
}

const countConnections = (server: Server): Promise<number> =>
  new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error === null ? resolve(count) : reject(error)))
  })

/**
 * Calls `end` when the answer is over, or at once when its client has gone: no event tells of that any more.
 * @returns whether there is anybody to answer
 */
export function onResponseEnd({ raw }: FastifyReply, end: () => void): boolean {
  raw.once('close', end)
  if (!raw.destroyed) return true
  raw.off('close', end)
  end()
  return false
}
