import { type Table, isBlankCell, isBlankRow, rowAt, cellText } from '#table/table.ts'
import { meaningOfHeader } from '../headers/header-meaning.ts'

/** Minimum number of columns: a code and a price alone can be consecutive numbers by chance; a name cannot. */
const LEAST_COLUMNS = { named: 2, other: 3 }

/** Maximum number of blank rows between the column numbers and the first row of data. */
const MOST_BLANK = 2

/** The first row of data: a row of column numbers below the titles of a form belongs to its header. */
export function firstRowOfData(table: Table, headerRow: number | null): number {
  if (headerRow === null) return 0
  return headerRow + (isRowOfNumbers(table, headerRow) ? 2 : 1)
}

/** Whether `1; 2; 3; 4; 5; 6=4х5` follows the titles, above a row with texts that does not continue the count. */
export function isRowOfNumbers(table: Table, headerRow: number): boolean {
  const titles = rowAt(table, headerRow) ?? []
  const row = rowAt(table, headerRow + 1) ?? []
  const filled = row.flatMap((cell, c) => (isBlankCell(cell) ? [] : [c]))
  const isWhole = filled.length >= titles.filter((cell) => !isBlankCell(cell)).length
  const first = filled[0]!
  const isNamed = meaningOfHeader(cellText(titles[first])).name !== 0
  if (filled.length < (isNamed ? LEAST_COLUMNS.named : LEAST_COLUMNS.other)) return false
  if (!isWhole && filled.at(-1) !== filled.length - 1) return false
  const isNumber = (c: number, number: number): boolean =>
    new RegExp(`^\\(?${number}[.)]?(?:\\s*=.*)?$`).test(cellText(row[c]).trim())
  if (!filled.every((c, i) => isNumber(c, i + 1))) return false
  const next = table.slice(headerRow + 2, headerRow + 3 + MOST_BLANK).find((one) => !isBlankRow(one))
  const hasTexts = filled.some((c) => /\p{L}/u.test(cellText(next?.[c])))
  return hasTexts && !/^2[.)]?$/.test(cellText(next?.[first]).trim())
}
