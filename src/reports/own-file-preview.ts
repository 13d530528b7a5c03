import { writtenEntry } from '#formats/format.ts'
import { MAIN_KEYS } from '#formats/json/read.ts'
import { firstKeys } from '#formats/json/rows.ts'
import { openFile } from '#formats/open-file.ts'
import { type Currency, otherCurrency } from '#money/currency.ts'
import { LANGUAGES, type Lang } from '#i18n/language.ts'
import { HEADER_ROWS } from '#pricelist/headers/header-row.ts'
import { nameColumnOf, priceColumnsOf } from '#pricelist/types.ts'
import { type Table, cellText, isBlankCell, rowAt } from '#table/table.ts'
import { newColumns, targetCurrencies } from '#writeback/plan.ts'
import type { WriteBackPlan } from '#writeback/plan.ts'
import { type OwnFile, ownFile } from './own-file.ts'
import { ownFileName } from './results.ts'
import {
  type ExportedFile,
  type OwnFileTask,
  PREVIEW_ROWS,
  type ResultsSource,
  extensionOfOwn,
  formatOf,
} from './types.ts'

/** Rows above the header that are shown with it. */
const ROWS_ABOVE = 2

/** Columns shown, and those that a phone has room for. */
const COLUMNS = 7

export type PreviewColumn = {
  /** Of a price column, and of one with new prices. */
  readonly currency?: Currency
  readonly isNew: boolean
  readonly isPrice: boolean
  /** Name and prices: what a phone shows. */
  readonly isMain: boolean
}

export type PreviewCell = {
  readonly text: string
  /** Of a price in a column that has both currencies. */
  readonly currency?: Currency
}

export type PreviewTable = {
  readonly columns: readonly PreviewColumn[]
  /** Columns that are not shown. */
  readonly moreColumns: number
  /** Rows with content that follow those shown. */
  readonly moreRows: number
  /** `number` is that of the row in the file, from 1. */
  readonly rows: readonly { number: number; isHeader: boolean; cells: readonly PreviewCell[] }[]
}

/** The first rows of the user's own file as it was and as it will be written. */
export type OwnFilePreview = Omit<ExportedFile, 'file'> & {
  readonly before: PreviewTable
  readonly after: PreviewTable
}

/** `preview` is null where the written file cannot be read again, for example because it unpacks to too much. */
export type PreviewedFile = { readonly preview: OwnFilePreview | null; readonly made: ExportedFile }

/** Writes the file as the export does, and reads its first rows again: they are what the user gets. */
export async function previewOwnFile(
  task: OwnFileTask,
  onProgress: (done: number) => void = () => {},
): Promise<PreviewedFile> {
  const own = await ownFile(task, onProgress)
  return { preview: await previewOf(task, own), made: own.made }
}

async function previewOf(
  { kind, lang, source }: OwnFileTask,
  { made: { file, ...details }, plan, before, isStrict }: OwnFile,
): Promise<OwnFilePreview | null> {
  const fileName = ownFileName(source.name, extensionOfOwn(kind, source))
  const { delimiter } = source.choices
  const sheet = kind === 'own' ? writtenSheet(source) : source.choices.sheet
  const written = new Uint8Array(await file.arrayBuffer())
  const opened = await openFile(written, {
    fileName,
    ...(kind !== 'own-csv' && sheet !== undefined && { sheet }),
    ...(kind === 'own' && delimiter !== undefined && { delimiter }),
    allKeys: true,
    // How many rows were added tells whether there is a new header.
    limits: { bytes: Infinity, ...(plan.headerRow !== null && { rows: HEADER_ROWS + PREVIEW_ROWS }) },
  })
  if (!opened.ok) return null
  const after = opened.file.table
  const headerRow = plan.headerRow
  const first = Math.max(0, (headerRow ?? 0) - ROWS_ABOVE)
  // A file without a header may get one for its new columns.
  const shift = headerRow === null && after.length > before.length + plan.added.length ? 1 : 0
  const was = rowsOf(before, first)
  const is = rowsOf(after, first)
  const own = alignColumns(was, is.slice(shift))
  const added = own.flatMap((from, c) => (from === undefined ? [c] : []))
  const names = new Set(
    priceColumnsOf(source.rowChoices.columns).map((_, nth) => nameColumnOf(source.rowChoices.columns, nth)),
  )
  const prices = new Map(plan.columns.map((column) => [column.column, column]))
  const currencies = currenciesOfNew(plan)
  const columnOf = (c: number): PreviewColumn => {
    const priced = prices.get(c)
    const [target, ...others] = priced ? targetCurrencies(priced) : []
    const currency = target && others.length === 0 ? otherCurrency(target) : undefined
    const isPrice = priced !== undefined
    return { isNew: false, isPrice, isMain: isPrice || names.has(c), ...(currency && { currency }) }
  }
  const isReplaced = details.placement === 'replace'
  const columnsAfter = own.map((from, c): PreviewColumn => {
    if (from === undefined) {
      const currency = currencies[added.indexOf(c)]
      return { isNew: true, isPrice: true, isMain: true, ...(currency && { currency }) }
    }
    const column = columnOf(from)
    if (!isReplaced || column.currency === undefined) return column
    return { ...column, currency: otherCurrency(column.currency) }
  })
  /** Of a price of the file, by its column and row in it. */
  const currencyAt = (c: number | undefined, row: number): Currency | undefined =>
    c === undefined ? undefined : prices.get(c)?.cells.get(row)?.from
  const isPacked = opened.file.packing !== undefined
  const hasMainKeys = isStrict && !isPacked && formatOf(kind, source.format) === 'json'
  const shownEnd = first + PREVIEW_ROWS
  const following = countFilled(before, shownEnd)
  // Rows that are new in the file push others out of what is shown.
  const addedRows = shift + plan.added.length + Math.min(0, before.length - shownEnd)
  const positionsIn = (bytes: Uint8Array<ArrayBuffer>, rows: Rows) =>
    hasMainKeys ? keyPositions(firstKeys(bytes, PREVIEW_ROWS), rows[0] ?? []) : undefined
  const options = { lang, first, headerRow, currencyAt }
  return {
    before: tableOf(
      was,
      Array.from({ length: widthOf(was) }, (_, c) => columnOf(c)),
      { ...options, positions: positionsIn(source.bytes, was), moreRows: following },
    ),
    after: tableOf(is, columnsAfter, {
      ...options,
      positions: positionsIn(written, is),
      moreRows: following + Math.max(0, addedRows),
      headerRow: headerRow ?? (shift === 1 ? 0 : null),
      currencyAt: (c, row) => (isReplaced ? undefined : currencyAt(own[c], row - shift)),
    }),
    ...details,
  }
}

/** The name of the chosen sheet in the written file: in an archive it begins with the path of the list. */
function writtenSheet({ choices: { sheet }, packing, format }: ResultsSource): string | undefined {
  if (packing?.kind !== 'zip' || sheet?.startsWith(packing.entry) !== true) return sheet
  return writtenEntry(packing.entry, format) + sheet.slice(packing.entry.length)
}

type Rows = readonly (readonly Cell[])[]
type Cell = { readonly text: string; readonly isNumber: boolean }

const widthOf = (rows: Rows): number => Math.max(0, ...rows.map((row) => row.length))

function rowsOf(table: Table, first: number): Rows {
  const count = Math.max(0, Math.min(PREVIEW_ROWS, table.length - first))
  return Array.from({ length: count }, (_, i) =>
    (rowAt(table, first + i) ?? []).map((cell) => ({
      text: cellText(cell),
      isNumber: typeof cell === 'object' && cell.kind === 'number',
    })),
  )
}

function countFilled(table: Table, first: number): number {
  let filled = 0
  for (let row = first; row < table.length; row++)
    if (rowAt(table, row)?.some((cell) => !isBlankCell(cell))) filled++
  return filled
}

/** Currencies of the new columns, from left to right. */
function currenciesOfNew({ columns, placement }: WriteBackPlan): (Currency | undefined)[] {
  const ordered = placement === 'after' ? columns.toSorted((a, b) => a.column - b.column) : columns
  return newColumns(ordered).map(({ currency }) => currency)
}

/** The former column of each column of the written file; undefined for a new one. Keeps the order, and most equal cells. */
function alignColumns(before: Rows, after: Rows): (number | undefined)[] {
  const [from, to] = [widthOf(before), widthOf(after)]
  if (to <= from) return Array.from({ length: to }, (_, c) => c)
  const alike = (b: number, a: number): number =>
    after.filter((row, r) => (row[a]?.text ?? '') === (before[r]?.[b]?.text ?? '')).length
  // best[b][a]: the most equal cells of the first b and a columns, with every former column in its place.
  const best = Array.from({ length: from + 1 }, () => Array.from({ length: to + 1 }, () => -Infinity))
  for (let a = 0; a <= to; a++) best[0]![a] = 0
  for (let b = 1; b <= from; b++)
    for (let a = b; a <= to; a++)
      best[b]![a] = Math.max(best[b]![a - 1]!, best[b - 1]![a - 1]! + alike(b - 1, a - 1))
  const own: (number | undefined)[] = Array.from({ length: to })
  let [b, a] = [from, to]
  while (b > 0) {
    if (best[b]![a] === best[b]![a - 1] && a > b) a--
    else own[--a] = --b
  }
  return own
}

/** Where the columns of an array of the specified form stand in its items: its table begins with name, price and currency. */
function keyPositions(keys: readonly string[], titles: readonly Cell[]): readonly number[] {
  return titles.map(({ text }, c) => {
    const at = keys.indexOf(text)
    return at >= 0 ? at : c < MAIN_KEYS.length ? c - MAIN_KEYS.length : keys.length + c
  })
}

type TableOptions = {
  readonly lang: Lang
  readonly first: number
  readonly headerRow: number | null
  readonly currencyAt: (c: number, row: number) => Currency | undefined
  readonly moreRows: number
  /** Of each column in the file, where its table has another order. */
  readonly positions: readonly number[] | undefined
}

function tableOf(
  rows: Rows,
  all: readonly PreviewColumn[],
  { lang, first, headerRow, currencyAt, positions, moreRows }: TableOptions,
): PreviewTable {
  const shown = columnsShown(all, positions)
  // Never grouped: a spreadsheet does not group a number either unless its format says so, and it may be a code.
  const textOf = ({ text, isNumber }: Cell, isPrice: boolean): string => {
    if (!isNumber || !/^\d+(?:\.\d+)?$/.test(text)) return text
    const [whole = '', fraction = ''] = text.split('.')
    const decimals = isPrice ? fraction.padEnd(2, '0') : fraction
    return decimals === '' ? whole : `${whole}${LANGUAGES[lang].decimalMark}${decimals}`
  }
  return {
    columns: shown.map((c) => all[c]!),
    moreColumns: all.length - shown.length,
    moreRows,
    rows: rows.map((row, i) => ({
      number: first + i + 1,
      isHeader: first + i === headerRow,
      cells: shown.map((c) => {
        const currency = currencyAt(c, first + i)
        return { text: row[c] ? textOf(row[c], all[c]!.isPrice) : '', ...(currency && { currency }) }
      }),
    })),
  }
}

/** Names and prices, and as many of the first others as there is room for, in the order of the file. */
function columnsShown(all: readonly PreviewColumn[], positions: readonly number[] = []): number[] {
  const position = (c: number) => positions[c] ?? c
  const inFile = [...all.keys()].toSorted((a, b) => position(a) - position(b))
  const main = inFile.filter((c) => all[c]!.isMain)
  const others = inFile.filter((c) => !all[c]!.isMain)
  const shown = new Set([...main, ...others.slice(0, Math.max(0, COLUMNS - main.length))])
  return inFile.filter((c) => shown.has(c))
}
