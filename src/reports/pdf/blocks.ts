import { formatMoney } from '#money/format.ts'
import type { Lang } from '#i18n/language.ts'
import { m } from '#i18n/messages/messages.js'
import type { ExportedFacts } from '#engine/export/types.ts'
import type { ExportWords } from '../labels.ts'
import { PAGE } from './pdf-page.ts'
import type { PdfPen, Style } from './page.ts'
import { wrapped } from './pdf-text.ts'

const BRAND = { size: 13, weight: 'bold' } as const
export const TITLE = { size: 23, weight: 'bold' } as const
const FILE = { size: 11 } as const
export const NOTE = { size: 8.5, ink: 'muted' } as const
const LABEL = NOTE

/** What these prices are, before the table of them. @returns where the table begins */
export function drawHead(pen: PdfPen, facts: ExportedFacts, words: ExportWords, lang: Lang): number {
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
export function drawBrand(pen: PdfPen, lang: Lang): void {
  const lev = m.brand_lev({}, { locale: lang })
  pen.text(lev, PAGE.left, PAGE.top + 10, { ...BRAND, ink: 'lev' })
  const x = PAGE.left + pen.widthOf(lev, BRAND)
  pen.text(m.brand_euro({}, { locale: lang }), x, PAGE.top + 10, { ...BRAND, ink: 'euro' })
}

/** A text over the whole width. @returns where the next line begins */
export function drawParagraph(pen: PdfPen, text: string, y: number, style: Style, leading: number): number {
  const lines = wrapped(text, PAGE.right - PAGE.left, (part) => pen.widthOf(part, style))
  for (const [i, line] of lines.entries()) pen.text(line, PAGE.left, y + i * leading, style)
  return y + lines.length * leading
}

/** Both sums and the rate, between two lines. */
export function drawTotals(
  pen: PdfPen,
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
