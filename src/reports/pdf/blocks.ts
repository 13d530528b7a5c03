import { formatMoney } from '#money/format.ts'
import { EURO, NATIONAL } from '#money/currency.ts'
import type { Lang } from '#i18n/language.ts'
import { m } from '#i18n/messages/messages.js'
import type { KeyValue, ReportSummary } from '../types.ts'
import type { ExportLabels } from '../labels.ts'
import { PAGE, type PdfPage, type Style, truncateText, wrapText } from './page.ts'

const BRAND = { size: 13, weight: 'bold' } as const
export const TITLE = { size: 23, weight: 'bold' } as const
const FILE = { size: 11 } as const
export const NOTE = { size: 8.5, ink: 'muted' } as const
const LABEL = NOTE

/**
 * The head of the first page.
 * @returns y of the table
 */
export function drawHead(page: PdfPage, facts: ReportSummary, words: ExportLabels, lang: Lang): number {
  drawBrand(page, lang)
  const date = `${words.date.label} ${words.date.text}`
  page.text(date, PAGE.right, PAGE.top + 10, { ...NOTE, align: 'right' })
  let y = PAGE.top + 52
  page.text(words.title, PAGE.left, y, TITLE)
  y += 20
  y = drawParagraph(page, page.drawable(words.file.name), y, FILE, 14)
  const counts = words.counts.filter(({ status, count }) => status === 'valid' || count > 0)
  page.text(counts.map(({ text }) => text).join('  ·  '), PAGE.left, y + 1, NOTE)
  y = drawTotals(page, facts, words, lang, y + 16)
  const differences = words.rounding.map(({ text }) => text).join(' · ')
  const about = differences ? `${words.rule} ${words.roundingLabel}: ${differences}.` : words.rule
  return drawParagraph(page, about, y + 15, NOTE, 12) + 8
}

/** The wordmark: lev in green, euro in blue. */
export function drawBrand(page: PdfPage, lang: Lang): void {
  const lev = m.brand_lev({}, { locale: lang })
  page.text(lev, PAGE.left, PAGE.top + 10, { ...BRAND, ink: 'national' })
  const x = PAGE.left + page.widthOf(lev, BRAND)
  page.text(m.brand_euro({}, { locale: lang }), x, PAGE.top + 10, { ...BRAND, ink: 'euro' })
}

/**
 * A text over the whole width.
 * @returns y of the next line
 */
export function drawParagraph(page: PdfPage, text: string, y: number, style: Style, leading: number): number {
  const lines = wrapText(text, PAGE.right - PAGE.left, (part) => page.widthOf(part, style))
  for (const [i, line] of lines.entries()) page.text(line, PAGE.left, y + i * leading, style)
  return y + lines.length * leading
}

/** Both totals and the rate, between two lines. */
export function drawTotals(
  page: PdfPage,
  { totals }: ReportSummary,
  words: ExportLabels,
  lang: Lang,
  y: number,
): number {
  const column = (PAGE.right - PAGE.left) / 3
  page.line(PAGE.left, PAGE.right, y, 0.6, 'ink')
  const { labels, rate } = words
  const parts = [
    [labels.totalBgn, formatMoney(totals.bgn, NATIONAL, lang), 'national'],
    [labels.totalEur, formatMoney(totals.eur, EURO, lang), 'euro'],
    [labels.rate, rate, 'ink'],
  ] as const
  // One size for all, at which the widest fits.
  const widest = Math.max(...parts.map(([, text]) => page.widthOf(text, { size: 1, weight: 'bold' })))
  const size = Math.min(17, (column - 18) / widest)
  for (const [i, [label, text, ink]] of parts.entries()) {
    const x = PAGE.left + i * column
    page.text(label, x, y + 16, LABEL)
    page.text(text, x, y + 37, { size, weight: 'bold', ink })
  }
  page.line(PAGE.left, PAGE.right, y + 48, 0.6, 'ink')
  return y + 48
}

export const FOOTER = { size: 8, ink: 'muted' } as const

/** File name and page number on every page; called last, when the number of pages is known. */
export function drawFooters(page: PdfPage, words: Pick<ExportLabels, 'file' | 'page'>): void {
  const pages = page.doc.getNumberOfPages()
  const y = PAGE.bottom + 24
  const width = PAGE.right - PAGE.left - 140
  const file = truncateText(page.drawable(words.file.name), width, (text) => page.widthOf(text, FOOTER))
  for (let n = 1; n <= pages; n++) {
    page.doc.setPage(n)
    page.text(file, PAGE.left, y, FOOTER)
    page.text(words.page(n, pages), PAGE.right, y, { ...FOOTER, align: 'right' })
  }
}

/** A table column; `left` and `width` in points. */
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

/** Position of the next block: down the page, then on a new one. */
export class PdfCursor {
  readonly page: PdfPage
  y: number

  constructor(page: PdfPage, y: number) {
    this.page = page
    this.y = y
  }

  /**
   * Starts a new page when `height` does not fit on this one.
   * @returns whether it did
   */
  makeRoom(height: number): boolean {
    if (this.y + height <= PAGE.bottom) return false
    this.page.doc.addPage()
    this.y = PAGE.top
    return true
  }
}

/** A ruled table with wrapped cells and a header on each page. */
export class PdfTable {
  readonly #cursor: PdfCursor
  readonly #columns: readonly PdfColumn[]

  constructor(cursor: PdfCursor, columns: readonly PdfColumn[]) {
    this.#cursor = cursor
    this.#columns = columns
    this.#header()
  }

  row(cells: readonly PdfCell[]): void {
    const lines = this.#linesOf(
      cells.map((cell) => (typeof cell === 'string' ? { text: cell, style: CELL } : cell)),
    )
    const height = heightOf(lines)
    if (this.#cursor.makeRoom(height)) this.#header()
    this.#draw(lines, this.#cursor.y)
    this.#cursor.y += height
    this.#cursor.page.line(PAGE.left, PAGE.right, this.#cursor.y, 0.4, 'line')
  }

  #header(): void {
    const lines = this.#linesOf(this.#columns.map(({ title }) => ({ text: title, style: HEADER })))
    const height = heightOf(lines)
    // Keeps the header on the page of its first rows.
    this.#cursor.makeRoom(height + 2 * (LEADING + ROW_PADDING))
    this.#draw(lines, this.#cursor.y)
    this.#cursor.y += height + 1
    this.#cursor.page.line(PAGE.left, PAGE.right, this.#cursor.y, 1, 'ink')
  }

  #linesOf(cells: readonly { text: string; style: Style }[]): Lines[] {
    const { page } = this.#cursor
    return this.#columns.map((column, i) => {
      const { text, style } = cells[i] ?? { text: '', style: CELL }
      const lines = wrapText(page.drawable(text), column.width, (part) => page.widthOf(part, style))
      return { column, style, lines }
    })
  }

  #draw(cells: readonly Lines[], top: number): void {
    const { page } = this.#cursor
    for (const { column, style, lines } of cells) {
      const { left, width, align } = column
      const x = align === 'right' ? left + width : left
      for (const [i, line] of lines.entries())
        page.text(line, x, top + (i + 1) * LEADING, { ...style, align })
    }
  }
}

type Lines = { readonly column: PdfColumn; readonly style: Style; readonly lines: readonly string[] }

const heightOf = (cells: readonly Lines[]): number =>
  Math.max(...cells.map(({ lines }) => lines.length)) * LEADING + ROW_PADDING

const KEY = { size: 9, ink: 'muted' } as const
const VALUE = { size: 9.5 } as const
const VALUE_LEFT = PAGE.left + 112
const KEY_VALUE_LEADING = 12.5
const KEY_VALUE_PADDING = 5.5

/** A ruled table of labels and texts. */
export function drawKeyValues(cursor: PdfCursor, items: readonly KeyValue[]): void {
  const { page } = cursor
  for (const { label, text, look } of items) {
    const lines = linesOf(page, text, PAGE.right - VALUE_LEFT)
    const labels = linesOf(page, label, VALUE_LEFT - PAGE.left - 12)
    const height = Math.max(lines.length, labels.length) * KEY_VALUE_LEADING + KEY_VALUE_PADDING
    cursor.makeRoom(height)
    for (const [i, line] of labels.entries())
      page.text(line, PAGE.left, cursor.y + (i + 1) * KEY_VALUE_LEADING, KEY)
    if (look === 'hash') drawHash(page, text, cursor.y + KEY_VALUE_LEADING)
    else
      for (const [i, line] of lines.entries())
        page.text(line, VALUE_LEFT, cursor.y + (i + 1) * KEY_VALUE_LEADING, VALUE)
    cursor.y += height
    page.line(PAGE.left, PAGE.right, cursor.y, 0.4, 'line')
  }
}

const linesOf = (page: PdfPage, text: string, width: number): string[] =>
  wrapText(page.drawable(text), width, (part) => page.widthOf(part, VALUE))

const GROUP = 8

/** Groups in alternating colours, to be compared by eye; copying the text gives no spaces. */
function drawHash(page: PdfPage, hash: string, y: number): void {
  let x = VALUE_LEFT
  for (let i = 0; i < hash.length; i += GROUP) {
    const group = hash.slice(i, i + GROUP)
    const style = { size: 9, ink: (i / GROUP) % 2 === 0 ? 'ink' : 'euro' } as const
    page.text(group, x, y, style)
    x += page.widthOf(group, style)
  }
}
