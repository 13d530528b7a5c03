import { type Currency, byCurrency } from './currency.ts'

/** Words of a currency in price lists: lower case, as alternatives of a regular expression without boundaries. */
type CurrencyWords = {
  /** In price cells. */
  readonly price: string
  /** Further texts that name it when they are the whole cell. */
  readonly cell?: string
  /** The numeric code of ISO 4217, in a column of currencies. */
  readonly number: string
  /** In titles of columns. */
  readonly title: string
  /** In texts around a table; without words that mean something else too (`lev` is a lion and a name). */
  readonly statement: string
  /** In sentences that state the rate. */
  readonly rate: string
  /** Every word of titles that are translated to another currency, by kind. */
  readonly titleWords: Readonly<Record<string, TitleWordKind>>
  /** What a title that is translated to this currency says, by the kind of the word that it replaces. */
  readonly titleText: Readonly<Record<TitleWordKind, string>>
  readonly hundredths?: HundredthsWords
}

/** Words of hundredths, lower case, as alternatives. */
type HundredthsWords = {
  /** Sure anywhere. */
  readonly named: string
  /** Only beside whole units, or in the title of a price. */
  readonly short: string
  /** Only beside whole units. */
  readonly letter: string
  /** A short one that is sure in a cell without whole units too. */
  readonly alone: string
  /** Further texts that name them in the title of a price. */
  readonly title: string
}

/** How a title names a currency: by its code, a word in Latin or in Cyrillic letters, or a sign. */
export type TitleWordKind = 'code' | 'latin' | 'cyrillic' | 'sign'

const NEVER = '(?!)'

export const WORDS: Readonly<Record<Currency, CurrencyWords>> = {
  BGN: {
    price: 'bgn|leva|levs?|lv|лева|лев|лв|левове',
    cell: 'bg lev|български лева?|български левове',
    number: '975',
    title: 'bgn|lv|leva|lev|лв|лева|лев|левове|левов[аи]',
    statement: 'bgn|lv|leva|лв|лева|левове',
    rate: 'лева|лв\\.?|bgn|leva|lv\\.?',
    titleWords: {
      bgn: 'code',
      lv: 'code',
      lev: 'latin',
      levs: 'latin',
      leva: 'latin',
      лв: 'cyrillic',
      лев: 'cyrillic',
      лева: 'cyrillic',
      левове: 'cyrillic',
    },
    titleText: { code: 'bgn', latin: 'leva', cyrillic: 'лева', sign: 'лв.' },
    hundredths: {
      named: 'стотинк[а-я]*|stotink[a-z]*|стот|stot',
      short: 'ст|st',
      letter: 'ст',
      // `5 st` may be five pieces.
      alone: 'ст',
      title: '(?:price|prices|cena|ceni) st(?! [a-z])|(?:в|цена) ст(?! [а-я])',
    },
  },
  EUR: {
    price: 'euros?|eur|евро|€',
    number: '978',
    title: 'eur|euro|euros|евро|евр|евров[аи]|€',
    statement: 'eur|euro|euros|evro|евро|€',
    rate: 'euros?|eur|евро|€',
    titleWords: { eur: 'code', euro: 'latin', euros: 'latin', евро: 'cyrillic', '€': 'sign' },
    titleText: { code: 'eur', latin: 'euro', cyrillic: 'евро', sign: '€' },
    hundredths: {
      named: 'евро ?цент(?:а|ов[а-я]*)?|(?:euro?|€) ?cents?',
      short: 'цент(?:а|ов[а-я]*)?|cents?|ct',
      letter: 'ц|c',
      alone: NEVER,
      title: 'центове',
    },
  },
}

const NONE: HundredthsWords = { named: NEVER, short: NEVER, letter: NEVER, alone: NEVER, title: NEVER }

/** Words of hundredths by the currency that they are of. */
export const HUNDREDTHS = byCurrency((currency) => WORDS[currency].hundredths ?? NONE)

/** Words of hundredths of any currency, as alternatives; a space may be missing. */
export const MINOR_UNITS = 'minor ?units?'
