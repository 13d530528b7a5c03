import type { Columns } from '../types.ts'
import {
  type Table,
  type TableRow,
  isBlankCell,
  isBlankRow,
  lengthOfRow,
  rowAt,
  cellText,
} from '#table/table.ts'
import { type ColumnSample, isPriceCell } from '../columns/column-sample.ts'
import { AROUND, OF_PRICES, statedIn } from '../currency/currency-statement.ts'
import { firstHeaderRow } from './header-row.ts'
import { type HeaderMeaning, hasPriceWord, meaningOfHeader } from './header-meaning.ts'
import { normalizeHeader } from './header-text.ts'
import { AMOUNT_WORDS, ELSE_WORDS, HUNDREDTHS_ALONE, OTHER_MONEY, RANKS, TEXT_WORDS } from './header-words.ts'
import { type Candidate, isQuantity } from '../columns/choose-price.ts'
import { isPriceOnRequest } from '../currency/currency-words.ts'
import {
  STATEMENT,
  hasAmount,
  isNumber,
  isPriceGroup,
  isYearAndCurrency,
  mayBeYearOfPrices,
} from './title-rows.ts'
import { WHOLE_NAME } from './name-titles.ts'

/** Not money: an exchange rate, thousands of pieces, and an English word spelled like a currency. */
const NO_MONEY =
  /(?<!\p{L})(?:(?:курс|rate)(?:[^.;!?]|\.\d)*|хил\p{L}*\.? (?:бр|опак)\p{L}*|try (?=our|the|it|out|new|my))/giu

/** A text above or below the list that says its prices are in a currency or unit that is not converted. */
export function otherMoneyIn(table: Table, headerRow: number | null): string | undefined {
  if (headerRow === null) return undefined
  const first = firstHeaderRow(table, headerRow)
  const around = [
    ...table.slice(Math.max(0, first - AROUND.rows), first),
    ...table.slice(Math.max(headerRow + 1, table.length - AROUND.rows)),
  ]
  const texts = around.flatMap((row) => {
    const [text, ...others] = row.map((cell) => cellText(cell).trim()).filter((one) => one !== '')
    return text === undefined || others.length > 0 || text.length > AROUND.letters ? [] : text
  })
  return texts.find((text) => otherMoneyOf(text) !== undefined)
}

/** The words by which a text says that prices are in a currency or unit that is not converted ('стотинки'). */
export const otherMoneyOf = (text: string): string | undefined =>
  OF_PRICES.test(text.toLowerCase())
    ? OTHER_MONEY.exec(normalizeHeader(text.replace(NO_MONEY, ' ')))?.[0]
    : undefined

/**
 * The title of a column with the hundredths of the prices ('Лева', 'Стотинки'): converted alone they would be
 * wrong amounts.
 */
export function hundredthsBeside(price: Candidate, candidates: readonly Candidate[]): string | undefined {
  const found = candidates.find(
    ({ title, meaning, sample }) =>
      sample.prices > 0 &&
      (HUNDREDTHS_ALONE.test(normalizeHeader(title)) || (meaning.isInHundredths && sample.decimals === 0)),
  )
  return price.sample.decimals === 0 ? found?.title : undefined
}

/**
 * The title of prices that may be in other money, or in hundredths, and would be a better price than the chosen one, or that
 * of prices in hundredths in another table beside.
 */
export const betterInOtherMoney = (price: Candidate, candidates: readonly Candidate[]): string | undefined =>
  candidates.find(
    (one) =>
      one.sample.prices > 0 &&
      ((one.meaning.besideMoney ?? 0) > price.meaning.price ||
        (one.meaning.isInHundredths === true && isOfTableBeside(one, price, candidates))),
  )?.title

/** Whether the titles of names repeat between the price and a column. */
function isOfTableBeside({ index }: Candidate, price: Candidate, candidates: readonly Candidate[]): boolean {
  const names = candidates.filter(({ meaning }) => meaning.name > 0)
  const before = new Set(names.filter((one) => one.index < price.index).map(({ title }) => title.trim()))
  return names.some((one) => one.index > price.index && one.index < index && before.has(one.title.trim()))
}

/** The title of a blank column to the right of the price that names another currency ('Цена', 'USD'): it may be that of the price. */
export function otherMoneyBeside(price: Candidate, candidates: readonly Candidate[]): string | undefined {
  const { title, meaning, sample } = candidates[candidates.indexOf(price) + 1] ?? {}
  const isOfPrice = meaning?.isOtherMoney === false && !meaning.isInHundredths
  return isOfPrice && sample?.filled === 0 ? title : undefined
}

/** Whether the titles may continue above or below the detected header. */
export const mayContinue = (table: Table, columns: Columns, candidates: readonly Candidate[]): boolean =>
  hasTitlesBelow(table, columns, candidates) || hasPriceAbove(table, columns, candidates)

/** Maximum number of blank rows between titles. */
const MOST_BLANK = 2

const NAMED_ROWS = 20

/**
 * Whether the first row below the header, ignoring blank rows, may continue the titles: it has no name, and
 * words in a price column or nothing but numbers; or it has a year in a price column and a name word.
 */
function hasTitlesBelow(
  table: Table,
  { headerRow, name }: Columns,
  candidates: readonly Candidate[],
): boolean {
  if (headerRow === null) return false
  const rows = table.slice(headerRow + 1, headerRow + 2 + MOST_BLANK)
  const at = rows.findIndex((one) => !isBlankRow(one))
  const row = rows[at]
  if (row !== undefined && mayBeYearOfPrices(rowAt(table, headerRow)!, row)) return true
  if (row === undefined || (name !== null && !isBlankCell(row[name]))) return false
  if (row.every((cell) => isBlankCell(cell) || isYearAndCurrency(cell))) return true
  // A single word is a group heading, or the currency of all prices.
  const [first, ...others] = row.map((cell) => cellText(cell).trim()).filter((text) => text !== '')
  if (others.length === 0 && (/^\p{Lu}/u.test(first!) || statedIn(first!, 'below') !== undefined))
    return false
  const arePrices = ({ meaning, sample }: Candidate) =>
    sample.holdsAmountsBut(1) || (meaning.price !== 0 && sample.holdsNumbersBut(1))
  const isTitle = (cell: TableRow[number]) => isText(cell) && !isPriceOnRequest(cellText(cell))
  const hasWords = candidates.some((one) => arePrices(one) && isTitle(row[one.index]))
  return hasWords || (name !== null && areNumbersAlone(row) && areRowsNamed(table, headerRow + 2 + at, name))
}

/** Letters, or a currency sign without an amount ('4. (£)'). */
function isText(cell: TableRow[number]): boolean {
  const text = cellText(cell)
  return !isNumber(cell) && (/\p{L}/u.test(text) || (/\p{Sc}/u.test(text) && !hasAmount(cell)))
}

/**
 * Two or more whole numbers and nothing else: quantities that the price columns are for, since products have
 * names.
 */
function areNumbersAlone(row: TableRow): boolean {
  const filled = row.filter((cell) => !isBlankCell(cell))
  return filled.length > 1 && filled.every((cell) => isNumber(cell) && !/[.,]\d\d/.test(cellText(cell)))
}

/** Whether all of the rows from `from` on have a name. */
function areRowsNamed(table: Table, from: number, name: number): boolean {
  const rows = table.slice(from, from + NAMED_ROWS).filter((row) => !isBlankRow(row))
  return rows.length > 0 && rows.every((row) => !isBlankCell(row[name]))
}

/** Whether a price title stands directly above the header, over amounts: the titles may begin there. */
function hasPriceAbove(table: Table, { headerRow }: Columns, candidates: readonly Candidate[]): boolean {
  const above = headerRow === null ? undefined : rowAt(table, firstHeaderRow(table, headerRow) - 1)
  if (above === undefined || above.some(isPriceCell)) return false
  // A cell of undecodable characters only is not a title.
  const filled = above.filter((cell) => !/^[\s\0\ufffd]*$/.test(cellText(cell)))
  // 'Промо' over 'цена' is a part of the title, or the heading of the whole list.
  const isQualified = ({ index, title, meaning, sample }: Candidate) => {
    const { price } = meaningOfHeader(`${cellText(above[index])} ${title}`)
    return price !== 0 && price <= RANKS.beforeDiscount && meaning.price > price && sample.prices > 0
  }
  const arePrices = filled.every((cell) => isPriceGroup(cellText(cell)))
  if (
    (filled.length === 1 || arePrices) &&
    candidates.some((one) => hasPriceWord(one.title) && isQualified(one))
  )
    return true
  return candidates.some(
    ({ index, title, sample }) =>
      !hasPriceWord(title) &&
      isPriceGroup(cellText(above[index])) &&
      !STATEMENT.test(cellText(above[index])) &&
      // Group headings can be among them.
      (sample.mostlyAmounts || (arePrices && sample.holdsNumbersBut(1))),
  )
}

/** Whether partly undecodable titles have a cell fewer or more than the rows: they stand over other columns. */
export function isHeaderDamaged(table: Table, headerRow: number | null): boolean {
  if (headerRow === null) return false
  const length = lengthOfRow(table, headerRow + 1)
  const isDamaged = (r: number): boolean =>
    r >= 0 && rowAt(table, r)!.some((cell) => /[\0\ufffd]/.test(cellText(cell)))
  const rows = Array.from(
    { length: headerRow - firstHeaderRow(table, headerRow) + 1 },
    (_, i) => headerRow - i,
  )
  // A line end may be part of the damage.
  const isOfOtherLength = lengthOfRow(table, headerRow) !== length
  const above = rows.at(-1)! - 1
  // The name of a shop above the titles is not one of them.
  const areTitlesAbove = mayHoldTitles(rowAt(table, above) ?? [])
  if (isOfOtherLength && (rows.length > 1 || areTitlesAbove) && isDamaged(headerRow - 1)) return true
  return [...rows, ...(areTitlesAbove ? [above] : [])].some(
    (r) => isDamaged(r) && lengthOfRow(table, r) !== length,
  )
}

/** Whether an undecodable title stands over numbers and may name another price than the chosen one. */
export const isTitleDamaged = (price: Candidate, rivals: number, candidates: readonly Candidate[]): boolean =>
  candidates.some(
    (one) =>
      withoutUndecodable(one.title) !== one.title &&
      one.sample.prices > 0 &&
      (one.meaning.isElse !== true || isPriceGroup(withoutUndecodable(one.title))) &&
      (one !== price || rivals > 0),
  )

/** The lost character may have been a quotation mark, so that the title is complete: '\ufffdЕвро с ДДС'. */
const withoutUndecodable = (title: string): string => title.replaceAll(/[\0\ufffd]/g, '')

function mayHoldTitles(row: TableRow): boolean {
  const texts = row.map(cellText).filter((text) => text.trim() !== '')
  const isTitle = ({ price, name }: HeaderMeaning) => price !== 0 || name !== 0
  return texts.length > 1 || texts.some((text) => isTitle(meaningOfHeader(text)))
}

/** Whether rows like those of the list are above its header too: they would be silently omitted. */
export const hasRowsAbove = (table: Table, { headerRow, name, price }: Columns): boolean =>
  price !== null &&
  headerRow !== null &&
  table
    .slice(0, headerRow)
    .some((row) => isPriceCell(row[price]) && (name === null || !isBlankCell(row[name])))

/** Minimum share of cells for a column that holds one kind of content, and maximum for one that does not. */
const SHARE = { most: 0.8, few: 0.2 }

/**
 * Whether all titles are one column too far left, as when the first title is missing: fewer titles contradict
 * the column to the right of their own than their own; none does if the column after the last title is mostly
 * blank.
 */
export function areTitlesShifted(price: Candidate, candidates: readonly Candidate[]): boolean {
  const last = candidates.findLastIndex(({ title }) => title !== '')
  const untitled = candidates[last + 1]?.sample
  if (untitled === undefined) return false
  const titled = candidates.slice(0, last + 1)
  const countAt = (offset: number) =>
    titled.filter((one, c) => contradicts(one, candidates[c + offset]!.sample, untitled)).length
  const own = countAt(0)
  // A single row proves nothing.
  const isFilled = untitled.filled > 1 && 2 * untitled.filled >= price.sample.filled
  return isFilled ? countAt(1) < own : own > 1 && countAt(1) === 0 && price.sample.filled > 1
}

/** Whether a title contradicts the cells of a column. */
function contradicts(titled: Candidate, sample: ColumnSample, untitled: ColumnSample): boolean {
  const { title, meaning } = titled
  const { filled, words } = sample
  if (filled === 0) return false
  const holdsOnlyWords = words >= SHARE.most * filled && sample.digitsFirst <= SHARE.few * filled
  const holdsNumbers = words <= SHARE.few * filled && sample.prices >= SHARE.most * filled
  if (meaning.price !== 0) return sample.prices <= SHARE.few * filled || (filled > 2 && sample.isCounter)
  if (meaning.isCurrency) return sample.currencies + sample.currencyNumbers <= SHARE.few * filled
  const text = normalizeHeader(title)
  const isOfNumbers = [ELSE_WORDS, AMOUNT_WORDS].some((pattern) => pattern.test(text)) || title.includes('%')
  if (isOfNumbers || isQuantity(titled) || hasPriceWord(title)) return holdsOnlyWords
  if (TEXT_WORDS.test(text))
    return sample.mostlyAmounts || holdsNumbers || sample.dates >= SHARE.most * filled
  if (meaning.name < WHOLE_NAME) return false
  const areOthersNames =
    untitled.words >= SHARE.most * untitled.filled && untitled.distinct > 2 * sample.distinct
  const arePrices = sample.prices >= SHARE.most * filled || sample.prices > words
  return words <= SHARE.few * filled || arePrices || areOthersNames
}

/**
 * Untitled columns of numbers directly right of the price column or after the last title. The price title may
 * apply to them too, or all titles may be one column too far left.
 */
export function untitledNumbers(price: Candidate, candidates: readonly Candidate[]): readonly Candidate[] {
  const last = candidates.findLastIndex(({ title }) => title !== '')
  const own = candidates.indexOf(price)
  const beside = until(candidates.slice(own + 1, Math.max(last, 0)), ({ title }) => title !== '')
  // A column after a gap is not part of the list.
  const joined = until(candidates.slice(last + 1), ({ sample }) => sample.filled === 0)
  return [...beside, ...joined].filter(
    ({ sample }) =>
      2 * sample.filled >= price.sample.filled &&
      sample.holdsNumbersBut(1) &&
      // Whole numbers next to prices with decimals are quantities.
      (sample.mostlyAmounts || !price.sample.mostlyAmounts),
  )
}

function until(candidates: readonly Candidate[], isEnd: (one: Candidate) => boolean): readonly Candidate[] {
  const end = candidates.findIndex(isEnd)
  return end === -1 ? candidates : candidates.slice(0, end)
}
