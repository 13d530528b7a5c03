import { MAX_CELL_LENGTH } from '#table/cell-length.ts'
import { MAX_READ_COLUMNS } from '#table/column-name.ts'
import { RowSpans, SparseRows, SparseTable } from './sparse-table.ts'

/** Named character references of exports. Others stay as they are written. */
const NAMED_CHARACTERS: Readonly<Record<string, string>> = {
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
 * Reads the rows of all tables of a web page, which many shops export as .xls. Cells are text, so that the rules for price
 * text apply. Linear in time.
 * @param limit rows read at most
 * @returns `starts`: the rows at which a table begins or ends, ascending, but for the first
 */
export function readHtmlTable(
  html: string,
  limit: number,
): { rows: SparseTable; starts: readonly number[]; isCut: boolean } {
  const reader = new TableReader(limit)
  const closings = new TagEnds(html)
  let at = 0
  while (at < html.length && !reader.isCut) {
    const open = html.indexOf('<', at)
    const end = open === -1 ? html.length : open
    reader.text(html.slice(at, end))
    at = open === -1 ? html.length : skipMarkup(html, open, reader, closings)
  }
  reader.end()
  return { rows: new SparseTable(reader.rows), starts: reader.starts, isCut: reader.isCut }
}

/** Finds the ends of tags. Many `<` without `>` do not each search the rest of the page. */
class TagEnds {
  readonly #html: string
  #next = -1

  constructor(html: string) {
    this.#html = html
  }

  /**
   * The offset after the first `>`, or the end of the page.
   * @param from never less than in the last call
   */
  after(from: number): number {
    if (this.#next < from) {
      const at = this.#html.indexOf('>', from)
      this.#next = at === -1 ? this.#html.length : at
    }
    return Math.min(this.#next + 1, this.#html.length)
  }
}

const TAG = /^<(\/?)([a-z][\w:-]*)/i

/** Reads the tag or comment at `open`. Returns the offset after it; what is not closed ends with the page. */
function skipMarkup(html: string, open: number, reader: TableReader, closings: TagEnds): number {
  if (html.startsWith('<!--', open)) return offsetAfter(html, '-->', open + 4)
  const end = closings.after(open)
  const tag = TAG.exec(html.slice(open, Math.min(end, open + 64)))
  if (tag === null) {
    // A `<` in text.
    if (!/^<[!?]/.test(html.slice(open, open + 2))) reader.text('<')
    return /^<[!?]/.test(html.slice(open, open + 2)) ? end : open + 1
  }
  const name = tag[2]!.toLowerCase()
  const isEnd = tag[1] === '/'
  if (!isEnd && (name === 'script' || name === 'style')) return skipContent(html, name, end)
  reader.tag(name, isEnd, html.slice(open, Math.min(end, open + 1000)))
  return end
}

function offsetAfter(html: string, mark: string, from: number): number {
  const at = html.indexOf(mark, from)
  return at === -1 ? html.length : at + mark.length
}

/** Skips scripts and styles, which can contain text that looks like cells. */
function skipContent(html: string, name: 'script' | 'style', from: number): number {
  const close = name === 'script' ? /<\/script/gi : /<\/style/gi
  close.lastIndex = from
  const match = close.exec(html)
  return match === null ? html.length : offsetAfter(html, '>', match.index)
}

class TableReader {
  readonly rows = new SparseRows()
  readonly starts: number[] = []
  isCut = false
  readonly #limit: number
  readonly #rowSpans = new RowSpans(MAX_READ_COLUMNS)
  #isInRow = false
  #cell: string | undefined
  /** How the text of the cell ends. Reading it from the string would flatten its concatenations each time. */
  #ending: 'digit' | 'space' | 'other' = 'other'
  #span = 1
  #rowSpan = 1
  #hasTagBefore = false

  constructor(limit: number) {
    this.#limit = limit
  }

  text(text: string): void {
    if (this.#cell === undefined || this.#cell.length >= MAX_CELL_LENGTH) return
    const shown = text.replace(/\s+/g, ' ')
    if (shown === '') return
    // 12<sup>50</sup> and <del>15</del>12 are not 1250 and 1512.
    if (this.#hasTagBefore && this.#ending === 'digit' && /^\d/.test(shown)) this.#cell += '|'
    this.#cell += this.#ending === 'space' && shown.startsWith(' ') ? shown.slice(1) : shown
    this.#ending = shown.endsWith(' ') ? 'space' : /\d$/.test(shown) ? 'digit' : 'other'
    this.#hasTagBefore = false
  }

  /** A line end stays in the cell: numbers on two lines are not groups of one number. */
  lineEnd(): void {
    if (this.#cell === undefined || this.#cell.length >= MAX_CELL_LENGTH) return
    this.#cell += '\n'
    this.#ending = 'other'
  }

  tag(name: string, isEnd: boolean, attributes: string): void {
    if (name === 'tr') {
      this.#endRow()
      if (!isEnd) this.#startRow()
    } else if (name === 'td' || name === 'th') {
      this.#endCell()
      if (!isEnd) this.#startCell(attributes)
    } else if (name === 'table') {
      this.#endRow()
      this.#rowSpans.clear()
      const { rowCount } = this.rows
      if (rowCount > (this.starts.at(-1) ?? 0)) this.starts.push(rowCount)
    } else if (name === 'br' || name === 'p' || name === 'div' || name === 'li') this.lineEnd()
    else this.#inlineTag(name, isEnd)
  }

  /** A tag in a cell. Struck-through text is not part of the number after it. */
  #inlineTag(name: string, isEnd: boolean): void {
    this.#hasTagBefore = true
    if (isEnd && /^(?:del|s|strike)$/.test(name)) this.text('|')
  }

  /** Ends a row that the page does not close. */
  end(): void {
    this.#endRow()
  }

  #startRow(): void {
    if (this.rows.rowCount >= this.#limit) this.isCut = true
    else this.#isInRow = true
  }

  #startCell(attributes: string): void {
    this.#isInRow = true
    this.#cell = ''
    this.#ending = 'other'
    const span = Number(/\bcolspan\s*=\s*["']?(\d{1,3})/i.exec(attributes)?.[1] ?? 1)
    this.#span = Math.max(span, 1)
    this.#rowSpan = Number(/\browspan\s*=\s*["']?(\d{1,5})/i.exec(attributes)?.[1] ?? 1)
  }

  #endCell(): void {
    if (this.#cell === undefined || !this.#isInRow) return
    const { rows } = this
    const row = rows.rowCount
    rows.width = this.#rowSpans.firstFree(rows.width, row)
    const from = rows.width
    if (from < MAX_READ_COLUMNS) {
      rows.add(plainText(this.#cell), Math.min(this.#span, MAX_READ_COLUMNS - from))
      for (let c = from; this.#rowSpan > 1 && c < rows.width; c++)
        this.#rowSpans.occupy(c, row + this.#rowSpan)
    }
    this.#cell = undefined
  }

  #endRow(): void {
    this.#endCell()
    if (!this.#isInRow) return
    this.rows.endRow()
    this.#isInRow = false
  }
}

/** Numbers on two lines stay on two, as they would else be groups of one number. Other line ends are spaces. */
function plainText(html: string): string {
  if (!html.includes('\n')) return withCharacters(html.trim())
  const lines = html.split('\n').flatMap((line) => withCharacters(line).trim() || [])
  const joined = lines.map((line, i) => {
    if (i === 0) return line
    return /\d$/.test(lines[i - 1]!) && /^\d/.test(line) ? `\n${line}` : ` ${line}`
  })
  return joined.join('')
}

const withCharacters = (html: string): string =>
  html.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z]\w{1,10}));?/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return NAMED_CHARACTERS[String(name).toLowerCase()] ?? whole
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    return code > 0 && code < 0x110000 ? String.fromCodePoint(code) : whole
  })
