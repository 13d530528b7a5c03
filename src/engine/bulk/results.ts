import type { BulkReply, JobRow } from '#api/conversions.ts'
import { mixedColumns } from '#writeback/mixed-currencies.ts'
import type { Lang } from '#i18n/language.ts'
import { NATIONAL, isCurrency } from '#money/currency.ts'
import { ExportClient, PreviewClient } from '../export/client.ts'
import {
  type ConversionSummary,
  type ExportRequest,
  type NoRoom,
  type OwnFileRequest,
  type OwnFileTask,
  type ResultRow,
  type ResultsSource,
  extensionOfOwn,
} from '#reports/types.ts'
import type { OwnFilePreview } from '#reports/own-file-preview.ts'
import type { PriceProblem } from '#pricelist/types.ts'
import type { ExportOutcome } from '../export/types.ts'
import { fingerprintFile, sha256Hex } from '#reports/fingerprint.ts'
import { reportCsv } from '#reports/results-csv.ts'
import { profileRounding, resultsText, sumRounding, sumTotals } from '#reports/results.ts'
import { type Device, DEVICE } from '../storage/device.ts'
import type { History } from '../storage/history.ts'
import { type Row, type RowOrigin, rowOrigin } from '#pricelist/row.ts'
import type { ConvertedSource, ResultsApi, Snapshot } from '../types.ts'
import { mergeResults, resultId } from './merge-results.ts'

/** What the response of a conversion does not contain; `source` where there is a file. */
type ConversionContext = {
  filename: string | null
  owner: string
  /** SHA-256 of the file, where it is known already. */
  hash: string | null
  source: Omit<ResultsSource, 'version' | 'jobId' | 'ids'> | undefined
  /** Identifies the rows as they were read: results of the same reading are merged (CONV-05). */
  readingId: string
  /** Number of prices of the same reading that are not converted yet. */
  waiting: number
  /** The id of each row. */
  ids: readonly number[]
  priceColumns: ConversionSummary['priceColumns']
  keptColumns: NonNullable<ConversionSummary['keptColumns']>
  read: ConversionSummary['read'] | undefined
  /** Why cells of the file are no price, by row id. */
  problems: ReadonlyMap<number, PriceProblem>
  /** The whole name in the file. */
  fullName: (row: Row, origin: RowOrigin) => string
}

/** What the page shows of the results and of their file. */
export type ResultsState = Pick<
  Snapshot,
  'results' | 'rounding' | 'sourceFormat' | 'sourceExtension' | 'sourcePlacement' | 'hasMixedCurrencies'
>

/** The results of the last conversion, saved on the device. */
export class ResultsSession implements ResultsApi {
  #show: (change: Partial<Snapshot>) => void
  #rows: readonly ResultRow[] = []
  #summary: ConversionSummary | null = null
  #source: ResultsSource | undefined
  #exports: ExportClient
  readonly #previews = new PreviewClient()
  readonly #device: Device

  constructor(show: (change: Partial<Snapshot>) => void, device = DEVICE) {
    this.#show = show
    this.#device = device
    this.#exports = new ExportClient((exporting) => show({ exporting }))
  }

  async loadResults(): Promise<void> {
    this.#endFiles()
    this.#show(await this.load())
  }

  /**
   * Loads the results that the device has.
   * @returns what the page shows of them
   */
  async load(): Promise<ResultsState> {
    const { records } = this.#device
    const [saved, source] = await Promise.all([records.loadSaved('results'), records.loadSaved('source')])
    this.#rows = saved?.rows ?? []
    this.#summary = saved?.facts ?? null
    // Another tab may have replaced one of the two records.
    this.#source = source?.jobId === saved?.facts.jobId ? source : undefined
    return this.#state()
  }

  /** Shows and saves the results of a conversion. Those of earlier rows of the same reading are completed by them. */
  async accept(
    reply: BulkReply,
    {
      filename,
      owner,
      hash,
      source,
      priceColumns,
      keptColumns,
      read,
      readingId,
      waiting,
      ...known
    }: ConversionContext,
  ): Promise<ConversionSummary> {
    this.#endFiles()
    const { jobId, createdAt, stats } = reply
    const perLine = Math.max(1, priceColumns.length)
    const ownRows = withOrigins(reply.rows, { ...known, perLine })
    const file = source && (await fingerprintFile(source.bytes, hash))
    const own = { jobId, counts: stats, rows: ownRows }
    const earlier = this.#summary
    const isContinued = earlier?.readingId === readingId && earlier.owner === owner
    const merged = isContinued ? mergeResults({ ...earlier, rows: this.#rows }, own, perLine) : undefined
    const { rows, counts, jobIds, ids = known.ids } = merged ?? { ...own, jobIds: undefined, ids: undefined }
    const summary: ConversionSummary = {
      owner,
      jobId,
      filename,
      createdAt,
      counts,
      totals: sumTotals(rows),
      rounding: sumRounding(rows),
      priceColumns,
      keptColumns,
      readingId,
      ...(read && { read }),
      ...(file && { file }),
      ...(jobIds && { jobIds }),
      ...(waiting > 0 && { waiting }),
    }
    this.#rows = rows
    this.#summary = summary
    this.#source = source && ids.length === rows.length ? { ...source, version: 1, jobId, ids } : undefined
    this.#show(this.#state())
    const { records } = this.#device
    await Promise.all([
      records.save('results', { version: 1, facts: summary, rows }),
      records.save('source', this.#source),
    ])
    await records.save('conversion', { version: 1, readingId, jobId })
    return summary
  }

  /** Whether another tab has converted rows of this reading: the device then has results that this tab does not show. */
  async areOutdated(readingId: string): Promise<boolean> {
    const latest = await this.#device.records.loadSaved('conversion')
    return latest?.readingId === readingId && latest.jobId !== this.#summary?.jobId
  }

  /** The converted rows by the ids that they have in their reading. */
  get convertedById(): ReadonlyMap<number, ResultRow> {
    const perLine = Math.max(1, this.#summary?.priceColumns.length ?? 0)
    const converted = this.#rows.filter(({ bgn }) => bgn !== null)
    return new Map(converted.map((row) => [resultId(row, perLine), row]))
  }

  #state(): ResultsState {
    const source = this.#source
    const shown = { results: this.#summary, rounding: profileRounding(this.#rows) }
    if (source === undefined)
      return {
        ...shown,
        sourceFormat: null,
        sourceExtension: null,
        sourcePlacement: null,
        hasMixedCurrencies: false,
      }
    const prices = this.#rows.flatMap(({ nth = 0, bgn, originalCurrency }) =>
      bgn !== null && isCurrency(originalCurrency) ? [[nth, originalCurrency] as const] : [],
    )
    const hasMixedCurrencies = mixedColumns(prices).includes(true)
    const sourceExtension = extensionOfOwn('own', source)
    const sourcePlacement = source.rowChoices.placement ?? null
    return { ...shown, sourceFormat: source.format, sourceExtension, sourcePlacement, hasMixedCurrencies }
  }

  async convertedSource(): Promise<ConvertedSource | null> {
    const [summary, source] = [this.#summary, this.#source]
    if (!summary || !source) return null
    const { jobId, jobIds = [jobId] } = summary
    const { choices, rowChoices, ids } = source
    const parts = jobIds.map((id, part) => ({
      jobId: id,
      ids: ids.filter((_, i) => (this.#rows[i]?.part ?? 0) === part),
    }))
    return { choices, rowChoices, parts }
  }

  async resultsPage(offset: number, limit: number): Promise<ResultRow[]> {
    return this.#rows.slice(offset, offset + limit)
  }

  async resultsCsv(lang: Lang): Promise<Blob> {
    return this.#summary ? reportCsv(this.#rows, this.#summary, lang) : new Blob()
  }

  async resultsText(lang: Lang): Promise<string> {
    return resultsText(this.#rows, lang, this.#titles)
  }

  async exportResults(request: ExportRequest, lang: Lang): Promise<ExportOutcome> {
    const [rows, summary, source] = [this.#rows, this.#summary, this.#source]
    if (!summary) return { outcome: 'cancelled' }
    if ('placement' in request) {
      if (!source) return { outcome: 'failed' }
      const task = this.#ownFileTask(request, lang, source)
      const outcome = await this.#exports.make(task, this.#previews.startFor(task))
      if (outcome.outcome === 'made') await saveReturnedFile(this.#device.history, outcome.file, summary)
      return outcome
    }
    if (!('input' in request)) return this.#exports.make({ ...request, lang, facts: summary, rows })
    // Earlier versions of the page saved no fingerprint with the results.
    const file = summary.file ?? (source && (await fingerprintFile(source.bytes)))
    const { kind, input } = request
    return this.#exports.make({ kind, lang, rows, facts: { ...summary, ...input, file }, source })
  }

  async previewOwnFile(request: OwnFileRequest, lang: Lang): Promise<OwnFilePreview | NoRoom | null> {
    const source = this.#source
    return source ? this.#previews.make(this.#ownFileTask(request, lang, source)) : null
  }

  #ownFileTask(request: OwnFileRequest, lang: Lang, source: ResultsSource): OwnFileTask {
    const isPartial = (this.#summary?.waiting ?? 0) > 0
    return { ...request, lang, rows: this.#rows, source, ...(isPartial && { isPartial }) }
  }

  /** Titles of the price columns, where there are several; the number of a column without one. */
  get #titles(): string[] {
    return (this.#summary?.priceColumns ?? []).map(({ index, title }) => title || String(index + 1))
  }

  /** Those of former results. */
  #endFiles(): void {
    this.#exports.cancel()
    this.#previews.forget()
  }

  async cancelExport(): Promise<void> {
    this.#exports.cancel()
  }

  async clearResults(): Promise<void> {
    this.#endFiles()
    this.#rows = []
    this.#summary = null
    this.#source = undefined
    this.#show(this.#state())
    await this.#device.records.deleteResults()
  }
}

/** Remembers the returned file as converted, so that opening it again warns like opening its source. */
async function saveReturnedFile(
  history: History,
  file: Blob,
  { owner, createdAt, counts }: ConversionSummary,
): Promise<void> {
  const hash = await sha256Hex(new Uint8Array(await file.arrayBuffer()))
  await history.saveConverted(hash, owner, createdAt, counts.validRows)
}

type Origins = Pick<ConversionContext, 'ids' | 'problems' | 'fullName'> & { readonly perLine: number }

/** Adds to each row its line, its price column where there are several, and why its cell is no price. */
function withOrigins(
  rows: readonly JobRow[],
  { ids, problems, fullName, perLine }: Origins,
): readonly ResultRow[] {
  if (ids.length !== rows.length) return rows
  return rows.map((row, i): ResultRow => {
    const id = ids[i]!
    const { line, nth } = rowOrigin(id, perLine)
    const { name, originalPrice: price } = row
    const whole = fullName({ name, price, currency: NATIONAL }, { line, nth })
    const problem = row.invalid ? problems.get(id) : undefined
    return {
      ...row,
      line,
      ...(whole !== name && { fullName: whole }),
      ...(perLine > 1 && { nth }),
      ...(problem && { problem }),
    }
  })
}
