import { PAGE } from './pdf-page.ts'
import type { PdfPen, Style } from './page.ts'
import { wrapped } from './pdf-text.ts'

/** A column from `left` on, of `width`; numbers end at its end, words begin at its beginning. */
export type PdfColumn = {
  readonly title: string
  readonly left: number
  readonly width: number
  readonly align: 'left' | 'right'
}

export type PdfCell = string | { readonly text: string; readonly style: Style }

const CELL = { size: 9 } as const
const HEADER = { size: 8.5, weight: 'bold' } as const
const LEADING = 11.5
const ROW_PADDING = 5

/** Where the next thing on the pages is drawn: from above to below, and then on another page. */
export class PdfFlow {
  readonly pen: PdfPen
  y: number

  constructor(pen: PdfPen, y: number) {
    this.pen = pen
    this.y = y
  }

  /** Turns the page when `height` has no room on this one. @returns whether it was turned */
  makeRoom(height: number): boolean {
    if (this.y + height <= PAGE.bottom) return false
    this.pen.doc.addPage()
    this.y = PAGE.top
    return true
  }
}

/** A ruled table whose cells are wrapped, and whose header stands on each of its pages. */
export class PdfTable {
  readonly #flow: PdfFlow
  readonly #columns: readonly PdfColumn[]

  constructor(flow: PdfFlow, columns: readonly PdfColumn[]) {
    this.#flow = flow
    this.#columns = columns
    this.#header()
  }

  row(cells: readonly PdfCell[]): void {
    const lines = this.#linesOf(
      cells.map((cell) => (typeof cell === 'string' ? { text: cell, style: CELL } : cell)),
    )
    const height = heightOf(lines)
    if (this.#flow.makeRoom(height)) this.#header()
    this.#draw(lines, this.#flow.y)
    this.#flow.y += height
    this.#flow.pen.line(PAGE.left, PAGE.right, this.#flow.y, 0.4, 'line')
  }

  #header(): void {
    const lines = this.#linesOf(this.#columns.map(({ title }) => ({ text: title, style: HEADER })))
    const height = heightOf(lines)
    // A header is not left alone at the end of a page.
    this.#flow.makeRoom(height + 2 * (LEADING + ROW_PADDING))
    this.#draw(lines, this.#flow.y)
    this.#flow.y += height + 1
    this.#flow.pen.line(PAGE.left, PAGE.right, this.#flow.y, 1, 'ink')
  }

  #linesOf(cells: readonly { text: string; style: Style }[]): Lines[] {
    const { pen } = this.#flow
    return this.#columns.map((column, i) => {
      const { text, style } = cells[i] ?? { text: '', style: CELL }
      const lines = wrapped(pen.drawable(text), column.width, (part) => pen.widthOf(part, style))
      return { column, style, lines }
    })
  }

  #draw(cells: readonly Lines[], top: number): void {
    const { pen } = this.#flow
    for (const { column, style, lines } of cells) {
      const { left, width, align } = column
      const x = align === 'right' ? left + width : left
      for (const [i, line] of lines.entries()) pen.text(line, x, top + (i + 1) * LEADING, { ...style, align })
    }
  }
}

type Lines = { readonly column: PdfColumn; readonly style: Style; readonly lines: readonly string[] }

const heightOf = (cells: readonly Lines[]): number =>
  Math.max(...cells.map(({ lines }) => lines.length)) * LEADING + ROW_PADDING
