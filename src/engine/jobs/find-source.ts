import type { JobRow } from '#api/conversions.ts'
import { openFile } from '#formats/open-file.ts'
import type { OpenedFile, OpenOptions } from '#formats/format.ts'
import { readPriceList } from '#formats/read-price-list.ts'
import { CURRENCY_CODES } from '#money/currency.ts'
import { rowId, rowIds, rowOrigin } from '#pricelist/row.ts'
import { type Assumption, type Columns, perLineOf, priceColumnsOf } from '#pricelist/types.ts'
import { sha256Hex } from '#reports/fingerprint.ts'
import type { ConversionSummary, FileSummary, ResultsSource, RowChoices } from '#reports/types.ts'
import { detectedReading, rememberedReading } from '../bulk/file-reading.ts'
import { disambiguateTitles } from '../bulk/choices.ts'
import { loadFile, summarizeFile } from '../file.ts'
import { HISTORY } from '../storage/history.ts'
import { type FileKeys, type RowMatch, keyOfJobRow, keyOfRow, matchRows } from './match-rows.ts'

/** A file and how the rows of jobs are read from it. */
export type JobSource = {
  readonly file: Omit<ResultsSource, 'jobId' | 'ids'>
  readonly priceColumns: ConversionSummary['priceColumns']
  /** The ids of the rows of each job that is known to be of this file. */
  readonly ids: Map<string, readonly number[]>
  /** Jobs whose rows were not found in it. */
  readonly others: Set<string>
}

/** `keys`: the rows of the file, as they were compared with the job. */
type FoundSource = { readonly source: JobSource; readonly keys: FileKeys }

type Match = {
  match: RowMatch
  opened: OpenedFile
  summary: FileSummary
  choices: RowChoices
  keys: FileKeys
}

type SourceJob = { id: string; createdAt: string; rows: readonly JobRow[] }

/** Other columns than the detected ones that are tried, at most: each reads the whole file. */
const MAX_OTHER_COLUMNS = 20

/** Price columns that are tried as the first of several, at most: each reads the whole file with all of them. */
const MAX_FIRST_COLUMNS = 4

/** Price columns that are tried as the second of two, at most. */
const MAX_SECOND_COLUMNS = 4

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
  history = HISTORY,
): Promise<FoundSource | undefined> {
  const bytes = await loadFile(file)
  if (!(bytes instanceof Uint8Array)) return undefined
  const hash = await sha256Hex(bytes)
  const converted = await history.load('converted', owner)
  const isKnown = converted.some((entry) => entry.at === createdAt && entry.file === hash)
  const job = rows.map(keyOfJobRow)
  let best: Match | undefined
  const matchIn = (opened: OpenedFile, summary: FileSummary, choices: RowChoices): RowMatch | undefined => {
    const keys = keysOf(opened, summary.name, choices)
    const match = matchRows(job, keys)
    if (match && match.changed < (best?.match.changed ?? Infinity))
      best = { match, opened, summary, choices, keys }
    return match
  }
  const isFound = () => best?.match.changed === 0
  for await (const opened of sheetsOf(bytes, file.name)) {
    const summary = summarizeFile(opened, file.name, bytes.length)
    for await (const choices of readingsOf(opened, summary, hash, { owner, history })) {
      matchIn(opened, summary, choices)
      if (isFound()) break
    }
    if (!isFound()) {
      // A product without a price has none in any of its columns, but may have one in another.
      const priced = rows.filter(({ originalPrice }) => originalPrice !== '').map(keyOfJobRow)
      const whole = widestMatch(opened, summary, detectedReading(summary, hash).choices, priced)
      for (const choices of whole ? narrowed(whole) : []) {
        matchIn(opened, summary, choices)
        if (isFound()) break
      }
    }
    if (isFound()) break
  }
  if (!best || best.match.changed > (isKnown ? job.length / 2 : 0)) return undefined
  const { match, opened, summary, choices, keys } = best
  const columns = priceColumnsOf(choices.columns)
  const source: JobSource = {
    file: {
      version: 1,
      name: file.name,
      format: opened.format,
      ...(opened.packing && { packing: opened.packing }),
      bytes,
      choices: opened.sheet === undefined ? {} : { sheet: opened.sheet },
      rowChoices: choices,
    },
    priceColumns: columns.length < 2 ? [] : disambiguateTitles(columns, summary.detection.all),
    ids: new Map([[id, match.ids]]),
    others: new Set(),
  }
  return { source, keys }
}

/** Reads the rows of a file again; undefined where it cannot be opened. */
export async function readKeys({
  name: fileName,
  bytes,
  choices,
  rowChoices,
}: JobSource['file']): Promise<FileKeys | undefined> {
  const opened = await openFile(bytes, { fileName, ...choices })
  return opened.ok ? keysOf(opened.file, fileName, rowChoices) : undefined
}

/** The file as it opens, then each other sheet that has data. */
export async function* sheetsOf(
  bytes: Uint8Array<ArrayBuffer>,
  fileName: string,
  options: Pick<OpenOptions, 'allKeys'> = {},
): AsyncGenerator<OpenedFile> {
  const first = await openFile(bytes, { fileName, ...options })
  if (!first.ok) return
  yield first.file
  for (const { name, hasData } of first.file.sheets ?? []) {
    if (!hasData || name === first.file.sheet) continue
    const other = await openFile(bytes, { fileName, ...options, sheet: name })
    if (other.ok) yield other.file
  }
}

/** The ways in which the user may have had the file read, the likely ones first. */
async function* readingsOf(
  opened: OpenedFile,
  file: FileSummary,
  hash: string | null,
  user: Parameters<typeof rememberedReading>[3],
): AsyncGenerator<RowChoices> {
  const remembered = await rememberedReading(opened, file, hash, user)
  const detected = detectedReading(file, hash).choices
  for (const choices of remembered ? [remembered.choices, detected] : [detected])
    yield* answersOf(opened, file, choices)
  for (const columns of otherColumns(file)) yield* answersOf(opened, file, { ...detected, columns })
  for (const columns of twoColumns(file)) yield* answersOf(opened, file, { ...detected, columns })
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

/** The detected columns with one more price column, for a few: more are found by {@link widestMatch}. */
const twoColumns = (file: FileSummary): Columns[] =>
  pricedColumns(file)
    .slice(1, 1 + MAX_SECOND_COLUMNS)
    .map((index) => ({ ...file.detection.columns, morePrices: [index] }))

/** Indexes of the columns that seem to hold prices, the detected one first. Empty where none is detected. */
function pricedColumns({ detection: { columns, all } }: FileSummary): readonly number[] {
  const { price } = columns
  if (price === null) return []
  const others = all.filter(({ isPriced, index }) => isPriced && index !== price)
  return [price, ...others.slice(0, MAX_OTHER_COLUMNS).map(({ index }) => index)]
}

type WidestMatch = { choices: RowChoices; match: RowMatch }

/**
 * Finds a job in all price columns of the file, the detected one first, else another one: rows of columns that were not
 * converted are rows that the job does not have.
 * @param priced keys of the rows of the job that have a price
 */
function widestMatch(
  opened: OpenedFile,
  file: FileSummary,
  detected: RowChoices,
  priced: readonly string[],
): WidestMatch | undefined {
  const { sideTables: _, ...columns } = file.detection.columns
  const prices = pricedColumns(file)
  // One and two columns are tried before.
  if (prices.length < 3) return undefined
  for (const price of prices.slice(0, MAX_FIRST_COLUMNS)) {
    const morePrices = prices.filter((index) => index !== price).sort((one, other) => one - other)
    for (const choices of answersOf(opened, file, {
      ...detected,
      columns: { ...columns, price, morePrices },
    })) {
      const match = matchRows(priced, keysOf(opened, file.name, choices))
      if (match?.changed === 0) return { choices, match }
    }
  }
  return undefined
}

/** The reading with fewer of its price columns, those first that have the most rows of the job: one more each time. */
function* narrowed({ choices, match: { ids } }: WidestMatch): Generator<RowChoices> {
  const { columns } = choices
  const prices = priceColumnsOf(columns)
  const counts = new Map<number, number>()
  for (const id of ids) {
    const { nth } = rowOrigin(id, prices.length)
    counts.set(nth, (counts.get(nth) ?? 0) + 1)
  }
  const byCount = [...counts].sort(([, one], [, other]) => other - one).map(([nth]) => nth)
  for (let count = 1; count <= byCount.length; count++) {
    const [price = null, ...morePrices] = byCount
      .slice(0, count)
      .sort((one, other) => one - other)
      .map((nth) => prices[nth]!)
    yield { ...choices, columns: { ...columns, price, morePrices } }
  }
}

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

function keysOf(opened: OpenedFile, fileName: string, choices: RowChoices): FileKeys {
  const reading = readPriceList(opened, fileName, choices)
  const perLine = perLineOf(choices)
  return {
    keys: reading.rows.map(keyOfRow),
    ids: rowIds(reading, perLine),
    nextId: rowId({ line: reading.table.length + 1, nth: 0 }, perLine),
  }
}
