import { Counter, Gauge, type Registry } from 'prom-client'
import { poolUseOf } from '../db/pool-use.ts'
import type { Db } from '../db/schema.ts'
import type { Tally } from './counters.ts'

/** What this process is busy with. */
export function countWork(register: Registry, db: Db, tally: Tally): void {
  total('levro_bulk_rows_total', 'Rows of conversions that were charged.', () => tally.bulkRows)
  total('levro_tokens_charged_total', 'Tokens taken for conversions.', () => tally.tokensCharged)
  now('levro_bulk_queue', 'Large conversions that wait for a thread.', () => tally.bulkQueue())
  now('levro_password_queue', 'Passwords that wait to be hashed.', () => tally.passwordQueue())

  const pool = poolUseOf(db)
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
