import { MOST_NAME_BYTES, NameCopier } from '#formats/stream/name-copier.ts'
import type { PriceSurveyor } from '#formats/stream/price-surveyor.ts'
import { COMMA, POINT } from '#formats/stream/plain-price.ts'
import { RowOutput } from '#formats/stream/row-output.ts'
import type { ScannedRow } from '#formats/stream/row-scanner.ts'
import type { StreamedList } from '#formats/stream/streamed-cells.ts'
import type { SurveyedColumn } from '#formats/stream/surveyed-column.ts'
import type { RowWriter } from '#formats/stream/text-stream.ts'
import { type Currency, NATIONAL, byCurrency } from '#money/currency.ts'
import { firstRowOfData } from '#pricelist/columns/column-numbers.ts'
import { type Row, convertPrice, validateRow } from '#pricelist/row.ts'
import { readPriceCell } from '#pricelist/rows/price-column.ts'
import { RowReader, ownColumns } from '#pricelist/rows/read-rows.ts'
import type { Columns } from '#pricelist/types.ts'
import { resultCsvLine } from '#reports/results-csv.ts'
import { type Table, cellAt, cellText } from '#table/table.ts'

/** Room for a line with a usual price and a copied name. */
const LINE_BYTES = 96 + MOST_NAME_BYTES

type Bytes = Uint8Array<ArrayBuffer>

/** A row as a line of CSV, without its end. `seq`: from 1. */
export function resultLine(seq: number, row: Row): string {
  const { name, price, currency } = row
  const amount = convertPrice(price, currency)
  const { national, euro } = amount ?? { national: null, euro: null }
  const state = amount ? 'valid' : validateRow(row).status
  // Without a price there is no original currency.
  return resultCsvLine({
    seq,
    name,
    bgn: national,
    eur: euro,
    state,
    originalPrice: price,
    originalCurrency: amount ? currency : '',
  })
}

/** The results of one price column. */
class ColumnResults {
  readonly surveyed: SurveyedColumn
  readonly #columns: Columns
  readonly #table: Table
  readonly #reader: RowReader
  /** Whether the reader does not know the last name. */
  #isNameCopied = false

  constructor({ rows, options }: StreamedList, columns: Columns, surveyed: SurveyedColumn) {
    this.surveyed = surveyed
    this.#columns = columns
    this.#table = rows.table
    this.#reader = new RowReader(rows.table, { ...options, columns }, { cells: [] }, { cells: [] })
  }

  /** The name of the last row was copied. */
  nameIsCopied(): void {
    this.#isNameCopied = true
  }

  /** Leaves out a row, whose name may be that of the next one. */
  passOver({ fields, count }: ScannedRow, row: number): void {
    const { name } = this.#columns
    if (name === null) return
    if (name < count && fields[2 * name] !== fields[2 * name + 1]) this.#isNameCopied = true
    else this.rowAt(row, '')
  }

  /** @param ownName the text of its name, where it is known */
  rowAt(row: number, ownName: string): Row {
    const { name, price, otherPrice } = this.#columns
    const surveyed = this.surveyed
    const read = surveyed.isUsual
      ? { price: surveyed.price.text, currency: surveyed.currency }
      : surveyed.lastRead
    if (read && ownName !== '') {
      this.#isNameCopied = false
      return { name: this.#reader.nameFrom(ownName), price: read.price, currency: read.currency }
    }
    const table = this.#table
    if (this.#isNameCopied) this.#reader.nameFrom(cellText(cellAt(table, row - 1, name!)))
    this.#isNameCopied = false
    const cellOf = (column: number) => readPriceCell(cellAt(table, row, column), {})
    return this.#reader.rowOf(row, cellOf(price!), otherPrice === null ? undefined : cellOf(otherPrice)).row
  }
}

/** Writes the results of a list that has been surveyed, as lines of CSV in UTF-8. */
export class ResultWriter implements RowWriter<Bytes> {
  readonly #list: StreamedList
  readonly #surveyor: PriceSurveyor
  readonly #columns: readonly ColumnResults[]
  readonly #name: number | null
  readonly #from: number
  readonly #names: NameCopier
  readonly #output = new RowOutput()
  readonly #encoder = new TextEncoder()
  readonly #valid = this.#encoder.encode(',valid,')
  readonly #currencies: Readonly<Record<Currency, Bytes>>
  /** What follows the name of a product without a price. */
  readonly #unpriced = this.#encoder.encode(
    `${resultLine(1, { name: 'a', price: '', currency: NATIONAL }).slice('1,a'.length)}\n`,
  )
  #seq = 0

  constructor(list: StreamedList, surveyor: PriceSurveyor) {
    const { rows, options, file } = list
    this.#list = list
    this.#surveyor = surveyor
    this.#columns = ownColumns(options.columns).map(
      (columns, nth) => new ColumnResults(list, columns, surveyor.columns[nth]!),
    )
    this.#name = options.columns.name
    this.#from = firstRowOfData(rows.table, options.columns.headerRow)
    this.#names = new NameCopier(file.encoding!)
    this.#currencies = byCurrency((currency) => this.#encoder.encode(`,${currency}\n`))
  }

  begin(memory: Bytes, output: number): void {
    this.#output.begin(memory, output)
  }

  write(scanned: ScannedRow, _at: number, row: number): void {
    if (row < this.#from || row >= this.#list.rows.table.length) return
    for (const column of this.#columns) {
      const { surveyed } = column
      if (surveyed.omitted !== undefined || surveyed.isBlank) column.passOver(scanned, row)
      else this.#writeRow(column, scanned, row)
    }
  }

  take(): Iterable<Bytes> {
    return this.#output.take()
  }

  #writeRow(column: ColumnResults, scanned: ScannedRow, row: number): void {
    const seq = ++this.#seq
    const { surveyed } = column
    if ((surveyed.isUsual || surveyed.isUnpriced) && this.#writeUsual(seq, surveyed, scanned))
      column.nameIsCopied()
    else {
      const isRead = surveyed.isUsual || surveyed.lastRead !== undefined
      const name =
        this.#name === null || !isRead ? '' : this.#surveyor.textOf(this.#output.memory, this.#name)
      this.#output.write(this.#encoder.encode(`${resultLine(seq, column.rowAt(row, name))}\n`))
    }
  }

  /** Writes a row whose name and price, if it has one, only have to be copied; false, with nothing written, for any other. */
  #writeUsual(seq: number, surveyed: SurveyedColumn, { fields }: ScannedRow): boolean {
    const { currency, money, price } = surveyed
    const output = this.#output
    const { memory } = output
    const name = this.#name
    if (name === null) return false
    if (!this.#names.isCopied(memory, fields[2 * name]!, fields[2 * name + 1]!)) return false
    output.reserve(LINE_BYTES)
    output.putWhole(seq)
    output.put(COMMA)
    this.#names.copy(output)
    if (surveyed.isUnpriced) {
      output.write(this.#unpriced)
      return true
    }
    output.put(COMMA)
    output.putAmount(money.national, POINT)
    output.put(COMMA)
    output.putAmount(money.euro, POINT)
    output.write(this.#valid)
    if (price.hasMoreDecimals) output.write(this.#encoder.encode(price.text))
    else output.putShortest(price.hundredths, POINT)
    output.write(this.#currencies[currency])
    return true
  }
}
