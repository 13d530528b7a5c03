import { type Currency, otherCurrency } from '#domain/money.ts'
import type { Table } from '../catalogue.ts'
import { type TableRow, textOf, widthOf } from '../cells.ts'
import { headerTitles } from '../header-row.ts'
import { newTitle, titleInOther } from './new-title.ts'
import { amountIn, type ConvertedCell, type PricedColumn, targetsOf, type WriteBackOrder } from './order.ts'

/** A cell to be written: text, an exact plain decimal, or nothing. */
export type WrittenCell = string | { readonly number: string } | null

/**
 * The user's table with its new prices, to be written in another format than the file's own (CONV-08). Every row of the file
 * stays, in order; what was changed by hand stands in it, and rows that were added stand at the end.
 */
export function pricedTable(table: Table, order: WriteBackOrder): WrittenCell[][] {
  const width = widthOf(table)
  const places = newColumns(table, order)
  const changed = new Map(order.changed.map(({ row, cells }) => [row, cells]))
  const written = table.map((cells, r) => {
    const own = Array.from({ length: width }, (_, c) => changed.get(r)?.get(c) ?? ownCell(cells[c]))
    if (order.placement === 'replace') return replaced(own, r, order)
    return r === order.headerRow
      ? withNew(own, places, ({ title }) => title)
      : withNew(own, places, ({ source, currency }) => amountCell(source.cells.get(r), currency))
  })
  const added = order.added.map(({ cells, prices }) => {
    const own = Array.from({ length: width }, (_, c) => cells.get(c) ?? null)
    if (order.placement === 'replace') return own
    return withNew(own, places, ({ source, currency }) => amountCell(prices.get(source.column), currency))
  })
  // Without a header of its own the table gets one for the new columns: an amount says what money it is.
  const blank = Array.from({ length: width }, () => null)
  const hasTitles = order.headerRow === null && order.placement !== 'replace'
  const header = hasTitles ? [withNew(blank, places, ({ title }) => title)] : []
  return [...header, ...written, ...added]
}

/** A new column: what it is made of, and behind which column it stands. */
type NewColumn = {
  readonly source: PricedColumn
  readonly currency: Currency
  readonly title: string
  readonly behind: number
}

function newColumns(table: Table, order: WriteBackOrder): NewColumn[] {
  const taken = [...headerTitles(table, order.headerRow)]
  const last = widthOf(table) - 1
  return order.columns.flatMap((source) =>
    targetsOf(source).map((currency) => {
      const title = newTitle(taken[source.column] ?? '', currency, taken)
      taken.push(title)
      return { source, currency, title, behind: order.placement === 'after' ? source.column : last }
    }),
  )
}

const withNew = (
  own: readonly WrittenCell[],
  places: readonly NewColumn[],
  cellOf: (place: NewColumn) => WrittenCell,
): WrittenCell[] =>
  own.flatMap((cell, c) => [cell, ...places.filter(({ behind }) => behind === c).map(cellOf)])

const amountCell = (cell: ConvertedCell | undefined, currency: Currency): WrittenCell =>
  cell === undefined ? null : { number: amountIn(cell, currency) }

/** The prices of a row in the place of their sources; its currency and the titles follow. */
function replaced(own: WrittenCell[], r: number, order: WriteBackOrder): WrittenCell[] {
  for (const source of order.columns) {
    const cell = source.cells.get(r)
    if (r === order.headerRow) {
      const [target, second] = targetsOf(source)
      const title = own[source.column]
      if (target !== undefined && second === undefined && typeof title === 'string')
        own[source.column] = titleInOther(title, target) ?? title
    }
    if (cell === undefined) continue
    const target = otherCurrency(cell.from)
    own[source.column] = { number: amountIn(cell, target) }
    if (order.currencyColumn !== null) own[order.currencyColumn] = target
  }
  return own
}

function ownCell(cell: TableRow[number]): WrittenCell {
  if (typeof cell === 'object' && cell.kind === 'number')
    return /^\d+(?:\.\d+)?$/.test(cell.text) ? { number: cell.text } : cell.text
  return textOf(cell) || null
}
