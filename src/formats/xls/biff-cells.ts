import { enlarged } from '#table/enlarged.ts'
import type { SharedStringTable } from './biff-strings.ts'
import type { StoredValue } from '../spreadsheet/cell.ts'
import { rkNumber } from '../spreadsheet/binary-values.ts'
import { lowerBound } from '#table/lower-bound.ts'
import { unsupported } from '../spreadsheet/unsupported.ts'
import { BIFF, BiffRecords, readUnicodeString } from './biff-records.ts'

const COLUMNS = 256
/** Few, as a small file can list very many sheets. */
const INITIAL_CELLS = 8

/** Types of cell records; a MulRk record is stored as one RK for each number. */
const {
  labelSst: sharedText,
  label: text,
  rString: richText,
  rk: shortNumber,
  number,
  boolErr: logicalOrError,
  formula,
} = BIFF
const CELL_TYPES: readonly number[] = [
  sharedText,
  text,
  richText,
  shortNumber,
  number,
  logicalOrError,
  formula,
]

/** Results of formulas other than numbers (FormulaValue, MS-XLS 2.5.133). */
const NOT_A_NUMBER = 0xffff
const RESULT = { text: 0, logical: 1, error: 2, empty: 3 } as const

/**
 * Whether the result of a formula is text, which a separate String record holds.
 * @param offset of its cell format
 */
export const isStringResult = (view: DataView, offset: number): boolean =>
  view.getUint16(offset + 8, true) === NOT_A_NUMBER && view.getUint8(offset + 2) === RESULT.text

/** Bytes of a Formula record before its value: header, row, column and cell format. */
const FORMULA_VALUE_OFFSET = 10

/**
 * The cells of one BIFF8 sheet by their offsets in the stream. Values are read on demand. Rows and columns
 * are 0-based.
 */
export class BiffCells {
  count = 0
  readonly #stream: Uint8Array
  readonly #view: DataView
  readonly #strings: SharedStringTable | undefined
  /** For each cell: row and column in one number, byte offset of its cell format, and index of its type. */
  #keys = new Uint32Array(INITIAL_CELLS)
  #offsets = new Uint32Array(INITIAL_CELLS)
  #types = new Uint8Array(INITIAL_CELLS)
  #isSorted = true

  constructor({ stream, view }: BiffRecords, texts: SharedStringTable | undefined) {
    this.#stream = stream
    this.#view = view
    this.#strings = texts
  }

  /** Rows up to the last one with a cell. Valid after {@link finish}. */
  get rowCount(): number {
    return this.count === 0 ? 0 : Math.floor(this.#keys[this.count - 1]! / COLUMNS) + 1
  }

  /**
   * Adds a cell, in any order.
   * @param type of its record, whose length was checked
   * @param offset of its cell format, which its value follows
   */
  add(row: number, column: number, type: number, offset: number): void {
    if (column >= COLUMNS) unsupported('far column')
    const i = this.count++
    if (i === this.#keys.length) this.#grow()
    const key = row * COLUMNS + column
    if (i > 0 && key <= this.#keys[i - 1]!) this.#isSorted = false
    this.#keys[i] = key
    this.#offsets[i] = offset
    this.#types[i] = CELL_TYPES.indexOf(type)
  }

  /** Call it after the last cell and before any query. Unsupported: two cells with one reference. */
  finish(): void {
    if (!this.#isSorted) this.#sort()
  }

  /**
   * The index of the first cell of a row, or of a later row when it is empty. Binary search: an index by row would
   * take 262 kB for a sheet with one cell far down.
   */
  firstCell(r: number): number {
    return lowerBound(this.#keys, r * COLUMNS, 0, this.count)
  }

  column(i: number): number {
    return this.#keys[i]! % COLUMNS
  }

  /** The index of its cell format. */
  formatIndex(i: number): number {
    return this.#view.getUint16(this.#offsets[i]!, true)
  }

  value(i: number): StoredValue {
    const view = this.#view
    const at = this.#offsets[i]! + 2
    switch (CELL_TYPES[this.#types[i]!]) {
      case sharedText:
        return { t: 's', v: this.#strings!.get(view.getUint32(at, true)) }
      case text:
      case richText:
        return { t: 's', v: readUnicodeString(view, at) }
      case shortNumber:
        return { t: 'n', v: rkNumber(view.getUint32(at, true)) }
      case number:
        return { t: 'n', v: view.getFloat64(at, true) }
      case logicalOrError:
        return view.getUint8(at + 1) === 1
          ? { t: 'e', v: view.getUint8(at) }
          : { t: 'b', v: view.getUint8(at) === 1 }
      case formula:
      case undefined:
      default:
        return this.#result(at)
    }
  }

  #result(at: number): StoredValue {
    const view = this.#view
    if (view.getUint16(at + 6, true) !== NOT_A_NUMBER) return { t: 'n', v: view.getFloat64(at, true) }
    switch (view.getUint8(at)) {
      case RESULT.text:
        return { t: 's', v: this.#stringResult(at) }
      case RESULT.logical:
        return { t: 'b', v: view.getUint8(at + 2) === 1 }
      case RESULT.error:
        return { t: 'e', v: view.getUint8(at + 2) }
      case RESULT.empty:
        return { t: 's', v: '' }
      default:
        return { t: 'z' }
    }
  }

  /** Reads the String record after the formula. */
  #stringResult(at: number): string {
    const records = new BiffRecords(this.#stream, at - FORMULA_VALUE_OFFSET)
    while (records.next()) if (records.type === BIFF.string) break
    return readUnicodeString(this.#view, records.start)
  }

  #grow(): void {
    this.#keys = enlarged(this.#keys)
    this.#offsets = enlarged(this.#offsets)
    this.#types = enlarged(this.#types)
  }

  /** Sorts by row and column. */
  #sort(): void {
    const { count } = this
    const [keys, places, kinds] = [this.#keys, this.#offsets, this.#types]
    const order = Float64Array.from({ length: count }, (_, i) => keys[i]! * 2 ** 24 + i).sort()
    this.#keys = Uint32Array.from(order, (one) => Math.floor(one / 2 ** 24))
    this.#offsets = Uint32Array.from(order, (one) => places[one % 2 ** 24]!)
    this.#types = Uint8Array.from(order, (one) => kinds[one % 2 ** 24]!)
    if (this.#keys.some((key, i, sorted) => key === sorted[i - 1]))
      unsupported('two cells with one reference')
  }
}
