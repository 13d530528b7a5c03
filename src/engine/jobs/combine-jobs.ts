import type { Job, JobRow } from '#api/conversions.ts'
import { type RowCounts, rowOrigin } from '#pricelist/row.ts'
import { sha256Hex } from '#reports/fingerprint.ts'
import type { ResultRow } from '#reports/types.ts'
import { type MergedResults, mergeResults } from '../bulk/merge-results.ts'
import { ApiCallError } from '../http/client.ts'
import { type ConvertedFile, HISTORY, type History } from '../storage/history.ts'
import type { JobSource } from './find-source.ts'
import { type FileKeys, keyOfJobRow, matchRows } from './match-rows.ts'

/** The jobs of the account. */
export type SavedJobs = {
  list(): Promise<readonly Job[]>
  /** The rows of a job; not cached, as most are compared once. */
  rows(id: string): Promise<readonly JobRow[]>
  /** Caches rows, which the next file of the job needs again. */
  keep(id: string, rows: readonly JobRow[]): void
}

type JobWithRows = { readonly job: Job; readonly rows: readonly JobRow[] }

/** A job with the id in the file of each of its rows. */
export type JobPart = JobWithRows & { readonly ids: readonly number[] }

/** Jobs whose rows are compared with one file, at most: those nearest in time. */
const MAX_COMPARED = 20

/** Rows of those jobs that are requested, at most. */
const MAX_COMPARED_ROWS = 300_000

/**
 * Finds the other jobs of a file that was converted in several parts (CONV-05): of the same name, or converted on this device
 * from the same file, with rows that are all in the file, on lines of their own.
 * @param keys the rows of the file, where they are at hand
 * @returns the job and the others in the order of their conversion
 */
export async function findParts(
  own: JobPart,
  source: JobSource,
  {
    owner,
    jobs,
    keys,
    history = HISTORY,
  }: { owner: string; jobs: SavedJobs; keys?: FileKeys | undefined; history?: History },
): Promise<readonly JobPart[]> {
  let parts = [own]
  const candidates = await candidatesFor(
    own.job,
    source,
    await history.load('converted', owner),
    await jobs.list(),
  )
  for (const job of candidates.filter(({ id }) => source.ids.has(id))) {
    const ids = source.ids.get(job.id)!
    const rows = await findRows(jobs, job.id)
    if (rows?.length === ids.length) parts.push({ job, rows, ids })
  }
  const unknown = candidates.filter(({ id }) => !source.ids.has(id))
  const file = unknown.length === 0 ? undefined : (keys ?? (await keysIn(source)))
  const inFile = new Set(file?.keys)
  let free = (file?.keys.length ?? 0) - countRows(parts)
  let [compared, comparedRows] = [0, 0]
  for (const job of unknown) {
    if (!file || job.totalRows > free) continue
    comparedRows += job.totalRows
    if (compared++ === MAX_COMPARED || comparedRows > MAX_COMPARED_ROWS) break
    const rows = await findRows(jobs, job.id)
    if (!rows) continue
    const areIn = rows.every((row) => inFile.has(keyOfJobRow(row)))
    const placed = areIn ? place({ job, rows }, parts, file) : undefined
    if (!placed) {
      source.others.add(job.id)
      continue
    }
    parts = placed
    free -= rows.length
  }
  for (const { job, rows, ids } of parts) {
    source.ids.set(job.id, ids)
    jobs.keep(job.id, rows)
  }
  return parts.toSorted(inTime)
}

async function keysIn({ file }: JobSource): Promise<FileKeys | undefined> {
  const { readKeys } = await import('./find-source.ts')
  return readKeys(file)
}

const inTime = (one: JobWithRows, other: JobWithRows): number =>
  one.job.createdAt.localeCompare(other.job.createdAt)

const countRows = (parts: readonly JobPart[]): number => parts.reduce((sum, { rows }) => sum + rows.length, 0)

/** The jobs that may be of the same file, the nearest in time first. */
async function candidatesFor(
  { id, filename, source: kind, createdAt }: Job,
  { file, ids, others }: JobSource,
  converted: readonly ConvertedFile[],
  jobs: readonly Job[],
): Promise<readonly Job[]> {
  const hash = await sha256Hex(file.bytes)
  const convertedAt = new Set(converted.flatMap((entry) => (entry.file === hash ? [entry.at] : [])))
  const distance = (job: Job) => Math.abs(Date.parse(job.createdAt) - Date.parse(createdAt))
  return jobs
    .filter((job) => job.id !== id && job.source === kind && job.totalRows > 0 && !others.has(job.id))
    .filter((job) => ids.has(job.id) || job.filename === filename || convertedAt.has(job.createdAt))
    .toSorted((one, other) => distance(one) - distance(other))
}

/** Undefined for a job that was deleted in the meantime. */
async function findRows(jobs: SavedJobs, id: string): Promise<readonly JobRow[] | undefined> {
  try {
    return await jobs.rows(id)
  } catch (error) {
    if (error instanceof ApiCallError && error.status === 404) return undefined
    throw error
  }
}

/**
 * Places the rows of another job on lines that the parts leave free. Of equal lines the parts may have taken those of the
 * other job: all are then placed again in the order in which they were converted.
 */
function place(added: JobWithRows, parts: readonly JobPart[], file: FileKeys): JobPart[] | undefined {
  const taken = new Set(parts.flatMap(({ ids }) => ids))
  const alone = placeAll([added], without(file, taken))
  return alone ? [...parts, ...alone] : placeAll([...parts, added].toSorted(inTime), file)
}

/** Each job on the first lines that are left for it; undefined where one has rows that are not there as they were converted. */
function placeAll(jobs: readonly JobWithRows[], file: FileKeys): JobPart[] | undefined {
  const placed: JobPart[] = []
  let free = file
  for (const { job, rows } of jobs) {
    const match = matchRows(rows.map(keyOfJobRow), free)
    if (match?.changed !== 0) return undefined
    placed.push({ job, rows, ids: match.ids })
    free = without(free, new Set(match.ids))
  }
  return placed
}

function without({ keys, ids, nextId }: FileKeys, taken: ReadonlySet<number>): FileKeys {
  const isFree = (_: unknown, i: number) => !taken.has(ids[i]!)
  return { keys: keys.filter(isFree), ids: ids.filter(isFree), nextId }
}

/**
 * The rows of all parts as one result; undefined for a single part, and where two of them have rows of one line.
 * @param perLine number of price columns
 */
export function mergeParts(parts: readonly JobPart[], perLine: number): MergedResults | undefined {
  const [first, ...others] = parts.map(({ job, rows, ids }) => ({
    jobId: job.id,
    counts: countsOf(job),
    rows: withOrigins(rows, ids, perLine),
  }))
  let merged: MergedResults | undefined
  for (const other of others) {
    const earlier = merged ?? first
    merged = earlier && mergeResults(earlier, other, perLine)
    if (!merged) return undefined
  }
  return merged
}

/** What a job says of its rows. */
export const countsOf = ({ totalRows, validRows, invalidRows, emptyRows, tokenCost }: Job): RowCounts => ({
  totalRows,
  validRows,
  invalidRows,
  emptyRows,
  tokenCost,
})

/** The rows with their line in the file, and the index of their price column where there are several. */
export const withOrigins = (
  rows: readonly JobRow[],
  ids: readonly number[],
  perLine: number,
): readonly ResultRow[] =>
  rows.map((row, i) => {
    const { line, nth } = rowOrigin(ids[i] ?? 1, perLine)
    return { ...row, line, ...(perLine > 1 && { nth }) }
  })
