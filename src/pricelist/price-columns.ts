import type { Columns } from './price-list.ts'

/** Every column whose prices are converted, the main one first; none while no price column is chosen. */
export const priceColumnsOf = ({ price, morePrices, sideTables = [] }: Columns): readonly number[] =>
  price === null ? [] : [price, ...morePrices, ...sideTables.map((one) => one.price)]

/** The column of the names that belong to the n-th price column: tables to the right have their own. */
export const nameColumnOf = ({ name, morePrices, sideTables = [] }: Columns, nth: number): number | null =>
  nth <= morePrices.length ? name : (sideTables[nth - morePrices.length - 1]?.name ?? null)
