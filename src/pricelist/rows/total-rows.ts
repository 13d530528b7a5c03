import { DecimalSum, parseDecimal, parseShortPrice, toMinorUnits } from '#money/decimal.ts'
import { BGN_EUR } from '#money/pair.ts'
import { largeAmountIn } from '../price-text.ts'
import type { Row } from '../row.ts'
import type { Columns, TotalRow } from '../types.ts'
import { LazyTable, type Table, cellAt, isBlankCell, rowAt, cellText } from '#table/table.ts'
import { LONGEST_NAME, mayBeTotal, mayBeTotalAt, plainName, totalNameIn } from './total-names.ts'

/** Rows that are sums of others; indexes in the rows that were read (READ-05). */
export type FoundTotals = {
  /** Named as totals and equal to the sum of the block above. */
  readonly totals: readonly TotalRow[]
  /** Named as totals, without a price. */
  readonly unpriced: readonly number[]
  /** Only the name or only the sum says that the row is a total. */
  readonly doubtful: readonly TotalRow[]
}

export const NO_TOTALS: FoundTotals = { totals: [], unpriced: [], doubtful: [] }

/** Minimum number of addends for which a sum without a total word is no coincidence. */
const LEAST_ADDENDS = 3

/** Maximum number of passes over all rows. */
export const MOST_WALKS = 8

type Rows = {
  readonly rows: readonly Row[]
  /** 1-based. */
  readonly lines: readonly number[]
  readonly problems: ReadonlyMap<number, unknown>
  /** Indexes of rows whose first or last letters allow the name of a total, ascending; undefined when names were not read. */
  readonly possibleTotals?: readonly number[] | undefined
}

/**
 * Finds rows that are totals: their whole name is a total word ('Общо', 'Total', 'Общо за …', the word with
 * the name of a group) and their price is the sum of the rows above, back to the last heading, blank row or
 * total, or of all products so far. With only one of the two a row is doubtful.
 */
export function findTotals(table: Table, columns: Columns, rows: Rows): FoundTotals {
  const finder = new TotalsFinder(table, columns, rows)
  finder.classifyAll()
  return finder.found
}

/** Rows that may be added up below. */
export type Block = {
  /** Index of its first row. */
  readonly start: number
  /** Number of rows. */
  readonly count: number
  clear(start: number): void
  /** Whether the sum of the rows before row `i` is this price. */
  addsUpTo(i: number, price: string): boolean
}

/** A row that may be a total: its index among those that were read, its line in the table (0-based) and its price. */
export type PossibleTotal = {
  readonly i: number
  readonly r: number
  readonly price: string
  readonly isInvalid: boolean
}

const isNoCoincidence = (block: Block | undefined): boolean =>
  block !== undefined && block.count >= LEAST_ADDENDS

/** Decides which rows are totals, one after the other. */
export abstract class TotalClassifier<Sum extends Block> {
  readonly #columns: Columns
  /** Whether a row is doubtful by its name. */
  #hasDoubtful = false

  constructor(columns: Columns) {
    this.#columns = columns
  }

  /** Has the row that is classified, and the one above it. */
  protected abstract readonly table: Table
  /** The products since the last heading, blank row or total, and all products. */
  protected abstract readonly products: readonly [block: Sum, all: Sum]
  /** The same including doubtful rows: a total below can be the sum with them. */
  protected abstract readonly withDoubtful: readonly [block: Sum, all: Sum]

  protected abstract addGroup(name: string): void
  /** Whether a group has this name, as `plainName` gives it. */
  protected abstract hasGroup(name: string): boolean
  protected abstract addTotal(i: number, block: Sum): void
  protected abstract addUnpriced(i: number): void
  /** A row that is doubtful by its name, and no product. */
  protected abstract addDoubtful(i: number): void
  /** A sum that may be a product. */
  protected abstract addDoubtfulSum(i: number, block: Sum): void
  /** Whether a sum without the name of a total looks like one. */
  protected abstract isUnnamedTotal(row: PossibleTotal, block: Sum, name: string): boolean

  protected classify(row: PossibleTotal): void {
    const { i, r, price, isInvalid } = row
    const name = this.#nameIn(r)
    const named = price === BGN_EUR.rateText && isNoteOfRate(name) ? 'closing' : this.#totalName(name, r)
    if (isInvalid && named !== undefined && this.#addLarge(row, named)) return
    if (price === '' || isInvalid) {
      if (named === 'whole' && price === '') this.addUnpriced(i)
      if (price === '') this.endBlock(name === '' ? this.#onlyTextIn(r) : name, i)
      else if (name === '' && filledIn(this.table, r) === 1) this.endBlock(price, i)
      return
    }
    if (named === 'closing') {
      this.#addDoubtful(i)
      return
    }
    const block = this.#blockOf(i, price, named === 'whole')
    // A total word with another word can be the name of a product: then the sum must be no coincidence.
    if (named === 'whole' || (named === 'part' && isNoCoincidence(block))) {
      if (block === undefined) this.#addDoubtful(i)
      else this.addTotal(i, block)
      this.#clearBlocks(i + 1)
    } else if (block !== undefined && (named === 'part' || this.isUnnamedTotal(row, block, name)))
      this.addDoubtfulSum(i, block)
  }

  /** Adds a total above the maximum of a price, and tells whether it is one: then the prices add up to it. */
  #addLarge({ i, price }: PossibleTotal, named: 'whole' | 'closing' | 'part'): boolean {
    const amount = largeAmountIn(price)
    if (amount === undefined || named === 'closing') return false
    const block = this.#blockOf(i, amount, named === 'whole')
    if (block === undefined || (named === 'part' && !isNoCoincidence(block))) return false
    this.addTotal(i, block)
    this.#clearBlocks(i + 1)
    return true
  }

  #addDoubtful(i: number): void {
    this.addDoubtful(i)
    this.#hasDoubtful = true
  }

  #clearBlocks(start: number): void {
    this.products[0].clear(start)
    this.withDoubtful[0].clear(start)
  }

  /** The block of rows whose sum is the price; a single row counts only with a total word. */
  #blockOf(i: number, price: string, isNamed: boolean): Sum | undefined {
    const least = isNamed ? 1 : 2
    const isSum = (block: Sum): boolean => block.addsUpTo(i, price) && block.count >= least
    const found = this.products.find(isSum)
    return found !== undefined || !this.#hasDoubtful ? found : this.withDoubtful.find(isSum)
  }

  #nameIn(r: number): string {
    return nameIn(this.table, this.#columns, r)
  }

  /** The heading of a group can be in any column. */
  #onlyTextIn(r: number): string {
    const filled = rowAt(this.table, r)!.filter((cell) => !isBlankCell(cell))
    return filled.length === 1 ? cellText(filled[0]) : ''
  }

  /**
   * `part`: the word with another one before or after it, which only the sum distinguishes from a product
   * ('Общо почистване').
   */
  #totalName(text: string, r: number): 'whole' | 'closing' | 'part' | undefined {
    const found = totalNameIn(text)
    if (found?.is !== 'part') return found?.is
    return this.hasGroup(found.group) || this.#isGroupOfRowAbove(found.group, r) ? 'whole' : 'part'
  }

  /** Whether the row above belongs to the group, by a category column. */
  #isGroupOfRowAbove(group: string, r: number): boolean {
    const { name } = this.#columns
    return (rowAt(this.table, r - 1) ?? []).some(
      (cell, c) => c !== name && plainName(cellText(cell)) === group,
    )
  }

  /** A heading or a blank row: a new group begins. */
  protected endBlock(name: string, i: number): void {
    this.#clearBlocks(i + 1)
    if (name.length <= LONGEST_NAME) this.addGroup(name)
  }
}

/** The name of a row, or the word of a total in another column. */
function nameIn(table: Table, { name }: Columns, r: number): string {
  const text = name === null ? '' : cellText(cellAt(table, r, name))
  if (text !== '') return text
  return cellText(rowAt(table, r)!.find((cell) => mayBeTotal(cellText(cell).slice(0, LONGEST_NAME))))
}

/**
 * Whether a row without the name of a total is the last one of its block without the cells that products have, or a sum of so
 * many addends that it is no coincidence.
 */
export function looksLikeSum(table: Table, columns: Columns, r: number, addends: number): boolean {
  const next = rowAt(table, r + 1)
  const { price } = columns
  const isLast = next === undefined || price === null || isBlankCell(next[price])
  if (!isLast) return false
  if (nameIn(table, columns, r).trim() === '') return true
  return addends >= LEAST_ADDENDS && filledIn(table, r) <= filledIn(table, r - 1)
}

const filledIn = (table: Table, r: number): number =>
  rowAt(table, r)!.filter((cell) => !isBlankCell(cell)).length

class TotalsFinder extends TotalClassifier<LazyBlock> {
  protected readonly table: Table
  protected readonly products: readonly [LazyBlock, LazyBlock]
  protected readonly withDoubtful: readonly [LazyBlock, LazyBlock]
  readonly #columns: Columns
  readonly #rows: Rows
  readonly #totals: TotalRow[] = []
  readonly #unpriced: number[] = []
  readonly #doubtful: TotalRow[] = []
  readonly #groups = new Set<string>()
  readonly #totalIndexes = new Set<number>()
  /** Rows that are doubtful by their name. */
  readonly #doubtfulIndexes = new Set<number>()
  /** Number of rows visited for the addends of all totals so far. */
  #walked = 0

  constructor(table: Table, columns: Columns, rows: Rows) {
    super(columns)
    this.table = table
    this.#columns = columns
    this.#rows = rows
    const blockOf = (isAddend: (i: number) => boolean) => new LazyBlock(rows.rows, isAddend)
    const isProduct = (i: number) => this.#isAddend(i)
    const isAddend = (i: number) => this.#isAddend(i, false)
    this.products = [blockOf(isProduct), blockOf(isProduct)]
    this.withDoubtful = [blockOf(isAddend), blockOf(isAddend)]
  }

  get found(): FoundTotals {
    return { totals: this.#totals, unpriced: this.#unpriced, doubtful: this.#doubtful }
  }

  /** Classifies the rows; most are products by a quick test: no total word, and a product below. */
  classifyAll(): void {
    const { rows, lines, problems, possibleTotals } = this.#rows
    const hasOther = this.#columns.otherPrice !== null
    let n = 0
    for (let i = 0; i < rows.length; i++) {
      const next = rows[i + 1]
      const isAboveProduct = next !== undefined && next.price !== ''
      const { price } = rows[i]!
      const isProduct = price !== '' && isAboveProduct && !hasOther
      const r = lines[i]! - 1
      const mayBeTotalRow = possibleTotals === undefined ? this.#mayBeNamed(r) : possibleTotals[n] === i
      if (mayBeTotalRow) n++
      if (!isProduct || mayBeTotalRow) this.classify({ i, r, price, isInvalid: problems.has(i) })
    }
  }

  protected addGroup(name: string): void {
    this.#groups.add(plainName(name))
  }

  protected hasGroup(name: string): boolean {
    return this.#groups.has(name)
  }

  protected addTotal(index: number, block: LazyBlock): void {
    this.#totals.push({ index, addends: this.#addendsIn(block, index) })
    this.#totalIndexes.add(index)
  }

  protected addUnpriced(index: number): void {
    this.#unpriced.push(index)
  }

  protected addDoubtful(index: number): void {
    this.#doubtful.push({ index, addends: [] })
    this.#doubtfulIndexes.add(index)
  }

  protected addDoubtfulSum(index: number, block: LazyBlock): void {
    this.#doubtful.push({ index, addends: this.#addendsIn(block, index) })
  }

  protected isUnnamedTotal({ r }: PossibleTotal, { count }: LazyBlock): boolean {
    return looksLikeSum(this.table, this.#columns, r, count)
  }

  #isAddend(i: number, isProduct = true): boolean {
    const { rows, problems } = this.#rows
    return (
      rows[i]!.price !== '' &&
      !problems.has(i) &&
      !this.#totalIndexes.has(i) &&
      !(isProduct && this.#doubtfulIndexes.has(i))
    )
  }

  /** Whether the row may have a total word, by a test that makes no string. */
  #mayBeNamed(r: number): boolean {
    const { name } = this.#columns
    const { table } = this
    if (name === null || !(table instanceof LazyTable)) return true
    return table.testCell(r, name, mayBeTotalAt) ?? true
  }

  /**
   * The products since the block began; empty once more rows were visited than subtotals and some grand
   * totals need.
   */
  #addendsIn(block: LazyBlock, end: number): number[] {
    this.#walked += end - block.start
    if (this.#walked > MOST_WALKS * this.#rows.rows.length) return []
    const addends: number[] = []
    // A sum that includes doubtful rows is not a sum of products.
    if (this.withDoubtful.includes(block)) return []
    for (let i = block.start; i < end; i++) if (this.#isAddend(i)) addends.push(i)
    return addends
  }
}

/** '1 EUR = 1,95583', also without a name; a product can have this price. */
const isNoteOfRate = (name: string): boolean =>
  name === '' || /курс|rate|=|€|(?<!\p{L})(?:евро|лева?|лв|eur|bgn)(?!\p{L})/iu.test(name)

/**
 * Rows of which sums are computed on demand. Exact: usual prices in hundredths, of which
 * nine million rows stay below 2^53, and longer decimals as integers.
 */
class LazyBlock implements Block {
  start = 0
  count = 0
  readonly #rows: readonly Row[]
  readonly #isAddend: (i: number) => boolean
  #next = 0
  #hundredths = 0
  #others: DecimalSum | undefined

  constructor(rows: readonly Row[], isAddend: (i: number) => boolean) {
    this.#rows = rows
    this.#isAddend = isAddend
  }

  clear(start: number): void {
    this.start = this.#next = start
    this.count = this.#hundredths = 0
    this.#others = undefined
  }

  addsUpTo(i: number, price: string): boolean {
    const hundredths = hundredthsOf(price)
    // Prices are positive: once the sum is larger, it stays larger.
    const most = hundredths ?? Number.POSITIVE_INFINITY
    for (; this.#next < i && this.#hundredths <= most; this.#next++)
      if (this.#isAddend(this.#next)) this.#add(this.#rows[this.#next]!.price)
    return this.#others === undefined
      ? hundredths === this.#hundredths
      : isSumOf(price, this.#hundredths, this.#others)
  }

  #add(price: string): void {
    this.count++
    const hundredths = parseShortPrice(price)
    if (hundredths === undefined) (this.#others ??= new DecimalSum()).add(parseDecimal(price)!)
    else this.#hundredths += hundredths
  }
}

/** A price, or a sum of prices, in hundredths; undefined for longer decimals. */
export const hundredthsOf = (price: string): number | undefined =>
  parseShortPrice(price) ?? toMinorUnits(parseDecimal(price)!)

/** Whether a price is the sum of whole hundredths and of longer decimals, exactly. */
export function isSumOf(price: string, hundredths: number, others: DecimalSum): boolean {
  const decimal = parseDecimal(price)!
  const { value, scale } = others.total()
  const decimals = BigInt(decimal.fraction.length)
  // value / scale + hundredths / 100 = price
  const sum = value * 100n + BigInt(hundredths) * scale
  return sum * 10n ** decimals === BigInt(decimal.whole + decimal.fraction) * scale * 100n
}
