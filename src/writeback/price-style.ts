import { type Table, cellText } from '#table/table.ts'
import type { Delimiter } from '#table/text-source.ts'
import { WORDS } from '#money/currency-words.ts'
import { type Currency, CURRENCY_CODES } from '#money/currency.ts'
import { toDecimalText } from '#money/amount.ts'
import { decimalText, parseDecimal } from '#money/decimal.ts'
import { type PriceNotation, parsePriceText } from '#pricelist/price-text.ts'
import { convertPrice } from '#pricelist/row.ts'
import { currencyOfWord } from '#pricelist/currency/currency-words.ts'
import type { CellsByRow } from './converted-cells.ts'
import { translateTitle } from './price-titles.ts'

/** The character before decimals. */
export type DecimalMark = '.' | ','

const COMMA = 0x2c
const POINT = 0x2e

function areDigits(text: string, start: number, end: number, without: number): boolean {
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at)
    if (at !== without && (code < 0x30 || code > 0x39)) return false
  }
  return true
}

/** One or two decimals: no thousands separator precedes so few digits. */
const SHORT = /\d([.,])\d{1,2}(?!\d)/

/** More digits after a mark, which may separate thousands. */
const LONG = /\d[.,]\d{3,}(?!\d)/

/**
 * The decimal mark of a text; undefined where it has none.
 * @param isReadAs whether a text that may have thousands or three decimals ('12,500') was read as this price, with decimals
 */
export function decimalMarkIn(
  text: string,
  isReadAs: (price: string) => boolean = () => false,
): DecimalMark | undefined {
  const short = SHORT.exec(text)
  if (LONG.test(short === null ? text : text.slice(0, short.index + 1)))
    return markOfReading(text, isReadAs) ?? (short?.[1] as DecimalMark | undefined)
  return short?.[1] as DecimalMark | undefined
}

/** The mark of a text with more than two digits after one, as the text is read. */
function markOfReading(text: string, isReadAs: (price: string) => boolean): DecimalMark | undefined {
  const reading = parsePriceText(text)
  if (reading.kind !== 'price') return undefined
  if (reading.thousands !== undefined && !isReadAs(reading.price)) return undefined
  const mark = MARK_OF.get(reading.notation)
  if (mark !== undefined) return mark
  // Of two prices in one text, the one that is read.
  for (const [number] of text.matchAll(ALL_NUMBERS)) {
    const own = number === text ? undefined : parsePriceText(number)
    if (own?.kind === 'price' && own.price === reading.price) return MARK_OF.get(own.notation)
  }
  return undefined
}

const MARK_OF: ReadonlyMap<PriceNotation, DecimalMark> = new Map([
  ['decimal-comma', ','],
  ['decimal-point', '.'],
  ['ambiguous-comma', ','],
  ['ambiguous-point', '.'],
])

/** Whether the price of a row was read as this one: tells decimals from thousands in '12,500'. */
export type ReadPrices = (row: number, price: string) => boolean

/** The prices that were converted. */
export const readAs =
  (cells: CellsByRow): ReadPrices =>
  (row, price) => {
    const cell = cells.get(row)
    const money = cell && convertPrice(price, cell.from)
    if (cell === undefined || money === undefined) return false
    return toDecimalText(money.national) === cell.national && toDecimalText(money.euro) === cell.euro
  }

/** Counts the decimal marks of texts. */
export class DecimalMarkCounter {
  #commas = 0
  #points = 0
  readonly #isReadAs: ReadPrices

  /** @param isReadAs of the rows that are counted; without it no text counts that may have thousands ('12,500') */
  constructor(isReadAs: ReadPrices = () => false) {
    this.#isReadAs = isReadAs
  }

  /** @param row the one of the text */
  count(text: string, row = -1): void {
    const mark = decimalMarkIn(text, (price) => this.#isReadAs(row, price))
    if (mark !== undefined) this.addMarks(mark, 1)
  }

  /** Counts the mark of a part of a text; digits with two decimals are tested without a substring. */
  countRange(text: string, start: number, end: number, row = -1): void {
    const mark = end - start > 3 ? text.charCodeAt(end - 3) : 0
    if ((mark !== COMMA && mark !== POINT) || !areDigits(text, start, end, end - 3))
      this.count(text.slice(start, end), row)
    else this.addMarks(mark === COMMA ? ',' : '.', 1)
  }

  addMarks(mark: DecimalMark, count: number): void {
    if (mark === ',') this.#commas += count
    else this.#points += count
  }

  add(other: DecimalMarkCounter): void {
    this.#commas += other.#commas
    this.#points += other.#points
  }

  /** The most frequent mark; undefined where none occurs. */
  get result(): DecimalMark | undefined {
    if (this.#commas === this.#points) return this.#commas > 0 ? '.' : undefined
    return this.#commas > this.#points ? ',' : '.'
  }
}

/** A number that has nothing else in its cell, and no thousands. */
const DECIMALS_ALONE = /^\s*-?(?:\d+([.,])\d{1,2}|0([.,])\d+)\s*$/

/** A number whose commas may separate thousands. */
const COMMA_GROUPS = /^\s*-?\d{1,3}(?:,\d{3})+(?![\d,])/

/** Rows whose other numbers tell the mark. */
const ROWS_WITH_NUMBERS = 200

/**
 * The mark where no price has one: that of the other numbers in the first rows from `from` on, else a comma where semicolons
 * separate, as programs do where the comma is that of decimals, and no thousands are separated by commas.
 */
export function usualMark(table: Table, from: number, delimiter: Delimiter): DecimalMark {
  const counter = new DecimalMarkCounter()
  let isComma = delimiter === ';'
  for (const row of table.slice(from, from + ROWS_WITH_NUMBERS))
    for (const cell of row) {
      const text = cellText(cell)
      const [, mark, markAfterZero] = DECIMALS_ALONE.exec(text) ?? []
      if (mark ?? markAfterZero) counter.addMarks((mark ?? markAfterZero) as DecimalMark, 1)
      isComma &&= !COMMA_GROUPS.test(text)
    }
  return counter.result ?? (isComma ? ',' : '.')
}

/** By column: the most frequent mark of its own texts, else of all `prices` columns, else the usual one. */
export function decimalMarks(
  counters: ReadonlyMap<number, DecimalMarkCounter>,
  prices: readonly number[],
  usual: () => DecimalMark = () => '.',
): Map<number, DecimalMark> {
  const all = new DecimalMarkCounter()
  for (const column of prices) all.add(counters.get(column)!)
  return new Map(Array.from(counters, ([column, { result }]) => [column, result ?? all.result ?? usual()]))
}

/** `12.34` with the decimal mark of the column. */
export const withMark = (amount: string, mark: DecimalMark): string => amount.replace('.', mark)

/** A number, with a mark that nothing precedes or follows ('.50', '12,-'), and spaces that separate thousands. */
export const NUMBER =
  /(?:(?<![\p{L}\d])[.,])?\d(?:(?:[\d.,]|[' \u00a0\u2009\u202f’](?=\d{3}(?!\d)))*\d)?(?:[.,](?:--?|(?=\s*$)))?/u

export const ALL_NUMBERS = new RegExp(NUMBER, `${NUMBER.flags}g`)

/** Between a translated word of letters and the digits that stood next to a sign: '€12' becomes 'лв. 24'. */
const GLUED_WORD = new RegExp(
  `(?<=${CURRENCY_CODES.map((currency) => {
    const { sign, cyrillic } = WORDS[currency].titleText
    return (/\p{L}/u.test(sign) ? sign : cyrillic).replace('.', '\\.')
  }).join('|')})(?=\\d)`,
  'iu',
)

/**
 * The text of a price cell with its amount replaced by `amount`: words around the number stay, and a currency word is
 * translated ('12,50 лв./бр' → '6,39 евро/бр'). Where the result would not parse as this amount, the amount alone, with the
 * sign of the currency if the text named one ('1 лв. 69 ст.' → '0,86 €').
 */
export function replacedPrice(text: string, amount: string, to: Currency, mark: DecimalMark): string {
  const written = withMark(amount, mark)
  const found = NUMBER.exec(text)
  if (found === null) return written
  const whole = text.slice(0, found.index) + written + text.slice(found.index + found[0].length)
  const turned = (translateTitle(whole, to) ?? whole).replace(GLUED_WORD, ' ')
  if (currencyOf(turned, amount, to) === to) return turned
  const before = parsePriceText(text)
  return before.kind === 'price' && before.currency !== undefined ? withSign(written, to) : written
}

/** The currency that a text names, `unnamed` where it names none; undefined where it is not read as this amount. */
function currencyOf(text: string, amount: string, unnamed?: Currency): Currency | undefined {
  const reading = parsePriceText(text)
  if (reading.kind !== 'price' || reading.price !== plainText(amount)) return undefined
  return reading.currency ?? unnamed
}

/** The amount with its currency: `6.39 €`. */
export const withSign = (amount: string, currency: Currency): string =>
  `${amount} ${WORDS[currency].titleText.sign}`

/** As {@link replacedPrice}, with the currency next to the amount where the text names none: '6,39 €/бр'. */
export function markedPrice(text: string, amount: string, to: Currency, mark: DecimalMark): string {
  const replaced = replacedPrice(text, amount, to, mark)
  if (currencyOf(replaced, amount) === to) return replaced
  const marked = replaced.replace(NUMBER, (number) => withSign(number, to))
  return currencyOf(marked, amount) === to ? marked : withSign(withMark(amount, mark), to)
}

/** The same price with a decimal point: '6,39 €/бр' as '6.39 €/бр'. A text that is no price is kept. */
export function withPoint(text: string): string {
  const written = text.replace(NUMBER, (number) => number.replace(',', '.'))
  const [before, after] = [parsePriceText(text), parsePriceText(written)]
  return before.kind === 'price' && after.kind === 'price' && before.price === after.price ? written : text
}

/** Whether a price text has more than a number and a currency: '6,39 евро/бр', '6,39 с ДДС'. */
export function hasExtraText(text: string): boolean {
  const rest = text.replace(NUMBER, ' ')
  return /[\p{L}\d]/u.test(rest) && currencyOfWord(rest) === undefined
}

/** `12.50` as the parser returns it: `12.5`. */
function plainText(amount: string): string {
  const decimal = parseDecimal(amount)
  return decimal === undefined ? amount : decimalText(decimal)
}
