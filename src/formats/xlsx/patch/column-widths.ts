import { MAX_SHEET_COLUMNS } from '#table/column-name.ts'
import type { Bytes } from '../../bytes/bytes.ts'
import type { Edit } from '../../bytes/patch-bytes.ts'
import type { ColumnShift } from '../../spreadsheet/cell-ref.ts'
import type { PlacedColumn } from '../../spreadsheet/patch/new-columns.ts'
import { XmlTags, rawText } from '../../xml/tags.ts'
import type { SheetElement } from './scan-sheet.ts'

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
