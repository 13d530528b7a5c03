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

/**
 * The rows of the tables of a web page, one below the other: many shops export such a page and call it .xls. Text as it
 * stands, so that the rules for price text apply; never more than `limit` rows.
 */
export function readHtmlTable(html: string, limit: number): { rows: Table; isCut: boolean } {
  const reader = new TableReader(limit)
  let at = 0
  while (at < html.length && !reader.isCut) {
    const open = html.indexOf('<', at)
    const end = open === -1 ? html.length : open
    reader.text(html.slice(at, end))
    at = open === -1 ? html.length : skipMarkup(html, open, reader)
  }
  reader.end()
  return { rows: reader.rows, isCut: reader.isCut }
}

const TAG = /^<(\/?)([a-z][\w:-]*)/i

/** Reads what begins with `<` at `open`; the offset behind it. What is not closed ends with the page. */
function skipMarkup(html: string, open: number, reader: TableReader): number {
  if (html.startsWith('<!--', open)) return behind(html, '-->', open + 4)
  const end = behind(html, '>', open)
  const tag = TAG.exec(html.slice(open, Math.min(end, open + 64)))
  if (tag === null) {
    // A sign "less than" in a text.
    if (!/^<[!?]/.test(html.slice(open, open + 2))) reader.text('<')
    return /^<[!?]/.test(html.slice(open, open + 2)) ? end : open + 1
  }
  const name = tag[2]!.toLowerCase()
  const isEnd = tag[1] === '/'
  if (!isEnd && (name === 'script' || name === 'style')) return behindContent(html, name, end)
  reader.tag(name, isEnd, html.slice(open, Math.min(end, open + 1000)))
  return end
}

function behind(html: string, mark: string, from: number): number {
  const at = html.indexOf(mark, from)
  return at === -1 ? html.length : at + mark.length
}

/** Scripts and styles can hold anything that looks like a cell. */
function behindContent(html: string, name: 'script' | 'style', from: number): number {
  const close = name === 'script' ? /<\/script/gi : /<\/style/gi
  close.lastIndex = from
  const match = close.exec(html)
  return match === null ? html.length : behind(html, '>', match.index)
}

/** Text of one cell that is kept. */
const LONGEST_CELL = 32_767

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
    if (this.#cell !== undefined && this.#cell.length < LONGEST_CELL) this.#cell += text
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

  /** The page may end without closing its table. */
  end(): void {
    this.#endRow()
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
