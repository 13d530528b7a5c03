import type { Currency } from '#money/currency.ts'
import type { CellRange, ColumnShift } from '../cell-ref.ts'
import { type WriteBackPlan, type WriteBackWarning, targetCurrencies } from '#writeback/plan.ts'
import { SHEET_COLUMNS } from '../sheet-cells.ts'
import { type SheetElement, isAnyWithin, sortedRows } from './scan-sheet.ts'
import type { Bytes } from '../../bytes/bytes.ts'
import type { Edit } from '../../bytes/patch-bytes.ts'
import { XmlTags, textOf } from '../../xml/tags.ts'

/** A new column: its index in the returned sheet, its source's index in the user's, and its currency. */
export type NewColumn = { readonly column: number; readonly source: number; readonly currency: Currency }

/** Where the new prices go. `shift` tells where each column of the user's sheet then stands. */
export type ColumnLayout = {
  readonly kind: 'columns' | 'replace'
  readonly columns: readonly NewColumn[]
  readonly shift: ColumnShift
  readonly isShifted: boolean
  readonly notes: readonly WriteBackWarning[]
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
export async function layOutColumns(
  order: WriteBackPlan,
  taken: Taken,
  canShift: () => Promise<boolean>,
): Promise<ColumnLayout> {
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

function atEnd(order: WriteBackPlan, taken: Taken, notes: readonly WriteBackWarning[]): ColumnLayout {
  let column = endOf(order, taken)
  const columns = order.columns.flatMap((priced) =>
    targetCurrencies(priced).map((currency) => ({ column: column++, source: priced.column, currency })),
  )
  return { kind: 'columns', columns, shift: unshifted, isShifted: false, notes }
}

const wantedIn = ({ columns }: WriteBackPlan): number =>
  columns.reduce((sum, priced) => sum + targetCurrencies(priced).length, 0)

/** The first column behind everything; a title that is joined over the whole sheet leaves room all the same. */
function endOf(order: WriteBackPlan, { used, ranges }: Taken): number {
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

const lastSource = ({ columns }: WriteBackPlan): number =>
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
function tearsJoined(order: WriteBackPlan, { ranges, titlesAgain, lastRow }: Taken, source: number): boolean {
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
  order: WriteBackPlan,
  taken: Taken,
  canShift: () => Promise<boolean>,
): Promise<ColumnLayout> {
  const inserts = new Map<number, number>()
  const claimed = new Set<number>()
  const isFree = freeColumns(taken.used, taken.ranges)
  const sorted = order.columns.toSorted((a, b) => a.column - b.column)
  for (const priced of sorted) {
    const wanted = targetCurrencies(priced).length
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
    targetCurrencies(priced).map((currency, i) => ({
      column: shift(priced.column) + 1 + i,
      source: priced.column,
      currency,
    })),
  )
  return { kind: 'columns', columns, shift, isShifted, notes: [] }
}

/** A run of columns of one width (ECMA-376 18.3.1.13), from 1; where it stands in the returned sheet, and its tag. */
type Run = {
  readonly min: number
  readonly max: number
  /** Undefined where the run says none. */
  readonly width: string | undefined
  readonly isHidden: boolean
  readonly tag: string
  readonly start: number
  readonly end: number
}

type Change = {
  readonly columns: readonly NewColumn[]
  readonly shift: ColumnShift
}

/** What columns have whose width nobody has set. */
const USUAL_WIDTH = 8.43

/** The runs where they now stand; new columns are as wide as their sources, and never hidden. */
export function columnEdits(
  xml: Bytes,
  { start, end, prefix }: SheetElement,
  { columns, shift }: Change,
): Edit[] {
  const { runs, close } = readRuns(xml, start, end)
  const moved = runs.map((run) => ({
    ...run,
    min: shift(run.min - 1) + 1,
    max: Math.min(shift(run.max - 1) + 1, SHEET_COLUMNS),
  }))
  const inserted: Edit[] = []
  const apart = new Map<Run, Own[]>()
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
    else if (tag !== '') {
      const at = moved.find(({ min }) => min > place)?.start ?? close
      inserted.push({ start: at, end: at, text: tag })
    }
  }
  return [...inserted, ...moved.flatMap((run) => runEdit(run, apart.get(run) ?? []))]
}

/** A new column of its own within a run, and its tag. */
type Own = { readonly place: number; readonly tag: string }

const isTooNarrow = (run: Run, width: string | undefined): boolean =>
  run.isHidden || Number(run.width ?? USUAL_WIDTH) < Number(width ?? 0)

/** A run with new columns taken out of it. */
function runEdit(run: Run, own: readonly Own[]): Edit[] {
  let { min } = run
  let text = ''
  for (const { place, tag } of own.toSorted((a, b) => a.place - b.place)) {
    if (min < place) text += withEnds(run.tag, min, place - 1)
    text += tag
    min = place + 1
  }
  if (min <= run.max) text += withEnds(run.tag, min, run.max)
  return text === run.tag ? [] : [{ start: run.start, end: run.end, text }]
}

function readRuns(xml: Bytes, start: number, end: number): { runs: Run[]; close: number } {
  const runs: Run[] = []
  const tags = new XmlTags(xml, start, end)
  while (tags.next()) {
    if (!tags.is('col') || tags.kind === 'close') continue
    const { start: from } = tags
    const [min, max] = [Number(tags.attribute('min')), Number(tags.attribute('max'))]
    const width = tags.attribute('width')
    const isHidden = isSet(tags.attribute('hidden')) || isSet(tags.attribute('collapsed'))
    tags.skip()
    runs.push({ min, max, width, isHidden, tag: textOf(xml, from, tags.end), start: from, end: tags.end })
  }
  return { runs, close: tags.start }
}

const isSet = (value: string | undefined): boolean => value === '1' || value === 'true'

const withEnds = (tag: string, min: number, max: number): string =>
  tag
    .replace(/(\smin\s*=\s*["'])\d+/, (_, before: string) => before + min)
    .replace(/(\smax\s*=\s*["'])\d+/, (_, before: string) => before + max)
