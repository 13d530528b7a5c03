import type { Currency } from '#money/currency.ts'
import type { Assumption, Columns, CurrencyConflict, RowsOptions, RowsReading } from '#pricelist/types.ts'
import type { OpenOptions, OpenedFile } from './format.ts'
import type { Table } from '#table/table.ts'
import {
  findCurrencyConflict,
  isOfStatements,
  withStatements,
} from '#pricelist/currency/currency-conflict.ts'
import { findCurrencyStatements, statedCurrency } from '#pricelist/currency/currency-statement.ts'
import { tableForHeader } from './header-choice.ts'
import { readRows } from '#pricelist/rows/read-rows.ts'
import { type PairsReading, readPricePairs } from '#pricelist/pairs/read-pairs.ts'
import type { CheckChoices } from '#pricelist/pairs/check-pairs.ts'

/** The person's answers; what is absent is found in the file. */
export type PriceListChoices = Omit<RowsOptions, 'defaultCurrency' | 'isCurrencyForced'> & {
  readonly currency?: Currency
  /**
   * What `currency` is said of: the prices that name none, these and the question about what the file says of it, or all
   * prices. Absent: the prices that name none, and the question where it settles that.
   */
  readonly currencyOf?: 'unnamed' | 'question' | 'all'
}

export type PriceListReading = {
  /** The cells under the header row of `columns`. */
  readonly table: Table
  readonly options: RowsOptions
  readonly rows: RowsReading
}

/** Reads the rows of an opened file, with the currency that it states outside its titles. */
export function readPriceList(
  file: OpenedFile,
  fileName: string,
  { currency, currencyOf, ...choices }: PriceListChoices,
): PriceListReading {
  const { columns } = choices
  const table = tableForHeader(file, columns.headerRow)
  const statements = findCurrencyStatements({ ...file, table }, fileName, columns)
  const isAnswered = (conflict: CurrencyConflict): boolean =>
    currencyOf === undefined ? isSettledBy(currency, conflict, columns) : currencyOf !== 'unnamed'
  const conflict = findCurrencyConflict(table, columns, statements)
  const read = (isCurrencyForced: boolean): PriceListReading => {
    const defaultCurrency = currency ?? statedCurrency(statements) ?? 'BGN'
    const options: RowsOptions = { ...choices, defaultCurrency, isCurrencyForced }
    const rows = readRows(table, options)
    const assumptions = withStatements(table, options, { statements, conflict }, rows, isAnswered)
    return { table, options, rows: { ...rows, assumptions } }
  }
  if (currencyOf === 'all') return read(true)
  if (conflict !== undefined) return read(isAnswered(conflict) && !isOfCells(conflict, columns, currency))
  const reading = read(false)
  // A text between the products is known with the rows alone.
  const between = reading.rows.assumptions.find(({ what }) => what === 'currency-conflict')
  const isOverruled = between?.what === 'currency-conflict' && !between.asked && currency !== between.taken
  return currencyOf === 'question' && isOverruled && !isOfStatements(between) ? read(true) : reading
}

/** Whether what the titles say is confirmed, or of two statements one is chosen. */
const isSettledBy = (currency: Currency | undefined, conflict: CurrencyConflict, columns: Columns): boolean =>
  currency !== undefined &&
  (currency === conflict.taken || (columns.currency === null && isOfStatements(conflict)))

/** Whether it was confirmed that each price is in the currency of its own cell. */
const isOfCells = (conflict: CurrencyConflict, columns: Columns, currency: Currency | undefined): boolean =>
  columns.currency !== null && currency === conflict.taken

/** The currency that a file states outside its titles, if it does so in one voice. */
export function currencyStatedIn(file: OpenedFile, fileName: string, columns: Columns): Currency | undefined {
  const table = tableForHeader(file, columns.headerRow)
  return statedCurrency(findCurrencyStatements({ ...file, table }, fileName, columns))
}

/**
 * All that was not in the file but assumed, to be said before tokens are spent: an encoding told by statistics, and what
 * the rows needed.
 */
export function assumptionsOf(file: OpenedFile, options: OpenOptions, reading?: RowsReading): Assumption[] {
  const ofRows = reading?.assumptions ?? []
  const { encoding, hasBom } = file
  const isTold =
    encoding === undefined || encoding === 'utf-8' || hasBom === true || options.encoding !== undefined
  return isTold ? [...ofRows] : [{ what: 'encoding', encoding }, ...ofRows]
}

/** The pairs of an opened file. Items of JSON are counted from 1, rows of all others as the file has them. */
export const pairsOfFile = (file: OpenedFile, table: Table, choices: CheckChoices): PairsReading =>
  readPricePairs(table, { ...choices, firstLine: file.format === 'json' ? 0 : 1 })
