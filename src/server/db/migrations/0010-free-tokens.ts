import type { Kysely } from 'kysely'
import { COLUMN_TYPES, type Dialect, createTable } from '../column-types.ts'

/** Which addresses have received free tokens, and which accounts still wait for theirs. */
export async function freeTokens(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { integer } = COLUMN_TYPES[dialect]
  // Null for accounts of earlier versions, which all have received theirs.
  await db.schema.alterTable('account').addColumn('free_tokens', 'text').execute()
  await createTable(db, dialect, 'free_token_grant')
    .addColumn('address_hash', 'text', (c) => c.primaryKey())
    .addColumn('kept_until', integer)
    .execute()
  await db.schema.createIndex('free_token_grant_kept').on('free_token_grant').column('kept_until').execute()
}
