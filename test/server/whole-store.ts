import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Db } from '#server/db/schema.ts'

const textOf = (value: unknown): string =>
  value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value)

/** Every row of every table as text, by table name, so that new tables are included. */
export async function readAllRows(db: Db): Promise<Record<string, string[]>> {
  const tables = await db.introspection.getTables()
  const store: Record<string, string[]> = {}
  for (const { name } of tables) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db)
    store[name] = rows.map((row) => Object.values(row).map(textOf).join(' | '))
  }
  return store
}

/** The tables and rows that contain a text. */
export async function findRowsWith(db: Db, text: string): Promise<Record<string, string[]>> {
  const found = Object.entries(await readAllRows(db)).map(
    ([table, rows]) => [table, rows.filter((row) => row.includes(text))] as const,
  )
  return Object.fromEntries(found.filter(([, rows]) => rows.length > 0))
}

/** Asserts that no table and no file of the folder contains any of the texts. */
export async function expectNowhere(db: Db, folder: string, texts: string[]): Promise<void> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
  for (const text of texts) {
    expect(text.length, 'there is something to look for').toBeGreaterThan(10)
    expect(await findRowsWith(db, text)).toEqual({})
    expect(files.some((content) => content.includes(text))).toBe(false)
  }
}
