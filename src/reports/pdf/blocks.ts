import { formatMoney } from '#money/format.ts'
import type { Lang } from '#i18n/language.ts'
import { m } from '#i18n/messages/messages.js'
import type { ExportedFacts } from '../types.ts'
import type { ExportWords } from '../labels.ts'
import { PAGE, type PdfPage, type Style, shortened, wrapped } from './page.ts'

const BRAND = { size: 13, weight: 'bold' } as const
export const TITLE = { size: 23, weight: 'bold' } as const
const FILE = { size: 11 } as const
export const NOTE = { size: 8.5, ink: 'muted' } as const
const LABEL = NOTE

/**
 * What these prices are, before the table of them.
 * @returns where the table begins
 */
export function drawHead(pen: PdfPage, facts: ExportedFacts, words: ExportWords, lang: Lang): number {
  drawBrand(pen, lang)
  const date = `${words.date.label} ${words.date.text}`
  pen.text(date, PAGE.right, PAGE.top + 10, { ...NOTE, align: 'right' })
  let y = PAGE.top + 52
  pen.text(words.title, PAGE.left, y, TITLE)
  y += 20
  y = drawParagraph(pen, pen.drawable(words.file.name), y, FILE, 14)
  const counts = words.counts.filter(({ status, count }) => status === 'valid' || count > 0)
  pen.text(counts.map(({ text }) => text).join('  ·  '), PAGE.left, y + 1, NOTE)
  y = drawTotals(pen, facts, words, lang, y + 16)
  const differences = words.rounding.map(({ text }) => text).join(' · ')
  const about = differences ? `${words.rule} ${words.roundingLabel}: ${differences}.` : words.rule
  return drawParagraph(pen, about, y + 15, NOTE, 12) + 8
}

/** The word mark: lev in green, euro in blue. */
export function drawBrand(pen: PdfPage, lang: Lang): void {
  const lev = m.brand_lev({}, { locale: lang })
  pen.text(lev, PAGE.left, PAGE.top + 10, { ...BRAND, ink: 'lev' })
  const x = PAGE.left + pen.widthOf(lev, BRAND)
  pen.text(m.brand_euro({}, { locale: lang }), x, PAGE.top + 10, { ...BRAND, ink: 'euro' })
}

/**
 * A text over the whole width.
 * @returns where the next line begins
 */
export function drawParagraph(pen: PdfPage, text: string, y: number, style: Style, leading: number): number {
  const lines = wrapped(text, PAGE.right - PAGE.left, (part) => pen.widthOf(part, style))
  for (const [i, line] of lines.entries()) pen.text(line, PAGE.left, y + i * leading, style)
  return y + lines.length * leading
}

/** Both sums and the rate, between two lines. */
export function drawTotals(
  pen: PdfPage,
  { totals }: ExportedFacts,
  words: ExportWords,
  lang: Lang,
  y: number,
): number {
  const column = (PAGE.right - PAGE.left) / 3
  pen.line(PAGE.left, PAGE.right, y, 0.6, 'ink')
  const { labels, rate } = words
  const parts = [
    [labels.totalBgn, formatMoney(totals.bgn, 'BGN', lang), 'lev'],
    [labels.totalEur, formatMoney(totals.eur, 'EUR', lang), 'euro'],
    [labels.rate, rate, 'ink'],
  ] as const
  // All of one size, that of the longest.
  const widest = Math.max(...parts.map(([, text]) => pen.widthOf(text, { size: 1, weight: 'bold' })))
  const size = Math.min(17, (column - 18) / widest)
  for (const [i, [label, text, ink]] of parts.entries()) {
    const x = PAGE.left + i * column
    pen.text(label, x, y + 16, LABEL)
    pen.text(text, x, y + 37, { size, weight: 'bold', ink })
  }
  pen.line(PAGE.left, PAGE.right, y + 48, 0.6, 'ink')
  return y + 48
}

export const FOOTER = { size: 8, ink: 'muted' } as const

/** The file and the number of each page. How many pages there are is known at the end. */
export function drawFooters(pen: PdfPage, words: ExportWords): void {
  const pages = pen.doc.getNumberOfPages()
  const y = PAGE.bottom + 24
  const width = PAGE.right - PAGE.left - 140
  const file = shortened(pen.drawable(words.file.name), width, (text) => pen.widthOf(text, FOOTER))
  for (let page = 1; page <= pages; page++) {
    pen.doc.setPage(page)
    pen.text(file, PAGE.left, y, FOOTER)
    pen.text(words.page(page, pages), PAGE.right, y, { ...FOOTER, align: 'right' })
  }
}

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
export class PdfCursor {
  readonly pen: PdfPage
  y: number

  constructor(pen: PdfPage, y: number) {
    this.pen = pen
    this.y = y
  }

  /**
   * Turns the page when `height` has no room on this one.
   * @returns whether it was turned
   */
  makeRoom(height: number): boolean {
    if (this.y + height <= PAGE.bottom) return false
    this.pen.doc.addPage()
    this.y = PAGE.top
    return true
  }
}

/** A ruled table whose cells are wrapped, and whose header stands on each of its pages. */
export class PdfTable {
  readonly #flow: PdfCursor
  readonly #columns: readonly PdfColumn[]

  constructor(flow: PdfCursor, columns: readonly PdfColumn[]) {
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
