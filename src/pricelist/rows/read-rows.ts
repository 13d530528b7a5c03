import type { Row } from '../row.ts'
import type { Assumption, PriceProblem, RowsReading, TotalRow } from '../price-list.ts'
import { type FoundTotals, NO_TOTALS } from './total-rows.ts'

/** The rows of one price column. */
export type ColumnReading = Pick<
  RowsReading,
  'rows' | 'lines' | 'problems' | 'currencies' | 'assumptions' | 'pairs'
>

/** The rows of every price column, and those of them that may be totals. */
export type InterleavedRows = ColumnReading & Pick<RowsReading, 'nth'> & { readonly found: FoundTotals }

/**
 * Readings of several price columns as one: the prices of a row follow each other. A further column that has no price in a
 * row gives it no row, since most products have no sale price.
 * @param shared how many of the readings are of one table, whose lines are totals together; the others stand to its right
 */
export function interleaved(
  readings: readonly ColumnReading[],
  found: readonly FoundTotals[],
  shared: number,
): InterleavedRows {
  const [main, ...further] = readings as readonly [ColumnReading, ...ColumnReading[]]
  // A copy filled with zeros is made at once, a new array row by row.
  if (further.length === 0) return { ...main, nth: main.lines.slice().fill(0), found: found[0] ?? NO_TOTALS }
  const rows: Row[] = []
  const [lines, nth] = [[] as number[], [] as number[]]
  const problems = new Map<number, PriceProblem>()
  const places = readings.map((reading) => new Int32Array(reading.rows.length).fill(-1))
  for (const [i, line] of main.lines.entries()) {
    for (const [n, reading] of readings.entries()) {
      // All readings are of the same rows of one file.
      const row = reading.rows[i]!
      const isNamedAlone = n >= shared && row.name !== ''
      if (n > 0 && row.price === '' && !isNamedAlone) continue
      const problem = reading.problems.get(i)
      if (problem !== undefined) problems.set(rows.length, problem)
      places[n]![i] = rows.length
      rows.push(row)
      lines.push(line)
      nth.push(n)
    }
  }
  const assumptions = mergedAssumptions([main, ...further])
  return {
    rows,
    lines,
    nth,
    problems,
    currencies: {
      BGN: readings.reduce((sum, { currencies }) => sum + currencies.BGN, 0),
      EUR: readings.reduce((sum, { currencies }) => sum + currencies.EUR, 0),
    },
    assumptions,
    pairs: main.pairs,
    found: together(found, places, shared),
  }
}

/** The totals by their places among all rows. A line that is a total in one column of a table is one in all of them. */
function together(found: readonly FoundTotals[], places: readonly Int32Array[], shared: number): FoundTotals {
  const placed = ({ index, addends }: TotalRow, n: number): TotalRow => ({
    index: places[n]![index]!,
    addends: addends.map((one) => places[n]![one]!),
  })
  const totals = found.flatMap((one, n) => one.totals.map((row) => placed(row, n)))
  const unpriced = found.flatMap((one, n) =>
    one.unpriced.flatMap((i) => (places[n]![i]! < 0 ? [] : [places[n]![i]!])),
  )
  const doubtful: TotalRow[] = []
  const shownTotals = new Set(found.slice(0, shared).flatMap((one) => one.totals.map(({ index }) => index)))
  for (const [n, one] of found.entries()) {
    for (const row of one.doubtful) {
      const isTotalElsewhere = n < shared && shownTotals.has(row.index)
      if (isTotalElsewhere) totals.push({ ...placed(row, n), addends: [] })
      else doubtful.push(placed(row, n))
    }
  }
  return { totals, unpriced, doubtful }
}

/** One currency is assumed for all columns, so that its rows add up; other assumptions stand for their own column. */
function mergedAssumptions(readings: readonly ColumnReading[]): Assumption[] {
  const all = readings.flatMap(({ assumptions }) => assumptions)
  const assumed = all.filter((one) => one.what === 'currency')
  const others = all.filter((one) => one.what !== 'currency')
  const [first] = assumed
  if (first === undefined) return others
  return [{ ...first, rows: assumed.reduce((sum, { rows }) => sum + rows, 0) }, ...others]
}
