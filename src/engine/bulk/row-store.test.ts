import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RowsReading } from '#pricelist/types.ts'
import { detectColumns } from '#pricelist/columns/detect-columns.ts'
import { readRows } from '#pricelist/rows/read-rows.ts'
import { validateRow, type Row } from '#pricelist/row.ts'
import { RowStore } from './row-store.ts'

const row = fc.record<Row>({
  name: fc.constantFrom('', 'Хляб'),
  price: fc.constantFrom('', '1.95', '0.004', 'x', '0'),
  currency: fc.constantFrom('BGN', 'EUR'),
})

const step = fc.oneof(
  fc.record({ do: fc.constant('add' as const) }),
  fc.record({ do: fc.constant('remove' as const), id: fc.nat(30) }),
  fc.record({ do: fc.constant('edit' as const), id: fc.nat(30), change: row }),
)

function pricedStore(prices: readonly string[]): RowStore {
  const rows = prices.map((price): Row => ({ name: '', price, currency: 'BGN' }))
  const ids = rows.map((_, i) => i + 1)
  return new RowStore(rows, ids, { problems: new Map() }, rows.length + 1, 1)
}

/** 20 prices of 1.00 lev with a total after the first two, one after the next 14, and one of both. */
function storeWithTotals(): RowStore {
  const lines: (string | readonly [string, string])[] = [
    ...Array.from({ length: 2 }, () => '1.00'),
    ['Общо 1', '2.00'],
    ...Array.from({ length: 14 }, () => '1.00'),
    ['Общо 2', '14.00'],
    ['Общо', '16.00'],
    ...Array.from({ length: 4 }, () => '1.00'),
  ]
  const table = [
    ['Име', 'Цена'],
    ...lines.map((line, i) => (typeof line === 'string' ? [`Стока ${i}`, line] : [...line])),
  ]
  const reading = readRows(table, { columns: detectColumns(table).columns, defaultCurrency: 'BGN' })
  return RowStore.fromReading(reading, table.length, 1)
}

describe('the row store', () => {
  it('READ-05 · a total shows its sum before the conversion where it adds up only prices that are shown', () => {
    const store = storeWithTotals()
    const totals = () =>
      store
        .page(0, 99)
        .filter(({ omission }) => omission === 'total')
        .map(({ converted }) => converted)
    // 1.00 / 1.95583 = 0.51; the other two need the sixteenth price.
    expect(totals()).toEqual([102, null, null])
    store.edit(2, { price: '2.00' })
    expect(totals()).toEqual([51 + 102, null, null])
    store.remove(2)
    expect(totals()).toEqual([null, null, null])
  })

  it('BULK-12 · a row keeps its id whatever is deleted, and deleting it twice deletes no other', () => {
    const store = RowStore.blank(4)
    store.edit(3, { name: 'Сирене' })
    store.remove(2)
    store.remove(2)
    store.add()
    expect(store.page(0, 9).map(({ id, name }) => [id, name])).toEqual([
      [1, ''],
      [3, 'Сирене'],
      [4, ''],
      [5, ''],
    ])
  })

  it('CONV-11 · converted rows are not submitted again, and nothing changes them', () => {
    const store = pricedStore(['1', '2', '3'])
    store.markConverted([1, 2])
    store.edit(1, { price: '9' })
    store.remove(2)
    expect(store.rowsToConvert().ids).toEqual([3])
    expect(store.rows.map(({ price }) => price)).toEqual(['1', '2', '3'])
    expect(store.editableFrom(1, 9)).toEqual([3])
  })

  it('CONV-11 · another reading of the file keeps them as long as all of them are the same in it', () => {
    const earlier = pricedStore(['1', '2', '3'])
    earlier.markConverted([1, 2])
    const [same, other] = [pricedStore(['1', '2', '4']), pricedStore(['1', '5', '3'])]
    expect([same.keepConverted(earlier), [...same.converted]]).toEqual([true, [1, 2]])
    expect([other.keepConverted(earlier), [...other.converted]]).toEqual([false, []])
    expect(pricedStore(['1']).keepConverted(pricedStore(['1']))).toBe(false)
  })

  it('BULK-12 · another default currency changes rows that name none, except edited ones', () => {
    const reading = (currency: 'BGN' | 'EUR') => ({
      rows: [
        { name: 'a', price: '1', currency },
        { name: 'b', price: '2', currency: 'EUR' as const },
        { name: 'c', price: '3', currency },
        { name: 'd', price: '4', currency },
      ],
      lines: [2, 3, 5, 6],
      nth: [0, 0, 0, 0],
      problems: new Map(),
      counts: { totalRows: 4, validRows: 4, invalidRows: 0, emptyRows: 0, tokenCost: 4 },
      currencies: currency === 'BGN' ? { BGN: 3, EUR: 1 } : { BGN: 0, EUR: 4 },
      omitted: new Map(),
      totals: [],
      assumptions: [],
      pairs: { count: 0, first: [] },
    })
    const store = RowStore.fromReading(reading('BGN'), 6, 1)
    store.edit(2, { name: 'A', price: '1.5' })
    store.edit(5, { currency: 'EUR' })
    store.remove(6)
    store.applyCurrency(reading('BGN'), reading('EUR'))
    expect(store.rows.map(({ name, price, currency }) => `${name} ${price} ${currency}`)).toEqual([
      'A 1.5 EUR',
      'b 2 EUR',
      'c 3 EUR',
    ])
  })

  it('READ-05 · omitted rows are counted separately, and are not converted', () => {
    const rows = ['1', '2', '3', ''].map((price, i) => ({ name: `${i}`, price, currency: 'BGN' as const }))
    const reading: RowsReading = {
      rows,
      lines: [2, 3, 5, 6],
      nth: [0, 0, 0, 0],
      problems: new Map([[3, 'no-price']]),
      counts: { totalRows: 3, validRows: 2, invalidRows: 1, emptyRows: 0, tokenCost: 2 },
      currencies: { BGN: 2, EUR: 0 },
      omitted: new Map([[2, 'total']]),
      totals: [{ index: 2, addends: [0, 1] }],
      assumptions: [],
      pairs: { count: 0, first: [] },
    }
    const store = RowStore.fromReading(reading, 6, 1)
    expect(store.tally.counts).toEqual(reading.counts)
    expect(store.tally.omitted).toEqual({ total: 1, 'wanted-currency': 0, zero: 0 })
    expect(store.rowsToConvert().ids).toEqual([2, 3, 6])
    expect(store.preview(5)).toMatchObject({ line: 5, status: 'omitted', omission: 'total', problem: null })
    // As kept on the device and restored.
    const { problems, omissions, ids, nextId } = store
    const again = new RowStore(store.rows, ids, { problems, omissions: new Map(omissions) }, nextId, 1)
    expect([again.tally.counts, again.tally.omitted]).toEqual([store.tally.counts, store.tally.omitted])
  })

  it('READ-05 · another default currency omits other rows, except edited ones', () => {
    const reading = (currency: 'BGN' | 'EUR', omitted: readonly number[]): RowsReading => ({
      rows: ['1', '2', '3'].map((price) => ({ name: price, price, currency })),
      lines: [2, 3, 4],
      nth: [0, 0, 0],
      problems: new Map(),
      counts: { totalRows: 3, validRows: 3, invalidRows: 0, emptyRows: 0, tokenCost: 3 },
      currencies: { BGN: 0, EUR: 0, [currency]: 3 - omitted.length },
      omitted: new Map(omitted.map((i) => [i, 'wanted-currency'])),
      totals: [],
      assumptions: [],
      pairs: { count: 0, first: [] },
    })
    const [lev, euro] = [reading('BGN', []), reading('EUR', [0, 1, 2])]
    const store = RowStore.fromReading({ ...lev, rows: lev.rows.map((row) => ({ ...row })) }, 4, 1)
    store.edit(3, { currency: 'EUR' })
    store.applyCurrency(lev, euro)
    expect(store.rowsToConvert().ids).toEqual([3])
    expect(store.tally.omitted['wanted-currency']).toBe(2)
    store.applyCurrency(euro, lev)
    expect(store.tally.omitted['wanted-currency']).toBe(0)
  })

  it('BULK-06 · prices in the wanted currency are omitted, and another choice includes them again except totals', () => {
    const rows: Row[] = [
      { name: 'a', price: '1', currency: 'BGN' },
      { name: 'b', price: '2', currency: 'EUR' },
      { name: 'c', price: 'x', currency: 'EUR' },
      { name: 'Общо', price: '2', currency: 'EUR' },
    ]
    const omissions = new Map([[4, { reason: 'total', isLeftOut: true } as const]])
    const store = new RowStore(rows, [1, 2, 3, 4], { problems: new Map(), omissions }, 5, 1)
    expect(store.tally.inCurrency).toEqual({ BGN: 1, EUR: 1 })
    store.omitCurrency('EUR')
    expect(store.rowsToConvert().ids).toEqual([1, 3])
    expect(store.tally.omitted).toEqual({ total: 1, 'wanted-currency': 1, zero: 0 })
    store.omitCurrency('BGN')
    expect(store.rowsToConvert().ids).toEqual([2, 3])
    expect(store.tally.inCurrency).toEqual({ BGN: 1, EUR: 1 })
    store.omitCurrency(undefined)
    expect(store.rowsToConvert().ids).toEqual([1, 2, 3])
  })

  it('BULK-08 · prices in other currencies are counted by their names, few of which are kept apart', () => {
    const prices = [
      'от 12.5 usd',
      '$12.50',
      'прибл. 3 щ.д.',
      '4 USD/кг',
      '5 A',
      '6 B',
      '7 C',
      '8 D',
      '9 E',
      '1.20',
    ]
    const rows = prices.map((price): Row => ({ name: '', price, currency: 'BGN' }))
    const ids = rows.map((_, i) => i + 1)
    const problems = new Map(ids.slice(0, -1).map((id) => [id, 'other-currency' as const]))
    const store = new RowStore(rows, ids, { problems }, rows.length + 1, 1)
    const inOther = () => store.tally.summarize().inOther
    expect(inOther()).toEqual([
      ['USD', 2],
      ['$', 1],
      ['щ.д.', 1],
      ['A', 1],
      ['B', 1],
      ['C', 1],
      ['', 2],
    ])
    store.edit(1, { price: '12.5' })
    store.edit(2, { price: '12.5' })
    store.remove(10)
    for (const id of [5, 6, 7, 8, 9]) store.remove(id)
    expect(inOther()).toEqual([
      ['USD', 1],
      ['щ.д.', 1],
    ])
  })

  it('BULK-11 · rows without a price or in another currency are counted apart from what is to correct', () => {
    const prices = ['12.5 USD', '', 'call us', '-', '1.20']
    const rows = prices.map((price): Row => ({ name: 'Tea', price, currency: 'BGN' }))
    const problems = new Map([
      [1, 'other-currency' as const],
      [4, 'no-price' as const],
    ])
    const store = new RowStore(rows, [1, 2, 3, 4, 5], { problems }, 6, 1)
    const counted = () => [store.tally.counts.invalidRows, store.tally.summarize().leftRows]
    expect(counted()).toEqual([4, 3])
    store.edit(4, { price: '4 USD', problem: 'other-currency', isTyped: true })
    expect(counted()).toEqual([4, 2])
    store.edit(1, { price: '12.5' })
    store.remove(3)
    expect(counted()).toEqual([2, 1])
    store.edit(5, { price: '' })
    expect(counted()).toEqual([3, 2])
  })

  it('BULK-11 · rows that convert to 0.00 can be omitted, and then cost nothing', () => {
    const rows = ['0.004', '5', '0.009'].map((price) => ({ name: '', price, currency: 'BGN' as const }))
    const store = new RowStore(rows, [1, 2, 3], { problems: new Map() }, 4, 1)
    // 0.004 lev are 0.00 lev and euro; 0.009 lev are 0.01 lev, but 0.0046 euro.
    expect([store.tally.zeroRows, store.tally.counts.tokenCost]).toEqual([2, 3])
    expect(store.omitZeroRows().map(({ id }) => id)).toEqual([1, 3])
    expect([store.tally.zeroRows, store.tally.counts.tokenCost, store.tally.omitted.zero]).toEqual([0, 1, 2])
  })

  it('BULK-11 BULK-12 · counts and pages match the rows after any edits', () => {
    fc.assert(
      fc.property(fc.array(row, { maxLength: 12 }), fc.array(step, { maxLength: 40 }), (rows, steps) => {
        // A plain list of rows by id tells what must be there.
        const expected = new Map(rows.map((row, i) => [i * 2 + 2, { ...row }]))
        const store = new RowStore(
          rows.map((row) => ({ ...row })),
          [...expected.keys()],
          { problems: new Map() },
          rows.length * 2 + 1,
          1,
        )
        let next = rows.length * 2 + 1
        for (const step of steps) {
          const last = [...expected].at(-1)
          if (step.do === 'add') {
            store.add()
            expected.set(next++, { name: '', price: '', currency: last?.[1].currency ?? 'BGN' })
          } else if (step.do === 'remove') {
            store.remove(step.id)
            expected.delete(step.id)
          } else {
            store.edit(step.id, step.change)
            if (expected.has(step.id)) expected.set(step.id, { ...step.change })
          }
        }
        const shown = store
          .page(0, 100)
          .map(({ id, name, price, currency }) => [id, { name, price, currency }])
        expect(shown).toEqual([...expected])
        const statuses = [...expected.values()].map((row) => validateRow(row).status)
        const count = (status: string) => statuses.filter((other) => other === status).length
        expect(store.tally.counts).toEqual({
          totalRows: expected.size,
          validRows: count('valid'),
          invalidRows: count('invalid'),
          emptyRows: count('empty'),
          tokenCost: count('valid'),
        })
      }),
    )
  })
})
