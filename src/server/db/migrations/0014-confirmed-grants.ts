import type { Kysely } from 'kysely'
import { COLUMN_TYPES, type Dialect } from '../column-types.ts'

/** Whether free tokens were given to an account with a confirmed address; 0 for grants of earlier versions. */
export async function confirmedGrants(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await db.schema
    .alterTable('free_token_grant')
    .addColumn('confirmed', COLUMN_TYPES[dialect].integer, (c) => c.notNull().defaultTo(0))
    .execute()
}
