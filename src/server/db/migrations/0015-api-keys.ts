import type { Kysely } from 'kysely'
import { COLUMN_TYPES, type Dialect, createTable } from '../column-types.ts'

/** Keys with which programs use the API in place of a session. */
export async function apiKeys(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { integer } = COLUMN_TYPES[dialect]
  await createTable(db, dialect, 'api_key')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('account_id', 'text', (c) => c.notNull().references('account.id').onDelete('cascade'))
    .addColumn('key_hash', 'text', (c) => c.notNull().unique())
    .addColumn('prefix', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('scopes', 'text', (c) => c.notNull())
    .addColumn('requests_per_minute', integer, (c) => c.notNull())
    .addColumn('tokens_per_day', integer)
    .addColumn('spent_day', integer, (c) => c.notNull().defaultTo(0))
    .addColumn('spent_tokens', integer, (c) => c.notNull().defaultTo(0))
    .addColumn('created_at', integer, (c) => c.notNull())
    .addColumn('last_used_at', integer)
    .addColumn('revoked_at', integer)
    .execute()
  await db.schema.createIndex('api_key_account').on('api_key').column('account_id').execute()
}
