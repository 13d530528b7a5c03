import type { Currency } from '#money/amount.ts'
import type { CellRange, ColumnShift } from '../cell-ref.ts'
import { targetsOf, type WriteBackNote, type WriteBackOrder } from '#writeback/plan.ts'
import { SHEET_COLUMNS } from '../sheet-cells.ts'
import { isAnyWithin, sortedRows } from './sorted-rows.ts'

/** A new column: its index in the returned sheet, its source's index in the user's, and its currency. */
export type NewColumn = { readonly column: number; readonly source: number; readonly currency: Currency }

/** Where the new prices go. `shift` tells where each column of the user's sheet then stands. */
export type ColumnPlaces = {
  readonly kind: 'columns' | 'replace'
  readonly columns: readonly NewColumn[]
  readonly shift: ColumnShift
  readonly isShifted: boolean
  readonly notes: readonly WriteBackNote[]
}

type Taken = {
  /** By index, 1 for a column with a value or a formula. */
  readonly used: Uint8Array
  /** Ranges of the sheet that are joined cells or tables. */
  readonly ranges: readonly CellRange[]
  readonly titlesAgain: ReadonlyMap<number, unknown>
  readonly lastRow: number
  readonly hasPriceFormulas: boolean
}

const unshifted: ColumnShift = (column) => column

/**
 * Decides where the new prices go.
 * @param canShift whether everything to the right of a column may be moved, asked only where it would have to be
 */
export async function placeColumns(
  order: WriteBackOrder,
  taken: Taken,
  canShift: () => Promise<boolean>,
): Promise<ColumnPlaces> {
  switch (order.placement) {
    case 'replace':
      if (taken.hasPriceFormulas) return atEnd(order, taken, ['formulas-kept'])
      return { kind: 'replace', columns: [], shift: unshifted, isShifted: false, notes: [] }
    case 'after':
      return placeAfter(order, taken, canShift)
    case 'end':
    default:
      return atEnd(order, taken, [])
  }
}

function atEnd(order: WriteBackOrder, taken: Taken, notes: readonly WriteBackNote[]): ColumnPlaces {
  let column = endOf(order, taken)
  const columns = order.columns.flatMap((priced) =>
    targetsOf(priced).map((currency) => ({ column: column++, source: priced.column, currency })),
  )
  return { kind: 'columns', columns, shift: unshifted, isShifted: false, notes }
}

const wantedIn = ({ columns }: WriteBackOrder): number =>
  columns.reduce((sum, priced) => sum + targetsOf(priced).length, 0)

/** The first column behind everything; a title that is joined over the whole sheet leaves room all the same. */
function endOf(order: WriteBackOrder, { used, ranges }: Taken): number {
  const wanted = wantedIn(order)
  const room = SHEET_COLUMNS - wanted
  const reaching = ranges.filter(({ right }) => right < room)
  let last = Math.max(used.lastIndexOf(1), lastSource(order))
  for (const { right } of reaching) last = Math.max(last, right)
  if (last < room) return last + 1
  // A cell that has strayed to the edge of the sheet.
  const isFree = freeColumns(used, reaching)
  let run = 0
  for (let column = lastSource(order) + 1; column < SHEET_COLUMNS; column++) {
    run = isFree[column] === 1 ? run + 1 : 0
    if (run === wanted) return column - wanted + 1
  }
  throw new Error('The sheet has no room for another column.')
}

const lastSource = ({ columns }: WriteBackOrder): number =>
  columns.reduce((last, { column }) => Math.max(last, column), 0)

/** By index, 1 for a column that nothing stands in and no range covers. */
function freeColumns(used: Uint8Array, ranges: readonly CellRange[]): Uint8Array {
  const begins = new Int32Array(SHEET_COLUMNS + 1)
  for (const { left, right } of ranges) {
    begins[left]!++
    begins[Math.min(right + 1, SHEET_COLUMNS)]!--
  }
  let covering = 0
  return used.map((isUsed, column) => {
    covering += begins[column]!
    return isUsed === 0 && covering === 0 ? 1 : 0
  })
}

/** Whether a column put behind `source` would stand within joined cells, in a row that has a cell in it. */
function tearsJoined(
  order: WriteBackOrder,
  { ranges, titlesAgain, lastRow }: Taken,
  source: number,
): boolean {
  const torn = ranges.filter(({ left, right }) => left <= source && right > source)
  if (torn.length === 0) return false
  const written = sortedRows([
    ...(order.headerRow === null ? [] : [order.headerRow]),
    ...order.columns.flatMap(({ cells }) => [...cells.keys()]),
    ...titlesAgain.keys(),
    ...order.added.map((_, i) => lastRow + 1 + i),
  ])
  return torn.some(({ top, bottom }) => isAnyWithin(written, top, bottom))
}

async function placeAfter(
  order: WriteBackOrder,
  taken: Taken,
  canShift: () => Promise<boolean>,
): Promise<ColumnPlaces> {
  const inserts = new Map<number, number>()
  const claimed = new Set<number>()
  const isFree = freeColumns(taken.used, taken.ranges)
  const sorted = order.columns.toSorted((a, b) => a.column - b.column)
  for (const priced of sorted) {
    const wanted = targetsOf(priced).length
    const room = Array.from({ length: wanted }, (_, i) => priced.column + 1 + i)
    if (room.every((column) => isFree[column] === 1 && !claimed.has(column)))
      for (const column of room) claimed.add(column)
    else inserts.set(priced.column, wanted)
  }
  const isShifted = inserts.size > 0
  const hasRoom = taken.used.lastIndexOf(1) + wantedIn(order) < SHEET_COLUMNS
  const isTearing = [...inserts.keys()].some((source) => tearsJoined(order, taken, source))
  if (isShifted && (!hasRoom || isTearing || !(await canShift())))
    return atEnd(order, taken, ['placed-at-end'])
  const shift: ColumnShift = (column) => {
    let shifted = column
    for (const [source, count] of inserts) if (source < column) shifted += count
    return shifted
  }
  const columns = sorted.flatMap((priced) =>
    targetsOf(priced).map((currency, i) => ({
      column: shift(priced.column) + 1 + i,
      source: priced.column,
      currency,
    })),
  )
  return { kind: 'columns', columns, shift, isShifted, notes: [] }
}
