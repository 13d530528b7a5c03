import type { OpenedFile, Table } from '#catalogue/catalogue.ts'
import { textOf } from '#catalogue/cells.ts'
import { BYTE_ORDER_MARK, CSV_STYLE, csvLine, type CsvStyle, defused } from '#catalogue/csv-writer.ts'
import { tableUnder } from '#catalogue/named-header.ts'
import { openFile } from '#catalogue/open.ts'
import { readRows } from '#catalogue/rows.ts'
import { orderOfRows } from '#catalogue/write-back/order-of-rows.ts'
import { pricedTable, type WrittenCell } from '#catalogue/write-back/priced-table.ts'
import { tableXlsx } from '#catalogue/xlsx-writer/table-xlsx.ts'
import type { Lang } from '#domain/lang.ts'
import { perLineOf } from '../bulk/file-choices.ts'
import { amountText } from '../bulk/results.ts'
import { originOf } from '../bulk/row-id.ts'
import type { ToExports } from './export-messages.ts'
import { xlsxBlob } from './xlsx-blob.ts'

type Order = Extract<ToExports, { kind: 'own-xlsx' | 'own-csv' }>

/** Reading the file again is the smaller part of the work. */
const READING = 0.4

/** The user's own columns and rows, in order, with the prices in lev and in euro behind them (CONV-08). */
export async function ownFile(order: Order, onProgress: (done: number) => void): Promise<Blob> {
  const { kind, lang, rows, source } = order
  const { name: fileName, bytes, choices, rowChoices, ids } = source
  const opened = await openFile(bytes, {
    fileName,
    ...choices,
    allKeys: true,
    onProgress: (done) => onProgress(done * READING),
  })
  if (!opened.ok) throw new Error(`The file cannot be read again: ${opened.error.code}`)
  const { file } = opened
  const priced = rows.map((row, i) => ({
    ...originOf(ids[i] ?? 0, perLineOf(rowChoices)),
    name: row.name,
    price: row.originalPrice,
    currency: row.originalCurrency,
    bgn: amountText(row.bgn) || null,
    eur: amountText(row.eur) || null,
  }))
  const cells = tableUnder(file, rowChoices.columns.headerRow)
  const reading = readRows(cells, rowChoices)
  const written = { columns: rowChoices.columns, reading, table: cells }
  const table = pricedTable(cells, orderOfRows(written, priced, 'after'))
  if (kind === 'own-csv') return csvOf(table, styleOf(file, rowChoices.columns.price, lang))
  const about = {
    hasHeader: (rowChoices.columns.headerRow ?? 0) === 0,
    lang,
    sheetName: file.sheet ?? fileName.replace(/\.[^.]*$/, ''),
    title: fileName,
    createdAt: new Date().toISOString(),
  }
  const onWritten = (done: number) => onProgress(READING + done * (1 - READING))
  return xlsxBlob(tableXlsx(table, { ...about, onProgress: onWritten }))
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
