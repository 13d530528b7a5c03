import type { Currency } from '#domain/money.ts'
import type { OpenedFile, Table } from './catalogue.ts'
import type { Columns, RowsOptions, RowsReading } from './price-list.ts'
import {
  findCurrencyConflict,
  findCurrencyStatements,
  statedCurrency,
  withStatements,
} from './currency-statement.ts'
import { tableUnder } from './named-header.ts'
import { readRows } from './rows.ts'

/** The person's answers; what is absent is found in the file. */
export type PriceListChoices = Omit<RowsOptions, 'columns' | 'defaultCurrency' | 'isCurrencyForced'> & {
  readonly columns: Columns
  /** Of prices that name none; of all prices where statements contradict each other. */
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
  const isDisputed = findCurrencyConflict(table, columns, statements) !== undefined
  const options: RowsOptions = {
    ...choices,
    defaultCurrency: currency ?? statedCurrency(statements) ?? 'BGN',
    isCurrencyForced: isDisputed && currency !== undefined,
  }
  const rows = readRows(table, options)
  return { table, options, rows: { ...rows, assumptions: withStatements(sheet, fileName, options, rows) } }
}
