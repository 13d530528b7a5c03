import { describe, expect, test } from 'vitest'
import type { Cell, TableRow } from '#table/table.ts'
import { ColumnSample, guessColumns, isPriceCell } from './column-sample.ts'

const sampleOf = (...cells: (string | Cell)[]) =>
  new ColumnSample(
    cells.map((cell) => [cell]),
    0,
    0,
  )
const times = (count: number, cell: string): string[] => Array.from({ length: count }, () => cell)
/** How many cells name a currency. */
const namedIn = (sample: ColumnSample): number => {
  let count = 0
  while (sample.namesCurrencies(count)) count++
  return count
}
const other = (what: 'date' | 'percent', text: string): Cell => ({ kind: 'other', what, text })

describe('BULK-05 · what the cells of a column hold', () => {
  test('BULK-05 · filled cells, distinct texts and their length', () => {
    const sample = sampleOf('Хляб', ' Хляб ', 'Сол', '', '  ')
    expect([sample.filled, sample.distinct, sample.distinctText]).toEqual([3, 2, 7])
    // Of a long text the first sixty letters count.
    expect(sampleOf('я'.repeat(60), 'а'.repeat(61)).distinctText).toBe(120)
  })

  test('BULK-05 · prices, numbers with decimals, codes and words', () => {
    const counts = (...cells: (string | Cell)[]) => {
      const { prices, decimals, codes, words, digitsFirst } = sampleOf(...cells)
      return { prices, decimals, codes, words, digitsFirst }
    }
    expect(counts('12,50', '12.5', '7', '12,50')).toEqual({
      prices: 4,
      decimals: 3,
      codes: 0,
      words: 0,
      digitsFirst: 4,
    })
    expect(counts('1234567', '123456', '12345678.5')).toMatchObject({ codes: 1, prices: 2, decimals: 1 })
    expect(counts('Хляб', 'a', '3 бр.', 'A-1', '№5', '12,500')).toEqual({
      prices: 1,
      decimals: 0,
      codes: 0,
      words: 2,
      digitsFirst: 3,
    })
    expect(counts('12,50 лв.', 'от 12,50')).toMatchObject({
      prices: 1,
      decimals: 2,
      words: 2,
      digitsFirst: 1,
    })
    expect(counts(other('date', '12.50'), { kind: 'number', text: '12.5' })).toMatchObject({
      prices: 1,
      decimals: 1,
    })
  })

  test('BULK-05 · where all sampled rows are blank, those of the first rows that are not', () => {
    // Of 6,001 rows every fifth is sampled from the thousandth on.
    const late = (...rows: readonly (readonly [number, string])[]) => {
      const table = Array.from({ length: 6001 }, () => [''])
      for (const [r, text] of rows) table[r] = [text]
      return new ColumnSample(table, 0, 0)
    }
    const one = late([6000, ' EUR '])
    expect([one.filled, one.currencies, one.isConstant]).toEqual([1, 1, true])
    const price = late([1001, '12,50'], [6000, 'по договаряне'])
    expect([price.filled, price.prices, price.decimals, price.words]).toEqual([2, 1, 1, 1])
    expect(late().filled).toBe(0)
    // A dash or a zero says nothing either.
    for (const usual of ['-', '0,00', ' няма ']) {
      const sample = new ColumnSample([...Array.from({ length: 6000 }, () => [usual]), ['50'], ['60']], 0, 0)
      expect([sample.filled, sample.prices]).toEqual([2002, 2])
    }
    // One that is sampled stands for the others.
    expect(late([3, 'лв.'], [6000, 'EUR']).filled).toBe(1)
  })

  test('BULK-05 · of a long text the beginning counts', () => {
    const after = (letters: number, text: string) => sampleOf(`${'.'.repeat(letters)}${text}`)
    expect([after(37, '1,5').decimals, after(38, '1,5').decimals]).toEqual([1, 0])
    expect([after(39, '1').digitsFirst, after(40, '1').digitsFirst]).toEqual([1, 0])
    expect([after(78, 'аб').words, after(79, 'аб').words]).toEqual([1, 0])
  })

  test('BULK-05 · a code has seven digits and more, and nothing else', () => {
    expect(sampleOf('1234567', '123456', 'A1234567', '1234567-1', '12345678').codes).toBe(2)
  })

  test('BULK-05 · currencies, other currencies and dates', () => {
    const sample = sampleOf('лв.', 'EUR', 'USD', 'usd', '$', '₴', 'USDT', 'бр', '')
    expect([sample.currencies, namedIn(sample), sample.dates]).toEqual([2, 6, 0])
    expect(sampleOf('лв.', 'бр', 'USD', 'кг').namesCurrencies(1)).toBe(true)
    expect(sampleOf('лв.', 'бр', 'USD', 'кг').namesCurrencies(2)).toBe(false)
    expect(sampleOf('стотинки', 'ст.', 'лв.', 'кг').namesHundredths(2)).toBe(true)
    expect(sampleOf('стотинки', 'ст.', 'лв.', 'кг').namesHundredths(3)).toBe(false)
    expect(sampleOf('лв.', 'лв.').namesHundredths(1)).toBe(false)
    const dated = sampleOf(
      '01.05.2026',
      '2026-05-01',
      other('date', '45000'),
      other('percent', '5%'),
      other('percent', '6%'),
      { kind: 'text', text: '01.05.2026' },
      { kind: 'number', text: '45000' },
      '12,50',
    )
    expect(dated.dates).toBe(4)
  })

  test('BULK-05 · another currency is named by its code or sign alone', () => {
    const others = (...cells: string[]) => namedIn(sampleOf(...cells))
    // Those of the neighbours of Bulgaria, and the largest ones.
    for (const code of ['RON', 'RSD', 'MKD', 'TRY', 'USD', 'GBP', 'CHF', 'JPY', 'CNY']) {
      expect([code, others(code, code.toLowerCase())]).toEqual([code, 2])
      expect([code, others(`${code}S`, `A${code}`, `5 ${code}`)]).toEqual([code, 0])
    }
    const signOf = (currency: string) =>
      new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
        .format(1)
        .replace(/\d.*/, '')
    for (const sign of ['USD', 'GBP', 'JPY', 'TRY', 'UAH', 'RUB'].map(signOf))
      expect([sign, others(sign, `${sign}${sign}`)]).toEqual([sign, 1])
  })

  test('BULK-05 · amounts, where eight of ten cells are, or more than half', () => {
    const amounts = (count: number, ...others: string[]) => sampleOf(...times(count, '1,50'), ...others)
    expect([amounts(8, 'а', 'б').holdsAmounts, amounts(7, 'а', 'б').holdsAmounts]).toEqual([true, false])
    expect([amounts(1).holdsAmounts, amounts(2).holdsAmounts, amounts(0).holdsAmounts]).toEqual([
      false,
      true,
      false,
    ])
    expect([amounts(3, 'а').holdsAmounts, amounts(3, 'а').holdsAmountsBut(1)]).toEqual([false, true])
    expect(sampleOf('1', '2', '3', '4,50').holdsAmounts).toBe(false)
    expect([amounts(2, 'а', 'б').mostlyAmounts, amounts(1, 'а', 'б').mostlyAmounts]).toEqual([true, false])
    expect(amounts(1).mostlyAmounts).toBe(false)
    // A date or a percentage with a decimal is no price.
    expect(sampleOf(...times(2, '1,50'), ...times(3, '1,5%')).mostlyAmounts).toBe(false)
  })

  test('BULK-05 · numbers, where eight of ten are prices, whole ones included', () => {
    expect(sampleOf(...times(8, '7'), 'а', 'б').holdsNumbersBut(0)).toBe(true)
    expect(sampleOf(...times(7, '7'), 'а', 'б').holdsNumbersBut(0)).toBe(false)
    expect(sampleOf(...times(7, '7'), 'а', 'б').holdsNumbersBut(1)).toBe(true)
    expect([sampleOf('7').holdsNumbersBut(0), sampleOf('7', '8').holdsNumbersBut(0)]).toEqual([false, true])
    expect(sampleOf('а', 'б').holdsNumbersBut(0)).toBe(false)
  })

  test('BULK-05 · a counter goes up by one', () => {
    const isCounter = (...cells: string[]) => sampleOf(...cells).isCounter
    expect([isCounter('1', '2', '3'), isCounter('7', '8'), isCounter('1'), isCounter('1', '3')]).toEqual([
      true,
      true,
      false,
      false,
    ])
    expect([isCounter('1', '1'), isCounter('2', '1'), isCounter('а', 'б'), isCounter()]).toEqual([
      false,
      false,
      false,
      false,
    ])
  })

  test('BULK-05 · the same in nine of ten rows, and nothing else', () => {
    const isConstant = (...cells: string[]) => sampleOf(...cells).isConstant
    expect([isConstant(...times(5, 'бр')), isConstant(...times(4, 'бр'))]).toEqual([true, false])
    expect([isConstant(...times(5, '')), isConstant(...times(4, ''))]).toEqual([true, false])
    expect([isConstant(...times(9, 'бр'), ''), isConstant(...times(8, 'бр'), '', '')]).toEqual([true, false])
    expect(isConstant(...times(9, 'бр'), 'кг')).toBe(false)
  })

  test('BULK-05 · a sample of the rows: the first thousand, and as many spread over the others', () => {
    const rows = (count: number): TableRow[] => Array.from({ length: count }, (_, i) => [`${i + 1}`])
    expect(new ColumnSample(rows(2000), 0, 0).filled).toBe(2000)
    expect(new ColumnSample(rows(2000), 0, 1990).filled).toBe(10)
    expect(new ColumnSample(rows(5), 0, 7).filled).toBe(0)
    const large = new ColumnSample(rows(100_000), 0, 0)
    expect([large.filled, large.distinct, large.isCounter]).toEqual([2000, 2000, false])
    // Every hundredth row of the last 99,000 is among them, the first of them too.
    const marked = (at: number) => new ColumnSample(rows(100_000).with(at, ['маркер']), 0, 0).words
    expect([0, 999, 1000, 1099, 1000 + 99 * 500, 1000 + 99 * 999, 99_999].map(marked)).toEqual([
      1, 1, 1, 1, 1, 1, 0,
    ])
    const below = new ColumnSample([['Цена'], ['виж'], ...rows(3000)], 0, 2)
    expect([below.filled, below.words]).toEqual([2000, 0])
  })

  test('BULK-05 · a cell that is a price by itself', () => {
    expect(['12,50', '7 лв.', 'а', '', undefined].map(isPriceCell)).toEqual([true, true, false, false, false])
    expect(isPriceCell({ kind: 'number', text: '7' })).toBe(true)
    expect(isPriceCell(other('date', '7'))).toBe(false)
  })
})

describe('BULK-05 · a guess from the cells', () => {
  const guess = (...columns: (readonly string[])[]) =>
    guessColumns(columns.map((cells, index) => ({ index, sample: sampleOf(...cells) })))

  test('BULK-05 · the price has most decimals, the name most distinct letters', () => {
    expect(guess(['Хляб', 'Сол'], ['1,80', '0,90'])).toEqual({ price: 1, name: 0 })
    expect(guess(['7', '9'], ['1,80', '0,90'], ['Хляб', 'Сол'])).toEqual({ price: 1, name: 2 })
    expect(guess(['бял', 'бял'], ['Хляб', 'Сол'], ['7', '9'])).toEqual({ price: 2, name: 1 })
    expect(guess(['Хляб'], ['1,80'])).toEqual({ price: 1, name: 0 })
    // The share of decimals, not their number.
    expect(guess(['1,80', '0,90', '7', '7'], ['1,80', '0,90', '', '']).price).toBe(1)
    const [few, more] = [
      ['7', '', ''],
      ['1,80', '7', '9'],
    ] as const
    expect([guess(few, more).price, guess(more, few).price]).toEqual([0, 0])
    // The left one of equals.
    expect(guess(['1,80', '0,90'], ['2,80', '1,90'], ['Хляб', 'Сол'], ['Сол', 'Хляб'])).toEqual({
      price: 0,
      name: 2,
    })
  })

  test('BULK-05 · codes, counters and texts are no prices, numbers no names', () => {
    expect(guess(['1234567', '7654321'], ['1', '2'], ['', ''])).toEqual({ price: null, name: null })
    const six = [...times(6, '1,50'), ...times(4, 'виж')]
    const five = [...times(5, '1,50'), ...times(5, 'виж')]
    expect([guess(six).price, guess(five).price]).toEqual([0, null])
    expect(guess(['1,50', '2,50'], ['A1', 'Болт', 'Гайка'], ['A1', 'Болт', '7', '8']).name).toBe(1)
    expect(guess(['1,50', '2,50'], ['A1', 'Болт', '7', '8']).name).toBeNull()
    expect(guess(['1,50', '2,50'], ['Болт', '7']).name).toBeNull()
  })
})
