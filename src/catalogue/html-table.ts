import type { Table } from './catalogue.ts'
import { MAX_COLUMNS } from './delimited-table.ts'

/** The named characters that spreadsheets' and shops' exports use; others stay as they are written. */
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  euro: '€',
  pound: '£',
  yen: '¥',
  copy: '©',
  reg: '®',
  deg: '°',
  laquo: '«',
  raquo: '»',
  bdquo: '„',
  ldquo: '“',
  rdquo: '”',
  lsquo: '‘',
  rsquo: '’',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  times: '×',
  frac12: '½',
  middot: '·',
  shy: '',
}

/** Tags, and what has content that is no text. An unclosed one ends with the text. */
const TOKENS =
  /<!--[\s\S]*?(?:-->|$)|<(script|style|title|head)\b[\s\S]*?(?:<\/\1\s*>|$)|<(\/?)([a-z][\w:-]*)([^>]*)>/gi

/**
 * The rows of the tables of a web page, one below the other: many shops export such a page and call it .xls. Text as it
 * stands, so that the rules for price text apply; never more than `limit` rows.
 */
export function readHtmlTable(html: string, limit: number): { rows: Table; isCut: boolean } {
  const reader = new TableReader(limit)
  let at = 0
  for (const match of html.matchAll(TOKENS)) {
    reader.text(html.slice(at, match.index))
    at = match.index + match[0].length
    if (match[3] !== undefined) reader.tag(match[3].toLowerCase(), match[2] === '/', match[4] ?? '')
    if (reader.isCut) break
  }
  return { rows: reader.rows, isCut: reader.isCut }
}

class TableReader {
  readonly rows: string[][] = []
  isCut = false
  readonly #limit: number
  #row: string[] | undefined
  #cell: string | undefined
  #span = 1

  constructor(limit: number) {
    this.#limit = limit
  }

  text(text: string): void {
    if (this.#cell !== undefined) this.#cell += text
  }

  tag(name: string, isEnd: boolean, attributes: string): void {
    if (name === 'tr') {
      this.#endRow()
      if (!isEnd) this.#startRow()
    } else if (name === 'td' || name === 'th') {
      this.#endCell()
      if (!isEnd) this.#startCell(attributes)
    } else if (name === 'table') this.#endRow()
    else if (name === 'br' || name === 'p' || name === 'div' || name === 'li') this.text(' ')
  }

  #startRow(): void {
    if (this.rows.length >= this.#limit) this.isCut = true
    else this.#row = []
  }

  #startCell(attributes: string): void {
    this.#row ??= []
    this.#cell = ''
    const span = Number(/\bcolspan\s*=\s*["']?(\d{1,3})/i.exec(attributes)?.[1] ?? 1)
    this.#span = Math.max(span, 1)
  }

  #endCell(): void {
    if (this.#cell === undefined || this.#row === undefined) return
    if (this.#row.length + this.#span <= MAX_COLUMNS) {
      this.#row.push(plainText(this.#cell), ...Array.from({ length: this.#span - 1 }, () => ''))
    }
    this.#cell = undefined
  }

  #endRow(): void {
    this.#endCell()
    if (this.#row !== undefined) this.rows.push(this.#row)
    this.#row = undefined
  }
}

const plainText = (html: string): string =>
  html
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z]\w{1,10}));?/gi, (whole, hex, decimal, name) => {
      if (name !== undefined) return NAMED[String(name).toLowerCase()] ?? whole
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
      return code > 0 && code < 0x110000 ? String.fromCodePoint(code) : whole
    })
