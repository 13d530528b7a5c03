import { MAX_CELL_LENGTH } from '#table/cell-length.ts'

/** A cell of a page. One without spans and tables is its text alone. */
export type PageCell =
  | string
  | {
      /** Its texts, and the tables between them. */
      readonly parts: readonly (string | NestedTable)[]
      readonly columnSpan: number
      readonly rowSpan: number
    }

/** A table in a cell. */
export type NestedTable = { readonly rows: readonly PageRow[] }

export type PageRow = readonly PageCell[]

/** Collects the text of a cell, with character references as they are. */
export class CellText {
  text = ''
  /** How it ends. Reading it from the string would flatten its concatenations each time. */
  #ending: 'digit' | 'space' | 'other' = 'other'
  #hasTagBefore = false

  add(text: string): void {
    if (this.text.length >= MAX_CELL_LENGTH) return
    const shown = text.replace(/\s+/g, ' ')
    if (shown === '') return
    // 12<sup>50</sup> and <del>15</del>12 are not 1250 and 1512.
    if (this.#hasTagBefore && this.#ending === 'digit' && /^\d/.test(shown)) this.text += '|'
    this.text += this.#ending === 'space' && shown.startsWith(' ') ? shown.slice(1) : shown
    this.#ending = shown.endsWith(' ') ? 'space' : /\d$/.test(shown) ? 'digit' : 'other'
    this.#hasTagBefore = false
  }

  /** A line end stays in the cell: numbers on two lines are not groups of one number. */
  endLine(): void {
    if (this.text.length >= MAX_CELL_LENGTH) return
    this.text += '\n'
    this.#ending = 'other'
  }

  /** A tag in a line. Struck-through text is not part of the number after it. */
  tag(name: string, isEnd: boolean): void {
    this.#hasTagBefore = true
    if (isEnd && /^(?:del|s|strike)$/.test(name)) this.add('|')
  }
}

/** A cell whose end is not read yet. */
export class OpenCell {
  content = new CellText()
  readonly #columnSpan: number
  readonly #rowSpan: number
  readonly #before: (string | NestedTable)[] = []

  constructor(columnSpan: number, rowSpan: number) {
    this.#columnSpan = columnSpan
    this.#rowSpan = rowSpan
  }

  addTable(table: NestedTable): void {
    if (table.rows.length === 0) return
    this.#before.push(this.content.text, table)
    this.content = new CellText()
  }

  close(): PageCell {
    const { text } = this.content
    const isText = this.#before.length === 0 && this.#columnSpan === 1 && this.#rowSpan === 1
    return isText
      ? text
      : { parts: [...this.#before, text], columnSpan: this.#columnSpan, rowSpan: this.#rowSpan }
  }
}

/**
 * The same row with the tables in its cells as text, where each is one line or one column, as of prices in two currencies, and
 * stands next to other cells. Undefined where one has rows of its own: a table that only places others on the page.
 */
export function withTablesAsText(row: PageRow): PageRow | undefined {
  if (!row.some(hasTable)) return row
  const filled = row.filter((cell) => !isBlank(cell))
  if (filled.length < 2) return undefined
  const cells: PageCell[] = []
  for (const cell of row) {
    if (typeof cell === 'string') {
      cells.push(cell)
      continue
    }
    const texts = cell.parts.map((part) => (typeof part === 'string' ? part : textOf(part)))
    if (texts.includes(undefined)) return undefined
    cells.push({ ...cell, parts: [texts.join('\n')] })
  }
  return cells
}

export const hasTable = (cell: PageCell): boolean => typeof cell !== 'string' && cell.parts.length > 1

/** The text of a cell, without the tables in it. */
export const ownText = (cell: PageCell): string =>
  typeof cell === 'string' ? cell : cell.parts.filter((part) => typeof part === 'string').join('')

const isBlank = (cell: PageCell): boolean =>
  !hasTable(cell) &&
  ownText(cell)
    .replace(/&nbsp;?|&#160;?|&#xa0;?/gi, '')
    .trim() === ''

function textOf({ rows }: NestedTable): string | undefined {
  const filled = rows.map((row) => row.filter((cell) => !isBlank(cell))).filter((row) => row.length > 0)
  if (filled.length > 1 && filled.some((row) => row.length > 1)) return undefined
  const texts = filled.flat().map((cell) => {
    if (typeof cell === 'string') return cell
    const inner = cell.parts.map((part) => (typeof part === 'string' ? part : textOf(part)))
    return inner.includes(undefined) ? undefined : inner.join('\n')
  })
  return texts.includes(undefined) ? undefined : texts.join('\n')
}
