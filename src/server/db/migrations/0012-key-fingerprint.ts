import { type Kysely, sql } from 'kysely'
import { COLUMN_TYPES, type Dialect, createTable } from '../column-types.ts'

/** Which secret key the database is used with. Empty until a process of this version opens it. */
export async function keyFingerprint(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { integer } = COLUMN_TYPES[dialect]
  await createTable(db, dialect, 'key_fingerprint')
    .addColumn('id', integer, (c) => c.primaryKey())
    .addColumn('fingerprint', 'text', (c) => c.notNull())
    .addCheckConstraint('key_fingerprint_single', sql`id = 1`)
    .execute()
}
