import type { JobRow } from '#api/conversions.ts'
import { openFile } from '#formats/open-file.ts'
import type { OpenedFile } from '#formats/format.ts'
import { readPriceList } from '#formats/read-price-list.ts'
import { CURRENCY_CODES } from '#money/currency.ts'
import { cleanName } from '#pricelist/product-name.ts'
import { type Row, rowId, rowIds, validateRow } from '#pricelist/row.ts'
import { type Assumption, type Columns, perLineOf, priceColumnsOf } from '#pricelist/types.ts'
import { LIMITS } from '#product/limits.ts'
import { sha256Hex } from '#reports/fingerprint.ts'
import type { ConversionSummary, FileSummary, ResultsSource, RowChoices } from '#reports/types.ts'
import { detectedReading, rememberedReading } from '../bulk/file-reading.ts'
import { disambiguateTitles } from '../bulk/choices.ts'
import { loadFile, summarizeFile } from '../file.ts'
import { loadHistory } from '../storage/history.ts'
import { type RowMatch, matchRows } from './match-rows.ts'

/** A file and how the rows of a job are read from it. */
export type JobSource = { source: ResultsSource; priceColumns: ConversionSummary['priceColumns'] }

type SourceJob = { id: string; createdAt: string; rows: readonly JobRow[] }

/** Other columns than the detected ones that are tried, at most: each reads the whole file. */
const MAX_OTHER_COLUMNS = 20

/** The key of a row of the file, as the server stores it with the job. */
const keyOfRow = ({ name, price, currency }: Row): string => {
  const isEmpty = validateRow({ name, price, currency }).status === 'empty'
  return keyOf(cleanName(name), isEmpty ? '' : price.slice(0, LIMITS.priceLength), currency)
}

const keyOf = (name: string, price: string, currency: string): string => `${name}\n${price}\n${currency}`

/**
 * Finds the rows of a job in a file that the user gives: the file was not uploaded, so its content decides. A file that is
 * known by its hash to be the one that was converted may differ from the rows by what the user edited; any other must have
 * every row as it was converted.
 * @returns undefined for another file, or one that cannot be read
 */
export async function findSource(
  file: File,
  { id, createdAt, rows }: SourceJob,
  owner: string,
): Promise<JobSource | undefined> {
  const bytes = await loadFile(file)
  if (!(bytes instanceof Uint8Array)) return undefined
  const hash = await sha256Hex(bytes)
  const converted = await loadHistory('converted', owner)
  const isKnown = converted.some((entry) => entry.at === createdAt && entry.file === hash)
  const job = rows.map((row) => keyOf(row.name, row.originalPrice, row.originalCurrency))
  let best: { match: RowMatch; opened: OpenedFile; summary: FileSummary; choices: RowChoices } | undefined
  for await (const opened of sheetsOf(bytes, file.name)) {
    const summary = summarizeFile(opened, file.name, bytes.length)
    for await (const choices of readingsOf(opened, summary, hash, owner)) {
      const match = matchReading(opened, summary.name, choices, job)
      if (match && match.changed < (best?.match.changed ?? Infinity))
        best = { match, opened, summary, choices }
      if (best?.match.changed === 0) break
    }
    if (best?.match.changed === 0) break
  }
  if (!best || best.match.changed > (isKnown ? job.length / 2 : 0)) return undefined
  const { match, opened, summary, choices } = best
  const columns = priceColumnsOf(choices.columns)
  return {
    source: {
      version: 1,
      jobId: id,
      name: file.name,
      format: opened.format,
      bytes,
      choices: opened.sheet === undefined ? {} : { sheet: opened.sheet },
      rowChoices: choices,
      ids: match.ids,
    },
    priceColumns: columns.length < 2 ? [] : disambiguateTitles(columns, summary.detection.all),
  }
}

/** The file as it opens, then each other sheet that has data. */
async function* sheetsOf(bytes: Uint8Array<ArrayBuffer>, fileName: string): AsyncGenerator<OpenedFile> {
  const first = await openFile(bytes, { fileName })
  if (!first.ok) return
  yield first.file
  for (const { name, hasData } of first.file.sheets ?? []) {
    if (!hasData || name === first.file.sheet) continue
    const other = await openFile(bytes, { fileName, sheet: name })
    if (other.ok) yield other.file
  }
}

/** The ways in which the user may have had the file read, the likely ones first. */
async function* readingsOf(
  opened: OpenedFile,
  file: FileSummary,
  hash: string | null,
  owner: string,
): AsyncGenerator<RowChoices> {
  const remembered = await rememberedReading(opened, file, hash, owner)
  const detected = detectedReading(file, hash).choices
  for (const choices of remembered ? [remembered.choices, detected] : [detected])
    yield* answersOf(opened, file, choices)
  for (const columns of otherColumns(file)) yield* answersOf(opened, file, { ...detected, columns })
}

/** The detected columns with each other price column in place of the detected ones. */
const otherColumns = ({ detection: { columns, all } }: FileSummary): Columns[] =>
  all
    .filter(({ isPriced, index }) => isPriced && index !== columns.price)
    .slice(0, MAX_OTHER_COLUMNS)
    .map(({ index, currency = columns.currency }) => {
      const { sideTables: _, ...others } = columns
      return { ...others, price: index, currency, morePrices: [] }
    })

/** A reading with every answer to the questions that it leaves open. */
function* answersOf(opened: OpenedFile, file: FileSummary, choices: RowChoices): Generator<RowChoices> {
  const { assumptions } = readPriceList(opened, file.name, choices)
  const leaves = (what: Assumption['what']) => assumptions.some((assumption) => assumption.what === what)
  const currencies = CURRENCY_CODES.filter((currency) => currency !== choices.defaultCurrency)
  const byCurrency: RowChoices[] = [choices]
  if (leaves('currency') || leaves('currency-conflict'))
    for (const defaultCurrency of currencies) byCurrency.push({ ...choices, defaultCurrency })
  if (leaves('currency-conflict'))
    byCurrency.push(...byCurrency.map((one) => ({ ...one, isCurrencyForced: true })))
  for (const one of byCurrency) {
    yield one
    if (leaves('ambiguous-prices'))
      for (const ambiguous of ['decimal', 'thousands'] as const) yield { ...one, ambiguous }
  }
}

function matchReading(
  opened: OpenedFile,
  fileName: string,
  choices: RowChoices,
  job: readonly string[],
): RowMatch | undefined {
  const reading = readPriceList(opened, fileName, choices)
  const perLine = perLineOf(choices)
  return matchRows(job, {
    keys: reading.rows.map(keyOfRow),
    ids: rowIds(reading, perLine),
    nextId: rowId({ line: reading.table.length + 1, nth: 0 }, perLine),
  })
}
