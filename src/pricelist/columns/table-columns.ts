import { type ColumnInfo, type Columns, type Detection, type SideTable, priceColumnsOf } from '../types.ts'
import { meaningOfHeader } from '../headers/header-meaning.ts'
import { SURE_NAME } from '../headers/name-titles.ts'

/** The name and currency columns of one table. */
export type OwnColumns = Pick<SideTable, 'name' | 'currency'>

/**
 * The name and currency columns for the prices in column `price`, where tables with other price titles stand
 * next to each other: a second table begins with a name title after a price.
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

/** The detected columns of a file with side tables. */
type FoundTables = Pick<Detection, 'all' | 'columns' | 'tables'>

const startOf = ({ name, price, currency }: SideTable): number =>
  Math.min(price, name ?? price, currency ?? price)

/** The table whose prices are in one column, with its name and currency columns. */
export function tableOfPrice({ all, columns, tables }: FoundTables, price: number): SideTable {
  const [first, ...others] = tables
  const table = others.findLast((one) => startOf(one) <= price) ?? first
  if (table === undefined) return { price, ...ownTable(all, price, columns) }
  // Each price of a table can have its own currency column.
  return { name: table.name, price, currency: all[price]?.currency ?? table.currency }
}

/** Name and currency columns that were chosen: null for none, absent for the detected ones. */
export type ChosenColumns = Partial<OwnColumns>

/** The columns of prices that were chosen; a price with other own columns than the first is that of a side table. */
export function columnsOfPrices(
  found: FoundTables,
  [price, ...more]: readonly [number, ...number[]],
  chosen: ChosenColumns = {},
): Columns {
  const { headerRow, price: detected, otherPrice } = found.columns
  const tableOf = (index: number): SideTable => ({ ...tableOfPrice(found, index), ...chosen, price: index })
  const { name, currency } = tableOf(price)
  const others = [...new Set(more)].filter((index) => index !== price)
  const isSideTable = (index: number) => {
    const own = tableOf(index)
    return own.name !== name || own.currency !== currency
  }
  const sideTables = others.filter(isSideTable).map(tableOf)
  return {
    headerRow,
    price,
    name: name === price && chosen.name === undefined ? null : name,
    currency: currency === price && chosen.currency === undefined ? null : currency,
    otherPrice: price === detected ? otherPrice : null,
    morePrices: others.filter((index) => !isSideTable(index)),
    ...(sideTables.length > 0 && { sideTables }),
  }
}

/**
 * The columns with another price column than the detected one: everything detected for the former price is
 * dropped. A price brings its own currency column, one of a side table also its name column.
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

/** Whether side tables can be read together: only one currency column can be written when prices are replaced. */
export const areReadTogether = (tables: readonly SideTable[]): boolean =>
  tables.every(({ currency }) => currency === null)

/** The side tables whose prices are converted. */
export function tablesRead(tables: readonly SideTable[], columns: Columns): readonly SideTable[] {
  const prices = priceColumnsOf(columns)
  return tables.filter(({ price }) => prices.includes(price))
}

/**
 * The columns with exactly these side tables.
 * @param found as detected, the first table included
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

/** Whether the prices of a column share the name and currency columns of the chosen price. */
export function isInTableOfPrice(index: number, { price }: Columns, found: FoundTables): boolean {
  if (price === null) return true
  const starts = found.tables.slice(1).map(startOf)
  const tableOf = (column: number) => starts.filter((start) => start <= column).length
  const currencyOf = (column: number) => tableOfPrice(found, column).currency
  return tableOf(index) === tableOf(price) && currencyOf(index) === currencyOf(price)
}
