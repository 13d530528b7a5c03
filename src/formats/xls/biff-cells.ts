import type { SharedTexts } from './biff-strings.ts'
import { rkNumber } from '../spreadsheet/binary-values.ts'
import { unsupported } from '../xlsx/read/xml.ts'
import { BIFF, BiffRecords, textAt } from './biff-records.ts'

/** What a cell holds: `t` as the library names it, `z` for nothing. */
export type BiffValue =
  | { readonly t: 's'; readonly v: string }
  | { readonly t: 'n' | 'e'; readonly v: number }
  | { readonly t: 'b'; readonly v: boolean }
  | { readonly t: 'z' }

const COLUMNS = 256
/** Few, since a small file can list very many sheets. */
const FIRST_CELLS = 8

/** The records of cells. A record of numbers is noted as one of `shortNumber` for each. */
const { sharedText, text, richText, shortNumber, number, logicalOrError, formula } = BIFF
const KINDS: readonly number[] = [sharedText, text, richText, shortNumber, number, logicalOrError, formula]

/** What a formula results in where that is no number (FormulaValue, MS-XLS 2.5.133). */
const NO_NUMBER = 0xffff
const RESULT = { text: 0, logical: 1, error: 2, empty: 3 } as const

/**
 * Whether a formula results in a text, which stands in a record of its own.
 * @param place the offset of its cell format
 */
export const isTextResult = (view: DataView, place: number): boolean =>
  view.getUint16(place + 8, true) === NO_NUMBER && view.getUint8(place + 2) === RESULT.text

/** Bytes of the record of a formula up to its value: its header, row, column and cell format. */
const FORMULA_HEAD = 10

/** Where the cells of one sheet of BIFF8 stand in the stream. Values are read when they are asked for. */
export class BiffCells {
  count = 0
  readonly #stream: Uint8Array
  readonly #view: DataView
  readonly #texts: SharedTexts | undefined
  /** For each cell its row and column, the offset of its cell format, and its kind. */
  #keys = new Uint32Array(FIRST_CELLS)
  #places = new Uint32Array(FIRST_CELLS)
  #kinds = new Uint8Array(FIRST_CELLS)
  #isOrdered = true

  constructor({ stream, view }: BiffRecords, texts: SharedTexts | undefined) {
    this.#stream = stream
    this.#view = view
    this.#texts = texts
  }

  /** Up to the last row that has a cell, after {@link finish}. */
  get rowCount(): number {
    return this.count === 0 ? 0 : Math.floor(this.#keys[this.count - 1]! / COLUMNS) + 1
  }

  /**
   * Notes a cell.
   * @param type of its record, which was checked
   * @param place the offset of its cell format, behind which its value stands
   */
  add(row: number, column: number, type: number, place: number): void {
    if (column >= COLUMNS) unsupported('far column')
    const i = this.count++
    if (i === this.#keys.length) this.#grow()
    const key = row * COLUMNS + column
    if (i > 0 && key <= this.#keys[i - 1]!) this.#isOrdered = false
    this.#keys[i] = key
    this.#places[i] = place
    this.#kinds[i] = KINDS.indexOf(type)
  }

  /** After the last cell. */
  finish(): void {
    if (!this.#isOrdered) this.#sort()
  }

  /**
   * The index of the first cell of a row; that of the next row is the one behind its last cell. It is searched for: a list
   * by rows takes 262 KB for each sheet that has one cell far down.
   */
  first(r: number): number {
    const key = r * COLUMNS
    let [low, high] = [0, this.count]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#keys[middle]! < key) low = middle + 1
      else high = middle
    }
    return low
  }

  columnOf(i: number): number {
    return this.#keys[i]! % COLUMNS
  }

  /** The index of its cell format. */
  formatOf(i: number): number {
    return this.#view.getUint16(this.#places[i]!, true)
  }

  value(i: number): BiffValue {
    const view = this.#view
    const at = this.#places[i]! + 2
    switch (KINDS[this.#kinds[i]!]) {
      case sharedText:
        return { t: 's', v: this.#texts?.get(view.getUint32(at, true)) ?? unsupported('shared text') }
      case text:
      case richText:
        return { t: 's', v: textAt(view, at) }
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

  #result(at: number): BiffValue {
    const view = this.#view
    if (view.getUint16(at + 6, true) !== NO_NUMBER) return { t: 'n', v: view.getFloat64(at, true) }
    switch (view.getUint8(at)) {
      case RESULT.text:
        return { t: 's', v: this.#resultText(at) }
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

  /** The text stands in a record of its own, behind that of the formula. */
  #resultText(at: number): string {
    const records = new BiffRecords(this.#stream, at - FORMULA_HEAD)
    while (records.next()) if (records.type === BIFF.resultText) break
    return textAt(this.#view, records.start)
  }

  #grow(): void {
    const [keys, places, kinds] = [this.#keys, this.#places, this.#kinds]
    this.#keys = new Uint32Array(2 * keys.length)
    this.#places = new Uint32Array(2 * keys.length)
    this.#kinds = new Uint8Array(2 * keys.length)
    this.#keys.set(keys)
    this.#places.set(places)
    this.#kinds.set(kinds)
  }

  /** By row and column; declines two cells in one place. */
  #sort(): void {
    const { count } = this
    const [keys, places, kinds] = [this.#keys, this.#places, this.#kinds]
    const order = Float64Array.from({ length: count }, (_, i) => keys[i]! * 2 ** 24 + i).sort()
    this.#keys = Uint32Array.from(order, (one) => Math.floor(one / 2 ** 24))
    this.#places = Uint32Array.from(order, (one) => places[one % 2 ** 24]!)
    this.#kinds = Uint8Array.from(order, (one) => kinds[one % 2 ** 24]!)
    for (let i = 1; i < count; i++)
      if (this.#keys[i] === this.#keys[i - 1]) unsupported('two cells in one place')
  }
}
