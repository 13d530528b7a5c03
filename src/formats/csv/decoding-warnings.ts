import type { AffectedRows, OpenedFile, Warning } from '../format.ts'
import { firstPassing, lowerBound } from '#table/lower-bound.ts'
import { type Table, cellText } from '#table/table.ts'
import { type CsvOffsets, CsvTable } from './table.ts'
import { type DecodedText, damagePattern } from '../bytes/encoding.ts'
import { nextComputedCell } from './formulas.ts'

/** Warnings about bytes that do not fit the encoding, with the rows that they are in. */
export function decodingWarnings(
  { text, encoding, undecodable, realigned }: DecodedText,
  { cells, table }: Pick<OpenedFile, 'cells' | 'table'>,
): Warning[] {
  const warnings: Warning[] = []
  const offsets = cells instanceof CsvTable ? cells.offsets : undefined
  if (realigned !== undefined) {
    const { repairedOffsets: repaired } = realigned
    const rows = offsets ? rowsAt(offsets, (from) => firstAtOrAfter(repaired, from)) : NO_ROWS
    warnings.push({ code: 'realigned-bytes', count: repaired.length, rows })
  }
  if (undecodable > 0) {
    const damage = damagePattern(encoding)
    const rows = offsets
      ? rowsAt(offsets, (from) => firstMatch(damage, text, from))
      : damagedRowsOf(table, damage)
    warnings.push({ code: 'undecodable-bytes', count: undecodable, rows })
  }
  return warnings
}

const NO_ROWS: AffectedRows = { count: 0, first: [] }

const ROWS_SHOWN = 5

/** A warning about cells that a spreadsheet program would compute, with the rows that they are in. */
export function formulaWarnings({ text }: DecodedText, { cells }: Pick<OpenedFile, 'cells'>): Warning[] {
  if (!(cells instanceof CsvTable)) return []
  const rows = rowsAt(cells.offsets, (from) => nextComputedCell(text, from))
  return rows.count === 0 ? [] : [{ code: 'formula-cells', rows }]
}

function firstMatch(pattern: RegExp, text: string, from: number): number | undefined {
  pattern.lastIndex = from
  return pattern.exec(text)?.index
}

const firstAtOrAfter = (repaired: readonly number[], from: number): number | undefined =>
  repaired[lowerBound(repaired, from)]

/** @param next gives the first affected offset at or after another one */
function rowsAt(offsets: CsvOffsets, next: (from: number) => number | undefined): AffectedRows {
  const first: number[] = []
  let count = 0
  for (let at = next(0); at !== undefined;) {
    const offset = at
    const r = firstPassing(offsets.rowCount, (i) => offsets.rowStart(i + 1) > offset)
    // What is after the last row that was read is in no row.
    if (r === offsets.rowCount) break
    count++
    if (first.length < ROWS_SHOWN) first.push(r + 1)
    at = next(offsets.rowStart(r + 1))
  }
  return { count, first }
}

function damagedRowsOf(table: Table, damage: RegExp): AffectedRows {
  const rows = table.map((row) => row.some((cell) => cellText(cell).search(damage) !== -1))
  const damaged = rows.flatMap((isDamaged, r) => (isDamaged ? [r + 1] : []))
  return { count: damaged.length, first: damaged.slice(0, ROWS_SHOWN) }
}
