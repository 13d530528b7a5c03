import type { ColumnInfo, Columns, Table } from './catalogue.ts'
import { readPriceColumn } from './price-column.ts'
import { findShop, type Shop } from './shop-exports.ts'

/** A further column with prices: offered, never converted unasked, because each price costs a token. */
export type OfferedColumn = { readonly index: number; readonly title: string; readonly prices: number }

export type ShopOffer = { readonly shop: Shop; readonly columns: readonly OfferedColumn[] }

/** The shop that a file was exported from, with the columns of prices beside those already chosen. */
export function offerOf(table: Table, all: readonly ColumnInfo[], columns: Columns): ShopOffer | undefined {
  const titles: string[] = []
  for (const { index, title } of all) titles[index] = title
  const found = findShop(titles)
  if (found === undefined) return undefined
  const from = columns.headerRow === null ? 0 : columns.headerRow + 1
  const offered = found.prices
    .filter((index) => ![columns.price, columns.otherPrice, ...columns.morePrices].includes(index))
    .map((index) => {
      const { cells } = readPriceColumn(table, index, from, table.length, undefined)
      const prices = cells.filter(({ kind }) => kind === 'price').length
      return { index, title: titles[index]!, prices }
    })
  return { shop: found.shop, columns: offered.filter(({ prices }) => prices > 0) }
}
