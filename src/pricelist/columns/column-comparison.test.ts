import { describe, expect, test } from 'vitest'
import type { TableRow } from '#table/table.ts'
import { ColumnComparison } from './column-comparison.ts'

const compared = (...rows: TableRow[]) => new ColumnComparison([['а', 'б', 'в'], ...rows], 1)
const ofTexts = (...rows: string[]) => compared(...rows.map((row) => row.split(';')))
const times = (count: number, row: string): string[] => Array.from({ length: count }, () => row)

describe('READ-06 · two columns that say the same', () => {
  const areEqual = (...rows: string[]) => ofTexts(...rows).areEqual(0, 1)

  test('READ-06 · have no row with two prices, and the second none where the first has none', () => {
    expect([areEqual('1,50;1.5', '2;2,00'), areEqual('1,50;1,50', '2;3')]).toEqual([true, false])
    expect([areEqual('1;', '2;2'), areEqual('1;виж', '2;2'), areEqual('1;', ';')]).toEqual([true, true, true])
    expect([areEqual(';1', '2;2'), areEqual('виж;1', '2;2')]).toEqual([false, false])
    expect([areEqual('3;2', '2;2'), areEqual('2;2', '3;2')]).toEqual([false, false])
    // The same amount with another currency is compared elsewhere.
    expect(areEqual('1 лв.;1 €')).toBe(true)
  })

  test('READ-06 · are compared by numbers too, but not by percentages and dates', () => {
    const [five, seven] = ['5', '7'].map((text) => ({ kind: 'number', text }) as const)
    const percent = { kind: 'other', what: 'percent', text: '7' } as const
    const table = [
      [five!, '5', seven!, percent],
      [seven!, '7', five!, '7'],
    ]
    const of = (one: number, other: number) => compared(...table).areEqual(one, other)
    expect([of(0, 1), of(0, 2), of(0, 3), of(2, 3)]).toEqual([true, false, true, false])
  })

  test('READ-06 · are compared in all rows', () => {
    for (const usual of ['1;1', '1;', '1;-']) {
      const rows = times(3000, usual)
      expect([areEqual(...rows, '1;2'), areEqual(...rows, '1;1,00', '1;виж')]).toEqual([false, true])
      expect(areEqual(...rows, ';2')).toBe(false)
    }
    expect(areEqual(...times(3000, '1;'))).toBe(true)
  })
})

describe('READ-02 · a price with VAT beside the one without', () => {
  const areWithVat = (...rows: string[]) => ofTexts(...rows).areWithVat(0, 1)

  test('READ-02 · at 20 or 9 percent, to the cent, in nine of ten rows', () => {
    expect([areWithVat('1,20;1'), areWithVat('1,09;1'), areWithVat('1,18;1')]).toEqual([true, true, false])
    expect([areWithVat('1,21;1'), areWithVat('1,19;1'), areWithVat('1,22;1')]).toEqual([true, true, false])
    expect([
      areWithVat(...times(9, '2,40;2'), '3;2'),
      areWithVat(...times(8, '2,40;2'), '3;2', '3;2'),
    ]).toEqual([true, false])
    // Each row at its own rate is none.
    expect(areWithVat('2,40;2', '2,18;2')).toBe(false)
  })

  test('READ-02 · rows without one of the two are not counted', () => {
    expect(areWithVat('2,40;2', 'Храни;', ';3', 'виж;2')).toBe(true)
  })
})

describe('BULK-06 · the same prices in two currencies', () => {
  test('BULK-06 · in either direction, or in the one that is asked for', () => {
    const [inEuro, inLev] = [ofTexts('1,96;1,00', '19,56;10,00'), ofTexts('1,00;1,96', '10,00;19,56')]
    expect([inEuro, inLev].map((one) => one.areConverted(0, 1))).toEqual([true, true])
    expect([inEuro, inLev].map((one) => one.areConverted(0, 1, 'EUR'))).toEqual([true, false])
    expect([inEuro, inLev].map((one) => one.areConverted(0, 1, 'BGN'))).toEqual([false, true])
    // Not each row in its own direction.
    expect(ofTexts('1,96;1,00', '10,00;19,56').areConverted(0, 1)).toBe(false)
    expect(ofTexts('1,96;', ';1,00').areConverted(0, 1)).toBe(false)
    expect(ofTexts('1,96;1,00', '5;', 'Храни;', ';7').areConverted(0, 1)).toBe(true)
  })

  test('BULK-06 · in later rows, where the first have no two prices', () => {
    const late = (...rows: string[]) => ofTexts(...times(3000, '5;'), ...rows)
    expect(late('1,96;1,00').areConverted(0, 1)).toBe(true)
    expect(late('1,96;1,00', '1,96;1,50').areConverted(0, 1)).toBe(false)
    expect(late().areConverted(0, 1)).toBe(false)
    // The first four hundred such rows are enough.
    expect(late(...times(400, '1,96;1,00'), ...times(400, '1;1')).areConverted(0, 1)).toBe(true)
  })
})

describe('READ-06 · the product of a quantity and a price', () => {
  const areProducts = (...rows: string[]) => ofTexts(...rows).areProducts(0, 1, 2)

  test('READ-06 · in every row that has all three, rounded to the cent, and not only of ones', () => {
    expect([areProducts('2;1,50;3'), areProducts('1;1,50;1,50')]).toEqual([true, false])
    expect([areProducts('1;1,50;1,50', '2;1,50;3'), areProducts('2;1,50;3', '1;1,50;1,50')]).toEqual([
      true,
      true,
    ])
    expect([areProducts('2;1,50;4', '2;1,50;3'), areProducts('2;1,50;3', '2;1,50;4')]).toEqual([false, false])
    expect([areProducts('3;0,335;1,00'), areProducts('3;0,335;1,02')]).toEqual([true, false])
    expect([areProducts('2;1,50;3', '5;;7', ';;9', '2;1;'), areProducts('2;;3')]).toEqual([true, false])
  })
})
