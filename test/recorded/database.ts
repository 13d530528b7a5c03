import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Recording } from './recording.ts'
import { withServer } from './with-server.ts'

/** Records tables, columns and indexes of a new SQLite database after all migrations of the checkout, and the migration names. */
export const recordDatabase = (root: string): Promise<Recording> =>
  withServer(root, {}, async (_, dataDir) => {
    const files = readdirSync(dataDir).filter((name) => /\.(?:db|sqlite)\w*$/.test(name))
    const database = new DatabaseSync(join(dataDir, files[0] ?? ''), { readOnly: true })
    try {
      const made = database
        .prepare(`select type, name, sql from sqlite_master where sql is not null order by type desc, name`)
        .all()
        .map(({ type, name, sql }): [string, string] => [
          `${String(type)} ${String(name)}`,
          `${onLines(String(sql))}\n`,
        ])
      const migrations = database.prepare('select name from kysely_migration order by name').all()
      const names = migrations.map(({ name }) => `${String(name)}\n`).join('')
      return new Map([['files', `${files.join('\n')}\n`], ['migrations', names], ...made])
    } finally {
      database.close()
    }
  })

/** Puts each column on its own line, for readable diffs. */
const onLines = (sql: string): string =>
  sql.replaceAll(/, (?="\w+" (?:text|integer|real|blob|varchar)\b)/g, ',\n  ')
