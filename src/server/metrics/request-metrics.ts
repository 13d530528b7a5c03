import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { routeOf } from '../http/log.ts'
import { findPoolStats } from '../db/postgres.ts'
import type { Db } from '../db/schema.ts'
import type { Counters } from './counters.ts'

const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

const METHODS = new Set(['GET', 'HEAD', 'POST', 'DELETE'])

/** Counts and times every request. Labels never contain data of the client, so the number of series is bounded. */
export function registerRequestMetrics(app: FastifyInstance, register: Registry): void {
  const seconds = new Histogram({
    name: 'levro_http_request_duration_seconds',
    help: 'Time from the headers of a request to the end of its response.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: BUCKETS,
    registers: [register],
  })
  const inFlight = new Gauge({
    name: 'levro_http_requests_in_flight',
    help: 'Requests being received or answered.',
    registers: [register],
  })
  const errors = new Counter({
    name: 'levro_refusals_total',
    help: 'Error responses, by error code.',
    labelNames: ['route', 'code'] as const,
    registers: [register],
  })

  app.addHook('onRequest', async (request, reply) => {
    const started = performance.now()
    const { raw } = reply
    inFlight.inc()
    // An event of the socket: no other hook runs once the client has disconnected.
    raw.once('close', () => {
      inFlight.dec()
      const route = routeLabel(request)
      const status = raw.writableFinished ? `${Math.floor(raw.statusCode / 100)}xx` : 'aborted'
      const method = METHODS.has(request.method) ? request.method : 'other'
      seconds.observe({ method, route, status }, (performance.now() - started) / 1000)
      if (request.errorCode !== undefined) errors.inc({ route, code: request.errorCode })
    })
  })
}

/** Counts all assets as one route: their names change with each build. */
function routeLabel(request: FastifyRequest): string {
  const route = routeOf(request)
  return route.startsWith('/assets/') ? '/assets/*' : route
}

/** Registers the counters of this process and the pool of PostgreSQL. */
export function registerProcessMetrics(register: Registry, db: Db, counters: Counters): void {
  addCounter('levro_bulk_rows_total', 'Rows of charged conversions.', () => counters.bulkRows)
  addCounter('levro_tokens_charged_total', 'Tokens taken for conversions.', () => counters.tokensCharged)
  addGauge('levro_bulk_queue', 'Large conversions waiting for a worker.', () => counters.bulkQueue())
  addGauge('levro_password_queue', 'Passwords waiting to be hashed.', () => counters.passwordQueue())

  const events: Counter<'event' | 'outcome'> = new Counter({
    name: 'levro_security_events_total',
    help: 'Security events, by event and outcome.',
    labelNames: ['event', 'outcome'] as const,
    registers: [register],
    collect() {
      events.reset()
      for (const { event, outcome, times } of counters.securityEvents()) events.inc({ event, outcome }, times)
    },
  })
  const reports: Counter = new Counter({
    name: 'levro_csp_reports_total',
    help: 'Reported violations of the content security policy.',
    labelNames: ['directive'],
    registers: [register],
    collect() {
      reports.reset()
      for (const [directive, count] of counters.cspReports) reports.inc({ directive }, count)
    },
  })

  const pool = findPoolStats(db)
  if (pool === undefined) return
  addGauge('levro_database_connections', 'Open connections to PostgreSQL.', () => pool().open)
  addGauge('levro_database_connections_in_use', 'Connections in use.', () => pool().inUse)
  addGauge('levro_database_waiting', 'Calls waiting for a connection.', () => pool().waiting)

  function addGauge(name: string, help: string, read: () => number): void {
    const gauge: Gauge = new Gauge({ name, help, registers: [register], collect: () => gauge.set(read()) })
  }

  function addCounter(name: string, help: string, read: () => number): void {
    const counter: Counter = new Counter({
      name,
      help,
      registers: [register],
      collect() {
        counter.reset()
        counter.inc(read())
      },
    })
  }
}
