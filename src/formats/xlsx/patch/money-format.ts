import type { Currency } from '#money/amount.ts'
import { meaningOfFormat } from '../../spreadsheet/number-format.ts'

/** How each currency is written behind a number whose format names none. */
const BEHIND = { BGN: ' "лв."', EUR: ' [$€-1]' } as const satisfies Record<Currency, string>

/** What a word of the other currency becomes. */
const TURNED = {
  EUR: [
    [/bgn/gi, 'EUR'],
    [/(?<!\p{L})(?:лева|левове|лев|лв|leva|levs?|lv)(?!\p{L})\.?/giu, '€'],
  ],
  BGN: [
    [/(?<!\p{L})eur(?!\p{L})/giu, 'BGN'],
    [/€|(?<!\p{L})(?:euros?|евро)(?!\p{L})/giu, 'лв.'],
  ],
} as const satisfies Record<Currency, readonly (readonly [RegExp, string])[]>

/** Currency signs in brackets with their locale, as spreadsheets write them. */
const BRACKETS = { BGN: '[$лв.-402]', EUR: '[$€-2]' } as const satisfies Record<Currency, string>

/**
 * The number format of a new price (ECMA-376 18.8.31), told after the one of its source: a currency that it names is turned,
 * in every section; one that names none gets the sign behind its number. Never fewer than two decimals.
 */
export function moneyFormat(source: string, currency: Currency): string {
  const meaning = meaningOfFormat(source)
  if (meaning.kind !== 'number') return `#,##0.00${BEHIND[currency]}`
  if (meaning.currency === undefined) return `${numberPart(source)}${BEHIND[currency]}`
  const turned = meaning.currency === currency ? source : turn(source, currency)
  const format = withDecimals(turned)
  const read = meaningOfFormat(format)
  const isThat = read.kind === 'number' && read.currency === currency && format.length <= LONGEST
  return isThat && isWhole(format, currency) ? format : `#,##0.00${BEHIND[currency]}`
}

/** Whether each section that shows a number shows one, and in this currency: none in hundredths, or '12 лв. 50 ст.'. */
const isWhole = (format: string, currency: Currency): boolean =>
  (format.match(SECTION) ?? []).every((section) => {
    const numbers = section.replace(NO_DIGITS, ' ').match(/[#0?.,]*[#0][#0?.,]*/g) ?? []
    const words = section.replace(SHOWN, (run) => ` ${shownText(run)} `)
    if (numbers.length === 0) return true
    const read = meaningOfFormat(section)
    return (
      numbers.length === 1 && !HUNDREDTHS.test(words) && read.kind === 'number' && read.currency === currency
    )
  })

const SECTION = /(?:"[^"]*"|\\.|_.|\*.|\[[^\]]*\]|[^;])+/gsu
const NO_DIGITS = /"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/gsu
const HUNDREDTHS = /¢|(?<!\p{L})(?:ст|стот\p{L}*|st|stot\p{L}*|(?:евро|euro)?(?:цент|cent)\p{L}*)(?!\p{L})/iu

/** Spreadsheets take no longer format. */
const LONGEST = 255

/** The first section's digits, where there are two decimals. */
const numberPart = (format: string): string =>
  /^(?:[^";\\[]|"[^"]*"|\\.|\[[^\]]*\])*?(#,##0\.00|0\.00)(?![0#?])/.exec(format)?.[1] ?? '#,##0.00'

/** Texts that are shown follow each other, quoted or sign by sign, until something else stands between them. */
const SHOWN = /(?:"[^"]*"|\\.|[€а-яА-Я])+/gsu
const IN_BRACKETS = /\[\$([^\]-]*)[^\]]*\]/gu
/** What is never shown as a word: `_x` is a gap, `*x` fills. */
const TOKEN = /_.|\*.|\[[^\]]*\]|(?:"[^"]*"|\\.|[€а-яА-Я])+|[^_*[]/gsu

function turn(format: string, to: Currency): string {
  return format.replace(TOKEN, (token) => {
    if (token.startsWith('[$')) {
      return token.replace(IN_BRACKETS, (whole, sign: string) => {
        const turned = turnWord(sign, to)
        if (turned === undefined) return whole
        return /^[A-Z]+$/.test(turned) ? `[$${turned}]` : BRACKETS[to]
      })
    }
    if (!/^["\\€а-яА-Я]/u.test(token)) return token
    return token.replace(SHOWN, (run) => {
      const turned = turnWord(shownText(run), to)
      return turned === undefined ? run : `"${turned}"`
    })
  })
}

const shownText = (run: string): string =>
  run.replace(/"([^"]*)"|\\(.)/gsu, (_, quoted?: string, escaped?: string) => quoted ?? escaped ?? '')

function turnWord(word: string, to: Currency): string | undefined {
  let turned = word
  for (const [sign, other] of TURNED[to]) turned = turned.replace(sign, other)
  return turned === word ? undefined : turned
}

/** Whole amounts would hide their cents. */
const withDecimals = (format: string): string =>
  format.replace(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]|[#0?,]*[#0](?:\.[#0?]*)?/gsu, (token) => {
    if (!/^[#0?,]/.test(token)) return token
    const [whole = '', decimals = ''] = token.split('.')
    return decimals.length >= 2 ? token : `${whole.replace(/#$/, '0')}.00`
  })
