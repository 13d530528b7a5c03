import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { onTestFinished } from 'vitest'
import { restoreBackup } from '#server/backup/restore.ts'
import { BACKED_UP_TABLES } from '#server/backup/tables.ts'
import { writeBackup } from '#server/backup/write.ts'
import { connectDatabase, connectReadOnly, dialectOf } from '#server/db/database.ts'
import type { Db } from '#server/db/schema.ts'
import { readEnv } from '#server/env.ts'
import { type Place, type TestDialect, makePlace } from '../harness.ts'

/** A database that is removed after the test. */
export async function makeTestPlace(dialect: TestDialect): Promise<Place> {
  const place = await makePlace(dialect)
  onTestFinished(place.remove)
  return place
}

/** Opens a database without migrating it. */
export const withUnmigratedDatabase = <T>(place: Place, work: (db: Db) => Promise<T>): Promise<T> =>
  closing(connectDatabase(readEnv(place.settings)), work)

async function closing<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

/** What `levro admin backup` writes, without the process. */
export const backupOf = (place: Place): Promise<Buffer> =>
  closing(connectReadOnly(readEnv(place.settings)), async (db) => {
    const to = new PassThrough()
    const dialect = dialectOf(readEnv(place.settings))
    const { signal } = new AbortController()
    const [content] = await Promise.all([
      buffer(to),
      writeBackup(db, { dialect, at: new Date(), to, signal }),
    ])
    return content
  })

/** What `levro admin restore` does, without the process. */
export const restoreInto = (place: Place, content: Uint8Array, now = Date.now()) =>
  withUnmigratedDatabase(place, (db) => {
    const from = Readable.from(chunksOf(content))
    return restoreBackup(db, { dialect: dialectOf(readEnv(place.settings)), from, now })
  })

/** Splits at arbitrary bytes, so that lines cross the borders. */
function* chunksOf(content: Uint8Array): Generator<Buffer> {
  for (let at = 0; at < content.length; at += 1013) yield Buffer.from(content.subarray(at, at + 1013))
}

/** Every row of every backed-up table, in a canonical order. */
export async function backedUpRows(db: Db): Promise<Record<string, string[]>> {
  const kept: Record<string, string[]> = {}
  for (const table of BACKED_UP_TABLES) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(db)
    kept[table] = rows.map((row) => JSON.stringify(Object.entries(row).map(comparable).toSorted())).toSorted()
  }
  return kept
}

const comparable = ([name, value]: [string, unknown]): string =>
  JSON.stringify([name, value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value])

/** The number of rows in all tables, except those of the migrator. */
export async function countRows(place: Place): Promise<number> {
  return withUnmigratedDatabase(place, async (db) => {
    const tables = await db.introspection.getTables()
    let count = 0
    for (const { name } of tables) {
      const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(name)}`.execute(db)
      count += rows[0]?.n ?? 0
    }
    return count
  })
}
