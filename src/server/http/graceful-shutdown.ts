import { rmSync } from 'node:fs'
import { type Server, Server as NetServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Env } from '../env.ts'

/** Time for load balancers to see that /readyz fails. */
const NOT_READY_DELAY_MS = 300
/** Longer than a proxy keeps an idle connection: `keepalive_timeout` in deploy/nginx/levro.conf. */
export const PROXY_IDLE_WAIT_MS = 3000
const CONNECTION_POLL_MS = 50
/** Connections still open by then are closed, so that the process ends normally. */
const OPEN_REQUEST_WAIT_MS = 7000

/** The process is ended after this: longer than `stop` takes, shorter than supervisors wait (deploy/systemd, deploy/compose.yaml). */
export const GRACE_MS = 15_000

export type GracefulShutdown = { isShuttingDown: () => boolean; stop: () => Promise<void> }

/**
 * Shutdown in order: /readyz fails and every response closes its connection while requests are still served; then the server
 * stops listening and waits for requests in flight. Without `Connection: close`, keep-alive connections would delay the end.
 *
 * A proxy may send a request on a keep-alive connection at the moment the server closes it, and must not repeat it. With a
 * proxy configured, a connection is therefore closed only after one more response, or by the proxy.
 */
export function makeGracefulShutdown(app: FastifyInstance, { socket, trustProxy }: Env): GracefulShutdown {
  let isShuttingDown = false
  app.addHook('onSend', async (_request, reply, payload) => {
    if (isShuttingDown) reply.header('connection', 'close')
    return payload
  })
  return {
    isShuttingDown: () => isShuttingDown,
    async stop() {
      isShuttingDown = true
      // Without its file a Unix socket gets no new connections; queued ones are still accepted. A port cannot do this.
      if (socket !== undefined) rmSync(socket, { force: true })
      await delay(NOT_READY_DELAY_MS)
      if (trustProxy.length > 0) await closeListener(app.server)
      const timer = setTimeout(() => app.server.closeAllConnections(), OPEN_REQUEST_WAIT_MS)
      await app.close()
      clearTimeout(timer)
    },
  }
}

/** Stops listening and waits, at most `PROXY_IDLE_WAIT_MS`, until the proxies have closed their connections. */
async function closeListener(server: Server): Promise<void> {
  // `http.Server.close` would close idle connections too.
  NetServer.prototype.close.call(server)
  const deadline = performance.now() + PROXY_IDLE_WAIT_MS
  while ((await countConnections(server)) > 0 && performance.now() < deadline) await delay(CONNECTION_POLL_MS)
}

const countConnections = (server: Server): Promise<number> =>
  new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error === null ? resolve(count) : reject(error)))
  })
