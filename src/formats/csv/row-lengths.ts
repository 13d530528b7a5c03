import type { TableRow } from '#pricelist/types.ts'
import { isBlankCell, textOf } from '#table/table.ts'
import type { DelimitedTable } from './delimited-table.ts'
import { meaningOfHeader } from '#pricelist/headers/header-meaning.ts'

/** The number of cells up to the last that is not blank. */
export function extentOf(row: TableRow): number {
  let extent = row.length
  while (extent > 0 && isBlankCell(row[extent - 1])) extent--
  return extent
}

/** As many rows of one length have a column without a title, and not each a delimiter in its name. */
const ENOUGH_ROWS = 5
/** Rows of that length, of all of them. */
const COMMON_SHARE = 0.9

/**
 * The length that nearly all rows share without a split number, where they are many, or that all share, where nothing stands
 * beyond the titles or the header is as long; else 0.
 */
export function commonLength(
  rows: DelimitedTable,
  from: number,
  header: readonly string[],
  hasSplit: ReadonlySet<number>,
): number {
  const titles = extentOf(header)
  const counts = new Map<number, number>()
  let count = 0
  for (let r = from; r < rows.length; r++) {
    const own = rows.lengthOfRow(r)
    if (own <= 1) continue
    count++
    if (!hasSplit.has(r)) counts.set(own, (counts.get(own) ?? 0) + 1)
  }
  const [length, most] = [...counts].reduce((best, one) => (one[1] > best[1] ? one : best), [0, 0])
  if (most >= ENOUGH_ROWS && most >= COMMON_SHARE * count) return length
  if (most < count || count === 0) return 0
  // Behind a delimiter of prose there is a space.
  const isPlain = (row: TableRow) =>
    row.length <= 1 ||
    ((extentOf(row) <= titles || (row.length === header.length && fits(row, header))) &&
      !row.some((cell) => /^\s+\S/.test(textOf(cell))))
  return rows.slice(from).every(isPlain) ? length : 0
}

/** Whether no price can have been moved under a blank title: none with decimals stands there beside one without. */
function fits(row: TableRow, header: readonly string[]): boolean {
  const isUnderPrice = (c: number) => meaningOfHeader(header[c] ?? '').price > 0
  const own = row.filter((_, c) => isUnderPrice(c))
  const beyond = row.slice(extentOf(header))
  return (
    own.every((cell) => isBlankCell(cell) || DECIMALS.test(textOf(cell))) ||
    !beyond.some((cell) => DECIMALS.test(textOf(cell)))
  )
}

const DECIMALS = /\d[.,]\d/
