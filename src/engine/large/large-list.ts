import type { ByteSource } from '#formats/stream/byte-source.ts'
import { NotPlainError } from '#formats/stream/row-chunks.ts'
import { PriceSurveyor } from '#formats/stream/price-surveyor.ts'
import { PriceListStream } from '#formats/stream/stream-reading.ts'
import type { StreamedList } from '#formats/stream/streamed-cells.ts'
import { amountIn } from '#money/amount.ts'
import { NATIONAL, otherCurrency } from '#money/currency.ts'
import { firstRowOfData } from '#pricelist/columns/column-numbers.ts'
import { wholeName } from '#pricelist/product-name.ts'
import { convertPrice, validateRow } from '#pricelist/row.ts'
import { readPriceCell } from '#pricelist/rows/price-column.ts'
import { RowReader } from '#pricelist/rows/read-rows.ts'
import type { Detection } from '#pricelist/types.ts'
import { RESULTS_STEP } from '#product/limits.ts'
import { cellAt, cellText } from '#table/table.ts'
import { summarizeFile } from '../file.ts'
import type { LargeRow, LargeSummary } from '../types.ts'

/** What is read from the disk at once: each time takes a while. */
const SIZES = { headBytes: 256 * 1024, chunkBytes: 4 * 1024 * 1024 }

/** Adds up what the prices come to, row by row, and finds those whose amounts are shown. */
class SummingSurveyor extends PriceSurveyor {
  /** In hundredths. */
  readonly totals = { bgn: 0, eur: 0 }
  /** Indexes of rows in the table. */
  readonly live = new Set<number>()

  override visit(...row: Parameters<PriceSurveyor['visit']>): void {
    super.visit(...row)
    const { isPlain, other } = this
    if (!isPlain && other === undefined) return
    const money = isPlain
      ? this.price.convertedFrom(this.currency)
      : convertPrice(other!.price, other!.currency)!
    this.totals.bgn += money.national
    this.totals.eur += money.euro
    if (this.live.size < RESULTS_STEP) this.live.add(this.row)
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
  readonly #live: ReadonlySet<number>

  constructor(list: StreamedList, detection: Detection, { totals, live }: SummingSurveyor, source: Given) {
    const { file, rows, options } = list
    const { counts, currencies } = rows
    this.#list = list
    this.#live = live
    this.#from = firstRowOfData(file.table, options.columns.headerRow)
    this.summary = {
      file: { ...summarizeFile(file, source.name, source.length), detection },
      columns: options.columns,
      rows: file.table.length - this.#from,
      counts,
      inCurrency: currencies,
      totals,
    }
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
    const { price, name } = this.#list.options.columns
    const { row, problem } = reader.rowOf(r, readPriceCell(cellAt(table, r, price!), {}))
    const validation = validateRow(row)
    const money = this.#live.has(r) ? convertPrice(row.price, row.currency) : undefined
    return {
      line: r + 1,
      name: name === null ? '' : wholeName(cellText(cellAt(table, r, name))),
      price: row.price,
      currency: row.currency,
      status: validation.status,
      problem: validation.status === 'invalid' ? (problem ?? validation.problem) : null,
      converted: money ? amountIn(money, otherCurrency(row.currency)) : null,
    }
  }
}

/**
 * Reads all rows once.
 * @param onProgress called with 0 to 1
 * @returns undefined for a file that is no delimited text, whose rows depend on each other, or about which something has to
 * be asked
 */
export async function openLargeList(
  source: ByteSource,
  fileName: string,
  onProgress: (done: number) => void = () => undefined,
): Promise<LargeList | undefined> {
  try {
    let detection: Detection | undefined
    let surveyor: SummingSurveyor | undefined
    const stream = await PriceListStream.open({
      source,
      sizes: SIZES,
      options: { fileName, onProgress },
      choose: (file) => {
        const found = summarizeFile(file, fileName, source.length)
        detection = found.detection
        const { columns, certain } = detection
        return certain
          ? { columns, choices: { columns, defaultCurrency: found.usualCurrency ?? NATIONAL } }
          : undefined
      },
      surveyorFor: (...task) => (surveyor = new SummingSurveyor(...task)),
    })
    for (const _ of stream.survey()) continue
    const list = stream.list()
    // The last one has read the rows as they are shown.
    return new LargeList(list, detection!, surveyor!, { name: fileName, length: source.length })
  } catch (error) {
    if (error instanceof NotPlainError) return undefined
    throw error
  }
}

type Given = { readonly name: string; readonly length: number }
