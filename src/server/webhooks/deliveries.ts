import { sql } from 'kysely'
import { MAX_RETRY_DELAY_MS } from '../background-job.ts'
import { CLOCK_SKEW_MS } from '../clock.ts'
import type { Db, Schema, Transaction } from '../db/schema.ts'

export type Delivery = Schema['webhook_delivery']

type NewDelivery = { id: string; fileId: string; apiKeyId: string; url: string; at: number }

/** Stores a notice in the caller's transaction: it is sent, by any process, if and only if that commits. */
export async function putDelivery(
  trx: Transaction,
  { id, fileId, apiKeyId, url, at }: NewDelivery,
): Promise<void> {
  await trx
    .insertInto('webhook_delivery')
    .values({
      id,
      file_id: fileId,
      api_key_id: apiKeyId,
      url,
      created_at: at,
      attempts: 0,
      due_at: at,
      problem: null,
    })
    .execute()
}

/** Of one account that are sent at once: receivers that answer slowly delay the notices of others by one attempt. */
const MAX_OF_ACCOUNT = 2

/**
 * Finds notices whose attempt is due; also those due later than any retry, because the clock was set back. Accounts take turns:
 * the first due notice of each comes before every second one.
 */
export const findDueDeliveries = (db: Db, now: number, limit: number): Promise<Delivery[]> =>
  db
    .with('due', (with_) =>
      with_
        .selectFrom('webhook_delivery')
        .innerJoin('file_conversion', 'file_conversion.id', 'file_id')
        .selectAll('webhook_delivery')
        .select(
          sql<number>`row_number() over (partition by account_id order by webhook_delivery.due_at)`.as(
            'turn',
          ),
        )
        .where((or) =>
          or.or([
            or('webhook_delivery.due_at', '<=', now),
            or('webhook_delivery.due_at', '>', now + MAX_RETRY_DELAY_MS + CLOCK_SKEW_MS),
          ]),
        ),
    )
    .selectFrom('due')
    .select(['id', 'file_id', 'api_key_id', 'url', 'created_at', 'attempts', 'due_at', 'problem'])
    .where('turn', '<=', MAX_OF_ACCOUNT)
    .orderBy('turn')
    .orderBy('due_at')
    .limit(limit)
    .execute()

/**
 * Claims a notice for one attempt; false when another process has claimed it. If this process ends during the attempt, it is due
 * again at `until` (Unix ms): delivery is at least once.
 */
export async function claimDelivery(db: Db, delivery: Delivery, until: number): Promise<boolean> {
  const claimed = await db
    .updateTable('webhook_delivery')
    .set({ due_at: until, attempts: delivery.attempts + 1 })
    .where('id', '=', delivery.id)
    .where('due_at', '=', delivery.due_at)
    .returning('id')
    .executeTakeFirst()
  return claimed !== undefined
}

/** Removes a notice that was accepted, or is not wanted. `until` is that of the claim. */
export async function removeDelivery(db: Db, id: string, until: number): Promise<void> {
  await db.deleteFrom('webhook_delivery').where('id', '=', id).where('due_at', '=', until).execute()
}

type Postponed = { until: number; dueAt: number | null; problem: string }

/** `dueAt`: when it is tried again; null when it has failed permanently. */
export async function postponeDelivery(
  db: Db,
  id: string,
  { until, dueAt, problem }: Postponed,
): Promise<void> {
  await db
    .updateTable('webhook_delivery')
    .set({ due_at: dueAt, problem })
    .where('id', '=', id)
    .where('due_at', '=', until)
    .execute()
}

/** Deletes permanently failed notices, which are kept for the operator for a limited time. */
export async function deleteFailedDeliveries(db: Db, before: number): Promise<void> {
  await db
    .deleteFrom('webhook_delivery')
    .where('due_at', 'is', null)
    .where('created_at', '<=', before)
    .execute()
}
