import { type Currency, byCurrency } from '#money/currency.ts'
import { headerTitles } from '#pricelist/headers/header-row.ts'
import { firstRowOfData } from '#pricelist/columns/column-numbers.ts'
import type { Columns, RowsOptions, RowsReading } from '#pricelist/types.ts'
import { cellAt, cellText, rowAt } from '#table/table.ts'
import type { WriteBackPlan } from '#writeback/plan.ts'
import { type DecimalMark, DecimalMarkCounter } from '#writeback/price-style.ts'
import { bomLength } from '../bytes/byte-text.ts'
import { createEncoder } from '../bytes/encoder.ts'
import { findSplitTitle } from '../csv/split-title.ts'
import { CsvTable } from '../csv/table.ts'
import type { OpenOptions, OpenedFile, Warning } from '../format.ts'
import { openFile } from '../open-file.ts'
import { type PriceListChoices, type PriceListRows, readPriceList } from '../read-price-list.ts'
import { type ByteSource, readBytes } from './byte-source.ts'
import { PlainPrice } from './plain-price.ts'
import { NotPlainError, rowChunks } from './row-chunks.ts'
import { RowScanner } from './row-scanner.ts'
import { SurveyedCell, currenciesOfSurvey } from './streamed-cells.ts'
import { StreamTable, type TextDialect } from './stream-table.ts'
import { StreamWriter } from './stream-writer.ts'
import { MAX_COLUMNS, type Survey, Surveyor } from './survey.ts'

/** Bytes of the start of a file, by which a stream begins, and of what is read at once. A file without a whole head is no stream. */
export type StreamSizes = { readonly headBytes: number; readonly chunkBytes: number }

export const STREAM_SIZES: StreamSizes = { headBytes: 256 * 1024, chunkBytes: 1024 * 1024 }

/** The part of the file that decides a single-byte encoding begins with its first such byte. */
const ENCODING_SAMPLE = 64 * 1024

/** Rows of the head whose prices tell the decimal mark of the others. */
const MARK_ROWS = 1000

type Bytes = Uint8Array<ArrayBuffer>

export type StreamTask = {
  readonly source: ByteSource
  readonly options: OpenOptions
  /** The columns and choices for a file; undefined where something has to be asked first. */
  readonly choose: (file: OpenedFile) => StreamChoice | undefined
  readonly sizes?: StreamSizes
}

/** What the user chose, and what was detected, for an opened file. */
export type StreamChoice = { readonly columns: Columns; readonly choices: PriceListChoices }

/** A file of delimited text in which each row can be read by itself, so that its rows are never all in memory. */
export type StreamedList = {
  readonly file: OpenedFile
  readonly rows: PriceListRows
  readonly survey: Survey
  readonly options: RowsOptions
}

/**
 * A price list whose rows stay in its file. Its first rows tell how the others are read; all of them are surveyed once, and
 * may be written at the same time as the first rows suppose.
 */
export class PriceListStream {
  readonly #task: StreamTask
  readonly #head: OpenedFile
  readonly #dialect: TextDialect
  readonly #start: number
  readonly #options: RowsOptions
  #surveyed: Survey | undefined
  #supposedMark: DecimalMark | undefined

  private constructor(task: StreamTask, head: OpenedFile, options: RowsOptions) {
    const { encoding, delimiter, hasBom = false } = head
    this.#task = task
    this.#head = head
    this.#options = options
    this.#dialect = { encoding: encoding!, delimiter: delimiter! }
    this.#start = hasBom ? bomLength(encoding!) : 0
  }

  /** @throws {NotPlainError} where the file is short, or its rows depend on each other */
  static async open(task: StreamTask): Promise<PriceListStream> {
    const head = await openHead(task)
    const choice = chosenFor(task, head)
    let options: RowsOptions | undefined
    readPriceList(head, task.options.fileName, choice.choices, (table, rowOptions) => {
      options = rowOptions
      return noRows(table.length)
    })
    return new PriceListStream(task, head, options!)
  }

  /** The file as far as its first rows tell, and how its rows are read. */
  get supposed(): { readonly file: OpenedFile; readonly options: RowsOptions } {
    return { file: this.#head, options: this.#options }
  }

  /**
   * Surveys all rows.
   * @param planFor makes the plan for writing them at the same time
   * @returns what is written, in pieces, each of which is overwritten when the next one is asked for
   * @throws {NotPlainError} where rows depend on each other
   */
  *survey(
    planFor?: (cells: SurveyedCell) => WriteBackPlan,
    surveyor = new Surveyor({ dialect: this.#dialect, head: this.#head.table, options: this.#options }),
  ): Generator<Bytes> {
    const { source, options, sizes = STREAM_SIZES } = this.#task
    const plan = planFor?.(new SurveyedCell(surveyor))
    if (plan !== undefined) this.#supposedMark = this.#markOfHead()
    const writer = plan && this.#writerOf(plan, this.#supposedMark!, surveyor.plainCurrency)
    if (writer !== undefined && this.#start > 0) yield readBytes(source, 0, this.#start)
    const chunks = rowChunks({
      source,
      scanner: surveyor.scanner,
      chunkBytes: sizes.chunkBytes,
      start: this.#start,
      begin: (memory, output) => writer?.begin(memory, output),
      visit: (memory, at, next, position) => {
        surveyor.visit(memory, at, next, position)
        const hundredths = surveyor.isPlain ? surveyor.price.hundredths : undefined
        writer?.write(surveyor.scanner, at, next, surveyor.row, hundredths)
      },
    })
    for (const { memory, end, done } of chunks) {
      if (!surveyor.isWellFormed(memory.subarray(0, end)))
        throw new NotPlainError('bytes that are not of the encoding')
      options.onProgress?.(done)
      if (writer !== undefined) yield* writer.take(end)
    }
    this.#surveyed = surveyor.finish(source.length)
  }

  /**
   * The list, once it has been surveyed.
   * @throws {NotPlainError} where rows depend on each other
   */
  list(): StreamedList {
    let [survey, surveyOptions] = [this.#surveyed!, this.#options]
    const { source, options } = this.#task
    const { index, length, width, formulas } = survey
    const table = new StreamTable(source, index, this.#dialect, length, width)
    const warnings: Warning[] = this.#head.warnings.filter(({ code }) => code !== 'formula-cells')
    if (formulas.count > 0) warnings.push({ code: 'formula-cells', rows: formulas })
    const { cells: _, ...opened } = this.#head
    const file: OpenedFile = { ...opened, table, warnings }
    const { choices } = chosenFor(this.#task, file)
    const rows = readPriceList(file, options.fileName, choices, (_table, rowOptions) => {
      if (JSON.stringify(rowOptions) !== JSON.stringify(surveyOptions)) {
        survey = this.#surveyAgain(rowOptions)
        surveyOptions = rowOptions
      }
      return readingOf(survey, rowOptions)
    })
    return { file, rows, survey, options: surveyOptions }
  }

  /** Whether what was written while the rows were surveyed is right for the list. */
  isWrittenRight({ options, survey }: StreamedList): boolean {
    const [only, ...others] = currenciesOfSurvey(survey)
    return (
      JSON.stringify(options) === JSON.stringify(this.#options) &&
      (survey.marks.result ?? '.') === this.#supposedMark &&
      only === survey.plainCurrency &&
      others.length === 0
    )
  }

  /** The list with its new prices, in pieces, each of which is overwritten when the next one is asked for. */
  *patched({ survey, options }: StreamedList, plan: WriteBackPlan): Generator<Bytes> {
    const { source, sizes = STREAM_SIZES, options: open } = this.#task
    const writer = this.#writerOf(plan, survey.marks.result ?? '.', survey.plainCurrency)
    const scanner = new RowScanner(this.#dialect.delimiter, MAX_COLUMNS)
    const price = new PlainPrice()
    const from = firstRowOfData(this.#head.table, options.columns.headerRow)
    const column = 2 * options.columns.price!
    const isPlain = options.columns.currency === null
    let row = 0
    if (this.#start > 0) yield readBytes(source, 0, this.#start)
    const chunks = rowChunks({
      source,
      scanner,
      chunkBytes: sizes.chunkBytes,
      start: this.#start,
      begin: (memory, output) => writer.begin(memory, output),
      visit: (memory, at, next) => {
        const { fields, count } = scanner
        const isUsual =
          isPlain &&
          row >= from &&
          count === survey.width &&
          price.read(memory, fields[column]!, fields[column + 1]!)
        writer.write(scanner, at, next, row, isUsual ? price.hundredths : undefined)
        row++
      },
    })
    for (const { end, done } of chunks) {
      open.onProgress?.(done)
      yield* writer.take(end)
    }
  }

  #surveyAgain(options: RowsOptions): Survey {
    const surveyor = new Surveyor({ dialect: this.#dialect, head: this.#head.table, options })
    const [before, mark] = [this.#surveyed, this.#supposedMark]
    for (const _ of this.survey(undefined, surveyor)) continue
    const found = this.#surveyed!
    ;[this.#surveyed, this.#supposedMark] = [before, mark]
    return found
  }

  #writerOf(plan: WriteBackPlan, mark: DecimalMark, currency: Currency): StreamWriter {
    const { table, cells } = this.#head
    const { offsets } = cells as CsvTable
    const end = offsets.rowStart(Math.min(firstRowOfData(table, plan.headerRow) + 1, offsets.rowCount))
    return new StreamWriter({
      dialect: this.#dialect,
      plan,
      head: createEncoder(this.#dialect.encoding).encode(offsets.text.slice(0, end)),
      width: rowAt(table, plan.headerRow ?? 0)!.length,
      mark,
      currency,
    })
  }

  #markOfHead(): DecimalMark {
    const { headerRow, price } = this.#options.columns
    const { table } = this.#head
    const from = firstRowOfData(table, headerRow)
    const counter = new DecimalMarkCounter()
    for (let r = from; r < Math.min(table.length, from + MARK_ROWS); r++)
      counter.count(cellText(cellAt(table, r, price!)))
    return counter.result ?? '.'
  }
}

/** The first rows of a file of delimited text, up to a line end. */
async function openHead({ source, options, sizes = STREAM_SIZES }: StreamTask): Promise<OpenedFile> {
  if (source.length < sizes.headBytes) throw new NotPlainError('a short file')
  const bytes = readBytes(source, 0, sizes.headBytes)
  const head = bytes.subarray(0, bytes.lastIndexOf(0x0a) + 1)
  const opened = await openFile(head, { ...options, limits: { bytes: Infinity, rows: Infinity } })
  if (!opened.ok) throw new NotPlainError('no price list')
  const reason = whyNotText(opened.file, bytes, options)
  if (reason !== undefined) throw new NotPlainError(reason)
  return opened.file
}

function whyNotText(file: OpenedFile, head: Uint8Array, options: OpenOptions): string | undefined {
  const { format, encoding, cells, table, warnings } = file
  if (format !== 'csv' || encoding === undefined || encoding.startsWith('utf-16'))
    return 'no text of single bytes'
  if (!(cells instanceof CsvTable) || table !== cells) return 'rows to align'
  if (cells.offsets.firstRow !== 0) return 'a separator line'
  if (warnings.some(({ code }) => code === 'undecodable-bytes')) return 'damage'
  const wide = head.findIndex((byte) => byte >= 0x80)
  if (encoding !== 'utf-8' && options.encoding === undefined && wide + ENCODING_SAMPLE > head.length)
    return 'an encoding that later bytes decide'
  return undefined
}

/** The columns and choices for a file whose rows can be read by themselves, as far as its header tells. */
function chosenFor({ choose }: StreamTask, file: OpenedFile): StreamChoice {
  const choice = choose(file)
  const reason = choice === undefined ? 'a question' : whyNotPlain(file, choice)
  if (choice === undefined || reason !== undefined) throw new NotPlainError(reason)
  return choice
}

function whyNotPlain(file: OpenedFile, { columns, choices }: StreamChoice): string | undefined {
  const { headerRow, price, otherPrice, morePrices, sideTables = [] } = columns
  if (headerRow === null || price === null) return 'no header'
  if (otherPrice !== null || morePrices.length > 0 || sideTables.length > 0) return 'several prices'
  if (choices.wanted !== undefined) return 'a wanted currency'
  const header = (rowAt(file.table, headerRow) ?? []).map(cellText)
  if (header.some((title) => title.trim() === '')) return 'a column without a title'
  if (headerTitles(file.table, headerRow).length !== header.length) return 'titles in rows of other lengths'
  if (header.length > MAX_COLUMNS) return 'many columns'
  if (file.delimiter === ',' && findSplitTitle(header) !== undefined) return 'a title that its comma split'
  if (/\d/.test(header[price] ?? '')) return 'a number in the title'
  return undefined
}

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

const noRows = (totalRows: number): RowsReading => ({
  rows: [],
  lines: [],
  nth: [],
  problems: new Map(),
  counts: { totalRows, validRows: 0, invalidRows: 0, emptyRows: 0, tokenCost: 0 },
  currencies: byCurrency(() => 0),
  omitted: new Map(),
  totals: [],
  assumptions: [],
  pairs: { count: 0, first: [] },
})
