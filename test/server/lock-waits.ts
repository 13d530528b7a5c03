import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Db } from '#server/db/schema.ts'
import type { TestDialect } from '../harness.ts'

/**
 * Waits until this many requests or transactions wait for a lock. SQLite has one connection for writes, and cannot tell who
 * waits for it.
 */
export async function haveToWait(db: Db, dialect: TestDialect, count: number): Promise<void> {
  if (dialect === 'sqlite') return delay(100)
  const waiting = sql`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await waiting.execute(db)).rows.length).toBe(count)
}
