import { sql } from 'kysely'
import { CLOCK_SKEW_MS, SECOND_MS } from '../clock.ts'
import type { Db, Transaction } from '../db/schema.ts'
import { throwApiError } from '../http/api-error.ts'

/**
 * At most `limit` hits of one key in a fixed window that starts with the first hit. A window that ends later than one that
 * starts now has expired: the clock was set back.
 */
export type Limit = { key: string; limit: number; windowMs: number }

/**
 * Consumes one hit of each limit in order and stops at the first exceeded one, so that narrow limits come before wide ones.
 * When any limit is exceeded already, nothing is consumed or written.
 * @returns seconds for Retry-After when a limit is exceeded, else undefined
 */
export async function consumeLimits(
  db: Db,
  limits: readonly Limit[],
  now: number,
): Promise<number | undefined> {
  const seconds = await retryAfter(db, limits, now)
  if (seconds !== undefined) return seconds
  for (const limit of limits) {
    const { hits, resets_at } = await increment(db, limit, now)
    if (hits > limit.limit) return secondsUntil(resets_at, now)
  }
  return undefined
}

const secondsUntil = (time: number, now: number): number => Math.ceil((time - now) / SECOND_MS)

/** Seconds until the last exceeded limit resets; undefined when none is exceeded. Consumes nothing. */
export async function retryAfter(db: Db, limits: readonly Limit[], now: number): Promise<number | undefined> {
  const keys = limits.map(({ key }) => key)
  const rows = await db
    .selectFrom('throttle')
    .selectAll()
    .where('key', 'in', keys)
    .where('resets_at', '>', now)
    .execute()
  const exceeded = rows.filter(({ key, hits, resets_at }) =>
    limits.some((limit) => limit.key === key && hits >= limit.limit && resets_at <= latestReset(limit, now)),
  )
  return exceeded.length === 0
    ? undefined
    : secondsUntil(Math.max(...exceeded.map(({ resets_at }) => resets_at)), now)
}

const latestReset = ({ windowMs }: Limit, now: number): number => now + windowMs + CLOCK_SKEW_MS

/** One atomic statement: concurrent hits of all processes are counted. `hits` never exceeds `limit` + 1. */
function increment(db: Db, limit: Limit, now: number): Promise<{ hits: number; resets_at: number }> {
  const { key, windowMs } = limit
  const hasExpired = sql`(throttle.resets_at <= ${now} or throttle.resets_at > ${latestReset(limit, now)})`
  return db
    .insertInto('throttle')
    .values({ key, hits: 1, resets_at: now + windowMs })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        hits: sql`case when ${hasExpired} then 1
          when throttle.hits > ${limit.limit} then throttle.hits else throttle.hits + 1 end`,
        resets_at: sql`case when ${hasExpired} then ${now + windowMs} else throttle.resets_at end`,
      }),
    )
    .returning(['hits', 'resets_at'])
    .executeTakeFirstOrThrow()
}

/**
 * Gives back one consumed hit of each limit. One statement per key: a statement for all keys locks several rows, and
 * PostgreSQL would abort concurrent ones as deadlocks.
 */
export async function refundLimits(db: Db, limits: readonly Limit[]): Promise<void> {
  for (const { key } of limits)
    await db
      .updateTable('throttle')
      .set({ hits: sql`hits - 1` })
      .where('key', '=', key)
      .where('hits', '>', 0)
      .execute()
}

/** Deletes all hits of the limits. */
export async function resetLimits(trx: Transaction, limits: readonly Limit[]): Promise<void> {
  const keys = limits.map(({ key }) => key)
  await trx.deleteFrom('throttle').where('key', 'in', keys).execute()
}

export async function deleteExpiredLimits(db: Db, now: number): Promise<void> {
  await db.deleteFrom('throttle').where('resets_at', '<=', now).execute()
}

/** Consumes the limits. @throws {ApiError} `too_many_requests` when one is exceeded */
export async function requireRateLimit(db: Db, limits: readonly Limit[], now: number): Promise<void> {
  const seconds = await consumeLimits(db, limits, now)
  if (seconds !== undefined) throwApiError('too_many_requests', { seconds })
}
