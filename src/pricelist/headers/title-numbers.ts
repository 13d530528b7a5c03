import type { TableRow } from '../types.ts'
import { textOf } from '#table/table.ts'
import { LONGEST_TITLE, withoutNumber } from './header-text.ts'
import { LETTERS } from '../currency/letter.ts'
import { YEAR } from './header-words.ts'
import { parsePriceText } from '../price-text.ts'
import { currencyOfWord, PRICE_LABEL } from '../currency/currency-words.ts'

const YEARS = new RegExp(YEAR.source, 'gu')

const NUMBER_FIRST = new RegExp(`^[^${LETTERS}]*\\d`, 'u')
const LONE_NUMBER = new RegExp(`(?<![${LETTERS}\\d])\\d`, 'u')
const NUMBER_AND_WORD = /^\s*(\D*?)\s*\d{4}\s*(\D*?)\s*$/
const MEASURES = new RegExp(`(?<!\\d)\\d+ ?(?:г|гр|бр|кг|л|мл|м|g|kg|l|ml|m|pcs|%)(?![${LETTERS}])`, 'gu')

/** Whether a cell has digits other than those of a year, a date or a number of its column. */
export function hasAmount(cell: TableRow[number]): boolean {
  if (typeof cell === 'object' && cell.kind !== 'text') return true
  if (textOf(cell).length > LONGEST_TITLE) return /\d/.test(textOf(cell))
  if (/:\s*\p{Sc}?\s*\d/u.test(textOf(cell))) return true
  const text = textOf(cell).normalize('NFKC').replace(/\s+/g, ' ').toLowerCase()
  if (!/\d/.test(text)) return false
  // '1999 €' is a price, not a year.
  const [, before, after] = NUMBER_AND_WORD.exec(text) ?? []
  if (currencyOfWord((before || after) ?? '') !== undefined) return true
  const numberless = withoutNumber(text).replace(/[./_-]/g, ' ')
  // The pattern of all years is compiled where there is one.
  const dateless = YEAR.test(numberless) ? numberless.replace(YEARS, ' ') : numberless
  if (/^\s*\d/.test(dateless) || NUMBER_FIRST.test(dateless)) return true
  return LONE_NUMBER.test(dateless.replace(MEASURES, ' '))
}

export const hasNumbers = (row: TableRow): boolean => row.some(isNumber)

/** 'Цена 2026' is a title, 'Цена: 12,50' a price. */
const isTitleWithYear = (text: string): boolean =>
  !text.includes(':') && PRICE_LABEL.test(text.trim().toLowerCase())

export const isNumber = (cell: TableRow[number]): boolean =>
  typeof cell === 'string'
    ? /\p{Nd}/u.test(cell) &&
      !isTitleWithYear(cell) &&
      withoutNumber(cell) === cell &&
      parsePriceText(cell).kind === 'price'
    : cell !== undefined && cell.kind !== 'text'
