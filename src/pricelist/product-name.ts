import { LIMITS } from '#product/limits.ts'

// Control characters, line ends and bidirectional overrides: none of them is a letter of a name, and the last can
// turn a shown name around.
const UNWANTED = /[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/gu

// Letters that never join with their neighbours, so that one code unit is one character.
const SIMPLE = /^[\u0020-\u02ff\u0370-\u0482\u048a-\u052f\u2010-\u2027\u2030-\u205e\u20a0-\u20bf\u2116]*$/

// Words of SIMPLE letters, one space between them, with nothing that is taken out: such a name need only be cut. Nearly all
// are so, and to look takes a sixth of the time of tidying them.
const WORD = String.raw`[!-;=?-~\u00a1-\u02ff\u0370-\u0482\u048a-\u052f\u2010-\u2027\u2030-\u205e\u20a0-\u20bf\u2116]+`
const TIDY = new RegExp(`^${WORD}(?: ${WORD})*$`)

/** Made for the first name that needs it: that takes 25 ms, and few files have one. */
let segmenter: Intl.Segmenter | undefined

/** No name has as many code units. */
const LONGEST_NAME = 4096

/** Code units a name may take however its characters are composed (a letter can carry any number of marks). */
const MAX_UNITS = LIMITS.nameLength * 10

/**
 * A product name as a row keeps it: without angle brackets and control characters, white space folded, at most 25
 * characters as a reader counts them (BULK-10). Anything but text or a number gives an empty name.
 */
export function cleanName(name: unknown): string {
  if (typeof name !== 'string') return typeof name === 'number' && Number.isFinite(name) ? String(name) : ''
  const head = name.length > LONGEST_NAME ? name.slice(0, LONGEST_NAME) : name
  if (TIDY.test(head)) return head.slice(0, LIMITS.nameLength).trimEnd()
  return firstCharacters(tidy(head), LIMITS.nameLength).trimEnd()
}

/** A whole name as it is shown: in one line, without control characters, cut only where no name reaches. */
export const wholeName = (text: string): string =>
  (text.length > LONGEST_NAME ? text.slice(0, LONGEST_NAME) : text)
    .toWellFormed()
    .replace(UNWANTED, ' ')
    .replace(/\s+/g, ' ')
    .trim()

const tidy = (text: string): string =>
  text.replace(UNWANTED, ' ').replace(/[<>]/g, '').replace(/\s+/g, ' ').trim()

/** The first `count` characters as a reader counts them; no letter is cut in half. */
function firstCharacters(text: string, count: number): string {
  if (text.length <= count) return text.isWellFormed() ? text : text.toWellFormed()
  if (SIMPLE.test(text)) return text.slice(0, count)
  segmenter ??= new Intl.Segmenter('bg', { granularity: 'grapheme' })
  let kept = ''
  let n = 0
  for (const { segment } of segmenter.segment(text.toWellFormed())) {
    if (n++ === count || kept.length + segment.length > MAX_UNITS) break
    kept += segment
  }
  return kept
}
