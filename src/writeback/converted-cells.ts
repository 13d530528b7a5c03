import { type Currency, EURO, NATIONAL } from '#money/currency.ts'
import { type ConvertedAmount, toDecimalText } from '#money/amount.ts'

/** The converted cells of a column by row index, with the interface of a Map. */
export type CellsByRow = Iterable<readonly [row: number, cell: ConvertedCell]> & {
  readonly size: number
  /** The currencies that they are converted from, where they are known without visiting every cell. */
  readonly currencies?: ReadonlySet<Currency>
  get(row: number): ConvertedCell | undefined
  has(row: number): boolean
  keys(): Iterable<number>
  values(): Iterable<ConvertedCell>
}

/** The currencies that cells are converted from. */
export const currenciesOf = (cells: CellsByRow): ReadonlySet<Currency> =>
  cells.currencies ?? new Set(Array.from(cells.values(), ({ from }) => from))

/** Backed by an array: creating a Map of a million rows takes half a second. */
export class SparseCells implements CellsByRow {
  readonly #cells: (ConvertedCell | undefined)[] = []
  #size = 0

  get size(): number {
    return this.#size
  }

  get(row: number): ConvertedCell | undefined {
    return this.#cells[row]
  }

  has(row: number): boolean {
    return this.#cells[row] !== undefined
  }

  set(row: number, cell: ConvertedCell): void {
    if (this.#cells[row] === undefined) this.#size++
    this.#cells[row] = cell
  }

  *[Symbol.iterator](): Generator<readonly [number, ConvertedCell]> {
    for (const [row, cell] of this.#cells.entries()) if (cell !== undefined) yield [row, cell]
  }

  *keys(): Generator<number> {
    for (const [row] of this) yield row
  }

  *values(): Generator<ConvertedCell> {
    for (const cell of this.#cells) if (cell !== undefined) yield cell
  }
}

/** Amounts become texts on access; usually only one is written. */
class MoneyCell implements ConvertedCell {
  readonly from: Currency
  readonly isMarked: boolean
  readonly #national: number
  readonly #euro: number

  constructor(from: Currency, national: number, euro: number, isMarked: boolean) {
    this.from = from
    this.isMarked = isMarked
    this.#national = national
    this.#euro = euro
  }

  get national(): string {
    return toDecimalText(this.#national)
  }

  get euro(): string {
    return toDecimalText(this.#euro)
  }
}

const NONE = 0
const MAX_UINT32 = 2 ** 32 - 1
const FROM_NATIONAL = 1
const FROM_EURO = 2
const MARKED = 4

/** Amounts in nine bytes for each row of the table, without objects. */
export class PackedCells implements CellsByRow {
  readonly #from: Uint8Array
  /** Minor units: the largest price in either currency is below 2^32 in the other. */
  readonly #national: Uint32Array
  readonly #euro: Uint32Array
  /** Amounts beyond 32 bits: sums of prices can be larger. */
  readonly #large = new Map<number, ConvertedAmount>()
  readonly #currencies = new Set<Currency>()
  #size = 0

  /** @param length number of rows; later rows cannot be set */
  constructor(length: number) {
    this.#from = new Uint8Array(length)
    this.#national = new Uint32Array(length)
    this.#euro = new Uint32Array(length)
  }

  get size(): number {
    return this.#size
  }

  get currencies(): ReadonlySet<Currency> {
    return this.#currencies
  }

  get(row: number): ConvertedCell | undefined {
    const from = this.#from[row] ?? NONE
    if (from === NONE) return undefined
    const { national, euro } = this.#large.get(row) ?? {
      national: this.#national[row]!,
      euro: this.#euro[row]!,
    }
    return new MoneyCell((from & FROM_EURO) > 0 ? EURO : NATIONAL, national, euro, (from & MARKED) > 0)
  }

  has(row: number): boolean {
    return (this.#from[row] ?? NONE) !== NONE
  }

  set(row: number, from: Currency, { national, euro }: ConvertedAmount, isMarked = false): void {
    if (row >= this.#from.length) throw new RangeError(`There is no row ${row}.`)
    if (this.#from[row] === NONE) this.#size++
    this.#currencies.add(from)
    this.#from[row] = (from === EURO ? FROM_EURO : FROM_NATIONAL) | (isMarked ? MARKED : NONE)
    this.#national[row] = national
    this.#euro[row] = euro
    if (national > MAX_UINT32 || euro > MAX_UINT32) this.#large.set(row, { national, euro })
    else this.#large.delete(row)
  }

  *[Symbol.iterator](): Generator<readonly [number, ConvertedCell]> {
    for (const row of this.keys()) yield [row, this.get(row)!]
  }

  *keys(): Generator<number> {
    for (let row = 0; row < this.#from.length; row++) if (this.#from[row] !== NONE) yield row
  }

  *values(): Generator<ConvertedCell> {
    for (const row of this.keys()) yield this.get(row)!
  }
}

/**
 * One price cell in both currencies; amounts as `12.34`. `from` is the currency in the file; `isMarked`: where it is
 * replaced, the new currency is written next to it.
 */
export type ConvertedCell = {
  readonly from: Currency
  readonly national: string
  readonly euro: string
  readonly isMarked?: boolean
}
