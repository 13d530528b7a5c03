/** Columns of a worksheet in Excel. */
export const MAX_SHEET_COLUMNS = 16_384
/** Columns read of a table: a cell far to the right must not make every row long. */
export const MAX_READ_COLUMNS = 512

/** The name of a spreadsheet column: 0 → A, 26 → AA. */
export function columnName(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26))
  return column < 26 ? letter : columnName(Math.floor(column / 26) - 1) + letter
}

/** The 0-based index of a spreadsheet column: A → 0, AA → 26. @param name capital letters A to Z only */
export function columnIndex(name: string): number {
  let index = 0
  for (const letter of name) index = index * 26 + letter.charCodeAt(0) - 64
  return index - 1
}
