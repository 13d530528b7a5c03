import { CURRENCY_CODES, type Currency } from '#money/currency.ts'
import type { OtherValue } from '#table/table.ts'
import { CURRENCY_ANYWHERE, OTHER_CURRENCY, wholeWords } from '#pricelist/currency/currency-words.ts'

/** What a cell's number format says of the number in it. */
export type FormatMeaning =
  | { readonly kind: 'number'; readonly currency?: Currency }
  | { readonly kind: 'date' }
  | { readonly kind: 'percent' }
  | { readonly kind: 'unit'; readonly what: UnitOfNumber; readonly sign: string }

/** Why a number with this word behind it is no price: as the same text in a delimited file would be read. */
type UnitOfNumber = Extract<OtherValue, 'other-currency' | 'percent' | 'value'>

const known = new Map<string, FormatMeaning>()

/** Reads a number format (ECMA-376 18.8.31). A workbook has a few formats and many cells, so that answers are kept. */
export function meaningOfFormat(format: string): FormatMeaning {
  const kept = known.get(format)
  if (kept !== undefined) return kept
  if (known.size > 1000) known.clear()
  const meaning = readFormat(format.slice(0, 255))
  known.set(format, meaning)
  return meaning
}

function readFormat(format: string): FormatMeaning {
  if (/^(?:general|@)$/i.test(format)) return { kind: 'number' }
  const { shown, code } = splitSection(format)
  const money = meaningOfWords(shown.join(' '))
  if (money !== undefined) return money
  if (/[ymdhs]|\[(?:h+|m+|s+)\]|am\/pm/i.test(code)) return { kind: 'date' }
  return code.includes('%') ? { kind: 'percent' } : { kind: 'number' }
}

/**
 * The first section (for positive numbers) apart: the words it shows, and its code without them. `_x` is a gap as wide
 * as x, `*x` fills with x: neither is shown as a word.
 */
function splitSection(format: string): { shown: string[]; code: string } {
  const shown: string[] = []
  let code = ''
  let word = ''
  for (const [token] of format.matchAll(/"[^"]*"?|\\.|_.|\*.|\[[^\]]*\]|./gsu)) {
    if (token === ';') break
    const literal = literalOf(token)
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

/** The text that a token shows, or undefined for one that formats. */
function literalOf(token: string): string | undefined {
  if (token.startsWith('"')) return token.replaceAll('"', '')
  if (token.startsWith('\\')) return token.slice(1)
  if (token.startsWith('[$'))
    return /^\[\$([^\]]*?)(?:-[^\]-]*(?:-[^\]]*)?)?\]$/.exec(token)?.[1] || undefined
  return /[$€£¥₽₺]|[а-я.]/iu.test(token) && token !== '.' ? token : undefined
}

/** Thousands and hundredths: the number that is stored is not one of lev or euro. */
const SCALED = wholeWords(
  'хил|хиляд[а-я]*|млн|милион[а-я]*|млрд|милиард[а-я]*|thousands?|millions?|mln|k|ст|стот[а-я]*|(?:евро)?цент[а-я]*|(?:euro)?cents?|stot[a-z]*',
)
/** Also a day: 'лв./ден'. */
const DENAR = /^ден\.?$/u
const PERCENT = /[%‰](?! ?(?:ддс|dds|vat|tax))/u

/** What the words of a format say of its number; undefined where they name no money. Both currencies are as good as none. */
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
