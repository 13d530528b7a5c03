import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { routeOf } from '../http/log.ts'
import { findPoolStats } from '../db/postgres.ts'
import type { Db } from '../db/schema.ts'
import type { Counters } from './counters.ts'

const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

const METHODS = new Set(['GET', 'HEAD', 'POST', 'DELETE'])

/** Counts and times every request. Labels are of the server's own making: nothing that was sent becomes one. */
export function registerRequestMetrics(app: FastifyInstance, register: Registry): void {
  const seconds = new Histogram({
    name: 'levro_http_request_duration_seconds',
    help: 'From the head of a request to the end of its answer.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: BUCKETS,
    registers: [register],
  })
  const inFlight = new Gauge({
    name: 'levro_http_requests_in_flight',
    help: 'Requests that are being received or answered.',
    registers: [register],
  })
  const refusals = new Counter({
    name: 'levro_refusals_total',
    help: 'Answers that were refusals, by the code of the refusal.',
    labelNames: ['route', 'code'] as const,
    registers: [register],
  })

  app.addHook('onRequest', async (request, reply) => {
    const started = performance.now()
    const { raw } = reply
    inFlight.inc()
    // Also when the client has gone, after which no other hook runs.
    raw.once('close', () => {
      inFlight.dec()
      const route = routeLabel(request)
      const status = raw.writableFinished ? `${Math.floor(raw.statusCode / 100)}xx` : 'aborted'
      const method = METHODS.has(request.method) ? request.method : 'other'
      seconds.observe({ method, route, status }, (performance.now() - started) / 1000)
      if (request.errorCode !== undefined) refusals.inc({ route, code: request.errorCode })
    })
  })
}

/** Hundreds of files come and go with each build: they are one. */
function routeLabel(request: FastifyRequest): string {
  const route = routeOf(request)
  return route.startsWith('/assets/') ? '/assets/*' : route
}

/** What this process is busy with. */
export function registerProcessMetrics(register: Registry, db: Db, counters: Counters): void {
  total('levro_bulk_rows_total', 'Rows of conversions that were charged.', () => counters.bulkRows)
  total('levro_tokens_charged_total', 'Tokens taken for conversions.', () => counters.tokensCharged)
  now('levro_bulk_queue', 'Large conversions that wait for a thread.', () => counters.bulkQueue())
  now('levro_password_queue', 'Passwords that wait to be hashed.', () => counters.passwordQueue())

  const pool = findPoolStats(db)
  if (pool === undefined) return
  now('levro_database_connections', 'Connections to PostgreSQL that are open.', () => pool().open)
  now('levro_database_connections_in_use', 'Of these, those that work.', () => pool().inUse)
  now('levro_database_waiting', 'Calls that wait for a connection.', () => pool().waiting)

  function now(name: string, help: string, read: () => number): void {
    const gauge: Gauge = new Gauge({ name, help, registers: [register], collect: () => gauge.set(read()) })
  }

  function total(name: string, help: string, read: () => number): void {
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
