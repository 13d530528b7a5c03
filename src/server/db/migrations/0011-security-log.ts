import type { Kysely } from 'kysely'
import { COLUMN_TYPES, type Dialect, createTable } from '../column-types.ts'

/** Security events, counted by the hour. */
export async function securityLog(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const { integer } = COLUMN_TYPES[dialect]
  await createTable(db, dialect, 'security_event')
    .addColumn('hour', integer, (c) => c.notNull())
    .addColumn('event', 'text', (c) => c.notNull())
    .addColumn('outcome', 'text', (c) => c.notNull())
    .addColumn('code', 'text', (c) => c.notNull())
    .addColumn('account', 'text', (c) => c.notNull())
    .addColumn('network', 'text', (c) => c.notNull())
    .addColumn('times', integer, (c) => c.notNull())
    .addColumn('first_at', integer, (c) => c.notNull())
    .addColumn('last_at', integer, (c) => c.notNull())
    .addPrimaryKeyConstraint('security_event_once', [
      'hour',
      'event',
      'outcome',
      'code',
      'account',
      'network',
    ])
    .execute()
  await db.schema
    .createIndex('security_event_account')
    .on('security_event')
    .columns(['account', 'last_at'])
    .execute()
}
