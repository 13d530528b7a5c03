import {
  DECIMALS,
  MOST_BLANK,
  MOST_WHOLE,
  misalignedAmong,
  spreadPlaces,
} from '#pricelist/rows/misaligned-prices.ts'
import { type Table, cellAt, cellText } from '#table/table.ts'
import type { PriceCell } from '#pricelist/types.ts'
import { COMMA, POINT, isDigit } from './plain-price.ts'
import { NotPlainError } from './row-chunks.ts'
import type { ScannedRow } from './row-scanner.ts'

/** Rows of which the index is kept. */
const MOST_KEPT = 100_000

/** Indexes of rows, ascending; how many there are where they are too many to be kept. */
class RowList {
  readonly rows: number[] = []
  count = 0

  add(row: number): void {
    this.count++
    if (this.count <= MOST_KEPT) this.rows.push(row)
  }

  get isCut(): boolean {
    return this.count > MOST_KEPT
  }
}

/** Any number of indexes of rows, in a bit each. */
class RowSet {
  #bits = new Uint8Array(0)

  add(row: number): void {
    const at = row >>> 3
    if (at >= this.#bits.length) {
      const bits = new Uint8Array(2 * (at + 1))
      bits.set(this.#bits)
      this.#bits = bits
    }
    this.#bits[at]! |= 1 << (row & 7)
  }

  has(row: number): boolean {
    return ((this.#bits[row >>> 3] ?? 0) & (1 << (row & 7))) !== 0
  }
}

/**
 * Finds whether rows of a price column are misaligned, as `findMisalignedPrices` does: of those without their first or last field,
 * or with a price without decimals while the next column has an amount with decimals, where such rows are few.
 */
export class Alignment {
  readonly #column: number
  readonly #unpriced = new RowSet()
  readonly #withoutFirst = new RowList()
  readonly #withoutLast = new RowList()
  readonly #besideAmounts = new RowList()
  #priced = 0
  #whole = 0

  constructor(column: number) {
    this.#column = column
  }

  /** Counts a row with a usual price. `row`: its index. */
  addUsual(bytes: Uint8Array, scanned: ScannedRow, row: number, isWhole: boolean): void {
    this.#addPriced(scanned, row, isWhole, isWhole && hasDecimals(bytes, scanned, this.#column + 1))
  }

  /** Counts any other row with text, by its cells. */
  addCell(scanned: ScannedRow, row: number, cells: readonly string[], cell: PriceCell): void {
    if (cell.kind !== 'price') return this.addUnpriced(row)
    const isWhole = !cell.price.includes('.') && !DECIMALS.test(cells[this.#column] ?? '')
    this.#addPriced(scanned, row, isWhole, isWhole && DECIMALS.test(cells[this.#column + 1] ?? ''))
  }

  #addPriced({ fields, count }: ScannedRow, row: number, isWhole: boolean, isBesideAmount: boolean): void {
    this.#priced++
    if (fields[0] === fields[1]) this.#withoutFirst.add(row)
    if (fields[2 * count - 2] === fields[2 * count - 1]) this.#withoutLast.add(row)
    if (!isWhole) return
    this.#whole++
    if (isBesideAmount) this.#besideAmounts.add(row)
  }

  /** @param row its index */
  addUnpriced(row: number): void {
    this.#unpriced.add(row)
  }

  /**
   * @param from the first row of data
   * @param rows how many there are
   * @throws {NotPlainError} where a row is misaligned, or only all rows tell
   */
  requirePlain(table: Table, from: number, rows: number): void {
    const mostBlank = Math.min(MOST_BLANK.rows, Math.max(1, MOST_BLANK.share * rows))
    const groups = [this.#withoutFirst, this.#withoutLast].filter(
      ({ count }) => count > 0 && count <= mostBlank,
    )
    if (this.#besideAmounts.count > 0 && this.#whole <= MOST_WHOLE * rows) {
      const hasAmount = (row: number) => DECIMALS.test(cellText(cellAt(table, row, this.#column + 1)))
      const sample = this.#sample(from, [])
      if (sample.filter(hasAmount).length <= MOST_WHOLE * sample.length) groups.push(this.#besideAmounts)
    }
    if (groups.length === 0) return
    if (groups.some(({ isCut }) => isCut))
      throw new NotPlainError('many prices without decimals next to amounts with decimals')
    const suspects = [...new Set(groups.flatMap((group) => group.rows))]
    if (misalignedAmong(table, this.#column, suspects, this.#sample(from, suspects)).length > 0)
      throw new NotPlainError('misaligned rows')
  }

  /** A sample of the rows with a price, without the suspects. */
  #sample(from: number, suspects: readonly number[]): readonly number[] {
    const left = new Set(suspects)
    let [row, count] = [from - 1, 0]
    return spreadPlaces(this.#priced - suspects.length).map((place) => {
      for (; count <= place; count++) {
        row++
        while (this.#unpriced.has(row) || left.has(row)) row++
      }
      return row
    })
  }
}

/** Whether field `c` of a row holds a decimal mark between digits. */
function hasDecimals(bytes: Uint8Array, { fields, count }: ScannedRow, c: number): boolean {
  if (c >= count) return false
  for (let at = fields[2 * c]! + 1; at < fields[2 * c + 1]! - 1; at++) {
    const byte = bytes[at]
    if ((byte === COMMA || byte === POINT) && isDigit(bytes[at - 1]!) && isDigit(bytes[at + 1]!)) return true
  }
  return false
}
