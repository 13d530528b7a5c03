import { expect, test } from 'vitest'
import { chooseSheet, otherSheets, readPartOf } from './format.ts'

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

const shown = (name: string, hasData = true) => sheet(name, false, hasData)

test.each<[string, Parameters<typeof readPartOf>[0], ReturnType<typeof readPartOf>]>([
  ['a file alone', { format: 'csv' }, undefined],
  ['a workbook of one sheet', { format: 'xlsx', sheet: 'Цени', sheets: [shown('Цени')] }, undefined],
  [
    'a workbook',
    { format: 'xlsx', sheet: 'Цени', sheets: [shown('Корица', false), shown('Цени'), shown('Едро')] },
    { kind: 'sheet', name: 'Цени', others: ['Едро'] },
  ],
  [
    'two lists of JSON',
    { format: 'json', sheet: 'bread', sheets: [shown('bread'), shown('cakes')] },
    { kind: 'list', name: 'bread', others: ['cakes'] },
  ],
  [
    'the only list of an archive',
    { format: 'csv', packing: { kind: 'zip', entry: 'a.csv' } },
    { kind: 'file', name: 'a.csv', others: [] },
  ],
  [
    'one of several lists of an archive',
    {
      format: 'json',
      packing: { kind: 'zip', entry: 'a.json' },
      sheet: 'a.json',
      sheets: [shown('a.json'), shown('b.csv')],
    },
    { kind: 'file', name: 'a.json', others: ['b.csv'] },
  ],
  [
    'a workbook alone in an archive',
    {
      format: 'xlsx',
      packing: { kind: 'zip', entry: 'a.xlsx' },
      sheet: 'Цени',
      sheets: [shown('Цени'), shown('Едро')],
    },
    { kind: 'sheet', name: 'Цени', others: ['Едро'] },
  ],
])('BULK-17 FILE-01 · what was read of %s, and what was not', (_, file, part) => {
  expect(readPartOf(file)).toEqual(part)
})
