import { type Kysely, sql } from 'kysely'
import { COLUMN_TYPES, type Dialect } from '../column-types.ts'

/** When a purchase was paid, which is later than its order. For earlier purchases: when the tokens were credited. */
export async function paymentTime(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { integer } = COLUMN_TYPES[dialect]
  await db.schema.alterTable('purchase').addColumn('paid_at', integer).execute()
  await sql`update purchase set paid_at = credited_at`.execute(db)
}
