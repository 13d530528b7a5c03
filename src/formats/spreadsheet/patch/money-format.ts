import { type Currency, otherCurrency } from '#money/currency.ts'
import { HUNDREDTHS } from '#money/currency-words.ts'
import { meaningOfFormat } from '../number-format.ts'

/** How number formats name a currency. */
type CurrencyInFormats = {
  /** Appended to a format without a currency. */
  readonly suffix: string
  /** The symbol with a locale, as Excel writes it. */
  readonly bracket: string
  /** What replaces words of the other currency. */
  readonly sign: string
  readonly code: RegExp
  readonly words: RegExp
}

const IN_FORMATS = {
  BGN: {
    suffix: ' "лв."',
    bracket: '[$лв.-402]',
    sign: 'лв.',
    code: /bgn/gi,
    words: /(?<!\p{L})(?:лева|левове|лев|лв|leva|levs?|lv)(?!\p{L})\.?/giu,
  },
  EUR: {
    suffix: ' [$€-1]',
    bracket: '[$€-2]',
    sign: '€',
    code: /(?<!\p{L})eur(?!\p{L})/giu,
    words: /€|(?<!\p{L})(?:euros?|евро)(?!\p{L})/giu,
  },
} as const satisfies Record<Currency, CurrencyInFormats>

/**
 * The number format of a new price (ECMA-376 18.8.31), made from the format of its source: a currency is replaced in every
 * section; without one the symbol is appended. Always at least two decimals.
 */
export function moneyFormat(source: string, currency: Currency): string {
  const meaning = meaningOfFormat(source)
  if (meaning.kind !== 'number') return `#,##0.00${IN_FORMATS[currency].suffix}`
  if (meaning.currency === undefined) return `${numberPart(source)}${IN_FORMATS[currency].suffix}`
  const replaced = meaning.currency === currency ? source : replaceCurrency(source, currency)
  const format = withDecimals(replaced)
  const read = meaningOfFormat(format)
  const isCurrencyKept =
    read.kind === 'number' && read.currency === currency && format.length <= MAX_FORMAT_LENGTH
  return isCurrencyKept && isSingleAmount(format, currency)
    ? format
    : `#,##0.00${IN_FORMATS[currency].suffix}`
}

/** Whether every section with digits shows one number in this currency: not minor units, nor '12 лв. 50 ст.'. */
const isSingleAmount = (format: string, currency: Currency): boolean =>
  (format.match(SECTION) ?? []).every((section) => {
    const numbers = section.replace(NOT_DIGITS, ' ').match(/[#0?.,]*[#0][#0?.,]*/g) ?? []
    if (numbers.length === 0) return true
    const read = meaningOfFormat(section)
    return (
      numbers.length === 1 &&
      !IN_HUNDREDTHS.test(section) &&
      read.kind === 'number' &&
      read.currency === currency
    )
  })

const SECTION = /(?:"[^"]*"|\\.|_.|\*.|\[[^\]]*\]|[^;])+/gsu
const NOT_DIGITS = /"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/gsu
const IN_HUNDREDTHS = new RegExp(
  `¢|(?<!\\p{L})(?:${Object.values(HUNDREDTHS)
    .flatMap(({ named, short }) => [named, short])
    .join('|')})(?!\\p{L})`,
  'iu',
)

/** Excel's limit, in characters. */
const MAX_FORMAT_LENGTH = 255

/** The digits of the first section, if they have two decimals. */
const numberPart = (format: string): string =>
  /^(?:[^";\\[]|"[^"]*"|\\.|\[[^\]]*\])*?(#,##0\.00|0\.00)(?![0#?])/.exec(format)?.[1] ?? '#,##0.00'

/** Adjacent literals, quoted or escaped. */
const LITERALS = /(?:"[^"]*"|\\.|[€а-яА-Я])+/gsu
const IN_BRACKETS = /\[\$([^\]-]*)[^\]]*\]/gu
/** One token: `_x` is a gap, `*x` fills, brackets, literals, or anything else. */
const TOKEN = /_.|\*.|\[[^\]]*\]|(?:"[^"]*"|\\.|[€а-яА-Я])+|[^_*[]/gsu

function replaceCurrency(format: string, to: Currency): string {
  return format.replace(TOKEN, (token) => {
    if (token.startsWith('[$')) {
      return token.replace(IN_BRACKETS, (whole, symbol: string) => {
        const replaced = replaceWord(symbol, to)
        if (replaced === undefined) return whole
        return /^[A-Z]+$/.test(replaced) ? `[$${replaced}]` : IN_FORMATS[to].bracket
      })
    }
    if (!/^["\\€а-яА-Я]/u.test(token)) return token
    return token.replace(LITERALS, (run) => {
      const replaced = replaceWord(literalText(run), to)
      return replaced === undefined ? run : `"${replaced}"`
    })
  })
}

const literalText = (run: string): string =>
  run.replace(/"([^"]*)"|\\(.)/gsu, (_, quoted?: string, escaped?: string) => quoted ?? escaped!)

export function replaceWord(word: string, to: Currency): string | undefined {
  const { code, words } = IN_FORMATS[otherCurrency(to)]
  const replaced = word.replace(code, to).replace(words, IN_FORMATS[to].sign)
  return replaced === word ? undefined : replaced
}

/** Adds decimals to whole-number formats, which would hide cents. */
const withDecimals = (format: string): string =>
  format.replace(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]|[#0?,]*[#0](?:\.[#0?]*)?/gsu, (token) => {
    if (!/^[#0?,]/.test(token)) return token
    const [whole = '', decimals = ''] = token.split('.')
    return decimals.length >= 2 ? token : `${whole.replace(/#$/, '0')}.00`
  })
