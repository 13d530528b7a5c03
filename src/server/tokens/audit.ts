import { type RawBuilder, sql } from 'kysely'
import { SIGNUP_TOKENS } from '#product/limits.ts'
import type { Db, Schema } from '../db/schema.ts'
import { type ChainAudit, type Fault, MAX_FAULTS, findChainFaults } from './audit-chain.ts'
import type { Head } from './chain.ts'

type Reason = Schema['token_entry']['reason']

/** The number of entries of a reason, and the sum of their tokens. */
type ReasonSum = { reason: string; entries: number; tokens: number }

/** `head` is the end of the chain; undefined while nothing is chained. */
export type Audit = { accounts: number; entries: number } & ChainAudit

/**
 * Recomputes the ledger and compares: every balance with the sum of its entries, the balance after every
 * entry with the sum so far, every number with its position, every entry with what its reason allows, every conversion with
 * its charge and the reverse, every purchase with its money and the tokens credited, reversed and owed, one signup for each
 * account, every entry with the hash chain. Each check is one statement, which both databases answer from one snapshot, or one
 * for each page of the chain: it neither blocks a running server nor waits for it.
 *
 * Who can write everything can still add what the server itself could have added: a grant of an operator, a paid purchase with
 * its entry. `sumByReason` shows such tokens.
 * @param earlier a head that was kept elsewhere: the entries up to it must be the same
 */
export async function auditLedger(db: Db, earlier?: Head): Promise<Audit> {
  const counts = await countAll(db)
  const { faults: ofChain, ...chain } = await findChainFaults(db, earlier)
  const faults = [
    ...(await findWrongBalances(db)),
    ...(await findWrongPositions(db)),
    ...(await findImpossibleEntries(db)),
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

const HAS_PURCHASE = sql<boolean>`purchase.id is not null`
const HAS_NONE = sql<boolean>`token_entry.purchase_id is null and token_entry.uncovered = 0`

/** What an entry of each reason has; `purchase` is that of the entry, if it belongs to the same account. */
const RULES: Record<Reason, { holds: RawBuilder<boolean>; expected: string }> = {
  signup: {
    holds: sql`delta = ${sql.lit(SIGNUP_TOKENS)} and account.free_tokens is null and ${HAS_NONE}`,
    expected: `${SIGNUP_TOKENS} tokens for an account that was to have them`,
  },
  conversion: { holds: sql`delta < 0 and ${HAS_NONE}`, expected: 'tokens to be taken' },
  admin: { holds: sql`delta > 0 and ${HAS_NONE}`, expected: 'tokens to be given' },
  purchase: {
    holds: sql`delta > 0 and uncovered = 0 and ref = purchase.session_id and ${HAS_PURCHASE}`,
    expected: 'a purchase of this account, and its payment',
  },
  refund: { holds: HAS_PURCHASE, expected: 'a purchase of this account' },
  dispute: { holds: HAS_PURCHASE, expected: 'a purchase of this account' },
  debt: {
    holds: sql`delta < 0 and uncovered = 0 and ${HAS_PURCHASE}`,
    expected: 'tokens to be taken for a purchase of this account',
  },
}

/** Entries that the server cannot have posted, whatever the digests say. Purchases are never deleted before their accounts. */
async function findImpossibleEntries(db: Db): Promise<Fault[]> {
  const cases = Object.entries(RULES).map(([reason, { holds }]) => sql`when ${sql.lit(reason)} then ${holds}`)
  const { rows } = await sql<{ account_id: string; seq: number; reason: string; delta: number }>`
    select token_entry.account_id, seq, reason, delta from token_entry
    left join account on reason = 'signup' and account.id = token_entry.account_id
    left join purchase on purchase.id = token_entry.purchase_id and purchase.account_id = token_entry.account_id
    where not coalesce(case reason ${sql.join(cases, sql` `)} else false end, false)
    order by token_entry.account_id, seq limit ${MAX_FAULTS}`.execute(db)
  return rows.map(({ account_id, seq, reason, delta }) => ({
    accountId: account_id,
    what: `entry ${seq} of ${delta} tokens, ${JSON.stringify(reason)}: expected ${RULES[reason as Reason]?.expected ?? 'a known reason'}`,
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
    select account_id, ref from token_entry where reason = 'conversion' and digest is not null
    except select account_id, id from job
    except select account_id, job_id from bulk_key
    order by account_id, ref limit ${MAX_FAULTS}`.execute(db)
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

/**
 * Only for existing accounts: entries are deleted with the account, and purchases are kept. What is reversed follows from the
 * money, which the payment provider tells again. What is owed follows from the entries, unless a reversal was undone: that
 * forgives what could not be taken, by an entry which does not say how much.
 */
async function findWrongPurchases(db: Db): Promise<Fault[]> {
  const { rows } = await sql<{
    account_id: string
    id: string
    given: number
    due: number
    first: number
    tokens: number
    reversed: number
    reversible: number
    owed: number
    missing: number
  }>`
    select * from (
      select purchase.account_id, purchase.id, coalesce(posted.given, 0) as given,
        purchase.reversed_tokens as reversed,
        case when purchase.status <> 'credited' then 0
          when refunded_cents + disputed_cents >= price_cents then purchase.tokens
          else purchase.tokens * (refunded_cents + disputed_cents) / price_cents end as reversible,
        purchase.uncovered_tokens as owed, coalesce(posted.missing, 0) as missing,
        coalesce(posted.undone, 0) as undone,
        case when purchase.status = 'credited'
          then purchase.tokens - purchase.reversed_tokens + purchase.uncovered_tokens else 0 end as due,
        coalesce(posted.first, 0) as first,
        case when purchase.status = 'credited' then purchase.tokens else 0 end as tokens
      from purchase left join (
        select purchase_id, sum(delta) as given,
          sum(case when reason = 'purchase' then delta else 0 end) as first,
          sum(case when reason = 'debt' then delta else uncovered end) as missing,
          sum(case when reason in ('refund', 'dispute') and uncovered = 0 and delta >= 0 then 1 else 0 end) as undone
        from token_entry where purchase_id is not null group by purchase_id
      ) as posted on posted.purchase_id = purchase.id
      where purchase.account_id is not null
    ) as sold
    where given <> due or first <> tokens or reversed <> reversible
      or owed > missing or (undone = 0 and owed <> missing)
    order by account_id, id limit ${MAX_FAULTS}`.execute(db)
  return rows.map(({ account_id, id, ...found }) => ({
    accountId: account_id,
    what: `purchase ${id}: ${whatIsWrong(found)}`,
  }))
}

type FoundPurchase = Record<
  'given' | 'due' | 'first' | 'tokens' | 'reversed' | 'reversible' | 'owed' | 'missing',
  number
>

function whatIsWrong(found: FoundPurchase): string {
  const { given, due, first, tokens, reversed, reversible, owed, missing } = found
  if (given !== due) return `expected ${due} tokens in all, found ${given}`
  if (first !== tokens) return `expected ${tokens} tokens on payment, found ${first}`
  if (reversed !== reversible)
    return `expected ${reversible} tokens reversed by what was refunded and disputed, found ${reversed}`
  return `expected ${missing} tokens owed by its entries, found ${owed}`
}

/** Of all entries, by reason in alphabetical order. */
export async function sumByReason(db: Db): Promise<ReasonSum[]> {
  const { rows } = await sql<ReasonSum>`
    select reason, count(*) as entries, cast(sum(delta) as bigint) as tokens
    from token_entry group by reason order by reason`.execute(db)
  return rows
}

const countAll = (db: Db): Promise<{ accounts: number; entries: number }> =>
  db
    .selectNoFrom((of) => [
      of.selectFrom('account').select(of.fn.countAll<number>().as('n')).as('accounts'),
      of.selectFrom('token_entry').select(of.fn.countAll<number>().as('n')).as('entries'),
    ])
    .$castTo<{ accounts: number; entries: number }>()
    .executeTakeFirstOrThrow()
