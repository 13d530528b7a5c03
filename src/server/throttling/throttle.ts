import { sql } from 'kysely'
import { SECOND_MS } from '../clock.ts'
import type { Db } from '../db/schema.ts'

/** At most `limit` hits of one key in a window that starts with its first hit. */
export type Limit = { key: string; limit: number; windowMs: number }

/**
 * Counts one hit of each key in turn, and stops at the first that is passed: attempts declined for a narrow key do not
 * use up a wider one.
 * @returns the seconds to wait when a limit is passed, else undefined
 */
export async function hit(db: Db, limits: readonly Limit[], now: number): Promise<number | undefined> {
  for (const { key, limit, windowMs } of limits) {
    const { hits, resets_at } = await count(db, key, now, windowMs)
    if (hits > limit) return Math.ceil((resets_at - now) / SECOND_MS)
  }
  return undefined
}

/** One statement, so that hits at the same time are all counted, by whatever process. */
const count = (db: Db, key: string, now: number, windowMs: number) =>
  db
    .insertInto('throttle')
    .values({ key, hits: 1, resets_at: now + windowMs })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        hits: sql`case when throttle.resets_at <= ${now} then 1 else throttle.hits + 1 end`,
        resets_at: sql`case when throttle.resets_at <= ${now} then ${now + windowMs} else throttle.resets_at end`,
      }),
    )
    .returning(['hits', 'resets_at'])
    .executeTakeFirstOrThrow()

/**
 * Takes a counted hit back, for an attempt that turned out to be none. A statement for each key: one for all of them would
 * hold the first while it waits for the next, and PostgreSQL ends attempts that wait for each other.
 */
export async function unhit(db: Db, limits: readonly Limit[]): Promise<void> {
  for (const { key } of limits)
    await db
      .updateTable('throttle')
      .set({ hits: sql`hits - 1` })
      .where('key', '=', key)
      .where('hits', '>', 0)
      .execute()
}

export async function deleteOldHits(db: Db, now: number): Promise<void> {
  await db.deleteFrom('throttle').where('resets_at', '<=', now).execute()
}
