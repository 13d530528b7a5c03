import type { OpenedFile, Table } from '#catalogue/catalogue.ts'
import { textOf } from '#catalogue/cells.ts'
import { BYTE_ORDER_MARK, CSV_STYLE, csvLine, type CsvStyle, defused } from '#catalogue/csv-writer.ts'
import { tableUnder } from '#catalogue/named-header.ts'
import { openFile } from '#catalogue/open.ts'
import { pricedTable, type WrittenCell } from '#catalogue/priced-table.ts'
import { readRows } from '#catalogue/rows.ts'
import type { Lang } from '#domain/lang.ts'
import { amountText } from '../bulk/results.ts'
import { m } from '../i18n/messages/messages.js'
import type { ToExports } from './export-messages.ts'
import { tableXlsx } from './table-xlsx.ts'

type Order = Extract<ToExports, { kind: 'own-xlsx' | 'own-csv' }>

/** Reading the file again is the smaller part of the work. */
const READING = 0.4

/** The user's own columns and rows, in order, with the prices in lev and in euro behind them (CONV-08). */
export async function ownFile(order: Order, onProgress: (done: number) => void): Promise<Blob> {
  const { kind, lang, rows, source } = order
  const { name: fileName, bytes, choices, rowChoices, lines } = source
  const opened = await openFile(bytes, {
    fileName,
    ...choices,
    allKeys: true,
    onProgress: (done) => onProgress(done * READING),
  })
  if (!opened.ok) throw new Error(`The file cannot be read again: ${opened.error.code}`)
  const { file } = opened
  const priced = rows.map((row, i) => ({
    line: lines[i] ?? 0,
    name: row.name,
    price: row.originalPrice,
    currency: row.originalCurrency,
    bgn: amountText(row.bgn) || null,
    eur: amountText(row.eur) || null,
  }))
  const titles = {
    bgn: m.own_column_bgn({}, { locale: lang }),
    eur: m.own_column_eur({}, { locale: lang }),
  }
  const cells = tableUnder(file, rowChoices.columns.headerRow)
  const reading = readRows(cells, rowChoices)
  const table = pricedTable(cells, rowChoices.columns, reading, priced, titles)
  if (kind === 'own-csv') return csvOf(table, styleOf(file, rowChoices.columns.price, lang))
  const about = {
    hasHeader: (rowChoices.columns.headerRow ?? 0) === 0,
    lang,
    sheetName: file.sheet ?? fileName.replace(/\.[^.]*$/, ''),
    title: fileName,
    createdAt: new Date().toISOString(),
  }
  return tableXlsx(table, { ...about, onProgress: (done) => onProgress(READING + done * (1 - READING)) })
}

/** Delimited text goes on as it was; another file becomes such text as Excel in that language writes. */
function styleOf({ delimiter, table }: OpenedFile, price: number | null, lang: Lang): CsvStyle {
  if (delimiter !== undefined) return { delimiter, mark: usesComma(table, price) ? ',' : '.' }
  return CSV_STYLE[lang]
}

const usesComma = (table: Table, price: number | null): boolean =>
  price !== null && table.some((row) => /\d,\d{1,2}(?!\d)/.test(textOf(row[price])))

function csvOf(table: readonly (readonly WrittenCell[])[], { delimiter, mark }: CsvStyle): Blob {
  const textIn = (cell: WrittenCell): string => {
    if (cell === null) return ''
    return typeof cell === 'string' ? defused(cell) : cell.number.replace('.', mark)
  }
  const lines = table.map((row) => csvLine(row.map(textIn), delimiter))
  return new Blob([BYTE_ORDER_MARK, [...lines, ''].join('\r\n')], { type: 'text/csv;charset=utf-8' })
}
