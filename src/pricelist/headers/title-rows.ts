import { type Table, type TableRow, isBlankCell, rowAt, cellText } from '#table/table.ts'
import { LONGEST_TITLE, withoutNumber } from './header-text.ts'
import { LETTERS, PRICE_LABEL, currencyOfWord, isPriceOnRequest } from '../currency/currency-words.ts'
import { RANKS, YEAR } from './header-words.ts'
import { parsePriceText } from '../price-text.ts'
import { type HeaderMeaning, hasPriceWord, isPriceQualifier, meaningOfHeader } from './header-meaning.ts'
import { SURE_NAME, WHOLE_NAME } from './name-titles.ts'

const YEARS = new RegExp(YEAR.source, 'g')

const NUMBER_FIRST = new RegExp(`^[^${LETTERS}]*\\d`)
const LONE_NUMBER = new RegExp(`(?<![${LETTERS}\\d])\\d`)
const NUMBER_AND_WORD = /^\s*(\D*?)\s*\d{4}\s*(\D*?)\s*$/
const MEASURES = new RegExp(`(?<!\\d)\\d+ ?(?:г|гр|бр|кг|л|мл|м|g|kg|l|ml|m|pcs|%)(?![${LETTERS}])`, 'g')

/** Whether a cell has digits other than those of a year, a date or a column number. */
export function hasAmount(cell: TableRow[number]): boolean {
  if (typeof cell === 'object' && cell.kind !== 'text') return true
  if (cellText(cell).length > LONGEST_TITLE) return /\d/.test(cellText(cell))
  if (/:\s*\p{Sc}?\s*\d/u.test(cellText(cell))) return true
  const text = cellText(cell).normalize('NFKC').replace(/\s+/g, ' ').toLowerCase()
  if (!/\d/.test(text)) return false
  // '1999 €' is a price, not a year.
  const [, before, after] = NUMBER_AND_WORD.exec(text) ?? []
  if (currencyOfWord((before || after) ?? '') !== undefined) return true
  const numberless = withoutNumber(text).replace(/[./_-]/g, ' ')
  // The pattern of all years is compiled only where there is one.
  const dateless = YEAR.test(numberless) ? numberless.replace(YEARS, ' - ') : numberless
  if (/^\s*\d/.test(dateless) || NUMBER_FIRST.test(dateless)) return true
  return LONE_NUMBER.test(dateless.replace(MEASURES, ' - '))
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

/** Number of columns whose titles are read. */
export const MAX_HEADERS = 512

/**
 * Whether rows `r` and `r + 1` are parts of one header: a price title over texts that distinguish its
 * columns.
 */
export function areOneHeader(table: Table, r: number): boolean {
  const [upper, lower] = [rowAt(table, r), rowAt(table, r + 1)].map((row) => row?.slice(0, MAX_HEADERS))
  if (upper === undefined || lower === undefined || hasNumbers(upper)) return false
  // A dash or 'n/a' stands for a price.
  if (lower.some((cell, c) => isNoPrice(cell) && isPriceGroup(cellText(upper[c])))) return false
  const amounts = lower.filter(hasAmount)
  if (!amounts.every(isStoredYear) || filledIn(upper) === 0 || filledIn(lower) === 0) return false
  const rows = new TitleRows(rowAt(table, r - 1) ?? [], upper, lower)
  if (amounts.length > 0 && !rows.areYears) return false
  if (rows.isTitleOfList || rows.isHeadingBelow || rows.isCurrencyBelow || rows.isPriceBelow) return false
  return rows.areTitlesContinued ? !rows.areCurrencies : rows.isGroupOverNames
}

const isNoPrice = (cell: TableRow[number]): boolean =>
  cellText(cell).trim() !== '' && parsePriceText(cellText(cell)).kind === 'blank'

/** Two rows of texts, of which the upper one may hold groups or beginnings of the titles in the lower one. */
class TitleRows {
  readonly #above: TableRow
  readonly #upper: TableRow
  readonly #lower: TableRow
  /** Filled columns of the lower row. */
  readonly #columns: readonly number[]
  /** Those that distinguish prices under a price title. */
  readonly #parts: readonly number[]
  readonly #nameBelow: number
  /** The only name title of the upper row. */
  readonly #onlyName: number | undefined
  /** Two or more years under one price title, in a row without a product: the years of the prices. */
  readonly areYears: boolean

  constructor(above: TableRow, upper: TableRow, lower: TableRow) {
    this.#above = above
    this.#upper = upper
    this.#lower = lower
    this.#columns = lower.flatMap((cell, c) => (isBlankCell(cell) ? [] : [c]))
    this.#parts = this.#columns.filter(
      (c) => !this.#isRepeated(c) && isPriceQualifier(this.#below(c)) && isPriceGroup(this.#group(c)),
    )
    this.#nameBelow = nameColumnOf(lower)
    const names = upper.flatMap((cell, c) => (meaningOfHeader(cellText(cell)).name !== 0 ? [c] : []))
    this.#onlyName = names.length === 1 ? names[0] : undefined
    this.areYears = this.#haveYears() && !this.#isProductNamed()
  }

  /** A single text above all titles: a statement, or a text without a part of a price title below it. */
  get isTitleOfList(): boolean {
    const first = this.#columns[0]!
    if (filledIn(this.#upper) > 1 || this.#group(first) === '') return false
    const own = this.#upper.findIndex((cell) => !isBlankCell(cell))
    // The columns of a merged cell begin below it.
    if (own < first) return true
    const hasPartBelow = this.#nameBelow === -1 && !isBlankCell(this.#lower[own])
    if (STATEMENT.test(this.#group(first)) && !hasPartBelow) return true
    if (hasPriceWord(cellText(this.#upper[first])) && YEAR_ALONE.test(this.#below(first))) return false
    return !this.#parts.includes(first) || hasPriceWord(this.#below(first))
  }

  /** The heading of the rows below, in the price column. */
  get isHeadingBelow(): boolean {
    const [first, ...others] = this.#columns
    const text = this.#below(first!)
    return others.length === 0 && /^\s*\p{Lu}/u.test(text) && !isPriceQualifier(text)
  }

  /** Under a currency title, the currency of a row without a price. */
  get isCurrencyBelow(): boolean {
    return this.#columns.some(
      (c) => meaningOfHeader(cellText(this.#upper[c])).isCurrency && !this.#isRepeated(c),
    )
  }

  /** A number that could be a year, in the row of a product. */
  get isPriceBelow(): boolean {
    return (
      !this.areYears &&
      this.#columns.some((c) => this.#isYear(c)) &&
      this.#columns.some((c) => this.#isProduct(c))
    )
  }

  /** Whether titles continue below: a price in two lines, other titles in small letters, and no product name. */
  get areTitlesContinued(): boolean {
    const isContinued = (c: number) =>
      this.areYears || this.#isRepeated(c) || this.#isPriceJoined(c) || this.#isNameJoined(c)
    return (
      this.#columns.every(isContinued) &&
      this.#columns.some((c) => !this.#isRepeated(c) && this.#isPriceJoined(c))
    )
  }

  get areCurrencies(): boolean {
    return namesCurrenciesOnly(this.#upper) && namesCurrenciesOnly(this.#lower)
  }

  /** Whether the names are below, and the group above has no column of its own. */
  get isGroupOverNames(): boolean {
    // Over the names it would be a title of the whole list.
    if (this.#nameBelow === -1 || isPriceGroup(cellText(this.#upper[this.#nameBelow]))) return false
    const areParts = this.#parts.length > 0 && filledIn(this.#upper) < this.#columns.length
    return areParts || this.#isEachSplit()
  }

  #isYear(c: number): boolean {
    return YEAR_ALONE.test(this.#below(c))
  }

  #haveYears(): boolean {
    const years = this.#columns.filter((c) => this.#isYear(c))
    return years.some((c, i) => {
      const next = years[i + 1]
      return (
        next !== undefined &&
        isPriceGroup(this.#group(c)) &&
        this.#upper.slice(c + 1, next + 1).every(isBlankCell)
      )
    })
  }

  /**
   * Whether the name column holds more than a title; where no name title is known, any column with an unknown
   * title.
   */
  #isProductNamed(): boolean {
    const name = nameColumnOf(this.#upper)
    if (name === -1) return this.#columns.some((c) => this.#isProduct(c) && !isTitleWord(this.#group(c)))
    return this.#below(name).trim() !== '' && !this.#isRepeated(name) && !isTitleWord(this.#below(name))
  }

  #isProduct(c: number): boolean {
    const text = this.#below(c)
    return !this.#isRepeated(c) && /\p{L}{2}/u.test(text) && !isTitleWord(text)
  }

  #below(c: number): string {
    return withoutNumber(cellText(this.#lower[c]))
  }

  /** The text of the upper row at `c`, or to its left where that cell is blank. */
  #group(c: number): string {
    return cellText(this.#upper.slice(0, c + 1).findLast((cell) => !isBlankCell(cell)))
  }

  #isRepeated(c: number): boolean {
    return this.#below(c).trim() === withoutNumber(cellText(this.#upper[c])).trim()
  }

  #isPriceJoined(c: number): boolean {
    const below = this.#below(c)
    return meaningOfHeader(below).name === 0 && c !== this.#onlyName && isPriceJoin(this.#titleOver(c), below)
  }

  /**
   * The title above column `c`: the cell itself, else the price whose merged cell covers it, or a merged cell
   * over prices ('Магазин 1').
   */
  #titleOver(c: number): string {
    const own = [this.#upper, this.#above].map((row) => cellText(row[c])).find((text) => text.trim() !== '')
    return own ?? this.#group(c)
  }

  #isNameJoined(c: number): boolean {
    const [above, below] = [cellText(this.#upper[c]), this.#below(c)]
    return meaningOfHeader(above).name !== 0
      ? meaningOfHeader(`${above} ${below}`).name >= SURE_NAME
      : above !== '' && /^\s*\p{Ll}/u.test(below)
  }

  /** Whether each text of the upper row forms a price title with the one below it. */
  #isEachSplit(): boolean {
    const isSplit = (above: string, c: number): boolean =>
      !isBlankCell(this.#lower[c]) &&
      c !== this.#nameBelow &&
      isPriceJoin(above, this.#below(c)) &&
      (!STATEMENT.test(above) || isPriceQualifier(this.#below(c)))
    return this.#upper.every((cell, c) => isBlankCell(cell) || isSplit(cellText(cell), c))
  }
}

/** Whether a text names or qualifies a column. */
function isTitleWord(text: string): boolean {
  const { name, price, isCurrency, isElse } = meaningOfHeader(text)
  return name >= WHOLE_NAME || price !== 0 || isCurrency || isElse === true || isPriceQualifier(text)
}

/**
 * Whether a row below titles without a name title may be titles or a product: a year in a price column, and a
 * name word ('Услуга по договор; 2026').
 */
export const mayBeYearOfPrices = (titles: TableRow, row: TableRow): boolean =>
  nameColumnOf(titles) === -1 &&
  nameColumnOf(row) !== -1 &&
  row.some(
    (cell, c) =>
      (YEAR_ALONE.test(cellText(cell)) || isYearAndCurrency(cell)) && isPriceGroup(cellText(titles[c])),
  )

const YEAR_ALONE = /^\s*(?:19|20)\d\d\s*(?:г\.?|год\.?|година|year)?\s*$/iu

/** '2026 €' below 'Цена' may be a price. */
export function isYearAndCurrency(cell: TableRow[number]): boolean {
  const word = /^\s*20[1-3]\d(\D+)$/u.exec(cellText(cell))?.[1]
  return word !== undefined && currencyOfWord(word) !== undefined
}

/** A year as a workbook stores it. */
const isStoredYear = (cell: TableRow[number]): boolean =>
  typeof cell === 'object' && cell.kind === 'number' && /^(?:19|20)\d\d$/.test(cell.text)

/** 'Prices in BGN and EUR' is a statement about the whole list. */
export const STATEMENT =
  /^(?:всички |all )?(?:цени|цените|prices|ceni|cenite) .*(?:bgn|eur|лв|лева|евро|leva|evro|€)/iu

/** The column with the best name title, -1 where there is none. */
function nameColumnOf(row: TableRow): number {
  const ranks = row.slice(0, MAX_HEADERS).map((cell) => meaningOfHeader(cellText(cell)).name)
  const best = Math.max(0, ...ranks)
  return best === 0 ? -1 : ranks.indexOf(best)
}

/** Whether two texts above each other form a price title. */
function isPriceJoin(upper: string, lower: string): boolean {
  // 'Product' over 'price' is not a name.
  if (upper === '' || (meaningOfHeader(upper).name !== 0 && !hasPriceWord(lower))) return false
  if (isPriceOnRequest(lower)) return false
  const joined = meaningOfHeader(`${withoutNumber(upper)} ${withoutNumber(lower)}`)
  return joined.price !== 0 || joined.isOtherMoney === true
}

function namesCurrenciesOnly(row: TableRow): boolean {
  const filled = row.filter((cell) => !isBlankCell(cell))
  return filled.every((cell) => isBareCurrency(meaningOfHeader(cellText(cell))))
}

export const isBareCurrency = ({ price }: HeaderMeaning): boolean => price === RANKS.bareCurrency

export const isPriceGroup = (title: string): boolean => meaningOfHeader(title).price !== 0

export const filledIn = (row: TableRow): number => row.filter((cell) => !isBlankCell(cell)).length
