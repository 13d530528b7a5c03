import type { Db } from './schema.ts'
import { Socket } from 'node:net'
import { PostgresDialect } from 'kysely'
import { Pool, TypeOverrides } from 'pg'

/** What the connections to a database are doing. */
export type PoolStats = { open: number; inUse: number; waiting: number }

const statsByDatabase = new WeakMap<Db, () => PoolStats>()

export const registerPoolStats = (db: Db, use: () => PoolStats): void => void statsByDatabase.set(db, use)

/** Undefined of a database without connections, which is SQLite. */
export const findPoolStats = (db: Db): (() => PoolStats) | undefined => statsByDatabase.get(db)

const BIGINT = 20
const NUMERIC = 1700
/** No transaction of ours waits for anything but the database. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 10_000
/** The server ends a statement itself that takes too long; when even that is not heard, nobody is there any more. */
const SOCKET_TIMEOUT_MARGIN_MS = 2000

export function postgresDialect(
  connectionString: string,
  statementTimeoutMs: number,
): PostgresDialect & { use: () => PoolStats } {
  // Counts and sums come as text otherwise; every number of ours is below 2^53.
  const types = new TypeOverrides()
  types.setTypeParser(BIGINT, Number)
  types.setTypeParser(NUMERIC, Number)
  const pool = new Pool({
    connectionString,
    max: 10,
    connectionTimeoutMillis: 5000,
    statement_timeout: statementTimeoutMs,
    // Before the silence below, so that the server says why.
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    types,
    ...(statementTimeoutMs > 0 && {
      stream: () => makeSocket(statementTimeoutMs + SOCKET_TIMEOUT_MARGIN_MS),
    }),
  })
  // A connection that dies while idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {})
  // One that dies between two statements of a transaction belongs to nobody's call: the next statement fails and says so.
  pool.on('connect', (client) => void client.on('error', () => {}))
  const use = () => ({
    open: pool.totalCount,
    inUse: pool.totalCount - pool.idleCount,
    waiting: pool.waitingCount,
  })
  return Object.assign(new PostgresDialect({ pool }), { use })
}

/** Cut when nothing has come or gone for so long: the call fails, and the next one takes another connection. */
function makeSocket(silenceMs: number): Socket {
  const socket = new Socket()
  socket.setTimeout(silenceMs, () => socket.destroy())
  return socket
}
