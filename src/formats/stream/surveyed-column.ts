import { type Cents, type ConvertedAmount, type MinorUnits } from '#money/amount.ts'
import { type Currency, EURO, NATIONAL, byCurrency } from '#money/currency.ts'
import { BGN_EUR } from '#money/pair.ts'
import { otherMinorUnits } from '#money/convert.ts'
import { type Row, type RowCounts, convertPrice, countRow, emptyCounts } from '#pricelist/row.ts'
import { hundredthsOfWord } from '#pricelist/currency/currency-words.ts'
import { readPriceCell } from '#pricelist/rows/price-column.ts'
import { PAIRS_SHOWN, RowReader } from '#pricelist/rows/read-rows.ts'
import { mayBeTotalAt, mayBeTotalByLetters, totalNameIn } from '#pricelist/rows/total-names.ts'
import type { OmissionReason, PriceCell, PriceProblem, RowsOptions } from '#pricelist/types.ts'
import { type Table, type TableRow, LazyTable, cellAt, cellText, isBlankCell, rowAt } from '#table/table.ts'
import { DecimalMarkCounter } from '#writeback/price-style.ts'
import type { Decoder } from '../bytes/decoder.ts'
import { Alignment } from './alignment.ts'
import { AMBIGUOUS, IN_HUNDREDTHS, NotPlainError } from './row-chunks.ts'
import { COMMA, POINT, PlainPrice } from './plain-price.ts'
import { UsualPrice } from './price-form.ts'
import { MAX_COLUMNS, type RowSurveyor } from './row-surveyor.ts'
import {
  type FoundTotal,
  NO_TOTALS,
  type OmittedRow,
  type SettledTotals,
  StreamedTotals,
} from './streamed-totals.ts'

/** Texts of a currency column that are kept. */
const MOST_WORDS = 1000

type CurrencyWord = {
  readonly currency: Currency
  /** 1 where only the default names it. */
  readonly assumed: number
  /** With usual prices. */
  rows: number
}

/** For products without a price: only the name is told of them, which their cell has. */
const UNPRICED: Row = { name: '', price: '', currency: NATIONAL }

/** Rows that are listed for each reason why they are not converted. */
const MOST_LISTED = 10

type Bytes = Uint8Array<ArrayBuffer>

/** One object is reused for all rows, so that none has to be garbage collected for each. */
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

/** A row that is listed; `line`: in the file, from 1. */
type ListedRow = {
  readonly row: Row
  readonly line: number
  readonly problem?: PriceProblem
  readonly omitted?: OmissionReason
}

/** What a stream finds of one price column. */
export type ColumnSurvey = {
  readonly counts: RowCounts
  readonly currencies: Readonly<Record<Currency, number>>
  /** The same of prices of the other column, which are taken where this one has none. */
  readonly ofOther: Readonly<Record<Currency, number>>
  /** Rows whose currency only the default names. */
  readonly assumed: number
  /** The first rows without a valid price, those that are left as they are, and totals. */
  readonly listed: readonly ListedRow[]
  /** How many more have no valid price. */
  readonly unlisted: ReadonlyMap<PriceProblem, number>
  readonly totals: SettledTotals
  readonly marks: DecimalMarkCounter
  /** That of the first row. */
  readonly usualCurrency: Currency
}

/** The header, one row of data and the one above it, so that rules for a row of a table can be asked. */
export class CurrentRow extends LazyTable {
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

/** What is known of a column before its rows are read. */
type ColumnTask = {
  /** Its place among the price columns. */
  readonly nth: number
  /** The rows that are left out, where all rows were surveyed before. */
  readonly known?: readonly OmittedRow[] | undefined
}

/** Collects the prices of one column. */
export class SurveyedColumn {
  /** The price of the last row, where `isUsual`: a plain price, or one of a known form. */
  readonly price: UsualPrice
  isUsual = false
  /** Whether the last row has no price in this column, but may have one in another: then it is none of this one. */
  isBlank = false
  /** Whether the last row surely is a product without a price, one of many. */
  isUnpriced = false
  /** Of the price. */
  currency: Currency
  readonly money = new UsualMoney()
  /** The last row, where it is any other one with a price. */
  other: Row | undefined
  /** Whether its cell is blank, so that the price is the one of the other column. */
  isOfOther = false
  /** The last row, where it is left out. */
  omitted: OmittedRow | undefined
  /** Whether it is left out because its price is to be left as it is. */
  isLeft = false
  /** The last row, where it is any other one with text. It has no name where it has a price. */
  lastRead: Row | undefined
  /** Why the last row has no valid price. */
  problem: PriceProblem | undefined
  /** Of the first row, if its cell names none. */
  readonly usualCurrency: Currency
  readonly #rows: RowSurveyor
  readonly #letters: Uint16Array | undefined
  readonly #current: CurrentRow
  readonly #reader: RowReader
  readonly #column: number
  readonly #nameColumn: number
  /** Whether it is one of further columns, in which most products may have no price. */
  readonly #isFurther: boolean
  /** The column that it is compared with. */
  readonly #compared: ComparedColumn | undefined
  /** Undefined where no row is one, or all are known. */
  readonly #totals: StreamedTotals | undefined
  /** The rows that are left out, where they are known. */
  readonly #known: readonly OmittedRow[]
  #nextKnown = 0
  readonly #rowCounts = emptyCounts()
  readonly #currencies = byCurrency(() => 0)
  readonly #ofOther = byCurrency(() => 0)
  readonly #listed: ListedRow[] = []
  /** How many rows without a valid price there are for each reason. */
  readonly #problemCounts = new Map<PriceProblem, number>()
  /** How many prices are left as they are. */
  #left = 0
  /** The currency whose prices are left as they are. */
  readonly #wanted: Currency | undefined
  readonly #marks = new DecimalMarkCounter()
  readonly #alignment: Alignment
  /** Any number. */
  readonly #number = new PlainPrice()
  readonly #currencyColumn: number | null
  /** What the texts of the currency column say of a usual price; a single one where there is no such column. */
  readonly #words = new Map<string, CurrencyWord | undefined>()
  /** Of the last row. */
  #word: CurrencyWord | undefined
  #assumedByWords = 0
  #commas = 0
  #points = 0

  /**
   * @param rows what finds the rows
   * @param current is given each row for which rules of tables are asked
   * @param options with this column as the main one
   */
  constructor(rows: RowSurveyor, current: CurrentRow, options: RowsOptions, { nth, known }: ColumnTask) {
    const { columns } = options
    this.#rows = rows
    this.#current = current
    this.price = new UsualPrice(rows.decoder)
    this.#letters = rows.isUtf8 ? undefined : lettersOf(rows.decoder)
    this.#known = known ?? []
    if (known === undefined && options.areTotalsDetected !== false)
      this.#totals = new StreamedTotals(current, options, rows.from)
    // Names of rows with a price are not needed.
    const read = { ...options, areNamesRead: false }
    this.#reader = new RowReader(current, read, { cells: [] }, { cells: [] })
    this.#column = columns.price ?? -1
    this.#isFurther = nth > 0
    if (columns.otherPrice !== null)
      this.#compared = new ComparedColumn(columns.otherPrice, rows, this.#reader)
    this.#wanted = options.wanted
    this.#alignment = new Alignment(this.#column)
    this.#nameColumn = columns.name ?? -1
    this.#currencyColumn = columns.currency
    const first = columns.currency === null ? '' : cellText(cellAt(rows.head, rows.from, columns.currency))
    this.usualCurrency = this.#wordOf(first)?.currency ?? options.defaultCurrency
    this.currency = this.usualCurrency
  }

  /** Pairs with the other column that differ, and the first rows with one. */
  get pairs(): { readonly count: number; readonly rows: readonly number[] } {
    return this.#compared?.apart ?? { count: 0, rows: [] }
  }

  #wordOf(text: string): CurrencyWord | undefined {
    if (this.#words.has(text) || this.#words.size === MOST_WORDS) return this.#words.get(text)
    const row: string[] = []
    if (this.#currencyColumn !== null) row[this.#currencyColumn] = text
    this.#current.set(this.#rows.from, row)
    const before = this.#reader.assumed
    const { row: read, problem } = this.#reader.rowOf(this.#rows.from, { kind: 'price', price: '1' })
    const assumed = this.#reader.assumed - before
    // What the reader has counted here is no row.
    this.#assumedByWords += assumed
    const word = problem === undefined ? { currency: read.currency, assumed, rows: 0 } : undefined
    this.#words.set(text, word)
    return word
  }

  /** Forgets the last row. */
  begin(): void {
    this.isUsual = false
    this.isUnpriced = false
    this.isBlank = this.#isFurther
    if (this.lastRead !== undefined) this.other = this.lastRead = this.problem = undefined
    if (this.omitted !== undefined) {
      this.omitted = undefined
      this.isLeft = false
    }
    if (this.#known.length === 0) return
    const next = this.#known[this.#nextKnown]
    if (next?.row !== this.#rows.row) return
    this.omitted = next
    this.#nextKnown++
  }

  /** Reads the cell of the last row; false where it is not a usual one. {@link addUsual} then counts it. */
  readUsual(bytes: Bytes): boolean {
    const { fields } = this.#rows.scanned
    const column = 2 * this.#column
    const [start, end] = [fields[column]!, fields[column + 1]!]
    if (start === end) {
      this.isBlank = this.#isFurther
      this.isUnpriced = !this.isBlank && this.#isProduct(bytes)
      return this.isBlank || this.isUnpriced
    }
    this.isBlank = false
    if (!this.price.read(bytes, start, end)) return false
    // A text alone in its row can be a statement of a currency.
    if (this.price.form !== undefined && !this.#hasOtherText(bytes)) return false
    if (this.#compared?.readUsual(bytes) === false) return false
    const named = this.price.currency
    if (named !== undefined) {
      this.currency = named
      return true
    }
    const text = this.#currencyColumn === null ? '' : this.#rows.textOf(bytes, this.#currencyColumn)
    this.#word = this.#wordOf(text)
    if (this.#word === undefined) return false
    this.currency = this.#word.currency
    return true
  }

  /** Counts the last row, which is at `at` in the memory. */
  addUsual(bytes: Bytes, at: number): void {
    if (this.isBlank) return this.#addBlank(bytes, at)
    if (this.isUnpriced) return this.#addUnpriced(bytes)
    const { currency, price } = this
    if (price.currency === undefined) this.#word!.rows++
    else {
      this.#currencies[currency]++
      countRow(this.#rowCounts, 'valid')
    }
    this.#compared?.addUsual(bytes, price)
    this.#addUsual(bytes, at)
  }

  /** Whether the last row, without a price, surely is a product: it has a name, and a number in another column. */
  #isProduct(bytes: Bytes): boolean {
    // The first are listed.
    if ((this.#problemCounts.get('no-price') ?? 0) < MOST_LISTED || this.#nameColumn < 0) return false
    const { fields, count } = this.#rows.scanned
    const name = 2 * this.#nameColumn
    if (fields[name] === fields[name + 1] || !this.#isLetter(bytes[fields[name]!]!)) return false
    if (this.#compared?.isBlankIn(fields) === false || this.#mayBeTotal(bytes)) return false
    for (let c = 0; c < 2 * count; c += 2)
      if (c !== name && this.#number.read(bytes, fields[c]!, fields[c + 1]!)) return true
    return false
  }

  /** Whether a byte begins a letter of the usual alphabets, or a digit. */
  #isLetter(byte: number): boolean {
    if (byte < 0x80) return /[a-z\d]/i.test(String.fromCharCode(byte))
    return this.#rows.isUtf8
      ? byte === 0xd0 || byte === 0xd1
      : /[А-я]/.test(String.fromCharCode(this.#letters![byte]!))
  }

  /** Whether a cell besides the price surely has text: one that begins with an ASCII character or a Cyrillic letter. */
  #hasOtherText(bytes: Bytes): boolean {
    const { fields, count } = this.#rows.scanned
    for (let c = 0; c < count; c++) {
      const [from, end] = [fields[2 * c]!, fields[2 * c + 1]!]
      if (c !== this.#column && from < end && isVisible(bytes[from]!, this.#rows.isUtf8)) return true
    }
    return false
  }

  #addUsual(bytes: Bytes, at: number): void {
    const { price, currency, money } = this
    if (price.mark === COMMA) this.#commas++
    else if (price.mark === POINT) this.#points++
    this.#alignment.addUsual(bytes, this.#rows.scanned, this.#rows.row, price.isWhole)
    money.set(price, currency)
    const isLeft = currency === this.#wanted
    const totals = this.#totals
    if (totals !== undefined) {
      const converted = isLeft ? undefined : money
      if (totals.isSum(price.hundredths) || (this.#mayBeTotal(bytes) && this.#isTotalName(bytes))) {
        this.#current.set(this.#rows.row, this.#rows.cellsOf(bytes, at))
        totals.addPriced(this.#rows.row, { price: price.text, currency, money: converted })
        this.omitted = totals.omitted
      } else totals.addUsual(price, currency, converted)
    }
    if (isLeft) this.#leave(() => ({ name: '', price: price.text, currency }))
    this.isUsual = this.omitted === undefined
  }

  /** Leaves a price as it is, unless the row is left out as a total. */
  #leave(rowOf: () => Row): void {
    if (this.omitted !== undefined) return
    this.omitted = { row: this.#rows.row }
    this.isLeft = true
    this.#left++
    if (this.#left <= MOST_LISTED)
      this.#listed.push({ row: rowOf(), line: this.#rows.row + 1, omitted: 'wanted-currency' })
  }

  /** Adds a row without a price, which is at `at` in the memory. */
  #addBlank(bytes: Bytes, at: number): void {
    const { row } = this.#rows
    this.#alignment.addUnpriced(row)
    const totals = this.#totals
    if (totals === undefined) return
    if (this.#mayBeTotal(bytes)) {
      this.#current.set(row, this.#rows.cellsOf(bytes, at))
      totals.addUnread(row, '')
    } else this.#addHeading(bytes)
  }

  /** Adds a product without a price. */
  #addUnpriced(bytes: Bytes): void {
    const { row } = this.#rows
    this.#alignment.addUnpriced(row)
    this.#compared?.addUnpriced(row)
    countRow(this.#rowCounts, 'invalid')
    this.#problemCounts.set('no-price', this.#problemCounts.get('no-price')! + 1)
    this.problem = 'no-price'
    this.lastRead = UNPRICED
    this.#addHeading(bytes)
  }

  /** The name of the last row, which has no price, may be that of a group. */
  #addHeading(bytes: Bytes): void {
    const totals = this.#totals
    if (totals === undefined) return
    totals.addHeading(this.#rows.row, totals.areGroupsMany ? '' : this.#rows.textOf(bytes, this.#nameColumn))
  }

  /** Adds blank rows above the last one. */
  addBlank(count: number): void {
    const { row: end } = this.#rows
    this.#totals?.addUnread(end - 1, '')
    if (!this.#isFurther) countRow(this.#rowCounts, 'empty', count)
    for (let row = end - count; row < end; row++) {
      this.#alignment.addUnpriced(row)
      this.#compared?.addUnpriced(row)
    }
  }

  /** Reads the last row, any other one with text. */
  addCells(row: readonly string[]): void {
    const own = row[this.#column]
    // The other rows tell whether it can be read.
    if (this.#currencyColumn !== null && hundredthsOfWord(row[this.#currencyColumn] ?? '') !== undefined)
      throw new NotPlainError(IN_HUNDREDTHS)
    const cell = readPriceCell(own, {})
    if ('thousands' in cell && cell.thousands !== undefined) throw new NotPlainError(AMBIGUOUS)
    this.#marks.count(own ?? '')
    const { scanned, row: index } = this.#rows
    this.#alignment.addCell(scanned, index, row, cell)
    const compared = this.#compared?.addCells(row, cell)
    this.isOfOther = isBlankCell(own)
    // The next row of a sum without a name tells by this cell whether that is a total.
    if (this.isOfOther) this.#totals?.end()
    const { row: read, problem } = this.#reader.rowOf(index, cell, compared)
    this.lastRead = read
    this.isBlank = this.#isFurther && read.price === ''
    if (problem !== undefined || read.price === '') this.#addProblem(read, problem)
    else this.#addPriced(read)
  }

  #addPriced(read: Row): void {
    const { price, currency } = read
    const { row } = this.#rows
    if (price === BGN_EUR.rateText) throw new NotPlainError('a price that is the rate')
    this.#currencies[currency]++
    if (this.isOfOther) this.#ofOther[currency]++
    countRow(this.#rowCounts, 'valid')
    const isWanted = currency === this.#wanted
    const money = isWanted ? undefined : convertPrice(price, currency)
    this.#totals?.addPriced(row, { price, currency, money, isOther: this.isOfOther })
    this.omitted ??= this.#totals?.omitted
    if (isWanted) this.#leave(() => read)
    if (this.omitted === undefined) this.other = read
  }

  #addProblem(row: Row, problem: PriceProblem | undefined): void {
    this.#totals?.addUnread(this.#rows.row, row.price, row.currency)
    if (this.isBlank) return
    this.omitted ??= this.#totals?.omitted
    if (this.omitted !== undefined) return
    if (row.price === '' && row.name === '') {
      countRow(this.#rowCounts, 'empty')
      return
    }
    countRow(this.#rowCounts, 'invalid')
    const reason = problem ?? 'no-price'
    this.problem = reason
    const count = (this.#problemCounts.get(reason) ?? 0) + 1
    this.#problemCounts.set(reason, count)
    if (count <= MOST_LISTED) this.#listed.push({ row, line: this.#rows.row + 1, problem: reason })
  }

  /** Whether the name has to be compared with those of totals. */
  #mayBeTotal(bytes: Uint8Array): boolean {
    const c = this.#nameColumn
    if (c < 0) return true
    const start = this.#rows.scanned.fields[2 * c]!
    const end = this.#rows.scanned.fields[2 * c + 1]!
    if (start === end) return true
    const found = this.#rows.isUtf8
      ? mayBeTotalInUtf8(bytes, start, end)
      : this.#mayBeTotalIn(bytes, start, end)
    if (found !== undefined) return found
    const text = this.#rows.decoder.decode(bytes.subarray(start, end))
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
    const { fields, count } = this.#rows.scanned
    const c = this.#nameColumn
    if (c >= 0 && fields[2 * c] !== fields[2 * c + 1])
      return totalNameIn(this.#rows.textOf(bytes, c)) !== undefined
    // The word of a total can be in another column.
    for (let i = 0; i < Math.min(count, MAX_COLUMNS); i++)
      if (totalNameIn(this.#rows.textOf(bytes, i)) !== undefined) return true
    return false
  }

  /** @throws {NotPlainError} where rows have to be compared with the others */
  requireAligned(table: Table): void {
    const { from, rowsOfData } = this.#rows
    this.#alignment.requirePlain(table, from, rowsOfData)
    this.#compared?.requireAligned(table)
  }

  /** All rows have been visited. */
  finish(): void {
    this.#totals?.end()
  }

  /** @param table all rows */
  totalsIn(table: Table): readonly FoundTotal[] {
    return this.#totals?.foundIn(table) ?? []
  }

  /**
   * What was found, once.
   * @param found the totals
   * @param certain the rows that are totals for sure, in any column
   */
  surveyOf(found: readonly FoundTotal[], certain: ReadonlySet<number>): ColumnSurvey {
    let assumed = this.#reader.assumed - this.#assumedByWords
    for (const word of this.#words.values()) {
      if (word === undefined) continue
      this.#currencies[word.currency] += word.rows
      countRow(this.#rowCounts, 'valid', word.rows)
      assumed += word.assumed * word.rows
    }
    this.#marks.addMarks(',', this.#commas)
    this.#marks.addMarks('.', this.#points)
    const totals = this.#totals?.settle(found, certain, this.#rows.rowsOfData) ?? NO_TOTALS
    this.#omitTotals(totals)
    countRow(this.#rowCounts, 'valid', -this.#left)
    if (this.#wanted !== undefined) this.#currencies[this.#wanted] -= this.#left
    return {
      counts: this.#rowCounts,
      currencies: this.#currencies,
      ofOther: this.#ofOther,
      assumed,
      listed: this.#listed,
      unlisted: new Map(
        [...this.#problemCounts].flatMap(([reason, count]) =>
          count > MOST_LISTED ? [[reason, count - MOST_LISTED]] : [],
        ),
      ),
      totals,
      marks: this.#marks,
      usualCurrency: this.usualCurrency,
    }
  }

  #omitTotals({ omitted }: SettledTotals): void {
    for (const { is, row, price, currency, isOther, isLarge = false } of omitted) {
      // A row of a further column without a price is none.
      if (price === '' && this.#isFurther) continue
      // It was counted among those that are left as they are.
      if ((is === 'unnamed' || is === 'other-column') && currency === this.#wanted)
        throw new NotPlainError('a total among prices that are to be left as they are')
      this.#listed.push({ row: { name: '', price, currency }, line: row + 1, omitted: 'total' })
      if (price === '' || isLarge) continue
      countRow(this.#rowCounts, 'valid', -1)
      this.#currencies[currency]--
      if (isOther) this.#ofOther[currency]--
    }
  }
}

/** The column with the same prices in the other currency: they are compared, and taken where the first column has none. */
class ComparedColumn {
  readonly #column: number
  readonly #rows: RowSurveyor
  readonly #reader: RowReader
  readonly #price: UsualPrice
  readonly #alignment: Alignment
  readonly #apart: number[] = []
  #count = 0
  /** Whether the last row has no price here. */
  #isBlank = false

  constructor(column: number, rows: RowSurveyor, reader: RowReader) {
    this.#column = column
    this.#rows = rows
    this.#reader = reader
    this.#price = new UsualPrice(rows.decoder)
    this.#alignment = new Alignment(column)
  }

  /** Pairs that differ, and the first rows with one. */
  get apart(): { readonly count: number; readonly rows: readonly number[] } {
    return { count: this.#count, rows: this.#apart }
  }

  /** Whether the cell of a row is blank. */
  isBlankIn(fields: Int32Array): boolean {
    return fields[2 * this.#column] === fields[2 * this.#column + 1]
  }

  /** Whether the cell of the last row is a usual one, or blank. */
  readUsual(bytes: Bytes): boolean {
    const { fields } = this.#rows.scanned
    this.#isBlank = this.isBlankIn(fields)
    return this.#isBlank || this.#price.read(bytes, fields[2 * this.#column]!, fields[2 * this.#column + 1]!)
  }

  addUsual(bytes: Bytes, main: UsualPrice): void {
    const { row, scanned } = this.#rows
    const price = this.#price
    if (this.#isBlank) return this.addUnpriced(row)
    this.#alignment.addUsual(bytes, scanned, row, price.isWhole)
    if (this.#reader.areApart(main.value, main.currency, price.value, price.currency)) this.#addApart()
  }

  addUnpriced(row: number): void {
    this.#alignment.addUnpriced(row)
  }

  /** Adds a row by its cells, and returns its cell of this column. */
  addCells(row: readonly string[], main: PriceCell): PriceCell {
    const cell = readPriceCell(row[this.#column], {})
    if ('thousands' in cell && cell.thousands !== undefined) throw new NotPlainError(AMBIGUOUS)
    this.#alignment.addCell(this.#rows.scanned, this.#rows.row, row, cell)
    const isPair = main.kind === 'price' && cell.kind === 'price'
    if (isPair && this.#reader.areApart(main.price, main.currency, cell.price, cell.currency))
      this.#addApart()
    return cell
  }

  requireAligned(table: Table): void {
    this.#alignment.requirePlain(table, this.#rows.from, this.#rows.rowsOfData)
  }

  #addApart(): void {
    this.#count++
    if (this.#apart.length < PAIRS_SHOWN) this.#apart.push(this.#rows.row)
  }
}

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
