import { type Currency, otherCurrency, byCurrency } from '#money/currency.ts'
import { WORDS } from '#money/currency-words.ts'
import { LETTERS, wholeWords } from '#pricelist/currency/currency-words.ts'

/** Longer words first, so that no word ends where a longer one goes on. */
const titleWords = (currency: Currency): string[] =>
  Object.keys(WORDS[currency].titleWords).toSorted((one, other) => other.length - one.length)

const isLetters = (word: string): boolean => /^\p{L}+$/u.test(word)

/** A full stop belongs to an abbreviation, unless a word follows directly (`price.lv.retail`). */
const STOP = `(?:\\.(?![${LETTERS}]))?`

/** By target currency, the words of the other one. */
const WORD = byCurrency((currency) => {
  const words = titleWords(otherCurrency(currency))
  const whole = words.filter(isLetters).map((word) => (word.length === 2 ? word + STOP : word))
  return new RegExp(
    [...words.filter((word) => !isLetters(word)), wholeWords(whole.join('|')).source].join('|'),
    'giu',
  )
})

/** The same within `priceBgn` and `priceBGN`. */
const INNER_WORD = byCurrency((currency) => {
  const latin = titleWords(otherCurrency(currency)).filter((word) => /^[a-z]+$/.test(word))
  const [code = ''] = latin.filter((word) => word === otherCurrency(currency).toLowerCase())
  const words = [...latin.map((word) => word[0]!.toUpperCase() + word.slice(1)), code.toUpperCase()]
  return new RegExp(`(?<=[a-z\\d])(?:${words.join('|')})(?![a-z])`, 'g')
})

/**
 * The title with its currency words translated to `currency` (`Цена, лв.` → `Цена, евро`, `PRICE_BGN` → `PRICE_EUR`);
 * undefined where it names none.
 */
export function translateTitle(title: string, currency: Currency): string | undefined {
  const turn = (word: string) => otherWord(word, currency)
  const turned = title.replace(WORD[currency], turn).replace(INNER_WORD[currency], turn)
  return turned === title ? undefined : turned
}

function otherWord(word: string, currency: Currency): string {
  const kind = WORDS[otherCurrency(currency)].titleWords[word.toLowerCase().replace(/\.$/, '')]
  return kind === undefined ? word : inCaseOf(word, WORDS[currency].titleText[kind])
}

/** Keeps the capitalisation. */
function inCaseOf(word: string, other: string): string {
  if (word === word.toLowerCase()) return other
  return word === word.toUpperCase() ? other.toUpperCase() : other[0]!.toUpperCase() + other.slice(1)
}

/** Replaces the words for `currency` by its code, for an encoding that lacks their letters. */
export const withCode = (text: string, currency: Currency): string =>
  text.replace(WORD[otherCurrency(currency)], currency)

/**
 * The title of a new column with prices in `currency`, in the style of its source's title (`Цена (EUR)`, `price_eur`,
 * `salePriceEur`), unique among the titles of the file.
 */
export function newTitle(source: string, currency: Currency, taken: readonly string[]): string {
  const title = source.trim()
  return unlike(translateTitle(title, currency) ?? titleWith(title, currency), taken)
}

/**
 * The title of a column whose prices were replaced by those in `currency`, unique among the others; undefined where
 * it names no currency and is kept.
 */
export function replaceTitle(
  title: string,
  currency: Currency,
  others: readonly string[],
): string | undefined {
  const turned = translateTitle(title, currency)
  return turned === undefined ? undefined : unlike(turned, others)
}

/** The title, with a number where it is taken. */
function unlike(title: string, taken: readonly string[]): string {
  const used = new Set(taken.map((one) => one.trim().toLowerCase()))
  const own = title.trim()
  if (!used.has(own.toLowerCase())) return title
  const gap = SNAKE.test(own) ? '_' : CAMEL.test(own) ? '' : ' '
  for (let n = 2; ; n++) if (!used.has(`${own}${gap}${n}`.toLowerCase())) return `${own}${gap}${n}`
}

const SNAKE = /^(?:[a-z0-9]+(?:_[a-z0-9]+)*|[A-Z0-9]+(?:_[A-Z0-9]+)+)$/
const CAMEL = /^[a-z]+(?:[A-Z][a-z0-9]*)+$/

function titleWith(title: string, currency: Currency): string {
  const code = currency.toLowerCase()
  if (title === '') return currency
  if (SNAKE.test(title)) return `${title}_${/[a-z]/.test(title) ? code : currency}`
  if (CAMEL.test(title)) return title + currency[0] + code.slice(1)
  return `${title} (${currency})`
}
