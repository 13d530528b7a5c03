import { type Currency, otherCurrency } from '#money/currency.ts'
import { type Table, type TableRow, cellText, columnCount, rowAt } from '#table/table.ts'
import { headerTitles, lastHeaderRow } from '#pricelist/headers/header-row.ts'
import { titleNewColumns, translateTitles } from './price-titles.ts'
import type { ConvertedCell } from './converted-cells.ts'
import {
  type NewColumn,
  type PricedColumn,
  type WriteBackPlan,
  amountIn,
  newColumns,
  targetCurrencies,
} from './plan.ts'

/** A cell to be written: text, an exact plain decimal (new prices show two decimals), or nothing. */
export type WrittenCell =
  | string
  | {
      readonly number: string
      readonly look?: 'amount'
      /** Written next to the number: the column has prices in both currencies. */
      readonly currency?: Currency
    }
  | null

/**
 * The user's table with the new prices, to be written in another format than the file's own (CONV-08). All rows stay
 * in their order, with the user's edits; added rows follow.
 */
export function applyPlan(table: Table, plan: WriteBackPlan): WrittenCell[][] {
  const width = columnCount(table)
  const places = placeNewColumns(table, plan)
  const changed = new Map(plan.changed.map(({ row, cells }) => [row, cells]))
  // The number formats that told their currencies apart are not written: each number gets its currency as text.
  const mixed = new Map(
    plan.currencyColumn === null
      ? plan.columns
          .filter((source) => targetCurrencies(source).length > 1)
          .map(({ column, cells }) => [column, cells])
      : [],
  )
  const titles = plan.placement === 'replace' ? replacedTitles(table, plan) : NO_TITLES
  const written = table.map((cells, r) => {
    const own = Array.from(
      { length: width },
      (_, c) => changed.get(r)?.get(c) ?? ownCell(cells[c], mixed.get(c)?.get(r)?.from),
    )
    if (plan.placement === 'replace') return replaced(own, r, plan, titles)
    return r === plan.headerRow
      ? withNew(own, places, ({ title }) => title)
      : withNew(own, places, ({ priced, currency }) => amountCell(priced.cells.get(r), currency))
  })
  const added = plan.added.map(({ cells, prices }) => {
    const own = Array.from({ length: width }, (_, c) => cells.get(c) ?? null)
    if (plan.placement === 'replace') return withReplaced(own, plan, (column) => prices.get(column))
    return withNew(own, places, ({ source, currency }) => amountCell(prices.get(source), currency))
  })
  // A table without a header gets one for the new columns: an amount needs its currency.
  const blank = Array.from({ length: width }, () => null)
  const hasTitles = plan.headerRow === null && plan.placement !== 'replace'
  const header = hasTitles ? [withNew(blank, places, ({ title }) => title)] : []
  return [...header, ...written, ...added]
}

/** A new column with its title, its price column and the column that it follows. */
type PlacedColumn = NewColumn & {
  readonly title: string
  readonly priced: PricedColumn
  readonly behind: number
}

function placeNewColumns(table: Table, { placement, headerRow, columns }: WriteBackPlan): PlacedColumn[] {
  const last = columnCount(table) - 1
  const places = columns.flatMap((priced) =>
    newColumns([priced]).map((added) => ({
      ...added,
      priced,
      behind: placement === 'after' ? priced.column : last,
    })),
  )
  return titleNewColumns(places, { titles: new Map(headerTitles(table, headerRow).entries()) })
}

const withNew = (
  own: readonly WrittenCell[],
  places: readonly PlacedColumn[],
  cellOf: (place: PlacedColumn) => WrittenCell,
): WrittenCell[] =>
  own.flatMap((cell, c) => [cell, ...places.filter(({ behind }) => behind === c).map(cellOf)])

const amountCell = (cell: ConvertedCell | undefined, currency: Currency): WrittenCell =>
  cell === undefined ? null : { number: amountIn(cell, currency), look: 'amount' }

const NO_TITLES: ReadonlyMap<number, string> = new Map()

/** By column, the titles of prices that all get the same currency. */
function replacedTitles(table: Table, { headerRow, columns }: WriteBackPlan): ReadonlyMap<number, string> {
  if (headerRow === null) return NO_TITLES
  const titles = new Map(Array.from(rowAt(table, headerRow)!, (cell, c) => [c, cellText(cell)]))
  const isSecondHeader = lastHeaderRow(table, headerRow - 1) === headerRow
  const replacedColumns = columns
    .map((priced) => ({ column: priced.column, currencies: targetCurrencies(priced) }))
    .filter(({ currencies }) => currencies.length === 1)
  const translated = translateTitles(replacedColumns, { titles, isSecondHeader })
  return new Map(translated.map(({ column, title }) => [column, title]))
}

/** Replaces the prices of a row; its currency cell and the titles follow. */
function replaced(
  own: WrittenCell[],
  r: number,
  plan: WriteBackPlan,
  titles: ReadonlyMap<number, string>,
): WrittenCell[] {
  if (r === plan.headerRow) for (const [c, title] of titles) own[c] = title
  const cells = new Map(plan.columns.map((source) => [source.column, source.cells]))
  return withReplaced(own, plan, (column) => cells.get(column)?.get(r))
}

function withReplaced(
  own: WrittenCell[],
  { columns, currencyColumn }: WriteBackPlan,
  priceOf: (column: number) => ConvertedCell | undefined,
): WrittenCell[] {
  for (const { column } of columns) {
    const cell = priceOf(column)
    if (cell === undefined) continue
    const target = otherCurrency(cell.from)
    const amount = { number: amountIn(cell, target), look: 'amount' } as const
    own[column] = cell.isMarked === true ? { ...amount, currency: target } : amount
    if (currencyColumn !== null && cell.isMarked !== true) own[currencyColumn] = target
  }
  return own
}

/** @param currency of a price in a column with prices in both currencies */
function ownCell(cell: TableRow[number], currency: Currency | undefined): WrittenCell {
  if (typeof cell === 'object' && cell.kind === 'number') {
    if (!/^\d+(?:\.\d+)?$/.test(cell.text)) return cell.text
    return { number: cell.text, ...(currency && { currency }) }
  }
  return cellText(cell) || null
}
