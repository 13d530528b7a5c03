import { sql } from 'kysely'
import { SECOND_MS } from '../clock.ts'
import type { Db, Transaction } from '../db/schema.ts'
import { throwApiError } from '../http/api-error.ts'

/** At most `limit` hits of one key in a window that starts with its first hit. */
export type Limit = { key: string; limit: number; windowMs: number }

/**
 * Counts one hit of each key in turn, and stops at the first that is passed: attempts declined for a narrow key do not
 * use up a wider one. Where one is used up already nothing is counted, and nothing written: declined attempts cost little,
 * and are not in the way of those that are taken back.
 * @returns the seconds to wait when a limit is passed, else undefined
 */
export async function consume(db: Db, limits: readonly Limit[], now: number): Promise<number | undefined> {
  const wait = await retryAfter(db, limits, now)
  if (wait !== undefined) return wait
  for (const limit of limits) {
    const { hits, resets_at } = await increment(db, limit, now)
    if (hits > limit.limit) return secondsUntil(resets_at, now)
  }
  return undefined
}

const secondsUntil = (time: number, now: number): number => Math.ceil((time - now) / SECOND_MS)

/** The seconds until the last of the keys that are used up is free again; undefined where none is. Counts nothing. */
export async function retryAfter(db: Db, limits: readonly Limit[], now: number): Promise<number | undefined> {
  const keys = limits.map(({ key }) => key)
  const rows = await db
    .selectFrom('throttle')
    .selectAll()
    .where('key', 'in', keys)
    .where('resets_at', '>', now)
    .execute()
  const used = rows.filter(({ key, hits }) => limits.some((one) => one.key === key && hits >= one.limit))
  return used.length === 0
    ? undefined
    : secondsUntil(Math.max(...used.map(({ resets_at }) => resets_at)), now)
}

/** One statement, so that hits at the same time are all counted, by whatever process. Never further than one too many. */
const increment = (db: Db, { key, limit, windowMs }: Limit, now: number) =>
  db
    .insertInto('throttle')
    .values({ key, hits: 1, resets_at: now + windowMs })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        hits: sql`case when throttle.resets_at <= ${now} then 1
          when throttle.hits > ${limit} then throttle.hits else throttle.hits + 1 end`,
        resets_at: sql`case when throttle.resets_at <= ${now} then ${now + windowMs} else throttle.resets_at end`,
      }),
    )
    .returning(['hits', 'resets_at'])
    .executeTakeFirstOrThrow()

/**
 * Takes a counted hit back, for an attempt that turned out to be none. A statement for each key: one for all of them would
 * hold the first while it waits for the next, and PostgreSQL ends attempts that wait for each other.
 */
export async function refund(db: Db, limits: readonly Limit[]): Promise<void> {
  for (const { key } of limits)
    await db
      .updateTable('throttle')
      .set({ hits: sql`hits - 1` })
      .where('key', '=', key)
      .where('hits', '>', 0)
      .execute()
}

/** Forgets what was counted. */
export async function reset(trx: Transaction, limits: readonly Limit[]): Promise<void> {
  const keys = limits.map(({ key }) => key)
  await trx.deleteFrom('throttle').where('key', 'in', keys).execute()
}

export async function deleteExpiredLimits(db: Db, now: number): Promise<void> {
  await db.deleteFrom('throttle').where('resets_at', '<=', now).execute()
}

/** Counts an attempt, and refuses it where a limit is passed. */
export async function requireRateLimit(db: Db, limits: readonly Limit[], now: number): Promise<void> {
  const seconds = await consume(db, limits, now)
  if (seconds !== undefined) throwApiError('too_many_requests', { seconds })
}
