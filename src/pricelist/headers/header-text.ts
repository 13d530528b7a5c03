import { CURRENCY_WORDS } from './header-words.ts'

/** Longer texts are not titles. */
export const LONGEST_TITLE = 320

/**
 * Normalizes what differs between programs: case, quotes, stars, `#`, `№`, punctuation, joined words
 * (`unitPrice`, `unitprice`).
 */
export const normalizeHeader = (title: string): string =>
  withoutNumber(
    withoutLookalikes(withoutPath(title))
      .replace(/[\u00ad\u200b-\u200f\u2060\ufeff]/g, '')
      .replace(/№/g, ' '),
  )
    .normalize('NFKC')
    .replace(/(?<=[a-zа-я])(?=[A-ZА-Я])/gu, ' ')
    .toLowerCase()
    .replace(/^\s*ц\.(?![а-яa-z])/, 'цена ')
    .replace(/(?<![a-zа-я])c(?= (?:ддс|вкл|отстъпк))/g, 'с')
    .replace(/â‚¬|в‚¬|вђљв¬|(?<![a-zа-я\d])ђ(?![a-zа-я])/g, '€')
    .replace(/\+ ?(?=(?:\d+ ?% ?)?(?:ддс|vat))/g, ' без ')
    .replace(/(?<![а-яa-z])б(?=[./ ]{1,2}ддс)/g, ' без ')
    .replace(/["'„“”«»‘’`´*#]/g, '')
    .replace(/[_\-‐-―./\\()[\]|,;:+=]/g, ' ')
    .replace(/€/g, ' € ')
    // Fields of DBF tables: `EDPRICE`, `DRPRICE`.
    .replace(/(?<![a-z])ed ?price(?![a-z])/g, 'edro price')
    .replace(/(?<![a-z])dr ?price(?![a-z])/g, 'drebno price')
    .replace(/(?<=[a-z]{3})price(?![a-z])/g, ' price')
    .replace(/price(incl|excl|with|without)(vat|tax)/g, 'price $1 $2')
    .replace(/\s+/g, ' ')
    .replace(/(?<![а-я])д д с(?![а-я])/g, 'ддс')
    .trim()

/** Keys with points between them, as the columns of nested data have: `offers.priceCurrency`. */
const PATH = /^[^\s.]+(?:\.[^\s.]+)+$/

/** Keys in a path that only say where a value stands. */
const CONTAINERS =
  /(?<=^|\.)(?:offers|has_?variants?|variants?|variations?|edges?|nodes?|items?|products?|(?:extension_|custom_)?attributes|fields|data|details|info|acf|meta|price_?specification|item_?offered|presentment_?prices)\.(?=.)/gi

/** `price.amount` is no amount of a line. */
const AMOUNT_OF_PRICE = /(?<=(?:price|prices|pricing|цена|цени|cena)\.)(?:amount|value)$/i

const withoutPath = (title: string): string =>
  PATH.test(title) ? title.replace(CONTAINERS, '').replace(AMOUNT_OF_PRICE, 'price') : title

/** Latin letters to the Cyrillic ones that look the same. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  a: 'а',
  b: 'в',
  c: 'с',
  e: 'е',
  h: 'н',
  k: 'к',
  m: 'м',
  o: 'о',
  p: 'р',
  t: 'т',
  x: 'х',
  y: 'у',
}

/**
 * Replaces Latin letters in words of both alphabets ('Ценa'), where each of their Latin letters has a
 * Cyrillic lookalike.
 */
export function withoutLookalikes(text: string): string {
  if (!/[a-z]/i.test(text) || !/[а-я]/i.test(text)) return text
  return text.replace(/[a-zа-я]+/gi, (word) => {
    if (!/[а-я]/i.test(word) || /[^abcehkmoptxyа-я]/i.test(word)) return word
    return word.replace(/[a-z]/gi, (letter) => {
      const found = LOOKALIKES[letter.toLowerCase()]!
      return letter === letter.toLowerCase() ? found : found.toUpperCase()
    })
  })
}

const TITLE_NUMBER = /^\s*\d{1,2}(?:\.\d{1,2})*[.)]\s+(?=[-–(/]?\s*[\p{L}\p{Sc}])/u

/** '2. Цена' and '2.1. Цена' without the number. */
export const withoutNumber = (title: string): string =>
  /^\s*\d/.test(title) ? title.replace(TITLE_NUMBER, '') : title

/** The words of a title without the currency: equal for 'Промо цена, лв.' and 'Промо цена в евро'. */
export function headerWithoutCurrency(title: string): string {
  return title.length > LONGEST_TITLE ? '' : wordsBesideCurrency(normalizeHeader(title))
}

export function wordsBesideCurrency(header: string): string {
  const words = tidy(without(header, ...Object.values(CURRENCY_WORDS)))
  return words.replace(/(?:^| )(?:в|in)(?= (?:с|без|вкл)(?: |$)|$)/u, '').trim()
}

const tidy = (text: string): string => text.replace(/\s+/g, ' ').trim()

/**
 * Removes every occurrence of each pattern, one pattern at a time: a joined pattern would have to be compiled
 * too.
 */
export function without(text: string, ...patterns: readonly RegExp[]): string {
  let rest = text
  for (const pattern of patterns)
    for (let next = rest.replace(pattern, ' '); next !== rest; next = rest.replace(pattern, ' ')) rest = next
  return tidy(rest)
}
