import type { ColumnInfo, Columns, Detection, SideTable } from './price-list.ts'
import { meaningOfHeader } from './header-meaning.ts'
import { wordsOfHeader } from './header-text.ts'
import { RANKS } from './header-words.ts'
import type { Candidate } from './price-choice.ts'
import { priceColumnsOf } from './price-columns.ts'

/** A table to the right of another, and all columns that are its own. */
export type FoundSideTable = { readonly table: SideTable; readonly columns: readonly number[] }

/** Titles of names that are nothing else; a description or a model can stand to the right of the price. */
const SURE_NAME = 95

/**
 * Finds further tables under the same header row: names and prices that repeat the titles of the first ('Име', 'Цена',
 * 'Име', 'Цена'). Each ends where the next begins.
 */
export function findSideTables(candidates: readonly Candidate[]): readonly FoundSideTable[] {
  const names = candidates.filter(({ meaning, sample }) => meaning.name > 0 && sample.words > 0)
  const [first, ...others] = names
  const further = others.filter(
    ({ meaning, title }) =>
      (meaning.name >= SURE_NAME && first!.meaning.name >= SURE_NAME) || title === first!.title,
  )
  const isPrice = ({ meaning, sample }: Candidate) => meaning.price >= RANKS.net && sample.prices > 0
  const next = further[0]
  if (first === undefined || next === undefined) return []
  const price = candidates.find((one) => isPrice(one) && one.index > first.index && one.index < next.index)
  if (price === undefined) return []
  const words = wordsOfHeader(price.title)
  const tables = further.map((name, i): FoundSideTable | undefined => {
    const end = further[i + 1]?.index ?? Infinity
    const own = candidates.filter(({ index }) => index >= name.index && index < end)
    const ownPrice = own.find((one) => isPrice(one) && wordsOfHeader(one.title) === words)
    if (ownPrice === undefined) return undefined
    const currency = own.find(isCurrency)?.index ?? null
    return {
      table: { name: name.index, price: ownPrice.index, currency },
      columns: own.map(({ index }) => index),
    }
  })
  // Where one of them is no table of its own the second name is another word for the first.
  return tables.every((one) => one !== undefined) ? tables : []
}

/** The columns of names and currencies of one table. */
export type OwnColumns = Pick<SideTable, 'name' | 'currency'>

/**
 * The columns of the names and currencies that belong to the prices in column `price`, where tables of other titles stand
 * beside each other: a second table begins with a title of names behind a price.
 * @param file those of the whole file
 */
export function ownTable(all: readonly ColumnInfo[], price: number, file: OwnColumns): OwnColumns {
  const starts = tableStarts(all)
  const [second] = starts
  const start = starts.findLast((one) => one <= price)
  // The first table must have the names of the file.
  if (second === undefined || start === undefined || file.name === null || file.name >= second)
    return { name: file.name, currency: file.currency }
  const end = starts.find((one) => one > price) ?? Infinity
  const own = all.filter(({ index }) => index >= start && index < end)
  const currency = own.find(({ title }) => meaningOfHeader(title).isCurrency)?.index ?? null
  return { name: start, currency }
}

/** What is known of the columns of a file with tables beside each other. */
type FoundTables = Pick<Detection, 'all' | 'columns' | 'tables'>

/** The prices in one column as a table, with the columns of the names and currencies that belong to them. */
export function tableOfPrice({ all, columns, tables }: FoundTables, price: number): SideTable {
  const [first, ...others] = tables
  const own = others.findLast((table) => (table.name ?? table.price) <= price) ?? first
  const { name, currency } = own ?? ownTable(all, price, columns)
  return { name, price, currency }
}

/**
 * The columns with another price column than was found: what was found together with it does not outlive it. A price of
 * another table brings the names and currencies of that one.
 */
export function withPrice(
  { sideTables: _found, ...columns }: Columns,
  price: number | null,
  found: FoundTables,
): Columns {
  const changed = { ...columns, price, otherPrice: null }
  if (price === null) return changed
  const nameOf = (index: number) => tableOfPrice(found, index).name
  const { name, currency } = tableOfPrice(found, price)
  const before = columns.price ?? columns.name
  return {
    ...changed,
    ...((before === null || nameOf(before) !== name) && { name, currency }),
    morePrices: columns.morePrices.filter((index) => index !== price && nameOf(index) === name),
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

const isCurrency = ({ meaning, sample }: Candidate): boolean =>
  meaning.isCurrency || (sample.filled > 0 && sample.currencies > 0.8 * sample.filled)

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

/** Whether a column is of the table that the price is of: others beside it have names of their own. */
export function isInTableOfPrice(index: number, { price }: Columns, tables: readonly SideTable[]): boolean {
  const starts = tables.slice(1).map((table) => table.name ?? table.price)
  const tableOf = (column: number) => starts.filter((start) => start <= column).length
  return price === null || tableOf(index) === tableOf(price)
}
