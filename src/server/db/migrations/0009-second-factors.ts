import { type Kysely, sql } from 'kysely'
import { COLUMN_TYPES, type Dialect, createTable } from '../column-types.ts'

/** Passkeys, authenticator apps, recovery codes, and when a session or device has passed them. */
export async function secondFactors(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { integer } = COLUMN_TYPES[dialect]
  const table = (name: string) => createTable(db, dialect, name)

  await db.schema.alterTable('session').addColumn('confirmed_at', integer).execute()
  await db.schema
    .alterTable('known_device')
    .addColumn('passed_second_factor', integer, (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema.alterTable('outbox').addColumn('detail', 'text').execute()

  await table('passkey')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('account_id', 'text', (c) => c.notNull().references('account.id').onDelete('cascade'))
    .addColumn('public_key', 'text', (c) => c.notNull())
    .addColumn('counter', integer, (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('created_at', integer, (c) => c.notNull())
    .addColumn('used_at', integer)
    .execute()
  await db.schema.createIndex('passkey_account').on('passkey').column('account_id').execute()

  await table('totp')
    .addColumn('account_id', 'text', (c) => c.primaryKey().references('account.id').onDelete('cascade'))
    .addColumn('secret', 'text')
    .addColumn('pending_secret', 'text')
    .addColumn('last_step', integer, (c) => c.notNull().defaultTo(0))
    .addColumn('created_at', integer, (c) => c.notNull())
    .execute()

  await table('recovery_code')
    .addColumn('code_hash', 'text', (c) => c.primaryKey())
    .addColumn('account_id', 'text', (c) => c.notNull().references('account.id').onDelete('cascade'))
    .execute()
  await db.schema.createIndex('recovery_code_account').on('recovery_code').column('account_id').execute()

  await table('auth_challenge')
    .addColumn('hash', 'text', (c) => c.primaryKey())
    .addColumn('purpose', 'text', (c) =>
      c.notNull().check(sql`purpose in ('passkey', 'new-passkey', 'second-factor', 'device-code')`),
    )
    .addColumn('account_id', 'text', (c) => c.references('account.id').onDelete('cascade'))
    .addColumn('expires_at', integer, (c) => c.notNull())
    .execute()
  for (const column of ['account_id', 'expires_at'])
    await db.schema.createIndex(`auth_challenge_${column}`).on('auth_challenge').column(column).execute()
}
