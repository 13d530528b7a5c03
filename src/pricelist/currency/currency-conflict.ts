import { CURRENCY_CODES, type Currency, EURO, NATIONAL } from '#money/currency.ts'
import {
  type Assumption,
  type Columns,
  type CurrencyConflict,
  type CurrencyStatement,
  type RowsOptions,
  type RowsReading,
  priceColumnsOf,
} from '../types.ts'
import { type Table, type TableRow, cellAt, cellText, distinctTexts } from '#table/table.ts'
import { ColumnComparison } from '../columns/column-comparison.ts'
import { firstRowOfData } from '../columns/column-numbers.ts'
import { ColumnSample, isPriceCell } from '../columns/column-sample.ts'
import { currencyBeside } from './row-currency.ts'
import { currencyBetween, statedBetween } from './currency-statement.ts'
import { firstBelow, headerTitles, titleAt } from '../headers/header-row.ts'
import { mayBeInHundredths, meaningOfHeader } from '../headers/header-meaning.ts'
import { headerWithoutCurrency, normalizeHeader } from '../headers/header-text.ts'
import { currencyOfCell, hundredthsOfWord } from './currency-words.ts'

/** Number of rows that are sampled for the currency of their number formats. */
const SAMPLE_CELLS = 400
const MOST = 0.8

/**
 * The assumptions of the rows, with the statement that they are based on, and the conflicts.
 * @param isAnswered whether the user has chosen one of the two currencies
 */
export function withStatements(
  table: Table,
  { columns, defaultCurrency, isCurrencyForced }: RowsOptions,
  { statements, conflict, notesBetween = [] }: StatedCurrency,
  reading: Pick<RowsReading, 'rows' | 'lines' | 'problems' | 'assumptions' | 'unlisted'>,
  isAnswered: (conflict: CurrencyConflict) => boolean,
): Assumption[] {
  const stated = statements.find(({ currency }) => currency === defaultCurrency)
  const assumptions = reading.assumptions.map((one) =>
    one.what === 'currency' && stated !== undefined ? { ...one, stated } : one,
  )
  const isAssumed = assumptions.some(({ what }) => what === 'currency')
  const found =
    conflict ??
    (isAssumed && statements.length === 0 ? findUnnamedConflict(table, columns) : undefined) ??
    (isAssumed && stated?.where === 'cells' ? conflictOfCells(table, columns, stated) : undefined) ??
    conflictBetween(
      table,
      columns,
      isAssumed && isCurrencyForced !== true
        ? { taken: defaultCurrency, ...(stated && { by: stated }) }
        : namedByPrices(table, columns),
      reading,
      notesBetween,
    ) ??
    (isAssumed && isCurrencyForced !== true
      ? conflictBeside(table, columns, defaultCurrency, stated, reading)
      : undefined)
  if (found === undefined) return assumptions
  return [{ what: 'currency-conflict', ...found, asked: !isAnswered(found) }, ...assumptions]
}

/** Statements of the currency outside the titles, and their conflict with titles, formats or cells. */
type StatedCurrency = {
  readonly statements: readonly CurrencyStatement[]
  readonly conflict: CurrencyConflict | undefined
  /** Texts between the tables that the products are in. */
  readonly notesBetween?: readonly string[]
}

/** A text in the row of a price that names another currency than the assumed one. */
function conflictBeside(
  table: Table,
  columns: Columns,
  taken: Currency,
  by: CurrencyStatement | undefined,
  { unlisted }: Pick<RowsReading, 'unlisted'>,
): CurrencyConflict | undefined {
  const stated = currencyBeside(table, columns, taken, unlisted !== undefined)
  return stated && { taken, ...(by && { by }), stated }
}

type Named = Pick<CurrencyConflict, 'taken' | 'by'>

/** A text between the products that names another currency than all of them were read in. */
function conflictBetween(
  table: Table,
  { headerRow }: Columns,
  named: Named | undefined,
  { rows, lines, problems, unlisted }: Pick<RowsReading, 'rows' | 'lines' | 'problems' | 'unlisted'>,
  notesBetween: readonly string[],
): CurrencyConflict | undefined {
  // A file with such a text is not read as a stream, of which not all rows are listed.
  if (named === undefined || unlisted !== undefined) return undefined
  const isOther = (currency: Currency): boolean => currency !== named.taken
  for (const text of notesBetween) {
    const currency = currencyBetween(text)
    if (currency !== undefined && isOther(currency))
      return { ...named, stated: { where: 'between', text, currency } }
  }
  let from = firstBelow(headerRow)
  for (let i = 0; i < rows.length; i++) {
    if (rows[i]!.price === '' || (problems.size > 0 && problems.has(i))) continue
    const r = lines[i]! - 1
    const stated = statedBetween(table, from, r, isOther)
    if (stated !== undefined) return { ...named, stated }
    from = r + 1
  }
  return undefined
}

/** Prices without a currency are read as other cells say, and all that have one, in their own column, name the other. */
function conflictOfCells(
  table: Table,
  { headerRow, currency }: Columns,
  by: CurrencyStatement,
): CurrencyConflict | undefined {
  if (currency === null) return undefined
  const named = distinctTexts(table, currency, firstRowOfData(table, headerRow)).flatMap((text) => {
    const own = currencyOfCell(text)
    return own === undefined ? [] : { where: 'cells' as const, text: text.trim(), currency: own }
  })
  const [first] = named
  return first === undefined || named.some((one) => one.currency === by.currency)
    ? undefined
    : { taken: by.currency, by, stated: first }
}

/** Whether the prices name no currency, and two statements name different ones. */
export const isOfStatements = ({ by, stated }: CurrencyConflict): boolean =>
  by === undefined || (by !== 'formats' && (by.where !== 'title' || by.text === stated.text))

/** Finds a conflict between the title, the number formats or a currency column, and the statements. */
export function findCurrencyConflict(
  table: Table,
  columns: Columns,
  statements: readonly CurrencyStatement[],
): CurrencyConflict | undefined {
  if (columns.otherPrice !== null) return undefined
  if (columns.currency !== null) return conflictWithColumn(table, columns, statements)
  const own = pricesNamed(table, columns)
  for (const { title, format } of own) {
    if (title !== undefined && format !== undefined && title.currency !== format)
      return { taken: format, by: 'formats', stated: title }
  }
  const named = new Set(own.flatMap(({ title, format }) => format ?? title?.currency ?? []))
  // Columns in both currencies: each has its own, and a statement may refer to one of them.
  if (named.size > 1) return undefined
  const only = namedByPrices(table, columns)
  if (only !== undefined) {
    const other = statements.find(({ currency }) => currency !== only.taken)
    return other && { ...only, stated: other }
  }
  const [first, second] = statements
  return first !== undefined && second !== undefined
    ? { taken: first.currency, by: first, stated: second }
    : undefined
}

type PriceNamed = { readonly title: CurrencyStatement | undefined; readonly format: Currency | undefined }

/** The currencies that the title and the number formats of each price column name. */
const pricesNamed = (table: Table, columns: Columns): PriceNamed[] => {
  const titles = headerTitles(table, columns.headerRow)
  return priceColumnsOf(columns).map((index) => {
    const text = titleAt(titles, index)
    const { currency } = meaningOfHeader(text)
    return {
      title: currency && { where: 'title', text, currency },
      format: formatCurrency(table, columns, index),
    }
  })
}

/**
 * The currency that the titles and number formats of all price columns agree on; undefined where there is a
 * currency column.
 */
function namedByPrices(table: Table, columns: Columns): Named | undefined {
  if (columns.otherPrice !== null || columns.currency !== null) return undefined
  const named = new Map(
    pricesNamed(table, columns).flatMap(({ title, format }) => {
      const currency = format ?? title?.currency
      return currency === undefined ? [] : [[currency, title ?? ('formats' as const)] as const]
    }),
  )
  const [only, ...others] = named
  return only === undefined || others.length > 0 ? undefined : { taken: only[0], by: only[1] }
}

/**
 * A conflict where all cells of the currency column name one currency, and the price title or a statement the
 * other. All rows count: the only one that names a currency may be the last one.
 */
function conflictWithColumn(
  table: Table,
  columns: Columns,
  statements: readonly CurrencyStatement[],
): CurrencyConflict | undefined {
  const { headerRow, price, currency } = columns
  const title = titleAt(headerTitles(table, headerRow), price!)
  const ofTitle = meaningOfHeader(title).currency
  const others: CurrencyStatement[] = [
    ...(ofTitle === undefined ? [] : [{ where: 'title' as const, text: title, currency: ofTitle }]),
    ...statements.filter(({ where }) => where !== 'cells'),
  ]
  if (others.length === 0) return undefined
  const by = onlyNamed(table, currency!, price!, firstRowOfData(table, headerRow))
  const stated = others.find((other) => other.currency !== by?.currency)
  return by && stated && { taken: by.currency, by, stated }
}

/** The only currency that the cells of a column name in rows with a price, and the first text that does. */
function onlyNamed(table: Table, column: number, price: number, from: number): CurrencyStatement | undefined {
  const currencies = new Map(
    distinctTexts(table, column, from).map((text) => [text, currencyOfCell(text) ?? hundredthsOfWord(text)]),
  )
  const named = new Set([...currencies.values()].filter((one) => one !== undefined))
  let found: CurrencyStatement | undefined
  for (let r = from; r < table.length && named.size > 0; r++) {
    const text = cellText(cellAt(table, r, column))
    const currency = currencies.get(text)
    if (currency === undefined || currency === found?.currency || !isPriceCell(cellAt(table, r, price)))
      continue
    if (found !== undefined) return undefined
    found = { where: 'cells', text: text.trim(), currency }
    if (named.size === 1) return found
  }
  return found
}

/**
 * A reason not to read prices without a currency as lev: their title names both, another price of the table
 * is in euro, or one in lev equals theirs at the rate.
 */
function findUnnamedConflict(table: Table, columns: Columns): CurrencyConflict | undefined {
  if (columns.otherPrice !== null) return undefined
  const titles = headerTitles(table, columns.headerRow)
  const own = priceColumnsOf(columns).map((index) => titleAt(titles, index))
  const title = own.find((one) => meaningOfHeader(one).isInBoth)
  if (title !== undefined) {
    const both: CurrencyStatement = { where: 'title', text: title, currency: EURO }
    return { taken: NATIONAL, by: both, stated: both }
  }
  const cents = own.find(isInUnnamedCents)
  if (cents !== undefined) return { taken: NATIONAL, stated: { where: 'title', text: cents, currency: EURO } }
  const named = titles.flatMap((text, index) => {
    const { price, currency } = meaningOfHeader(text)
    return price !== 0 && currency !== undefined && hasPrices(table, columns, index)
      ? { index, text, currency }
      : []
  })
  const compare = new ColumnComparison(table, firstRowOfData(table, columns.headerRow))
  const lev = named.find(
    ({ index, currency }) => currency === NATIONAL && compare.areConverted(index, columns.price!, EURO),
  )
  if (lev !== undefined)
    return { taken: NATIONAL, stated: { where: 'title', text: lev.text, currency: NATIONAL } }
  // Next to a price without a currency and with the same words, it is that price in the other currency.
  const unnamed = titles
    .filter((text) => meaningOfHeader(text).currency === undefined)
    .map(headerWithoutCurrency)
  const euro = named.find(
    ({ text, currency }) => currency === EURO && !unnamed.includes(headerWithoutCurrency(text)),
  )
  return euro === undefined || named.some(({ currency }) => currency === NATIONAL)
    ? undefined
    : { taken: NATIONAL, stated: { where: 'title', text: euro.text, currency: EURO } }
}

/** `price_cents`: those of the euro, or a word for hundredths of any currency. */
const isInUnnamedCents = (title: string): boolean => {
  const { currency, ...meaning } = meaningOfHeader(title)
  return (
    mayBeInHundredths(meaning) &&
    currency === undefined &&
    /(?<![a-z])c(?:en)?ts?(?![a-z])/i.test(normalizeHeader(title))
  )
}

const hasPrices = (table: Table, { headerRow }: Columns, index: number): boolean =>
  new ColumnSample(table, index, firstBelow(headerRow)).prices > 0

function sampledRows(table: Table, headerRow: number | null): readonly TableRow[] {
  const from = firstBelow(headerRow)
  return table.slice(from, from + SAMPLE_CELLS)
}

/** The currency of the number formats of nearly all numbers in a column. */
function formatCurrency(table: Table, { headerRow }: Columns, index: number): Currency | undefined {
  const numbers = sampledRows(table, headerRow).flatMap((row) => {
    const cell = row[index]
    return typeof cell === 'object' && cell.kind === 'number' ? [cell] : []
  })
  return CURRENCY_CODES.find(
    (currency) => numbers.filter((cell) => cell.currency === currency).length > MOST * numbers.length,
  )
}
