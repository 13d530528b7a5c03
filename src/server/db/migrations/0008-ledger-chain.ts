import { type Kysely, sql } from 'kysely'
import { COLUMN_TYPES, type Dialect, createTable } from '../column-types.ts'

/**
 * The hash chain over the ledger, one signup entry for each account, which disputes are decided, and the ledger entry that an
 * email is about. Entries of earlier versions, which also run during an update, have no digest; the server chains them like
 * all others.
 */
export async function ledgerChain(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { integer } = COLUMN_TYPES[dialect]

  await db.schema.alterTable('token_entry').addColumn('digest', 'text').execute()
  await db.schema.alterTable('token_entry').addColumn('position', integer).execute()
  await sql`create index token_entry_unchained on token_entry (account_id, seq) where position is null`.execute(
    db,
  )
  await sql`create unique index token_entry_position on token_entry (position) where position is not null`.execute(
    db,
  )
  // Without foreign keys: the links of deleted accounts stay, or the chain would end there.
  await createTable(db, dialect, 'ledger_link')
    .addColumn('position', integer, (c) => c.primaryKey())
    .addColumn('account_tag', 'text', (c) => c.notNull())
    .addColumn('digest', 'text', (c) => c.notNull())
    .addColumn('hash', 'text', (c) => c.notNull())
    .addColumn('late', integer, (c) => c.notNull().check(sql`late in (0, 1)`))
    .addColumn('at', integer, (c) => c.notNull())
    .execute()
  await requireOneSignup(db)

  await db.schema
    .alterTable('purchase')
    .addColumn('lost_cents', integer, (c) =>
      c
        .notNull()
        .defaultTo(0)
        .check(sql`lost_cents >= 0`),
    )
    .execute()
  // Which of the disputes are decided, only the provider knows.
  await sql`update purchase set look_at = 0 where disputed_cents > 0`.execute(db)
  await db.schema.alterTable('outbox').addColumn('entry_seq', integer).execute()
}

/** A database that breaks the rule already must start all the same: `ledger --check` reports its accounts. */
async function requireOneSignup(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql`
    select account_id from token_entry where reason = 'signup' group by account_id having count(*) > 1 limit 1`.execute(
    db,
  )
  if (rows.length > 0) return
  await sql`create unique index token_entry_signup on token_entry (account_id) where reason = 'signup'`.execute(
    db,
  )
}
