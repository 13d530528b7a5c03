import { DEFAULT_LANG } from '#i18n/language.ts'
import { LIMITS } from '#product/limits.ts'

// Control characters, line ends and bidirectional overrides; the last can reverse a displayed name.
const UNWANTED = /[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/gu

// Letters that do not combine with their neighbours: one code unit is one character.
const SIMPLE = /^[\u0020-\u02ff\u0370-\u0482\u048a-\u052f\u2010-\u2027\u2030-\u205e\u20a0-\u20bf\u2116]*$/

// Words of SIMPLE letters with single spaces and nothing to remove: such a name is only truncated. Nearly all
// names match, and the test takes a sixth of the time of cleaning.
const WORD = String.raw`[!-;=?-~\u00a1-\u02ff\u0370-\u0482\u048a-\u052f\u2010-\u2027\u2030-\u205e\u20a0-\u20bf\u2116]+`
const TIDY = new RegExp(`^${WORD}(?: ${WORD})*$`)

/** Created for the first name that needs it, which few files have: creation takes 25 ms. */
let segmenter: Intl.Segmenter | undefined

/** Maximum number of code units that are read. */
const LONGEST_NAME = 4096

/**
 * Maximum number of code units of a cleaned name, however its characters are composed (a letter can carry any
 * number of marks).
 */
const MAX_UNITS = LIMITS.nameLength * 10

/**
 * Cleans a product name: removes angle brackets and control characters, folds white space, truncates to 25
 * grapheme clusters (BULK-10). Anything but text or a number gives an empty name.
 */
export function cleanName(name: unknown): string {
  if (typeof name !== 'string') return typeof name === 'number' && Number.isFinite(name) ? String(name) : ''
  const head = name.slice(0, LONGEST_NAME)
  if (TIDY.test(head)) return head.slice(0, LIMITS.nameLength).trimEnd()
  return firstCharacters(tidy(head), LIMITS.nameLength).trimEnd()
}

/** A name cleaned like {@link cleanName}, but whole. */
export const fullName = (text: string): string => tidy(text.slice(0, LONGEST_NAME).toWellFormed())

/** No name ends so, unless a space after it was cut off. */
const UNFINISHED = /[,;:&+/(–-]$/u

/** Whether a stored name was probably cut: it has the greatest length (BULK-10), or one less where it was cut at a space. */
export function isProbablyCut(name: string): boolean {
  const isLongerThan = (count: number) => firstCharacters(name, count) !== name
  return isLongerThan(LIMITS.nameLength - 1) || (isLongerThan(LIMITS.nameLength - 2) && UNFINISHED.test(name))
}

/** A full name for display: one line, without control characters, limited to {@link LONGEST_NAME}. */
export const wholeName = (text: string): string =>
  text.slice(0, LONGEST_NAME).toWellFormed().replace(UNWANTED, ' ').replace(/\s+/g, ' ').trim()

const tidy = (text: string): string =>
  text.replace(UNWANTED, ' ').replace(/[<>]/g, '').replace(/\s+/g, ' ').trim()

/** The first `count` grapheme clusters. */
function firstCharacters(text: string, count: number): string {
  if (text.length <= count) return text.toWellFormed()
  if (SIMPLE.test(text)) return text.slice(0, count)
  segmenter ??= new Intl.Segmenter(DEFAULT_LANG, { granularity: 'grapheme' })
  let kept = ''
  let n = 0
  for (const { segment } of segmenter.segment(text.toWellFormed())) {
    if (n++ === count || kept.length + segment.length > MAX_UNITS) break
    kept += segment
  }
  return kept
}
