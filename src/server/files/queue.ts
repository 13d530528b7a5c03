import { randomUUIDv7 } from 'node:crypto'
import { LIMITS } from '#product/limits.ts'
import { MAX_RETRY_DELAY_MS } from '../background-job.ts'
import { CLOCK_SKEW_MS, HOUR_MS, MINUTE_MS } from '../clock.ts'
import type { Db } from '../db/schema.ts'
import { inTransaction } from '../db/transaction.ts'
import { putDelivery } from '../webhooks/deliveries.ts'
import { deleteContents, writeContents } from './contents.ts'
import { type FileError, type StoredFile, lastServed } from './stored-files.ts'
import type { FileResult } from './types.ts'

/** Longer than a file takes, so that no other process takes the same one. */
export const LEASE_MS = 5 * MINUTE_MS
/** A file that has waited so long is not processed any more. */
export const MAX_WAIT_MS = LIMITS.keptFileHours * HOUR_MS

/** A file that this process has taken. `until` is the end of its lease, by which it is known that no other has taken it since. */
export type Taken = { file: StoredFile; until: number }

/**
 * Takes the next file: of the accounts with a due one, that which was served longest ago. If this process ends, it is due again when
 * the lease ends. Files that are due later than any can be, because the clock was set back, count as due.
 * @returns undefined where none is due; `taken` where another process has taken it
 */
export async function takeNext(db: Db, now: number): Promise<Taken | 'taken' | undefined> {
  const file = await db
    .selectFrom('file_conversion')
    .selectAll()
    .where((or) =>
      or.or([or('due_at', '<=', now), or('due_at', '>', now + MAX_RETRY_DELAY_MS + CLOCK_SKEW_MS)]),
    )
    .orderBy(lastServed)
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst()
  if (file === undefined) return undefined
  const until = now + LEASE_MS
  const found = { file, until: file.due_at ?? 0 }
  const isTaken = await change(db, found, {
    due_at: until,
    state: 'running',
    attempts: file.attempts + 1,
  })
  return isTaken ? { file, until } : 'taken'
}

/** Of the file as this process has taken it: not where another one has taken or its owner cancelled it since. */
const ifOwn = <T extends { where: (column: 'id' | 'due_at', operator: '=', value: string | number) => T }>(
  query: T,
  { file, until }: Taken,
): T => query.where('id', '=', file.id).where('due_at', '=', until)

/** @returns whether this process still had the file */
async function change(
  db: Db,
  taken: Taken,
  changes: Partial<StoredFile> & { due_at: number },
): Promise<boolean> {
  const changed = await ifOwn(db.updateTable('file_conversion'), taken)
    .set(changes)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

/** Gives a file back, to be taken again at `dueAt`. */
export async function giveBack(db: Db, taken: Taken, dueAt: number, attempts: number): Promise<void> {
  await change(db, taken, { due_at: dueAt, state: 'waiting', attempts })
}

/**
 * From here on the file cannot be cancelled, because it is being charged. Renews the lease.
 * @returns undefined where it was cancelled, or taken by another process
 */
export async function beginCharging(db: Db, taken: Taken, now: number): Promise<Taken | undefined> {
  const until = Math.max(now + LEASE_MS, taken.until + 1)
  return (await change(db, taken, { due_at: until, charging: 1 })) ? { ...taken, until } : undefined
}

export type Completion =
  | { ok: true; result: FileResult | undefined; charged: { jobId: string; tokens: number } | undefined }
  | ({ ok: false } & FileError)

/** Stores the outcome in place of what was sent, and the notice of it. @returns whether there is a notice */
export const complete = (db: Db, taken: Taken, now: number, completion: Completion): Promise<boolean> =>
  inTransaction(db, async (trx) => {
    const { id, webhook, api_key_id } = taken.file
    const result = completion.ok ? completion.result : undefined
    // A conversion without a result, which was lost with its input, has nothing to be kept.
    const deleteAt = completion.ok && result === undefined ? now : now + MAX_WAIT_MS
    // One statement: PostgreSQL locks the account at the second one to a row, which may be about to be deleted with its files.
    const completed = await ifOwn(trx.updateTable('file_conversion'), taken)
      .set({ ...outcomeOf(completion), due_at: null, completed_at: now, webhook: null })
      .set((e) => ({
        delete_at: e.fn.coalesce('delete_at', e.val(deleteAt)),
        // Its owner may have deleted it while it was being charged.
        stored_bytes: e
          .case()
          .when('delete_at', 'is', null)
          .then(result?.bytes.length ?? 0)
          .else(0)
          .end(),
      }))
      .returning('stored_bytes')
      .executeTakeFirst()
    if (completed === undefined) return false
    await deleteContents(trx, id)
    if (result !== undefined && completed.stored_bytes > 0)
      await writeContents(trx, id, 'result', result.bytes)
    if (webhook === null || api_key_id === null) return false
    await putDelivery(trx, { id: randomUUIDv7(), fileId: id, apiKeyId: api_key_id, url: webhook, at: now })
    return true
  })

const FILES_PER_ROUND = 20

/** Fails files that have waited too long, and have certainly not been charged. @returns whether there is a notice of one */
export async function failOverdue(db: Db, now: number): Promise<boolean> {
  const overdue = await db
    .selectFrom('file_conversion')
    .selectAll()
    .where('due_at', '<=', now)
    .where('created_at', '<=', now - MAX_WAIT_MS)
    .where('charging', '=', 0)
    .limit(FILES_PER_ROUND)
    .execute()
  let hasNotice = false
  for (const file of overdue) {
    const taken = { file, until: file.due_at ?? 0 }
    if (await complete(db, taken, now, { ok: false, code: 'busy', params: {} })) hasNotice = true
  }
  return hasNotice
}

function outcomeOf(completion: Completion): Partial<StoredFile> {
  if (!completion.ok) {
    const { code, params } = completion
    return { state: 'failed', error: JSON.stringify({ code, params }) }
  }
  const { result, charged } = completion
  return {
    state: 'done',
    job_id: charged?.jobId ?? null,
    tokens: charged?.tokens ?? 0,
    ...(result !== undefined && {
      result_name: result.filename,
      result_type: result.contentType,
      result_bytes: result.bytes.length,
      warnings: JSON.stringify(result.warnings),
    }),
  }
}
