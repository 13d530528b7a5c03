/** `=`, `+`, `-` and `@`, by which spreadsheets begin a formula, and their full-width, small, raised and lowered forms. */
const SIGNS = '=+\\-@＝＋－＠﹦﹢﹣﹫⁼₌⁺₊⁻₋−'
const EQUALS = '=＝﹦⁼₌'

/** What may separate cells, whichever delimiter a spreadsheet is told; colon, tilde and caret too. Controls separate lines. */
const DELIMITERS = ',;|:~^'

const SIGN = new RegExp(`[${SIGNS}]`, 'gu')

/** What may be dropped between the start of a cell and a sign: spaces, quotes, and characters without a glyph. */
const SKIPPED = /[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800"]/u
const SEPARATING = new RegExp(`[\\p{Cc}\\p{Zl}\\p{Zp}${DELIMITERS}]`, 'u')

/** A plain number, a percentage, a telephone number or a sign alone, to the end of the text. */
const HARMLESS = /^(?:[+\-−][\d.,]+%?|\+\d[\d ]*|[+\-@])$/

/** A word after a space, which is a cell where the space is the delimiter. A dash or a single signed word is no formula. */
const EQUAL_WORD = new RegExp(`^[${EQUALS}@＠﹫](?! )`, 'u')
const SIGNED_WORD = new RegExp(`^[^ \\p{Cc}]+[${SIGNS}*/^&(|!<>]`, 'u')

/**
 * Puts an apostrophe before every sign at which a spreadsheet would begin a formula (CONV-09, OWASP "CSV injection"): at the
 * start of the text, of a line, and after each character that can be selected as the delimiter on import, also with spaces,
 * quotes and invisible characters in between. Text that begins with a tab or carriage return, and a line `sep=;`,
 * which sets the delimiter, get one too. A plain number, a telephone number or a sign alone stays as it is.
 */
export function escapeFormula(text: string): string {
  let escaped = /^(?:[\t\r]|sep=)/i.test(text) ? "'" : ''
  let from = 0
  for (const { index } of text.matchAll(SIGN)) {
    if (!isFormula(text, index)) continue
    escaped += `${text.slice(from, index)}'`
    from = index
  }
  return escaped + text.slice(from)
}

/** Whether the sign at `at` begins a formula in a spreadsheet with some delimiter. */
function isFormula(text: string, at: number): boolean {
  const rest = text.slice(at)
  switch (placeOf(text, at)) {
    case 'text':
    case 'cell':
      return !HARMLESS.test(rest)
    case 'word':
      return EQUAL_WORD.test(rest) || SIGNED_WORD.test(rest)
    case 'inside':
      return false
  }
}

/** Where a sign is: at the start of the text, of a cell with some delimiter, or of a word, or inside one. */
function placeOf(text: string, sign: number): 'text' | 'cell' | 'word' | 'inside' {
  let isWord = false
  for (let at = sign; at > 0;) {
    const before = characterBefore(text, at)
    if (SEPARATING.test(before)) return 'cell'
    if (!SKIPPED.test(before)) return isWord ? 'word' : 'inside'
    isWord ||= /\s/.test(before)
    at -= before.length
  }
  return 'text'
}

function characterBefore(text: string, at: number): string {
  const isPair = at > 1 && text.codePointAt(at - 2)! > 0xffff
  return text.slice(at - (isPair ? 2 : 1), at)
}

const OPERAND = String.raw`(?:[\d.,]{0,20}\d|\$?[A-Za-z]{1,3}\$?\d{1,7})`
const WITHIN = `[^${DELIMITERS}\\t\\r\\n]{0,200}?`

/** An equals sign with something to compute, but not `="0012"`, by which exports keep zeros; calls, references, sums. */
const COMPUTED = new RegExp(
  [
    `[${EQUALS}]\\s*(?!"{1,2}[^"\\r\\n]{0,200}"{1,3}(?:[${DELIMITERS}\\t\\r\\n]|$))[\\p{L}\\d("'+\\-@.$\\[{]`,
    `[${SIGNS}]${WITHIN}(?:\\p{L}\\(|[\\p{L}\\d']![$\\p{L}]|\\p{L}\\|[^,;\\t\\r\\n]{0,200}!)`,
    `[+\\-]${OPERAND}(?:[+\\-*/^&]${OPERAND}){1,20}"?(?:[,;|\\t\\r\\n]|$)`,
  ].join('|'),
  'uy',
)

/**
 * The offset, at or after `from`, of the next cell of a delimited text that a spreadsheet would compute; undefined where there is
 * none. Text that only begins with a sign, such as `- доставка`, is not among them.
 */
export function nextComputedCell(text: string, from: number): number | undefined {
  const sign = new RegExp(SIGN)
  sign.lastIndex = from
  for (let found = sign.exec(text); found !== null; found = sign.exec(text)) {
    const place = placeOf(text, found.index)
    if (place !== 'text' && place !== 'cell') continue
    COMPUTED.lastIndex = found.index
    if (COMPUTED.test(text)) return found.index
  }
  return undefined
}
