import { CURRENCY_CODES, type Currency, byCurrency } from '#money/currency.ts'
import type { Columns, CurrencyStatement } from '../types.ts'
import { type Table, type TableRow, cellAt, cellText, distinctTexts, isBlankCell } from '#table/table.ts'
import { ColumnSample } from '../columns/column-sample.ts'
import { firstBelow, headerTitles, titleAt } from '../headers/header-row.ts'
import { meaningOfHeader } from '../headers/header-meaning.ts'
import { CURRENCY_ANYWHERE, currencyOfCell, currencyOfWord } from './currency-words.ts'
import { isTotalText } from '../rows/total-names.ts'

type KnownColumns = Pick<Columns, 'headerRow' | 'price'> & Partial<Pick<Columns, 'currency'>>

/**
 * Number of columns, of rows at the beginning, of rows of units, and of rows at the end with totals that are
 * sampled.
 */
const SAMPLED = { columns: 64, first: 20, units: 400, totals: 20 }

/** Maximum length of a total in a message. */
const LONGEST_SHOWN = 80

/** Share of filled unit cells that must name a currency before it applies to every price. */
const MOST = 0.8

/**
 * What the table itself says about the currency of prices without one in their title: the title of a column
 * without numbers ('Артикул (цени в евро)'), the units ('€/бр'), and cells below the price title.
 * @param statedIn the currency that a text states
 */
export function hintsInTable(
  table: Table,
  columns: KnownColumns,
  statedIn: (text: string) => Currency | undefined,
): CurrencyStatement[] {
  const { headerRow, price } = columns
  if (headerRow === null || price === null) return []
  const titles = headerTitles(table, headerRow)
  if (titles.some((title) => meaningOfHeader(title).isCurrency))
    return inOtherCurrencies(table, titles, columns)
  const found = belowTitle(table, headerRow, price)
  for (let c = 0; c < Math.min(titles.length, SAMPLED.columns); c++) {
    if (c === price) continue
    const title = titles[c]!
    const ofTitle = currencyOfTitle(title, statedIn)
    if (ofTitle !== undefined && holdsNoNumbers(table, c, headerRow + 1))
      found.push({ where: 'title', text: title, currency: ofTitle })
    if (mayHaveUnits(table, c, headerRow + 1)) found.push(...unitsIn(table, c, headerRow + 1))
  }
  return found
}

/**
 * What a second column of currencies says, in nearly all rows, of prices for which the chosen one says nothing. Where there are
 * several prices, it may be that of another.
 */
function inOtherCurrencies(
  table: Table,
  titles: readonly string[],
  { headerRow, price, currency }: KnownColumns,
): CurrencyStatement[] {
  const isOnlyPrice = titles.filter((title) => meaningOfHeader(title).price !== 0).length === 1
  if (!isOnlyPrice || currency === undefined || currency === null) return []
  const from = firstBelow(headerRow)
  const { prices } = new ColumnSample(table, price!, from)
  return titles.slice(0, SAMPLED.columns).flatMap((title, c) => {
    if (c === price || c === currency) return []
    const sample = new ColumnSample(table, c, from)
    if (!meaningOfHeader(title).isCurrency && !sample.namesCurrencies(MOST * sample.filled)) return []
    if (sample.filled < MOST * prices) return []
    const texts = distinctTexts(table, c, from)
    const [named, ...others] = new Set(texts.flatMap((text) => currencyOfCell(text) ?? []))
    return named === undefined || others.length > 0
      ? []
      : [{ where: 'cells', text: texts[0]!.trim(), currency: named }]
  })
}

/** A year alone is not a date: 'до 2000 EUR' is an amount. */
const DATE = /\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|(?:към|as of) (?:19|20)\d\d|(?:19|20)\d\d ?(?:г(?!\p{L})|год)/iu

/** A currency below the price title, after blank rows, alone or at the end of a continued title. */
function belowTitle(table: Table, headerRow: number, price: number): CurrencyStatement[] {
  const below = table
    .slice(headerRow + 1, headerRow + 4)
    .find((row) => row.some((cell) => !isBlankCell(cell)))
  const text = cellText(below?.[price]).trim()
  const hasAmount = text.split(DATE).some((part) => /\d/.test(part))
  const isAlone = below?.every((cell, c) => c === price || isBlankCell(cell)) === true && !hasAmount
  const currency = currencyOfWord(text) ?? (isAlone ? meaningOfHeader(text).currency : undefined)
  return currency === undefined ? [] : [{ where: 'cells', text, currency }]
}

/** The currency of a part of a title that is a statement by itself: 'Артикул (цени в евро)', 'Мярка (€/бр)'. */
function currencyOfTitle(title: string, statedIn: (text: string) => Currency | undefined) {
  const { currency } = meaningOfHeader(title)
  const parts = title.split(/[/|(),;\n\r]/).filter((part) => part.trim() !== '')
  return parts.length > 1 && parts.some((part) => statedIn(part) === currency) ? currency : undefined
}

function holdsNoNumbers(table: Table, c: number, from: number): boolean {
  const sample = new ColumnSample(table, c, from)
  return sample.prices < (1 - MOST) * sample.filled
}

const MAY_BE_UNIT = /[/€]|\p{L} (?:за|на|per) /u

/** Whether the first text of a column may be a unit with a currency; headings may precede it. */
function mayHaveUnits(table: Table, c: number, from: number): boolean {
  for (let r = from; r < Math.min(table.length, from + SAMPLED.first); r++) {
    const text = cellText(cellAt(table, r, c))
    if (text !== '') return MAY_BE_UNIT.test(text)
  }
  return false
}

/** The currency of '€/бр', 'лв. за кг'; undefined for one that names both. */
export function currencyOfUnit(text: string): Currency | undefined {
  const parts = text.slice(0, 40).split(/\/| (?:за|на|per) /u)
  const [currency, ...others] = parts.flatMap((part) => currencyOfWord(part) ?? [])
  return parts.length > 1 && others.length === 0 ? currency : undefined
}

/** The currencies that the units of a column name: the first rows tell whether they do, and all rows which. */
function unitsIn(table: Table, c: number, from: number): CurrencyStatement[] {
  let [filled, named] = [0, 0]
  for (let r = from; r < Math.min(table.length, from + SAMPLED.units); r++) {
    const cell = cellAt(table, r, c)
    if (isBlankCell(cell)) continue
    filled++
    if (currencyOfUnit(cellText(cell).trim()) !== undefined) named++
  }
  if (named < MOST * filled) return []
  const texts = byCurrency(() => '')
  for (const text of distinctTexts(table, c, from).map((one) => one.trim())) {
    const currency = currencyOfUnit(text)
    if (currency !== undefined) texts[currency] ||= text
  }
  return CURRENCY_CODES.filter((currency) => texts[currency] !== '').map((currency) => ({
    where: 'cells',
    text: texts[currency],
    currency,
  }))
}

/**
 * The currency that the totals at the end of the table name ('Общо: 120 €'); nothing where they name both, or
 * where the title does.
 */
export function hintsInTotals(table: Table, { headerRow, price }: KnownColumns): CurrencyStatement[] {
  if (headerRow === null || price === null) return []
  const titles = headerTitles(table, headerRow)
  const title = titles[price]
  if (title !== undefined && meaningOfHeader(title).currency !== undefined) return []
  const first = Math.max(headerRow + 1, table.length - SAMPLED.totals)
  for (let r = table.length - 1; r >= first; r--) {
    const row = table.at(r)!
    const name = row.find((cell) => /\p{L}/u.test(cellText(cell)))
    if (!isTotalText(cellText(name))) continue
    const ofPrice = currenciesIn(row[price])
    const others = row.filter((_, c) => c !== price && !isOfOtherPrice(titleAt(titles, c)))
    const [currency, ...more] = new Set(ofPrice.length > 0 ? ofPrice : others.flatMap(currenciesIn))
    if (currency === undefined || more.length > 0) continue
    const text = row.map((cell) => cellText(cell).trim()).filter((one) => one !== '')
    return [{ where: 'cells', text: text.join(' ').slice(0, LONGEST_SHOWN), currency }]
  }
  return []
}

/** Whether a column holds other amounts: its total says nothing about the prices. */
function isOfOtherPrice(title: string): boolean {
  const { price, currency, kind } = meaningOfHeader(title)
  return currency !== undefined || (price !== 0 && kind !== 'line-amount')
}

/** The currencies that a cell names, by its text or its number format. */
function currenciesIn(cell: TableRow[number]): Currency[] {
  if (typeof cell === 'object' && cell.kind === 'number') return cell.currency ? [cell.currency] : []
  const text = cellText(cell).slice(0, LONGEST_SHOWN).toLowerCase()
  return CURRENCY_CODES.filter((one) => CURRENCY_ANYWHERE[one].test(text))
}
