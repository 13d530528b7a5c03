import type { Job, JobRow } from '#api/conversions.ts'
import { defaultPlacement } from '#formats/format.ts'
import { rowOrigin } from '#pricelist/row.ts'
import { perLineOf } from '#pricelist/types.ts'
import { fingerprintFile, sha256Hex } from '#reports/fingerprint.ts'
import { jobFileName, ownFileName, reportFileName, sumRounding, sumTotals } from '#reports/results.ts'
import { type ConversionSummary, type ResultRow, type ExportTask, formatOf } from '#reports/types.ts'
import { ExportClient } from '../export/client.ts'
import { loadSaved, save } from '../storage/bulk-store.ts'
import { saveConvertedFile } from '../storage/history.ts'
import type { JobContext, JobFileOutcome, JobFileRequest } from './client.ts'
import type { JobSource } from './find-source.ts'

/** Files that the user gave again, by job id. */
const given = new Map<string, JobSource>()

/** The file of a job: given again on this page, or saved on the device with the results of the last conversion. */
async function sourceOf({ id }: Job): Promise<JobSource | undefined> {
  const known = given.get(id)
  if (known) return known
  const [source, results] = await Promise.all([loadSaved('source'), loadSaved('results')])
  const { jobId, jobIds, priceColumns = [] } = results?.facts ?? {}
  const part = jobId === source?.jobId ? (jobIds?.indexOf(id) ?? -1) : -1
  // Of several jobs in one result, each has its own rows.
  if (source && results && part >= 0) {
    const ids = source.ids.filter((_, i) => results.rows[i]?.part === part)
    return { source: { ...source, jobId: id, ids }, priceColumns }
  }
  return source?.jobId === id ? { source, priceColumns: jobId === id ? priceColumns : [] } : undefined
}

/** What the files of a job state about it. */
async function summarize(
  { id: jobId, filename, createdAt, ...counts }: Job,
  owner: string,
  rows: readonly JobRow[],
  known: JobSource | undefined,
): Promise<ConversionSummary> {
  const { totalRows, validRows, invalidRows, emptyRows, tokenCost } = counts
  return {
    owner,
    jobId,
    filename,
    createdAt,
    counts: { totalRows, validRows, invalidRows, emptyRows, tokenCost },
    totals: sumTotals(rows),
    rounding: sumRounding(rows),
    priceColumns: known?.priceColumns ?? [],
    ...(known && { file: await fingerprintFile(known.source.bytes) }),
  }
}

/** The rows with the index of their price column, where there are several. */
function resultRows(rows: readonly JobRow[], known: JobSource | undefined): readonly ResultRow[] {
  const { source } = known ?? {}
  const perLine = perLineOf(source?.rowChoices)
  if (!source || perLine < 2) return rows
  return rows.map((row, i) => ({ ...row, nth: rowOrigin(source.ids[i] ?? 1, perLine).nth }))
}

/** Makes a file of a saved job from its rows, and from the user's file where the device has it. Nothing is charged. */
export async function makeJobFile(
  { job, owner, lang }: JobContext,
  request: JobFileRequest,
  rows: readonly JobRow[],
): Promise<JobFileOutcome> {
  const { kind } = request
  if (kind === 'own' && request.file) {
    const { findSource } = await import('./find-source.ts')
    const found = await findSource(request.file, { ...job, rows }, owner)
    if (!found) return { outcome: 'other-file' }
    given.set(job.id, found)
  }
  const known = await sourceOf(job)
  const results = resultRows(rows, known)
  if (kind === 'own') {
    if (!known) return { outcome: 'no-file' }
    const { source } = known
    const placement = defaultPlacement(source.format)
    const fileName = ownFileName(source.name, formatOf(kind, source.format))
    const made = await make({ kind, lang, rows: results, placement, source }, fileName)
    if (made.outcome === 'made') {
      // As in the results: opening the returned file warns that it is converted.
      const hash = await sha256Hex(new Uint8Array(await made.file.arrayBuffer()))
      await saveConvertedFile(hash, owner, job.createdAt, job.validRows)
    }
    return made
  }
  const facts = await summarize(job, owner, rows, known)
  if (kind === 'xlsx') return make({ kind, lang, rows: results, facts }, jobFileName(job.id, 'xlsx'))
  const protocol = { ...facts, ...request.input, file: facts.file }
  return make(
    { kind, lang, rows: results, facts: protocol, source: known?.source },
    reportFileName('protocol', job, formatOf(kind, null), lang),
  )
}

async function make(task: ExportTask, fileName: string): Promise<JobFileOutcome> {
  const result = await new ExportClient(() => undefined).make(task)
  return result.outcome === 'made' ? { ...result, fileName } : { outcome: 'failed' }
}

/** Saves the job as the results on the device, which the converter shows at its next start. */
export async function saveAsResults({ job, owner }: JobContext, rows: readonly JobRow[]): Promise<void> {
  const saved = await loadSaved('results')
  const { jobId, jobIds = [jobId] } = saved?.facts ?? {}
  if (saved?.facts.owner === owner && jobIds.includes(job.id)) return
  const known = await sourceOf(job)
  const facts = await summarize(job, owner, rows, known)
  await save('results', { version: 1, facts, rows: resultRows(rows, known) })
  // The file of other results stays: its job may be opened again.
  if (known) await save('source', known.source)
}
