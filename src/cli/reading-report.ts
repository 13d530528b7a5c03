import {
  type Lines,
  type PriceColumn,
  type ReadingReport,
  keptColumns,
  makeReadingReport,
} from '#files/reading-report.ts'
import type { PriceListReading } from '#files/read-list.ts'
import { sheetKindOf } from '#formats/format.ts'
import { CURRENCY_CODES, type Currency } from '#money/currency.ts'
import { type ProblemSummary, summarizeProblems } from '#pricelist/rows/price-problems.ts'
import { type PriceKind, type PriceProblem, priceColumnsOf } from '#pricelist/types.ts'
import { columnLabel, describeColumn, oneLine } from './columns.ts'
import { counted, listSheets, rowList } from './error.ts'
import type { NamedCurrency } from './recipe.ts'

type Text = { readonly one: string; readonly many: string; readonly advice: string }

const OTHER_COLUMN = 'Name the column with the prices with --price.'
const CORRECT = 'Correct the file, or name another column with --price.'

/** The texts for one cell and for several, and the advice. */
const TEXTS = {
  'no-price': { one: 'is empty', many: 'are empty', advice: OTHER_COLUMN },
  'not-a-price': { one: 'is not a price', many: 'are not prices', advice: CORRECT },
  'not-positive': { one: 'is 0', many: 'are 0', advice: OTHER_COLUMN },
  'too-large': {
    one: 'is above 9,999,999.99',
    many: 'are above 9,999,999.99',
    advice: OTHER_COLUMN,
  },
  'unknown-currency': {
    one: 'is in an unknown currency',
    many: 'are in an unknown currency',
    advice: `Write ${CURRENCY_CODES.join(' or ')}.`,
  },
  negative: { one: 'is negative', many: 'are negative', advice: CORRECT },
  range: { one: 'is a range', many: 'are ranges', advice: 'Write one price in each cell.' },
  'other-currency': {
    one: 'is in another currency',
    many: 'are in another currency',
    advice: 'Convert them to lev or euro first, or name another column with --price.',
  },
  'two-prices': {
    one: 'has two prices that disagree',
    many: 'have two prices that disagree',
    advice: 'Write one price in each cell.',
  },
  'no-number': { one: 'has no number', many: 'have no number', advice: OTHER_COLUMN },
  date: { one: 'is a date', many: 'are dates', advice: OTHER_COLUMN },
  percent: { one: 'is a percentage', many: 'are percentages', advice: OTHER_COLUMN },
  ambiguous: {
    one: 'can be read in two ways',
    many: 'can be read in two ways',
    advice: 'Say --ambiguous decimal or --ambiguous thousands.',
  },
  'cell-error': {
    one: 'is an error value',
    many: 'are error values',
    advice: 'Correct the formulas, or name another column with --price.',
  },
  'out-of-place': {
    one: 'is not under its title',
    many: 'are not under their title',
    advice:
      'Put values that have the delimiter or a decimal comma in them in quotes, give every column a title, or save the file as XLSX.',
  },
  'not-hundredths': {
    one: 'is in a column of stotinki or cents that also has other amounts',
    many: 'are in a column of stotinki or cents that also has other amounts',
    advice:
      'Correct the title or the amounts: stotinki and cents are whole numbers without a currency beside them.',
  },
} satisfies Record<PriceProblem, Text>

/** Limit of reasons in a sentence. */
const MAX_REASONS = 4

/**
 * Says why no row has a valid price, with the first rows of each reason, and advice for the most frequent.
 * @param titleOf the title of a price column by its position among the price columns, from 0
 */
export function noValidPrice(
  problems: readonly ProblemSummary[],
  titleOf: (priceColumnIndex: number) => string,
): string {
  const [first] = problems
  if (first === undefined)
    return `The file has no row with a valid price: its cells are empty. ${OTHER_COLUMN}`
  const reasons = problems.slice(0, MAX_REASONS).map((one) => reasonText(one, titleOf(one.nth)))
  return `The file has no row with a valid price: ${reasons.join('; ')}. ${TEXTS[first.problem].advice}`
}

/** Counts the cells that are not prices by reason, with an example of each. */
const reasonsOf = (problems: readonly ProblemSummary[]): string =>
  problems
    .slice(0, MAX_REASONS)
    .map(({ problem, count, example }) => {
      const { one, many } = TEXTS[problem]
      return `${count} ${count === 1 ? one : many}${example === '' ? '' : ` ('${example}')`}`
    })
    .join(', ')

function reasonText({ problem, count, lines, example }: ProblemSummary, title: string): string {
  const { one, many } = TEXTS[problem]
  const cells = count === 1 ? `1 cell of ${title} ${one}` : `${count} cells of ${title} ${many}`
  const shown = example === '' ? '' : ` ('${example}')`
  return `${cells}${shown}, ${count > lines.length ? 'first in' : 'in'} ${rowList(lines)}`
}

/** What was read and what was left, as one line for standard error. */
export function readingLine(reading: PriceListReading, named?: NamedCurrency): string {
  const { taken, left } = makeReadingReport(reading)
  const { otherPrice } = reading.choice.columns
  const unread = summarizeProblems(reading.rows).filter(({ problem }) => problem !== 'no-price')
  const names = priceColumnsOf(reading.choice.columns).map((index) =>
    describeColumn(reading.detection, index),
  )
  const sides = taken.sideTables > 0 ? `, ${counted(taken.sideTables, 'table')} to the right included` : ''
  const parts = [`Taken: prices of ${names.join(', ')}${sides}, ${currencyText(taken.currency, named)}`]
  if (otherPrice !== null && !priceColumnsOf(reading.choice.columns).includes(otherPrice))
    parts.push(
      `${describeColumn(reading.detection, otherPrice)} was compared, and taken where the first has no price`,
    )
  for (const one of reading.assumptions)
    if (one.what === 'hundredths')
      parts.push(`the amounts of '${oneLine(one.title)}' were divided by 100: ${one.example} is ${one.price}`)
  for (const one of reading.assumptions)
    if (one.what === 'currency-conflict' && !one.asked && one.stated.where === 'between')
      parts.push(`as confirmed, also below the text between the products '${one.stated.text}'`)
  if (reading.choice.columns.name === null) parts.push('no column of names was found (--name)')
  if (left.sheets.length > 0)
    parts.push(`not read: ${listSheets(left.sheets, sheetKindOf(reading.file))} (--sheet)`)
  if (left.columns.length > 0)
    parts.push(
      `not converted, though prices seem to stand there too: ${listPrices(left.columns)} (--price takes more)`,
    )
  if (left.totals.count > 0) parts.push(`left out: ${rowsText(left.totals, 'total')}`)
  if (left.inWantedCurrency.count > 0)
    parts.push(
      `left as they are: ${rowsText(left.inWantedCurrency, 'price in the wanted currency', 'prices in the wanted currency')}`,
    )
  if (left.invalid.count > 0)
    parts.push(
      `left as written: ${rowsText(left.invalid, 'price that cannot be read', 'prices that cannot be read')}: ${reasonsOf(unread)}`,
    )
  if (left.withoutPrice.count > 0) parts.push(`without a price: ${rowsText(left.withoutPrice, 'row')}`)
  return `${parts.join('; ')}.`
}

function listPrices(columns: readonly PriceColumn[]): string {
  const names = columns.map(({ title, column, kind }) => {
    const name = columnLabel(oneLine(title), column)
    return kind === null || kind === 'selling' ? name : `${name.slice(0, -1)}, ${KINDS[kind]})`
  })
  return names.join(', ')
}

/**
 * Names the columns of money that `replace` does not change; undefined if there are none.
 * @param computed those that formulas work out from the replaced prices
 */
export function keptPricesNote(
  reading: PriceListReading,
  computed?: ReadonlySet<number>,
): string | undefined {
  const kept = keptColumns(reading, computed)
  if (kept.length === 0) return undefined
  const stay =
    kept.length === 1 ? 'this column is not converted and keeps' : 'these columns are not converted and keep'
  return `${stay} the old prices: ${listPrices(kept)}; to convert them too, name every price column with --price.`
}

const KINDS = {
  selling: 'selling',
  measure: 'per unit of measure',
  list: 'list',
  'bare-currency': 'currency alone',
  net: 'net of VAT',
  wholesale: 'wholesale',
  promotional: 'promotional',
  cost: 'cost',
  old: 'old',
  'line-amount': 'line amount',
} satisfies Record<PriceKind, string>

const NAMES = { BGN: 'lev', EUR: 'euro' } satisfies Record<Currency, string>

function currencyText(taken: ReadingReport['taken']['currency'], named?: NamedCurrency): string {
  const { assumed, assumedAs, stated } = taken
  const counted = CURRENCY_CODES.filter((currency) => taken[currency] > 0).map(
    (currency) => `${taken[currency]} in ${NAMES[currency]}`,
  )
  if (assumed === 0 || assumedAs === null) return counted.join(' and ')
  const all = `${counted.join(' and ')}; ${NAMES[assumedAs]}`
  if (named !== undefined) {
    const prices = named.isOfAll ? 'where the price itself names none' : 'for those that name none'
    return `${all} ${prices}, as ${named.by} says`
  }
  const why = stated === null ? 'nothing says so' : `stated by '${stated.text}'`
  return `${all} was assumed for those that name none: ${why} (--from)`
}

const rowsText = ({ count, first }: Lines, one: string, many?: string): string =>
  `${counted(count, one, many)} (${rowList(first, count)})`
