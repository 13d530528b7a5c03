import { expect, it } from 'vitest'
import { ROW_STATUSES } from '#pricelist/row.ts'
import { EMPTY_SNAPSHOT, ROW_FILTERS, countOmitted, emptyOmittedCounts, isLeftAsIs } from './types.ts'

it('BULK-18 · rows are filtered by each of their statuses, those that are omitted, and not at all', () => {
  expect([...ROW_FILTERS].toSorted()).toEqual(['all', 'omitted', ...ROW_STATUSES].toSorted())
})

it('BULK-03 · before a session starts there is nothing', () => {
  const { phase, view, answers, progress, revision, hasFile, hasMixedCurrencies, firstRows, ...nothing } =
    EMPTY_SNAPSHOT
  expect([phase, view, progress, revision]).toEqual(['starting', { filter: 'all', total: 0 }, 0, 0])
  expect(answers).toEqual({ settled: [], typedPoints: [], isCurrencySettled: false })
  expect([hasFile, hasMixedCurrencies, firstRows]).toEqual([false, false, []])
  expect(Object.values(nothing).every((value) => value === null)).toBe(true)
})

it('READ-05 BULK-11 · omitted rows are counted by their reasons, and problems without a remedy told apart', () => {
  expect(countOmitted(emptyOmittedCounts())).toBe(0)
  expect(countOmitted({ total: 1, 'wanted-currency': 20, zero: 300 })).toBe(321)
  expect(['no-price', 'other-currency', 'not-a-price', null].map((one) => isLeftAsIs(one as never))).toEqual([
    true,
    true,
    false,
    false,
  ])
})
