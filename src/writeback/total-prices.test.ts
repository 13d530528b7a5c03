import { describe, expect, test } from 'vitest'
import { givenBack } from '#test/fixtures/catalogues/given-back.ts'
import { handWrittenBook, sheetXml } from '#test/fixtures/catalogues/hand-written-book.ts'
import { lev, orderFor } from '#test/fixtures/catalogues/price-orders.ts'
import type { Currency } from '#money/currency.ts'
import type { Columns, RowsReading, TotalRow } from '#pricelist/types.ts'
import { type PricedRow, planForEditedRows, planForReading } from './build-plan.ts'
import { omittedTotals, totalsWarnings } from './total-prices.ts'

const COLUMNS: Columns = {
  headerRow: 0,
  name: 0,
  price: 1,
  currency: null,
  otherPrice: null,
  morePrices: [],
}

/** A reading of rows under a header in line 1, as `12.50` or `12.50 EUR`. */
function readingOf(prices: readonly string[], totals: readonly TotalRow[]): RowsReading {
  const rows = prices.map((text, i) => {
    const [price = '', currency = 'BGN'] = text.split(' ')
    return { name: `Ред ${i}`, price, currency: currency as Currency }
  })
  const valid = rows.length - totals.length
  return {
    rows,
    lines: rows.map((_, i) => i + 2),
    nth: rows.map(() => 0),
    problems: new Map(),
    counts: { totalRows: valid, validRows: valid, invalidRows: 0, emptyRows: 0, tokenCost: valid },
    currencies: { BGN: valid, EUR: 0 },
    omitted: new Map(totals.map(({ index }) => [index, 'total'])),
    totals,
    assumptions: [],
    pairs: { count: 0, first: [] },
  }
}

const sourceOf = (reading: RowsReading) => ({
  columns: COLUMNS,
  reading,
  table: [['Име', 'Цена'], ...reading.rows.map(({ name, price }) => [name, price])],
})

/** Rows of a job, worked by hand: euro amounts of 1, 2 and 4 lev are 0.51, 1.02 and 2.05. */
const AMOUNTS: Readonly<Record<string, string>> = { '1': '0.51', '2': '1.02', '4': '2.05' }

const converted = (reading: RowsReading, indexes: readonly number[]): PricedRow[] =>
  indexes.map((i) => {
    const { name, price, currency } = reading.rows[i]!
    return { line: i + 2, nth: 0, name, price, currency, national: `${price}.00`, euro: AMOUNTS[price]! }
  })

const cellsOf = (order: ReturnType<typeof planForReading>) =>
  Array.from(
    order.columns[0]!.cells,
    ([row, { from, national: bgn, euro: eur }]) => `${row}: ${from} ${bgn} ${eur}`,
  )

describe('READ-05 · a total row of the own file', () => {
  const simple = readingOf(['1', '2', '4', '7'], [{ index: 3, addends: [0, 1, 2] }])

  test('gets the sum of the converted prices, not the converted sum', () => {
    // 7 lev are 3.58 euro; the prices that stand above it add up to 3.58 here, and to 2.04 below.
    const wanted = ['1: BGN 1.00 0.51', '2: BGN 2.00 1.02', '3: BGN 4.00 2.05', '4: BGN 7.00 3.58']
    expect(cellsOf(planForReading(sourceOf(simple), 'after'))).toEqual(wanted)
    expect(cellsOf(planForEditedRows(sourceOf(simple), converted(simple, [0, 1, 2]), 'replace'))).toEqual(
      wanted,
    )
    // Four times 0.51 are 2.04; 4 lev are 2.05.
    const rounded = readingOf(['1', '1', '1', '1', '4'], [{ index: 4, addends: [0, 1, 2, 3] }])
    expect(cellsOf(planForReading(sourceOf(rounded), 'after')).at(-1)).toBe('5: BGN 4.00 2.04')
  })

  test('gets none when one of its prices was not converted, and keeps its own when it was turned into a product', () => {
    const order = planForEditedRows(sourceOf(simple), converted(simple, [0, 2]), 'replace')
    expect(cellsOf(order)).toEqual(['1: BGN 1.00 0.51', '3: BGN 4.00 2.05'])
    expect(totalsWarnings(order, simple)).toEqual(['totals-kept'])
    const product = {
      line: 5,
      nth: 0,
      name: 'Ред 3',
      price: '7',
      currency: 'BGN',
      national: '7.00',
      euro: '3.58',
    }
    const other = { ...product, euro: '9.99' }
    const turned = planForEditedRows(sourceOf(simple), [...converted(simple, [0, 1, 2]), other], 'replace')
    expect(cellsOf(turned).at(-1)).toBe('4: BGN 7.00 9.99')
    expect(totalsWarnings(turned, simple)).toEqual([])
  })

  test('adds up subtotals, those too that stand below it', () => {
    const totals = [
      { index: 0, addends: [3, 5] },
      { index: 3, addends: [1, 2] },
      { index: 5, addends: [4] },
    ]
    const reading = readingOf(['7', '1', '2', '3', '4', '4'], totals)
    expect(cellsOf(planForReading(sourceOf(reading), 'after'))).toEqual([
      '1: BGN 7.00 3.58',
      '2: BGN 1.00 0.51',
      '3: BGN 2.00 1.02',
      '4: BGN 3.00 1.53',
      '5: BGN 4.00 2.05',
      '6: BGN 4.00 2.05',
    ])
  })

  test('of totals that add up each other none gets a sum', () => {
    const reading = readingOf(
      ['1', '2', '2'],
      [
        { index: 1, addends: [2] },
        { index: 2, addends: [1] },
      ],
    )
    expect(cellsOf(planForReading(sourceOf(reading), 'after'))).toEqual(['1: BGN 1.00 0.51'])
  })

  test('of prices in both currencies has both sums beside them, and stays where they are replaced', () => {
    const reading = readingOf(['1', '2 EUR', '3'], [{ index: 2, addends: [0, 1] }])
    // 2 euro are 3.91166 lev.
    const beside = planForReading(sourceOf(reading), 'after')
    expect(cellsOf(beside)).toEqual(['1: BGN 1.00 0.51', '2: EUR 3.91 2.00', '3: BGN 4.91 2.51'])
    const replaced = planForReading(sourceOf(reading), 'replace')
    expect(cellsOf(replaced)).toHaveLength(2)
    expect(totalsWarnings(replaced, reading)).toEqual(['totals-kept'])
  })

  test('is told apart by whether it has a new price; one that has none itself is not told', () => {
    const totals = [
      { index: 2, addends: [0, 1] },
      { index: 3, addends: [] },
      { index: 4, addends: [] },
    ]
    const reading = readingOf(['1', '2', '3', '9', ''], totals)
    expect(omittedTotals(planForReading(sourceOf(reading), 'after'), reading)).toEqual({
      summed: [4],
      unsummed: [5],
    })
  })

  test('may be larger than any price', () => {
    const prices = Array.from({ length: 10 }, () => '9999999.99')
    const reading = readingOf([...prices, '1'], [{ index: 10, addends: prices.map((_, i) => i) }])
    // 9,999,999.99 lev are 5,112,918.81 euro (9999999.99 / 1.95583 = 5112918.8068…).
    expect(cellsOf(planForReading(sourceOf(reading), 'after')).at(-1)).toBe('11: BGN 99999999.90 51129188.10')
  })

  test('keeps the formula that adds them up, with the new sum as its value', async () => {
    const rows =
      '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" s="1" t="s"><v>1</v></c></row>' +
      '<row r="2"><c r="B2" s="1"><v>1</v></c></row><row r="3"><c r="B3" s="1"><v>2</v></c></row>' +
      '<row r="4"><c r="B4" s="1"><f>SUM(B2:B3)</f><v>3</v></c></row>'
    const prices = { 1: lev('1.00', '0.51'), 2: lev('2.00', '1.02'), 3: lev('3.00', '1.53') }
    const order = orderFor({ 1: prices }, { placement: 'replace' })
    const summed = { ...order, columns: order.columns.map((one) => ({ ...one, sums: new Set([3]) })) }
    const back = await givenBack(handWrittenBook(sheetXml(rows)), summed)
    expect(back.warnings).toEqual([])
    expect(back.rows()).toContain('<row r="4"><c r="B4" s="4"><f>SUM(B2:B3)</f><v>1.53</v></c></row>')
    expect(back.partOf('xl/workbook.xml')).toContain('fullCalcOnLoad="1"')
    // Beside them it is a plain number.
    const beside = await givenBack(handWrittenBook(sheetXml(rows)), { ...summed, placement: 'after' })
    expect(beside.rows()).toContain('<f>SUM(B2:B3)</f><v>3</v></c><c r="C4" s="4"><v>1.53</v></c>')
  })
})
