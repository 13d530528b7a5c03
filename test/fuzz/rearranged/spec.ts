import type { Delimiter, Encoding } from '#table/text-source.ts'
import type { Currency } from '#money/currency.ts'
import type { Hand } from '../price-hand.ts'
import type { Language, Title } from './price-titles.ts'
import type { Content } from './rival-titles.ts'

export type PriceColumn = {
  readonly is: 'price'
  readonly title: Title
  /** The same price as the selling price, in the other currency. */
  readonly isPair?: true
}

export type OtherColumn = { readonly is: 'other'; readonly title: string; readonly content: Content }

/** A title over several price columns, and theirs below it. */
export type HeaderGroup = { readonly above: string; readonly parts: readonly Title[] }

export type Money = {
  /** What names the currency of the selling price; `none`: nothing does; `both`: each cell has the price in both. */
  readonly where:
    | 'none'
    | 'both'
    | 'title'
    | 'cells'
    | 'column'
    | 'above'
    | 'below'
    | 'sheet'
    | 'file'
    | 'format'
  readonly currency: Currency
  /** The statement, the tail of the title, or the sign in the cells. */
  readonly text: string
  /** Cells, column or formats that name now one currency, now the other. */
  readonly isMixed?: true
  /** A second statement that names the other currency: its text above the table, or its other place. */
  readonly conflict?: string
  readonly conflictIn?: 'above' | 'sheet' | 'file' | 'format'
}

export type Mention = { readonly text: string; readonly currency: Currency }

export type TotalRows = {
  readonly word: string
  readonly where: 'end' | 'groups' | 'groups and end'
  /** Whether the amounts are the sums of the rows above them. */
  readonly isSum: boolean
  /** The position of the word: in the name column, in the first column, or directly before the sum. */
  readonly place: 'name' | 'first' | 'before'
  /** The name of the group follows the word. */
  readonly namesGroup: boolean
  /** Only amounts of lines are added up, not prices. */
  readonly isOfAmounts: boolean
}

export type Oddity =
  /** A row with more fields than there are titles, or with fewer. */
  | 'over-long row'
  | 'short row'
  /** A decimal comma without quotes in a comma file. */
  | 'unquoted decimal comma'
  | 'last row cut'
  | 'one byte too many'
  | 'one byte too few'
  /** UTF-16 alone: the pairs of bytes are out of step from the start. */
  | 'starts one byte off'
  /** All others are one column to the left. */
  | 'first title lost'

export type Layout = 'one table' | 'side by side' | 'side by side, other titles' | 'side by side, close'

/** Everything that makes one list what it is, so that a failure can be made simpler part by part. */
export type ListSpec = {
  readonly seed: number
  readonly language: Language
  /** The language of the products' names. */
  readonly names: Language
  readonly format: 'csv' | 'xlsx' | 'xls' | 'xlsm' | 'xlsb' | 'html'
  readonly encoding: Encoding
  readonly isBom: boolean
  readonly delimiter: Delimiter
  readonly lineEnd: string
  readonly quotes: 'needed' | 'all' | 'all, with a space before'
  /** The first line names the delimiter for Excel. */
  readonly hasSepLine: boolean
  readonly itemCount: number
  readonly nameTitle: string
  /** Undefined where a group of titles holds the price, or the list has none. */
  readonly selling: Title | undefined
  readonly group: HeaderGroup | undefined
  /** A second group, of other prices, whose parts have the same titles. */
  readonly rivalGroup: HeaderGroup | undefined
  /** The group title is repeated over each of its columns, as when merged cells are split. */
  readonly repeatsGroup: boolean
  /** A row of titles above those of the group. */
  readonly top: string | undefined
  /** The title of the price goes over two rows, at this space of it. */
  readonly isSplit: boolean
  /** Titles of single columns are in the last title row, not in the first. */
  readonly isLow: boolean
  readonly rivals: readonly PriceColumn[]
  readonly others: readonly OtherColumn[]
  readonly isShuffled: boolean
  readonly blankLeft: number
  readonly hasCounter: boolean
  readonly noise: Noise
  readonly money: Money
  readonly above: readonly string[]
  /** A line above the table with an amount that is no price of the list. */
  readonly mention: Mention | undefined
  readonly below: readonly string[]
  readonly hand: Hand
  /** Text after every price. */
  readonly tail: string
  readonly head: string
  /** Cells of a workbook are texts, not numbers. */
  readonly isText: boolean
  readonly sections: number
  readonly sectionPlace: 'name' | 'first'
  readonly blankRows: boolean
  readonly repeatsHeader: boolean
  readonly total: TotalRows | undefined
  /** A product whose name begins as a total does, or prices of which one is the sum of those above. */
  readonly lookalike: string | undefined
  readonly isSumByChance: boolean
  readonly layout: Layout
  readonly variants: 'none' | 'shopify' | 'merged'
  readonly oddity: Oddity | undefined
  /** The contents of price cells without prices. */
  readonly unpriced: 'dollars' | 'percent' | 'dates' | 'words' | undefined
}

export const NOISES = [
  'none',
  'upper',
  'lower',
  'quotes',
  'star',
  'colon',
  'underscores',
  'hard spaces',
  'line breaks',
  'double spaces',
  'spaces around',
  'numbered',
] as const

export type Noise = (typeof NOISES)[number]

/** The simplest list; a failure is brought as near to it as it stays one. */
export const PLAIN: ListSpec = {
  seed: 1,
  language: 'bg',
  names: 'bg',
  format: 'csv',
  encoding: 'utf-8',
  isBom: false,
  delimiter: ';',
  lineEnd: '\n',
  quotes: 'needed',
  hasSepLine: false,
  itemCount: 3,
  nameTitle: 'Име',
  selling: { kind: 'selling', text: 'Цена' },
  group: undefined,
  rivalGroup: undefined,
  repeatsGroup: false,
  top: undefined,
  isSplit: false,
  isLow: false,
  rivals: [],
  others: [],
  isShuffled: false,
  blankLeft: 0,
  hasCounter: false,
  noise: 'none',
  money: { where: 'none', currency: 'BGN', text: '' },
  above: [],
  mention: undefined,
  below: [],
  hand: { mark: ',', group: '', decimals: 'two', dropsZero: false, isWide: false, wholeTail: '' },
  tail: '',
  head: '',
  isText: false,
  sections: 0,
  sectionPlace: 'name',
  blankRows: false,
  repeatsHeader: false,
  total: undefined,
  lookalike: undefined,
  isSumByChance: false,
  layout: 'one table',
  variants: 'none',
  oddity: undefined,
  unpriced: undefined,
}
