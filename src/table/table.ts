import type { Currency } from '#money/currency.ts'

/** A table with the name of its worksheet; files without worksheets have none. `notes`: texts of the file beside the table. */
export type SheetTable = {
  readonly table: Table
  readonly sheet?: string
  readonly notes?: readonly string[]
}

/** By row, the columns whose cell was joined from two fields of the row, ascending. */
export type JoinedFields = ReadonlyMap<number, readonly number[]>

/** A test of the part of `text` from `start` to `end`. */
export type CellTest = (text: string, start: number, end: number) => boolean

/** A table whose cells are created on access. */
export abstract class LazyTable implements Table {
  /** True for rows of delimited text, in which fields may be missing or surplus. */
  readonly isDelimited: boolean = false

  readonly length: number

  constructor(length: number) {
    this.length = length
  }

  abstract at(r: number): TableRow | undefined

  /** Cell `c` of row `r`, without creating the others. */
  abstract cell(r: number, c: number): TableRow[number]

  /** Number of cells in row `r`. */
  abstract lengthOfRow(r: number): number

  /** The fields that were joined to one cell, by row; undefined where there are none. */
  get joinedFields(): JoinedFields | undefined {
    return undefined
  }

  /** Number of cells in the widest row; undefined where all rows have to be asked. */
  get width(): number | undefined {
    return undefined
  }

  /** Whether cell `c` of row `r` has no text at all. */
  isEmpty(r: number, c: number): boolean {
    return cellText(this.cell(r, c)) === ''
  }

  /**
   * The result of `test` for cell `c` of row `r`, called with a text and the cell's offsets in it, so that no string
   * is created; undefined where the table does not support it.
   */
  testCell(_r: number, _c: number, _test: CellTest): boolean | undefined {
    return undefined
  }

  /** As {@link distinctTexts} of all rows from `from` on, where they are known without reading the rows; else undefined. */
  knownTexts(_c: number, _from: number): readonly string[] | undefined {
    return undefined
  }

  /** Whether all cells of row `r` are blank. */
  abstract isBlank(r: number): boolean

  /** The first `count` rows, as a lazy table too. */
  abstract first(count: number): LazyTable

  *[Symbol.iterator](): Generator<TableRow> {
    for (let r = 0; r < this.length; r++) yield this.at(r)!
  }

  /** Non-negative indexes only. */
  slice(from = 0, end = this.length): TableRow[] {
    const first = Math.max(0, from)
    const last = Math.min(end, this.length)
    return Array.from({ length: Math.max(0, last - first) }, (_, i) => this.at(first + i)!)
  }

  map<T>(of: (row: TableRow, r: number) => T): T[] {
    return Array.from({ length: this.length }, (_, r) => of(this.at(r)!, r))
  }

  some(test: (row: TableRow, r: number) => boolean): boolean {
    for (let r = 0; r < this.length; r++) if (test(this.at(r)!, r)) return true
    return false
  }
}

/** A table without the columns from `width` on. */
export class FirstColumns extends LazyTable {
  readonly #table: Table
  readonly #width: number

  constructor(table: Table, width: number, length = table.length) {
    super(length)
    this.#table = table
    this.#width = width
  }

  at(r: number): TableRow | undefined {
    return r < this.length ? this.#table.at(r)?.slice(0, this.#width) : undefined
  }

  cell(r: number, c: number): TableRow[number] {
    return r < this.length && c < this.#width ? cellAt(this.#table, r, c) : undefined
  }

  lengthOfRow(r: number): number {
    return r < this.length ? Math.min(lengthOfRow(this.#table, r), this.#width) : 0
  }

  isBlank(r: number): boolean {
    return isBlankRow(Array.from({ length: this.lengthOfRow(r) }, (_, c) => this.cell(r, c)))
  }

  first(count: number): FirstColumns {
    return new FirstColumns(this.#table, this.#width, Math.min(count, this.length))
  }
}

type AnyCell = TableRow[number]

/** The text of a cell as displayed; '' for a blank one. */
export function cellText(cell: AnyCell): string {
  if (cell === undefined) return ''
  return typeof cell === 'string' ? cell : cell.text
}

export const isBlankCell = (cell: AnyCell): boolean => cellText(cell).trim() === ''

export const isBlankRow = (row: TableRow): boolean => row.every(isBlankCell)

/** Whether all cells of row `r` are blank, without creating them where the table is lazy. */
export const isBlankAt = (table: Table, r: number): boolean =>
  table instanceof LazyTable ? table.isBlank(r) : isBlankRow(table.at(r) ?? [])

/** Row `r`; undefined where the table has none. */
export const rowAt = (table: Table, r: number): TableRow | undefined => (r < 0 ? undefined : table.at(r))

/** Cell `c` of row `r`, without creating the others where the table is lazy. */
export const cellAt = (table: Table, r: number, c: number): AnyCell =>
  table instanceof LazyTable ? table.cell(r, c) : rowAt(table, r)?.[c]

/** The different texts of column `c` in the rows from `from` on, in their order, without the blank ones. */
export function distinctTexts(table: Table, c: number, from: number): readonly string[] {
  const known = table instanceof LazyTable ? table.knownTexts(c, from) : undefined
  if (known !== undefined) return known
  const texts = new Set<string>()
  let last: string | undefined
  for (let r = from; r < table.length; r++) {
    const text = cellText(cellAt(table, r, c))
    if (text === last) continue
    last = text
    if (text.trim() !== '') texts.add(text)
  }
  return [...texts]
}

/**
 * The first cells of column `c` that are not blank, `most` of them, in the rows from `from` on; one for each text where the table
 * knows these without reading the rows.
 * @param isBlank which cells are left out: by default, those without text
 */
export function filledCells(
  table: Table,
  c: number,
  from: number,
  most: number,
  isBlank: (cell: AnyCell) => boolean = isBlankCell,
): readonly AnyCell[] {
  const known = table instanceof LazyTable ? table.knownTexts(c, from) : undefined
  if (known !== undefined) return known.filter((text) => !isBlank(text)).slice(0, most)
  const cells: AnyCell[] = []
  for (let r = from; r < table.length && cells.length < most; r++) {
    const cell = cellAt(table, r, c)
    if (!isBlank(cell)) cells.push(cell)
  }
  return cells
}

/** The fields that were joined to one cell, by row; undefined where there are none. */
export const joinedFieldsOf = (table: Table): JoinedFields | undefined =>
  table instanceof LazyTable ? table.joinedFields : undefined

/** Number of cells in row `r`. */
export const lengthOfRow = (table: Table, r: number): number =>
  table instanceof LazyTable ? table.lengthOfRow(r) : (rowAt(table, r)?.length ?? 0)

/** Number of cells in the widest row. */
export function columnCount(table: Table): number {
  let width = (table instanceof LazyTable ? table.width : undefined) ?? 0
  if (width > 0) return width
  for (let r = 0; r < table.length; r++) width = Math.max(width, lengthOfRow(table, r))
  return width
}

/**
 * One cell as the file has it. CSV has text only; workbooks also have numbers, dates, booleans and error values, which are
 * distinguished because a date is no price and an error is invalid. `text` is the displayed text of the cell; for numbers
 * it is the exact plain decimal.
 */
export type Cell =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly text: string; readonly currency?: Currency }
  | { readonly kind: 'other'; readonly text: string; readonly what: OtherValue }

/** The value of a cell that is neither text nor a plain number. `out-of-place`: a field of a misaligned row. */
export type OtherValue =
  | 'date'
  | 'boolean'
  | 'error'
  | 'percent'
  | 'other-currency'
  | 'value'
  | 'out-of-place'

/** The cells of a row; a string stands for a text cell, undefined for a blank one. */
export type TableRow = readonly (string | Cell | undefined)[]

/**
 * Rows of cells, of different lengths. An array of rows is a table; a {@link LazyTable} creates a row each time it is
 * requested, so single cells are cheaper by {@link cellAt}. Unlike that of an array, `at` takes no negative index.
 */
export type Table = Iterable<TableRow> & {
  readonly length: number
  at(r: number): TableRow | undefined
  slice(from?: number, end?: number): readonly TableRow[]
  map<T>(of: (row: TableRow, r: number) => T): T[]
  some(test: (row: TableRow, r: number) => boolean): boolean
}
