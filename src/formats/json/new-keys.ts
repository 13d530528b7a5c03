import { WORDS } from '#money/currency-words.ts'
import type { Currency } from '#money/currency.ts'
import { newTitle, translateTitle, uniqueTitle, withoutHundredths } from '#writeback/price-titles.ts'

/** How the keys of a file join words. */
export type KeyStyle = 'snake' | 'camel' | 'kebab'

const STYLES: readonly (readonly [KeyStyle, RegExp])[] = [
  ['snake', /[\p{L}\d]_[\p{L}\d]/u],
  ['camel', /^\p{L}*\p{Ll}\d*\p{Lu}[\p{L}\d]*$/u],
  ['kebab', /^[\p{L}\d]+(?:-[\p{L}\d]+)+$/u],
]

/** The style that most keys have; undefined where none has several words. */
export function keyStyleOf(keys: Iterable<string>): KeyStyle | undefined {
  const counts = new Map<KeyStyle, number>()
  for (const key of keys)
    for (const [style, pattern] of STYLES)
      if (pattern.test(key)) counts.set(style, (counts.get(style) ?? 0) + 1)
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0]
}

/** One word, or several joined by underscores or hyphens. */
const WORD = /^\p{L}[\p{L}\d]*(?:[_-][\p{L}\d]+)*$/u

/** The key for prices in `currency` beside one with this key, in the style of the file and none of the `taken`. */
export function newKey(
  key: string,
  currency: Currency,
  taken: readonly string[],
  style: KeyStyle | undefined,
): string {
  const source = withoutHundredths(key)
  if (!WORD.test(source) || translateTitle(source, currency) !== undefined)
    return newTitle(source, currency, taken)
  const { code, cyrillic } = WORDS[currency].titleText
  const word = /\p{Script=Cyrillic}/u.test(source) ? cyrillic : code
  const isCamel = style === 'camel' || /\p{Ll}\p{Lu}/u.test(source)
  if (isCamel && !source.includes('_'))
    return uniqueTitle(source + word[0]!.toUpperCase() + word.slice(1), taken)
  const isUpper = source.length > 1 && source === source.toUpperCase()
  const joint = style === 'kebab' && !source.includes('_') ? '-' : '_'
  return uniqueTitle(source + joint + (isUpper ? word.toUpperCase() : word), taken)
}
