import { PRODUCT } from '#product/product.ts'
import type { Lang } from '#i18n/language.ts'
import type { Bytes } from '../../zip/zip-pack.ts'
import type { Cell } from './sheet.ts'
import { workbook } from './workbook.ts'

export type TableOptions = {
  readonly lang: Lang
  readonly sheetName: string
  readonly title: string
  /** ISO 8601, UTC. */
  readonly createdAt: string
  /** Whether the first row is a header: bold, and always in sight. */
  readonly hasHeader: boolean
  readonly onProgress?: (done: number) => void
}

/** Rows that are looked at for the widths of the columns. */
const MEASURED_ROWS = 200
const WIDTH = { least: 6, most: 60, room: 2 }

/** Any table as a workbook of one sheet, text stays text, plain decimals become numbers. */
export function tableXlsx(
  rows: readonly (readonly Cell[])[],
  { lang, sheetName, title, createdAt, hasHeader, onProgress }: TableOptions,
): Promise<readonly Bytes[]> {
  const sheet = {
    name: sheetName,
    rows,
    rowCount: rows.length,
    widths: widthsOf(rows),
    bold: hasHeader ? 'first-row' : 'nothing',
  } as const
  return workbook([sheet], { title, creator: PRODUCT.name[lang], createdAt }, onProgress)
}

function widthsOf(rows: readonly (readonly Cell[])[]): number[] {
  const widths: number[] = []
  for (const row of rows.slice(0, MEASURED_ROWS)) {
    for (const [column, cell] of row.entries()) {
      const text = cell === null ? '' : typeof cell === 'string' ? cell : cell.number
      const width = Math.min(Math.max(text.length + WIDTH.room, WIDTH.least), WIDTH.most)
      widths[column] = Math.max(widths[column] ?? 0, width)
    }
  }
  // A ragged table leaves holes where no row has reached.
  return Array.from(widths, (width) => width ?? WIDTH.least)
}
