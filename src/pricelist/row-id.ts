import type { RowsReading } from './price-list.ts'

/** Where a row is from: its line in the file, from 1, and which of the price columns, from 0. */
export type RowOrigin = { readonly line: number; readonly nth: number }

/**
 * Rows are named by a number that stays theirs whatever is deleted. It ascends as they stand in the file, with `perLine` price
 * columns one behind the other; where there is one such column it is the line itself.
 */
export const rowId = ({ line, nth }: RowOrigin, perLine: number): number => (line - 1) * perLine + nth + 1

export const originOf = (id: number, perLine: number): RowOrigin => ({
  line: Math.floor((id - 1) / perLine) + 1,
  nth: (id - 1) % perLine,
})

/** Where an id stands, or would stand, among ascending ids. By halving: there may be a hundred thousand. */
export function placeOf(ids: readonly number[], id: number): number {
  let [from, to] = [0, ids.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((ids[middle] ?? 0) < id) from = middle + 1
    else to = middle
  }
  return from
}

/** The ids of the rows of a reading. */
export const idsOf = ({ lines, nth }: RowsReading, perLine: number): number[] =>
  lines.map((line, i) => rowId({ line, nth: nth[i] ?? 0 }, perLine))
