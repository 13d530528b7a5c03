import { countRow, noRows, type Row } from '#domain/row.ts'
import type { Assumption, Columns, PriceProblem, RowsReading } from './catalogue.ts'

/** Every column whose prices are converted, the main one first; none while no price column is chosen. */
export const priceColumnsOf = ({ price, morePrices, sideTables = [] }: Columns): readonly number[] =>
  price === null ? [] : [price, ...morePrices, ...sideTables.map((one) => one.price)]

/**
 * Readings of several price columns of one table as one: the prices of a row behind each other. A further column that has
 * no price in a row gives it no row, since most products have no sale price.
 */
export function interleaved(readings: readonly RowsReading[]): RowsReading {
  const [main, ...further] = readings as readonly [RowsReading, ...RowsReading[]]
  const rows: Row[] = []
  const [lines, nth] = [[] as number[], [] as number[]]
  const problems = new Map<number, PriceProblem>()
  const counts = noRows()
  for (const [i, line] of main.lines.entries()) {
    for (const [n, reading] of readings.entries()) {
      // All readings are of the same rows of one table.
      const row = reading.rows[i]!
      if (n > 0 && row.price === '') continue
      const problem = reading.problems.get(i)
      if (problem !== undefined) problems.set(rows.length, problem)
      countRow(counts, problem !== undefined ? 'invalid' : row.price === '' ? 'empty' : 'valid')
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
    counts,
    omitted: new Map(),
    totals: [],
    assumptions,
    pairs: main.pairs,
  }
}

/** One currency is assumed for all columns, so that its rows add up; other assumptions stand for their own column. */
function mergedAssumptions(readings: readonly RowsReading[]): Assumption[] {
  const all = readings.flatMap(({ assumptions }) => assumptions)
  const assumed = all.filter((one) => one.what === 'currency')
  const others = all.filter((one) => one.what !== 'currency')
  const [first] = assumed
  if (first === undefined) return others
  return [{ ...first, rows: assumed.reduce((sum, { rows }) => sum + rows, 0) }, ...others]
}
