import { type Currency, NATIONAL } from '#money/currency.ts'
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

/** The user's choices; what is absent is detected. */
export type PriceListChoices = Omit<RowsOptions, 'defaultCurrency' | 'isCurrencyForced'> & {
  readonly currency?: Currency
  /**
   * Which prices `currency` is for: those that name none (`unnamed`), also those about whose currency the file contradicts
   * itself (`question`), or all. Absent: those that name none, and the contradiction where `currency` settles it.
   */
  readonly currencyOf?: 'unnamed' | 'question' | 'all'
}

export type PriceListReading = {
  /** The cells under the header row of `columns`. */
  readonly table: Table
  readonly options: RowsOptions
  readonly rows: RowsReading
}

/**
 * Reads the rows of an opened file. Where prices name no currency, it is the user's, else the one that the file states
 * outside its titles, else the national one.
 */
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
    const defaultCurrency = currency ?? statedCurrency(statements) ?? NATIONAL
    const options: RowsOptions = { ...choices, defaultCurrency, isCurrencyForced }
    const rows = readRows(table, options)
    const assumptions = withStatements(table, options, { statements, conflict }, rows, isAnswered)
    return { table, options, rows: { ...rows, assumptions } }
  }
  if (currencyOf === 'all') return read(true)
  if (conflict !== undefined) return read(isAnswered(conflict) && !isOfCells(conflict, columns, currency))
  const reading = read(false)
  // A statement between the products is found with the rows only.
  const between = reading.rows.assumptions.find(({ what }) => what === 'currency-conflict')
  const isOverruled = between?.what === 'currency-conflict' && !between.asked && currency !== between.taken
  return currencyOf === 'question' && isOverruled && !isOfStatements(between) ? read(true) : reading
}

/** Whether the user's currency confirms what the titles say, or chooses one of two statements. */
const isSettledBy = (currency: Currency | undefined, conflict: CurrencyConflict, columns: Columns): boolean =>
  currency !== undefined &&
  (currency === conflict.taken || (columns.currency === null && isOfStatements(conflict)))

/** Whether the user confirmed that each price has the currency of its own cell. */
const isOfCells = (conflict: CurrencyConflict, columns: Columns, currency: Currency | undefined): boolean =>
  columns.currency !== null && currency === conflict.taken

/** The currency that a file states outside its titles; undefined where it states none, or two. */
export function findStatedCurrency(
  file: OpenedFile,
  fileName: string,
  columns: Columns,
): Currency | undefined {
  const table = tableForHeader(file, columns.headerRow)
  return statedCurrency(findCurrencyStatements({ ...file, table }, fileName, columns))
}

/** What was assumed because the file does not say it, shown before tokens are spent: a guessed encoding, and those of the rows. */
export function collectAssumptions(
  file: OpenedFile,
  options: OpenOptions,
  reading?: RowsReading,
): Assumption[] {
  const ofRows = reading?.assumptions ?? []
  const { encoding, hasBom } = file
  const isCertain =
    encoding === undefined || encoding === 'utf-8' || hasBom === true || options.encoding !== undefined
  return isCertain ? [...ofRows] : [{ what: 'encoding', encoding }, ...ofRows]
}

/** Reads the price pairs of an opened file. Line numbers are 1-based: those of items in JSON, of rows in other formats. */
export const readFilePairs = (file: OpenedFile, table: Table, choices: CheckChoices): PairsReading =>
  readPricePairs(table, { ...choices, firstLine: file.format === 'json' ? 0 : 1 })
