import type { Side } from '#money/amount.ts'
import { type Currency, otherCurrency, EURO, NATIONAL, byCurrency } from '#money/currency.ts'
import { firstRowOfData } from '../columns/column-numbers.ts'
import type { Detection } from '../types.ts'
import { type Table, cellAt, cellText, filledCells, isBlankCell } from '#table/table.ts'
import { meaningOfHeader } from '../headers/header-meaning.ts'
import { headerWithoutCurrency } from '../headers/header-text.ts'
import { RANKS } from '../headers/header-words.ts'
import { pairInText, parsePriceText } from '../price-text.ts'
import { currencyOfCell } from '../currency/currency-words.ts'
import { type OwnColumns, tableOfPrice } from '../columns/table-columns.ts'

/** The columns of one lev and one euro price; equal where each cell holds both. */
export type PairColumns = {
  readonly national: number
  readonly euro: number
  /** The currency that neither title nor cells name, but that the other column implies. */
  readonly assumed?: Currency
  /** The name and currency columns of a side table. */
  readonly table?: OwnColumns
}

export type PairSearch = {
  /** Empty when nothing says which columns belong together: a guess is never checked. */
  readonly pairs: readonly PairColumns[]
  /** The preselected columns of the dialog. */
  readonly guess: Readonly<Record<Side, number | null>>
}

/** Number of filled cells that are sampled: reduced prices can be few and far down. */
const SAMPLE_CELLS = 400
/**
 * Minimum share of prices among the filled cells of a price column; of those, {@link CURRENCY_SHARE} must
 * name its currency.
 */
const PRICE_SHARE = 0.3
const CURRENCY_SHARE = 0.8

/** One price column: the words of its title without the currency, and its currency. */
type PriceLike = {
  readonly index: number
  readonly words: string
  readonly rank: number
  readonly currency: Currency | undefined
  /** Whether its own title or cells name the currency, not a currency column. */
  readonly isOwn: boolean
  readonly holdsBoth: boolean
  /** The name column of its table. */
  readonly start: number | null
}

/**
 * Finds the lev and euro prices that belong together: titles that differ in the currency only (regular with
 * regular, reduced with reduced), and columns with both prices in each cell. The currency is that of the
 * title, else of the number formats and texts of the cells, else of the currency column.
 */
export function findPairColumns(table: Table, detection: Detection): PairSearch {
  const columns = priceColumns(table, detection)
  const doubles = columns.filter(({ holdsBoth }) => holdsBoth)
  const single = columns.filter(({ holdsBoth }) => !holdsBoth)
  // The prices of two side tables are of different products.
  const starts = [...new Set(single.map(({ start }) => start))]
  const pairs = starts.flatMap((start) => pairsOfTable(single.filter((one) => one.start === start)))
  const both = doubles.map(({ index }) => ({ national: index, euro: index }))
  const found = [...both, ...withoutSums(pairs, single)].map((pair) => withTable(pair, detection))
  const first = (currency: Currency) => single.find((one) => one.currency === currency)?.index ?? null
  return {
    pairs: found.sort((one, other) => one.national - other.national),
    guess: { national: first(NATIONAL), euro: first(EURO) },
  }
}

function pairsOfTable(columns: readonly PriceLike[]): readonly PairColumns[] {
  const named = pairsOf(columns)
  return named.length > 0 ? named : [...assumedPair(columns), ...bareCurrencyPair(columns)].slice(0, 1)
}

/** The pair with the name and currency columns of its own table, where that is not the first. */
export function withTable(pair: PairColumns, detection: Detection): PairColumns {
  const { name, currency } = tableOfPrice(detection, pair.national)
  return name === detection.columns.name ? pair : { ...pair, table: { name, currency } }
}

function priceColumns(table: Table, detection: Detection): PriceLike[] {
  const { all, columns } = detection
  const from = firstRowOfData(table, columns.headerRow)
  return all.flatMap(({ index, title }) => {
    const { name, currency } = tableOfPrice(detection, index)
    const meaning = meaningOfHeader(title)
    if (index === currency || meaning.isCurrency || meaning.isOtherMoney) return []
    const cells = cellsOf(table, from, index)
    const own = meaning.currency ?? cells.currency
    const isPrice = cells.isPrices && (meaning.price !== 0 || cells.currency !== undefined)
    if (!isPrice && !cells.holdsBoth) return []
    return {
      index,
      words: headerWithoutCurrency(title),
      rank: meaning.price,
      currency: own ?? currencyBeside(table, from, currency),
      isOwn: own !== undefined,
      holdsBoth: cells.holdsBoth,
      start: name,
    }
  })
}

/** What the cells of a column are: prices, in which currency, or two in each. */
function cellsOf(table: Table, from: number, index: number) {
  let [filled, prices, doubles] = [0, 0, 0]
  const named = byCurrency(() => 0)
  for (let r = from; r < table.length; r++) {
    const cell = cellAt(table, r, index)
    if (isBlankCell(cell)) continue
    if (++filled > SAMPLE_CELLS) break
    if (typeof cell === 'object' && cell.kind === 'other') continue
    const text = cellText(cell)
    if ((typeof cell !== 'object' || cell.kind === 'text') && pairInText(text) !== undefined) {
      doubles++
      continue
    }
    const reading = parsePriceText(text)
    if (reading.kind !== 'price') continue
    prices++
    const currency = typeof cell === 'object' && cell.kind === 'number' ? cell.currency : reading.currency
    if (currency !== undefined) named[currency]++
  }
  const isMostly = (currency: Currency) => named[currency] > CURRENCY_SHARE * prices
  const currency: Currency | undefined = isMostly(NATIONAL) ? NATIONAL : isMostly(EURO) ? EURO : undefined
  return {
    isPrices: prices > 0 && prices >= PRICE_SHARE * filled,
    holdsBoth: doubles > 0 && doubles >= PRICE_SHARE * filled,
    currency,
  }
}

/** The currency that a currency column names in nearly every row. */
function currencyBeside(table: Table, from: number, index: number | null): Currency | undefined {
  if (index === null) return undefined
  const first = table.slice(from, from + SAMPLE_CELLS).map((row) => row[index])
  const filled = first.filter((cell) => !isBlankCell(cell))
  const words = (filled.length > 0 ? filled : filledCells(table, index, from, SAMPLE_CELLS)).map((cell) =>
    cellText(cell).trim(),
  )
  const named = words.map(currencyOfCell)
  return [NATIONAL, EURO].find(
    (currency) => named.filter((one) => one === currency).length > CURRENCY_SHARE * words.length,
  )
}

/**
 * Each euro column with the nearest lev column of the same words; columns whose own title names the currency
 * come first.
 */
function pairsOf(columns: readonly PriceLike[]): PairColumns[] {
  const pairs: PairColumns[] = []
  const taken = new Set<number>()
  for (const euro of columns.filter(({ currency }) => currency === EURO)) {
    const [lev] = columns
      .filter(
        ({ currency, words, index }) => currency === NATIONAL && words === euro.words && !taken.has(index),
      )
      .sort(
        (one, other) =>
          Number(other.isOwn) - Number(one.isOwn) || distance(one, euro) - distance(other, euro),
      )
    if (lev === undefined || !(lev.isOwn || euro.isOwn)) continue
    taken.add(lev.index)
    pairs.push({ national: lev.index, euro: euro.index })
  }
  return pairs
}

const distance = (one: PriceLike, other: PriceLike): number => Math.abs(one.index - other.index)

/** 'Цена' next to 'Цена EUR': the first names no currency, which can only be the other one. */
function assumedPair(columns: readonly PriceLike[]): PairColumns[] {
  for (const unsaid of columns.filter(({ currency }) => currency === undefined)) {
    const other = columns.find(({ currency, words }) => currency !== undefined && words === unsaid.words)
    if (other?.currency === undefined) continue
    const assumed = otherCurrency(other.currency)
    return [
      assumed === NATIONAL
        ? { national: unsaid.index, euro: other.index, assumed }
        : { national: other.index, euro: unsaid.index, assumed },
    ]
  }
  return []
}

/** 'Цена лв.' next to '€': a title of a currency alone belongs to the only price in the other one. */
function bareCurrencyPair(columns: readonly PriceLike[]): PairColumns[] {
  const [lev, ...moreLev] = columns.filter(({ currency }) => currency === NATIONAL)
  const [euro, ...moreEuro] = columns.filter(({ currency }) => currency === EURO)
  if (lev === undefined || euro === undefined || moreLev.length > 0 || moreEuro.length > 0) return []
  const isBare = ({ words, rank }: PriceLike) => words === '' && rank === RANKS.bareCurrency
  const isOne = (isBare(lev) || isBare(euro)) && lev.rank >= RANKS.net && euro.rank >= RANKS.net
  return isOne ? [{ national: lev.index, euro: euro.index }] : []
}

/** A quantity times a euro price is no converted amount. */
const SUM = /(?<!\p{L})(?:стойност|сума|total|subtotal|общо|amount|value)(?!\p{L})/u

/** Sums are checked only where there are no prices. */
function withoutSums(pairs: readonly PairColumns[], columns: readonly PriceLike[]): readonly PairColumns[] {
  const prices = pairs.filter(
    ({ national }) => !SUM.test(columns.find(({ index }) => index === national)!.words),
  )
  return prices.length > 0 ? prices : pairs
}
