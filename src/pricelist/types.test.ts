import { expect, test } from 'vitest'
import { type Columns, nameColumnOf, perLineOf, priceColumnsOf } from './types.ts'

const COLUMNS: Columns = { headerRow: 0, name: 0, price: 1, currency: null, otherPrice: 2, morePrices: [] }
const SIDE = [
  { name: 5, price: 6, currency: null },
  { name: null, price: 8, currency: 9 },
]

test('CONV-08 · the converted columns are the price, further ones, and those of the tables at the side', () => {
  expect(priceColumnsOf(COLUMNS)).toEqual([1])
  expect(priceColumnsOf({ ...COLUMNS, morePrices: [4, 3], sideTables: SIDE })).toEqual([1, 4, 3, 6, 8])
  expect(priceColumnsOf({ ...COLUMNS, price: null, morePrices: [4] })).toEqual([])
})

test('READ-11 · prices of a table at the side have its own names, further prices those of the first', () => {
  const columns = { ...COLUMNS, morePrices: [4, 3], sideTables: SIDE }
  expect([0, 1, 2, 3, 4, 5].map((nth) => nameColumnOf(columns, nth))).toEqual([0, 0, 0, 5, null, null])
  expect([0, 1].map((nth) => nameColumnOf(COLUMNS, nth))).toEqual([0, null])
})

test('BULK-12 · a line has as many rows as it has prices, and at least one', () => {
  expect(perLineOf(undefined)).toBe(1)
  expect(perLineOf({ columns: COLUMNS })).toBe(1)
  expect(perLineOf({ columns: { ...COLUMNS, price: null } })).toBe(1)
  expect(perLineOf({ columns: { ...COLUMNS, morePrices: [4], sideTables: SIDE } })).toBe(4)
})
