import type { Columns, RowsReading, Table } from '../catalogue.ts'
import { cellAt, isBlankCell } from '../cells.ts'
import { priceColumnsOf } from '../price-columns.ts'
import type {
  AddedRow,
  CellContent,
  ChangedRow,
  ConvertedCell,
  Placement,
  PricedColumn,
  WriteBackOrder,
} from './order.ts'

/**
 * A row as it was converted: where it is from (`line` from 1, `nth` price column from 0), what it says now, and its
 * amounts as `12.34`, null where it has none.
 */
export type PricedRow = {
  readonly line: number
  readonly nth: number
  readonly name: string
  readonly price: string
  readonly currency: string
  readonly bgn: string | null
  readonly eur: string | null
}

type Source = {
  readonly columns: Columns
  /** What the file itself said, before anything was changed by hand. */
  readonly reading: RowsReading
  /** What stands behind its rows was added by hand. */
  readonly table: Table
}

/** What is to be written into the user's own file: every converted price, and what was changed and added by hand. */
export function orderOfRows(
  source: Source,
  rows: readonly PricedRow[],
  placement: Placement,
): WriteBackOrder {
  const { columns, reading, table } = source
  const width = priceColumnsOf(columns).length
  // A number for each cell: a hundred thousand texts would take their time.
  const keyOf = (line: number, nth: number): number => line * width + nth
  const before = new Map(reading.lines.map((line, i) => [keyOf(line, reading.nth[i] ?? 0), i]))
  const prices = priceColumnsOf(columns).map((column) => ({
    column,
    cells: new Map<number, ConvertedCell>(),
  }))
  const changed = new Map<number, Map<number, CellContent>>()
  const added: AddedRow[] = []
  for (const row of rows) {
    if (row.line > table.length) {
      added.push(addedRow(row, columns, reading.rows.at(-1)?.currency))
      continue
    }
    const original = reading.rows[before.get(keyOf(row.line, row.nth)) ?? -1]
    const converted = convertedCell(row)
    const cells = changedCells(row, original, columns, placement === 'replace' && converted !== undefined)
    for (const [column, content] of cells) {
      const inRow = changed.get(row.line - 1) ?? new Map<number, CellContent>()
      changed.set(row.line - 1, inRow.set(column, content))
    }
    const place = prices[row.nth]
    if (!converted || !place) continue
    // Where the file has both currencies the price may be that of the other column: there is nothing here to replace.
    const isElsewhere =
      isBlankCell(cellAt(table, row.line - 1, place.column)) && original?.price === row.price
    if (placement !== 'replace' || !isElsewhere) place.cells.set(row.line - 1, converted)
  }
  return {
    placement,
    headerRow: columns.headerRow,
    currencyColumn: columns.currency,
    columns: prices satisfies PricedColumn[],
    changed: [...changed].map(([row, cells]): ChangedRow => ({ row, cells })),
    added,
  }
}

function convertedCell({ currency, bgn, eur }: PricedRow): ConvertedCell | undefined {
  if (bgn === null || eur === null) return undefined
  return { from: currency === 'EUR' ? 'EUR' : 'BGN', bgn, eur }
}

type Cells = ReadonlyMap<number, CellContent>
type Words = { readonly name: string; readonly price: string; readonly currency: string }

/** Only what differs: names are kept shorter in a row than in the file, and must not come back so. */
function changedCells(
  row: PricedRow,
  before: Words | undefined,
  columns: Columns,
  isReplaced: boolean,
): Cells {
  const cells = new Map<number, CellContent>()
  const put = putInto(cells)
  if (before?.name !== row.name) put(columns.name, row.name)
  // The new price takes the place of whatever was there.
  if (isReplaced) return cells
  // An invalid row has no currency.
  const isOtherMoney = row.currency !== '' && before?.currency !== row.currency
  const price = priceColumnsOf(columns)[row.nth] ?? null
  if (before?.price !== row.price || isOtherMoney) put(price, priceContent(row, columns, isOtherMoney))
  if (isOtherMoney) put(columns.currency, row.currency)
  return cells
}

function addedRow(row: PricedRow, columns: Columns, usual: string | undefined): AddedRow {
  const cells = new Map<number, CellContent>()
  const put = putInto(cells)
  put(columns.name, row.name)
  put(columns.price, priceContent(row, columns, row.currency !== '' && row.currency !== usual))
  put(columns.currency, row.currency)
  const converted = convertedCell(row)
  const prices = new Map(converted && columns.price !== null ? [[columns.price, converted]] : [])
  return { cells, prices }
}

const putInto = (cells: Map<number, CellContent>) => (column: number | null, content: CellContent) => {
  if (column !== null) cells.set(column, content)
}

/** A price that was changed by hand; money that no column names stands beside it. */
function priceContent({ price, currency }: PricedRow, columns: Columns, isOtherMoney: boolean): CellContent {
  if (isOtherMoney && columns.currency === null && price !== '') return `${price} ${currency}`
  if (!/^\d+(?:\.\d+)?$/.test(price)) return price
  return { number: /\.\d$/.test(price) ? `${price}0` : price }
}
