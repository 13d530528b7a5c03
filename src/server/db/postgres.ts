import type { Db } from './schema.ts'
import { Socket } from 'node:net'
import { PostgresDialect } from 'kysely'
import { Pool, TypeOverrides } from 'pg'

/** Numbers of connections, and of calls that wait for one. */
export type PoolStats = { open: number; inUse: number; waiting: number }

const statsByDatabase = new WeakMap<Db, () => PoolStats>()

export const registerPoolStats = (db: Db, stats: () => PoolStats): void => void statsByDatabase.set(db, stats)

/** Undefined for SQLite, which has no pool. */
export const findPoolStats = (db: Db): (() => PoolStats) | undefined => statsByDatabase.get(db)

// Object identifiers of PostgreSQL types.
const BIGINT = 20
const NUMERIC = 1700
/** Transactions of the server wait for nothing but the database. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 10_000
/** PostgreSQL itself ends a statement at its timeout; a socket still silent after this margin has lost its server. */
const SOCKET_TIMEOUT_MARGIN_MS = 2000

export function postgresDialect(
  connectionString: string,
  statementTimeoutMs: number,
): PostgresDialect & { stats: () => PoolStats } {
  // `pg` returns counts and sums as text; all of them are below 2^53.
  const types = new TypeOverrides()
  types.setTypeParser(BIGINT, Number)
  types.setTypeParser(NUMERIC, Number)
  const pool = new Pool({
    connectionString,
    max: 10,
    connectionTimeoutMillis: 5000,
    statement_timeout: statementTimeoutMs,
    // Shorter than the socket timeout, so that the server reports the reason.
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    types,
    ...(statementTimeoutMs > 0 && {
      stream: () => makeSocket(statementTimeoutMs + SOCKET_TIMEOUT_MARGIN_MS),
    }),
  })
  // The pool replaces an idle connection that fails; without a listener the event would end the process.
  pool.on('error', () => {})
  // A connection that fails between two statements of a transaction: the next statement fails and reports it.
  pool.on('connect', (client) => void client.on('error', () => {}))
  const stats = () => ({
    open: pool.totalCount,
    inUse: pool.totalCount - pool.idleCount,
    waiting: pool.waitingCount,
  })
  return Object.assign(new PostgresDialect({ pool }), { stats })
}

/** Destroyed after `timeoutMs` without traffic: the call fails, and the next one opens another connection. */
function makeSocket(timeoutMs: number): Socket {
  const socket = new Socket()
  socket.setTimeout(timeoutMs, () => socket.destroy())
  return socket
}
