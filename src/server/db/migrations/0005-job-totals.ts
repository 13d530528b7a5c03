import type { Kysely } from 'kysely'
import { COLUMN_TYPES, type Dialect } from '../column-types.ts'

/** Totals of a job in minor units. Null for jobs of earlier versions, which stored them in the rows only. */
export async function jobTotals(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { integer } = COLUMN_TYPES[dialect]
  for (const column of ['total_national', 'total_euro'])
    await db.schema.alterTable('job').addColumn(column, integer).execute()
}
