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
