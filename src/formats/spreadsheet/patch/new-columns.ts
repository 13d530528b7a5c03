import { MAX_SHEET_COLUMNS } from '#table/column-name.ts'
import { type CellRange, type ColumnShift, withColumnsAfter } from '../cell-ref.ts'
import {
  type WriteBackPlan,
  type WriteBackWarning,
  type NewColumn,
  newColumns,
  targetCurrencies,
} from '#writeback/plan.ts'
import { hasAnyWithin, sortedRows } from './rows.ts'
import { NoRoomError } from '../../format.ts'

/** A new column at its index in the patched sheet. */
export type PlacedColumn = NewColumn & { readonly column: number }

/** Where the new prices go. `shift` maps columns of the user's sheet to columns of the patched sheet. */
export type ColumnLayout = {
  readonly kind: 'columns' | 'replace'
  readonly columns: readonly PlacedColumn[]
  readonly shift: ColumnShift
  readonly isShifted: boolean
  readonly warnings: readonly WriteBackWarning[]
}

/**
 * Adds new columns that directly follow a range to it. Sorting by a filter moves the cells of its range alone, and only the
 * print range is printed.
 */
export function rangeWidener(
  { headerRow, columns: priced }: WriteBackPlan,
  { columns }: Pick<ColumnLayout, 'columns'>,
): (ref: string) => string {
  const added = new Set(columns.map(({ column }) => column))
  const [row] = headerRow === null ? priced.flatMap(({ cells }) => firstOf(cells.keys())) : [headerRow]
  return (ref) => withColumnsAfter(ref, added, row)
}

function firstOf(rows: Iterable<number>): number[] {
  for (const row of rows) return [row]
  return []
}

type SheetExtent = {
  /** By column, 1 where it has a value or a formula. */
  readonly used: Uint8Array
  /** Merged cells and tables. */
  readonly ranges: readonly CellRange[]
  readonly repeatedTitles: ReadonlyMap<number, unknown>
  readonly lastRow: number
  readonly hasPriceFormulas: boolean
  /** Whether formulas would convert the new prices again, if these replaced the old ones. */
  readonly convertsAgain: boolean
}

const noShift: ColumnShift = (column) => column

/**
 * Lays out the new columns.
 * @param canInsert whether columns may be moved to the right; called only where that is necessary, as it reads all sheets
 */
export async function layOutColumns(
  plan: WriteBackPlan,
  extent: SheetExtent,
  canInsert: () => Promise<boolean>,
): Promise<ColumnLayout> {
  switch (plan.placement) {
    case 'replace':
      if (extent.hasPriceFormulas) return layOutAtEnd(plan, extent, ['formulas-kept'])
      if (extent.convertsAgain) return layOutAtEnd(plan, extent, ['both-kept'])
      return { kind: 'replace', columns: [], shift: noShift, isShifted: false, warnings: [] }
    case 'after':
      return layOutAfter(plan, extent, canInsert)
    case 'end':
    default:
      return layOutAtEnd(plan, extent, [])
  }
}

function layOutAtEnd(
  plan: WriteBackPlan,
  extent: SheetExtent,
  warnings: readonly WriteBackWarning[],
): ColumnLayout {
  let column = firstEndColumn(plan, extent)
  const columns = newColumns(plan.columns).map((added) => ({ ...added, column: column++ }))
  return { kind: 'columns', columns, shift: noShift, isShifted: false, warnings }
}

/**
 * The first column after all others. Ignores ranges that reach the edge, such as a title merged over the
 * whole sheet.
 */
function firstEndColumn(plan: WriteBackPlan, { used, ranges }: SheetExtent): number {
  const wanted = newColumns(plan.columns).length
  const room = MAX_SHEET_COLUMNS - wanted
  const reaching = ranges.filter(({ right }) => right < room)
  let last = Math.max(used.lastIndexOf(1), lastSourceColumn(plan))
  for (const { right } of reaching) last = Math.max(last, right)
  if (last < room) return last + 1
  // A stray cell at the edge of the sheet.
  const isFree = freeColumns(used, reaching)
  let run = 0
  for (let column = lastSourceColumn(plan) + 1; column < MAX_SHEET_COLUMNS; column++) {
    run = isFree[column] === 1 ? run + 1 : 0
    if (run === wanted) return column - wanted + 1
  }
  throw new NoRoomError(
    'columns',
    plan.columns.map(({ column: priced }) => priced),
  )
}

const lastSourceColumn = ({ columns }: WriteBackPlan): number =>
  columns.reduce((last, { column }) => Math.max(last, column), 0)

/** By column, 1 where no cell is used and no range covers it. */
function freeColumns(used: Uint8Array, ranges: readonly CellRange[]): Uint8Array {
  const begins = new Int32Array(MAX_SHEET_COLUMNS + 1)
  for (const { left, right } of ranges) {
    begins[left]!++
    begins[Math.min(right + 1, MAX_SHEET_COLUMNS)]!--
  }
  let covering = 0
  return used.map((isUsed, column) => {
    covering += begins[column]!
    return isUsed === 0 && covering === 0 ? 1 : 0
  })
}

/** Whether a column inserted after `source` would split merged cells or a table in a row where it gets a cell. */
function splitsRange(
  plan: WriteBackPlan,
  { ranges, repeatedTitles, lastRow }: SheetExtent,
  source: number,
): boolean {
  const torn = ranges.filter(({ left, right }) => left <= source && right > source)
  if (torn.length === 0) return false
  const written = sortedRows([
    ...(plan.headerRow === null ? [] : [plan.headerRow]),
    ...plan.columns.flatMap(({ cells }) => [...cells.keys()]),
    ...repeatedTitles.keys(),
    ...plan.added.map((_, i) => lastRow + 1 + i),
  ])
  return torn.some(({ top, bottom }) => hasAnyWithin(written, top, bottom))
}

async function layOutAfter(
  plan: WriteBackPlan,
  extent: SheetExtent,
  canInsert: () => Promise<boolean>,
): Promise<ColumnLayout> {
  const inserts = new Map<number, number>()
  const claimed = new Set<number>()
  const isFree = freeColumns(extent.used, extent.ranges)
  const sorted = plan.columns.toSorted((a, b) => a.column - b.column)
  for (const priced of sorted) {
    const wanted = targetCurrencies(priced).length
    const room = Array.from({ length: wanted }, (_, i) => priced.column + 1 + i)
    if (room.every((column) => isFree[column] === 1 && !claimed.has(column)))
      for (const column of room) claimed.add(column)
    else inserts.set(priced.column, wanted)
  }
  const isShifted = inserts.size > 0
  const hasRoom = extent.used.lastIndexOf(1) + newColumns(plan.columns).length < MAX_SHEET_COLUMNS
  const isTearing = [...inserts.keys()].some((source) => splitsRange(plan, extent, source))
  if (isShifted && (!hasRoom || isTearing || !(await canInsert())))
    return layOutAtEnd(plan, extent, ['placed-at-end'])
  const shift: ColumnShift = (column) => {
    let shifted = column
    for (const [source, count] of inserts) if (source < column) shifted += count
    return shifted
  }
  const columns = sorted.flatMap((priced) =>
    newColumns([priced]).map((added, i) => ({ ...added, column: shift(priced.column) + 1 + i })),
  )
  return { kind: 'columns', columns, shift, isShifted, warnings: [] }
}
