import { MAX_SHEET_COLUMNS } from '#table/column-name.ts'
import type { CellRange, ColumnShift } from '../cell-ref.ts'
import {
  type WriteBackPlan,
  type WriteBackWarning,
  type NewColumn,
  newColumns,
  targetCurrencies,
} from '#writeback/plan.ts'
import { type SheetElement, hasAnyWithin, sortedRows } from './scan-sheet.ts'
import type { Bytes } from '../../bytes/bytes.ts'
import { NoRoomError } from '../../format.ts'
import type { Edit } from '../../bytes/patch-bytes.ts'
import { XmlTags, rawText } from '../../xml/tags.ts'

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

type SheetExtent = {
  /** By column, 1 where it has a value or a formula. */
  readonly used: Uint8Array
  /** Merged cells and tables. */
  readonly ranges: readonly CellRange[]
  readonly repeatedTitles: ReadonlyMap<number, unknown>
  readonly lastRow: number
  readonly hasPriceFormulas: boolean
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
  throw new NoRoomError('columns')
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

/** A `col` element (ECMA-376 18.3.1.13): 1-based columns of one width, its XML and its byte offsets. */
type ColumnRun = {
  readonly min: number
  readonly max: number
  readonly width: string | undefined
  readonly isHidden: boolean
  readonly tag: string
  readonly start: number
  readonly end: number
}

type Change = {
  readonly columns: readonly PlacedColumn[]
  readonly shift: ColumnShift
}

/** Width of columns without one, in characters. */
const DEFAULT_WIDTH = 8.43

/** Moves `col` elements with their columns. New columns are at least as wide as their source, and never hidden. */
export function columnEdits(
  xml: Bytes,
  { start, end, prefix }: SheetElement,
  { columns, shift }: Change,
): Edit[] {
  const { runs, close } = readRuns(xml, start, end)
  const moved = runs.map((run) => ({
    ...run,
    min: shift(run.min - 1) + 1,
    max: Math.min(shift(run.max - 1) + 1, MAX_SHEET_COLUMNS),
  }))
  const inserted: Edit[] = []
  const apart = new Map<ColumnRun, Own[]>()
  for (const { column, source } of columns) {
    const place = column + 1
    const model = runs.find(({ min, max }) => source + 1 >= min && source + 1 <= max)
    const width = Number(model?.width) > 0 ? model?.width : undefined
    const over = moved.find(({ min, max }) => place >= min && place <= max)
    if (over !== undefined && !isTooNarrow(over, width)) continue
    const tag =
      width === undefined
        ? ''
        : `<${prefix}col min="${place}" max="${place}" width="${width}" customWidth="1"/>`
    if (over !== undefined) apart.set(over, [...(apart.get(over) ?? []), { place, tag }])
    else {
      const at = moved.find(({ min }) => min > place)?.start ?? close
      inserted.push({ start: at, end: at, text: tag })
    }
  }
  return [...inserted, ...moved.map((run) => runEdit(run, apart.get(run) ?? []))]
}

/** A new column (1-based) with a width of its own inside a run, and its `col` element. */
type Own = { readonly place: number; readonly tag: string }

const isTooNarrow = (run: ColumnRun, width: string | undefined): boolean =>
  run.isHidden || Number(run.width ?? DEFAULT_WIDTH) < Number(width ?? 0)

/** Splits a run around new columns, which are in order. */
function runEdit(run: ColumnRun, own: readonly Own[]): Edit {
  let { min } = run
  let text = ''
  for (const { place, tag } of own) {
    if (min < place) text += withRange(run.tag, min, place - 1)
    text += tag
    min = place + 1
  }
  if (min <= run.max) text += withRange(run.tag, min, run.max)
  return { start: run.start, end: run.end, text }
}

function readRuns(xml: Bytes, start: number, end: number): { runs: ColumnRun[]; close: number } {
  const runs: ColumnRun[] = []
  const tags = new XmlTags(xml, start, end)
  while (tags.next()) {
    if (!tags.is('col') || tags.kind === 'close') continue
    const { start: from } = tags
    const [min, max] = [Number(tags.attribute('min')), Number(tags.attribute('max'))]
    const width = tags.attribute('width')
    const isHidden = isSet(tags.attribute('hidden')) || isSet(tags.attribute('collapsed'))
    tags.skip()
    runs.push({ min, max, width, isHidden, tag: rawText(xml, from, tags.end), start: from, end: tags.end })
  }
  return { runs, close: tags.start }
}

const isSet = (value: string | undefined): boolean => value === '1' || value === 'true'

const withRange = (tag: string, min: number, max: number): string =>
  tag
    .replace(/(\smin\s*=\s*["'])\d+/, (_, before: string) => before + min)
    .replace(/(\smax\s*=\s*["'])\d+/, (_, before: string) => before + max)
