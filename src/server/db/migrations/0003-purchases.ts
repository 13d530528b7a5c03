import { type Kysely, sql } from 'kysely'
import { COLUMN_TYPES, type Dialect, createTable } from '../column-types.ts'

/** Purchases, and ledger entries for tokens granted by them and reversed, with the uncovered part of a reversal. */
export async function purchases(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { integer } = COLUMN_TYPES[dialect]
  const table = (name: string) => createTable(db, dialect, name)

  await table('purchase')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('account_id', 'text', (c) => c.references('account.id').onDelete('set null'))
    .addColumn('plan', 'text', (c) => c.notNull())
    .addColumn('tokens', integer, (c) => c.notNull().check(sql`tokens > 0`))
    .addColumn('price_cents', integer, (c) => c.notNull().check(sql`price_cents > 0`))
    .addColumn('site', 'text', (c) => c.notNull())
    .addColumn('lang', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) =>
      c.notNull().check(sql`status in ('open', 'processing', 'credited', 'expired', 'refused')`),
    )
    .addColumn('session_id', 'text', (c) => c.unique())
    .addColumn('created_at', integer, (c) => c.notNull())
    .addColumn('credited_at', integer)
    .addColumn('receipt_url', 'text')
    .addColumn('refunded_cents', integer, (c) => c.notNull().check(sql`refunded_cents >= 0`))
    .addColumn('disputed_cents', integer, (c) => c.notNull().check(sql`disputed_cents >= 0`))
    .addColumn('reversed_tokens', integer, (c) => c.notNull())
    .addColumn('uncovered_tokens', integer, (c) => c.notNull())
    .addColumn('problem', 'text')
    .addColumn('version', integer, (c) => c.notNull())
    .addColumn('look_at', integer)
    .addCheckConstraint(
      'purchase_reversal',
      sql`0 <= uncovered_tokens and uncovered_tokens <= reversed_tokens and reversed_tokens <= tokens`,
    )
    .execute()
  await db.schema.createIndex('purchase_account').on('purchase').columns(['account_id', 'id']).execute()
  await db.schema.createIndex('purchase_look').on('purchase').column('look_at').execute()
  // One open checkout session per account and plan: two clicks must not make two.
  await sql`create unique index purchase_open on purchase (account_id, plan) where status = 'open'`.execute(
    db,
  )

  await db.schema
    .alterTable('outbox')
    .addColumn('purchase_id', 'text', (c) => c.references('purchase.id').onDelete('cascade'))
    .execute()
  await db.schema.createIndex('outbox_purchase').on('outbox').column('purchase_id').execute()

  if (dialect === 'sqlite') await recreateEntryTable(db)
  else await alterEntryTable(db)
  await db.schema.createIndex('token_entry_purchase').on('token_entry').column('purchase_id').execute()
}

/** SQLite cannot alter the check constraint of an existing table. */
async function recreateEntryTable(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('token_entry').renameTo('token_entry_before').execute()
  await createTable(db, 'sqlite', 'token_entry')
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('ref', 'text', (c) => c.notNull())
    .addColumn('account_id', 'text', (c) => c.notNull().references('account.id').onDelete('cascade'))
    .addColumn('seq', 'integer', (c) => c.notNull())
    .addColumn('delta', 'integer', (c) => c.notNull())
    .addColumn('balance_after', 'integer', (c) => c.notNull().check(sql`balance_after >= 0`))
    .addColumn('uncovered', 'integer', (c) =>
      c
        .notNull()
        .defaultTo(0)
        .check(sql`uncovered >= 0`),
    )
    .addColumn('note', 'text')
    .addColumn('purchase_id', 'text', (c) => c.references('purchase.id'))
    .addColumn('at', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('token_entry_once', ['reason', 'ref'])
    .addCheckConstraint('token_entry_says', DELTA_CHECK)
    .execute()
  await sql`
    insert into token_entry (reason, ref, account_id, seq, delta, balance_after, note, at)
    select reason, ref, account_id, seq, delta, balance_after, note, at from token_entry_before`.execute(db)
  await db.schema.dropTable('token_entry_before').execute()
  await db.schema.createIndex('token_entry_account').on('token_entry').columns(['account_id', 'at']).execute()
  await db.schema
    .createIndex('token_entry_seq')
    .on('token_entry')
    .columns(['account_id', 'seq'])
    .unique()
    .execute()
}

async function alterEntryTable(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table token_entry
      add column uncovered bigint not null default 0 check (uncovered >= 0),
      add column purchase_id text references purchase (id),
      drop constraint token_entry_delta_check,
      add constraint token_entry_says check (${DELTA_CHECK})`.execute(db)
}

/** A reversal that finds an empty balance moves no tokens. */
const DELTA_CHECK = sql`delta <> 0 or reason in ('refund', 'dispute')`
