import type { Bytes } from '../zip-pack.ts'
import { type CellRange, type ColumnShift, rangeText, readRange, shiftedRefs } from './cell-range.ts'
import type { NewColumn } from './column-places.ts'
import { SHEET_COLUMNS } from './sheet-cells.ts'
import type { SheetElement } from './sheet-survey.ts'
import type { Edit } from './spliced.ts'
import { textOf, XmlTags } from './xml-tags.ts'

type Change = {
  readonly columns: readonly NewColumn[]
  readonly shift: ColumnShift
  readonly isShifted: boolean
  /** Index of the last row that is written, where rows were added. */
  readonly lastRow: number
}

/** Attributes that name cells, by element. */
const REFERENCES: Readonly<Record<string, readonly string[]>> = {
  sheetView: ['topLeftCell'],
  pane: ['topLeftCell'],
  selection: ['activeCell', 'sqref'],
  autoFilter: ['ref'],
  sortState: ['ref'],
  sortCondition: ['ref'],
  mergeCell: ['ref'],
  hyperlink: ['ref'],
  ignoredError: ['sqref'],
}

/** What is to change around the rows of a sheet: its extent, its columns, and all that names cells where these move. */
export function frameEdits(xml: Bytes, elements: readonly SheetElement[], change: Change): Edit[] {
  const edits = elements.flatMap((element) => {
    if (element.name === 'dimension') return dimensionEdit(xml, element, change)
    if (element.name === 'cols') return columnEdits(xml, element, change)
    return change.isShifted ? shiftEdits(xml, element, change.shift) : []
  })
  return edits.toSorted((a, b) => a.start - b.start)
}

function dimensionEdit(xml: Bytes, { start, end }: SheetElement, change: Change): Edit[] {
  const tags = new XmlTags(xml, start, end)
  const span = tags.next() ? tags.span('ref') : undefined
  if (span === undefined) return []
  const before = textOf(xml, span.start, span.end)
  const range = readRange(before)
  if (range === undefined) return []
  const { shift, columns, lastRow } = change
  const wider: CellRange = {
    ...range,
    left: shift(range.left),
    right: Math.max(shift(range.right), ...columns.map(({ column }) => column)),
    bottom: Math.max(range.bottom, lastRow),
  }
  const text = rangeText(wider)
  return text === before ? [] : [{ ...span, text }]
}

/** A run of columns of one width, from 1. */
type Run = { readonly min: number; readonly max: number; readonly tag: string; readonly start: number }

function columnEdits(xml: Bytes, { start, end, prefix }: SheetElement, change: Change): Edit[] {
  const { runs, close } = readRuns(xml, start, end)
  const { shift, isShifted, columns } = change
  const moved = runs.map((run) => ({
    ...run,
    min: shift(run.min - 1) + 1,
    max: Math.min(shift(run.max - 1) + 1, SHEET_COLUMNS),
  }))
  const added = columns.flatMap(({ column, source }) => {
    const place = column + 1
    if (moved.some(({ min, max }) => place >= min && place <= max)) return []
    const own = runs.find(({ min, max }) => source + 1 >= min && source + 1 <= max)
    const width = own && /\swidth\s*=\s*["']([^"']*)/.exec(own.tag)?.[1]
    if (width === undefined) return []
    const tag = `<${prefix}col min="${place}" max="${place}" width="${width}" customWidth="1"/>`
    return [{ place, tag }]
  })
  if (!isShifted)
    return added.map(({ place, tag }) => {
      const at = moved.find(({ min }) => min > place)?.start ?? close
      return { start: at, end: at, text: tag }
    })
  const all = [
    ...moved
      .filter(({ min }) => min <= SHEET_COLUMNS)
      .map(({ min, max, tag }) => ({ min, tag: withEnds(tag, min, max) })),
    ...added.map(({ place, tag }) => ({ min: place, tag })),
  ].toSorted((a, b) => a.min - b.min)
  return [{ start: runs[0]?.start ?? close, end: close, text: all.map(({ tag }) => tag).join('') }]
}

function readRuns(xml: Bytes, start: number, end: number): { runs: Run[]; close: number } {
  const runs: Run[] = []
  const tags = new XmlTags(xml, start, end)
  while (tags.next()) {
    if (!tags.is('col') || tags.kind === 'close') continue
    const { start: from } = tags
    const [min, max] = [Number(tags.attribute('min')), Number(tags.attribute('max'))]
    tags.skip()
    runs.push({ min, max, tag: textOf(xml, from, tags.end), start: from })
  }
  return { runs, close: tags.start }
}

const withEnds = (tag: string, min: number, max: number): string =>
  tag
    .replace(/(\smin\s*=\s*["'])\d+/, (_, before: string) => before + min)
    .replace(/(\smax\s*=\s*["'])\d+/, (_, before: string) => before + max)

/** Everything else that names cells or columns, moved to where these now are. */
function shiftEdits(xml: Bytes, { start, end, name: parent }: SheetElement, shift: ColumnShift): Edit[] {
  const edits: Edit[] = []
  let filtered = 0
  const put = (tags: XmlTags, attribute: string, turn: (text: string) => string) => {
    const span = tags.span(attribute)
    if (span !== undefined) edits.push({ ...span, text: turn(textOf(xml, span.start, span.end)) })
  }
  for (const tags = new XmlTags(xml, start, end); tags.next();) {
    if (tags.kind === 'close') continue
    const { name } = tags
    if (name === 'autoFilter') filtered = readRange(tags.attribute('ref') ?? '')?.left ?? 0
    for (const attribute of REFERENCES[name] ?? []) put(tags, attribute, (refs) => shiftedRefs(refs, shift))
    // Counted from the first column of the filter.
    if (name === 'filterColumn')
      put(tags, 'colId', (id) => String(shift(filtered + Number(id)) - shift(filtered)))
    if (name === 'brk' && parent === 'colBreaks') put(tags, 'id', (id) => String(shift(Number(id))))
    if (name === 'pane' && tags.attribute('state')?.startsWith('frozen') === true)
      put(tags, 'xSplit', (count) => (Number(count) > 0 ? String(shift(Number(count) - 1) + 1) : count))
  }
  return edits
}
