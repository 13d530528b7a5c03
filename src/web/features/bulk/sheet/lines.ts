import { bulk } from '#engine/bulk/client.ts'
import type { PreviewRow, RowsSummary } from '#engine/types.ts'
import type { FetchRows } from '../../results/use-row-page.ts'
import type { PageContent } from './column-widths.ts'
import { type SheetColumn, isStacked } from './columns.ts'

/** The rows of one line: one for each of its prices. */
export type SheetLine = readonly [PreviewRow, ...PreviewRow[]]

/**
 * Requests the rows of whole lines: where a line begins on one page and goes on on the next, both have all of it.
 * @param perLine number of price columns
 */
export const fetchLines =
  (perLine: number): FetchRows<PreviewRow> =>
  async (offset, limit) => {
    const more = Math.max(0, perLine - 1)
    const before = Math.min(offset, more)
    const rows = await bulk.request('page', offset - before, before + limit + more)
    return wholeLines(rows, before, limit)
  }

/** Of rows, those of the lines that `limit` of them from `from` on belong to. */
export function wholeLines(rows: readonly PreviewRow[], from: number, limit: number): readonly PreviewRow[] {
  const lines = new Set(rows.slice(from, from + limit).map(({ line }) => line))
  return rows.filter(({ line }) => lines.has(line))
}

/** The rows of each line together, where each price has a column of its own. */
export function linesOf(rows: readonly PreviewRow[], columns: readonly SheetColumn[]): readonly SheetLine[] {
  const isApart = isStacked(columns)
  const lines: [PreviewRow, ...PreviewRow[]][] = []
  for (const row of rows) {
    const last = lines.at(-1)
    if (last && last[0].line === row.line && !isApart) last.push(row)
    else lines.push([row])
  }
  return lines
}

/**
 * Of a line at this index, the rows right below it that have the same name, each of another price, and whether it
 * stands below such a row itself.
 * @param nameColumns of each price column that of its names
 */
export function namesakesOf(
  lines: readonly SheetLine[],
  at: number,
  nameColumns: readonly (number | null)[],
): { namesakes: readonly number[]; isNamedAbove: boolean } {
  const nameOf = (i: number) => {
    const row = lines[i]?.[0]
    return row && `${row.line} ${nameColumns[row.priceColumnIndex]}`
  }
  const namesakes: number[] = []
  for (let i = at + 1; nameOf(i) === nameOf(at) && lines[i]; i++) namesakes.push(lines[i]![0].id)
  return { namesakes, isNamedAbove: nameOf(at - 1) === nameOf(at) }
}

/** The price of a row as it is written in the file. */
export function priceTextOf(row: PreviewRow, { choices }: RowsSummary): string {
  const { price, morePrices = [] } = choices?.columns ?? {}
  const index = [price, ...morePrices][row.priceColumnIndex] ?? -1
  return row.cells[index]?.trim() ?? ''
}

/** Whether an amount in hundredths is too long for a column of usual width: from `100 000,00`. */
export const isLongAmount = (hundredths: number): boolean => hundredths >= 10_000_000

/** The same of a plain decimal price, which may have many decimals. */
export const isLongPrice = (price: string): boolean =>
  price.indexOf('.') > 5 || price.length > (price.includes('.') ? 9 : 5)

/** Whether a price, or what it becomes, is too long for a column of usual width. */
const hasLongAmount = (rows: readonly PreviewRow[]): boolean =>
  rows.some(
    ({ status, price, converted }) =>
      (status !== 'invalid' && isLongPrice(price)) || (converted !== null && isLongAmount(converted)),
  )

/** What of these rows decides about the widths of the columns. */
export function contentOf(rows: readonly PreviewRow[]): PageContent {
  const invalid: number[] = []
  for (const { status, price, priceColumnIndex: nth } of rows)
    if (status === 'invalid') invalid[nth] = Math.max(invalid[nth] ?? 0, price.length)
  return {
    areLarge: hasLongAmount(rows),
    invalid,
    hasOtherCurrency: rows.some(
      ({ problem }) => problem === 'other-currency' || problem === 'unknown-currency',
    ),
  }
}

/** The index of the last line that shows its conversion, where others wait for theirs below it. */
export function lastShown(lines: readonly SheetLine[]): number {
  const isShown = ({ converted, isConverted }: PreviewRow) => converted !== null && !isConverted
  const last = lines.findLastIndex((line) => line.some(isShown))
  const isFollowed = lines.some(
    (line, i) => i > last && line.some(({ status, converted }) => status === 'valid' && converted === null),
  )
  return isFollowed ? last : -1
}
