import { cellText, cellAt, type Table } from '#table/table.ts'
import { NotPlainError } from './row-chunks.ts'
import type { ScannedRow } from './row-scanner.ts'

/** Those of `findMisalignedPrices`. */
const MOST_WHOLE = 0.25
const MOST_BLANK = { share: 0.05, rows: 1000 }
const SAMPLE = 200

/** Rows without a price of which the index is kept. */
const MOST_UNPRICED = 100_000

export const DECIMALS = /\d[.,]\d/

/**
 * Whether rows of a price column may be misaligned, which only all rows together tell: those without their first or last field,
 * or with a whole price beside an amount, where there are few of them.
 */
export class Alignment {
  readonly #column: number
  readonly #unpriced: number[] = []
  #isCut = false
  #priced = 0
  #withoutFirst = 0
  #withoutLast = 0
  #whole = 0
  #besideAmounts = 0

  constructor(column: number) {
    this.#column = column
  }

  /** Counts a row with a price. `isBesideAmount`: whether an amount is in the next column. */
  addPriced({ fields, count }: ScannedRow, isWhole: boolean, isBesideAmount: boolean): void {
    this.#priced++
    if (fields[0] === fields[1]) this.#withoutFirst++
    if (fields[2 * count - 2] === fields[2 * count - 1]) this.#withoutLast++
    if (!isWhole) return
    this.#whole++
    if (isBesideAmount) this.#besideAmounts++
  }

  /** @param row its index */
  addUnpriced(row: number): void {
    if (this.#unpriced.length === MOST_UNPRICED) this.#isCut = true
    else this.#unpriced.push(row)
  }

  /**
   * @param from the first row of data
   * @param rows how many there are
   * @throws {NotPlainError} where rows have to be compared with the others
   */
  requirePlain(table: Table, from: number, rows: number): void {
    const mostBlank = Math.min(MOST_BLANK.rows, Math.max(1, MOST_BLANK.share * rows))
    for (const blank of [this.#withoutFirst, this.#withoutLast])
      if (blank > 0 && blank <= mostBlank)
        throw new NotPlainError('a few rows without their first or last field')
    if (this.#besideAmounts === 0 || this.#whole > MOST_WHOLE * rows) return
    if (this.#isCut || !this.#isBesideAmounts(table, from))
      throw new NotPlainError('amounts beside whole prices')
  }

  /** Whether the next column has amounts in more than a few rows that have a price. */
  #isBesideAmounts(table: Table, from: number): boolean {
    const count = Math.min(this.#priced, SAMPLE)
    const step = Math.max(1, this.#priced / SAMPLE)
    let [before, amounts] = [0, 0]
    for (let i = 0; i < count; i++) {
      // The row with a price of this number: those without one come before it.
      let row = from + Math.floor(i * step) + before
      for (; before < this.#unpriced.length && this.#unpriced[before]! <= row; before++) row++
      if (DECIMALS.test(cellText(cellAt(table, row, this.#column + 1)))) amounts++
    }
    return amounts > MOST_WHOLE * count
  }
}
