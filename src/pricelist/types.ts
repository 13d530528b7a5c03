import type { Currency } from '#money/currency.ts'
import type { Row, RowCounts, RowProblem } from './row.ts'
import type { Encoding } from '#table/text-source.ts'

/** Where name, price and currency stand; indexes of columns from 0. */
export type Columns = {
  /** Index of the header row in the table, or null when the file has none. Data starts after it. */
  readonly headerRow: number | null
  readonly name: number | null
  readonly price: number | null
  readonly currency: number | null
  /** The column of the other currency, where the file has both (BULK-06). */
  readonly otherPrice: number | null
  /** Further columns whose prices are converted as well (sale, wholesale…), in the order in which they were chosen. */
  readonly morePrices: readonly number[]
  /** Tables to the right of the first whose rows are read too; their price columns follow `morePrices`. */
  readonly sideTables?: readonly SideTable[]
}

/** The columns of one of the tables that stand beside each other under the same header row. */
export type SideTable = {
  readonly name: number | null
  readonly price: number
  readonly currency: number | null
}

/**
 * A column of the file that could be chosen, with what its header says; `isPriced` when it seems to hold prices, `currency` the
 * column directly to its right that gives the currency of each of its prices.
 */
export type ColumnInfo = {
  index: number
  title: string
  samples: readonly string[]
  isPriced: boolean
  currency?: number
}

/** What the title of a price column says that its prices are (docs/architecture.md), the best first. */
export const PRICE_KINDS = [
  'selling',
  'measure',
  'list',
  'bare-currency',
  'net',
  'wholesale',
  'promotional',
  'cost',
  'old',
  'line-amount',
] as const

export type PriceKind = (typeof PRICE_KINDS)[number]

/** A column with prices that was not taken. */
export type RivalColumn = { readonly index: number; readonly title: string; readonly kind: PriceKind }

/**
 * Why the person must choose the price column. `no-price-title`: no title names a price, the columns are a guess from the
 * cells. `equal-prices`: two or more columns are equally good and their values differ, or a column of numbers has no
 * title. `line-amount`: the only amounts are those of a line ('Стойност'). `unknown-title`: no title is that of a selling price,
 * and a column whose title says nothing holds amounts too. `titles-go-on`: a row above or below the header may hold more of the
 * titles. `titles-shifted`: the titles fit the columns to their right better than their own. `opposed-title`: one title says
 * two things that exclude each other. `second-best`: the column of the selling price is empty or in money that is not
 * converted. `other-money`: a text above or below the list says that its prices are in such money, or in units of it.
 * `damaged-header`: a part of the titles could not be decoded, so that they may stand over other columns, or one of them may
 * be that of a better price. `rows-above`: rows like those of the list stand above the header.
 */
export type ColumnQuestion =
  | 'no-price-title'
  | 'equal-prices'
  | 'line-amount'
  | 'unknown-title'
  | 'titles-go-on'
  | 'titles-shifted'
  | 'opposed-title'
  | 'second-best'
  | 'other-money'
  | 'damaged-header'
  | 'rows-above'

export type Detection = {
  readonly columns: Columns
  /** False when `question` is set: the columns are a suggestion, never to be converted unasked. */
  readonly certain: boolean
  readonly question: ColumnQuestion | null
  /** What names the money, where that is the question. */
  readonly otherMoney?: string
  /** The columns to choose from when there is a question, the suggested one first. */
  readonly candidates: readonly number[]
  /** Every other column of prices with a rank of 40 and more, the best first: to be said, never taken unasked. */
  readonly rivals: readonly RivalColumn[]
  /** Tables beside each other, the first included; none where there is one. */
  readonly tables: readonly SideTable[]
  /** Every column, for the map-columns dialog. */
  readonly all: readonly ColumnInfo[]
  /** What stands in each of the first rows, for the choice of another header row; empty for a blank one. */
  readonly firstRows: readonly string[]
}

/** How texts like '12,500' are read where the column does not tell: as 12.5 or as 12500. */
export type AmbiguousReading = 'decimal' | 'thousands'

/** How rows are read that may be totals: as totals, left out; or as products. */
export type TotalsAnswer = 'omit' | 'keep'

export type RowsOptions = {
  readonly columns: Columns
  /** Currency of rows that name none. */
  readonly defaultCurrency: Currency
  /** The person's answer where statements of the currency disagree: titles and number formats then say nothing. */
  readonly isCurrencyForced?: boolean
  /** The person's answer to the question about rows that may be totals. */
  readonly totals?: TotalsAnswer
  /** False for rows that were typed or pasted, none of which is a total (READ-05). */
  readonly areTotalsLookedFor?: boolean
  /** False where only prices are needed: the names of rows with a price are left blank. */
  readonly areNamesRead?: boolean
  /** The currency that prices are wanted in: those that are in it already are left out. Absent: every price is converted. */
  readonly wanted?: Currency
  /** The person's answer to the question about ambiguous prices. */
  readonly ambiguous?: AmbiguousReading
}

/** Why a cell gives no price, finer than the row's own problem, for the person to read. */
export type PriceProblem =
  | RowProblem
  | 'ambiguous'
  | 'negative'
  | 'range'
  | 'other-currency'
  | 'two-prices'
  | 'no-number'
  | 'date'
  | 'percent'
  | 'cell-error'
  | 'out-of-place'

/**
 * A statement of the currency ('Всички цени са в евро'): above or below the table, between its products, in a name, in a
 * title, or in its cells besides the prices (units, totals).
 */
export type CurrencyStatement = {
  readonly where: 'title' | 'cells' | 'above' | 'between' | 'below' | 'sheet' | 'file-name'
  readonly text: string
  readonly currency: Currency
}

/**
 * Where the title, the number formats and the statements name different currencies. `taken` is the one that prices are read
 * in, `by` what names it: 'formats', or undefined where nothing does. One text that names both is `by` and `stated`.
 */
export type CurrencyConflict = {
  readonly taken: Currency
  readonly by?: CurrencyStatement | 'formats'
  readonly stated: CurrencyStatement
}

/** Why a row with a valid price is not converted. `wanted-currency`: its price is in the currency wanted. */
export type OmissionReason = 'total' | 'wanted-currency'

/** A row that is the sum of others; indexes in `rows`. */
export type TotalRow = { readonly index: number; readonly addends: readonly number[] }

/**
 * What the rows rest on beyond the file. `asked`: neither the column nor the person has told how ambiguous prices are to be
 * read, so that the question is open and nothing may be converted before it is answered.
 */
export type Assumption =
  | { what: 'currency'; currency: Currency; rows: number; stated?: CurrencyStatement }
  | ({ what: 'currency-conflict'; asked: boolean } & CurrencyConflict)
  /** `count` rows of the file, `lines` the first of them. */
  | { what: 'totals'; count: number; lines: readonly number[]; example: string; asked: boolean }
  | { what: 'encoding'; encoding: Encoding }
  | { what: 'ambiguous-prices'; reading: AmbiguousReading; rows: number; example: string; asked: boolean }
  | { what: 'columns' }

/** A row whose lev and euro prices are apart by more than 0.05; `row` is its number in the file, from 1. */
export type PairMismatch = { row: number; name: string; bgn: string; eur: string }

/**
 * The rows of a catalogue, one for each price cell: a row of the file has as many as it has prices in the chosen columns,
 * one behind the other, and blank cells of further columns have none. `rows[i].price` is a plain decimal for a valid row; for an invalid one it is the cell's own
 * text, which {@link judgeRow} finds invalid as well: status of a row never depends on where it came from.
 * Rows that are blank across the whole file are left out at the end, and kept as empty rows between others.
 */
export type RowsReading = {
  readonly rows: readonly Row[]
  /** Number of the row in the file, from 1, for each of `rows`. */
  readonly lines: readonly number[]
  /** Which of {@link priceColumnsOf} each of `rows` has its price from, from 0. */
  readonly nth: readonly number[]
  /** Only for rows that are invalid: index in `rows` → why. */
  readonly problems: ReadonlyMap<number, PriceProblem>
  /** Of the rows that are not left out. */
  readonly counts: RowCounts
  /** The valid ones of them by currency. */
  readonly currencies: Readonly<Record<Currency, number>>
  /** Only for rows that are left out: index in `rows` → why. */
  readonly omitted: ReadonlyMap<number, OmissionReason>
  /** The rows left out as totals whose addends are known. */
  readonly totals: readonly TotalRow[]
  readonly assumptions: readonly Assumption[]
  /** Count of pairs that disagree, and the first of them. */
  readonly pairs: { readonly count: number; readonly first: readonly PairMismatch[] }
}

/** Every column whose prices are converted, the main one first; none while no price column is chosen. */
export const priceColumnsOf = ({ price, morePrices, sideTables = [] }: Columns): readonly number[] =>
  price === null ? [] : [price, ...morePrices, ...sideTables.map((one) => one.price)]

/** The column of the names that belong to the n-th price column: tables to the right have their own. */
export const nameColumnOf = ({ name, morePrices, sideTables = [] }: Columns, nth: number): number | null =>
  nth <= morePrices.length ? name : (sideTables[nth - morePrices.length - 1]?.name ?? null)

/** One cell of a price column: nothing, a plain decimal with the currency its text or format names, or no price. */
export type PriceCell =
  | { readonly kind: 'blank' }
  | { readonly kind: 'price'; readonly price: string; readonly currency?: Currency }
  | { readonly kind: 'invalid'; readonly text: string; readonly problem: PriceProblem }

/** How many rows can come of one line of the file: as many as there are price columns. */
export const perLineOf = (choices: { readonly columns: Columns } | undefined): number =>
  Math.max(1, choices ? priceColumnsOf(choices.columns).length : 1)
