import type { Kysely } from 'kysely'
import { COLUMN_TYPES, type Dialect, createTable } from '../column-types.ts'

/** Files that programs send to be converted in the background, their contents, and the notices of their completion. */
export async function files(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { integer, bytes } = COLUMN_TYPES[dialect]
  await createTable(db, dialect, 'file_conversion')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('account_id', 'text', (c) => c.notNull().references('account.id').onDelete('cascade'))
    .addColumn('api_key_id', 'text')
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('filename', 'text', (c) => c.notNull())
    .addColumn('lang', 'text', (c) => c.notNull())
    .addColumn('content_type', 'text', (c) => c.notNull())
    .addColumn('choices', 'text', (c) => c.notNull())
    .addColumn('idempotency_key', 'text')
    .addColumn('request_hash', 'text', (c) => c.notNull())
    .addColumn('rows', integer, (c) => c.notNull())
    .addColumn('stored_bytes', integer, (c) => c.notNull())
    .addColumn('attempts', integer, (c) => c.notNull())
    .addColumn('due_at', integer)
    .addColumn('charging', integer, (c) => c.notNull())
    .addColumn('job_id', 'text')
    .addColumn('tokens', integer, (c) => c.notNull())
    .addColumn('result_name', 'text')
    .addColumn('result_type', 'text')
    .addColumn('result_bytes', integer, (c) => c.notNull())
    .addColumn('warnings', 'text', (c) => c.notNull())
    .addColumn('error', 'text')
    .addColumn('webhook', 'text')
    .addColumn('created_at', integer, (c) => c.notNull())
    .addColumn('completed_at', integer)
    .addColumn('delete_at', integer)
    .addUniqueConstraint('file_conversion_key', ['account_id', 'idempotency_key'])
    .execute()
  // The account that was served last, and when.
  await index('file_conversion_account', 'file_conversion', ['account_id', 'completed_at'])
  await index('file_conversion_due', 'file_conversion', ['due_at'])
  // Those that have contents, which are few of all: their bytes, and when they are deleted.
  await index('file_conversion_stored', 'file_conversion', ['stored_bytes', 'delete_at'])

  await createTable(db, dialect, 'file_chunk')
    .addColumn('file_id', 'text', (c) => c.notNull().references('file_conversion.id').onDelete('cascade'))
    .addColumn('part', 'text', (c) => c.notNull())
    .addColumn('position', integer, (c) => c.notNull())
    .addColumn('bytes', bytes, (c) => c.notNull())
    .addPrimaryKeyConstraint('file_chunk_place', ['file_id', 'part', 'position'])
    .execute()

  await createTable(db, dialect, 'webhook_delivery')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('file_id', 'text', (c) => c.notNull().references('file_conversion.id').onDelete('cascade'))
    .addColumn('api_key_id', 'text', (c) => c.notNull())
    .addColumn('url', 'text', (c) => c.notNull())
    .addColumn('created_at', integer, (c) => c.notNull())
    .addColumn('attempts', integer, (c) => c.notNull())
    .addColumn('due_at', integer)
    .addColumn('problem', 'text')
    .execute()
  await index('webhook_delivery_due', 'webhook_delivery', ['due_at'])
  await index('webhook_delivery_file', 'webhook_delivery', ['file_id'])

  async function index(name: string, table: string, columns: string[]): Promise<void> {
    await db.schema.createIndex(name).on(table).columns(columns).execute()
  }
}
