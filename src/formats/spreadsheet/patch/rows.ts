import { columnName } from '#table/column-name.ts'
import { lowerBound } from '#table/lower-bound.ts'

/** Distinct rows in ascending order. */
export const sortedRows = (rows: Iterable<number>): readonly number[] =>
  [...new Set(rows)].toSorted((a, b) => a - b)

/** The rows from `from` to `to`, both included. */
export const within = (sorted: readonly number[], from: number, to: number): readonly number[] =>
  sorted.slice(lowerBound(sorted, from), lowerBound(sorted, to + 1))

/** Whether there is a row from `from` to `to`, both included. */
export const hasAnyWithin = (sorted: readonly number[], from: number, to: number): boolean =>
  (sorted[lowerBound(sorted, from)] ?? Infinity) <= to

/** The reference of a cell, such as `B2`; rows and columns are 0-based. */
export const cellKey = (row: number, column: number): string => columnName(column) + (row + 1)
