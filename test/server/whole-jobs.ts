import { zstdDecompressSync } from 'node:zlib'
import { expect } from 'vitest'
import type { BulkReply, JobRow } from '#api/conversions.ts'
import type { Db } from '#server/db/schema.ts'
import { expectConsistentLedger } from './ledger-check.ts'

/**
 * Asserts that every acknowledged request has its job and charge with all its rows, that no job is
 * incomplete, and that every balance is the sum of its entries. Reads one snapshot, because PostgreSQL may
 * still be ending transactions of a server that exited.
 */
export const expectCompleteJobs = (db: Db, acknowledged: Map<string, BulkReply>): Promise<void> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((view) => expectWholeIn(view, acknowledged))

async function expectWholeIn(db: Db, acknowledged: Map<string, BulkReply>): Promise<void> {
  await expectConsistentLedger(db)
  const jobs = await db.selectFrom('job').selectAll().execute()
  const chunks = await db.selectFrom('job_chunk').selectAll().orderBy('job_id').orderBy('seq').execute()
  const charges = await db
    .selectFrom('token_entry')
    .select('ref')
    .where('reason', '=', 'conversion')
    .execute()
  const keys = await db.selectFrom('bulk_key').selectAll().execute()

  const ids = jobs.map(({ id }) => id).sort()
  expect(charges.map(({ ref }) => ref).sort()).toEqual(ids)
  expect(keys.map(({ job_id }) => job_id).sort()).toEqual(ids)

  const rowsOf = Map.groupBy(chunks, ({ job_id }) => job_id)
  const jobOfKey = new Map(keys.map(({ key, job_id }) => [key, job_id]))
  for (const job of jobs) expect(unpack(rowsOf.get(job.id))).toHaveLength(job.total_rows)
  for (const [key, reply] of acknowledged) {
    expect(jobOfKey.get(key)).toBe(reply.jobId)
    expect(unpack(rowsOf.get(reply.jobId))).toEqual(reply.rows)
  }
}

const unpack = (chunks: { rows: Uint8Array }[] = []): JobRow[] =>
  chunks.flatMap(({ rows }) => {
    const array: JobRow[] = JSON.parse(zstdDecompressSync(rows).toString())
    return array
  })
