import { expect, test } from 'vitest'
import { chooseSheet, otherSheets } from './format.ts'

const sheet = (name: string, hidden: boolean, hasData: boolean) => ({ name, hidden, hasData })

test.each([
  [
    'the first visible one with data',
    [sheet('A', true, true), sheet('B', false, false), sheet('C', false, true), sheet('D', false, true)],
    'C',
  ],
  [
    'the first with data where all of them are hidden',
    [sheet('A', false, false), sheet('B', true, true), sheet('C', true, true)],
    'B',
  ],
  ['the first where none has data', [sheet('A', true, false), sheet('B', false, false)], 'A'],
  ['none where there is none', [], undefined],
])('BULK-02 · of the sheets of a workbook %s is read', (_, sheets, name) => {
  expect(chooseSheet(sheets, undefined)?.name).toBe(name)
  for (const { name: chosen } of sheets) expect(chooseSheet(sheets, chosen)?.name).toBe(chosen)
  expect(chooseSheet(sheets, 'X')).toBeUndefined()
})

test('BULK-02 · the other visible sheets with data are named', () => {
  const sheets = [
    sheet('A', false, true),
    sheet('B', false, true),
    sheet('C', true, true),
    sheet('D', false, false),
  ]
  expect(otherSheets({ sheets, sheet: 'A' })).toEqual(['B'])
  expect(otherSheets({})).toEqual([])
})
