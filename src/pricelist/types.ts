import type { Currency } from '#money/currency.ts'
import type { Row, RowCounts, RowProblem } from './row.ts'
import type { Encoding } from '#table/text-source.ts'

/** The columns of a price list; indexes are 0-based. */
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

/** The columns of a table that stands next to others under the same header row. */
export type SideTable = {
  readonly name: number | null
  readonly price: number
  readonly currency: number | null
}

/**
 * A column that the user can choose, with its title; `isPriced` when it seems to hold prices, `currency` the
 * column directly to its right that names the currency of each price.
 */
export type ColumnInfo = {
  index: number
  title: string
  samples: readonly string[]
  isPriced: boolean
  /** It says the same in every row, or nothing in any. */
  isConstant?: true
  currency?: number
}

/** The kinds of prices that titles name (docs/price-lists.md), the best first. */
const PRICE_KINDS = [
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

/** A price column that was not chosen. */
export type RivalColumn = { readonly index: number; readonly title: string; readonly kind: PriceKind }

/**
 * Why the user must choose the price column.
 * - `no-price-title`: no title names a price; the columns are a guess from the cells.
 * - `equal-prices`: two or more columns are equally good and their values differ, or a column of numbers has
 * no title.
 * - `line-amount`: the only amounts are line amounts ('Стойност').
 * - `unknown-title`: no title names a selling price, and a column with an unknown title holds amounts too.
 * - `titles-go-on`: a row above or below the header may hold more of the titles.
 * - `titles-shifted`: the titles fit the columns to their right better than their own.
 * - `opposed-title`: one title says two things that exclude each other.
 * - `second-best`: the selling price column is empty or in a currency that is not converted.
 * - `other-money`: a text above or below the list, or the only title of a price, says that its prices are in another
 * currency or unit.
 * - `hundredths`: the only titles of prices say that these are in stotinki or cents; each is divided by 100 in a
 * column that the user chooses.
 * - `damaged-header`: some titles could not be decoded, so they may belong to other columns or name a better
 * price.
 * - `rows-above`: rows like those of the list stand above the header.
 */
export const COLUMN_QUESTIONS = [
  'no-price-title',
  'equal-prices',
  'line-amount',
  'unknown-title',
  'titles-go-on',
  'titles-shifted',
  'opposed-title',
  'second-best',
  'other-money',
  'hundredths',
  'damaged-header',
  'rows-above',
] as const

export type ColumnQuestion = (typeof COLUMN_QUESTIONS)[number]

export type Detection = {
  readonly columns: Columns
  /** False when `question` is set: the columns are a suggestion, never converted unasked. */
  readonly certain: boolean
  readonly question: ColumnQuestion | null
  /** The text that names the other currency or unit, where that is the question. */
  readonly otherMoney?: string
  /** The columns to choose from when there is a question, the suggested one first. */
  readonly candidates: readonly number[]
  /** Every other price column with a rank of 40 and more, the best first: reported, never used unasked. */
  readonly rivals: readonly RivalColumn[]
  /** All tables that stand next to each other, the main one first; empty where there is only one. */
  readonly tables: readonly SideTable[]
  /** Every column, for the columns dialog. */
  readonly all: readonly ColumnInfo[]
  /** The text of each of the first rows, for choosing another header row; empty for a blank one. */
  readonly firstRows: readonly string[]
}

/** How texts like '12,500' are read where the column does not decide it: as 12.5 or as 12500. */
export type AmbiguousReading = 'decimal' | 'thousands'

/** How possible totals are read: as totals, which are omitted, or as products. */
export type TotalsAnswer = 'omit' | 'keep'

export type RowsOptions = {
  readonly columns: Columns
  /** The currency of rows that name none. */
  readonly defaultCurrency: Currency
  /** The user's choice where statements of the currency disagree: titles and number formats are then ignored. */
  readonly isCurrencyForced?: boolean
  /** The user's answer about rows that may be totals. */
  readonly totals?: TotalsAnswer
  /** False for typed and pasted rows, which are never totals (READ-05). */
  readonly areTotalsDetected?: boolean
  /** False where only prices are needed: the names of rows with a price are left blank. */
  readonly areNamesRead?: boolean
  /** The target currency: prices already in it are omitted. Absent: every price is converted. */
  readonly wanted?: Currency
  /** The user's answer about ambiguous prices. */
  readonly ambiguous?: AmbiguousReading
}

/** Why a cell gives no price; finer than the row's problem, for messages. */
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
  | 'not-hundredths'

/**
 * A statement of the currency ('Всички цени са в евро'): above or below the table, between its products, in a
 * name, in a title, in other cells than the prices (units, totals), or outside the list of a JSON file.
 */
export type CurrencyStatement = {
  readonly where: 'title' | 'cells' | 'above' | 'between' | 'below' | 'beside' | 'sheet' | 'file-name'
  readonly text: string
  readonly currency: Currency
}

/**
 * Titles, number formats and statements that name different currencies. `taken` is the currency that prices
 * are read in, `by` its source: 'formats', or undefined where nothing names it. One text that names both is
 * `by` and `stated`.
 */
export type CurrencyConflict = {
  readonly taken: Currency
  readonly by?: CurrencyStatement | 'formats'
  readonly stated: CurrencyStatement
}

/**
 * Why a row with a valid price is not converted. `wanted-currency`: its price is in the target currency
 * already.
 */
export type OmissionReason = 'total' | 'wanted-currency'

/** How many lines of the file have at least one price that is blank, one that cannot be read, and one that is in the target currency. */
export type LineCounts = {
  readonly withoutPrice: number
  readonly invalid: number
  readonly wanted: number
}

/** A row that is the sum of others; indexes in `rows`. */
export type TotalRow = { readonly index: number; readonly addends: readonly number[] }

/**
 * What the rows assume beyond the file. `asked`: neither the column nor the user has decided it, so nothing
 * may be converted before the answer.
 */
export type Assumption =
  | { what: 'currency'; currency: Currency; rows: number; stated?: CurrencyStatement }
  | ({ what: 'currency-conflict'; asked: boolean } & CurrencyConflict)
  /** `count` rows of the file, `lines` the first of them. */
  | { what: 'totals'; count: number; lines: readonly number[]; example: string; asked: boolean }
  /** Prices of a column in stotinki or cents were divided by 100; the first of them as the file has it and as it is read. */
  | { what: 'hundredths'; title: string; example: string; price: string }
  | { what: 'encoding'; encoding: Encoding }
  | { what: 'ambiguous-prices'; reading: AmbiguousReading; rows: number; example: string; asked: boolean }
  | { what: 'columns' }

/** A row whose lev and euro prices differ by more than 0.05; `row` is its line in the file, 1-based. */
export type PairMismatch = { row: number; name: string; bgn: string; eur: string }

/**
 * The rows of a price list, one for each price cell: a line of the file has as many rows as prices in the
 * chosen columns, one after the other; blank cells of further columns have none. `rows[i].price` is a plain
 * decimal for a valid row; for an invalid one it is the text of the cell, which `validateRow` finds
 * invalid as well, so the status of a row never depends on its source. Lines that are blank in the whole file
 * are dropped at the end, and kept as empty rows between others.
 */
export type RowsReading = {
  readonly rows: readonly Row[]
  /** The line in the file, 1-based, of each of `rows`. */
  readonly lines: readonly number[]
  /** The index in {@link priceColumnsOf} of the price column of each of `rows`. */
  readonly nth: readonly number[]
  /** Invalid rows only: index in `rows` → reason. */
  readonly problems: ReadonlyMap<number, PriceProblem>
  /** Without omitted rows. */
  readonly counts: RowCounts
  /** The number of valid ones by currency. */
  readonly currencies: Readonly<Record<Currency, number>>
  /** Omitted rows only: index in `rows` → reason. */
  readonly omitted: ReadonlyMap<number, OmissionReason>
  /** Where only the first few rows of each reason are in `rows`. */
  readonly unlisted?: {
    /** By price column and reason, how many more rows have no valid price. */
    readonly problems: readonly ReadonlyMap<PriceProblem, number>[]
    readonly lines: LineCounts
  }
  /** Rows omitted as totals whose addends are known. */
  readonly totals: readonly TotalRow[]
  readonly assumptions: readonly Assumption[]
  /** Number of pairs that disagree, and the first of them. */
  readonly pairs: { readonly count: number; readonly first: readonly PairMismatch[] }
}

/** Every column whose prices are converted, the main one first; empty while no price column is chosen. */
export const priceColumnsOf = ({ price, morePrices, sideTables = [] }: Columns): readonly number[] =>
  price === null ? [] : [price, ...morePrices, ...sideTables.map((one) => one.price)]

/** The name column of the n-th price column, 0-based: side tables have their own. */
export const nameColumnOf = ({ name, morePrices, sideTables = [] }: Columns, nth: number): number | null =>
  nth <= morePrices.length ? name : (sideTables[nth - morePrices.length - 1]?.name ?? null)

/**
 * One cell of a price column: blank, a plain decimal with the currency that its text or format names, or no
 * price.
 */
export type PriceCell =
  | { readonly kind: 'blank' }
  | { readonly kind: 'price'; readonly price: string; readonly currency?: Currency }
  | { readonly kind: 'invalid'; readonly text: string; readonly problem: PriceProblem }

/** Maximum number of rows from one line of the file: the number of price columns. */
export const perLineOf = (choices: { readonly columns: Columns } | undefined): number =>
  Math.max(1, choices ? priceColumnsOf(choices.columns).length : 1)
