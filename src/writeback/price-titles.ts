import { type Currency, otherCurrency, byCurrency } from '#money/currency.ts'
import { HUNDREDTHS, MINOR_UNITS, WORDS } from '#money/currency-words.ts'
import { LETTERS, currencyOfNumber, currencyOfWord, wholeWords } from '#pricelist/currency/currency-words.ts'
import { mayBeInHundredths, meaningOfHeader } from '#pricelist/headers/header-meaning.ts'
import type { ConvertedCell } from './converted-cells.ts'
import type { NewColumn } from './plan.ts'

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

/**
 * The text of a cell that names the currency of replaced prices, translated to the other one; undefined where it names none of
 * theirs.
 */
export function translateCurrencyName(
  text: string,
  prices: Iterable<Pick<ConvertedCell, 'from'>>,
): string | undefined {
  const numbered = currencyOfNumber(text)
  const named = numbered ?? currencyOfWord(text)
  for (const { from } of prices) {
    if (named !== undefined && named !== from) continue
    const to = otherCurrency(from)
    if (numbered !== undefined) return WORDS[to].number
    const translated = translateTitle(text, to)
    if (named === undefined && translated === undefined) continue
    return named === undefined || currencyOfWord(translated ?? '') === to ? translated : to
  }
  return undefined
}

/** Replaces the words for `currency` by its code, for an encoding that lacks their letters. */
export const withCode = (text: string, currency: Currency): string =>
  text.replace(WORD[otherCurrency(currency)], currency)

/**
 * The title of a new column with prices in `currency`, in the style of its source's title (`Цена (EUR)`, `price_eur`,
 * `salePriceEur`), unique among the titles of the file.
 */
export function newTitle(source: string, currency: Currency, taken: readonly string[]): string {
  const title = withoutHundredths(source.trim())
  return uniqueTitle(translateTitle(title, currency) ?? titleWith(title, currency), taken)
}

const WORDS_OF_HUNDREDTHS = Object.values(HUNDREDTHS)
  .flatMap(({ named, short }) => [named, short, `${MINOR_UNITS}|minor`])
  .join('|')
  .replaceAll(' ?', '[ _-]?')

/** Words for stotinki and cents in a title, with the sign before them and the brackets or the preposition around them. */
const OF_HUNDREDTHS = [
  new RegExp(
    `[\\s_,;/.-]*[([]?(?<!\\p{L})(?:(?:в|във|in|per)[ _])?(?:${WORDS_OF_HUNDREDTHS})(?!\\p{L})\\.?[)\\]]?`,
    'giu',
  ),
  /(?<=[a-z])(?:In)?(?:Stotin[a-z]*|(?:Euro)?Cents?|Minor(?:Units?)?)(?![a-z])/g,
]

/** A title in stotinki or cents ('Цена (стотинки)', `price_cents`) without them; any other one as it is. */
export const withoutHundredths = (title: string): string =>
  mayBeInHundredths(meaningOfHeader(title))
    ? OF_HUNDREDTHS.reduce((text, words) => text.replace(words, ''), title)
        .replace(/(?<!\p{L})cent(\p{Lu})/u, (_, first: string) => first.toLowerCase())
        .replace(/^[\s_,;/.-]+/, '')
        .trim()
    : title

/**
 * The title of a column whose prices were replaced by those in `currency`, unique among the others; undefined where
 * it names no currency and is kept.
 */
function replaceTitle(title: string, currency: Currency, others: readonly string[]): string | undefined {
  const turned = translateTitle(title, currency)
  return turned === undefined ? undefined : uniqueTitle(turned, others)
}

/** The titles of the file by column. `isSecondHeader`: they are below other titles, so equal ones may repeat. */
type FileTitles = {
  readonly titles: ReadonlyMap<number, string>
  readonly isSecondHeader?: boolean
}

/**
 * The new columns with their titles, each unique among those of the file and of the columns before it.
 * @param encode makes a title one that can be written
 */
export function titleNewColumns<C extends NewColumn>(
  columns: readonly C[],
  { titles, isSecondHeader = false }: FileTitles,
  encode: (title: string, currency: Currency) => string = (title) => title,
): (C & { readonly title: string })[] {
  const used = [...titles.values()]
  return columns.map((column) => {
    const { source, currency } = column
    const title = encode(newTitle(titles.get(source) ?? '', currency, isSecondHeader ? [] : used), currency)
    used.push(title)
    return { ...column, title }
  })
}

/** A column of replaced prices and the currencies that they get. */
type ReplacedColumn = { readonly column: number; readonly currencies: readonly Currency[] }

/** Its title, translated to one of the currencies. */
export type TranslatedTitle = {
  readonly column: number
  readonly currency: Currency
  readonly title: string
}

/**
 * The titles of replaced prices that name a currency, each unique among the others of the file and those translated before
 * it. A column with prices in both currencies has one title for each.
 */
export function translateTitles(
  columns: readonly ReplacedColumn[],
  { titles, isSecondHeader = false }: FileTitles,
): TranslatedTitle[] {
  const translated: TranslatedTitle[] = []
  for (const { column, currencies } of columns) {
    const own = titles.get(column) ?? ''
    const others = Array.from(titles, ([c, title]) => (c === column ? '' : title))
    const used = isSecondHeader ? [] : [...others, ...translated.map(({ title }) => title)]
    translated.push(
      ...currencies.flatMap((currency) => {
        const title = replaceTitle(own, currency, used)
        return title === undefined ? [] : [{ column, currency, title }]
      }),
    )
  }
  return translated
}

/** The title, with a number where it is taken. */
export function uniqueTitle(title: string, taken: readonly string[]): string {
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
