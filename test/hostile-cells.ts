/** Texts that become formulas when a file of them is opened with some delimiter. */

export const HOSTILE_DELIMITERS = [',', ';', '\t', '|', ' ', ':'] as const

/** Characters without a glyph, which some programs drop. */
const INVISIBLE = [
  '\u200b',
  '\ufeff',
  '\u2060',
  '\u00ad',
  '\u200e',
  '\u202a',
  '\u061c',
  '\u180e',
  '\u3164',
  '\u2800',
]
const SIGNS = ['=', '=', '=', '+', '-', '@', '＝', '＋', '－', '＠', '﹦']
const PAYLOADS = ['1+1', 'SUM(1+1)', "cmd|'/c calc'!A1", 'HYPERLINK("http://e.x")', 'A1', '2+3', '"x"']
const BEFORE = [
  '',
  ...HOSTILE_DELIMITERS,
  '\n',
  '\r\n',
  'x;',
  'Хляб,',
  'a|',
  'y\n',
  '"',
  ';"',
  ',""',
  'x; ',
  '\u000b',
]
const AFTER = ['', ';', ',', '"', '|x', '\t', '\nz', ' бял']

/** What stands before a sign, a dropped character, the sign, a payload and what follows, always in the same random order. */
export function hostileCells(count: number): string[] {
  let state = 2026
  const oneOf = <T>(list: readonly T[]): T => {
    // A linear congruential generator, of which the upper bits are taken.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return list[Math.floor((state / 2 ** 32) * list.length)]!
  }
  const dropped = ['', '', ' ', '\u00a0', ...INVISIBLE]
  return Array.from({ length: count }, () =>
    [BEFORE, dropped, SIGNS, PAYLOADS, AFTER].map((parts) => oneOf(parts)).join(''),
  )
}

/**
 * The cells of a delimited text, as lenient programs read them: a quote opens a quoted cell only at its start, and what follows
 * the closing one belongs to the cell.
 */
export function cellsSeen(text: string, delimiter: string, quote: '"' | ''): string[] {
  const cells: string[] = []
  let cell = ''
  let state: 'start' | 'plain' | 'quoted' = 'start'
  for (let at = 0; at < text.length; at++) {
    const letter = text[at]!
    if (state === 'quoted') {
      if (letter !== quote) cell += letter
      else if (text[at + 1] === quote) cell += text[++at]!
      else state = 'plain'
    } else if (letter === quote && state === 'start') state = 'quoted'
    else if (letter === delimiter || letter === '\n' || letter === '\r') {
      cells.push(cell)
      cell = ''
      state = 'start'
    } else {
      cell += letter
      state = 'plain'
    }
  }
  return [...cells, cell]
}
