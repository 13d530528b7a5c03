import type { OpenedFile, Table } from '#catalogue/catalogue.ts'
import type { Columns, RowsReading } from '#catalogue/price-list.ts'
import { withStatements } from '#catalogue/currency-conflict.ts'
import { findCurrencyStatements, statedCurrency } from '#catalogue/currency-statement.ts'
import { tableUnder } from '#catalogue/named-header.ts'
import { readRows } from '#catalogue/rows.ts'
import type { Currency } from '#domain/money.ts'
import type { RowChoices } from './snapshot.ts'

/** The currency of prices that name none, as far as nobody has chosen it: what the file states, else lev. */
export const usualCurrency = (opened: OpenedFile, fileName: string, columns: Columns): Currency =>
  statedIn(opened, fileName, columns) ?? 'BGN'

/** The currency that the file states outside its titles, in one voice. */
export function statedIn(opened: OpenedFile, fileName: string, columns: Columns): Currency | undefined {
  const table = tableUnder(opened, columns.headerRow)
  return statedCurrency(findCurrencyStatements({ ...opened, table }, fileName, columns))
}

/** The rows as the person has chosen, with what the file states of their currency. */
export function readChosen(
  opened: OpenedFile,
  fileName: string,
  choices: RowChoices,
): { table: Table; reading: RowsReading } {
  const table = tableUnder(opened, choices.columns.headerRow)
  const rows = readRows(table, choices)
  const assumptions = withStatements({ ...opened, table }, fileName, choices, rows)
  return { table, reading: { ...rows, assumptions } }
}
