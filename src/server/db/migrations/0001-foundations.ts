import { type CreateTableBuilder, type Kysely, sql } from 'kysely'
import { COLUMN_TYPES, type Dialect } from '../column-types.ts'

/** Accounts, sessions, ledger, jobs. Check constraints enforce the invariants on both databases. */
export async function foundations(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { integer, bytes } = COLUMN_TYPES[dialect]
  // Without STRICT, SQLite accepts any type in any column.
  const table = (name: string): CreateTableBuilder<string> =>
    dialect === 'sqlite' ? db.schema.createTable(name).modifyEnd(sql`strict`) : db.schema.createTable(name)

  await table('account')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('email', 'text', (c) => c.notNull().unique())
    .addColumn('password_hash', 'text', (c) => c.notNull())
    .addColumn('balance', integer, (c) => c.notNull().check(sql`balance >= 0`))
    .addColumn('created_at', integer, (c) => c.notNull())
    .execute()

  await table('session')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('account_id', 'text', (c) => c.notNull().references('account.id').onDelete('cascade'))
    .addColumn('created_at', integer, (c) => c.notNull())
    .addColumn('last_used_at', integer, (c) => c.notNull())
    .execute()
  await db.schema.createIndex('session_account').on('session').column('account_id').execute()
  await db.schema.createIndex('session_last_used').on('session').column('last_used_at').execute()

  await table('token_entry')
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('ref', 'text', (c) => c.notNull())
    .addColumn('account_id', 'text', (c) => c.notNull().references('account.id').onDelete('cascade'))
    .addColumn('delta', integer, (c) => c.notNull().check(sql`delta <> 0`))
    .addColumn('balance_after', integer, (c) => c.notNull().check(sql`balance_after >= 0`))
    .addColumn('note', 'text')
    .addColumn('at', integer, (c) => c.notNull())
    .addPrimaryKeyConstraint('token_entry_once', ['reason', 'ref'])
    .execute()
  await db.schema.createIndex('token_entry_account').on('token_entry').columns(['account_id', 'at']).execute()

  await table('job')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('account_id', 'text', (c) => c.notNull().references('account.id').onDelete('cascade'))
    .addColumn('filename', 'text')
    .addColumn('total_rows', integer, (c) => c.notNull())
    .addColumn('valid_rows', integer, (c) => c.notNull())
    .addColumn('invalid_rows', integer, (c) => c.notNull())
    .addColumn('empty_rows', integer, (c) => c.notNull())
    .addColumn('token_cost', integer, (c) => c.notNull())
    .addColumn('created_at', integer, (c) => c.notNull())
    .addCheckConstraint('job_counts', sql`total_rows = valid_rows + invalid_rows + empty_rows`)
    .execute()
  await db.schema.createIndex('job_account').on('job').columns(['account_id', 'created_at', 'id']).execute()

  await table('job_chunk')
    .addColumn('job_id', 'text', (c) => c.notNull().references('job.id').onDelete('cascade'))
    .addColumn('seq', integer, (c) => c.notNull())
    .addColumn('rows', bytes, (c) => c.notNull())
    .addPrimaryKeyConstraint('job_chunk_once', ['job_id', 'seq'])
    .execute()

  await table('bulk_key')
    .addColumn('account_id', 'text', (c) => c.notNull().references('account.id').onDelete('cascade'))
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('body_hash', 'text', (c) => c.notNull())
    .addColumn('job_id', 'text', (c) => c.notNull())
    .addColumn('at', integer, (c) => c.notNull())
    .addPrimaryKeyConstraint('bulk_key_once', ['account_id', 'key'])
    .execute()

  await table('throttle')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('hits', integer, (c) => c.notNull())
    .addColumn('resets_at', integer, (c) => c.notNull())
    .execute()
  await db.schema.createIndex('throttle_resets').on('throttle').column('resets_at').execute()

  await table('terms_acceptance')
    .addColumn('account_id', 'text', (c) => c.notNull().references('account.id').onDelete('cascade'))
    .addColumn('version', 'text', (c) => c.notNull())
    .addColumn('at', integer, (c) => c.notNull())
    .addPrimaryKeyConstraint('terms_acceptance_once', ['account_id', 'version'])
    .execute()
}
