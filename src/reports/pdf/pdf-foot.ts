import type { ExportWords } from '../labels.ts'
import { PAGE } from './pdf-page.ts'
import type { PdfPen } from './page.ts'
import { shortened } from './pdf-text.ts'

export const FOOTER = { size: 8, ink: 'muted' } as const

/** The file and the number of each page. How many pages there are is known at the end. */
export function drawFooters(pen: PdfPen, words: ExportWords): void {
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
