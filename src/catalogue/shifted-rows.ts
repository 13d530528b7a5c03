import { AlignedTable } from './aligned-table.ts'
import type { Table } from './catalogue.ts'
import { cellAt, textOf } from './cells.ts'
import { ColumnProfile } from './column-profile.ts'
import { isPriceCell } from './column-sample.ts'
import { DelimitedTable } from './delimited-table.ts'
import type { PriceCell } from './price-column.ts'
import { isTotalText } from './total-names.ts'

/** The largest share of whole prices in a column whose prices usually have decimals. */
const MOST_WHOLE = 0.25
/** Rows that are read, spread over the list, to learn what each column holds; with fewer nothing is concluded. */
const SAMPLE = { most: 200, least: 3 }
const COLUMNS = 64

const DECIMALS = /\d[.,]\d/

/**
 * Rows of delimited text in which a missing or an additional field moves the price out of its column. Its column then holds a
 * whole number as one of its neighbours does, that neighbour's place or the one on the other side holds an amount with
 * decimals where no other row has one, and a cell is blank or text where no other row has such a cell.
 * @param index the price column
 * @param from the first row of data
 * @param whole the places in `cells` of prices without decimals
 * @returns some of these
 */
export function shiftedRows(
  table: Table,
  index: number,
  from: number,
  cells: readonly PriceCell[],
  whole: readonly number[],
): readonly number[] {
  if (!(table instanceof DelimitedTable || table instanceof AlignedTable)) return []
  // '12,00' is written with decimals.
  const suspects = whole.filter((i) => !DECIMALS.test(textOf(cellAt(table, from + i, index))))
  if (suspects.length === 0 || suspects.length > MOST_WHOLE * cells.length) return []
  const areSuspect = new Set(suspects)
  const usual = cells.flatMap(({ kind }, i) => (kind === 'price' && !areSuspect.has(i) ? [from + i] : []))
  if (usual.length < SAMPLE.least) return []
  const profiles = profilesOf(table, usual)
  return suspects.filter((i) => {
    const texts = profiles.map((_, c) => textOf(cellAt(table, from + i, c)))
    return isShifted(texts, index, profiles) && !texts.some(isTotalText)
  })
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
  const isWhole = (c: number) => profiles[c]?.isWhole === true
  const isAmount = (c: number) =>
    (isWhole(c) || profiles[c]?.isText === true) && DECIMALS.test(texts[c]!) && isPriceCell(texts[c])
  const isCut = texts.at(-1) === '' && profiles.at(-1)!.isNeverBlank
  const toTheLeft = isCut && isAmount(index - 1) && isWhole(index + 1)
  const hasTextForNumber = () =>
    texts.some((text, c) => c < index && /\p{L}/u.test(text) && profiles[c]!.isOfOtherKind(text))
  return toTheLeft || (isAmount(index + 1) && isWhole(index - 1) && hasTextForNumber())
}
