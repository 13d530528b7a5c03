import type { Columns, SideTable } from './price-list.ts'

/** Every column whose prices are converted, the main one first; none while no price column is chosen. */
export const priceColumnsOf = ({ price, morePrices, sideTables = [] }: Columns): readonly number[] =>
  price === null ? [] : [price, ...morePrices, ...sideTables.map((one) => one.price)]

/** The column of the names that belong to the n-th price column: tables to the right have their own. */
export const nameColumnOf = ({ name, morePrices, sideTables = [] }: Columns, nth: number): number | null =>
  nth <= morePrices.length ? name : (sideTables[nth - morePrices.length - 1]?.name ?? null)

/**
 * The columns with another price column than was found: what was found together with it does not outlive it.
 * @param tables beside each other, each of which has names of its own
 */
export function withPrice(
  { sideTables: _found, ...columns }: Columns,
  price: number | null,
  tables: readonly SideTable[],
): Columns {
  return {
    ...columns,
    ...tables.find((table) => table.price === price),
    price,
    otherPrice: null,
    morePrices: columns.morePrices.filter((index) => index !== price),
  }
}
