import { formatAmount, formatCount } from '#money/format.ts'
import { minorUnitsOfJson } from '#api/job-row.ts'
import type { Lang } from '#i18n/language.ts'
import type { RowStatus } from '#pricelist/row.ts'
import { nameOf, priceColumnTitle, statusOf } from './results.ts'
import type { ReportSummary, ResultRow } from './types.ts'
import { type ExportLabels, exportLabels } from './labels.ts'
import type { FontFiles } from './pdf/fonts.ts'
import { FOOTER, drawFooters, drawHead } from './pdf/blocks.ts'
import { PAGE, PdfPage, type Style, wrapText } from './pdf/page.ts'

type Options = { readonly lang: Lang; readonly fonts: FontFiles }

/** x of the columns, in points: numbers are right-aligned, texts left-aligned. */
const LINE_AFTER = 24
const NAME_AFTER = 12
const NAME_END = PAGE.left + 270
const NATIONAL_END = PAGE.left + 338
const EURO_END = PAGE.left + 409
const CURRENCY = PAGE.left + 417

const CELL = { size: 9 } as const
const HEADER = { size: 8.5, weight: 'bold' } as const
const STATUS_STYLE = {
  valid: { size: 8.5, ink: 'muted' },
  invalid: { size: 8.5, ink: 'invalid', weight: 'bold' },
  empty: { size: 8.5, ink: 'muted' },
} as const satisfies Record<RowStatus, Style>

const REASON = { size: 8, ink: 'invalid' } as const

const LEADING = 11.5
const ROW_PADDING = 5
const HEADER_HEIGHT = 22
const TOTALS_HEIGHT = 26

/** Share of drawing the rows in the progress; the rest is compressing the pages. */
const SHARE_OF_ROWS = 0.4

/**
 * Results as a PDF, A4 portrait, ruled as a ledger. Drawn line by line: the table plug-in of jsPDF takes three times as long
 * and reports no progress.
 */
export async function resultsPdf(
  rows: readonly ResultRow[],
  facts: ReportSummary,
  { lang, fonts }: Options,
  onProgress: (done: number) => void = () => {},
): Promise<Blob> {
  const words = exportLabels(lang, facts)
  const page = new PdfPage(fonts, lang)
  page.describe(words.title, words.file.name, lang)
  const shape = { lang, rowCount: rows.length }
  const table = new LedgerTable(page, words, shape, drawHead(page, facts, words, lang))
  for (const [i, row] of rows.entries()) if (table.row(row)) onProgress((i / rows.length) * SHARE_OF_ROWS)
  table.totals(facts)
  drawFooters(page, words)
  const file = page.finish((done) => onProgress(SHARE_OF_ROWS + done * (1 - SHARE_OF_ROWS)))
  return new Blob([file], { type: 'application/pdf' })
}

type Shape = { lang: Lang; rowCount: number }

class LedgerTable {
  #page: PdfPage
  #words: ExportLabels
  #lang: Lang
  #numberEnd: number
  #lineEnd: number
  #nameLeft: number
  /** y of the next row, in points. */
  #y: number

  constructor(page: PdfPage, words: ExportLabels, { lang, rowCount }: Shape, y: number) {
    const widest = [
      page.widthOf(words.columns.number, HEADER),
      page.widthOf(formatCount(rowCount, lang), FOOTER),
    ]
    this.#numberEnd = PAGE.left + Math.max(...widest)
    this.#lineEnd = this.#numberEnd + LINE_AFTER
    this.#nameLeft = this.#lineEnd + NAME_AFTER
    this.#page = page
    this.#words = words
    this.#lang = lang
    this.#y = y
    this.#header()
  }

  /** @returns whether it started a new page */
  row(row: ResultRow): boolean {
    const page = this.#page
    const status = statusOf(row)
    const lines = this.#nameLines(nameOf(row), CELL)
    const below = [
      { text: priceColumnTitle(row, this.#words.priceTitles), style: FOOTER },
      { text: this.#reasonOf(row), style: REASON },
    ].flatMap(({ text, style }) =>
      text === '' ? [] : this.#nameLines(text, style).map((line) => ({ line, style })),
    )
    const height = (lines.length + below.length) * LEADING + ROW_PADDING
    const isNewPage = this.#makeRoom(height)
    const y = this.#y + LEADING
    const number = { ...FOOTER, align: 'right' } as const
    page.text(formatCount(row.seq, this.#lang), this.#numberEnd, y, number)
    if (row.line !== undefined) page.text(String(row.line), this.#lineEnd, y, number)
    for (const [i, line] of lines.entries()) page.text(line, this.#nameLeft, y + i * LEADING, CELL)
    for (const [i, { line, style }] of below.entries())
      page.text(line, this.#nameLeft, y + (lines.length + i) * LEADING, style)
    this.#amount(row.bgn, NATIONAL_END, y, 'national')
    this.#amount(row.eur, EURO_END, y, 'euro')
    page.text(row.originalCurrency, CURRENCY, y, FOOTER)
    page.text(this.#words.status[status], PAGE.right, y, { ...STATUS_STYLE[status], align: 'right' })
    this.#y += height
    page.line(PAGE.left, PAGE.right, this.#y, 0.4, 'line')
    return isNewPage
  }

  #nameLines(text: string, style: Style): string[] {
    const page = this.#page
    return wrapText(page.drawable(text), NAME_END - this.#nameLeft, (part) => page.widthOf(part, style))
  }

  /** Why the row was not converted, with the text that is no price. */
  #reasonOf(row: ResultRow): string {
    const reason = this.#words.reasonOf(row)
    return reason === '' || row.originalPrice.trim() === '' ? reason : `${reason}: ${row.originalPrice}`
  }

  /** The totals, with the double line that ends a ledger. */
  totals({ totals }: ReportSummary): void {
    this.#makeRoom(TOTALS_HEIGHT)
    const page = this.#page
    const bold = { size: CELL.size, weight: 'bold' } as const
    page.line(PAGE.left, PAGE.right, this.#y, 1, 'ink')
    const y = this.#y + 16
    page.text(this.#words.total, this.#nameLeft, y, bold)
    page.text(formatAmount(totals.bgn, this.#lang), NATIONAL_END, y, {
      ...bold,
      ink: 'national',
      align: 'right',
    })
    page.text(formatAmount(totals.eur, this.#lang), EURO_END, y, { ...bold, ink: 'euro', align: 'right' })
    for (const below of [22, 24]) page.line(PAGE.left, PAGE.right, this.#y + below, 0.6, 'ink')
    this.#y += TOTALS_HEIGHT
  }

  #makeRoom(height: number): boolean {
    if (this.#y + height <= PAGE.bottom) return false
    this.#page.doc.addPage()
    this.#y = PAGE.top
    this.#header()
    return true
  }

  #header(): void {
    const { columns } = this.#words
    const page = this.#page
    const y = this.#y + 12
    page.text(columns.number, this.#numberEnd, y, { ...HEADER, align: 'right' })
    page.text(columns.shortLine, this.#lineEnd, y, { ...HEADER, align: 'right' })
    page.text(columns.name, this.#nameLeft, y, HEADER)
    page.text(columns.bgn, NATIONAL_END, y, { ...HEADER, ink: 'national', align: 'right' })
    page.text(columns.eur, EURO_END, y, { ...HEADER, ink: 'euro', align: 'right' })
    page.text(columns.currency, CURRENCY, y, HEADER)
    page.text(columns.status, PAGE.right, y, { ...HEADER, align: 'right' })
    this.#y += HEADER_HEIGHT
    page.line(PAGE.left, PAGE.right, this.#y - 2, 1, 'ink')
  }

  #amount(amount: number | null, x: number, y: number, ink: 'national' | 'euro'): void {
    if (amount === null) this.#page.text('–', x, y, { ...CELL, ink: 'muted', align: 'right' })
    else
      this.#page.text(formatAmount(minorUnitsOfJson(amount), this.#lang), x, y, {
        ...CELL,
        ink,
        align: 'right',
      })
  }
}
