/** Columns of a worksheet in Excel. Wider CSV is rejected. */
export const MAX_SHEET_COLUMNS = 16_384
/** Columns read of a worksheet or HTML table: a cell far to the right must not make every row long. */
export const MAX_READ_COLUMNS = 512
/** Cells of a CSV table; more are rejected. Few enough for the memory of a browser's worker. */
export const MAX_CELLS = 40_000_000

/** The name of a spreadsheet column: 0 → A, 26 → AA. */
export function columnName(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26))
  return column < 26 ? letter : columnName(Math.floor(column / 26) - 1) + letter
}

/** The index of a column by its name in capitals: A → 0, AA → 26; -1 for any other text. */
export function columnIndex(name: string): number {
  if (!/^[A-Z]{1,3}$/.test(name)) return -1
  return Array.from(name).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}
