import type { Kysely } from 'kysely'
import { COLUMN_TYPES, type Dialect } from '../column-types.ts'

/** Wrong codes in a row of each authenticator app. */
export async function wrongCodes(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema
    .alterTable('totp')
    .addColumn('wrong_codes', COLUMN_TYPES[dialect].integer, (c) => c.notNull().defaultTo(0))
    .execute()
}
