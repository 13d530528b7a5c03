import { expect, test } from 'vitest'
import { writtenPath } from './written-path.ts'

test.each([
  ['a', ['a', 'a.csv'], 'a (2).csv'],
  ['a', ['a', 'a.csv', 'a (2).csv'], 'a (3).csv'],
  ['a', ['a'], 'a.csv'],
  ['a.xls', ['a.xls', 'a.csv'], 'a.xls.csv'],
  ['a.xls', ['a.xls', 'a.csv', 'a.xls.csv'], 'a (2).csv'],
  ['in/a.csv', ['in/a.csv'], 'in/a.csv'],
])('FILE-07 · %s comes back by a name that none of %j has', (path, taken, written) => {
  expect(writtenPath(path, { format: 'csv' }, (one) => taken.includes(one))).toBe(written)
})
