import type { Bytes } from '../../bytes/bytes.ts'
import {
  type CellRange,
  type ColumnShift,
  formatRange,
  parseRange,
  shiftReferences,
} from '../../spreadsheet/cell-ref.ts'
import type { PlacedColumn } from '../../spreadsheet/patch/new-columns.ts'
import { columnEdits } from './column-widths.ts'
import type { SheetElement } from './scan-sheet.ts'
import type { Edit } from '../../bytes/patch-bytes.ts'
import { XmlTags, rawText } from '../../xml/tags.ts'

type SheetChange = {
  readonly columns: readonly PlacedColumn[]
  readonly shift: ColumnShift
  readonly isShifted: boolean
  /** Adds new columns that directly follow a range to it. */
  readonly widen: (ref: string) => string
  /** The last row after rows are added. */
  readonly lastRow: number
}

/** Attributes that name cells, by element. */
const REFERENCES: Readonly<Record<string, readonly string[]>> = {
  sheetView: ['topLeftCell'],
  selection: ['activeCell', 'sqref'],
  autoFilter: ['ref'],
  sortState: ['ref'],
  sortCondition: ['ref'],
  mergeCell: ['ref'],
  hyperlink: ['ref'],
  ignoredError: ['sqref'],
}

/**
 * Edits to the elements around the rows: dimension, columns, and all references to cells that move. Sorted by
 * offset.
 */
export function sheetElementEdits(
  xml: Bytes,
  elements: readonly SheetElement[],
  change: SheetChange,
): Edit[] {
  const edits = elements.flatMap((element) => {
    if (element.name === 'dimension') return dimensionEdit(xml, element, change)
    if (element.name === 'cols') return columnEdits(xml, element, change)
    if (element.name === 'autoFilter') return referenceEdits(xml, element, change)
    if (!change.isShifted) return []
    if (element.name === 'sheetViews')
      return [...referenceEdits(xml, element, change), ...viewEdits(xml, element, change.shift)]
    return referenceEdits(xml, element, change)
  })
  return edits.toSorted((a, b) => a.start - b.start)
}

function dimensionEdit(xml: Bytes, { start, end }: SheetElement, change: SheetChange): Edit[] {
  const tags = new XmlTags(xml, start, end)
  const span = tags.next() ? tags.span('ref') : undefined
  if (span === undefined) return []
  const range = parseRange(rawText(xml, span.start, span.end))
  if (range === undefined) return []
  const { shift, columns, lastRow } = change
  const wider: CellRange = {
    ...range,
    left: shift(range.left),
    right: Math.max(shift(range.right), ...columns.map(({ column }) => column)),
    bottom: Math.max(range.bottom, lastRow),
  }
  const text = formatRange(wider)
  return [{ ...span, text }]
}

/** Shifts all other references to cells and columns, and widens filters. */
function referenceEdits(
  xml: Bytes,
  { start, end, name: parent }: SheetElement,
  { shift, isShifted, widen }: SheetChange,
): Edit[] {
  const edits: Edit[] = []
  let filtered = 0
  const put = (tags: XmlTags, attribute: string, turn: (text: string) => string) => {
    const span = tags.span(attribute)
    if (span === undefined) return
    const before = rawText(xml, span.start, span.end)
    const text = turn(before)
    if (text !== before) edits.push({ ...span, text })
  }
  for (const tags = new XmlTags(xml, start, end); tags.next();) {
    const { name } = tags
    if (name === 'autoFilter') filtered = parseRange(tags.attribute('ref') ?? '')?.left ?? 0
    for (const attribute of REFERENCES[name] ?? [])
      put(tags, attribute, (refs) => {
        const shifted = shiftReferences(refs, shift)
        return name === 'autoFilter' ? widen(shifted) : shifted
      })
    // `colId` counts from the first column of the filter.
    if (name === 'filterColumn' && isShifted)
      put(tags, 'colId', (id) => String(shift(filtered + Number(id)) - shift(filtered)))
    if (name === 'brk' && parent === 'colBreaks') put(tags, 'id', (id) => String(shift(Number(id))))
  }
  return edits
}

/**
 * Keeps the same columns frozen, with new ones between them; a column inserted at the edge of the pane scrolls. `xSplit`
 * counts frozen columns from the first column of the view.
 */
function viewEdits(xml: Bytes, { start, end }: SheetElement, shift: ColumnShift): Edit[] {
  const edits: Edit[] = []
  let first = 0
  for (const tags = new XmlTags(xml, start, end); tags.next();) {
    if (tags.is('sheetView')) first = parseRange(tags.attribute('topLeftCell') ?? '')?.left ?? 0
    if (!tags.is('pane')) continue
    const [cell, split] = [tags.span('topLeftCell'), tags.span('xSplit')]
    const isFrozen = tags.attribute('state')?.startsWith('frozen') === true
    const count = Number(tags.attribute('xSplit') ?? 0)
    const edge = isFrozen && count > 0 ? first + count : undefined
    const newEdge = edge === undefined ? undefined : shift(edge - 1) + 1
    if (split !== undefined && newEdge !== undefined)
      edits.push({ ...split, text: String(newEdge - shift(first)) })
    if (cell === undefined) continue
    const refs = rawText(xml, cell.start, cell.end)
    const isAtEdge = newEdge !== undefined && parseRange(refs)?.left === edge
    const text = shiftReferences(refs, isAtEdge ? () => newEdge : shift)
    edits.push({ ...cell, text })
  }
  return edits
}

/** The `ref` ranges of all elements of one name. */
export function refRanges(tags: XmlTags, element: string): CellRange[] {
  const ranges: CellRange[] = []
  while (tags.next()) {
    const range = tags.is(element) && parseRange(tags.attribute('ref') ?? '')
    if (range) ranges.push(range)
  }
  return ranges
}
