import { DELIMITERS, type Delimiter, ENCODINGS, type Encoding } from '#table/text-source.ts'
import { encode, withBom } from '#test/fixtures/catalogues/encoders.ts'
import type { Dice } from './dice.ts'
import { drawList } from './draw-list.ts'
import type { FuzzFile, PriceList } from './list.ts'

type Dialect = {
  readonly delimiter: Delimiter
  /** `none` writes fields unquoted, also where they contain the delimiter. */
  readonly quotes: 'needed' | 'all' | 'none'
  readonly lineEnd: string
  readonly isRagged: boolean
  readonly tail: string
  readonly spaceBeforeQuote: boolean
}

/** Delimited text in any encoding, in the style of common programs. */
export function drawDelimitedFile(dice: Dice): FuzzFile {
  const list = drawList(dice, false)
  const dialect = drawDialect(dice)
  const first = dice.chance(4) ? `sep=${dice.chance(80) ? dialect.delimiter : '^'}${dialect.lineEnd}` : ''
  const isNamed = first !== '' && first.includes(dialect.delimiter)
  const sep = isNamed ? first : ''
  const text = sep + delimitedText(list, dialect) + (dice.chance(80) ? dialect.lineEnd : '')
  const { bytes, encoding, isBom } = encoded(dice, text)
  const expected = list.expected.map((row) => (isNamed ? { ...row, line: row.line + 1 } : row))
  const traits = `${encoding}${isBom ? ' BOM' : ''} ${JSON.stringify(dialect)}`
  const fileName = dice.weighted([
    [12, 'list.csv'],
    [1, 'list.xls'],
    [1, 'list.xlsx'],
  ])
  return { fileName, bytes, expected, isTitled: list.isTitled, traits: `${traits}\n${text}` }
}

function drawDialect(dice: Dice): Dialect {
  const delimiter = dice.pick<Delimiter>([';', ',', ...DELIMITERS])
  const quotes = dice.weighted<Dialect['quotes']>([
    [6, 'needed'],
    [3, 'all'],
    [3, 'none'],
  ])
  // A truncated row with a delimiter in its name has the usual length: it cannot be recognised.
  const isRagged = quotes !== 'none' && dice.chance(20)
  return {
    delimiter,
    quotes,
    isRagged,
    lineEnd: dice.weighted([
      [6, '\r\n'],
      [6, '\n'],
      [1, '\r'],
    ]),
    tail: dice.chance(6) ? dice.pick([delimiter, delimiter.repeat(3), ' ']) : '',
    spaceBeforeQuote: quotes !== 'none' && dice.chance(6),
  }
}

function delimitedText({ grid }: PriceList, dialect: Dialect): string {
  const width = Math.max(...grid.map((row) => row.length))
  return grid
    .map((row) => {
      const texts = Array.from(
        { length: dialect.isRagged ? row.length : width },
        (_, c) => row[c]?.text ?? '',
      )
      while (dialect.isRagged && texts.length > 0 && texts.at(-1) === '') texts.pop()
      return texts.map((text) => field(text, dialect)).join(dialect.delimiter) + dialect.tail
    })
    .join(dialect.lineEnd)
}

function field(text: string, { delimiter, quotes, spaceBeforeQuote }: Dialect): string {
  if (quotes === 'none') return text.replace(/[\r\n\t]+/g, ' / ')
  const isNeeded = text.includes(delimiter) || /["\r\n]/.test(text)
  if (quotes === 'needed' && !isNeeded) return text
  return `${spaceBeforeQuote ? ' ' : ''}"${text.replaceAll('"', '""')}"`
}

/** Single-byte encodings lack signs that their users write in other ways. */
const STAND_INS: Readonly<Record<string, string>> = {
  '€': 'EUR',
  '\u202f': '\u00a0',
  '\u2009': ' ',
  '’': "'",
  '„': '"',
  '“': '"',
  '–': '-',
  '—': '-',
  '−': '-',
  '≈': '~',
  '½': '1/2',
  '₽': '$',
  '₺': '$',
  '£': '$',
  ł: 'l',
  '⁵⁰': '%',
  '٣': '?',
  '\u202e': '?',
  '№': 'N',
  '²': '2',
}

function encoded(
  dice: Dice,
  text: string,
): { bytes: Uint8Array<ArrayBuffer>; encoding: Encoding; isBom: boolean } {
  const wanted = dice.weighted<Encoding>([
    [8, 'utf-8'],
    [4, 'windows-1251'],
    [2, dice.pick([...ENCODINGS])],
  ])
  if (wanted.startsWith('utf-')) {
    const isBom = dice.chance(50)
    const bytes = encode(isBom ? `\ufeff${text}` : text, wanted)
    return { bytes, encoding: wanted, isBom }
  }
  for (const attempt of [text, withStandIns(text)]) {
    try {
      return { bytes: encode(attempt, wanted), encoding: wanted, isBom: false }
    } catch {
      // A letter that the encoding lacks.
    }
  }
  return { bytes: withBom(encode(text, 'utf-8'), 0xef, 0xbb, 0xbf), encoding: 'utf-8', isBom: true }
}

const withStandIns = (text: string): string =>
  text.replace(/[^\p{ASCII}а-яА-Я]/gu, (sign) => STAND_INS[sign] ?? sign)
