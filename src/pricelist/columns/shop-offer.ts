import { firstRowOfData } from './column-numbers.ts'
import type { Table } from '../types.ts'
import type { Columns, Detection } from '../price-list.ts'
import { RANKS } from '../headers/header-words.ts'
import { meaningOfHeader } from '../headers/header-meaning.ts'
import { readPriceColumn } from '../rows/price-column.ts'
import { priceColumnsOf } from '../price-columns.ts'
import { isInTableOfPrice } from './table-columns.ts'
import { findShop, type Shop } from './shop-exports.ts'

/** A further column with prices: offered, never converted unasked, because each price costs a token. */
export type OfferedColumn = { readonly index: number; readonly title: string; readonly prices: number }

/** `shop` is null for a file that is no export of a known shop. */
export type ShopOffer = { readonly shop: Shop | null; readonly columns: readonly OfferedColumn[] }

/**
 * The columns of prices beside those already chosen, and the shop that the file was exported from where it is known. Of another
 * file those are offered whose titles name a price that is asked of somebody: no former price, no cost, no total.
 * @param totals rows of the table that are left out as totals: their prices are not counted
 */
export function offerOf(
  table: Table,
  detection: Detection,
  columns: Columns,
  totals?: ReadonlySet<number>,
): ShopOffer | undefined {
  const { all } = detection
  const titles: string[] = []
  for (const { index, title } of all) titles[index] = title
  const found = findShop(titles)
  const from = firstRowOfData(table, columns.headerRow)
  const prices =
    found?.prices ??
    all
      .filter(({ title, isPriced }) => isPriced && meaningOfHeader(title).price >= RANKS.promotional)
      .map(({ index }) => index)
  const taken = [...priceColumnsOf(columns), columns.otherPrice]
  const offered = prices
    .filter((index) => !taken.includes(index) && isInTableOfPrice(index, columns, detection))
    .map((index) => {
      const { cells } = readPriceColumn(table, index, from, table.length, undefined, totals)
      const prices = cells.filter(({ kind }) => kind === 'price').length
      return { index, title: titles[index]!, prices }
    })
  const columnsWithPrices = offered.filter(({ prices }) => prices > 0)
  if (found === undefined && columnsWithPrices.length === 0) return undefined
  return { shop: found?.shop ?? null, columns: columnsWithPrices }
}
