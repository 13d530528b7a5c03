import { type Currency, otherCurrency } from '#money/currency.ts'
import { type Table, type TableRow, cellText, columnCount, rowAt } from '#table/table.ts'
import { headerTitles, lastHeaderRow } from '#pricelist/headers/header-row.ts'
import { newTitle, replaceTitle } from './price-titles.ts'
import type { ConvertedCell } from './converted-cells.ts'
import { type PricedColumn, type WriteBackPlan, amountIn, targetCurrencies } from './plan.ts'

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
  const places = newColumns(table, plan)
  const changed = new Map(plan.changed.map(({ row, cells }) => [row, cells]))
  // The number formats that told their currencies apart are not written: each number gets its currency as text.
  const mixed = new Map(
    plan.currencyColumn === null
      ? plan.columns
          .filter((source) => targetCurrencies(source).length > 1)
          .map(({ column, cells }) => [column, cells])
      : [],
  )
  const turned = plan.placement === 'replace' ? turnedTitles(table, plan) : NO_TITLES
  const written = table.map((cells, r) => {
    const own = Array.from(
      { length: width },
      (_, c) => changed.get(r)?.get(c) ?? ownCell(cells[c], mixed.get(c)?.get(r)?.from),
    )
    if (plan.placement === 'replace') return replaced(own, r, plan, turned)
    return r === plan.headerRow
      ? withNew(own, places, ({ title }) => title)
      : withNew(own, places, ({ source, currency }) => amountCell(source.cells.get(r), currency))
  })
  const added = plan.added.map(({ cells, prices }) => {
    const own = Array.from({ length: width }, (_, c) => cells.get(c) ?? null)
    if (plan.placement === 'replace') return withReplaced(own, plan, (column) => prices.get(column))
    return withNew(own, places, ({ source, currency }) => amountCell(prices.get(source.column), currency))
  })
  // A table without a header gets one for the new columns: an amount needs its currency.
  const blank = Array.from({ length: width }, () => null)
  const hasTitles = plan.headerRow === null && plan.placement !== 'replace'
  const header = hasTitles ? [withNew(blank, places, ({ title }) => title)] : []
  return [...header, ...written, ...added]
}

/** A new column: its source, currency and title, and the column that it follows. */
type NewColumn = {
  readonly source: PricedColumn
  readonly currency: Currency
  readonly title: string
  readonly behind: number
}

function newColumns(table: Table, plan: WriteBackPlan): NewColumn[] {
  const taken = [...headerTitles(table, plan.headerRow)]
  const last = columnCount(table) - 1
  return plan.columns.flatMap((source) =>
    targetCurrencies(source).map((currency) => {
      const title = newTitle(taken[source.column] ?? '', currency, taken)
      taken.push(title)
      return { source, currency, title, behind: plan.placement === 'after' ? source.column : last }
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
  cell === undefined ? null : { number: amountIn(cell, currency), look: 'amount' }

const NO_TITLES: ReadonlyMap<number, string> = new Map()

/** By column, the titles of prices that all get the same currency. */
function turnedTitles(table: Table, { headerRow, columns }: WriteBackPlan): ReadonlyMap<number, string> {
  const turned = new Map<number, string>()
  if (headerRow === null) return turned
  const titles = rowAt(table, headerRow)!.map(cellText)
  // Under titles of their own, currencies may be equal.
  const isSecondHeader = lastHeaderRow(table, headerRow - 1) === headerRow
  for (const source of columns) {
    const c = source.column
    const [target, second] = targetCurrencies(source)
    if (target === undefined || second !== undefined) continue
    const others = isSecondHeader ? [] : [...titles.toSpliced(c, 1), ...turned.values()]
    const title = replaceTitle(titles[c] ?? '', target, others)
    if (title !== undefined) turned.set(c, title)
  }
  return turned
}

/** Replaces the prices of a row; its currency cell and the titles follow. */
function replaced(
  own: WrittenCell[],
  r: number,
  plan: WriteBackPlan,
  turned: ReadonlyMap<number, string>,
): WrittenCell[] {
  if (r === plan.headerRow) for (const [c, title] of turned) own[c] = title
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
    if (currencyColumn !== null) own[currencyColumn] = target
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
