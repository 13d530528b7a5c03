import { once } from 'node:events'
import { type RequestListener, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { Registry, collectDefaultMetrics } from 'prom-client'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/schema.ts'
import { toListenError } from '../http/listen.ts'
import type { StorageHealth } from '../db/storage-health.ts'
import { registerRequestMetrics, registerProcessMetrics } from './request-metrics.ts'
import { registerDatabaseMetrics, makeQueueDepthReader, registerStorageMetric } from './database-metrics.ts'
import type { Counters } from './counters.ts'

/** What a client on this machine sends as Host; a page whose name was made to resolve to this machine sends that name. */
const LOCAL_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i
const LOOPBACK = /^(?:127\.|::1$)/

type MetricsDependencies = {
  db: Db
  clock: Clock
  counters: Counters
  storage: StorageHealth
  port: number
  host: string
}

/**
 * Collects metrics and serves them on a separate port, never on the public one. Where only this machine is served, no other
 * Host is accepted (DNS rebinding). To be called before routes are added.
 */
export function startMetricsServer(
  app: FastifyInstance,
  { db, clock, counters, storage, port, host }: MetricsDependencies,
): void {
  const register = new Registry()
  collectDefaultMetrics({ register })
  registerRequestMetrics(app, register)
  registerProcessMetrics(register, db, counters)
  registerDatabaseMetrics(register, makeQueueDepthReader(db, clock))
  registerStorageMetric(register, storage)

  let isLocal = false
  const server = createServer({ headersTimeout: 5000, requestTimeout: 5000 }, handle)
  // A port in use ends the start.
  app.addHook('onReady', async () => {
    server.listen(port, host)
    await once(server, 'listening').catch((error: unknown) => {
      const settings = { hostSetting: 'METRICS_HOST', portSetting: 'METRICS_PORT' }
      throw toListenError(error, { host, port, ...settings })
    })
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
    const address = server.address() as AddressInfo
    isLocal = LOOPBACK.test(address.address)
    app.log.info({ host: address.address, port: address.port }, 'metrics are served')
    server.on('error', (err) => app.log.error({ err }, 'a connection for metrics could not be accepted'))
  })
  app.addHook('onClose', async () => {
    server.closeAllConnections()
    server.close()
  })

  function handle(...[request, response]: Parameters<RequestListener>): void {
    const { host } = request.headers
    const isForeign = isLocal && host !== undefined && !LOCAL_HOST.test(host)
    if (isForeign || request.method !== 'GET' || request.url?.split('?', 1)[0] !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    register.metrics().then(
      (text) => response.writeHead(200, { 'content-type': register.contentType }).end(text),
      (err: unknown) => {
        app.log.error({ err }, 'metrics could not be collected')
        response.writeHead(500).end()
      },
    )
  }
}
