import { formatAmount, formatCount } from '#money/format.ts'
import type { Lang } from '#i18n/language.ts'
import type { RowStatus } from '#pricelist/row.ts'
import { hundredthsOf, statusOf, priceColumnTitle } from './results.ts'
import type { ExportedFacts, ResultRow } from './types.ts'
import { type ExportWords, exportLabels } from './labels.ts'
import type { FontFiles } from './pdf/fonts.ts'
import { FOOTER, drawFooters, drawHead } from './pdf/blocks.ts'
import { PAGE, PdfPage, type Style, wrapped } from './pdf/page.ts'

type Options = { readonly lang: Lang; readonly fonts: FontFiles }

/** Columns: numbers end at a line, words begin at one. */
const NAME_AFTER = 14
const NAME_END = PAGE.left + 254
const BGN_END = PAGE.left + 346
const EUR_END = PAGE.left + 440
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

/** How much of the work the rows are; the rest is packing the pages. */
const SHARE_OF_ROWS = 0.4

/**
 * Results as a PDF for printing and filing: A4 upright, ruled as a ledger. Drawn line by line: the table plug-in of jsPDF
 * takes three times as long and cannot say how far it is.
 */
export async function resultsPdf(
  rows: readonly ResultRow[],
  facts: ExportedFacts,
  { lang, fonts }: Options,
  onProgress: (done: number) => void = () => {},
): Promise<Blob> {
  const words = exportLabels(lang, facts)
  const pen = new PdfPage(fonts, lang)
  pen.describe(words.title, words.file.name, lang)
  const shape = { lang, rowCount: rows.length }
  const table = new LedgerTable(pen, words, shape, drawHead(pen, facts, words, lang))
  for (const [i, row] of rows.entries()) if (table.row(row)) onProgress((i / rows.length) * SHARE_OF_ROWS)
  table.totals(facts)
  drawFooters(pen, words)
  const file = pen.finish((done) => onProgress(SHARE_OF_ROWS + done * (1 - SHARE_OF_ROWS)))
  return new Blob([file], { type: 'application/pdf' })
}

type Shape = { lang: Lang; rowCount: number }

class LedgerTable {
  #pen: PdfPage
  #words: ExportWords
  #lang: Lang
  #numberEnd: number
  #nameLeft: number
  /** Where the next line begins. */
  #y: number

  constructor(pen: PdfPage, words: ExportWords, { lang, rowCount }: Shape, y: number) {
    const widest = [
      pen.widthOf(words.columns.number, HEADER),
      pen.widthOf(formatCount(rowCount, lang), FOOTER),
    ]
    this.#numberEnd = PAGE.left + Math.max(...widest)
    this.#nameLeft = this.#numberEnd + NAME_AFTER
    this.#pen = pen
    this.#words = words
    this.#lang = lang
    this.#y = y
    this.#header()
  }

  /** @returns whether a page was turned for it */
  row({ seq, name, bgn, eur, ...row }: ResultRow): boolean {
    const pen = this.#pen
    const status = statusOf({ seq, name, bgn, eur, ...row })
    const lines = wrapped(pen.drawable(name), NAME_END - this.#nameLeft, (text) => pen.widthOf(text, CELL))
    const below = wrapped(
      pen.drawable(priceColumnTitle({ seq, name, bgn, eur, ...row }, this.#words.priceTitles)),
      NAME_END - this.#nameLeft,
      (text) => pen.widthOf(text, FOOTER),
    ).filter((line) => line !== '')
    const height = (lines.length + below.length) * LEADING + ROW_PADDING
    const isTurned = this.#makeRoom(height)
    const y = this.#y + LEADING
    const number = { ...FOOTER, align: 'right' } as const
    pen.text(formatCount(seq, this.#lang), this.#numberEnd, y, number)
    for (const [i, line] of lines.entries()) pen.text(line, this.#nameLeft, y + i * LEADING, CELL)
    for (const [i, line] of below.entries())
      pen.text(line, this.#nameLeft, y + (lines.length + i) * LEADING, FOOTER)
    this.#amount(bgn, BGN_END, y, 'lev')
    this.#amount(eur, EUR_END, y, 'euro')
    pen.text(this.#words.status[status], STATUS, y, STATUS_STYLE[status])
    this.#y += height
    pen.line(PAGE.left, PAGE.right, this.#y, 0.4, 'line')
    return isTurned
  }

  /** The sums, with the double line under them that ends a ledger. */
  totals({ totals }: ExportedFacts): void {
    this.#makeRoom(TOTALS_HEIGHT)
    const pen = this.#pen
    const bold = { size: CELL.size, weight: 'bold' } as const
    pen.line(PAGE.left, PAGE.right, this.#y, 1, 'ink')
    const y = this.#y + 16
    pen.text(this.#words.total, this.#nameLeft, y, bold)
    pen.text(formatAmount(totals.bgn, this.#lang), BGN_END, y, { ...bold, ink: 'lev', align: 'right' })
    pen.text(formatAmount(totals.eur, this.#lang), EUR_END, y, { ...bold, ink: 'euro', align: 'right' })
    for (const below of [22, 24]) pen.line(PAGE.left, PAGE.right, this.#y + below, 0.6, 'ink')
    this.#y += TOTALS_HEIGHT
  }

  #makeRoom(height: number): boolean {
    if (this.#y + height <= PAGE.bottom) return false
    this.#pen.doc.addPage()
    this.#y = PAGE.top
    this.#header()
    return true
  }

  #header(): void {
    const { columns } = this.#words
    const pen = this.#pen
    const y = this.#y + 12
    pen.text(columns.number, this.#numberEnd, y, { ...HEADER, align: 'right' })
    pen.text(columns.name, this.#nameLeft, y, HEADER)
    pen.text(columns.bgn, BGN_END, y, { ...HEADER, ink: 'lev', align: 'right' })
    pen.text(columns.eur, EUR_END, y, { ...HEADER, ink: 'euro', align: 'right' })
    pen.text(columns.status, STATUS, y, HEADER)
    this.#y += HEADER_HEIGHT
    pen.line(PAGE.left, PAGE.right, this.#y - 2, 1, 'ink')
  }

  #amount(amount: number | null, x: number, y: number, ink: 'lev' | 'euro'): void {
    if (amount === null) this.#pen.text('–', x, y, { ...CELL, ink: 'muted', align: 'right' })
    else
      this.#pen.text(formatAmount(hundredthsOf(amount), this.#lang), x, y, { ...CELL, ink, align: 'right' })
  }
}
