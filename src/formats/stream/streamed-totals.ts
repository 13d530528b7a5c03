import type { ConvertedAmount } from '#money/amount.ts'
import { type Currency, EURO, NATIONAL } from '#money/currency.ts'
import { DecimalSum, parseDecimal, parseShortPrice } from '#money/decimal.ts'
import {
  type Block,
  MOST_WALKS,
  type PossibleTotal,
  TotalClassifier,
  hundredthsOf,
  isSumOf,
  looksLikeSum,
} from '#pricelist/rows/total-rows.ts'
import { plainName } from '#pricelist/rows/total-names.ts'
import type { Columns, RowsOptions, TotalsAnswer } from '#pricelist/types.ts'
import type { Table } from '#table/table.ts'
import type { UsualPrice } from './price-form.ts'
import { NotPlainError } from './row-chunks.ts'

/** Rows that may be totals, all of which are kept. */
const MOST_FOUND = 200_000
/** Names of rows without a price that are kept. */
const MOST_GROUPS = 100_000

/** The converted prices of the rows that a total adds up. */
export type ConvertedSum = ConvertedAmount & {
  readonly from: Currency
  /** Whether they are in both currencies. `from` is then that of the total. */
  readonly isMixed: boolean
  /** Whether one of them is that of the other price column. */
  readonly hasOther: boolean
}

/** A row that is left out; `sum` where the addends of a total are known and converted. */
export type OmittedRow = { readonly row: number; readonly sum?: ConvertedSum | undefined }

/** A row with a price. `money`: undefined where it is not converted. */
export type PricedRow = {
  readonly price: string
  readonly currency: Currency
  readonly money: ConvertedAmount | undefined
  /** Whether it is that of the other price column. */
  readonly isOther?: boolean
  /** Whether it is above the maximum of a price. */
  readonly isLarge?: boolean
}

/** `other-column`: a total because the price of another column in its row is one. */
export type FoundTotal = OmittedRow &
  Pick<PricedRow, 'price' | 'currency' | 'isOther' | 'isLarge'> & {
    readonly is: 'total' | 'unpriced' | 'doubtful' | 'doubtful-sum' | 'unnamed' | 'other-column'
    /** The first row of those whose sum it is, where it is one, and how many prices they have. */
    readonly start?: number
    readonly count?: number
  }

/** The totals of all rows, in their order. */
export type SettledTotals = {
  /** Those that are left out, and which of these have a price. */
  readonly omitted: readonly FoundTotal[]
  readonly priced: readonly FoundTotal[]
  /** Those that the user has to be asked about. */
  readonly asked: readonly FoundTotal[]
  /** Whether {@link StreamedTotals.omitted} was the same when each row was visited. */
  readonly isAsVisited: boolean
}

export const NO_TOTALS: SettledTotals = { omitted: [], priced: [], asked: [], isAsVisited: true }

/**
 * The initial value of a sum. V8 stores −0 as a double; after 0 it optimizes for small integers, and deoptimizes once a sum exceeds
 * them. −0 + x is x.
 */
const ZERO = -0

/** What was added up of the prices converted so far. */
type Converted = {
  national: number
  euro: number
  rows: number
  euroRows: number
  /** Of the other price column. */
  otherRows: number
  left: number
}

const nothing = (): Converted => ({
  national: ZERO,
  euro: ZERO,
  rows: 0,
  euroRows: 0,
  otherRows: 0,
  left: 0,
})

/** Rows that may be added up below, with their sum. Exact, as that of `findTotals`. */
class SummedBlock implements Block {
  start = 0
  count = 0
  /** What had been converted when it began. */
  readonly before = nothing()
  #hundredths = ZERO
  /** Longer decimals: their sum, and about how many hundredths it has. */
  #others: DecimalSum | undefined
  #rest = 0
  readonly #totals: StreamedTotals

  constructor(totals: StreamedTotals) {
    this.#totals = totals
  }

  clear(start: number): void {
    this.start = start
    this.count = this.#hundredths = this.#rest = 0
    this.#others = undefined
    Object.assign(this.before, this.#totals.converted)
  }

  /** Takes the rows of another one. */
  takeFrom(other: SummedBlock): void {
    this.start = other.start
    this.count = other.count
    this.#hundredths = other.#hundredths
    this.#rest = other.#rest
    this.#others = undefined
    if (other.#others !== undefined) (this.#others = new DecimalSum()).add(other.#others.decimal())
  }

  add(hundredths: number): void {
    this.count++
    this.#hundredths += hundredths
  }

  addPrice(price: string): void {
    const hundredths = parseShortPrice(price)
    if (hundredths !== undefined) return this.add(hundredths)
    this.count++
    this.#rest += Number(price) * 100
    ;(this.#others ??= new DecimalSum()).add(parseDecimal(price)!)
  }

  /** Whether the sum of several prices may be this one. */
  isNear(hundredths: number): boolean {
    return this.count > 1 && this.#isAbout(hundredths)
  }

  addsUpTo(_i: number, price: string): boolean {
    return this.#others === undefined
      ? hundredthsOf(price) === this.#hundredths
      : this.#isAbout(Number(price) * 100) && isSumOf(price, this.#hundredths, this.#others)
  }

  #isAbout(hundredths: number): boolean {
    return Math.abs(this.#hundredths + this.#rest - hundredths) < 1
  }
}

const NO_PRICE: PricedRow = { price: '', currency: NATIONAL, money: undefined }

/** The names of the groups so far. Few lists ask for them. */
class GroupNames {
  /** Names as they are written, and as they are compared. */
  readonly #written = new Set<string>()
  readonly #plain = new Set<string>()
  /** Whether names are missing. */
  #isCut = false

  get areMany(): boolean {
    return this.#isCut || this.#written.size + this.#plain.size >= MOST_GROUPS
  }

  add(name: string): void {
    this.#isCut = this.areMany
    if (!this.#isCut) this.#written.add(name)
  }

  has(name: string): boolean {
    for (const one of this.#written) this.#plain.add(plainName(one))
    this.#written.clear()
    if (this.#plain.has(name)) return true
    if (this.areMany) throw new NotPlainError('many names of rows without a price')
    return false
  }
}

/**
 * Finds the totals among rows that are visited once, in order, as `findTotals` does. Whether a sum without the name of a total is
 * one depends on the next row: this is only known at the end, and changes nothing below.
 */
export class StreamedTotals extends TotalClassifier<SummedBlock> {
  readonly converted = nothing()
  /** The row that is classified. */
  classified: PricedRow = NO_PRICE
  /** The last row, where it is left out. */
  omitted: OmittedRow | undefined
  protected readonly table: Table
  protected readonly products: readonly [SummedBlock, SummedBlock]
  protected readonly withDoubtful: readonly [SummedBlock, SummedBlock]
  readonly #block: SummedBlock
  readonly #all: SummedBlock
  readonly #columns: Columns
  readonly #answer: TotalsAnswer | undefined
  readonly #from: number
  readonly #found: FoundTotal[] = []
  readonly #groups = new GroupNames()
  /** Whether {@link withDoubtful} have rows of their own. */
  #hasDoubtful = false
  /** Whether the row that is classified can be added up below. */
  #isProduct = true
  /** The row above, where it is a sum without a name. */
  #unnamed: FoundTotal | undefined

  /**
   * @param table has the row that is visited, and the one above it
   * @param from the first row of data
   */
  constructor(table: Table, { columns, totals }: RowsOptions, from: number) {
    super(columns)
    this.table = table
    this.#columns = columns
    this.#answer = totals
    this.#from = from
    this.#block = new SummedBlock(this)
    this.#all = new SummedBlock(this)
    this.products = [this.#block, this.#all]
    this.withDoubtful = [new SummedBlock(this), new SummedBlock(this)]
  }

  /** Whether a price may be the sum of those above it. */
  isSum(hundredths: number): boolean {
    return (
      this.#block.isNear(hundredths) ||
      this.#all.isNear(hundredths) ||
      (this.#hasDoubtful && this.withDoubtful.some((block) => block.isNear(hundredths)))
    )
  }

  /** Adds a product whose price is no sum, and whose name is none of a total. */
  addUsual(price: UsualPrice, currency: Currency, money: ConvertedAmount | undefined): void {
    this.#unnamed = undefined
    if (price.hasMoreDecimals) {
      const { text } = price
      for (const block of this.#blocks()) block.addPrice(text)
    } else {
      const { hundredths } = price
      this.#block.add(hundredths)
      this.#all.add(hundredths)
      if (this.#hasDoubtful) for (const block of this.withDoubtful) block.add(hundredths)
    }
    this.#convert(currency, money)
  }

  /** Classifies a row with a price. `r`: its index in the table. */
  addPriced(r: number, row: PricedRow): void {
    this.#unnamed = undefined
    this.omitted = undefined
    this.classified = row
    this.#isProduct = true
    this.classify({ i: r - this.#from, r, price: row.price, isInvalid: false })
    if (!this.#isProduct) return
    for (const block of this.#blocks()) block.addPrice(row.price)
    this.#convert(row.currency, row.money)
    if (row.isOther) this.converted.otherRows++
  }

  /** Classifies a row without a price, or with one that is none. */
  addUnread(r: number, price: string, currency: Currency = NATIONAL): void {
    if (price === '') this.end()
    this.#unnamed = undefined
    this.omitted = undefined
    this.classified = { ...NO_PRICE, price, currency, isLarge: price !== '' }
    this.classify({ i: r - this.#from, r, price, isInvalid: price !== '' })
  }

  /** Whether the names of further rows without a price are not needed. */
  get areGroupsMany(): boolean {
    return this.#groups.areMany
  }

  /** Adds a row without a price, whose name is none of a total; '' where it is not needed. */
  addHeading(r: number, name: string): void {
    this.end()
    this.omitted = undefined
    this.endBlock(name, r - this.#from)
  }

  /** No product follows directly. */
  end(): void {
    if (this.#unnamed !== undefined) this.#add(this.#unnamed)
    this.#unnamed = undefined
  }

  /** @param table all rows */
  foundIn(table: Table): readonly FoundTotal[] {
    return this.#found.filter(
      ({ is, row, count }) => is !== 'unnamed' || looksLikeSum(table, this.#columns, row, count!),
    )
  }

  /**
   * @param found in this column
   * @param certain the rows that are totals for sure, in any column
   * @param rows how many there are
   */
  settle(found: readonly FoundTotal[], certain: ReadonlySet<number>, rows: number): SettledTotals {
    let walked = 0
    let isAsVisited = !this.#isDoubtfulOmitted || found.every(({ is }) => is !== 'unnamed')
    /** The last row that is left out, but was added up; and the last one that never has a sum. */
    let [inner, unsummed] = [-1, -1]
    const withSum = (one: FoundTotal): FoundTotal => {
      const { is, row, start, sum } = one
      if (start === undefined) return one
      if (sum !== undefined && start > unsummed && start <= inner) throw new NotPlainError('totals of totals')
      const hasSum = start > unsummed
      if (is === 'other-column') unsummed = row
      else if (is !== 'total' && this.#isDoubtfulOmitted) inner = row
      walked += row - start
      if (hasSum && walked <= MOST_WALKS * rows) return one
      isAsVisited &&= sum === undefined
      return { ...one, sum: undefined }
    }
    const settled = found.map((one): FoundTotal => {
      if (!certain.has(one.row) || one.is === 'total' || one.is === 'unpriced') return withSum(one)
      isAsVisited = false
      return withSum({ ...one, is: 'other-column', sum: undefined })
    })
    const isCertain = ({ is }: FoundTotal) => is === 'total' || is === 'unpriced' || is === 'other-column'
    const omitted = this.#isDoubtfulOmitted ? settled : settled.filter(isCertain)
    return {
      omitted,
      priced: omitted.filter(({ is }) => is !== 'unpriced'),
      asked: this.#answer === undefined ? settled.filter((one) => !isCertain(one)) : [],
      isAsVisited,
    }
  }

  protected addGroup(name: string): void {
    this.#groups.add(name)
  }

  protected hasGroup(name: string): boolean {
    return this.#groups.has(name)
  }

  protected addTotal(i: number, block: SummedBlock): void {
    this.#isProduct = false
    this.omitted = this.#add(this.#sumOf('total', i, block))
  }

  protected addUnpriced(i: number): void {
    this.omitted = this.#add(this.#foundOf('unpriced', i))
  }

  protected addDoubtful(i: number): void {
    this.#isProduct = false
    if (!this.#hasDoubtful)
      for (const [n, block] of this.withDoubtful.entries()) block.takeFrom(this.products[n]!)
    this.#hasDoubtful = true
    for (const block of this.withDoubtful) block.addPrice(this.classified.price)
    const found = this.#add(this.#foundOf('doubtful', i))
    if (this.#isDoubtfulOmitted) this.omitted = found
  }

  protected addDoubtfulSum(i: number, block: SummedBlock): void {
    const found = this.#add(this.#sumOf('doubtful-sum', i, block))
    if (this.#isDoubtfulOmitted) this.omitted = found
  }

  protected isUnnamedTotal({ i }: PossibleTotal, block: SummedBlock): boolean {
    this.#unnamed = this.#sumOf('unnamed', i, block)
    return false
  }

  get #isDoubtfulOmitted(): boolean {
    return this.#answer === 'omit'
  }

  #blocks(): readonly SummedBlock[] {
    return this.#hasDoubtful ? [...this.products, ...this.withDoubtful] : this.products
  }

  #convert(currency: Currency, money: ConvertedAmount | undefined): void {
    const { converted } = this
    if (money === undefined) {
      converted.left++
      return
    }
    converted.national += money.national
    converted.euro += money.euro
    converted.rows++
    if (currency === EURO) converted.euroRows++
  }

  #add(found: FoundTotal): FoundTotal {
    if (this.#found.length === MOST_FOUND) throw new NotPlainError('many totals')
    this.#found.push(found)
    return found
  }

  #foundOf(is: FoundTotal['is'], i: number): FoundTotal {
    const { price, currency, isOther = false, isLarge = false } = this.classified
    return { is, row: i + this.#from, price, currency, isOther, isLarge }
  }

  #sumOf(is: FoundTotal['is'], i: number, block: SummedBlock): FoundTotal {
    const { start, count } = block
    const found = { ...this.#foundOf(is, i), start: start + this.#from, count }
    // A sum that includes doubtful rows is not a sum of products.
    return this.withDoubtful.includes(block) ? found : { ...found, sum: this.#convertedSince(block) }
  }

  /** The converted prices of a block; undefined where not all are converted. */
  #convertedSince({ before }: SummedBlock): ConvertedSum | undefined {
    const { national, euro, rows, euroRows, otherRows, left } = this.converted
    if (!Number.isSafeInteger(national) || !Number.isSafeInteger(euro))
      throw new NotPlainError('a very large sum')
    if (left > before.left) return undefined
    const inEuro = euroRows - before.euroRows
    const isMixed = inEuro > 0 && inEuro < rows - before.rows
    const { currency } = this.classified
    return {
      national: (national - before.national) as ConvertedAmount['national'],
      euro: (euro - before.euro) as ConvertedAmount['euro'],
      from: isMixed ? currency : inEuro > 0 ? EURO : NATIONAL,
      isMixed,
      hasOther: otherRows > before.otherRows,
    }
  }
}
