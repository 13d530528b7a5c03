import type { Currency } from '#domain/money.ts'
import type { OpenedFile, Table } from './catalogue.ts'
import type { Columns, RowsOptions, RowsReading } from './price-list.ts'
import { findCurrencyConflict, isOfStatements, withStatements } from './currency-conflict.ts'
import { findCurrencyStatements, statedCurrency } from './currency-statement.ts'
import { tableUnder } from './named-header.ts'
import { readRows } from './rows.ts'

/** The person's answers; what is absent is found in the file. */
export type PriceListChoices = Omit<RowsOptions, 'columns' | 'defaultCurrency'> & {
  readonly columns: Columns
  /** Of prices that name none; of all prices where `isCurrencyForced`. */
  readonly currency?: Currency
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
  { currency, ...choices }: PriceListChoices,
): PriceListReading {
  const { columns } = choices
  const table = tableUnder(file, columns.headerRow)
  const sheet = { ...file, table }
  const statements = findCurrencyStatements(sheet, fileName, columns)
  const conflict = findCurrencyConflict(table, columns, statements)
  // What the titles say is confirmed, or of two statements one is chosen.
  const isSettled =
    conflict !== undefined &&
    currency !== undefined &&
    (currency === conflict.taken || isOfStatements(conflict))
  const options: RowsOptions = {
    ...choices,
    defaultCurrency: currency ?? statedCurrency(statements) ?? 'BGN',
    isCurrencyForced: choices.isCurrencyForced === true || isSettled,
  }
  const rows = readRows(table, options)
  const assumptions = withStatements(sheet, fileName, options, rows).map((one) =>
    one.what === 'currency-conflict' && currency !== undefined && isOfStatements(one)
      ? { ...one, asked: false }
      : one,
  )
  return { table, options, rows: { ...rows, assumptions } }
}
