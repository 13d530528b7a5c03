import { sql } from 'kysely'
import type { SecurityEvent } from '#api/account.ts'
import { DAY_MS, HOUR_MS, isoTime } from '../clock.ts'
import type { Db, Schema } from '../db/schema.ts'
import { prefixKey } from '../rate-limit/keys.ts'
import type { SecretKey } from '../secret-key.ts'

/** As the privacy policy states. */
const KEPT_MS = 90 * DAY_MS
const PSEUDONYM_LENGTH = 22
/** Different events that wait to be stored; above it their networks are not told apart. */
const MAX_WAITING = 10_000

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
  let waiting = new Map<string, Row>()
  const totals = new Map<string, { event: string; outcome: Outcome; times: number }>()

  function add(row: Row): void {
    const { hour, event, outcome, code, account, network } = row
    const id = [hour, event, outcome, code, account, network].join(' ')
    const known = waiting.get(id)
    if (known === undefined && waiting.size >= MAX_WAITING && network !== '')
      return add({ ...row, network: '', account: '' })
    if (known === undefined) waiting.set(id, row)
    else {
      known.times += row.times
      known.first_at = Math.min(known.first_at, row.first_at)
      known.last_at = Math.max(known.last_at, row.last_at)
    }
  }

  return {
    record({ event, outcome, code = '', accountId, ip, at }) {
      add({
        hour: Math.floor(at / HOUR_MS) * HOUR_MS,
        event,
        outcome,
        code,
        account: accountId === undefined ? '' : pseudonymOf(key, accountId),
        network: ip === undefined ? '' : prefixKey(ip, { v4: 24, v6: 48 }),
        times: 1,
        first_at: at,
        last_at: at,
      })
      const id = `${event} ${outcome}`
      const total = totals.get(id) ?? { event, outcome, times: 0 }
      totals.set(id, { ...total, times: total.times + 1 })
    },
    async flush() {
      const rows = [...waiting.values()]
      waiting = new Map()
      for (const [i, row] of rows.entries()) {
        try {
          await store(db, row)
        } catch (error) {
          for (const left of rows.slice(i)) add(left)
          throw error
        }
      }
    },
    totals: () => [...totals.values()],
  }
}

/** One statement for each row: it locks one row only, so that concurrent processes cannot deadlock. */
async function store(db: Db, row: Row): Promise<void> {
  await db
    .insertInto('security_event')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['hour', 'event', 'outcome', 'code', 'account', 'network']).doUpdateSet({
        times: sql`security_event.times + ${row.times}`,
        first_at: sql`case when security_event.first_at < ${row.first_at} then security_event.first_at else ${row.first_at} end`,
        last_at: sql`case when security_event.last_at > ${row.last_at} then security_event.last_at else ${row.last_at} end`,
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
