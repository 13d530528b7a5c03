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

/**
 * The user's choices; what is absent is detected. `defaultCurrency` is for prices that name none, with `isCurrencyForced`
 * also for those about whose currency the file contradicts itself.
 */
export type PriceListChoices = Omit<RowsOptions, 'defaultCurrency'> & {
  readonly defaultCurrency?: Currency
  /** `settled`: `defaultCurrency` is also for a contradiction that it settles; `all`: it is for all prices. */
  readonly currencyScope?: 'settled' | 'all'
  /** For prices that name none, where there is no `defaultCurrency` and the file states none. */
  readonly usualCurrency?: Currency
}

/** The rows of a file, and the cells under its header row. */
export type PriceListRows = RowsReading & { readonly table: Table }

/**
 * Reads the rows of an opened file. Where prices name no currency, it is the user's, else the one that the file states
 * outside its titles, else the usual one.
 * @param rowsOf reads the rows, with what remains to be chosen
 */
export function readPriceList(
  file: OpenedFile,
  fileName: string,
  {
    defaultCurrency: currency,
    isCurrencyForced = false,
    currencyScope,
    usualCurrency = NATIONAL,
    ...choices
  }: PriceListChoices,
  rowsOf: (table: Table, options: RowsOptions) => RowsReading = readRows,
): PriceListRows {
  const { columns } = choices
  const { notesBetween = [] } = file
  const table = tableForHeader(file, columns.headerRow)
  const statements = findCurrencyStatements({ ...file, table }, ownName(file, fileName), columns)
  const isAnswered = (conflict: CurrencyConflict): boolean =>
    isCurrencyForced ||
    currencyScope === 'all' ||
    (currencyScope === 'settled' && isSettledBy(currency, conflict, columns))
  const conflict = findCurrencyConflict(table, columns, statements)
  const defaultCurrency = currency ?? statedCurrency(statements) ?? usualCurrency
  const read = (isForced: boolean): PriceListRows => {
    const options: RowsOptions = { ...choices, defaultCurrency, isCurrencyForced: isForced }
    const rows = rowsOf(table, options)
    const assumptions = withStatements(
      table,
      options,
      { statements, conflict, notesBetween },
      rows,
      isAnswered,
    )
    return { ...rows, assumptions, table }
  }
  if (currencyScope === 'all') return read(true)
  if (conflict !== undefined) return read(isAnswered(conflict) && !isOfCells(conflict, columns, currency))
  const reading = read(false)
  // A statement between the products is found with the rows only.
  const between = reading.assumptions.find(({ what }) => what === 'currency-conflict')
  const isOverruled = between?.what === 'currency-conflict' && !between.asked && currency !== between.taken
  return isCurrencyForced && isOverruled && !isOfStatements(between) ? read(true) : reading
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
  return statedCurrency(findCurrencyStatements({ ...file, table }, ownName(file, fileName), columns))
}

/** The name of the list, which in an archive has its own. */
const ownName = ({ packing }: OpenedFile, fileName: string): string =>
  packing?.kind === 'zip' ? packing.entry.slice(packing.entry.lastIndexOf('/') + 1) : fileName

/** What was assumed because the file does not say it, shown before tokens are spent: a guessed encoding, and those of the rows. */
export function collectAssumptions(
  file: OpenedFile,
  options: OpenOptions,
  reading?: RowsReading,
): Assumption[] {
  const ofRows = reading?.assumptions ?? []
  const { encoding, hasBom, isEncodingStated = false } = file
  const isCertain =
    encoding === undefined ||
    encoding === 'utf-8' ||
    hasBom === true ||
    isEncodingStated ||
    options.encoding !== undefined
  return isCertain ? [...ofRows] : [{ what: 'encoding', encoding }, ...ofRows]
}

/** The line number of the table's first row. Lines are 1-based: of items in JSON and XML, of rows in other formats. */
export const firstLineOf = ({ format }: Pick<OpenedFile, 'format'>): number =>
  format === 'json' || format === 'xml' ? 0 : 1

/** Reads the price pairs of an opened file. */
export const readFilePairs = (file: OpenedFile, table: Table, choices: CheckChoices): PairsReading =>
  readPricePairs(table, { ...choices, firstLine: firstLineOf(file) })
