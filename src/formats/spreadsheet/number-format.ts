import { CURRENCY_CODES, type Currency } from '#money/currency.ts'
import type { OtherValue } from '#table/table.ts'
import { CURRENCY_ANYWHERE, OTHER_CURRENCY, wholeWords } from '#pricelist/currency/currency-words.ts'

/** What a number format says about the number in a cell. `sign` is the shown text. */
export type FormatMeaning =
  | { readonly kind: 'number'; readonly currency?: Currency }
  | { readonly kind: 'date' }
  | { readonly kind: 'percent' }
  | { readonly kind: 'unit'; readonly what: NumberUnit; readonly sign: string }

/** Why a number with this text is no price, as CSV has it for the same text. */
type NumberUnit = Extract<OtherValue, 'other-currency' | 'percent' | 'value'>

const cache = new Map<string, FormatMeaning>()

/** Interprets a number format (ECMA-376 18.8.31). Cached: a workbook has few formats and many cells. */
export function meaningOfFormat(format: string): FormatMeaning {
  const known = cache.get(format)
  if (known !== undefined) return known
  if (cache.size > 1000) cache.clear()
  const meaning = readFormat(format.slice(0, 255))
  cache.set(format, meaning)
  return meaning
}

function readFormat(format: string): FormatMeaning {
  const { shown, code } = splitSection(format)
  const money = meaningOfWords(shown.join(' '))
  if (money !== undefined) return money
  if (/[ymdhs]/i.test(code)) return { kind: 'date' }
  return code.includes('%') ? { kind: 'percent' } : { kind: 'number' }
}

/**
 * Splits the first section (for positive numbers) into literal texts and the code without them. `_x` is a gap as wide as x,
 * `*x` fills with x: neither is a literal.
 */
function splitSection(format: string): { shown: string[]; code: string } {
  const shown: string[] = []
  let code = ''
  let word = ''
  for (const [token] of format.matchAll(/"[^"]*"?|\\.|_.|\*.|\[[^\]]*\]|./gsu)) {
    if (token === ';') break
    const literal = literalText(token)
    if (literal !== undefined) {
      word += literal
      continue
    }
    if (word !== '') shown.push(word)
    word = ''
    if (!/^[_*]./.test(token) && !token.startsWith('[$')) code += /^\[(?![hms]+\])/i.test(token) ? '' : token
  }
  return { shown: word === '' ? shown : [...shown, word], code }
}

/** The literal text of a token; undefined for format codes. */
function literalText(token: string): string | undefined {
  if (token.startsWith('"')) return token.replaceAll('"', '')
  if (token.startsWith('\\')) return token.slice(1)
  // `[$лв.-402]`: a symbol and a locale.
  if (token.startsWith('[$')) return /^[^-]*/.exec(token.slice(2, -1))?.[0] || undefined
  return /^[$€£¥₽₺а-я]$/iu.test(token) ? token : undefined
}

/** Thousands, millions or minor units: the stored number is no amount in lev or euro. */
const SCALED = wholeWords(
  'хил|хиляд[а-я]*|млн|милион[а-я]*|млрд|милиард[а-я]*|thousands?|millions?|mln|k|ст|стот[а-я]*|(?:евро)?цент[а-я]*|(?:euro)?cents?|stot[a-z]*',
)
/** The denar only as a whole text: 'лв./ден' is a price per day. */
const DENAR = /^ден\.?$/u
const PERCENT = /[%‰](?! ?(?:ддс|dds|vat|tax))/u

/** The meaning of literal texts; undefined without money. Both currencies together count as none. */
function meaningOfWords(words: string): FormatMeaning | undefined {
  const sign = words.replace(/[\s\u00a0]+/g, ' ').trim()
  const text = sign.toLowerCase()
  if (OTHER_CURRENCY.test(text) || DENAR.test(text)) return { kind: 'unit', what: 'other-currency', sign }
  if (SCALED.test(text)) return { kind: 'unit', what: 'value', sign }
  if (PERCENT.test(text)) return { kind: 'unit', what: 'percent', sign }
  const [currency, ...others] = CURRENCY_CODES.filter((one) => CURRENCY_ANYWHERE[one].test(text))
  if (currency === undefined) return undefined
  return others.length === 0 ? { kind: 'number', currency } : { kind: 'number' }
}

/** Number formats with an id below are built in (ECMA-376 18.8.30). */
export const FIRST_CUSTOM_FORMAT = 164

/** Built-in number formats by id (ECMA-376 18.8.30), as SheetJS has them; all other ids below 164 are General. */
export const BUILT_IN_FORMATS: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  14: 'm/d/yy',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'm/d/yy h:mm',
  37: '#,##0 ;(#,##0)',
  38: '#,##0 ;[Red](#,##0)',
  39: '#,##0.00;(#,##0.00)',
  40: '#,##0.00;[Red](#,##0.00)',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mmss.0',
  48: '##0.0E+0',
  49: '@',
  56: '"上午/下午 "hh"時"mm"分"ss"秒 "',
}

export const GENERAL_FORMAT = meaningOfFormat('General')
