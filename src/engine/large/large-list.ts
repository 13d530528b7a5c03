import type { ByteSource } from '#formats/stream/byte-source.ts'
import { NotPlainError } from '#formats/stream/row-chunks.ts'
import { PriceSurveyor } from '#formats/stream/price-surveyor.ts'
import { PriceListStream } from '#formats/stream/stream-reading.ts'
import { runToEnd } from '#formats/stream/run-to-end.ts'
import type { StreamedList } from '#formats/stream/streamed-cells.ts'
import type { OmittedRow } from '#formats/stream/streamed-totals.ts'
import { type ConvertedAmount, amountIn } from '#money/amount.ts'
import { NATIONAL, otherCurrency } from '#money/currency.ts'
import { firstRowOfData } from '#pricelist/columns/column-numbers.ts'
import { wholeName } from '#pricelist/product-name.ts'
import { type Row, convertPrice, isZeroAmount, validateRow } from '#pricelist/row.ts'
import { readPriceCell } from '#pricelist/rows/price-column.ts'
import { RowReader } from '#pricelist/rows/read-rows.ts'
import type { Detection, PriceProblem } from '#pricelist/types.ts'
import { cellAt, cellText } from '#table/table.ts'
import type { FileChoices, RowChoices } from '#reports/types.ts'
import { findUnconvertedColumns } from '../bulk/file-warnings.ts'
import { summarizeFile } from '../file.ts'
import { type LargeRow, type LargeSummary, emptyOmittedCounts } from '../types.ts'

/** What is read from the disk at once: each time takes a while. */
const SIZES = { headBytes: 256 * 1024, chunkBytes: 4 * 1024 * 1024 }

/** Adds up what the prices come to, row by row. */
class SummingSurveyor extends PriceSurveyor {
  /** In hundredths. */
  readonly totals = { bgn: 0, eur: 0 }
  /** Prices that come to 0.00. */
  zeroRows = 0

  override visit(...row: Parameters<PriceSurveyor['visit']>): void {
    super.visit(...row)
    for (const { isUsual, money, other } of this.columns) {
      if (isUsual) this.#add(money)
      else if (other !== undefined) this.#add(convertPrice(other.price, other.currency)!)
    }
  }

  #add(money: ConvertedAmount): void {
    this.totals.bgn += money.national
    this.totals.eur += money.euro
    if (isZeroAmount(money)) this.zeroRows++
  }
}

/**
 * A price list of more rows or bytes than one conversion takes. Its rows stay in the file, and are read again when they are
 * shown: memory does not grow with them.
 */
export class LargeList {
  readonly summary: LargeSummary
  readonly #list: StreamedList
  readonly #from: number
  readonly #task: LargeTask
  /** The totals, by their rows. */
  readonly #totals: ReadonlyMap<number, OmittedRow>

  constructor(list: StreamedList, detection: Detection, surveyor: SummingSurveyor, task: LargeTask) {
    const { file, rows, options } = list
    const { counts, currencies, assumptions, pairs, problems, unlisted } = rows
    const { areNamesRead: _, areTotalsDetected: __, ...choices } = options
    const listed = [...problems.values()].filter((problem) => problem === 'other-currency').length
    const others = (unlisted?.problems ?? []).reduce(
      (sum, ofColumn) => sum + (ofColumn.get('other-currency') ?? 0),
      listed,
    )
    this.#list = list
    this.#task = task
    this.#totals = new Map(list.survey.columns[0]!.totals.omitted.map((one) => [one.row, one]))
    this.#from = firstRowOfData(file.table, options.columns.headerRow)
    this.summary = {
      source: 'upload',
      file: { ...summarizeFile(file, task.fileName, task.source.length), detection },
      fileChoices: task.fileChoices ?? {},
      choices,
      columnsKnown: detection.certain || task.rowChoices !== undefined,
      isEdited: false,
      lines: file.table.length - this.#from,
      counts,
      omitted: { ...emptyOmittedCounts(), total: rows.omitted.size },
      inCurrency: currencies,
      inOther: others > 0 ? [['', others]] : [],
      leftRows: 0,
      zeroRows: surveyor.zeroRows,
      totals: surveyor.totals,
      convertedRows: 0,
      assumptions,
      pairs,
      guards: {
        hash: null,
        isRemembered: false,
        doubts: [],
        shop: null,
        rivals: findUnconvertedColumns(detection, options.columns),
      },
    }
  }

  /**
   * The same file, read in another way.
   * @returns undefined where it cannot be read so
   */
  readAgain(choices: LargeChoices, onProgress: (done: number) => void): Promise<LargeList | undefined> {
    const { source, fileName } = this.#task
    return openLargeList({ source, fileName, ...choices }, onProgress)
  }

  /** A slice of the rows of the file, blank ones included. */
  page(offset: number, limit: number): LargeRow[] {
    const { table } = this.#list.file
    const from = this.#from + offset
    const count = Math.max(0, Math.min(limit, table.length - from))
    const reader = new RowReader(table, this.#list.options, { cells: [] }, { cells: [] })
    return Array.from({ length: count }, (_, i) => this.#rowAt(reader, from + i))
  }

  #rowAt(reader: RowReader, r: number): LargeRow {
    const { table } = this.#list.file
    const { price, otherPrice, name } = this.#list.options.columns
    const cellOf = (column: number) => readPriceCell(cellAt(table, r, column), {})
    const other = otherPrice === null ? undefined : cellOf(otherPrice)
    const { row, problem } = reader.rowOf(r, cellOf(price!), other)
    return {
      line: r + 1,
      name: name === null ? '' : wholeName(cellText(cellAt(table, r, name))),
      price: row.price,
      currency: row.currency,
      ...this.#resultOf(r, row, problem),
    }
  }

  #resultOf(
    r: number,
    row: Row,
    problem: PriceProblem | undefined,
  ): Pick<LargeRow, 'status' | 'problem' | 'converted'> {
    const total = this.#totals.get(r)
    const money = total === undefined ? convertPrice(row.price, row.currency) : total.sum
    const converted = money ? amountIn(money, otherCurrency(row.currency)) : null
    if (total !== undefined) return { status: 'omitted', problem: null, converted }
    const validation = validateRow(row)
    const isInvalid = validation.status === 'invalid'
    return {
      status: validation.status,
      problem: isInvalid ? (problem ?? validation.problem) : null,
      converted,
    }
  }
}

/** What the user has chosen; what is absent is detected. */
export type LargeChoices = { readonly fileChoices?: FileChoices; readonly rowChoices?: RowChoices }

export type LargeTask = LargeChoices & { readonly source: ByteSource; readonly fileName: string }

/**
 * Reads all rows once.
 * @param onProgress called with 0 to 1, and again from 0 where the rows have to be read a second time
 * @returns undefined for a file that is no delimited text, in which no column may have prices, or whose rows depend on each other
 */
export async function openLargeList(
  task: LargeTask,
  onProgress: (done: number) => void = () => undefined,
): Promise<LargeList | undefined> {
  const { source, fileName, fileChoices, rowChoices } = task
  try {
    let detection: Detection | undefined
    let surveyor: SummingSurveyor | undefined
    const stream = await PriceListStream.open({
      source,
      sizes: SIZES,
      options: { fileName, ...fileChoices, onProgress },
      choose: (file) => {
        const found = summarizeFile(file, fileName, source.length)
        detection = found.detection
        const { columns } = detection
        const choices = rowChoices ?? { columns, defaultCurrency: found.usualCurrency ?? NATIONAL }
        return choices.columns.morePrices.length === 0 ? { columns: choices.columns, choices } : undefined
      },
      surveyorFor: (...row) => (surveyor = new SummingSurveyor(...row)),
    })
    runToEnd(stream.survey())
    const list = runToEnd(stream.list())
    // Which rows are totals may be known only now.
    if (list.survey.columns.some(({ totals }) => !totals.isAsVisited))
      runToEnd(stream.again(list, () => ({ take: () => [] })))
    // The last one has read the rows as they are shown.
    return new LargeList(list, detection!, surveyor!, task)
  } catch (error) {
    if (error instanceof NotPlainError) return undefined
    throw error
  }
}
