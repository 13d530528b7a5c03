import { AlignedTable } from './aligned-table.ts'
import type { Table } from './catalogue.ts'
import { cellAt, textOf } from './cells.ts'
import { classOf, ColumnProfile } from './column-profile.ts'
import { DelimitedTable } from './delimited-table.ts'
import type { PriceCell } from './price-column.ts'
import { isTotalText } from './total-names.ts'

/** The largest share of rows that are whole prices among others, or lack their first or last field. */
const MOST_ODD = 0.25
/** Rows that are read, spread over the list, to learn what each column holds; with fewer nothing is concluded. */
const SAMPLE = { most: 200, least: 3 }
/** So many cells beside the price that do not fit their columns make a row doubtful. */
const LEAST_MISFITS = 2
const COLUMNS = 64

const DECIMALS = /\d[.,]\d/

/**
 * Rows of delimited text in which a missing or an additional field moves the price out of its column: two or more cells beside
 * the price do not fit their columns, and every cell does one column further.
 * @param index the price column
 * @param from the first row of data
 * @param whole the places in `cells` of prices without decimals
 * @returns places in `cells`
 */
export function shiftedRows(
  table: Table,
  index: number,
  from: number,
  cells: readonly PriceCell[],
  whole: readonly number[],
): readonly number[] {
  if (!(table instanceof DelimitedTable || table instanceof AlignedTable)) return []
  const suspects = suspectRows(table, index, from, cells, whole)
  if (suspects.size === 0) return []
  const usual = cells.flatMap(({ kind }, i) => (kind === 'price' && !suspects.has(i) ? [from + i] : []))
  if (usual.length < SAMPLE.least) return []
  const profiles = profilesOf(table, usual)
  return [...suspects].filter((i) => {
    const texts = profiles.map((_, c) => textOf(cellAt(table, from + i, c)))
    return isShifted(texts, index, profiles) && !texts.some(isTotalText)
  })
}

/** Rows whose price is whole where others have decimals, and rows that lack their first or last field where others have it. */
function suspectRows(
  table: DelimitedTable | AlignedTable,
  index: number,
  from: number,
  cells: readonly PriceCell[],
  whole: readonly number[],
): ReadonlySet<number> {
  const [withoutFirst, withoutLast]: [number[], number[]] = [[], []]
  for (let i = 0; i < cells.length; i++) {
    if (cells[i]!.kind !== 'price') continue
    const r = from + i
    if (isBlankAt(table, r, 0)) withoutFirst.push(i)
    if (isBlankAt(table, r, table.lengthOfRow(r) - 1)) withoutLast.push(i)
  }
  // '12,00' is written with decimals.
  const wholes = whole.filter((i) => !DECIMALS.test(textOf(cellAt(table, from + i, index))))
  const groups = [wholes, withoutFirst, withoutLast]
  return new Set(groups.filter((rows) => rows.length <= MOST_ODD * cells.length).flat())
}

function isBlankAt(table: DelimitedTable | AlignedTable, r: number, c: number): boolean {
  if (!(table instanceof DelimitedTable)) return textOf(cellAt(table, r, c)) === ''
  const field = table.layout.firstFieldOf(r) + c
  return table.layout.fieldStart(field) === table.layout.fieldEnd(field)
}

/** What the columns hold, up to the last one that is filled. */
function profilesOf(table: Table, rows: readonly number[]): readonly ColumnProfile[] {
  const step = Math.max(1, rows.length / SAMPLE.most)
  const sample = Array.from(
    { length: Math.min(rows.length, SAMPLE.most) },
    (_, i) => rows[Math.floor(i * step)]!,
  )
  const profiles = Array.from({ length: COLUMNS }, (_, c) => {
    const profile = new ColumnProfile(false)
    for (const r of sample) profile.add(textOf(cellAt(table, r, c)))
    return profile
  })
  return profiles.slice(0, profiles.findLastIndex(({ filled }) => filled > 0) + 1)
}

function isShifted(texts: readonly string[], index: number, profiles: readonly ColumnProfile[]): boolean {
  const misfits = (from: number, end: number, offset: number): number => {
    let count = 0
    for (let c = from; c < end; c++) if (!fits(texts[c]!, profiles[c + offset]!)) count++
    return count
  }
  const { length } = texts
  if (misfits(0, index, 0) + misfits(index + 1, length, 0) < LEAST_MISFITS) return false
  // Blank cells alone are no sign of it.
  if (!texts.some((text, c) => c !== index && text !== '' && !fits(text, profiles[c]!))) return false
  for (let at = 0; at <= index; at++) {
    if (misfits(0, at, 0) > 0) return false
    // Another field at `at` has pushed the last one out, or the field of `at` is missing.
    if (!/^[^\p{L}]*\d/u.test(texts[at]!) && misfits(at + 1, length, -1) === 0) return true
    if (texts.at(-1) === '' && misfits(at, length - 1, 1) === 0) return true
  }
  return false
}

function fits(text: string, profile: ColumnProfile): boolean {
  const found = classOf(text)
  return found === 'blank' ? !profile.isNeverBlank : profile.costOf(text, found) === 0
}
