import type { Job, JobPart, JobSource } from '#api/conversions.ts'
import { toMajorUnits } from '#money/amount.ts'
import type { RowCounts } from '#pricelist/row.ts'
import { isoTime } from '../clock.ts'
import type { Db, Schema, Transaction } from '../db/schema.ts'
import type { JobTotals } from './convert.ts'

type NewJob = {
  id: string
  accountId: string
  filename: string | null
  source: JobSource | null
  part: JobPart | null
  counts: RowCounts
  totals: JobTotals
  createdAt: number
  chunks: readonly Uint8Array[]
}

/** Stores jobs and their chunks, in two statements whatever their number and that of their rows. */
export async function addJobs(trx: Transaction, jobs: readonly NewJob[]): Promise<void> {
  await trx.insertInto('job').values(jobs.map(toRow)).execute()
  const chunks = jobs.flatMap((job) => job.chunks.map((rows, seq) => ({ job_id: job.id, seq, rows })))
  await trx.insertInto('job_chunk').values(chunks).execute()
}

const toRow = (job: NewJob): Schema['job'] => ({
  id: job.id,
  account_id: job.accountId,
  filename: job.filename,
  total_rows: job.counts.totalRows,
  valid_rows: job.counts.validRows,
  invalid_rows: job.counts.invalidRows,
  empty_rows: job.counts.emptyRows,
  token_cost: job.counts.tokenCost,
  created_at: job.createdAt,
  total_national: job.totals.national,
  total_euro: job.totals.euro,
  source: job.source,
  part: job.part,
})

/** The account's jobs, newest first. */
export async function listJobs(db: Db, accountId: string): Promise<Job[]> {
  const rows = await db
    .selectFrom('job')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(toJob)
}

/** Counts the jobs of an account and the rows in all of them. */
export async function countJobs(db: Db, accountId: string): Promise<{ jobs: number; rows: number }> {
  const { jobs, rows } = await db
    .selectFrom('job')
    .select(({ fn }) => [fn.countAll<number>().as('jobs'), fn.sum<number | null>('total_rows').as('rows')])
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return { jobs, rows: rows ?? 0 }
}

/** Finds a job of this account only. */
export async function findJob(db: Db, accountId: string, id: string): Promise<Job | undefined> {
  if (!isJobId(id)) return undefined
  const row = await db
    .selectFrom('job')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row && toJob(row)
}

/** Chunks read at once: limits the memory that a slow client uses. */
const CHUNKS_PER_READ = 8

/**
 * The stored chunks of an existing job, in order; undefined when it was deleted since. The first ones are read at
 * once, so that most jobs are complete before anything is sent.
 * @throws during iteration when a larger job is deleted: what was read is incomplete
 */
export async function findChunks(db: Db, jobId: string): Promise<AsyncIterable<Uint8Array> | undefined> {
  const { last } = await db
    .selectFrom('job_chunk')
    .select(({ fn }) => fn.max<number | null>('seq').as('last'))
    .where('job_id', '=', jobId)
    .executeTakeFirstOrThrow()
  if (last === null) return undefined
  const first = await readChunks(db, jobId, 0)
  return first.length === 0 ? undefined : chunksUpTo(db, jobId, { first, last })
}

type Chunks = { rows: Uint8Array }[]

const readChunks = (db: Db, jobId: string, from: number): Promise<Chunks> =>
  db
    .selectFrom('job_chunk')
    .select('rows')
    .where('job_id', '=', jobId)
    .where('seq', '>=', from)
    .orderBy('seq')
    .limit(CHUNKS_PER_READ)
    .execute()

async function* chunksUpTo(
  db: Db,
  jobId: string,
  { first, last }: { first: Chunks; last: number },
): AsyncGenerator<Uint8Array> {
  for (let [chunks, next] = [first, 0]; ; chunks = await readChunks(db, jobId, next)) {
    if (chunks.length === 0) throw new Error('A job was deleted while it was read.')
    for (const { rows } of chunks) yield rows
    next += chunks.length
    if (next > last) return
  }
}

/** @returns whether there was such a job of this account */
export async function deleteJob(db: Db, accountId: string, id: string): Promise<boolean> {
  if (!isJobId(id)) return false
  const deleted = await db
    .deleteFrom('job')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returning('id')
    .executeTakeFirst()
  return deleted !== undefined
}

/** Other texts are not passed to the database: PostgreSQL rejects NUL, for example. */
const isJobId = (id: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)

const toJob = (row: Schema['job']): Job => ({
  id: row.id,
  filename: row.filename,
  createdAt: isoTime(row.created_at),
  totalRows: row.total_rows,
  validRows: row.valid_rows,
  invalidRows: row.invalid_rows,
  emptyRows: row.empty_rows,
  tokenCost: row.token_cost,
  totals: totalsOf(row),
  source: row.source,
  part: row.part,
})

/** Null for a job of an earlier version. */
const totalsOf = ({ total_national, total_euro }: Schema['job']): Job['totals'] =>
  total_national === null || total_euro === null
    ? null
    : { bgn: toMajorUnits(total_national), eur: toMajorUnits(total_euro) }
