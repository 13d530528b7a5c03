import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#server/db/schema.ts'
import { postEntry } from '#server/tokens/ledger.ts'

/** An account with 15 tokens, a grant of 40, charges of 5 and 2; posted by the server's own code. */
export async function addAccount(db: Db, id: string, at = Date.now()): Promise<void> {
  const email = `${id}@example.bg`
  await sql`insert into account (id, email, address, password_hash, balance, entries, created_at)
    values (${id}, ${email}, ${email}, 'x', 0, 0, 1)`.execute(db)
  const entries = [
    { reason: 'signup', ref: id, delta: 15 },
    { reason: 'admin', ref: randomUUID(), delta: 40, note: 'Поръчка 7' },
    { reason: 'conversion', ref: randomUUID(), delta: -5 },
    { reason: 'conversion', ref: randomUUID(), delta: -2 },
  ] as const
  for (const entry of entries) {
    await db.transaction().execute((trx) => postEntry(trx, { accountId: id, at, ...entry }))
    if (entry.reason !== 'conversion') continue
    const rows = -entry.delta
    await sql`insert into job (id, account_id, total_rows, valid_rows, invalid_rows, empty_rows, token_cost, created_at)
      values (${entry.ref}, ${id}, ${rows}, ${rows}, 0, 0, ${rows}, 1)`.execute(db)
    await sql`insert into bulk_key (account_id, key, body_hash, job_id, at)
      values (${id}, ${entry.ref}, 'x', ${entry.ref}, 1)`.execute(db)
  }
}
