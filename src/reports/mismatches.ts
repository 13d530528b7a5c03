import type { Lang } from '#i18n/language.ts'
import { pairTitle } from './labels.ts'
import type { ComparedColumns, FileSummary, MismatchFile } from './types.ts'
import { m } from '#i18n/messages/messages.js'
import { escapeFormula } from '#formats/csv/formulas.ts'
import { csvStyle, csvLine } from '#formats/csv/write.ts'
import type { Mismatch, PriceCheck } from '#pricelist/pairs/check-pairs.ts'
import type { Cell } from '#formats/xlsx/write/sheet.ts'
import { tableXlsx } from '#formats/xlsx/write/workbook.ts'
import { csvBlob, xlsxBlob } from './blobs.ts'

type MismatchTask = {
  readonly kind: MismatchFile
  readonly lang: Lang
  readonly facts: FileSummary
  readonly columns: ComparedColumns
  readonly check: PriceCheck
}

/** The mismatches with their correct prices, as a file that a spreadsheet program of that language opens. */
export async function buildMismatchFile({ kind, lang, facts, columns, check }: MismatchTask): Promise<Blob> {
  const hasColumns = columns.pairs.length > 1
  const titles = columns.pairs.map((pair) => pairTitle(pair, facts, lang))
  const rowOf = (mismatch: Mismatch): Cell[] => [
    { number: String(mismatch.row) },
    mismatch.name || null,
    ...(hasColumns ? [titles[mismatch.pair] ?? null] : []),
    ...[mismatch, mismatch.expected, mismatch.difference].flatMap(({ national, euro }) => [
      amount(national),
      amount(euro),
    ]),
  ]
  const rows = [headerOf(lang, hasColumns), ...check.mismatches.map(rowOf)]
  if (kind === 'csv') return csvOf(rows, lang)
  const written = tableXlsx(rows, {
    lang,
    hasHeader: true,
    sheetName: m.check_list({}, { locale: lang }),
    title: facts.name,
    createdAt: new Date().toISOString(),
  })
  return xlsxBlob(written)
}

function headerOf(locale: Lang, hasColumns: boolean): string[] {
  const words = [m.column_line, m.column_name, ...(hasColumns ? [m.check_columns] : [])]
  const amounts = [
    m.check_column_bgn,
    m.check_column_eur,
    m.check_right_bgn,
    m.check_right_eur,
    m.check_difference_bgn,
    m.check_difference_eur,
  ]
  return [...words, ...amounts].map((word) => word({}, { locale }))
}

/** Amounts with more than two decimals are shown in full. */
const amount = (text: string): Cell => ({ number: text, look: /\.\d{3}/.test(text) ? 'plain' : 'amount' })

function csvOf(rows: readonly (readonly Cell[])[], lang: Lang): Blob {
  const { delimiter, mark } = csvStyle(lang)
  const textIn = (cell: Cell): string => {
    if (cell === null) return ''
    return typeof cell === 'string' ? escapeFormula(cell) : cell.number.replace('.', mark)
  }
  return csvBlob(rows.map((row) => csvLine(row.map(textIn), delimiter)))
}
