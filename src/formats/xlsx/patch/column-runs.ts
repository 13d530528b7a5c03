import type { Bytes } from '../../zip/zip-pack.ts'
import type { ColumnShift } from '../cell-ref.ts'
import type { NewColumn } from './new-columns.ts'
import { SHEET_COLUMNS } from '../sheet-cells.ts'
import type { SheetElement } from './scan-sheet.ts'
import type { Edit } from '../../bytes/spliced.ts'
import { textOf, XmlTags } from '../../xml/tags.ts'

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
