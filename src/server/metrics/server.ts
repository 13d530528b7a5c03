import { once } from 'node:events'
import { type RequestListener, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { Registry, collectDefaultMetrics } from 'prom-client'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/schema.ts'
import { registerRequestMetrics, registerProcessMetrics } from './request-metrics.ts'
import { registerDatabaseMetrics, makeQueueDepthReader } from './database-metrics.ts'
import type { Counters } from './counters.ts'

type MetricsDependencies = { db: Db; clock: Clock; counters: Counters; port: number; host: string }

/**
 * Counts what the app does from here on, and tells it on a listener of its own: what the public port serves is never
 * mistaken for it. To be called before the routes.
 */
export function startMetricsServer(
  app: FastifyInstance,
  { db, clock, counters, port, host }: MetricsDependencies,
): void {
  const register = new Registry()
  collectDefaultMetrics({ register })
  registerRequestMetrics(app, register)
  registerProcessMetrics(register, db, counters)
  registerDatabaseMetrics(register, makeQueueDepthReader(db, clock))

  const server = createServer({ headersTimeout: 5000, requestTimeout: 5000 }, answer)
  // A port that is taken ends the start, as that of the server does.
  app.addHook('onReady', async () => {
    server.listen(port, host)
    await once(server, 'listening').catch((error: unknown) => {
      // The server has a port too: the operator is told which setting it is.
      throw error instanceof Error ? Object.assign(error, { setting: 'METRICS_PORT' }) : error
    })
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
    const address = server.address() as AddressInfo
    app.log.info({ host: address.address, port: address.port }, 'metrics are served')
    server.on('error', (err) => app.log.error({ err }, 'a connection for metrics could not be taken'))
  })
  app.addHook('onClose', async () => {
    server.closeAllConnections()
    server.close()
  })

  function answer(...[request, response]: Parameters<RequestListener>): void {
    if (request.method !== 'GET' || request.url?.split('?', 1)[0] !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    register.metrics().then(
      (text) => response.writeHead(200, { 'content-type': register.contentType }).end(text),
      (err: unknown) => {
        app.log.error({ err }, 'metrics could not be told')
        response.writeHead(500).end()
      },
    )
  }
}
