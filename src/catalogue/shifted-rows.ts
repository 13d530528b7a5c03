import type { Cell, Delimiter, Table } from './catalogue.ts'
import { isBlankCell, type TableRow, textOf } from './cells.ts'
import { findHeaderRow } from './header-row.ts'
import { OTHER_MONEY } from './header-words.ts'
import { BARE_CURRENCY, meaningOfHeader } from './headers.ts'
import { parsePriceText } from './price-text.ts'

/**
 * Marks the numbers of rows whose cells cannot stand under their titles: a delimiter was written in a name, or decimal
 * commas in a file that is delimited by commas ('Хляб,1,69'), and no quotes around them. The price would be a part of
 * the price, or another number.
 */
export function withoutShiftedRows(
  table: Table,
  delimiter: Delimiter,
  headerRow: number | null = findHeaderRow(table) ?? null,
): Table {
  if (headerRow === null || headerRow >= table.length) return table
  const rows = delimiter === ',' ? withWholeTitle(table, headerRow) : table
  const header = rows[headerRow]!
  const titles = extentOf(header)
  const length = commonLength(rows, headerRow + 1, titles)
  const split = delimiter === ',' ? splitTitle(header) : undefined
  const isOtherMoney = split !== undefined && isMoneyNotConverted(header[split + 1])
  const isBeyond = (row: TableRow): boolean => extentOf(row) > titles || row.length > header.length
  const isCut = (row: TableRow): boolean =>
    (split !== undefined && isSplitNumber(row, split)) || (isBeyond(row) && hasSplitNumber(row))
  // Where one number was cut, no row is to be trusted that reaches beyond the titles or has what could be another; and
  // none at all where the title seems cut too.
  const hasCut = delimiter === ',' && rows.some((row, r) => r > headerRow && isCut(row))
  const isShifted = (row: TableRow): boolean =>
    isOtherMoney ||
    (hasCut
      ? split !== undefined || isBeyond(row) || hasSplitNumber(row)
      : row.length > length && isBeyond(row))
  if (!rows.some((row, r) => r > headerRow && isShifted(row))) return rows
  return rows.map((row, r) => (r > headerRow && isShifted(row) ? row.map(withoutNumber) : row))
}

function withWholeTitle(table: Table, headerRow: number): Table {
  const header = table[headerRow]!
  const isShorter = (row: TableRow, r: number) =>
    r > headerRow && row.length > 1 && row.length < header.length
  const cut = cutTitle(header, () => table.some(isShorter))
  if (cut === undefined) return table
  const title = `${textOf(header[cut])},${textOf(header[cut + 1])}`
  return table.with(headerRow, [...header.slice(0, cut), title, ...header.slice(cut + 2)])
}

/**
 * The column of a title like `Цена, лв.` that the comma cut in two and that is read as one: no other title begins with a
 * space, or a row below has a column less than the header.
 */
export function cutTitle(header: TableRow, hasShorterRow: () => boolean): number | undefined {
  const split = splitTitle(header)
  if (split === undefined) return undefined
  const areSpaced = header.some((title, c) => c > 0 && c !== split + 1 && /^\s/.test(textOf(title)))
  return areSpaced && !hasShorterRow() ? undefined : split
}

/** The number of cells up to the last that is not blank. */
function extentOf(row: TableRow): number {
  let extent = row.length
  while (extent > 0 && isBlankCell(row[extent - 1])) extent--
  return extent
}

/** As many rows of one length have a column without a title, and not each a delimiter in its name. */
const ENOUGH_ROWS = 5

/** The length that all rows share, where they are many or nothing stands beyond the titles; else 0. */
function commonLength(rows: Table, from: number, titles: number): number {
  const data = rows.slice(from).filter((row) => row.length > 1)
  const length = data[0]?.length ?? 0
  if (data.some((row) => row.length !== length)) return 0
  // Behind a delimiter of prose there is a space.
  const isPlain = (row: TableRow) =>
    extentOf(row) <= titles && !row.some((cell) => /^\s+\S/.test(textOf(cell)))
  return data.length >= ENOUGH_ROWS || data.every(isPlain) ? length : 0
}

/** Where a title like `Цена, лв.` was cut in two, the column of its first half. */
function splitTitle(header: TableRow): number | undefined {
  const at = header.findIndex((cell, c) => {
    const next = meaningOfHeader(textOf(header[c + 1]))
    const own = meaningOfHeader(textOf(cell))
    const isMarked = /^\s/.test(textOf(header[c + 1])) && own.price > 0 && own.currency === undefined
    return isMarked && (next.price === BARE_CURRENCY || isMoneyNotConverted(header[c + 1]))
  })
  return at === -1 ? undefined : at
}

const isMoneyNotConverted = (title: TableRow[number]): boolean =>
  OTHER_MONEY.test(textOf(title).toLowerCase())

/** Whether cells `c` and `c + 1` are one number that was cut at its comma. */
function isSplitNumber(row: TableRow, c: number): boolean {
  const [left, right] = [textOf(row[c]), textOf(row[c + 1])]
  return /\d$/.test(left) && /^\d/.test(right) && parsePriceText(`${left},${right}`).kind !== 'invalid'
}

const hasSplitNumber = (row: TableRow): boolean => row.some((_, c) => isSplitNumber(row, c))

const withoutNumber = (cell: TableRow[number]): string | Cell | undefined =>
  parsePriceText(textOf(cell)).kind === 'price'
    ? { kind: 'other', text: textOf(cell), what: 'out-of-place' }
    : cell
