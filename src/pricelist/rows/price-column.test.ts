import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readPriceColumn } from './price-column.ts'

const VECTORS: { columns: { column: string[]; prices: string[]; ask?: boolean }[] } = JSON.parse(
  readFileSync(new URL('../../../test/vectors/price-texts.json', import.meta.url), 'utf8'),
)

function read(column: readonly string[], answer?: 'decimal' | 'thousands') {
  const { cells, assumption } = readPriceColumn(
    column.map((text) => [text]),
    0,
    0,
    column.length,
    answer,
  )
  return {
    prices: cells.map((cell) => (cell.kind === 'price' ? cell.price : cell.kind)),
    asked: assumption?.asked ?? false,
  }
}

describe('BULK-08 · a column decides how its ambiguous prices are read', () => {
  test.each(VECTORS.columns)('$column', ({ column, prices, ask = false }) => {
    expect(read(column)).toEqual({ prices, asked: ask })
  })

  test.each([
    { column: ['1.234.567', '12.500'], prices: ['1234567', '12500'], asked: false },
    { column: ['1,234,567', '12.500'], prices: ['1234567', '12.5'], asked: false },
    { column: ['1 234,50', '12,500'], prices: ['1234.5', '12.5'], asked: false },
    { column: ['0,00', '12,500'], prices: ['invalid', '12.5'], asked: false },
    // A zero is typed the same in every list.
    { column: ['12,500', '0'], prices: ['12.5', 'invalid'], asked: true },
    { column: ['12,500', '1250'], prices: ['12.5', '1250'], asked: true },
    { column: ['12,500 лв.', '3,20 лв.'], prices: ['12.5', '3.2'], asked: false },
    // A dash stands for the cents: the mark before it is that of thousands.
    { column: ['12.500,-', '3.400'], prices: ['12500', '3400'], asked: false },
    { column: ['12.500,-', '3,400'], prices: ['12500', '3.4'], asked: false },
    { column: ['12,500.-', '3,400'], prices: ['12500', '3400'], asked: false },
    { column: ['12,500.--', '3.400'], prices: ['12500', '3.4'], asked: false },
    // Marks of both kinds and none of them rare: no decision.
    { column: ['12,50', '13.50', '5', '12,500'], prices: ['12.5', '13.5', '5', '12.5'], asked: true },
  ])('$column', ({ column, prices, asked }) => {
    expect(read(column)).toEqual({ prices, asked })
  })

  test('one stray decimal of the other kind among ten does not spoil it', () => {
    const column = [...Array.from({ length: 10 }, (_, i) => `${i + 1},20`), '3.20', '12.500']
    expect(read(column).prices.at(-1)).toBe('12500')
    expect(read(column).asked).toBe(false)
  })

  test.each([
    [',', '.'],
    ['.', ','],
  ])('nine decimals with "%s" to one with "%s" decide nothing', (mark, other) => {
    const column = [
      ...Array.from({ length: 9 }, (_, i) => `${i + 1}${mark}20`),
      `3${other}20`,
      '12,500',
      '12.500',
    ]
    expect(read(column).prices.slice(-2)).toEqual(['12.5', '12.5'])
    expect(read(column).asked).toBe(true)
  })

  test("the person's answer decides where the column does not, and not where it does", () => {
    expect(read(['12,500', '8,250'], 'thousands')).toEqual({ prices: ['12500', '8250'], asked: false })
    expect(read(['12,500', '8,250'], 'decimal')).toEqual({ prices: ['12.5', '8.25'], asked: false })
    expect(read(['12,500', '3,20'], 'thousands')).toEqual({ prices: ['12.5', '3.2'], asked: false })
  })
})
