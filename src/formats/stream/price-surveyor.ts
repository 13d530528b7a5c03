import { type Cents, type ConvertedAmount, type MinorUnits } from '#money/amount.ts'
import { type Currency, EURO, byCurrency } from '#money/currency.ts'
import { BGN_EUR } from '#money/pair.ts'
import { otherMinorUnits } from '#money/convert.ts'
import { currencyBetween } from '#pricelist/currency/currency-statement.ts'
import { type Row, type RowCounts, convertPrice, countRow, emptyCounts } from '#pricelist/row.ts'
import { readPriceCell } from '#pricelist/rows/price-column.ts'
import { RowReader } from '#pricelist/rows/read-rows.ts'
import { mayBeTotalAt, mayBeTotalByLetters, totalNameIn } from '#pricelist/rows/total-names.ts'
import type { OmissionReason, PriceProblem, RowsOptions, RowsReading } from '#pricelist/types.ts'
import { type Table, type TableRow, LazyTable, cellAt, cellText, isBlankCell, rowAt } from '#table/table.ts'
import { DecimalMarkCounter } from '#writeback/price-style.ts'
import type { Decoder } from '../bytes/decoder.ts'
import { Alignment } from './alignment.ts'
import { AMBIGUOUS, NotPlainError } from './row-chunks.ts'
import { COMMA, POINT } from './plain-price.ts'
import { UsualPrice } from './price-form.ts'
import { type FoundRows, MAX_COLUMNS, RowSurveyor, type SurveyorTask } from './row-surveyor.ts'
import { NO_TOTALS, type OmittedRow, type SettledTotals, StreamedTotals } from './streamed-totals.ts'

/** Texts of a currency column that are kept. */
const MOST_WORDS = 1000

type CurrencyWord = {
  readonly currency: Currency
  /** 1 where only the default names it. */
  readonly assumed: number
  /** With usual prices. */
  rows: number
}

/** Rows that are listed for each reason why they are not converted. */
const MOST_LISTED = 10

type Bytes = Uint8Array<ArrayBuffer>

/** One object for all rows: a million would be left to the collector. */
class UsualMoney implements ConvertedAmount {
  national = 0 as MinorUnits<'national'>
  euro = 0 as Cents

  set(price: UsualPrice, from: Currency): void {
    if (price.hasMoreDecimals) {
      const { national, euro } = price.convertedFrom(from)
      this.national = national
      this.euro = euro
      return
    }
    const { hundredths } = price
    const other = otherMinorUnits(hundredths, from)
    const isEuro = from === EURO
    this.national = (isEuro ? other : hundredths) as MinorUnits<'national'>
    this.euro = (isEuro ? hundredths : other) as Cents
  }
}

/** What a stream finds of the prices. */
export type Survey = FoundRows & {
  readonly counts: RowCounts
  readonly currencies: Readonly<Record<Currency, number>>
  /** Rows whose currency only the default names. */
  readonly assumed: number
  /** The first rows without a valid price, and those omitted: indexes of `rows`. */
  readonly rows: readonly Row[]
  readonly lines: readonly number[]
  readonly problems: ReadonlyMap<number, PriceProblem>
  readonly omitted: ReadonlyMap<number, OmissionReason>
  /** How many more there are. */
  readonly unlisted: NonNullable<RowsReading['unlisted']>
  readonly totals: SettledTotals
  readonly marks: DecimalMarkCounter
  /** That of the first row. */
  readonly plainCurrency: Currency
}

/** The header, one row of data and the one above it, so that rules for a row of a table can be asked. */
class CurrentRow extends LazyTable {
  override readonly isDelimited = true
  readonly #head: Table
  readonly #from: number
  readonly #above: () => TableRow
  #index = 0
  #row: TableRow = []

  /** @param above the row above the one of data */
  constructor(head: Table, from: number, above: () => TableRow) {
    super(Number.MAX_SAFE_INTEGER)
    this.#head = head
    this.#from = from
    this.#above = above
  }

  set(index: number, row: TableRow): void {
    this.#index = index
    this.#row = row
  }

  at(r: number): TableRow | undefined {
    if (r < this.#from) return rowAt(this.#head, r)
    return r < this.#index ? this.#above() : this.#row
  }

  cell(r: number, c: number): TableRow[number] {
    return this.at(r)?.[c]
  }

  lengthOfRow(r: number): number {
    return this.at(r)?.length ?? 0
  }

  isBlank(r: number): boolean {
    return this.at(r)?.every(isBlankCell) ?? true
  }

  first(): CurrentRow {
    return this
  }
}

/** Collects the prices of one column. */
export class PriceSurveyor extends RowSurveyor {
  /** The price of the last row, where it is one of the usual ones: `isPlain`. */
  readonly price = new UsualPrice(this.decoder)
  isPlain = false
  /** Of that price. */
  currency: Currency
  readonly money = new UsualMoney()
  /** The last row, where it is any other one with a price. */
  other: Row | undefined
  /** The last row, where it is left out. */
  omitted: OmittedRow | undefined
  /** The last row, where it is any other one with text. It has no name where it has a price. */
  lastRead: Row | undefined
  /** Of the first row, if its cell names none. */
  readonly plainCurrency: Currency
  readonly #letters: Uint16Array | undefined
  readonly #current: CurrentRow
  readonly #reader: RowReader
  readonly #column: number
  readonly #nameColumn: number
  /** Undefined where no row is one, or all are known. */
  readonly #totals: StreamedTotals | undefined
  /** The rows that are left out, where they are known. */
  readonly #known: readonly OmittedRow[]
  #nextKnown = 0
  readonly #rowCounts = emptyCounts()
  readonly #currencies = byCurrency(() => 0)
  readonly #rows: Row[] = []
  readonly #lines: number[] = []
  readonly #problems = new Map<number, PriceProblem>()
  readonly #omitted = new Map<number, OmissionReason>()
  /** How many rows without a valid price there are for each reason. */
  readonly #problemCounts = new Map<PriceProblem, number>()
  /** How many prices are left as they are. */
  #left = 0
  /** The currency whose prices are left as they are. */
  readonly #wanted: Currency | undefined
  readonly #marks = new DecimalMarkCounter()
  readonly #alignment: Alignment
  readonly #currencyColumn: number | null
  /** What the texts of the currency column say of a usual price; a single one where there is no such column. */
  readonly #words = new Map<string, CurrencyWord | undefined>()
  #assumedByWords = 0
  #commas = 0
  #points = 0

  /** @param known the rows that are left out, where all rows were surveyed before */
  constructor(task: Omit<SurveyorTask, 'headerRow'>, options: RowsOptions, known?: readonly OmittedRow[]) {
    const { columns } = options
    super({ ...task, headerRow: columns.headerRow })
    this.#letters = this.isUtf8 ? undefined : lettersOf(this.decoder)
    this.#current = new CurrentRow(this.head, this.from, () => this.cellsAbove())
    this.#known = known ?? []
    if (known === undefined && options.areTotalsDetected !== false)
      this.#totals = new StreamedTotals(this.#current, options, this.from)
    // Names of rows with a price are not needed.
    const read = { ...options, areNamesRead: false }
    this.#reader = new RowReader(this.#current, read, { cells: [] }, { cells: [] })
    this.#column = columns.price ?? -1
    this.#wanted = options.wanted
    this.#alignment = new Alignment(this.#column)
    this.#nameColumn = columns.name ?? -1
    this.#currencyColumn = columns.currency
    const first = columns.currency === null ? '' : cellText(cellAt(this.head, this.from, columns.currency))
    this.plainCurrency = this.#wordOf(first)?.currency ?? options.defaultCurrency
    this.currency = this.plainCurrency
  }

  #wordOf(text: string): CurrencyWord | undefined {
    if (this.#words.has(text) || this.#words.size === MOST_WORDS) return this.#words.get(text)
    const row: string[] = []
    if (this.#currencyColumn !== null) row[this.#currencyColumn] = text
    this.#current.set(this.from, row)
    const before = this.#reader.assumed
    const { row: read, problem } = this.#reader.rowOf(this.from, { kind: 'price', price: '1' })
    const assumed = this.#reader.assumed - before
    // What the reader has counted here is no row.
    this.#assumedByWords += assumed
    const word = problem === undefined ? { currency: read.currency, assumed, rows: 0 } : undefined
    this.#words.set(text, word)
    return word
  }

  protected begin(): void {
    this.isPlain = false
    this.other = undefined
    this.omitted = undefined
    this.lastRead = undefined
    const next = this.#known[this.#nextKnown]
    if (next?.row !== this.row) return
    this.omitted = next
    this.#nextKnown++
  }

  protected readUsual(bytes: Bytes, at: number): boolean {
    const { fields } = this.scanned
    const column = 2 * this.#column
    if (!this.price.read(bytes, fields[column]!, fields[column + 1]!)) return false
    // A text alone in its row can be a statement of a currency.
    if (this.price.form !== undefined && !this.#hasOtherText(bytes)) return false
    const named = this.price.currency
    if (named === undefined) {
      const text = this.#currencyColumn === null ? '' : this.textOf(bytes, this.#currencyColumn)
      const word = this.#wordOf(text)
      if (word === undefined) return false
      word.rows++
      this.currency = word.currency
    } else {
      this.#currencies[named]++
      countRow(this.#rowCounts, 'valid')
      this.currency = named
    }
    this.#addPlain(bytes, at)
    return true
  }

  /** Whether a cell besides the price surely has text: one that begins with an ASCII character or a Cyrillic letter. */
  #hasOtherText(bytes: Bytes): boolean {
    const { fields, count } = this.scanned
    for (let c = 0; c < count; c++) {
      const [from, end] = [fields[2 * c]!, fields[2 * c + 1]!]
      if (c !== this.#column && from < end && isVisible(bytes[from]!, this.isUtf8)) return true
    }
    return false
  }

  #addPlain(bytes: Bytes, at: number): void {
    const { price, currency, money } = this
    if (price.mark === COMMA) this.#commas++
    else if (price.mark === POINT) this.#points++
    this.#alignment.addUsual(bytes, this.scanned, this.row, price.isWhole)
    money.set(price, currency)
    const isLeft = currency === this.#wanted
    const totals = this.#totals
    if (totals !== undefined) {
      const converted = isLeft ? undefined : money
      if (totals.isSum(price.hundredths) || (this.#mayBeTotal(bytes) && this.#isTotalName(bytes))) {
        this.#current.set(this.row, this.cellsOf(bytes, at))
        totals.addPriced(this.row, { price: price.text, currency, money: converted })
        this.omitted = totals.omitted
      } else totals.addUsual(price, currency, converted)
    }
    if (isLeft) this.#leave(() => ({ name: '', price: price.text, currency }))
    this.isPlain = this.omitted === undefined
  }

  /** Leaves a price as it is, unless the row is left out as a total. */
  #leave(rowOf: () => Row): void {
    if (this.omitted !== undefined) return
    this.omitted = { row: this.row }
    this.#left++
    if (this.#left > MOST_LISTED) return
    this.#omitted.set(this.#rows.length, 'wanted-currency')
    this.#list(rowOf())
  }

  #list(row: Row, index = this.row): void {
    this.#rows.push(row)
    this.#lines.push(index + 1)
  }

  protected readBlank(count: number): void {
    this.#current.set(this.row - 1, [])
    this.#totals?.addUnread(this.row - 1, '')
    countRow(this.#rowCounts, 'empty', count)
    for (let row = this.row - count; row < this.row; row++) this.#alignment.addUnpriced(row)
  }

  protected readOther(row: readonly string[]): void {
    const filled = row.filter((cell) => !isBlankCell(cell))
    const [only, ...others] = filled
    if (only !== undefined && others.length === 0 && currencyBetween(only.trim()) !== undefined)
      throw new NotPlainError('a statement of a currency between the rows')
    this.#current.set(this.row, row)
    const own = row[this.#column]
    const cell = readPriceCell(own, {})
    if ('thousands' in cell && cell.thousands !== undefined) throw new NotPlainError(AMBIGUOUS)
    this.#marks.count(own ?? '')
    this.#alignment.addCell(this.scanned, this.row, row, cell)
    const { row: read, problem } = this.#reader.rowOf(this.row, cell)
    this.lastRead = read
    if (problem !== undefined || read.price === '') this.#addProblem(read, problem)
    else this.#addPriced(read)
  }

  #addPriced(read: Row): void {
    const { price, currency } = read
    if (price === BGN_EUR.rateText) throw new NotPlainError('a price that is the rate')
    this.#currencies[currency]++
    countRow(this.#rowCounts, 'valid')
    const isLeft = currency === this.#wanted
    const money = isLeft ? undefined : convertPrice(price, currency)
    this.#totals?.addPriced(this.row, { price, currency, money })
    this.omitted ??= this.#totals?.omitted
    if (isLeft) this.#leave(() => read)
    if (this.omitted === undefined) this.other = read
  }

  #addProblem(row: Row, problem: PriceProblem | undefined): void {
    this.#totals?.addUnread(this.row, row.price)
    this.omitted ??= this.#totals?.omitted
    if (this.omitted !== undefined) return
    if (row.price === '' && row.name === '') {
      countRow(this.#rowCounts, 'empty')
      return
    }
    countRow(this.#rowCounts, 'invalid')
    const reason = problem ?? 'no-price'
    const count = (this.#problemCounts.get(reason) ?? 0) + 1
    this.#problemCounts.set(reason, count)
    if (count > MOST_LISTED) return
    this.#problems.set(this.#rows.length, reason)
    this.#list(row)
  }

  /** Whether the name has to be compared with those of totals. */
  #mayBeTotal(bytes: Uint8Array): boolean {
    const c = this.#nameColumn
    if (c < 0) return true
    const start = this.scanned.fields[2 * c]!
    const end = this.scanned.fields[2 * c + 1]!
    if (start === end) return true
    const found = this.isUtf8 ? mayBeTotalInUtf8(bytes, start, end) : this.#mayBeTotalIn(bytes, start, end)
    if (found !== undefined) return found
    const text = this.decoder.decode(bytes.subarray(start, end))
    return mayBeTotalAt(text, 0, text.length)
  }

  #mayBeTotalIn(bytes: Uint8Array, start: number, end: number): boolean | undefined {
    const letters = this.#letters!
    return mayBeTotalByLetters(
      letters[bytes[start]!]!,
      letters[bytes[start + 1]!]!,
      letters[bytes[start + 2]!]!,
      letters[bytes[start + 3]!]!,
      letters[bytes[end - 1]!]!,
    )
  }

  #isTotalName(bytes: Bytes): boolean {
    const { fields, count } = this.scanned
    const c = this.#nameColumn
    if (c >= 0 && fields[2 * c] !== fields[2 * c + 1]) return totalNameIn(this.textOf(bytes, c)) !== undefined
    // The word of a total can be in another column.
    for (let i = 0; i < Math.min(count, MAX_COLUMNS); i++)
      if (totalNameIn(this.textOf(bytes, i)) !== undefined) return true
    return false
  }

  /** @throws {NotPlainError} where rows have to be compared with the others */
  requireAligned(table: Table): void {
    this.#alignment.requirePlain(table, this.from, this.rowsOfData)
  }

  /**
   * The rows that were found, once all have been visited.
   * @param end of the last row
   */
  finish(end: number): FoundRows {
    this.#totals?.end()
    return this.foundRows(end)
  }

  /**
   * What was found, once.
   * @param table all rows
   */
  surveyOf(found: FoundRows, table: Table): Survey {
    let assumed = this.#reader.assumed - this.#assumedByWords
    for (const word of this.#words.values()) {
      if (word === undefined) continue
      this.#currencies[word.currency] += word.rows
      countRow(this.#rowCounts, 'valid', word.rows)
      assumed += word.assumed * word.rows
    }
    this.#marks.add(new DecimalMarkCounter(this.#commas, this.#points))
    const totals = this.#totals?.settle(table, this.rowsOfData) ?? NO_TOTALS
    this.#omitTotals(totals)
    countRow(this.#rowCounts, 'valid', -this.#left)
    if (this.#wanted !== undefined) this.#currencies[this.#wanted] -= this.#left
    return {
      ...found,
      omitted: this.#omitted,
      unlisted: {
        problems: unlistedOf(this.#problemCounts),
        omitted: unlistedOf(new Map([['wanted-currency', this.#left]])),
      },
      counts: this.#rowCounts,
      currencies: this.#currencies,
      assumed,
      rows: this.#rows,
      lines: this.#lines,
      problems: this.#problems,
      totals,
      marks: this.#marks,
      plainCurrency: this.plainCurrency,
    }
  }

  #omitTotals({ omitted }: SettledTotals): void {
    for (const { is, row, price, currency } of omitted) {
      // It was counted among those that are left as they are.
      if (is === 'unnamed' && currency === this.#wanted)
        throw new NotPlainError('a total among prices that are to be left as they are')
      this.#omitted.set(this.#rows.length, 'total')
      this.#list({ name: '', price, currency }, row)
      if (price === '') continue
      countRow(this.#rowCounts, 'valid', -1)
      this.#currencies[currency]--
    }
  }
}

const unlistedOf = <Reason>(counts: ReadonlyMap<Reason, number>): ReadonlyMap<Reason, number> =>
  new Map(
    [...counts].flatMap(([reason, count]) => (count > MOST_LISTED ? [[reason, count - MOST_LISTED]] : [])),
  )

/** Whether a byte begins a character that is no space. */
const isVisible = (byte: number, isUtf8: boolean): boolean =>
  (byte > 0x20 && byte < 0x7f) || (isUtf8 && (byte === 0xd0 || byte === 0xd1))

function lettersOf(decoder: Decoder): Uint16Array {
  return Uint16Array.from({ length: 256 }, (_, byte) => decoder.decode(Uint8Array.of(byte)).charCodeAt(0))
}

/** A code unit of none of the letters. */
const OTHER = 0xffff

function mayBeTotalInUtf8(bytes: Uint8Array, start: number, end: number): boolean | undefined {
  let at = start
  const a = letterAt(bytes, at)
  at += a < 0x80 ? 1 : 2
  const b = letterAt(bytes, at)
  at += b < 0x80 ? 1 : 2
  const c = letterAt(bytes, at)
  at += c < 0x80 ? 1 : 2
  const d = letterAt(bytes, at)
  const last = bytes[end - 1]! < 0x80 ? end - 1 : end - 2
  return mayBeTotalByLetters(a, b, c, d, letterAt(bytes, last))
}

/** The code unit of an ASCII character or a Cyrillic letter, which has two bytes. */
function letterAt(bytes: Uint8Array, at: number): number {
  const byte = bytes[at]!
  if (byte < 0x80) return byte
  return byte === 0xd0 || byte === 0xd1 ? ((byte & 0x1f) << 6) | (bytes[at + 1]! & 0x3f) : OTHER
}
