import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Db } from '#server/db/schema.ts'

export async function accountIdOf(db: Db, email: string): Promise<string> {
  const { id } = await db
    .selectFrom('account')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return id
}

/** Asserts that every balance is the sum of its entries, and every charge the cost of its job. */
export async function expectConsistentLedger(db: Db): Promise<void> {
  const unbalanced = await db
    .selectFrom('account')
    .leftJoin('token_entry', 'token_entry.account_id', 'account.id')
    .select(['account.id', 'account.balance', sql<number>`coalesce(sum(token_entry.delta), 0)`.as('sum')])
    .groupBy(['account.id', 'account.balance'])
    .having(sql<boolean>`account.balance <> coalesce(sum(token_entry.delta), 0)`)
    .execute()
  expect(unbalanced).toEqual([])

  const mischarged = await db
    .selectFrom('job')
    .leftJoin('token_entry', (join) =>
      join.onRef('token_entry.ref', '=', 'job.id').on('token_entry.reason', '=', 'conversion'),
    )
    .select('job.id')
    .where(sql<boolean>`token_entry.delta is null or token_entry.delta <> -job.token_cost`)
    .execute()
  expect(mischarged).toEqual([])
}

export async function balanceOf(db: Db, email: string): Promise<number> {
  const row = await db
    .selectFrom('account')
    .select('balance')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return row.balance
}

/** The stored jobs of the account, with the number of charged rows. */
export const jobsOf = (db: Db, accountId: string) =>
  db.selectFrom('job').selectAll().where('account_id', '=', accountId).execute()
