import { parseDecimal, usualHundredths } from '#domain/decimal.ts'
import { RATE_TEXT } from '#domain/rate.ts'
import { DecimalSum } from '#domain/decimal-sum.ts'
import type { Row } from '#domain/row.ts'
import type { Table } from './catalogue.ts'
import type { Columns, TotalRow } from './price-list.ts'
import { cellAt, isBlankCell, lengthOfRow, rowAt, textOf } from './cells.ts'
import type { DelimitedLayout } from './delimited-layout.ts'
import { DelimitedTable } from './delimited-table.ts'
import { LONGEST_NAME, mayBeTotal, mayBeTotalAt, plainName, totalNameIn } from './total-names.ts'

/** Rows that are sums of others, as indexes in the rows that were read (READ-05). */
export type FoundTotals = {
  /** Named as totals and equal to the sum of the block above. */
  readonly totals: readonly TotalRow[]
  /** Named as totals, without a price. */
  readonly unpriced: readonly number[]
  /** Only one of the two says that the row is a total. */
  readonly doubtful: readonly TotalRow[]
}

export const NO_TOTALS: FoundTotals = { totals: [], unpriced: [], doubtful: [] }

/** So many addends make a sum without a word for it no accident. */
const LEAST_ADDENDS = 3

/** Times that all rows are walked over. */
const MOST_WALKS = 8

type Rows = {
  readonly rows: readonly Row[]
  /** From 1. */
  readonly lines: readonly number[]
  readonly problems: ReadonlyMap<number, unknown>
}

/**
 * Finds rows that are totals: their whole name is a word for it ('Общо', 'Total', 'Общо за …', the word with the name of a
 * group) and their price is the sum of the rows above, back to the last heading, blank row or total, or of all products so
 * far. One of the two alone makes a row doubtful.
 */
export function findTotals(table: Table, columns: Columns, rows: Rows): FoundTotals {
  const finder = new TotalsFinder(table, columns, rows)
  for (let i = 0; i < rows.rows.length; i++) finder.take(i)
  return finder.found
}

class TotalsFinder {
  readonly #table: Table
  readonly #layout: DelimitedLayout | undefined
  readonly #columns: Columns
  readonly #rows: Rows
  readonly #totals: TotalRow[] = []
  readonly #unpriced: number[] = []
  readonly #doubtful: TotalRow[] = []
  readonly #block = new Block()
  readonly #all = new Block()
  readonly #groups = new Set<string>()
  readonly #totalIndexes = new Set<number>()
  /** Rows walked over for the addends of all totals so far. */
  #walked = 0

  constructor(table: Table, columns: Columns, rows: Rows) {
    this.#table = table
    this.#layout = table instanceof DelimitedTable ? table.layout : undefined
    this.#columns = columns
    this.#rows = rows
  }

  get found(): FoundTotals {
    const [totals, unpriced, doubtful] = [this.#totals, this.#unpriced, this.#doubtful]
    return totals.length + unpriced.length + doubtful.length === 0
      ? NO_TOTALS
      : { totals, unpriced, doubtful }
  }

  take(i: number): void {
    const { rows, lines, problems } = this.#rows
    const { price } = rows[i]!
    const hundredths = usualHundredths(price)
    const isPlainPrice = hundredths !== undefined && !(problems.size > 0 && problems.has(i))
    const mayBeSum = this.#block.mayBeSum(hundredths) || this.#all.mayBeSum(hundredths)
    if (!isPlainPrice || mayBeSum || this.#mayBeNamed(lines[i]! - 1)) return this.#judge(i, hundredths)
    this.#block.add(price, hundredths)
    this.#all.add(price, hundredths)
  }

  /** Whether the row may have one of the words, by a glance at its name where it stands. */
  #mayBeNamed(r: number): boolean {
    const { name } = this.#columns
    const layout = this.#layout
    if (name === null || layout === undefined) return true
    const field = layout.firstFieldOf(r) + name
    if (field >= layout.firstFieldOf(r + 1)) return true
    return mayBeTotalAt(layout.text, layout.fieldStart(field), layout.fieldEnd(field))
  }

  #judge(i: number, hundredths: number | undefined): void {
    const { rows, lines, problems } = this.#rows
    const { price } = rows[i]!
    const r = lines[i]! - 1
    const name = this.#nameIn(r)
    // A price equal to the rate is a note of the rate.
    const named = price === RATE_TEXT ? 'whole' : this.#totalName(name, r)
    if (price === '' || (problems.size > 0 && problems.has(i))) {
      if (named === 'whole' && price === '') this.#unpriced.push(i)
      if (price === '') this.#endBlock(name === '' ? this.#onlyTextIn(r) : name, i)
      else if (name === '' && this.#filledIn(r) === 1) this.#endBlock(price, i)
      return
    }
    const block = this.#blockOf(price, hundredths, named === 'whole')
    // A word with another one is the name of a product as well: then the sum must be no accident.
    const isTotal =
      named === 'whole' || (named === 'part' && block !== undefined && block.count >= LEAST_ADDENDS)
    if (isTotal) {
      if (block === undefined) this.#doubtful.push({ index: i, addends: [] })
      else this.#totals.push({ index: i, addends: this.#addendsIn(block, i) })
      this.#totalIndexes.add(i)
      this.#block.clear(i + 1)
    } else {
      if (block !== undefined && (named === 'part' || this.#looksLikeSum(block.count, name, r)))
        this.#doubtful.push({ index: i, addends: this.#addendsIn(block, i) })
      this.#block.add(price, hundredths)
      this.#all.add(price, hundredths)
    }
  }

  /** The rows of which `price` is the sum; one alone is a sum only where a word says so. */
  #blockOf(price: string, hundredths: number | undefined, isNamed: boolean): Block | undefined {
    const least = isNamed ? 1 : 2
    if (this.#block.count >= least && this.#block.isSum(price, hundredths)) return this.#block
    return this.#all.count >= least && this.#all.isSum(price, hundredths) ? this.#all : undefined
  }

  /** The products since the block began; none once more rows were walked over than subtotals and some totals of all need. */
  #addendsIn(block: Block, end: number): number[] {
    const { rows, problems } = this.#rows
    this.#walked += end - block.start
    if (this.#walked > MOST_WALKS * rows.length) return []
    const addends: number[] = []
    for (let i = block.start; i < end; i++)
      if (rows[i]!.price !== '' && !problems.has(i) && !this.#totalIndexes.has(i)) addends.push(i)
    return addends
  }

  #nameIn(r: number): string {
    const { name } = this.#columns
    const text = name === null ? '' : textOf(cellAt(this.#table, r, name))
    if (text !== '') return text
    // The word can stand in another column than the names.
    const row = rowAt(this.#table, r) ?? []
    return textOf(row.find((cell) => mayBeTotal(textOf(cell).slice(0, LONGEST_NAME))))
  }

  /** The heading of a group can stand in any column. */
  #onlyTextIn(r: number): string {
    const filled = (rowAt(this.#table, r) ?? []).filter((cell) => !isBlankCell(cell))
    return filled.length === 1 ? textOf(filled[0]).slice(0, LONGEST_NAME + 1) : ''
  }

  /** `part`: the word with another behind it or before it, which only the sum tells from a product ('Общо почистване'). */
  #totalName(text: string, r: number): 'whole' | 'part' | undefined {
    const found = totalNameIn(text)
    if (found?.is !== 'part') return found?.is
    return this.#groups.has(found.group) || this.#isGroupOfRowAbove(found.group, r) ? 'whole' : 'part'
  }

  /** Whether the row above is of the group, in a column of categories. */
  #isGroupOfRowAbove(group: string, r: number): boolean {
    const { name } = this.#columns
    return (rowAt(this.#table, r - 1) ?? []).some(
      (cell, c) => c !== name && plainName(textOf(cell)) === group,
    )
  }

  /** A heading, or a blank row: the next rows are another group. */
  #endBlock(name: string, i: number): void {
    this.#block.clear(i + 1)
    if (name !== '' && name.length <= LONGEST_NAME) this.#groups.add(plainName(name))
  }

  /** The last of its block, without what products have, or one of so many that it is no accident. */
  #looksLikeSum(addends: number, name: string, r: number): boolean {
    const next = rowAt(this.#table, r + 1)
    const { price } = this.#columns
    const isLast = next === undefined || price === null || isBlankCell(next[price])
    if (!isLast) return false
    if (name.trim() === '') return addends > 1
    return addends >= LEAST_ADDENDS && this.#filledIn(r) <= this.#filledIn(r - 1)
  }

  #filledIn(r: number): number {
    let filled = 0
    for (let c = 0; c < lengthOfRow(this.#table, r); c++)
      if (!isBlankCell(cellAt(this.#table, r, c))) filled++
    return filled
  }
}

/** Above every usual price, in hundredths. */
const BASE = 1_000_000_000

/**
 * Prices that may be added up below them. Exact: hundredths as multiples of `BASE` and a rest, since integers of 31 bits are
 * no objects on the heap; longer decimals as whole numbers.
 */
class Block {
  /** Index of the row with which it begins. */
  start = 0
  count = 0
  #multiples = 0
  #rest = 0
  #others: DecimalSum | undefined

  add(price: string, hundredths: number | undefined): void {
    this.count++
    if (hundredths === undefined) {
      ;(this.#others ??= new DecimalSum()).add(parseDecimal(price)!)
      return
    }
    this.#rest += hundredths
    if (this.#rest < BASE) return
    this.#rest -= BASE
    this.#multiples++
  }

  clear(start: number): void {
    this.start = start
    this.count = 0
    this.#multiples = 0
    this.#rest = 0
    this.#others = undefined
  }

  /** Whether {@link isSum} must be asked. */
  mayBeSum(hundredths: number | undefined): boolean {
    return this.#others !== undefined || (this.#multiples === 0 && hundredths === this.#rest)
  }

  isSum(price: string, hundredths: number | undefined): boolean {
    if (this.#others === undefined) return this.#multiples === 0 && hundredths === this.#rest
    const decimal = parseDecimal(price)!
    const { value, scale } = this.#others.total()
    const decimals = BigInt(decimal.fraction.length)
    // value / scale + hundredths / 100 = price
    const hundredthsOfUsual = BigInt(this.#multiples) * BigInt(BASE) + BigInt(this.#rest)
    const sum = value * 100n + hundredthsOfUsual * scale
    return sum * 10n ** decimals === BigInt(decimal.whole + decimal.fraction) * scale * 100n
  }
}
