import type { Currency } from '#domain/money.ts'
import type { Columns, RowsReading, Table } from './catalogue.ts'
import { type TableRow, textOf, widthOf } from './cells.ts'

/** A cell to be written: text, an exact plain decimal, or nothing. */
export type WrittenCell = string | { readonly number: string } | null

/** A row as it was converted, by its line in the file; amounts as `12.34`, null where it has none. */
export type PricedRow = {
  readonly line: number
  readonly name: string
  readonly price: string
  readonly currency: string
  readonly bgn: string | null
  readonly eur: string | null
}

type Titles = { readonly bgn: string; readonly eur: string }

/**
 * The user's own table with two columns behind its last one: the price in lev and in euro (CONV-08). Every row of the
 * file stays, in order; what the person has changed in a row stands in it, and rows that were added stand at the end.
 * @param reading what the file itself said, before anything was changed
 */
export function pricedTable(
  table: Table,
  columns: Columns,
  reading: RowsReading,
  rows: readonly PricedRow[],
  titles: Titles,
): WrittenCell[][] {
  const width = widthOf(table)
  const { headerRow } = columns
  const byLine = new Map(rows.map((row) => [row.line, row]))
  const original = new Map(reading.lines.map((line, i) => [line, reading.rows[i]]))
  const written = table.map((cells, r) => {
    const own = Array.from({ length: width }, (_, c) => ownCell(cells[c]))
    if (r === headerRow) return [...own, titles.bgn, titles.eur]
    const row = byLine.get(r + 1)
    // Above the header stand titles; below it every row has its two cells more.
    if (!row) return r < (headerRow ?? 0) ? own : [...own, null, null]
    const before = original.get(row.line)
    if (before?.name !== row.name) put(own, columns.name, row.name)
    // An invalid row has no currency.
    const isOtherMoney = row.currency !== '' && before?.currency !== row.currency
    if (before?.price !== row.price || isOtherMoney)
      put(own, columns.price, priceCell(row, columns, isOtherMoney))
    if (isOtherMoney) put(own, columns.currency, row.currency)
    return [...own, ...amountsOf(row)]
  })
  const added = rows.filter(({ line }) => line > table.length)
  // Without a header of its own the table gets one for the new columns: an amount says what money it is.
  const header = headerRow === null ? [[...blank(width), titles.bgn, titles.eur]] : []
  const usual = reading.rows.at(-1)?.currency
  return [...header, ...written, ...added.map((row) => addedRow(row, width, columns, usual))]
}

function addedRow(
  row: PricedRow,
  width: number,
  columns: Columns,
  usual: Currency | undefined,
): WrittenCell[] {
  const own = blank(width)
  put(own, columns.name, row.name)
  put(own, columns.price, priceCell(row, columns, row.currency !== '' && row.currency !== usual))
  put(own, columns.currency, row.currency)
  return [...own, ...amountsOf(row)]
}

function put(cells: WrittenCell[], column: number | null, cell: WrittenCell): void {
  if (column !== null && column < cells.length) cells[column] = cell
}

const amountsOf = ({ bgn, eur }: PricedRow): WrittenCell[] =>
  [bgn, eur].map((amount) => (amount === null ? null : { number: amount }))

const blank = (width: number): WrittenCell[] => Array.from({ length: width }, () => null)

/** A price that was changed by hand; money that no column names stands beside it. */
const priceCell = ({ price, currency }: PricedRow, columns: Columns, isOtherMoney: boolean): WrittenCell =>
  isOtherMoney && columns.currency === null && price !== '' ? `${price} ${currency}` : amountCell(price)

/** What is no plain decimal stays the text that it was. */
const amountCell = (price: string): WrittenCell => (/^\d+(?:\.\d+)?$/.test(price) ? { number: price } : price)

function ownCell(cell: TableRow[number]): WrittenCell {
  if (typeof cell === 'object' && cell.kind === 'number') return amountCell(cell.text)
  return textOf(cell) || null
}
