import type { Currency } from '#domain/money.ts'
import type { CellRange, ColumnShift } from './cell-range.ts'
import { targetsOf, type WriteBackNote, type WriteBackOrder } from './order.ts'
import { SHEET_COLUMNS } from './sheet-cells.ts'

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
  let column = endOf(taken, wantedIn(order))
  const columns = order.columns.flatMap((priced) =>
    targetsOf(priced).map((currency) => ({ column: column++, source: priced.column, currency })),
  )
  return { kind: 'columns', columns, shift: unshifted, isShifted: false, notes }
}

const wantedIn = ({ columns }: WriteBackOrder): number =>
  columns.reduce((sum, priced) => sum + targetsOf(priced).length, 0)

/** The first column behind everything; a title that is joined over the whole sheet leaves room all the same. */
function endOf({ used, ranges }: Taken, wanted: number): number {
  const room = SHEET_COLUMNS - wanted
  const last = Math.max(used.lastIndexOf(1), ...ranges.map(({ right }) => (right < room ? right : -1)))
  if (last >= room) throw new Error('The sheet has no room for another column.')
  return last + 1
}

async function placeAfter(
  order: WriteBackOrder,
  taken: Taken,
  canShift: () => Promise<boolean>,
): Promise<ColumnPlaces> {
  const inserts = new Map<number, number>()
  const claimed = new Set<number>()
  const sorted = order.columns.toSorted((a, b) => a.column - b.column)
  for (const priced of sorted) {
    const wanted = targetsOf(priced).length
    const room = Array.from({ length: wanted }, (_, i) => priced.column + 1 + i)
    if (room.every((column) => isFree(column, taken) && !claimed.has(column)))
      for (const column of room) claimed.add(column)
    else inserts.set(priced.column, wanted)
  }
  const isShifted = inserts.size > 0
  if (isShifted && (!(await canShift()) || taken.used.lastIndexOf(1) + wantedIn(order) >= SHEET_COLUMNS))
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

const isFree = (column: number, { used, ranges }: Taken): boolean =>
  column < SHEET_COLUMNS &&
  used[column] === 0 &&
  ranges.every(({ left, right }) => column < left || column > right)
