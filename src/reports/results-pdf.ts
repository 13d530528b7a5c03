import { formatAmount, formatCount } from '#money/format.ts'
import { minorUnitsOfJson } from '#api/job-row.ts'
import type { Lang } from '#i18n/language.ts'
import type { RowStatus } from '#pricelist/row.ts'
import { statusOf, priceColumnTitle } from './results.ts'
import type { ReportSummary, ResultRow } from './types.ts'
import { type ExportLabels, exportLabels } from './labels.ts'
import type { FontFiles } from './pdf/fonts.ts'
import { FOOTER, drawFooters, drawHead } from './pdf/blocks.ts'
import { PAGE, PdfPage, type Style, wrapText } from './pdf/page.ts'

type Options = { readonly lang: Lang; readonly fonts: FontFiles }

/** x of the columns, in points: numbers are right-aligned, texts left-aligned. */
const NAME_AFTER = 14
const NAME_END = PAGE.left + 254
const NATIONAL_END = PAGE.left + 346
const EURO_END = PAGE.left + 440
const STATUS = PAGE.right - 50

const CELL = { size: 9 } as const
const HEADER = { size: 8.5, weight: 'bold' } as const
const STATUS_STYLE = {
  valid: { size: 8.5, ink: 'muted' },
  invalid: { size: 8.5, ink: 'invalid', weight: 'bold' },
  empty: { size: 8.5, ink: 'muted' },
} as const satisfies Record<RowStatus, Style>

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
  #nameLeft: number
  /** y of the next row, in points. */
  #y: number

  constructor(page: PdfPage, words: ExportLabels, { lang, rowCount }: Shape, y: number) {
    const widest = [
      page.widthOf(words.columns.number, HEADER),
      page.widthOf(formatCount(rowCount, lang), FOOTER),
    ]
    this.#numberEnd = PAGE.left + Math.max(...widest)
    this.#nameLeft = this.#numberEnd + NAME_AFTER
    this.#page = page
    this.#words = words
    this.#lang = lang
    this.#y = y
    this.#header()
  }

  /** @returns whether it started a new page */
  row({ seq, name, bgn, eur, ...row }: ResultRow): boolean {
    const page = this.#page
    const status = statusOf({ seq, name, bgn, eur, ...row })
    const lines = wrapText(page.drawable(name), NAME_END - this.#nameLeft, (text) => page.widthOf(text, CELL))
    const below = wrapText(
      page.drawable(priceColumnTitle({ seq, name, bgn, eur, ...row }, this.#words.priceTitles)),
      NAME_END - this.#nameLeft,
      (text) => page.widthOf(text, FOOTER),
    ).filter((line) => line !== '')
    const height = (lines.length + below.length) * LEADING + ROW_PADDING
    const isNewPage = this.#makeRoom(height)
    const y = this.#y + LEADING
    const number = { ...FOOTER, align: 'right' } as const
    page.text(formatCount(seq, this.#lang), this.#numberEnd, y, number)
    for (const [i, line] of lines.entries()) page.text(line, this.#nameLeft, y + i * LEADING, CELL)
    for (const [i, line] of below.entries())
      page.text(line, this.#nameLeft, y + (lines.length + i) * LEADING, FOOTER)
    this.#amount(bgn, NATIONAL_END, y, 'national')
    this.#amount(eur, EURO_END, y, 'euro')
    page.text(this.#words.status[status], STATUS, y, STATUS_STYLE[status])
    this.#y += height
    page.line(PAGE.left, PAGE.right, this.#y, 0.4, 'line')
    return isNewPage
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
    page.text(columns.name, this.#nameLeft, y, HEADER)
    page.text(columns.bgn, NATIONAL_END, y, { ...HEADER, ink: 'national', align: 'right' })
    page.text(columns.eur, EURO_END, y, { ...HEADER, ink: 'euro', align: 'right' })
    page.text(columns.status, STATUS, y, HEADER)
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
