import type { Cell, Delimiter, Table, TableRow } from './catalogue.ts'
import { cellAt, isBlankCell, lengthOfRow, rowAt, textOf } from './cells.ts'
import { findHeaderRow } from './header-row.ts'
import { OTHER_MONEY } from './header-words.ts'
import { meaningOfHeader } from './header-meaning.ts'
import { RANKS } from './header-words.ts'
import { parsePriceText } from './price-text.ts'

/**
 * Marks the numbers of rows whose cells cannot stand under their titles: a delimiter was written in a name, or decimal
 * commas in a file that is delimited by commas ('Хляб,1,69'), and no quotes around them. The price would be a part of
 * the price, or another number.
 */
export function withoutMisalignedRows(
  table: Table,
  delimiter: Delimiter,
  headerRow: number | null = findHeaderRow(table) ?? null,
): Table {
  if (headerRow === null || headerRow >= table.length) return table
  const rows = delimiter === ',' ? withWholeTitle(table, headerRow) : table
  const header = rowAt(rows, headerRow)!
  const titles = extentOf(header)
  const length = commonLength(rows, headerRow + 1, titles)
  const split = delimiter === ',' ? splitTitle(header) : undefined
  const isOtherMoney = split !== undefined && isMoneyNotConverted(header[split + 1])
  // Lengths first: they are known without making the cells.
  const isBeyond = (r: number): boolean => {
    const own = lengthOfRow(rows, r)
    return own > header.length || (own > titles && extentOf(rowAt(rows, r)!) > titles)
  }
  const isCut = (r: number): boolean =>
    (split !== undefined && isSplitNumber(cellAt(rows, r, split), cellAt(rows, r, split + 1))) ||
    (isBeyond(r) && hasSplitNumber(rowAt(rows, r)!))
  // Where one number was cut, no row is to be trusted that reaches beyond the titles or has what could be another; and
  // none at all where the title seems cut too.
  const hasCut = delimiter === ',' && isAnyBelow(rows, headerRow, isCut)
  const isMisaligned = (r: number): boolean =>
    isOtherMoney ||
    (hasCut
      ? split !== undefined || isBeyond(r) || hasSplitNumber(rowAt(rows, r)!)
      : lengthOfRow(rows, r) > length && isBeyond(r))
  if (!isAnyBelow(rows, headerRow, isMisaligned)) return rows
  return rows.map((row, r) => (r > headerRow && isMisaligned(r) ? row.map(withoutNumber) : row))
}

function isAnyBelow(table: Table, headerRow: number, test: (r: number) => boolean): boolean {
  for (let r = headerRow + 1; r < table.length; r++) if (test(r)) return true
  return false
}

function withWholeTitle(table: Table, headerRow: number): Table {
  const header = rowAt(table, headerRow)!
  const isShorter = (r: number): boolean => {
    const length = lengthOfRow(table, r)
    return length > 1 && length < header.length
  }
  const cut = cutTitle(header, () => isAnyBelow(table, headerRow, isShorter))
  if (cut === undefined) return table
  const title = `${textOf(header[cut])},${textOf(header[cut + 1])}`
  const whole = [...header.slice(0, cut), title, ...header.slice(cut + 2)]
  return table.map((row, r) => (r === headerRow ? whole : row))
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
  let [count, length] = [0, 0]
  for (let r = from; r < rows.length; r++) {
    const own = lengthOfRow(rows, r)
    if (own <= 1) continue
    if (count++ > 0 && own !== length) return 0
    length = own
  }
  // Behind a delimiter of prose there is a space.
  const isPlain = (row: TableRow) =>
    row.length <= 1 || (extentOf(row) <= titles && !row.some((cell) => /^\s+\S/.test(textOf(cell))))
  return count >= ENOUGH_ROWS || rows.slice(from).every(isPlain) ? length : 0
}

/** Where a title like `Цена, лв.` was cut in two, the column of its first half. */
function splitTitle(header: TableRow): number | undefined {
  const at = header.findIndex((cell, c) => {
    const next = meaningOfHeader(textOf(header[c + 1]))
    const own = meaningOfHeader(textOf(cell))
    const isMarked = /^\s/.test(textOf(header[c + 1])) && own.price > 0 && own.currency === undefined
    return isMarked && (next.price === RANKS.bareCurrency || isMoneyNotConverted(header[c + 1]))
  })
  return at === -1 ? undefined : at
}

const isMoneyNotConverted = (title: TableRow[number]): boolean =>
  OTHER_MONEY.test(textOf(title).toLowerCase())

/** Whether two cells beside each other are one number that was cut at its comma. */
function isSplitNumber(one: TableRow[number], next: TableRow[number]): boolean {
  const [left, right] = [textOf(one), textOf(next)]
  return /\d$/.test(left) && /^\d/.test(right) && parsePriceText(`${left},${right}`).kind !== 'invalid'
}

const hasSplitNumber = (row: TableRow): boolean => row.some((cell, c) => isSplitNumber(cell, row[c + 1]))

const withoutNumber = (cell: TableRow[number]): string | Cell | undefined =>
  parsePriceText(textOf(cell)).kind === 'price'
    ? { kind: 'other', text: textOf(cell), what: 'out-of-place' }
    : cell
