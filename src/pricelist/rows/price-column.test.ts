import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Cell, TableRow } from '#table/table.ts'
import { decideNotation, otherReading, readPriceColumn, shortText } from './price-column.ts'

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

describe('BULK-08 · the notation of a column', () => {
  test.each([
    [{}, 'decimal', 'decimal', false],
    [{ plain: 5 }, 'decimal', 'decimal', false],
    [{ 'ambiguous-comma': 9 }, 'decimal', 'decimal', false],
    [{ 'short-whole': 1 }, 'thousands', 'thousands', true],
    [{ 'decimal-comma': 1 }, 'decimal', 'thousands', true],
    [{ 'decimal-point': 1 }, 'thousands', 'decimal', true],
    [{ 'decimal-comma': 10, 'decimal-point': 1 }, 'decimal', 'thousands', true],
    [{ 'decimal-comma': 1, 'decimal-point': 10 }, 'thousands', 'decimal', true],
    [{ 'decimal-comma': 9, 'decimal-point': 1 }, 'decimal', 'decimal', false],
    [{ 'decimal-comma': 1, 'decimal-point': 9 }, 'decimal', 'decimal', false],
    // Decimals come before groups, groups before whole numbers.
    [
      { 'decimal-comma': 1, 'decimal-point': 1, 'groups-comma': 5, 'short-whole': 5 },
      'decimal',
      'decimal',
      false,
    ],
    [{ 'decimal-comma': 1, 'groups-comma': 5 }, 'decimal', 'thousands', true],
    [{ 'groups-comma': 1, 'short-whole': 9 }, 'thousands', 'decimal', true],
    [{ 'groups-point': 1, 'short-whole': 9 }, 'decimal', 'thousands', true],
    [{ 'groups-point': 1, 'groups-comma': 1 }, 'decimal', 'decimal', false],
    [{ 'groups-point': 1, 'groups-comma': 1, 'short-whole': 1 }, 'thousands', 'thousands', true],
  ] as const)('%j: comma %s, point %s, decided %s', (counts, comma, point, decided) => {
    expect(decideNotation(counts)).toEqual({ comma, point, decided })
  })
})

describe('READ-07 · the cells of a price column', () => {
  const cellsOf = (cells: TableRow, ...more: [outside?: ReadonlySet<number>, title?: string]) =>
    readPriceColumn(
      cells.map((cell) => [cell]),
      0,
      0,
      cells.length,
      undefined,
      ...more,
    ).cells
  const invalid = (text: string, problem: string) => ({ kind: 'invalid', text, problem })
  const other = (what: Extract<Cell, { kind: 'other' }>['what'], text = '7'): Cell => ({
    kind: 'other',
    what,
    text,
  })

  test('READ-07 · texts, stored numbers, and what is neither', () => {
    expect(
      cellsOf([
        '12,50',
        ' 5 € ',
        { kind: 'text', text: '7,10 лв.' },
        { kind: 'number', text: '3.125' },
        { kind: 'number', text: '3', currency: 'EUR' },
        '',
        undefined,
        ' - ',
        'виж',
      ]),
    ).toMatchObject([
      { kind: 'price', price: '12.5' },
      { kind: 'price', price: '5', currency: 'EUR' },
      { kind: 'price', price: '7.1', currency: 'BGN' },
      { kind: 'price', price: '3.125' },
      { kind: 'price', price: '3', currency: 'EUR' },
      { kind: 'blank' },
      { kind: 'blank' },
      { kind: 'blank' },
      invalid('виж', 'no-number'),
    ])
    const numbers = ['0', '-5', '10000000', '1e21', ''].map((text): Cell => ({ kind: 'number', text }))
    expect(cellsOf(numbers)).toEqual([
      invalid('0', 'not-positive'),
      invalid('-5', 'negative'),
      invalid('10000000', 'too-large'),
      invalid('1e21', 'not-a-price'),
      invalid('', 'not-a-price'),
    ])
  })

  test('READ-07 · dates, percentages, errors and other values', () => {
    const whats = ['date', 'boolean', 'error', 'percent', 'other-currency', 'value', 'out-of-place'] as const
    // The text alone would pass as a price.
    expect(cellsOf(whats.map((what) => other(what)))).toEqual(
      ['date', 'not-a-price', 'cell-error', 'percent', 'other-currency', 'not-a-price', 'out-of-place'].map(
        (problem) => invalid('7 ?', problem),
      ),
    )
    expect(cellsOf(['01.05.2026', '5 %', '10-12', '5 USD'])).toEqual([
      invalid('01.05.2026', 'date'),
      invalid('5 %', 'percent'),
      invalid('10-12', 'range'),
      invalid('5 USD', 'other-currency'),
    ])
  })

  test('READ-07 · rows outside the table, and its title again, give no price', () => {
    const cells = cellsOf(['1', ' 2 ', '', 'Цена 2026', 'Цена 2'], new Set([1, 2]), 'Цена 2026')
    expect(cells).toMatchObject([
      { kind: 'price', price: '1' },
      invalid('2 ?', 'out-of-place'),
      { kind: 'blank' },
      invalid('Цена 2026', 'out-of-place'),
      { kind: 'price', price: '2' },
    ])
    expect(cellsOf(['Цена 2026'])).toMatchObject([{ kind: 'price', price: '2026' }])
    expect(cellsOf([' Цена 2026 ', '  ', undefined!], new Set([1, 2]), 'Цена 2026')).toMatchObject([
      invalid('Цена 2026', 'out-of-place'),
      { kind: 'blank' },
      { kind: 'blank' },
    ])
  })

  test('READ-10 · what is said of texts like 12,500', () => {
    const told = (cells: readonly string[], answer?: 'decimal' | 'thousands') => {
      const { assumption, example } = readPriceColumn(
        cells.map((cell) => [cell]),
        0,
        0,
        cells.length,
        answer,
      )
      return (
        assumption && [assumption.reading, assumption.rows, assumption.example, assumption.asked, example?.at]
      )
    }
    expect(told(['', '12,500 лв.', '8.250'])).toEqual(['decimal', 2, '12,500 лв.', true, 1])
    expect(told(['12,500', '8.250'], 'thousands')).toEqual(['thousands', 2, '12,500', false, 0])
    expect(told(['12.500', '8,250', '1,50'])).toEqual(['thousands', 2, '12.500', false, 0])
    expect(told(['12,50', '8'])).toBeUndefined()
    const { cells } = readPriceColumn([['12.500 €'], ['1,50']], 0, 0, 2, undefined)
    expect(cells[0]).toEqual({ kind: 'price', price: '12500', currency: 'EUR' })
    expect(readPriceColumn([['12.500'], ['1,50']], 0, 0, 2, undefined).cells[0]).toEqual({
      kind: 'price',
      price: '12500',
    })
  })

  test('READ-10 · the other reading of a cell', () => {
    expect(otherReading('12,500', '12.5')).toBe('12500')
    expect(otherReading(' 12,500 лв. ', '12500')).toBe('12.5')
    expect(otherReading({ kind: 'text', text: '12,500' }, '12.5')).toBe('12500')
    for (const cell of [
      undefined,
      '',
      '12,50',
      'виж',
      { kind: 'number', text: '12.500' } as const,
      other('value', '12,500'),
    ])
      expect(otherReading(cell, '12.5')).toBeUndefined()
  })

  test('READ-07 · a long text is kept to 64 letters', () => {
    expect([shortText(` ${'я'.repeat(64)} `), shortText('я'.repeat(65))]).toEqual([
      'я'.repeat(64),
      `${'я'.repeat(63)}…`,
    ])
    expect(shortText('я'.repeat(65))).toHaveLength(64)
  })
})
