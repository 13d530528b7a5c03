import { sql } from 'kysely'
import type { SecurityEvent } from '#api/account.ts'
import { DAY_MS, HOUR_MS, isoTime } from '../clock.ts'
import type { Db, Schema, Transaction } from '../db/schema.ts'
import { inTransaction } from '../db/transaction.ts'
import { prefixKey } from '../rate-limit/keys.ts'
import type { SecretKey } from '../secret-key.ts'

/** As the privacy policy states. */
const KEPT_MS = 90 * DAY_MS
const PSEUDONYM_LENGTH = 22
/** Different events that wait to be stored; above it their accounts and networks are not told apart. */
const MAX_WAITING = 10_000
/** Stored rows of an hour, by all processes; above it the accounts and networks of further events are not told apart. */
export const MAX_ROWS_PER_HOUR = 5000
const ROWS_PER_STATEMENT = 500

type Row = Schema['security_event']
export type Outcome = Row['outcome']

export type LoggedEvent = {
  event: string
  outcome: Outcome
  /** Error code; none for a success. */
  code?: string | undefined
  accountId?: string | undefined
  /** Address of the client; none for the command line. */
  ip?: string | undefined
  at: number
}

export type SecurityLog = {
  /** Notes an event. Never waits and never fails: it is stored by the next {@link SecurityLog.flush}. */
  record: (event: LoggedEvent) => void
  /** Stores what was noted. What cannot be stored is kept for the next call. */
  flush: () => Promise<void>
  /** Number of events by event and outcome, since the process started. */
  totals: () => { event: string; outcome: Outcome; times: number }[]
}

/** Pseudonym of an account in the log: it cannot be found again without the account's id and the key. */
export const pseudonymOf = (key: SecretKey, accountId: string): string =>
  key.hash('security-log', accountId).slice(0, PSEUDONYM_LENGTH)

export function makeSecurityLog(db: Db, key: SecretKey): SecurityLog {
  let waiting: Rows = new Map()
  /** Rows of the last hours that this process has stored: they are counted further, whatever the number of rows. */
  let stored = new Set<string>()
  const totals = new Map<string, { event: string; outcome: Outcome; times: number }>()

  function add(row: Row): void {
    const isFull = waiting.size >= MAX_WAITING && !waiting.has(idOf(row))
    addRow(waiting, isFull ? withoutNames(row) : row)
  }

  return {
    record(event) {
      add(rowOf(key, event))
      const id = `${event.event} ${event.outcome}`
      const total = totals.get(id) ?? { event: event.event, outcome: event.outcome, times: 0 }
      totals.set(id, { ...total, times: total.times + 1 })
    },
    async flush() {
      if (waiting.size === 0) return
      const rows = [...waiting.values()]
      waiting = new Map()
      try {
        const ids = await inTransaction(db, (trx) => storeWithin(trx, rows, stored))
        if (stored.size > 2 * MAX_ROWS_PER_HOUR) stored = new Set()
        for (const id of ids) stored.add(id)
      } catch (error) {
        for (const row of rows) add(row)
        throw error
      }
    },
    totals: () => [...totals.values()],
  }
}

/** Stores an event in the transaction of what it is about. */
export const storeSecurityEvent = (trx: Transaction, key: SecretKey, event: LoggedEvent): Promise<void> =>
  store(trx, [rowOf(key, event)])

function rowOf(key: SecretKey, { event, outcome, code = '', accountId, ip, at }: LoggedEvent): Row {
  // Calculated without an account too: the response waits for it, and its timing must not reveal one.
  const pseudonym = pseudonymOf(key, accountId ?? '')
  return {
    hour: Math.floor(at / HOUR_MS) * HOUR_MS,
    event,
    outcome,
    code,
    account: accountId === undefined ? '' : pseudonym,
    network: ip === undefined ? '' : prefixKey(ip, { v4: 24, v6: 48 }),
    times: 1,
    first_at: at,
    last_at: at,
  }
}

/** Rows by their primary key. */
type Rows = Map<string, Row>

const idOf = ({ hour, event, outcome, code, account, network }: Row): string =>
  [hour, event, outcome, code, account, network].join(' ')

const hasNames = ({ account, network }: Row): boolean => account !== '' || network !== ''

const withoutNames = (row: Row): Row => ({ ...row, account: '', network: '' })

function addRow(rows: Rows, row: Row): void {
  const id = idOf(row)
  const known = rows.get(id)
  if (known === undefined) rows.set(id, { ...row })
  else {
    known.times += row.times
    known.first_at = Math.min(known.first_at, row.first_at)
    known.last_at = Math.max(known.last_at, row.last_at)
  }
}

/**
 * Stores rows, of which those beyond the limit of their hour lose their account and network.
 * @param stored rows that are counted under their own names in any case
 * @returns the ids of the stored rows
 */
async function storeWithin(
  trx: Transaction,
  rows: readonly Row[],
  stored: ReadonlySet<string>,
): Promise<string[]> {
  const merged: Rows = new Map()
  for (const [hour, own] of Map.groupBy(rows, (row) => row.hour)) {
    let left = MAX_ROWS_PER_HOUR - (await countRows(trx, hour))
    for (const row of own) {
      const isKept = !hasNames(row) || stored.has(idOf(row)) || left-- > 0
      addRow(merged, isKept ? row : withoutNames(row))
    }
  }
  await store(trx, [...merged.values()])
  return [...merged.keys()]
}

async function countRows(trx: Transaction, hour: number): Promise<number> {
  const { n } = await trx
    .selectFrom('security_event')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('hour', '=', hour)
    .executeTakeFirstOrThrow()
  return n
}

/** Adds to the rows that are there. In the order of their keys: concurrent processes lock them in the same order. */
async function store(trx: Transaction, rows: readonly Row[]): Promise<void> {
  const ordered = rows.map((row) => [idOf(row), row] as const).toSorted(([a], [b]) => (a < b ? -1 : 1))
  for (let from = 0; from < ordered.length; from += ROWS_PER_STATEMENT)
    await trx
      .insertInto('security_event')
      .values(ordered.slice(from, from + ROWS_PER_STATEMENT).map(([, row]) => row))
      .onConflict((conflict) =>
        conflict.columns(['hour', 'event', 'outcome', 'code', 'account', 'network']).doUpdateSet({
          times: sql`security_event.times + excluded.times`,
          first_at: sql`case when security_event.first_at < excluded.first_at then security_event.first_at else excluded.first_at end`,
          last_at: sql`case when security_event.last_at > excluded.last_at then security_event.last_at else excluded.last_at end`,
        }),
      )
      .execute()
}

type Selection = { account?: string | undefined; limit: number }

/** Events, the last first: those of one pseudonym, or all. */
export async function listSecurityEvents(db: Db, { account, limit }: Selection): Promise<Row[]> {
  const rows = db.selectFrom('security_event').selectAll().orderBy('last_at', 'desc').limit(limit)
  return (account === undefined ? rows : rows.where('account', '=', account)).execute()
}

const MAX_OWN_EVENTS = 10_000

/** The events of an account, as its user may see them. */
export async function ownSecurityEvents(db: Db, key: SecretKey, accountId: string): Promise<SecurityEvent[]> {
  const account = pseudonymOf(key, accountId)
  const rows = await listSecurityEvents(db, { account, limit: MAX_OWN_EVENTS })
  return rows.map(({ event, outcome, code, network, times, first_at, last_at }) => ({
    event,
    outcome,
    code,
    network,
    times,
    firstAt: isoTime(first_at),
    lastAt: isoTime(last_at),
  }))
}

export async function deleteOldSecurityEvents(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('security_event')
    .where('hour', '<=', now - KEPT_MS)
    .execute()
}
