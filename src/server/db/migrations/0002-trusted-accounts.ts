import { type Kysely, sql } from 'kysely'
import { COLUMN_TYPES, type Dialect, createTable } from '../column-types.ts'

/** Email tokens, known devices, the outbox, support messages, and a sequence number for each ledger entry. */
export async function trustedAccounts(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { integer } = COLUMN_TYPES[dialect]
  const table = (name: string) => createTable(db, dialect, name)

  await db.schema
    .alterTable('account')
    .addColumn('address', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  await sql`update account set address = email`.execute(db)
  await db.schema.alterTable('account').addColumn('verified_at', integer).execute()
  await db.schema
    .alterTable('account')
    .addColumn('entries', integer, (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema
    .alterTable('session')
    .addColumn('device', 'text', (c) => c.notNull().defaultTo(''))
    .execute()

  await db.schema
    .alterTable('token_entry')
    .addColumn('seq', integer, (c) => c.notNull().defaultTo(0))
    .execute()
  await numberEntries(db)
  await sql`
    update account set entries = (select count(*) from token_entry where account_id = account.id)`.execute(db)
  await db.schema
    .createIndex('token_entry_seq')
    .on('token_entry')
    .columns(['account_id', 'seq'])
    .unique()
    .execute()

  await table('known_device')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('account_id', 'text', (c) => c.notNull().references('account.id').onDelete('cascade'))
    .addColumn('used_at', integer, (c) => c.notNull())
    .execute()
  await db.schema.createIndex('known_device_account').on('known_device').column('account_id').execute()

  await table('email_link')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('account_id', 'text', (c) => c.notNull().references('account.id').onDelete('cascade'))
    .addColumn('purpose', 'text', (c) => c.notNull().check(sql`purpose in ('reset', 'verify')`))
    .addColumn('expires_at', integer, (c) => c.notNull())
    .execute()
  for (const column of ['account_id', 'expires_at'])
    await db.schema.createIndex(`email_link_${column}`).on('email_link').column(column).execute()

  await table('support_message')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('topic', 'text', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('lang', 'text', (c) => c.notNull())
    .addColumn('at', integer, (c) => c.notNull())
    .addColumn('account_id', 'text', (c) => c.references('account.id').onDelete('set null'))
    .execute()
  await db.schema.createIndex('support_message_at').on('support_message').columns(['at', 'id']).execute()
  await db.schema.createIndex('support_message_account').on('support_message').column('account_id').execute()

  await table('outbox')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('lang', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('account_id', 'text', (c) => c.references('account.id').onDelete('cascade'))
    .addColumn('message_id', 'text', (c) => c.references('support_message.id').onDelete('cascade'))
    .addColumn('created_at', integer, (c) => c.notNull())
    .addColumn('attempts', integer, (c) => c.notNull())
    .addColumn('due_at', integer)
    .addColumn('problem', 'text')
    .execute()
  await db.schema.createIndex('outbox_due').on('outbox').column('due_at').execute()
  for (const column of ['account_id', 'message_id', 'email'])
    await db.schema.createIndex(`outbox_${column}`).on('outbox').column(column).execute()
}

type OldEntry = { reason: string; ref: string; delta: number; balance_after: number }

/** Numbers the existing entries. */
async function numberEntries(db: Kysely<unknown>): Promise<void> {
  const { rows: accounts } = await sql<{ id: string }>`select id from account`.execute(db)
  for (const { id } of accounts) {
    const { rows } = await sql<OldEntry>`
      select reason, ref, delta, balance_after from token_entry
      where account_id = ${id} order by at, ref`.execute(db)
    for (const [index, { reason, ref }] of inPostingOrder(rows).entries())
      await sql`update token_entry set seq = ${index + 1} where reason = ${reason} and ref = ${ref}`.execute(
        db,
      )
  }
}

/**
 * Orders entries so that each starts from the balance that the one before left. Times do not give the order: they are those of
 * the requests, and concurrent requests are posted in any order. Where no entry fits, the earliest comes next.
 */
function inPostingOrder(entries: OldEntry[]): OldEntry[] {
  const remaining = [...entries]
  const ordered: OldEntry[] = []
  let balance = 0
  while (remaining.length > 0) {
    const next = remaining.findIndex(({ delta, balance_after }) => balance_after - delta === balance)
    const [entry] = remaining.splice(Math.max(next, 0), 1)
    if (entry === undefined) break
    ordered.push(entry)
    balance = entry.balance_after
  }
  return ordered
}
