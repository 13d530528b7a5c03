import { sideOf } from '#money/amount.ts'
import { type Currency, otherCurrency } from '#money/currency.ts'
import { trimDecimal } from '#money/difference.ts'
import type { Mismatch } from '#pricelist/pairs/check-pairs.ts'
import type { PairColumns } from '#pricelist/pairs/pair-columns.ts'
import { pairInText } from '#pricelist/price-text.ts'
import { type Table, cellAt, cellText, joinedFieldsOf } from '#table/table.ts'
import type { CellContent, WriteBackPlan } from './plan.ts'
import {
  ALL_NUMBERS,
  type DecimalMark,
  DecimalMarkCounter,
  decimalMarkIn,
  replacedPrice,
  withMark,
} from './price-style.ts'

/** The cell of a wrong price and its new content. Row and column are those of the table, 0-based. */
export type CellCorrection = {
  readonly mismatch: Mismatch
  readonly row: number
  readonly column: number
  readonly content: CellContent
}

type Source = {
  readonly table: Table
  readonly pairs: readonly PairColumns[]
  readonly mismatches: readonly Mismatch[]
  /** The currency of the prices that are replaced; those in the other one are the originals. */
  readonly replaced: Currency
  /** The line number of the table's first row. */
  readonly firstLine: number
}

/** The corrections of all mismatches, in their order, and the number of cells whose text cannot be changed safely. */
export function findCorrections({ table, pairs, mismatches, replaced, firstLine }: Source): {
  readonly corrections: readonly CellCorrection[]
  readonly unchangeable: number
} {
  const marks = new ColumnMarks(table)
  const side = sideOf(replaced)
  const corrections = mismatches.flatMap((mismatch): CellCorrection[] => {
    const columns = pairs[mismatch.pair]
    if (columns === undefined) return []
    const row = mismatch.row - firstLine
    const column = columns[mismatch.isSwapped === true ? sideOf(otherCurrency(replaced)) : side]
    const other = columns.national + columns.euro - column
    const cell = cellAt(table, row, column)
    const amount = mismatch.expected[side]
    const text = cellText(cell)
    const isReadAs = (price: string) => trimDecimal(price) === mismatch[side]
    const markIn = () => decimalMarkIn(text, isReadAs) ?? marks.of(column) ?? marks.of(other) ?? '.'
    if (typeof cell === 'object' && cell.kind === 'number')
      return [{ mismatch, row, column, content: { number: amount } }]
    const content =
      columns.national === columns.euro
        ? replacedInPair(text, mismatch, replaced, isReadAs, markIn)
        : replacedPrice(withoutPlus(text), amount, replaced, markIn())
    return content === undefined ? [] : [{ mismatch, row, column, content }]
  })
  return { corrections, unchangeable: mismatches.length - corrections.length }
}

/** The changes of these cells alone: titles, currencies, formulas and all other prices stay. */
export function planForCorrections(table: Table, corrections: readonly CellCorrection[]): WriteBackPlan {
  const changed = new Map<number, Map<number, CellContent>>()
  for (const { row, column, content } of corrections) {
    const cells = changed.get(row) ?? new Map<number, CellContent>()
    changed.set(row, cells.set(column, content))
  }
  return {
    placement: 'replace',
    headerRow: null,
    currencyColumn: null,
    columns: [],
    changed: Array.from(changed, ([row, cells]) => ({ row, cells })),
    added: [],
    joinedFields: joinedFieldsOf(table),
    keepsFormulas: true,
  }
}

/** A spreadsheet would run a text that begins with a plus as a formula. */
const withoutPlus = (text: string): string => text.replace(/^\s*\+\s*/, '')

/**
 * The text of a cell with both prices, one of them replaced: '12,50 лв. / 6,40 €' → '12,50 лв. / 6,39 €'. Undefined where
 * no number of the text can be replaced so that both prices are read from it.
 */
function replacedInPair(
  text: string,
  { national, euro, expected }: Mismatch,
  replaced: Currency,
  isReadAs: (price: string) => boolean,
  markIn: () => DecimalMark,
): string | undefined {
  const side = sideOf(replaced)
  const wanted = { national, euro, [side]: expected[side] }
  for (const { 0: found, index } of text.matchAll(ALL_NUMBERS)) {
    const mark = decimalMarkIn(found, isReadAs) ?? markIn()
    const written = text.slice(0, index) + withMark(expected[side], mark) + text.slice(index + found.length)
    const read = pairInText(written)
    if (read === undefined) continue
    if (trimDecimal(read.national) === wanted.national && trimDecimal(read.euro) === wanted.euro)
      return written
  }
  return undefined
}

/** The decimal marks of the columns, each counted when it is needed first. */
class ColumnMarks {
  readonly #table: Table
  readonly #known = new Map<number, DecimalMark | undefined>()

  constructor(table: Table) {
    this.#table = table
  }

  of(column: number): DecimalMark | undefined {
    if (!this.#known.has(column)) {
      const counter = new DecimalMarkCounter()
      for (let r = 0; r < this.#table.length; r++) counter.count(cellText(cellAt(this.#table, r, column)))
      this.#known.set(column, counter.result)
    }
    return this.#known.get(column)
  }
}
