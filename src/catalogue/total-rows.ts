import { parseDecimal, usualHundredths } from '#domain/decimal.ts'
import { DecimalSum } from '#domain/decimal-sum.ts'
import type { Row } from '#domain/row.ts'
import type { Table } from './catalogue.ts'
import type { Columns, TotalRow } from './price-list.ts'
import { cellAt, isBlankCell, lengthOfRow, rowAt, textOf } from './cells.ts'

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

const TOTAL_WORD =
  'общо|всичко|тотал|итого|сбор|сума|сумата|обща сума|крайна сума|общ сбор|междинна сума|междинен сбор|междинно|' +
  'за плащане|дължима сума|сума за плащане|obshto|vsichko|suma|' +
  'total|totals|subtotal|sub total|grand total|sum|total sum|sum total|total amount|amount due|total due|balance due'

/** What may follow: VAT words, currencies, numbers, and whatever `за …` or `for …` names. */
const TAIL =
  '(?: (?:общо|всичко|сума|артикула|артикули|артикул|продукта|продукти|стоки|реда|броя?|items?|rows?|products?|лв|лева|bgn|eur|euro|евро|€|' +
  'с|със|без|вкл|включен|ддс|vat|tax|incl|excl|with|without|in|в|№|\\d+))*(?: (?:за|по|на|от|for|of|per) .{0,60})?'

const TOTAL_NAME = new RegExp(`^(?:${TOTAL_WORD})(?: (?:${TOTAL_WORD}))*${TAIL}$`, 'u')
const STARTS_AS_TOTAL = new RegExp(`^(?:${TOTAL_WORD}) (.{1,80})$`, 'u')
const ENDS_AS_TOTAL = new RegExp(`^(.{1,80}) (?:общо|всичко|total|subtotal)$`, 'u')

/** Words that no product is called by. */
const SURE_WORD =
  /^(?:subtotal|sub total|grand total|междинн[аи] сум[аи]|междинен сбор|общ сбор|обща сума|крайна сума) /u

/** Letters with which a name must begin or end to have one of the words; most names are told by that. */
const MAY_BE_TOTAL = /общ|всич|сума|сбор|тотал|итого|межд|плащане|tot|sum|due|obsht|vsich/i

/** Longer texts are sentences. */
const LONGEST_NAME = 90

/** So many addends make a sum without a word for it no accident. */
const LEAST_ADDENDS = 3

const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/["'„“”«»*#:;,.()/|\\[\]=_–—-]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

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
export function findTotals(table: Table, columns: Columns, { rows, lines, problems }: Rows): FoundTotals {
  const finder = new TotalsFinder(table, columns)
  for (let i = 0; i < rows.length; i++) finder.take(i, rows[i]!, lines[i]!, problems.has(i))
  return finder.found
}

class TotalsFinder {
  readonly #table: Table
  readonly #columns: Columns
  readonly #totals: TotalRow[] = []
  readonly #unpriced: number[] = []
  readonly #doubtful: TotalRow[] = []
  readonly #block = new Block()
  readonly #all = new Block()
  readonly #groups = new Set<string>()

  constructor(table: Table, columns: Columns) {
    this.#table = table
    this.#columns = columns
  }

  get found(): FoundTotals {
    const [totals, unpriced, doubtful] = [this.#totals, this.#unpriced, this.#doubtful]
    return totals.length + unpriced.length + doubtful.length === 0
      ? NO_TOTALS
      : { totals, unpriced, doubtful }
  }

  take(i: number, { price }: Row, line: number, isInvalid: boolean): void {
    const name = this.#nameIn(line - 1)
    const named = this.#totalName(name, line - 1)
    const isNamed = named === 'whole'
    if (price === '' || isInvalid) {
      if (isNamed && price === '') this.#unpriced.push(i)
      if (price === '') this.#endBlock(name)
      return
    }
    const hasWord = named !== undefined
    const addends = this.#block.addendsOf(price, hasWord) ?? this.#all.addendsOf(price, hasWord)
    if (hasWord && addends !== undefined) this.#totals.push({ index: i, addends })
    else if (isNamed) this.#doubtful.push({ index: i, addends: [] })
    else {
      if (addends !== undefined && this.#looksLikeSum(addends, name, line - 1))
        this.#doubtful.push({ index: i, addends })
      this.#block.add(i, price)
      this.#all.add(i, price)
      return
    }
    this.#block.clear()
  }

  #nameIn(r: number): string {
    const { name } = this.#columns
    const text = name === null ? '' : textOf(cellAt(this.#table, r, name))
    if (text !== '') return text
    // The word can stand in another column than the names.
    const row = rowAt(this.#table, r) ?? []
    return textOf(row.find((cell) => MAY_BE_TOTAL.test(textOf(cell).slice(0, LONGEST_NAME))))
  }

  /** `part`: the word with another behind it or before it, which only the sum tells from a product ('Общо почистване'). */
  #totalName(text: string, r: number): 'whole' | 'part' | undefined {
    if (text.length > LONGEST_NAME || !MAY_BE_TOTAL.test(text)) return undefined
    const name = plain(text)
    if (TOTAL_NAME.test(name)) return 'whole'
    const group = STARTS_AS_TOTAL.exec(name)?.[1] ?? ENDS_AS_TOTAL.exec(name)?.[1]
    if (group === undefined) return undefined
    if (SURE_WORD.test(name)) return 'whole'
    return this.#groups.has(group) || this.#isGroupOfRowAbove(group, r) ? 'whole' : 'part'
  }

  /** Whether the row above is of the group, in a column of categories. */
  #isGroupOfRowAbove(group: string, r: number): boolean {
    const { name } = this.#columns
    return (rowAt(this.#table, r - 1) ?? []).some((cell, c) => c !== name && plain(textOf(cell)) === group)
  }

  /** A heading, or a blank row: the next rows are another group. */
  #endBlock(name: string): void {
    this.#block.clear()
    if (name !== '' && name.length <= LONGEST_NAME) this.#groups.add(plain(name))
  }

  /** The last of its block, without what products have, or one of so many that it is no accident. */
  #looksLikeSum(addends: readonly number[], name: string, r: number): boolean {
    const next = rowAt(this.#table, r + 1)
    const { price } = this.#columns
    const isLast = next === undefined || price === null || isBlankCell(next[price])
    if (!isLast) return false
    if (name.trim() === '') return addends.length > 1
    return addends.length >= LEAST_ADDENDS && this.#filledIn(r) <= this.#filledIn(r - 1)
  }

  #filledIn(r: number): number {
    let filled = 0
    for (let c = 0; c < lengthOfRow(this.#table, r); c++)
      if (!isBlankCell(cellAt(this.#table, r, c))) filled++
    return filled
  }
}

/** Prices that may be added up below them. Exact: hundredths in a double below 2^53, longer decimals as whole numbers. */
class Block {
  #indexes: number[] = []
  #hundredths = 0
  #others = new DecimalSum()

  add(index: number, price: string): void {
    this.#indexes.push(index)
    const hundredths = usualHundredths(price)
    if (hundredths !== undefined) this.#hundredths += hundredths
    else this.#others.add(parseDecimal(price)!)
  }

  clear(): void {
    if (this.#indexes.length === 0) return
    this.#indexes = []
    this.#hundredths = 0
    if (!this.#others.isEmpty) this.#others = new DecimalSum()
  }

  /** The rows of which `price` is the sum; one alone is a sum only where a word says so. */
  addendsOf(price: string, isNamed: boolean): readonly number[] | undefined {
    if (this.#indexes.length < (isNamed ? 1 : 2) || !this.#isSum(price)) return undefined
    return [...this.#indexes]
  }

  #isSum(price: string): boolean {
    const hundredths = usualHundredths(price)
    if (this.#others.isEmpty && hundredths !== undefined) return hundredths === this.#hundredths
    const decimal = parseDecimal(price)!
    const { value, scale } = this.#others.total()
    const decimals = BigInt(decimal.fraction.length)
    // value / scale + hundredths / 100 = price
    const sum = value * 100n + BigInt(this.#hundredths) * scale
    return sum * 10n ** decimals === BigInt(decimal.whole + decimal.fraction) * scale * 100n
  }
}
