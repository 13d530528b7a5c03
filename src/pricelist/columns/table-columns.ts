import { type ColumnInfo, type Columns, type Detection, type SideTable, priceColumnsOf } from '../types.ts'
import { meaningOfHeader } from '../headers/header-meaning.ts'
import { SURE_NAME } from '../headers/name-titles.ts'

/** The columns of names and currencies of one table. */
export type OwnColumns = Pick<SideTable, 'name' | 'currency'>

/**
 * The columns of the names and currencies that belong to the prices in column `price`, where tables with other titles of prices
 * stand beside each other: a second table begins with a title of names behind a price.
 * @param file those of the whole file
 */
function ownTable(all: readonly ColumnInfo[], price: number, file: OwnColumns): OwnColumns {
  const starts = tableStarts(all)
  const [second] = starts
  const start = starts.findLast((one) => one <= price)
  const own = all[price]?.currency
  // The first table must have the names of the file.
  if (second === undefined || start === undefined || file.name === null || file.name >= second)
    return { name: file.name, currency: own ?? file.currency }
  const end = starts.find((one) => one > price) ?? Infinity
  const isOwn = ({ index, title }: ColumnInfo): boolean =>
    index >= start && index < end && (own === undefined ? meaningOfHeader(title).isCurrency : index === own)
  return { name: start, currency: all.find(isOwn)?.index ?? null }
}

/** What is known of the columns of a file with tables beside each other. */
type FoundTables = Pick<Detection, 'all' | 'columns' | 'tables'>

const startOf = ({ name, price, currency }: SideTable): number =>
  Math.min(price, name ?? price, currency ?? price)

/** The prices in one column as a table, with the columns of the names and currencies that belong to them. */
export function tableOfPrice({ all, columns, tables }: FoundTables, price: number): SideTable {
  const [first, ...others] = tables
  const table = others.findLast((one) => startOf(one) <= price) ?? first
  if (table === undefined) return { price, ...ownTable(all, price, columns) }
  // Each price of a table can have its currency beside it.
  return { name: table.name, price, currency: all[price]?.currency ?? table.currency }
}

/**
 * The columns with another price column than was found: what was found together with it does not outlive it. A price brings the
 * currencies that belong to it, and one of another table the names of that one.
 */
export function withPrice(
  { sideTables: _found, ...columns }: Columns,
  price: number | null,
  found: FoundTables,
): Columns {
  const changed = { ...columns, price, otherPrice: null }
  if (price === null) return changed
  const { name, currency } = tableOfPrice(found, price)
  const last = columns.price ?? columns.name
  const before = last === null ? undefined : tableOfPrice(found, last)
  const isOfSame = (index: number): boolean => {
    const one = tableOfPrice(found, index)
    return one.name === name && one.currency === currency
  }
  return {
    ...changed,
    ...(before?.name !== name && { name }),
    ...((before?.name !== name || before.currency !== currency) && { currency }),
    morePrices: columns.morePrices.filter((index) => index !== price && isOfSame(index)),
  }
}

function tableStarts(all: readonly ColumnInfo[]): number[] {
  const starts: number[] = []
  let hasPrice = false
  for (const { index, title, samples, isPriced } of all) {
    const isName = meaningOfHeader(title).name >= SURE_NAME && samples.some((text) => /\p{L}{2}/u.test(text))
    if (isName && hasPrice) {
      starts.push(index)
      hasPrice = false
    } else if (isPriced) hasPrice = true
  }
  return starts
}

/** Whether tables beside each other can be read together: a file has one column of currencies where prices are replaced. */
export const areReadTogether = (tables: readonly SideTable[]): boolean =>
  tables.every(({ currency }) => currency === null)

/** Those of the tables beside each other whose prices are converted. */
export function tablesRead(tables: readonly SideTable[], columns: Columns): readonly SideTable[] {
  const prices = priceColumnsOf(columns)
  return tables.filter(({ price }) => prices.includes(price))
}

/**
 * The columns with these of the tables beside each other, and no others, read.
 * @param found as they were detected, the first table included
 */
export function withTables(columns: Columns, found: Columns, tables: readonly SideTable[]): Columns {
  const [first, ...others] = tables
  if (first === undefined) return columns
  const { sideTables: _, ...own } = first.price === columns.price ? columns : found
  const isOther = first.price !== own.price
  return {
    ...own,
    headerRow: columns.headerRow,
    ...(isOther && { ...first, otherPrice: null, morePrices: [] }),
    ...(others.length > 0 && { sideTables: others }),
  }
}

/**
 * Whether the prices of a column have the names and currencies of the price that is chosen: others beside it can have their
 * own.
 */
export function isInTableOfPrice(index: number, { price }: Columns, found: FoundTables): boolean {
  if (price === null) return true
  const starts = found.tables.slice(1).map(startOf)
  const tableOf = (column: number) => starts.filter((start) => start <= column).length
  const currencyOf = (column: number) => tableOfPrice(found, column).currency
  return tableOf(index) === tableOf(price) && currencyOf(index) === currencyOf(price)
}
