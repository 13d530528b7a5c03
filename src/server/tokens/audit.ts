import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'

export type Audit = { accounts: number; entries: number; faults: Fault[] }

/** Limit of faults for each check. */
const MAX_FAULTS = 1000

/** An inconsistency: the account and a description. */
export type Fault = { accountId: string; what: string }

/**
 * Recomputes the ledger and compares: every balance with the sum of its entries, the balance after every
 * entry with the sum so far, every number with its position, every saved conversion with its charge, every
 * purchase with the tokens credited and reversed. Each check is one statement, which both databases answer
 * from one snapshot: it neither blocks a running server nor waits for it.
 */
export async function auditLedger(db: Db): Promise<Audit> {
  const [balances, positions, charges, purchases, counts] = [
    await findWrongBalances(db),
    await findWrongPositions(db),
    await findWrongCharges(db),
    await findWrongPurchases(db),
    await countAll(db),
  ]
  return { ...counts, faults: [...balances, ...positions, ...charges, ...purchases] }
}

async function findWrongBalances(db: Db): Promise<Fault[]> {
  const { rows } = await sql<{ id: string; balance: number; sum: number; entries: number; count: number }>`
    select account.id, account.balance, account.entries,
      coalesce(posted.total, 0) as sum, coalesce(posted.n, 0) as count
    from account left join (
      select account_id, sum(delta) as total, count(*) as n from token_entry group by account_id
    ) as posted on posted.account_id = account.id
    where account.balance <> coalesce(posted.total, 0) or account.entries <> coalesce(posted.n, 0)
    order by account.id limit ${MAX_FAULTS}`.execute(db)
  return rows.map(({ id, balance, sum, entries, count }) => ({
    accountId: id,
    what: `expected a balance of ${sum} after ${count} entries, found ${balance} after ${entries}`,
  }))
}

async function findWrongPositions(db: Db): Promise<Fault[]> {
  const { rows } = await sql<{
    account_id: string
    seq: number
    place: number
    balance_after: number
    running: number
  }>`
    select * from (
      select account_id, seq, balance_after,
        row_number() over (partition by account_id order by seq) as place,
        sum(delta) over (partition by account_id order by seq) as running
      from token_entry
    ) as entry
    where balance_after <> running or seq <> place
    order by account_id, seq limit ${MAX_FAULTS}`.execute(db)
  return rows.map(({ account_id, seq, place, balance_after, running }) => ({
    accountId: account_id,
    what: `expected entry ${place} with a balance of ${running}, found entry ${seq} with ${balance_after}`,
  }))
}

async function findWrongCharges(db: Db): Promise<Fault[]> {
  const { rows } = await sql<{ account_id: string; id: string; token_cost: number; delta: number | null }>`
    select job.account_id, job.id, job.token_cost, token_entry.delta
    from job left join token_entry on token_entry.reason = 'conversion' and token_entry.ref = job.id
      and token_entry.account_id = job.account_id
    where token_entry.delta is null or token_entry.delta <> -job.token_cost
    order by job.account_id, job.id limit ${MAX_FAULTS}`.execute(db)
  return rows.map(({ account_id, id, token_cost, delta }) => ({
    accountId: account_id,
    what: `conversion ${id}: expected a charge of ${token_cost}, found ${delta === null ? 'none' : -delta}`,
  }))
}

/** Only for existing accounts: entries are deleted with the account, and purchases are kept. */
async function findWrongPurchases(db: Db): Promise<Fault[]> {
  const { rows } = await sql<{
    account_id: string
    id: string
    given: number
    due: number
    first: number
    tokens: number
  }>`
    select * from (
      select purchase.account_id, purchase.id, coalesce(posted.given, 0) as given,
        case when purchase.status = 'credited'
          then purchase.tokens - purchase.reversed_tokens + purchase.uncovered_tokens else 0 end as due,
        coalesce(posted.first, 0) as first,
        case when purchase.status = 'credited' then purchase.tokens else 0 end as tokens
      from purchase left join (
        select purchase_id, sum(delta) as given, sum(case when reason = 'purchase' then delta else 0 end) as first
        from token_entry where purchase_id is not null group by purchase_id
      ) as posted on posted.purchase_id = purchase.id
      where purchase.account_id is not null
    ) as sold
    where given <> due or first <> tokens
    order by account_id, id limit ${MAX_FAULTS}`.execute(db)
  return rows.map(({ account_id, id, given, due, first, tokens }) => ({
    accountId: account_id,
    what:
      given === due
        ? `purchase ${id}: expected ${tokens} tokens on payment, found ${first}`
        : `purchase ${id}: expected ${due} tokens in all, found ${given}`,
  }))
}

async function countAll(db: Db): Promise<{ accounts: number; entries: number }> {
  const { rows } = await sql<{ accounts: number; entries: number }>`
    select (select count(*) from account) as accounts, (select count(*) from token_entry) as entries`.execute(
    db,
  )
  return rows[0] ?? { accounts: 0, entries: 0 }
}
