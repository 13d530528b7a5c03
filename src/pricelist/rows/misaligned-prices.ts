import { LazyTable, type Table, cellAt, cellText } from '#table/table.ts'
import { ColumnProfile, classOf, isNumberClass } from '../columns/column-profile.ts'
import type { PriceCell } from '../types.ts'
import { isTotalText } from './total-names.ts'

/** Up to this share of whole prices, a column usually has prices with decimals. */
export const MOST_WHOLE = 0.25
/** Up to this share, and number, of blank cells a column is one that is always filled. More rows would take too long to check. */
export const MOST_BLANK = { share: 0.05, rows: 1000 }
/** Number of rows that are sampled, spread over the list, and the minimum for a conclusion. */
const SAMPLE = { most: 200, least: 3 }
/** The minimum number of cells that do not fit their column, the price not counted. */
const LEAST_MISFITS = 2
const COLUMNS = 64

export const DECIMALS = /\d[.,]\d/

/**
 * Rows of delimited text in which a missing or an additional field moves the price into another column. At least two cells other
 * than the price do not fit their column, and every cell fits the next or the previous one.
 * @param index the price column
 * @param from the first row of data
 * @param whole the places in `cells` of prices without decimals
 * @returns places in `cells`
 */
export function findMisalignedPrices(
  table: Table,
  index: number,
  from: number,
  cells: readonly PriceCell[],
  whole: readonly number[],
): readonly number[] {
  if (!(table instanceof LazyTable && table.isDelimited)) return []
  const suspects = suspectRows(table, index, from, cells, whole)
  if (suspects.size === 0) return []
  const usual = cells.flatMap(({ kind }, i) => (kind === 'price' && !suspects.has(i) ? [from + i] : []))
  const rows = Array.from(suspects, (i) => from + i)
  return misalignedAmong(table, index, rows, spread(usual)).map((r) => r - from)
}

/**
 * Those of the suspects that are misaligned.
 * @param usual other rows with a price, as `spread` selects them
 */
export function misalignedAmong(
  table: Table,
  index: number,
  suspects: readonly number[],
  usual: readonly number[],
): readonly number[] {
  if (usual.length < SAMPLE.least) return []
  const profiles = profilesOf(table, usual)
  return suspects.filter((r) => {
    const texts = profiles.map((_, c) => cellText(cellAt(table, r, c)))
    return isMisaligned(texts, index, profiles) && !texts.some(isTotalText)
  })
}

/**
 * Rows to check: the first or last field is blank where it is usually filled, or the price is whole where it usually has
 * decimals and the next column, which holds no amounts, has one.
 */
function suspectRows(
  table: LazyTable,
  index: number,
  from: number,
  cells: readonly PriceCell[],
  whole: readonly number[],
): ReadonlySet<number> {
  const [withoutFirst, withoutLast]: [number[], number[]] = [[], []]
  for (let i = 0; i < cells.length; i++) {
    if (cells[i]!.kind !== 'price') continue
    const r = from + i
    if (table.isEmpty(r, 0)) withoutFirst.push(i)
    if (table.isEmpty(r, table.lengthOfRow(r) - 1)) withoutLast.push(i)
  }
  const hasDecimals = (i: number, c: number) => DECIMALS.test(cellText(cellAt(table, from + i, c)))
  const mostBlank = Math.min(MOST_BLANK.rows, Math.max(1, MOST_BLANK.share * cells.length))
  const groups = [withoutFirst, withoutLast].filter((rows) => rows.length <= mostBlank)
  // '12,00' is a whole price with decimals.
  const isWhole = (i: number) => !hasDecimals(i, index)
  const wholes = whole.filter((i) => hasDecimals(i, index + 1) && isWhole(i))
  const areFew = () => whole.filter(isWhole).length <= MOST_WHOLE * cells.length
  if (wholes.length > 0 && areFew() && !holdsAmounts(table, index + 1, from, cells)) groups.push(wholes)
  return new Set(groups.flat())
}

/** Whether column `c` has numbers with decimals in more than a few rows that have a price. */
function holdsAmounts(table: Table, c: number, from: number, cells: readonly PriceCell[]): boolean {
  const rows = spread(cells.flatMap(({ kind }, i) => (kind === 'price' ? [from + i] : [])))
  return rows.filter((r) => DECIMALS.test(cellText(cellAt(table, r, c)))).length > MOST_WHOLE * rows.length
}

/** Profiles of the columns, up to the last filled one. */
function profilesOf(table: Table, rows: readonly number[]): readonly ColumnProfile[] {
  const profiles = Array.from({ length: COLUMNS }, (_, c) => {
    const profile = new ColumnProfile(false)
    for (const r of rows) profile.add(cellText(cellAt(table, r, c)))
    return profile
  })
  return profiles.slice(0, profiles.findLastIndex(({ filled }) => filled > 0) + 1)
}

/** A sample of the rows at equal distances. */
const spread = (rows: readonly number[]): readonly number[] => spreadPlaces(rows.length).map((i) => rows[i]!)

/** The places of the sample among so many rows, ascending. */
export function spreadPlaces(count: number): readonly number[] {
  const step = Math.max(1, count / SAMPLE.most)
  return Array.from({ length: Math.min(count, SAMPLE.most) }, (_, i) => Math.floor(i * step))
}

function isMisaligned(texts: readonly string[], index: number, profiles: readonly ColumnProfile[]): boolean {
  const misfits = (from: number, end: number, offset: number): number => {
    let count = 0
    for (let c = from; c < end; c++) if (!fits(texts[c]!, profiles[c + offset]!)) count++
    return count
  }
  const { length } = texts
  if (misfits(0, index, 0) + misfits(index + 1, length, 0) < LEAST_MISFITS) return false
  // Blank cells alone are no evidence.
  if (!texts.some((text, c) => c !== index && text !== '' && !fits(text, profiles[c]!))) return false
  for (let at = 0; at <= index; at++) {
    if (misfits(0, at, 0) > 0) return false
    // An additional field at `at` has displaced the last one, or the field of column `at` is missing.
    if (!isNumberClass(classOf(texts[at]!)) && misfits(at + 1, length, -1) === 0) return true
    if (texts.at(-1) === '' && misfits(at, length - 1, 1) === 0) return true
  }
  return false
}

function fits(text: string, profile: ColumnProfile): boolean {
  const found = classOf(text)
  return found === 'blank' ? !profile.isNeverBlank : profile.costOf(text, found) === 0
}
