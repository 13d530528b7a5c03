import { MAX_SHEET_COLUMNS, columnIndex, columnName } from '#table/column-name.ts'

/** A rectangle of cells: 0-based, all four sides included. */
export type CellRange = {
  readonly top: number
  readonly left: number
  readonly bottom: number
  readonly right: number
}

/** Maps a column to its index after other columns have been inserted. */
export type ColumnShift = (column: number) => number

/** Parses `A1` or `A1:D20`, with or without `$`; undefined for anything else. */
export function parseRange(ref: string): CellRange | undefined {
  const match = /^\$?([A-Z]{1,3})\$?(\d+)(?::\$?([A-Z]{1,3})\$?(\d+))?$/.exec(ref)
  if (match === null) return undefined
  const [, from = '', first = '', to = from, last = first] = match
  return { left: columnIndex(from), top: Number(first) - 1, right: columnIndex(to), bottom: Number(last) - 1 }
}

export const isInRange = ({ top, left, bottom, right }: CellRange, row: number, column: number): boolean =>
  row >= top && row <= bottom && column >= left && column <= right

export const formatRange = ({ top, left, bottom, right }: CellRange): string => {
  const from = columnName(left) + (top + 1)
  const to = columnName(right) + (bottom + 1)
  return from === to ? from : `${from}:${to}`
}

/** Shifts the columns of references separated by spaces (`A1 B2:C3`, `$A:$B`, `1:2`). */
export const shiftReferences = (refs: string, shift: ColumnShift): string =>
  refs.replace(
    /(?<![A-Z\d])(\$?)([A-Z]{1,3})(?=\$?\d|:|$|[ ,])/g,
    (_, fixed: string, name: string) =>
      fixed + columnName(Math.min(shift(columnIndex(name)), MAX_SHEET_COLUMNS - 1)),
  )

/**
 * A range (`$A$1:$D$20`, `A:D`), with the new columns that directly follow it, where it has the row.
 * @param row undefined for any row
 */
export function withColumnsAfter(ref: string, added: ReadonlySet<number>, row: number | undefined): string {
  const match = /^(\$?[A-Z]{1,3}\$?(\d*):\$?)([A-Z]{1,3})(\$?(\d*))$/.exec(ref)
  if (match === null) return ref
  const [, start = '', top = '', last = '', end = '', bottom = ''] = match
  if (row !== undefined && (Number(top) > row + 1 || (bottom !== '' && Number(bottom) < row + 1))) return ref
  let right = columnIndex(last)
  while (added.has(right + 1)) right++
  return start + columnName(right) + end
}
