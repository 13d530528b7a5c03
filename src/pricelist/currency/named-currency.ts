import { type Currency, CURRENCIES } from '#money/amount.ts'
import type { Columns, CurrencyStatement, OpenedFile, RowsReading } from '../types.ts'
import { findCurrencyStatements } from './currency-statement.ts'
import { headerTitles } from '../headers/header-row.ts'
import { meaningOfHeader } from '../headers/header-meaning.ts'

/** What of a file names another currency than most of its rows were taken for. */
export type NamedCurrency = {
  readonly where: Exclude<CurrencyStatement['where'], 'cells' | 'between'>
  readonly text: string
  readonly named: Currency
}

/**
 * The title of a price column, the rows above the header, the sheet or the file, if one of them names the currency
 * that most rows were not taken for; a title that names any settles it.
 */
export function findNamedCurrency(
  { table, sheet }: Pick<OpenedFile, 'table' | 'sheet'>,
  fileName: string,
  { headerRow, otherPrice }: Pick<Columns, 'headerRow' | 'otherPrice'>,
  column: number,
  taken: Currency,
): NamedCurrency | undefined {
  const title = headerTitles(table, headerRow)[column] ?? ''
  const ofTitle = meaningOfHeader(title).currency
  if (ofTitle !== undefined)
    return ofTitle === taken ? undefined : { where: 'title', text: title, named: ofTitle }
  const other = findCurrencyStatements({ table, ...(sheet !== undefined && { sheet }) }, fileName, {
    headerRow,
    price: column,
    otherPrice,
  })[0]
  if (other === undefined || other.currency === taken) return undefined
  if (other.where === 'cells' || other.where === 'between') return undefined
  return { where: other.where, text: other.text, named: other.currency }
}

/** The currency that more than half of the prices of the n-th price column were taken for. */
export function currencyTaken({ rows, nth, problems }: RowsReading, n: number): Currency | undefined {
  const counts = { BGN: 0, EUR: 0 }
  rows.forEach(({ price, currency }, i) => {
    if (nth[i] === n && price !== '' && !problems.has(i)) counts[currency]++
  })
  return CURRENCIES.find((currency) => counts[currency] > (counts.BGN + counts.EUR) / 2)
}
