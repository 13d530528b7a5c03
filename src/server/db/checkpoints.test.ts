import { randomBytes } from 'node:crypto'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fastify from 'fastify'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { makePlace, startServer } from '#test/harness.ts'
import { until } from '#test/until.ts'
import { readEnv } from '../env.ts'
import { startCheckpoints } from './checkpoints.ts'
import { openDatabase } from './database.ts'
import type { Db } from './schema.ts'
import { SQLITE_FILE } from './sqlite.ts'

const PAGE_BYTES = 4096

/** Fills at least so many pages, each with a row. */
async function fillPages(db: Db, pages: number): Promise<void> {
  const key = () => randomBytes(PAGE_BYTES / 2).toString('hex')
  const rows = Array.from({ length: pages }, () => ({ key: key(), hits: 0, resets_at: 0 }))
  await db.insertInto('throttle').values(rows).execute()
}

/** The limit of the connection that writes. */
async function limitOf(db: Db): Promise<number | undefined> {
  const { rows } = await sql<{ wal_autocheckpoint: number }>`pragma wal_autocheckpoint`.execute(db)
  return rows[0]?.wal_autocheckpoint
}

it('API-04 · the log of SQLite is moved into the database beside commits, and does not grow with them', async () => {
  const place = await makePlace('sqlite')
  onTestFinished(place.remove)
  const server = await startServer(place.settings)
  onTestFinished(server.stop)
  const file = join(place.settings.DATA_DIR, SQLITE_FILE)
  const other = new DatabaseSync(file)
  onTestFinished(() => other.close())
  const look = other.prepare('pragma wal_checkpoint(noop)')
  // Commits leave them to the thread.
  expect(await limitOf(server.db)).toBe(16_000)

  for (let round = 0; round < 4; round++) {
    await fillPages(server.db, 1200)
    await until(() => {
      const { log, checkpointed } = look.get() ?? {}
      expect(log).toBeGreaterThan(1200)
      expect(checkpointed).toBe(log)
    })
  }
  expect(statSync(`${file}-wal`).size).toBeLessThan(2 * 2400 * PAGE_BYTES)
})

it('API-04 · without the thread commits move the log, as SQLite does by itself', async () => {
  const place = await makePlace('sqlite')
  onTestFinished(place.remove)
  const db = await openDatabase(readEnv(place.settings))
  onTestFinished(() => db.destroy())
  const app = fastify()
  startCheckpoints(app, { db, dataDir: join(place.settings.DATA_DIR, 'elsewhere') })
  onTestFinished(() => app.close())
  await app.listen({ port: 0, host: '127.0.0.1' })
  await until(async () => expect(await limitOf(db)).toBe(1000))
})
