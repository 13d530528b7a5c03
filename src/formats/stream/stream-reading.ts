import type { Currency } from '#money/currency.ts'
import { findSplitTitle } from '../csv/split-title.ts'
import { CsvTable } from '../csv/table.ts'
import type { OpenOptions, OpenedFile, Warning } from '../format.ts'
import { openFile } from '../open-file.ts'
import { type PriceListChoices, type PriceListRows, readPriceList } from '../read-price-list.ts'
import { bomLength } from '../bytes/byte-text.ts'
import { rowAt } from '#table/table.ts'
import { headerTitles } from '#pricelist/headers/header-row.ts'
import type { Columns, RowsOptions, RowsReading } from '#pricelist/types.ts'
import { type ByteSource, readBytes } from './byte-source.ts'
import { type Survey, surveyFile } from './survey.ts'
import { StreamTable } from './stream-table.ts'

/** Bytes of the start of a file, by which a stream begins, and of what is read at once. A file without a whole head is no stream. */
export type StreamSizes = { readonly headBytes: number; readonly chunkBytes: number }

export const STREAM_SIZES: StreamSizes = { headBytes: 1024 * 1024, chunkBytes: 1024 * 1024 }

/** The part of the file that decides a single-byte encoding begins with its first such byte. */
const ENCODING_SAMPLE = 64 * 1024

/** What the user chose, and what was detected, for an opened file. */
export type StreamChoice = { readonly columns: Columns; readonly choices: PriceListChoices }

/** A file of delimited text in which each row can be read by itself, so that its rows are never all in memory. */
export type StreamedList = {
  readonly file: OpenedFile
  readonly rows: PriceListRows
  readonly survey: Survey
  readonly options: RowsOptions
}

/** The file has what only the whole of it decides. */
class NotPlainError extends Error {}

/**
 * Reads a price list without keeping its rows. The same answers as `openFile` and `readPriceList` for a file in which each
 * row can be read by itself.
 * @param choose the columns and choices for a file
 * @returns undefined, or the reason as text, for any other file
 */
export async function readStream(
  source: ByteSource,
  options: OpenOptions,
  choose: (file: OpenedFile) => StreamChoice | undefined,
  sizes = STREAM_SIZES,
): Promise<StreamedList | string> {
  const head = await openHead(source, options, sizes)
  if (typeof head === 'string') return head
  const supposed = choose(head)
  if (supposed === undefined) return 'no columns'
  const reason = whyNotPlain(head, supposed)
  if (reason !== undefined) return reason
  let supposedOptions: RowsOptions | undefined
  readPriceList(head, options.fileName, supposed.choices, (table, rowOptions) => {
    supposedOptions = rowOptions
    return noRows(table.length)
  })
  const { encoding, delimiter, hasBom = false } = head
  if (supposedOptions === undefined || encoding === undefined || delimiter === undefined) return 'no options'
  const dialect = { encoding, delimiter }
  const start = hasBom ? bomLength(encoding) : 0
  const surveyOf = (rowOptions: RowsOptions): Survey => {
    const onProgress = (done: number): void => options.onProgress?.(done)
    const found = surveyFile({
      source,
      dialect,
      start,
      head: head.table,
      options: rowOptions,
      chunkBytes: sizes.chunkBytes,
      onProgress,
    })
    if ('notPlain' in found) throw new NotPlainError(found.notPlain)
    return found
  }
  try {
    let known = { options: supposedOptions, survey: surveyOf(supposedOptions) }
    const { index, length, width } = known.survey
    const table = new StreamTable(source, index, dialect, length, width)
    const warnings: Warning[] = head.warnings.filter(({ code }) => code !== 'formula-cells')
    if (known.survey.formulas.count > 0) warnings.push({ code: 'formula-cells', rows: known.survey.formulas })
    const { cells: _, ...opened } = head
    const file: OpenedFile = { ...opened, table, warnings }
    const choice = choose(file)
    if (choice === undefined) return 'no columns'
    const differs = whyNotPlain(file, choice)
    if (differs !== undefined) return differs
    const rows = readPriceList(file, options.fileName, choice.choices, (_table, rowOptions) => {
      if (!isSame(rowOptions, known.options)) known = { options: rowOptions, survey: surveyOf(rowOptions) }
      return readingOf(known.survey, rowOptions)
    })
    return { file, rows, survey: known.survey, options: known.options }
  } catch (error) {
    if (error instanceof NotPlainError) return error.message
    throw error
  }
}

/** The first rows of a file of delimited text, up to a line end. */
async function openHead(
  source: ByteSource,
  options: OpenOptions,
  { headBytes }: StreamSizes,
): Promise<OpenedFile | string> {
  if (source.length < headBytes) return 'a short file'
  const bytes = readBytes(source, 0, headBytes)
  const end = bytes.lastIndexOf(0x0a) + 1
  const head = bytes.subarray(0, end)
  const opened = await openFile(head, { ...options, limits: { bytes: Infinity, rows: Infinity } })
  if (!opened.ok) return 'no price list'
  const { file } = opened
  const { format, encoding, cells, table, warnings } = file
  if (format !== 'csv' || encoding === undefined || encoding.startsWith('utf-16'))
    return 'no text of single bytes'
  if (!(cells instanceof CsvTable) || table !== cells) return 'rows to align'
  if (cells.offsets.firstRow !== 0) return 'a separator line'
  if (warnings.some(({ code }) => code === 'undecodable-bytes' || code === 'realigned-bytes')) return 'damage'
  const wide = bytes.findIndex((byte) => byte >= 0x80)
  if (encoding !== 'utf-8' && options.encoding === undefined && wide + ENCODING_SAMPLE > bytes.length)
    return 'an encoding that later bytes decide'
  return file
}

/** Why the rows of the file depend on each other, as far as its header tells. */
function whyNotPlain(file: OpenedFile, { columns, choices }: StreamChoice): string | undefined {
  const { headerRow, price, otherPrice, morePrices, sideTables = [] } = columns
  if (headerRow === null || price === null) return 'no header'
  if (otherPrice !== null || morePrices.length > 0 || sideTables.length > 0) return 'several prices'
  if (choices.wanted !== undefined) return 'a wanted currency'
  const header = (rowAt(file.table, headerRow) ?? []).map(String)
  if (header.some((title) => title.trim() === '')) return 'a column without a title'
  if (headerTitles(file.table, headerRow).length !== header.length) return 'titles in rows of other lengths'
  if (file.delimiter === ',' && findSplitTitle(header) !== undefined) return 'a title that its comma split'
  if (/\d/.test(header[price] ?? '')) return 'a number in the title'
  return undefined
}

const isSame = (one: RowsOptions, other: RowsOptions): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** The reading of a surveyed file. Its rows are those without a valid price only. */
function readingOf(survey: Survey, { defaultCurrency }: RowsOptions): RowsReading {
  const { rows, lines, problems, counts, currencies, assumed } = survey
  return {
    ...noRows(0),
    rows,
    lines,
    nth: rows.map(() => 0),
    problems,
    counts,
    currencies,
    assumptions: assumed > 0 ? [{ what: 'currency', currency: defaultCurrency, rows: assumed }] : [],
  }
}

const NO_CURRENCIES: Readonly<Record<Currency, number>> = { BGN: 0, EUR: 0 }

const noRows = (totalRows: number): RowsReading => ({
  rows: [],
  lines: [],
  nth: [],
  problems: new Map(),
  counts: { totalRows, validRows: 0, invalidRows: 0, emptyRows: 0, tokenCost: 0 },
  currencies: NO_CURRENCIES,
  omitted: new Map(),
  totals: [],
  assumptions: [],
  pairs: { count: 0, first: [] },
})
