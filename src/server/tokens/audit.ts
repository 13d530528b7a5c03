import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'
import { type ChainAudit, type Fault, MAX_FAULTS, findChainFaults } from './audit-chain.ts'
import type { Head } from './chain.ts'

/** `head` is the end of the chain; undefined while nothing is chained. */
export type Audit = { accounts: number; entries: number } & ChainAudit

/**
 * Recomputes the ledger and compares: every balance with the sum of its entries, the balance after every
 * entry with the sum so far, every number with its position, every conversion with its charge and the reverse, every
 * purchase with the tokens credited and reversed, one signup for each account, every entry with the hash chain. Each check
 * is one statement, which both databases answer from one snapshot, or one for each page of the chain: it neither blocks a
 * running server nor waits for it.
 * @param earlier a head that was kept elsewhere: the entries up to it must be the same
 */
export async function auditLedger(db: Db, earlier?: Head): Promise<Audit> {
  const counts = await countAll(db)
  const { faults: ofChain, ...chain } = await findChainFaults(db, earlier)
  const faults = [
    ...(await findWrongBalances(db)),
    ...(await findWrongPositions(db)),
    ...(await findSecondSignups(db)),
    ...(await findWrongCharges(db)),
    ...(await findUnprovenCharges(db)),
    ...(await findWrongPurchases(db)),
    ...ofChain,
  ]
  return { ...counts, ...chain, faults }
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

async function findSecondSignups(db: Db): Promise<Fault[]> {
  const { rows } = await sql<{ account_id: string; n: number }>`
    select account_id, count(*) as n from token_entry where reason = 'signup'
    group by account_id having count(*) > 1 order by account_id limit ${MAX_FAULTS}`.execute(db)
  return rows.map(({ account_id, n }) => ({
    accountId: account_id,
    what: `expected one entry for the registration, found ${n}`,
  }))
}

/**
 * Jobs can be deleted, but each has a key, which stays: a charge must have one of them, and a key its charge. Processes of
 * an earlier version, whose entries have no digest, added no key when the call had none.
 */
async function findUnprovenCharges(db: Db): Promise<Fault[]> {
  const { rows: charges } = await sql<{ account_id: string; ref: string }>`
    select token_entry.account_id, token_entry.ref from token_entry
    left join job on job.id = token_entry.ref left join bulk_key on bulk_key.job_id = token_entry.ref
    where token_entry.reason = 'conversion' and token_entry.digest is not null
      and coalesce(job.account_id, bulk_key.account_id, '') <> token_entry.account_id
    order by token_entry.account_id, token_entry.ref limit ${MAX_FAULTS}`.execute(db)
  const { rows: keys } = await sql<{ account_id: string; job_id: string }>`
    select bulk_key.account_id, bulk_key.job_id from bulk_key
    left join token_entry on token_entry.reason = 'conversion' and token_entry.ref = bulk_key.job_id
      and token_entry.account_id = bulk_key.account_id
    where token_entry.ref is null
    order by bulk_key.account_id, bulk_key.job_id limit ${MAX_FAULTS}`.execute(db)
  return [
    ...charges.map(({ account_id, ref }) => ({
      accountId: account_id,
      what: `charge of ${ref}: there was no such conversion`,
    })),
    ...keys.map(({ account_id, job_id }) => ({
      accountId: account_id,
      what: `conversion ${job_id}, deleted or not: expected a charge, found none`,
    })),
  ]
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
