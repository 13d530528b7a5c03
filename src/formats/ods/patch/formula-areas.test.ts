import { expect, test } from 'vitest'
import { areasOf } from './formula-areas.ts'

test.each([
  ['of:=[.B2]', [['А', 1, 1]]],
  [
    'of:=SUM([.B2:.D9];[$Цени.$A$1])*1.2',
    [
      ['А', 1, 3],
      ['Цени', 0, 0],
    ],
  ],
  ["of:=[$'Цени.2 ''нови'' [1]'.D1:.B1]", [["Цени.2 'нови' [1]", 1, 3]]],
  ['of:=SUM([.AA:.AB])', [['А', 26, 27]]],
  ['of:=[.1:.3]', [['А', 0, 16_384]]],
  ['of:=IF([.B1]="[.Z9] ""x""";"да";"не")', [['А', 1, 1]]],
  ['oooc:=SUM([.B1];2)', [['А', 1, 1]]],
  ['of:=2+3', []],
])('FILE-04 · %s reads these columns', (formula, areas) => {
  expect(areasOf(formula, 'А')).toEqual(areas.map(([sheet, left, right]) => ({ sheet, left, right })))
})

test.each([
  'of:=Цена*2',
  'of:=INDIRECT("B2")',
  'of:=1+offset ([.A1];1;1)',
  'of:=INDEX([.A1:.A3];1):INDEX([.B1:.B3];2)',
  'of:=SUM([А.B1:Б.B1])',
  "of:=['file:///a.ods'#$Цени.B2]",
  'of:=[.#REF!]',
  'of:=[B2]',
  'of:=[.B2',
  'msoxl:=B2',
  '=B2',
  `of:=${'1+'.repeat(5000)}1`,
])('FILE-04 · what %.40s reads is not sure', (formula) => {
  expect(areasOf(formula, 'А')).toBeUndefined()
})
