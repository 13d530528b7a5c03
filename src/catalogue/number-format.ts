import type { Currency } from '#domain/money.ts'
import { currencyOfWord, OTHER_CURRENCY } from './price-words.ts'

/** What a cell's number format says of the number in it. */
export type FormatMeaning =
  | { readonly kind: 'number'; readonly currency?: Currency }
  | { readonly kind: 'date' }
  | { readonly kind: 'percent' }
  | { readonly kind: 'other-currency'; readonly sign: string }

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
  const money = shown.map(meaningOfWord).find((meaning) => meaning !== undefined)
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

function meaningOfWord(word: string): FormatMeaning | undefined {
  const text = word.replace(/[\s\u00a0]+/g, ' ').trim()
  const currency = currencyOfWord(text) ?? currencyOfWord(text.split(/[ /]/)[0] ?? '')
  if (currency !== undefined) return { kind: 'number', currency }
  return OTHER_CURRENCY.test(text.toLowerCase()) ? { kind: 'other-currency', sign: text } : undefined
}
