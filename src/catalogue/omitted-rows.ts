import { countRow, noRows } from '#domain/row.ts'
import type { Assumption, OmissionReason, RowsOptions, RowsReading, TotalRow } from './price-list.ts'
import type { InterleavedRows } from './interleaved-rows.ts'

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
  const { counts, currencies } = countsOf(rows, omitted, problems)
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

/** Most lists have neither rows that are left out nor rows with a problem. */
function countsOf(
  rows: RowsReading['rows'],
  omitted: RowsReading['omitted'],
  problems: RowsReading['problems'],
): Pick<RowsReading, 'counts' | 'currencies'> {
  const counts = noRows()
  const currencies = { BGN: 0, EUR: 0 }
  const areAllKept = omitted.size === 0
  for (let i = 0; i < rows.length; i++) {
    if (!areAllKept && omitted.has(i)) continue
    const { name, price, currency } = rows[i]!
    const isInvalid = price === '' ? name !== '' : problems.size > 0 && problems.has(i)
    if (isInvalid || price === '') countRow(counts, isInvalid ? 'invalid' : 'empty')
    else currencies[currency]++
  }
  countRow(counts, 'valid', currencies.BGN + currencies.EUR)
  return { counts, currencies }
}
