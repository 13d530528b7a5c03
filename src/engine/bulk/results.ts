import type { BulkReply, JobRow } from '#api/conversions.ts'
import { mixedColumns } from '#writeback/mixed-currencies.ts'
import type { Lang } from '#i18n/language.ts'
import { isCurrency } from '#money/currency.ts'
import { rememberConverted } from '../storage/history.ts'
import { ExportClient } from '../export/client.ts'
import type { ConversionSummary, ExportRequest, ResultRow, SourceFile } from '#reports/types.ts'
import type { ExportOutcome } from '../export/types.ts'
import { proofOf, sha256Of } from '#reports/fingerprint.ts'
import { resultsCsv, resultsText, roundingOf, totalsOf } from '#reports/results.ts'
import { forgetResults, loadSaved, save } from '../storage/bulk-store.ts'
import { rowOrigin } from '#pricelist/row.ts'
import type { ResultsBench, Snapshot } from '../types.ts'

/** What goes with the answer of a conversion; `source` when the file is at hand. */
type Taken = {
  filename: string | null
  owner: string
  /** Of the file, where it is known already. */
  hash: string | null
  source: Omit<SourceFile, 'version' | 'jobId'> | undefined
  /** The id of each row. */
  ids: readonly number[]
  priceColumns: ConversionSummary['priceColumns']
}

/** Holds the results of the last conversion, and keeps them on the device. */
export class ResultsSession implements ResultsBench {
  #show: (change: Partial<Snapshot>) => void
  #rows: readonly ResultRow[] = []
  #facts: ConversionSummary | null = null
  #source: SourceFile | undefined
  #exports: ExportClient

  constructor(show: (change: Partial<Snapshot>) => void) {
    this.#show = show
    this.#exports = new ExportClient((exporting) => show({ exporting }))
  }

  async restore(): Promise<void> {
    const [saved, source] = await Promise.all([loadSaved('results'), loadSaved('source')])
    this.#rows = saved?.rows ?? []
    this.#facts = saved?.facts ?? null
    // Another tab may have replaced one of the two.
    this.#source = source?.jobId === saved?.facts.jobId ? source : undefined
    this.#show({ results: this.#facts, ...this.#ownFile() })
  }

  async take(reply: BulkReply, { filename, owner, hash, source, ids, priceColumns }: Taken): Promise<void> {
    this.#exports.cancel()
    const { jobId, createdAt, stats: counts } = reply
    const rows = withColumns(reply.rows, ids, priceColumns.length)
    const file = source && (await proofOf(source.bytes, hash))
    this.#rows = rows
    const facts = {
      owner,
      jobId,
      filename,
      createdAt,
      counts,
      totals: totalsOf(rows),
      rounding: roundingOf(rows),
      priceColumns,
      ...(file && { file }),
    }
    this.#facts = facts
    this.#source = source?.ids.length === rows.length ? { ...source, version: 1, jobId } : undefined
    this.#show({ results: facts, ...this.#ownFile() })
    await Promise.all([save('results', { version: 1, facts, rows }), save('source', this.#source)])
  }

  #ownFile(): Pick<Snapshot, 'ownFormat' | 'isOwnMixed'> {
    const source = this.#source
    if (source === undefined) return { ownFormat: null, isOwnMixed: false }
    const prices = this.#rows.flatMap(({ nth = 0, bgn, originalCurrency }) =>
      bgn !== null && isCurrency(originalCurrency) ? [[nth, originalCurrency] as const] : [],
    )
    const isOwnMixed = source.rowChoices.columns.currency === null && mixedColumns(prices).includes(true)
    return { ownFormat: source.format, isOwnMixed }
  }

  async resultsPage(offset: number, limit: number): Promise<ResultRow[]> {
    return this.#rows.slice(offset, offset + limit)
  }

  async resultsCsv(): Promise<Blob> {
    return resultsCsv(this.#rows, this.#titles)
  }

  async resultsText(lang: Lang): Promise<string> {
    return resultsText(this.#rows, lang, this.#titles)
  }

  async exportResults(order: ExportRequest, lang: Lang): Promise<ExportOutcome> {
    const [rows, facts, source] = [this.#rows, this.#facts, this.#source]
    if (!facts) return { outcome: 'cancelled' }
    if ('placement' in order) {
      if (!source) return { outcome: 'failed' }
      const made = await this.#exports.make({ ...order, lang, rows, source })
      if (made.outcome === 'made') await rememberReturned(made.file, facts)
      return made
    }
    if (!('wishes' in order)) return this.#exports.make({ ...order, lang, facts, rows })
    // An earlier version of the page kept no proof with the results.
    const file = facts.file ?? (source && (await proofOf(source.bytes)))
    const { kind, wishes } = order
    return this.#exports.make({ kind, lang, rows, facts: { ...facts, ...wishes, file }, source })
  }

  /** Of the price columns, where there are several; a number for one without. */
  get #titles(): string[] {
    return (this.#facts?.priceColumns ?? []).map(({ index, title }) => title || String(index + 1))
  }

  async cancelExport(): Promise<void> {
    this.#exports.cancel()
  }

  async clearResults(): Promise<void> {
    this.#exports.cancel()
    this.#rows = []
    this.#facts = null
    this.#source = undefined
    this.#show({ results: null, ...this.#ownFile() })
    await forgetResults()
  }
}

/** What comes back is converted already: whoever gives it to us again is told so, as of the file that it was made of. */
async function rememberReturned(file: Blob, { owner, createdAt, counts }: ConversionSummary): Promise<void> {
  const hash = await sha256Of(new Uint8Array(await file.arrayBuffer()))
  await rememberConverted(hash, owner, createdAt, counts.validRows)
}

/** Rows of one product are told apart by their column, where there are several. */
const withColumns = (
  rows: readonly JobRow[],
  ids: readonly number[],
  perLine: number,
): readonly ResultRow[] =>
  perLine < 2 || ids.length !== rows.length
    ? rows
    : rows.map((row, i) => ({ ...row, nth: rowOrigin(ids[i] ?? 1, perLine).nth }))
