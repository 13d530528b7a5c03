import { countRow, noRows } from '../row.ts'
import type { Assumption, OmissionReason, RowsOptions, RowsReading, TotalRow } from '../types.ts'
import type { InterleavedRows } from './read-rows.ts'

/** Lines that are named in a message. */
const SHOWN = 5

/** Leaves out totals and the prices that are in the wanted currency already, and counts the rows that remain. */
export function withOmissions({ found, ...reading }: InterleavedRows, options: RowsOptions): RowsReading {
  const { rows, lines } = reading
  const omitted = new Map<number, OmissionReason>()
  const isAnswered = options.totals !== undefined
  const doubtfulTotals = options.totals === 'omit' ? found.doubtful : []
  const totals = [...found.totals, ...doubtfulTotals]
  for (const { index } of totals) omitted.set(index, 'total')
  for (const index of found.unpriced) omitted.set(index, 'total')
  const problems = found.unpriced.length === 0 ? reading.problems : new Map(reading.problems)
  if (problems instanceof Map) for (const index of found.unpriced) problems.delete(index)
  if (options.wanted !== undefined) {
    for (const [i, { price, currency }] of rows.entries())
      if (currency === options.wanted && price !== '' && !problems.has(i) && !omitted.has(i))
        omitted.set(i, 'wanted-currency')
  }
  const { counts, currencies } = countsWithout(omitted, reading)
  const assumptions: Assumption[] = [...reading.assumptions]
  const say = (some: readonly TotalRow[], asked: boolean): void => {
    const [first] = some
    if (first === undefined) return
    const { name, price } = rows[first.index]!
    const sorted = [...new Set(some.map(({ index }) => lines[index]!))].sort((one, other) => one - other)
    assumptions.push({
      what: 'totals',
      count: sorted.length,
      lines: sorted.slice(0, SHOWN),
      example: [name, price].filter((text) => text !== '').join(' · '),
      asked,
    })
  }
  say(totals, false)
  if (!isAnswered) say(found.doubtful, true)
  return {
    ...reading,
    problems,
    counts,
    currencies,
    omitted,
    totals: totals.filter(({ addends }) => addends.length > 0),
    assumptions,
  }
}

/** The counts of all rows less those that are left out, so that a hundred thousand need not be walked over. */
function countsWithout(
  omitted: RowsReading['omitted'],
  { rows, problems, currencies }: Pick<RowsReading, 'rows' | 'problems' | 'currencies'>,
): Pick<RowsReading, 'counts' | 'currencies'> {
  const [counts, kept] = [noRows(), { ...currencies }]
  const valid = kept.BGN + kept.EUR
  countRow(counts, 'valid', valid)
  countRow(counts, 'invalid', problems.size)
  countRow(counts, 'empty', rows.length - valid - problems.size)
  for (const i of omitted.keys()) {
    const { price, currency } = rows[i]!
    const isInvalid = problems.has(i)
    countRow(counts, isInvalid ? 'invalid' : price === '' ? 'empty' : 'valid', -1)
    if (!isInvalid && price !== '') kept[currency]--
  }
  return { counts, currencies: kept }
}
