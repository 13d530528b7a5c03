import { detectColumns } from '#pricelist/columns/detect-columns.ts'
import { firstBelow, laterTableRows } from '#pricelist/headers/header-row.ts'
import type { Columns } from '#pricelist/types.ts'
import { hasPriceTitle } from '../header-choice.ts'
import type { PageText } from './page-texts.ts'
import type { PageTables } from './read.ts'
import type { SparseTable } from './sparse-table.ts'

/** Tables of a page that are one sheet; `name` is their number, from 1. */
export type PageSheet = {
  readonly name: string
  readonly rows: SparseTable
  /** The title of the page, and the texts before and after the tables: a heading between two sheets is that of the second. */
  readonly notes: readonly string[]
  /** The texts between the tables. */
  readonly notesBetween: readonly string[]
}

/** Tables beyond these belong to the sheet before them: pages with more have one for each product. */
const MAX_TABLES = 500

/** Texts before the tables of a sheet, and after them, that can state its currency. */
const TEXTS_AROUND = 20

/**
 * Divides the tables of a page into sheets: one with prices that has other columns than those before it begins a new one. Those
 * without prices belong to the ones before them, or the first ones to those after.
 */
export function sheetsOfPage(page: PageTables): PageSheet[] {
  const { rows, starts } = page
  const sheets: PageSheet[] = []
  const add = (start: number, end: number): void => {
    sheets.push({
      name: String(sheets.length + 1),
      rows: rows.part(start, end),
      ...textsOf(page, start, end),
    })
  }
  let from = 0
  let columns: Columns | undefined
  for (const [i, start] of [0, ...starts].slice(0, MAX_TABLES).entries()) {
    const end = starts[i] ?? rows.length
    if (end === start || !hasPriceTitle(rows.part(start, end))) continue
    if (columns !== undefined && hasOtherColumns(rows.part(from, end), columns, start - from)) {
      add(from, start)
      from = start
      columns = undefined
    }
    columns ??= detectColumns(rows.part(from, end)).columns
  }
  add(from, rows.length)
  return sheets
}

function textsOf(
  { title, texts, rows }: PageTables,
  from: number,
  end: number,
): Pick<PageSheet, 'notes' | 'notesBetween'> {
  const isAfter = ({ row, isHeading }: PageText): boolean =>
    row === end && (!isHeading || end === rows.length)
  const before = texts.filter(({ row }) => row === from).slice(-TEXTS_AROUND)
  const after = texts.filter(isAfter).slice(0, TEXTS_AROUND)
  const between = texts.filter(({ row }) => row > from && row < end)
  const toText = ({ text }: PageText): string => text
  return {
    notes: [...before.toReversed().map(toText), ...after.map(toText), ...(title === '' ? [] : [title])],
    notesBetween: between.map(toText),
  }
}

/** Whether rows from one on would be read by the wrong columns. */
const hasOtherColumns = (sheet: SparseTable, columns: Columns, from: number): boolean =>
  laterTableRows(sheet, columns, Math.max(from, firstBelow(columns.headerRow)), sheet.length).size > 0
