import { describe, expect, it } from 'vitest'
import type { Row } from '#pricelist/row.ts'
import { RowTally } from './row-tally.ts'

const row = (price: string, currency: Row['currency'] = 'BGN'): Row => ({ name: 'x', price, currency })
const OTHER = { problem: 'other-currency' } as const

describe('the counts of rows', () => {
  it.each([
    ['12.5 USD', 'USD'],
    ['from 12.5 usd', 'USD'],
    ['$12.50', '$'],
    ['12 £ each', '£'],
    ['3 щ.д.', 'щ.д.'],
    ['цена 3 долара', 'долара'],
    ['3 лей CHF', 'CHF'],
    ['3 дол', 'дол'],
    ['from 3 crowns', 'crowns'],
    ['', ''],
  ])('BULK-11 · the price %j, in another currency, is counted as %j', (price, unit) => {
    const tally = new RowTally()
    tally.count(row(price), OTHER, 1)
    expect(tally.summarize().inOther).toEqual([[unit, 1]])
  })

  it('BULK-11 · six other currencies are named, and a row is taken away from where it was added', () => {
    const tally = new RowTally()
    const all = ['AAA', 'BBB', 'CCC', 'DDD', 'EEE', 'FFF', 'GGG', 'HHH', 'AAA']
    for (const unit of all) tally.count(row(`1 ${unit}`), OTHER, 1)
    const named = ['BBB', 'CCC', 'DDD', 'EEE', 'FFF'].map((unit) => [unit, 1])
    expect(tally.summarize().inOther).toEqual([['AAA', 2], ...named, ['', 2]])
    for (const unit of ['AAA', 'GGG', 'FFF']) tally.count(row(`1 ${unit}`), OTHER, -1)
    expect(tally.summarize().inOther).toEqual([['AAA', 1], ...named.slice(0, 4), ['', 1]])
    for (const unit of ['AAA', 'BBB', 'CCC', 'DDD', 'EEE', 'HHH']) tally.count(row(`1 ${unit}`), OTHER, -1)
    expect(tally.summarize().inOther).toEqual([])
  })

  it('BULK-11 · each row is counted by what it is, and taken away again', () => {
    const tally = new RowTally()
    const nothing = tally.summarize()
    const rows = [
      [row('1.95'), {}, 'valid'],
      [row('2', 'EUR'), {}, 'valid'],
      [row('0.004'), {}, 'valid'],
      [row('3'), { isConverted: true }, 'converted'],
      [row('4'), { omission: { reason: 'total', isLeftOut: true } }, 'omitted'],
      [row('5', 'EUR'), { omission: { reason: 'wanted-currency', isLeftOut: true } }, 'omitted'],
      [row('6'), { omission: { reason: 'total', isLeftOut: false } }, 'valid'],
      [row('7'), { omission: { reason: 'total', isLeftOut: true }, isConverted: true }, 'converted'],
      [row('няма'), {}, 'invalid'],
      [row(''), {}, 'invalid'],
      [row(''), { isTypedProblem: true, problem: 'no-price' }, 'invalid'],
      [{ name: '', price: '', currency: 'BGN' }, {}, 'empty'],
    ] as const
    for (const [one, marks, status] of rows) expect(tally.count(one, marks, 1)).toBe(status)
    // In hundredths; 1 euro is 1.95583 lev: 2 euro are 3.91 lev, and 1.95, 3, 6 and 7 lev are 1.00, 1.53, 3.07 and 3.58 euro.
    expect(tally.summarize()).toEqual({
      counts: { totalRows: 8, validRows: 4, invalidRows: 3, emptyRows: 1, tokenCost: 4 },
      omitted: { ...nothing.omitted, total: 1, 'wanted-currency': 1 },
      inCurrency: { BGN: 5, EUR: 2 },
      inOther: [],
      leftRows: 1,
      zeroRows: 1,
      totals: { bgn: 195 + 391 + 0 + 300 + 600 + 700, eur: 100 + 200 + 0 + 153 + 307 + 358 },
      convertedRows: 2,
    })
    for (const [one, marks] of rows) tally.count(one, marks, -1)
    expect(tally.summarize()).toEqual(nothing)
  })
})
