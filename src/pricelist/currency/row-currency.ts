import type { Currency } from '#money/currency.ts'
import { type Columns, type CurrencyStatement, priceColumnsOf } from '../types.ts'
import { LazyTable, type Table, cellAt, cellText, distinctTexts } from '#table/table.ts'
import { firstRowOfData } from '../columns/column-numbers.ts'
import { headerTitles, titleAt } from '../headers/header-row.ts'
import { isUnitTitle, meaningOfHeader } from '../headers/header-meaning.ts'
import { normalizeHeader } from '../headers/header-text.ts'
import { readPriceCell } from '../rows/price-column.ts'
import { currencyOfUnit } from './currency-hints.ts'
import { statedIn } from './currency-statement.ts'
import { currencyOfCell, currencyOfWord, hundredthsOfWord } from './currency-words.ts'

const NOTES = /(?<!\p{L})(?:бележк[аи]|забележк[аи]|коментари?|условия|notes?|remarks?|comments?)(?!\p{L})/u
const CURRENCIES = /(?<!\p{L})(?:валут\p{L}*|currency)(?!\p{L})/u

/** Longer texts say other things too. */
const LONGEST = 80

/** Whether the texts of a column may name the currency of the price in their row: units, notes and currencies. */
export const mayNameCurrency = (title: string): boolean =>
  isUnitTitle(title) || NOTES.test(normalizeHeader(title)) || isOfCurrencies(title)

const isOfCurrencies = (title: string): boolean =>
  meaningOfHeader(title).isCurrency || CURRENCIES.test(normalizeHeader(title))

/**
 * A text next to a price of which nothing else names the currency, that names another one than `taken`: 'цена в евро' in a column
 * of notes, '€/бр.' in one of units, in a part of the rows.
 * @param isStreamed whether the rows are not in memory: then only columns of few different texts are looked at
 */
export function currencyBeside(
  table: Table,
  columns: Columns,
  taken: Currency,
  isStreamed: boolean,
): CurrencyStatement | undefined {
  const { headerRow, name, currency, otherPrice } = columns
  const titles = headerTitles(table, headerRow)
  const from = firstRowOfData(table, headerRow)
  const prices = priceColumnsOf(columns).filter(
    (index) => meaningOfHeader(titleAt(titles, index)).currency === undefined,
  )
  // A column of currencies may be that of another price.
  const haveOtherPrices = titles.filter((title) => meaningOfHeader(title).price !== 0).length > 1
  for (const [c, title] of titles.entries()) {
    if (c === name || c === currency || c === otherPrice || prices.includes(c)) continue
    if (!mayNameCurrency(title) || (haveOtherPrices && isOfCurrencies(title))) continue
    const known = table instanceof LazyTable ? table.knownTexts(c, from) : undefined
    const others = new Map<string, Currency>()
    for (const text of known ?? (isStreamed ? [] : distinctTexts(table, c, from))) {
      const named = namedBy(text.trim())
      if (named !== undefined && named !== taken) others.set(text, named)
    }
    for (let r = from; r < table.length && others.size > 0; r++) {
      const text = cellText(cellAt(table, r, c))
      const named = others.get(text)
      if (named !== undefined && isUnnamed(table, r, prices, currency))
        return { where: 'between', text: text.trim(), currency: named }
    }
  }
  return undefined
}

const namedBy = (text: string): Currency | undefined =>
  text.length > LONGEST
    ? undefined
    : (currencyOfWord(text) ?? currencyOfUnit(text) ?? statedIn(text, 'above'))

/** Whether neither the cell of a price nor the column of currencies names the currency of a row. */
function isUnnamed(table: Table, r: number, prices: readonly number[], currency: number | null): boolean {
  const word = currency === null ? '' : cellText(cellAt(table, r, currency))
  if (currencyOfCell(word) !== undefined || hundredthsOfWord(word) !== undefined) return false
  return prices.some((index) => {
    const cell = readPriceCell(cellAt(table, r, index), {})
    return cell.kind === 'price' && cell.currency === undefined
  })
}
