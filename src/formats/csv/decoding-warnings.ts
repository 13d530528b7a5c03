import type { DamagedRows, OpenedFile, Warning } from '../format.ts'
import { type Table, cellText } from '#table/table.ts'
import { type CsvOffsets, CsvTable } from './table.ts'
import { type DecodedText, damageIn } from '../bytes/encoding.ts'

/** What a person should know of bytes that did not fit their encoding, and of which rows. */
export function decodingWarnings(
  { text, encoding, undecodable, realigned }: DecodedText,
  { cells, table }: Pick<OpenedFile, 'cells' | 'table'>,
): Warning[] {
  const warnings: Warning[] = []
  const layout = cells instanceof CsvTable ? cells.layout : undefined
  if (realigned !== undefined) {
    const { places } = realigned
    const rows = layout ? rowsAt(layout, (from) => firstFrom(places, from)) : NO_ROWS
    warnings.push({ code: 'realigned-bytes', count: places.length, rows })
  }
  if (undecodable > 0) {
    const damage = damageIn(encoding)
    const rows = layout ? rowsAt(layout, (from) => firstMatch(damage, text, from)) : rowsOf(table, damage)
    warnings.push({ code: 'undecodable-bytes', count: undecodable, rows })
  }
  return warnings
}

const NO_ROWS: DamagedRows = { count: 0, first: [] }

const ROWS_SHOWN = 5

/** The offset of the first match at or after an offset. */
function firstMatch(pattern: RegExp, text: string, from: number): number | undefined {
  pattern.lastIndex = from
  return pattern.exec(text)?.index
}

const firstFrom = (places: readonly number[], from: number): number | undefined =>
  places[lowest(places.length, (i) => places[i]! >= from)]

/** The rows that contain places; `next` gives the first place at or after an offset. */
function rowsAt(layout: CsvOffsets, next: (from: number) => number | undefined): DamagedRows {
  const first: number[] = []
  let count = 0
  for (let at = next(0); at !== undefined;) {
    const place = at
    const r = lowest(layout.rowCount, (i) => layout.startOf(i + 1) > place)
    // Places after the last row that was read are in no row.
    if (r === layout.rowCount) break
    count++
    if (first.length < ROWS_SHOWN) first.push(r + 1)
    at = next(layout.startOf(r + 1))
  }
  return { count, first }
}

/** The lowest index that passes a test which all above it pass; `length` if none does. */
function lowest(length: number, passes: (i: number) => boolean): number {
  let [from, end] = [0, length]
  while (from < end) {
    const middle = (from + end) >> 1
    if (passes(middle)) end = middle
    else from = middle + 1
  }
  return from
}

function rowsOf(table: Table, damage: RegExp): DamagedRows {
  const rows = table.map((row) => row.some((cell) => cellText(cell).search(damage) !== -1))
  const damaged = rows.flatMap((isDamaged, r) => (isDamaged ? [r + 1] : []))
  return { count: damaged.length, first: damaged.slice(0, ROWS_SHOWN) }
}
