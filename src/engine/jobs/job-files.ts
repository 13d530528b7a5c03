import type { JobRow } from '#api/conversions.ts'
import { DEFAULT_PLACEMENT } from '#writeback/plan.ts'
import { perLineOf } from '#pricelist/types.ts'
import type { CorrectedFile } from '#reports/corrected-file.ts'
import { fingerprintFile, sha256Hex } from '#reports/fingerprint.ts'
import { jobFileName, ownFileName, reportFileName, sumRounding, sumTotals } from '#reports/results.ts'
import {
  type ConversionSummary,
  type ExportTask,
  type ResultRow,
  type ResultsSource,
  extensionOfOwn,
  formatOf,
} from '#reports/types.ts'
import { ExportClient } from '../export/client.ts'
import type { DeviceRecords } from '../storage/bulk-store.ts'
import { type Device, DEVICE } from '../storage/device.ts'
import type { JobContext, JobFileOutcome, JobFileRequest } from './client.ts'
import { type SavedJobs, countsOf, findParts, mergeParts, withOrigins } from './combine-jobs.ts'
import type { JobSource } from './find-source.ts'
import type { FileKeys } from './match-rows.ts'

/** Files that the user gave again on this page. */
const given: JobSource[] = []

/** The file of a job with so many rows: given again, or saved on the device with the results of the last conversion. */
async function sourceOf(
  jobId: string,
  rowCount: number,
  records: DeviceRecords,
): Promise<JobSource | undefined> {
  // The last one may have more of its jobs.
  const known = given.findLast(({ ids }) => ids.has(jobId))
  if (known) return known
  const [source, results] = await Promise.all([records.loadSaved('source'), records.loadSaved('results')])
  if (!source) return undefined
  const { jobId: _, ids: all, ...file } = source
  const { facts, rows = [] } = results?.facts.jobId === source.jobId ? results : {}
  const ids = new Map([[source.jobId, all]])
  // Of several jobs in one result, each has its own rows.
  for (const [part, id] of (facts?.jobIds ?? []).entries())
    ids.set(
      id,
      all.filter((_id, i) => rows[i]?.part === part),
    )
  // Without those results it is unknown which rows of the file are of which job.
  if (ids.get(jobId)?.length !== rowCount) return undefined
  return { file, priceColumns: facts?.priceColumns ?? [], ids, others: new Set() }
}

/** The first rows of a job, with their lines where the device has its file. */
export async function firstRows(
  jobId: string,
  rows: readonly JobRow[],
  count: number,
  { records } = DEVICE,
): Promise<readonly ResultRow[]> {
  const known = await sourceOf(jobId, rows.length, records)
  const first = rows.slice(0, count)
  const ids = known?.ids.get(jobId)
  return ids ? withOrigins(first, ids, perLineOf(known?.file.rowChoices)) : first
}

/** The rows of a job and of the others of the same file, and what the files made of them state. */
type SavedConversion = {
  readonly facts: ConversionSummary
  readonly rows: readonly ResultRow[]
  readonly source: ResultsSource | undefined
  /** Number of prices of each job. */
  readonly parts: readonly number[]
}

/**
 * @param jobs among which the others of the same file are found; undefined for the job alone
 * @param keys the rows of the file, where they are at hand
 */
async function conversionOf(
  { job, owner }: JobContext,
  rows: readonly JobRow[],
  jobs: SavedJobs | undefined,
  { records, history }: Device,
  keys?: FileKeys,
): Promise<SavedConversion> {
  const { id, filename, createdAt } = job
  const known = await sourceOf(id, rows.length, records)
  const own = { job, rows, ids: known?.ids.get(id) ?? [] }
  const found =
    known && jobs && filename !== null ? await findParts(own, known, { owner, jobs, keys, history }) : [own]
  const perLine = perLineOf(known?.file.rowChoices)
  const merged = mergeParts(found, perLine)
  const parts = merged ? found : [own]
  const { jobId, ids, counts, jobIds, ...all } = merged ?? {
    jobId: id,
    ids: own.ids,
    counts: countsOf(job),
    rows: known ? withOrigins(rows, own.ids, perLine) : rows,
    jobIds: undefined,
  }
  const facts = {
    owner,
    jobId,
    filename,
    createdAt: parts.at(-1)?.job.createdAt ?? createdAt,
    counts,
    totals: sumTotals(all.rows),
    rounding: sumRounding(all.rows),
    priceColumns: known?.priceColumns ?? [],
    ...(known && { file: await fingerprintFile(known.file.bytes) }),
    ...(jobIds && { jobIds }),
  }
  return {
    facts,
    rows: all.rows,
    source: known && { ...known.file, jobId, ids },
    parts: parts.map(({ job: { validRows } }) => validRows),
  }
}

/**
 * Makes a file of a saved job from its rows, and from the user's file where the device has it: then of all jobs in which it
 * was converted. Nothing is charged.
 */
export async function makeJobFile(
  context: JobContext,
  request: JobFileRequest,
  rows: readonly JobRow[],
  jobs: SavedJobs,
  device = DEVICE,
): Promise<JobFileOutcome> {
  const { job, owner, lang } = context
  const { kind } = request
  if (kind === 'own' && job.source === 'correction') return makeCorrectedFile(context, request.file, rows)
  let keys: FileKeys | undefined
  if (kind === 'own' && request.file) {
    const { findSource } = await import('./find-source.ts')
    const found = await findSource(request.file, { ...job, rows }, owner, device.history)
    if (!found) return { outcome: 'other-file' }
    // A file that is given again replaces its copy.
    const before = given.findIndex(({ ids }) => ids.has(job.id))
    given.splice(before === -1 ? given.length : before, 1, found.source)
    keys = found.keys
  }
  // As its CSV and its JSON, the XLSX has the rows of the job alone.
  const conversion = await conversionOf(context, rows, kind === 'xlsx' ? undefined : jobs, device, keys)
  const { facts, source, parts } = conversion
  const of = { lang, rows: conversion.rows }
  if (kind === 'own') {
    if (!source) return { outcome: 'no-file' }
    const placement = DEFAULT_PLACEMENT
    const fileName = ownFileName(source.name, extensionOfOwn(kind, source))
    const made = await make({ ...of, kind, placement, source }, fileName, parts)
    if (made.outcome === 'made') {
      // As in the results: opening the returned file warns that it is converted.
      const hash = await sha256Hex(new Uint8Array(await made.file.arrayBuffer()))
      await device.history.saveConverted(hash, owner, facts.createdAt, facts.counts.validRows)
    }
    return made
  }
  if (kind === 'xlsx') return make({ ...of, kind, facts }, jobFileName(job.id, 'xlsx'), parts)
  const protocol = { ...facts, ...request.input, file: facts.file }
  const fileName = reportFileName('protocol', job, formatOf(kind, null), lang)
  return make({ ...of, kind, facts: protocol, source }, fileName, parts)
}

/** Corrected files that were written again on this page, by job. */
const corrected = new Map<string, CorrectedFile>()

async function makeCorrectedFile(
  { job, lang }: JobContext,
  file: File | undefined,
  rows: readonly JobRow[],
): Promise<JobFileOutcome> {
  if (file) {
    const { correctAgain } = await import('./correct-again.ts')
    const found = await correctAgain(file, rows)
    if (!found) return { outcome: 'other-file' }
    corrected.set(job.id, found)
  }
  const made = corrected.get(job.id)
  if (!made) return { outcome: 'no-file' }
  const fileName = reportFileName('corrected', job, made.extension, lang)
  return { outcome: 'made', file: made.file, warnings: [], fileName, parts: [] }
}

async function make(task: ExportTask, fileName: string, parts: readonly number[]): Promise<JobFileOutcome> {
  const result = await new ExportClient(() => undefined).make(task)
  return result.outcome === 'made' ? { ...result, fileName, parts } : { outcome: 'failed' }
}

/** Saves the job, with the others of its file, as the results on the device, which the converter shows at its next start. */
export async function saveAsResults(
  context: JobContext,
  jobRows: readonly JobRow[],
  jobs: SavedJobs,
  device = DEVICE,
): Promise<void> {
  const { job, owner } = context
  const { records } = device
  const saved = await records.loadSaved('results')
  const { jobId, jobIds = [jobId] } = saved?.facts ?? {}
  if (saved?.facts.owner === owner && jobIds.includes(job.id)) return
  const { facts, rows, source } = await conversionOf(context, jobRows, jobs, device)
  await records.save('results', { version: 1, facts, rows })
  // The file of other results stays: its job may be opened again.
  if (source) await records.save('source', source)
}
