import { type Currency, CURRENCIES } from '#domain/money.ts'
import type { Table } from './catalogue.ts'
import type {
  Assumption,
  Columns,
  CurrencyConflict,
  CurrencyStatement,
  RowsOptions,
  RowsReading,
} from './price-list.ts'
import { cellAt, textOf } from './cells.ts'
import { isPriceCell } from './column-sample.ts'
import { statedBetween } from './currency-statement.ts'
import { headerTitles } from './header-row.ts'
import { meaningOfHeader } from './header-meaning.ts'
import { wordsOfHeader } from './header-text.ts'
import { priceColumnsOf } from './price-columns.ts'
import { currencyOfWord } from './price-words.ts'

/** Rows that are looked at to tell the currency of their number formats. */
const SAMPLE_CELLS = 400
const MOST = 0.8

/**
 * What was assumed of the rows, with the statement that it rests on, and what contradicts itself.
 * @param isAnswered whether the person has said which of two currencies it is
 */
export function withStatements(
  table: Table,
  { columns, defaultCurrency }: RowsOptions,
  { statements, conflict }: CurrencySaid,
  reading: Pick<RowsReading, 'assumptions'>,
  isAnswered: (conflict: CurrencyConflict) => boolean,
): Assumption[] {
  const stated = statements.find(({ currency }) => currency === defaultCurrency)
  const assumptions = reading.assumptions.map((one) =>
    one.what === 'currency' && stated !== undefined && one.currency === stated.currency
      ? { ...one, stated }
      : one,
  )
  const isAssumed = assumptions.some(({ what }) => what === 'currency')
  const found =
    conflict ??
    (isAssumed && statements.length === 0 ? findCurrencyDoubt(table, columns) : undefined) ??
    (isAssumed ? conflictWithin(table, columns, defaultCurrency, stated) : undefined)
  if (found === undefined) return assumptions
  return [{ what: 'currency-conflict', ...found, asked: !isAnswered(found) }, ...assumptions]
}

/** What the file states of the currency outside its titles, and where that and its titles, formats and cells disagree. */
type CurrencySaid = {
  readonly statements: readonly CurrencyStatement[]
  readonly conflict: CurrencyConflict | undefined
}

/** A text between the products says another currency than what is assumed of all of them. */
function conflictWithin(
  table: Table,
  columns: Columns,
  taken: Currency,
  by: CurrencyStatement | undefined,
): CurrencyConflict | undefined {
  const stated = statedBetween(table, columns, taken)
  return stated && { taken, stated, ...(by && { by }) }
}

/** Two statements contradict each other, and the prices name no currency. */
export const isOfStatements = ({ by, stated }: CurrencyConflict): boolean =>
  by === undefined || (by !== 'formats' && (by.where !== 'title' || by.text === stated.text))

/** Where the title, the number formats or a column of currencies, and the statements name different currencies. */
export function findCurrencyConflict(
  table: Table,
  columns: Columns,
  statements: readonly CurrencyStatement[],
): CurrencyConflict | undefined {
  if (columns.otherPrice !== null) return undefined
  if (columns.currency !== null) return conflictWithColumn(table, columns, statements)
  const titles = headerTitles(table, columns.headerRow)
  const own = priceColumnsOf(columns).map((index) => {
    const text = titles[index] ?? ''
    const title = meaningOfHeader(text).currency
    const format = formatCurrency(table, columns, index)
    return { title: title && { where: 'title' as const, text, currency: title }, format }
  })
  const [first, second] = statements
  for (const { title, format } of own) {
    if (title !== undefined && format !== undefined && title.currency !== format)
      return { taken: format, by: 'formats', stated: title }
  }
  const named = new Map(
    own.flatMap(({ title, format }) => {
      const currency = format ?? title?.currency
      return currency === undefined ? [] : [[currency, title ?? ('formats' as const)] as const]
    }),
  )
  // Columns in both currencies: each has its own, and a statement can be of one of them.
  if (named.size > 1) return undefined
  const [only] = named
  if (only !== undefined) {
    const [taken, by] = only
    const other = statements.find(({ currency }) => currency !== taken)
    return other && { taken, by, stated: other }
  }
  return first !== undefined && second !== undefined
    ? { taken: first.currency, by: first, stated: second }
    : undefined
}

/** Where all cells of the column of currencies name one, and the title of the price or a statement the other. */
function conflictWithColumn(
  table: Table,
  columns: Columns,
  statements: readonly CurrencyStatement[],
): CurrencyConflict | undefined {
  const { headerRow, price, currency } = columns
  const texts = table
    .slice((headerRow ?? -1) + 1, (headerRow ?? -1) + 1 + SAMPLE_CELLS)
    .filter((row) => isPriceCell(row[price ?? 0]))
    .map((row) => textOf(row[currency!]).trim())
  const [taken, ...others] = new Set(texts.flatMap((text) => currencyOfWord(text) ?? []))
  if (taken === undefined || others.length > 0) return undefined
  const title = headerTitles(table, headerRow)[price ?? 0] ?? ''
  const named = meaningOfHeader(title).currency
  const stated =
    named !== undefined && named !== taken
      ? { where: 'title' as const, text: title, currency: named }
      : statements.find(({ currency: other, where }) => other !== taken && where !== 'cells')
  const text = texts.find((one) => one !== '') ?? ''
  return stated && { taken, by: { where: 'cells', text, currency: taken }, stated }
}

/**
 * What keeps prices that name no currency from being taken for lev: their title names both, or another price of the table is
 * in euro.
 */
function findCurrencyDoubt(table: Table, columns: Columns): CurrencyConflict | undefined {
  if (columns.otherPrice !== null) return undefined
  const titles = headerTitles(table, columns.headerRow)
  const own = priceColumnsOf(columns).map((index) => titles[index] ?? '')
  const title = own.find((one) => meaningOfHeader(one).isInBoth)
  if (title !== undefined) {
    const both: CurrencyStatement = { where: 'title', text: title, currency: 'EUR' }
    return { taken: 'BGN', by: both, stated: both }
  }
  const named = titles.flatMap((text, index) => {
    const { price, currency } = meaningOfHeader(text)
    return price > 0 && currency !== undefined && hasPrices(table, columns, index) ? { text, currency } : []
  })
  // With the same words as a price in no currency it is that one's other price.
  const unnamed = titles.filter((text) => meaningOfHeader(text).currency === undefined).map(wordsOfHeader)
  const euro = named.find(
    ({ text, currency }) => currency === 'EUR' && !unnamed.includes(wordsOfHeader(text)),
  )
  return euro === undefined || named.some(({ currency }) => currency === 'BGN')
    ? undefined
    : { taken: 'BGN', stated: { where: 'title', ...euro } }
}

const hasPrices = (table: Table, { headerRow }: Columns, index: number): boolean =>
  table
    .slice((headerRow ?? -1) + 1, (headerRow ?? -1) + 1 + SAMPLE_CELLS)
    .some((row) => isPriceCell(row[index]))

/** The currency that nearly all stored numbers of a column are formatted in. */
function formatCurrency(table: Table, { headerRow }: Columns, index: number): Currency | undefined {
  const counts = { BGN: 0, EUR: 0 }
  let numbers = 0
  const from = (headerRow ?? -1) + 1
  for (let r = from; r < Math.min(table.length, from + SAMPLE_CELLS); r++) {
    const cell = cellAt(table, r, index)
    if (typeof cell !== 'object' || cell.kind !== 'number') continue
    numbers++
    if (cell.currency !== undefined) counts[cell.currency]++
  }
  return CURRENCIES.find((currency) => counts[currency] > MOST * numbers)
}
