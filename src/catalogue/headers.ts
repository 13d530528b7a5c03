import { LETTERS } from './letter.ts'
import type { Currency } from '#domain/money.ts'
import {
  CURRENCY_HEADERS,
  CURRENCY_WORDS,
  NAMES,
  NAME_WORD,
  NO_NAME,
  NO_PRICE,
  NO_VAT_WORDS,
  OTHER_MONEY,
  PRICES,
  PRICE_WORD,
  PRICE_WORDS,
  VAT_WORDS,
} from './header-words.ts'

/** What a header says: how well it names a price or a name, whether it names the currency, and which it mentions. */
export type HeaderMeaning = {
  readonly price: number
  readonly name: number
  readonly isCurrency: boolean
  readonly currency?: Currency
  /** A price in money that is not converted. */
  readonly isOtherMoney?: boolean
}

/** Beyond this a text is a sentence, not a header. */
const LONGEST_HEADER = 80

const NOTHING: HeaderMeaning = { price: 0, name: 0, isCurrency: false }

/**
 * A header without what differs from program to program: case, quotes, stars, `#`, `№`, punctuation, words run together
 * (`unitPrice`, `unitprice`).
 */
const normalizeHeader = (title: string): string =>
  title
    .replace(/[\u00ad\u200b-\u200f\u2060\ufeff]/g, '')
    .replace(/№/g, ' ')
    .normalize('NFKC')
    .replace(/(?<=[a-zа-я])(?=[A-ZА-Я])/gu, ' ')
    .toLowerCase()
    .replace(/["'„“”«»‘’`´*#]/g, '')
    .replace(/[_\-‐-―./\\()[\]|,;:+=]/g, ' ')
    .replace(/€/g, ' € ')
    .replace(/(?<=[a-z]{3})price(?![a-z])/g, ' price')
    .replace(/\s+/g, ' ')
    .trim()

/** The first rows of a file are asked for several times over: what header stands where, and under which delimiter. */
const meanings = new Map<string, HeaderMeaning>()
const MOST_MEANINGS = 2000

/** What a header means, by the words of header-words.ts. */
export function meaningOfHeader(title: string): HeaderMeaning {
  if (title.length > 4 * LONGEST_HEADER) return NOTHING
  const meaning = meanings.get(title) ?? workOutMeaning(title)
  if (meanings.size === MOST_MEANINGS) meanings.clear()
  meanings.set(title, meaning)
  return meaning
}

function workOutMeaning(title: string): HeaderMeaning {
  const header = normalizeHeader(title)
  if (header === '' || header.length > LONGEST_HEADER) return NOTHING
  if (CURRENCY_HEADERS.has(header)) return { price: 0, name: 0, isCurrency: true }
  if (OTHER_MONEY.test(header)) return { ...NOTHING, isOtherMoney: PRICE_WORD.test(header) }
  const bgn = CURRENCY_WORDS.BGN.test(header)
  const eur = CURRENCY_WORDS.EUR.test(header)
  const meaning = {
    price: rankOfPrice(wordsBesideCurrency(header), bgn || eur),
    name: rankOfName(header),
    isCurrency: false,
  }
  return bgn === eur ? meaning : { ...meaning, currency: bgn ? 'BGN' : 'EUR' }
}

/** What a header says besides the currency: the same for 'Промо цена, лв.' and 'Промо цена в евро'. */
export function wordsOfHeader(title: string): string {
  return title.length > 4 * LONGEST_HEADER ? '' : wordsBesideCurrency(normalizeHeader(title))
}

function wordsBesideCurrency(header: string): string {
  const words = tidy(without(header, [CURRENCY_WORDS.BGN, CURRENCY_WORDS.EUR]))
  return words.replace(/(?:^| )(?:в|in)(?= (?:с|без|вкл)(?: |$)|$)/u, '').trim()
}

const tidy = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** Every occurrence of each pattern taken out. */
function without(text: string, patterns: readonly RegExp[]): string {
  let rest = text
  for (const pattern of patterns) rest = rest.replace(repeated(pattern), ' ')
  return rest
}

/** By pattern, the one that finds every occurrence of it. */
const repeatedPatterns = new Map<RegExp, RegExp>()

function repeated(pattern: RegExp): RegExp {
  const found = repeatedPatterns.get(pattern) ?? new RegExp(pattern.source, 'gu')
  repeatedPatterns.set(pattern, found)
  return found
}

/** The rank of nothing but a currency, with or without a word on VAT ('лв. с ДДС'). */
export const BARE_CURRENCY = 92
/** The least rank of titles that are the price itself, and nothing else. */
export const EXACT_PRICE = 90

function rankOfPrice(header: string, hasCurrency: boolean): number {
  if (header === '') return BARE_CURRENCY
  const exact = PRICES.get(header)
  if (exact !== undefined) return exact
  const hasNoVat = NO_VAT_WORDS.test(header)
  const hasVat = !hasNoVat && VAT_WORDS.test(header)
  const core = tidy(without(header, [NO_VAT_WORDS, VAT_WORDS]))
  if (core === '' && hasCurrency) return hasNoVat ? EXACT_PRICE : BARE_CURRENCY
  const known = PRICES.get(core)
  if (known !== undefined) return Math.min(known, hasNoVat ? EXACT_PRICE : hasVat ? 95 : 100)
  return rankByWords(core)
}

function rankByWords(header: string): number {
  const isPrice = PRICE_WORD.test(header)
  const special = PRICE_WORDS.find(([, word]) => word.test(header))?.[0]
  const isAboutElse = NO_PRICE.test(header.replaceAll('отстъпка', ' '))
  if (special !== undefined && (isPrice || special === 30 || special === 40)) return isAboutElse ? 0 : special
  return isPrice && !isAboutElse ? 55 : 0
}

/** `name bg`, `име en us`. */
const NAME_IN_LANGUAGE = new RegExp(
  `^(?:name|title|наименование|име) [${LETTERS}]{2}(?: [${LETTERS}]{2})?$`,
  'u',
)

function rankOfName(header: string): number {
  const exact = NAMES.get(header)
  if (exact !== undefined) return exact
  if (NAME_IN_LANGUAGE.test(header)) return 95
  return NAME_WORD.test(header) && !NO_NAME.test(header) ? 45 : 0
}
