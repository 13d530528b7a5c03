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

const LEV = { name: 'Хляб', price: '1.95', currency: 'BGN' } as const
const EUR = { name: 'Сол', price: '2', currency: 'EUR' } as const

/** A store of these rows, with ids from 1 on. */
const storeOf = (
  rows: readonly Row[],
  marks: Partial<ConstructorParameters<typeof RowStore>[2]> = {},
  perLine = 1,
) =>
  new RowStore(
    rows.map((row) => ({ ...row })),
    rows.map((_, i) => i + 1),
    { problems: new Map(), ...marks },
    rows.length + 1,
    perLine,
  )

describe('a row of the preview', () => {
  it('BULK-12 · has its line and price column, its status and, among the first, its amount', () => {
    const store = storeOf([LEV, EUR, LEV], {}, 2)
    expect(store.preview(2)).toEqual({
      ...EUR,
      id: 2,
      line: 1,
      priceColumnIndex: 1,
      status: 'valid',
      problem: null,
      isTypedProblem: false,
      isZero: false,
      omission: null,
      // 2.00 euro are 3.91 lev, 1.95 lev are 1.00 euro.
      converted: 391,
      isConverted: false,
    })
    expect(store.preview(3)).toMatchObject({ line: 2, priceColumnIndex: 0, converted: 100 })
    expect(store.preview(4)).toBeUndefined()
  })

  it('BULK-12 · shows the amounts of the first fifteen valid prices, whatever is deleted later', () => {
    const rows = Array.from({ length: 20 }, (_, i) => (i === 0 ? { ...LEV, price: 'x' } : LEV))
    const store = storeOf(rows)
    const shown = () => store.page(0, 99).filter(({ converted }) => converted !== null)
    expect(shown().map(({ id }) => id)).toEqual(Array.from({ length: 15 }, (_, i) => i + 2))
    store.remove(3)
    expect(shown()).toHaveLength(14)
    const typed = RowStore.blank(20)
    for (const id of [15, 16]) typed.edit(id, { price: '1.95' })
    expect([typed.preview(15)?.converted, typed.preview(16)?.converted]).toEqual([100, null])
  })

  it('BULK-11 · names the problem of its cell before that of its text, and none of a row that is left out', () => {
    const marks = {
      problems: new Map([
        [1, 'other-currency' as const],
        [3, 'not-a-price' as const],
      ]),
      typedProblems: [3],
      omissions: new Map([[2, { reason: 'total', isLeftOut: true } as const]]),
    }
    const bad = { ...LEV, price: 'x' }
    const store = storeOf([bad, bad, bad, bad, LEV], marks)
    expect(
      store.page(0, 9).map(({ status, problem, isTypedProblem }) => [status, problem, isTypedProblem]),
    ).toEqual([
      ['invalid', 'other-currency', false],
      ['omitted', null, false],
      ['invalid', 'not-a-price', true],
      ['invalid', 'not-a-price', false],
      ['valid', null, false],
    ])
    store.edit(3, { price: '1' })
    expect(store.preview(3)).toMatchObject({ status: 'valid', problem: null, isTypedProblem: false })
  })

  it('BULK-11 READ-05 · that converts to 0.00, or is left out, shows it', () => {
    const store = storeOf([{ ...LEV, price: '0.004' }, LEV], {
      omissions: new Map([
        [1, { reason: 'zero', isLeftOut: false } as const],
        [2, { reason: 'wanted-currency', isLeftOut: true } as const],
      ]),
    })
    expect(store.preview(1)).toMatchObject({ isZero: true, omission: 'zero', converted: 0, status: 'valid' })
    expect(store.preview(2)).toMatchObject({
      omission: 'wanted-currency',
      status: 'omitted',
      converted: null,
    })
    store.setOmitted(1, true)
    expect(store.preview(1)).toMatchObject({ isZero: false, omission: 'zero', status: 'omitted' })
  })

  it('CONV-05 · that is converted shows its amount, and that it can be left out no more', () => {
    const rows = Array.from({ length: 17 }, () => LEV)
    const store = storeOf(rows, { omissions: new Map([[17, { reason: 'total', isLeftOut: true } as const]]) })
    store.markConverted([17])
    expect(store.preview(17)).toMatchObject({
      isConverted: true,
      omission: null,
      converted: 100,
      status: 'valid',
    })
    expect([store.setOmitted(17, false), store.remove(17)]).toEqual([false, undefined])
    expect(store.tally.summarize()).toMatchObject({ convertedRows: 1, omitted: { total: 0 } })
  })
})

describe('totals of the first prices', () => {
  it('READ-05 · a total of totals adds up their prices; one of other rows shows nothing', () => {
    const lines = [
      ['Име', 'Цена'],
      ['Хляб', '1.00'],
      ['Сол', '2.00'],
      ['Общо 1', '3.00'],
      ['Чай', '4.00'],
      ['Олио', '5.00'],
      ['Общо 2', '9.00'],
      ['Общо', '12.00'],
    ]
    const reading = readRows(lines, { columns: detectColumns(lines).columns, defaultCurrency: 'BGN' })
    const store = RowStore.fromReading(reading, lines.length, 1)
    const shown = () => store.page(0, 99).flatMap(({ omission, converted }) => (omission ? [converted] : []))
    // 0.51 + 1.02, 2.05 + 2.56, and all four.
    expect(shown()).toEqual([153, 461, 614])
    store.markConverted([2])
    expect(shown()).toEqual([153, 461, 614])
    store.edit(5, { price: 'x' })
    expect(shown()).toEqual([153, null, null])
    store.setOmitted(4, false)
    // Included, it is a price as any other; those after the first fifteen have no amount.
    expect(store.preview(4)).toMatchObject({ omission: 'total', status: 'valid' })
    const kept = new RowStore(
      store.rows,
      store.ids,
      {
        problems: new Map(),
        omissions: store.omissions,
        liveTotals: store.liveTotals,
        live: [...store.live],
      },
      store.nextId,
      1,
    )
    expect(kept.page(0, 99)).toEqual(store.page(0, 99).map((row) => ({ ...row, isConverted: false })))
  })
})

describe('ids', () => {
  it('BULK-12 · of added rows are above those of the file, one line each', () => {
    const store = RowStore.fromReading(
      {
        rows: [{ ...LEV }, { ...EUR }],
        lines: [2, 2],
        nth: [0, 1],
        problems: new Map([[1, 'no-price']]),
        counts: { totalRows: 2, validRows: 2, invalidRows: 0, emptyRows: 0, tokenCost: 2 },
        currencies: { BGN: 1, EUR: 1 },
        omitted: new Map(),
        totals: [],
        assumptions: [],
        pairs: { count: 0, first: [] },
      },
      5,
      2,
    )
    expect([...store.problems]).toEqual([[4, 'no-price']])
    expect(store.ids).toEqual([3, 4])
    expect([store.add(), store.add()]).toEqual([11, 13])
    expect(store.originOf(13)).toEqual({ line: 7, nth: 0 })
    // In the currency of the last row.
    expect(store.rows.map(({ currency }) => currency)).toEqual(['BGN', 'EUR', 'EUR', 'EUR'])
    const empty = storeOf([])
    empty.add()
    expect(empty.rows).toEqual([{ name: '', price: '', currency: 'BGN' }])
    expect(empty.lastCurrency).toBe('BGN')
  })

  it('BULK-13 · of a blank row at the end are used again, of a filled one it stays', () => {
    const store = storeOf([LEV])
    expect(store.removeBlankEnd()).toBeUndefined()
    store.add()
    expect(store.removeBlankEnd()).toMatchObject({ id: 2, row: { name: '' } })
    expect(store.add()).toBe(2)
    expect(storeOf([]).removeBlankEnd()).toBeUndefined()
  })

  it('BULK-12 · of an undone row at the end are used again, of others not', () => {
    const store = storeOf([LEV, EUR])
    const absent = (id: number) => ({ ...store.stateOf(id), row: null, id })
    store.add()
    store.restore(absent(3))
    expect(store.nextId).toBe(3)
    store.add()
    store.add()
    store.restore(absent(3))
    expect([store.nextId, store.ids]).toEqual([5, [1, 2, 4]])
    const before = store.stateOf(4)
    store.restore(absent(4))
    expect(store.nextId).toBe(4)
    store.restore(before)
    expect([store.nextId, store.ids]).toEqual([5, [1, 2, 4]])
  })
})

describe('an earlier state', () => {
  it('BULK-12 · has row, problem and omission, and is shown whatever the filter', () => {
    const marks = {
      problems: new Map([[2, 'not-a-price' as const]]),
      typedProblems: [2],
      omissions: new Map([[1, { reason: 'total', isLeftOut: true } as const]]),
    }
    const store = storeOf([LEV, { ...EUR, price: 'x' }], marks)
    const [first, second] = [store.stateOf(1), store.stateOf(2)]
    expect(second).toMatchObject({ problem: 'not-a-price', isTypedProblem: true, omission: undefined })
    const counts = store.tally.summarize()
    store.edit(1, { price: '3' })
    store.edit(2, { price: '4' })
    store.setFilter('invalid')
    expect(store.view.total).toBe(0)
    store.restore(second)
    store.restore(first)
    expect([store.view.total, store.stateOf(1), store.stateOf(2)]).toEqual([2, first, second])
    expect(store.tally.summarize()).toEqual(counts)
    store.remove(2)
    store.setFilter('valid')
    store.restore(second)
    expect([store.view.total, store.stateOf(2)]).toEqual([1, second])
    expect(store.tally.summarize()).toEqual(counts)
    // A state is a copy: later edits do not change it.
    store.edit(1, { name: 'друго' })
    expect(first.row?.name).toBe('Хляб')
  })
})

describe('rows that are shown', () => {
  it('BULK-19 · so many from one on that can be changed, of its price column', () => {
    const store = storeOf([LEV, LEV, LEV, LEV, LEV, LEV], {}, 2)
    expect(store.editableFrom(1, 2)).toEqual([1, 3])
    expect(store.editableFrom(2, 9)).toEqual([2, 4, 6])
    expect(store.editableFrom(1, 0)).toEqual([])
    store.markConverted([3])
    expect(store.editableFrom(1, 2)).toEqual([1, 5])
  })

  it('BULK-18 · a row that is deleted is not shown, one that is not shown may be deleted', () => {
    const store = storeOf([LEV, { ...LEV, price: 'x' }, LEV])
    store.setFilter('valid')
    store.remove(2)
    expect([store.view.total, store.shownIndexOf(3)]).toEqual([2, 1])
    store.remove(1)
    expect([store.view, store.page(0, 9).map(({ id }) => id)]).toEqual([{ filter: 'valid', total: 1 }, [3]])
    store.setFilter('all')
    expect(store.page(0, 9).map(({ id }) => id)).toEqual([3])
    expect(store.page(0, 0)).toEqual([])
  })

  it('BULK-18 · an added row is shown, whatever the filter', () => {
    const store = storeOf([LEV, EUR])
    store.setFilter('invalid')
    const id = store.add()
    expect(store.page(0, 9).map((row) => row.id)).toEqual([id])
  })
})

describe('rows that another tab has converted', () => {
  const converted = (id: number, price: string, currency: string) =>
    new Map([[id, { originalPrice: price, originalCurrency: currency }]])

  it.each([
    ['the same', converted(1, '1.95', 'BGN'), true, [1]],
    ['another price, after an edit', converted(1, '2', 'BGN'), true, []],
    ['another currency, after an edit', converted(1, '1.95', 'EUR'), true, []],
    ['another price, without an edit', converted(1, '2', 'BGN'), false, [1]],
    ['no such row', converted(9, '1.95', 'BGN'), false, []],
  ])('CONV-11 · are marked: %s', (_, by, isEdited, ids) => {
    const store = storeOf([LEV, EUR])
    store.markConvertedBy(by, isEdited)
    expect([...store.converted]).toEqual(ids)
    expect(store.tally.convertedRows).toBe(ids.length)
  })

  it('CONV-11 · are kept in another reading only where it has as many price columns and omits none of them', () => {
    const earlier = storeOf([LEV, EUR])
    earlier.markConverted([1])
    expect(storeOf([LEV, EUR]).keepConverted(earlier)).toBe(true)
    expect(storeOf([LEV, EUR], {}, 2).keepConverted(earlier)).toBe(false)
    const omissions = new Map([[1, { reason: 'total', isLeftOut: true } as const]])
    expect(storeOf([LEV, EUR], { omissions }).keepConverted(earlier)).toBe(false)
    for (const other of [{ name: 'Х' }, { price: '2' }, { currency: 'EUR' as const }])
      expect(storeOf([{ ...LEV, ...other }, EUR]).keepConverted(earlier)).toBe(false)
  })

  it('CONV-05 · are not among the rows to convert, nor are omitted ones', () => {
    const store = storeOf([LEV, EUR, { ...LEV, price: 'x' }, LEV], {
      omissions: new Map([[4, { reason: 'total', isLeftOut: true } as const]]),
    })
    expect(store.rowsToConvert(1)).toEqual({ ids: [1], rows: [LEV] })
    expect(store.rowsToConvert(9).ids).toEqual([1, 2])
    store.markConverted([1])
    expect(store.rowsToConvert()).toEqual({ ids: [2, 3], rows: [EUR, { ...LEV, price: 'x' }] })
    expect(store.rowsToConvert(1).ids).toEqual([2])
    const all = storeOf([LEV, EUR])
    expect(all.rowsToConvert().rows).toHaveLength(2)
    all.markConverted([1])
    expect(all.rowsToConvert().rows).toEqual([EUR])
  })
})

describe('edits', () => {
  it('READ-05 · another price or currency ends an omission, the same ones and another name do not', () => {
    const omission = { reason: 'total', isLeftOut: true } as const
    const edited = (change: Parameters<RowStore['edit']>[1]) => {
      const store = storeOf([LEV], { omissions: new Map([[1, omission]]) })
      store.edit(1, change)
      return store.omissions.has(1)
    }
    expect([{ price: '2' }, { currency: 'EUR' as const }].map(edited)).toEqual([false, false])
    expect([{ price: '1.95' }, { currency: 'BGN' as const }, { name: 'друго' }].map(edited)).toEqual([
      true,
      true,
      true,
    ])
  })

  it('BULK-12 · a typed problem ends with the next price, not with another name', () => {
    const store = storeOf([LEV])
    store.edit(1, { price: 'x', problem: 'not-a-price', isTyped: true })
    store.edit(1, { name: 'друго' })
    expect([store.problems.get(1), store.typedProblems.has(1)]).toEqual(['not-a-price', true])
    store.edit(1, { price: 'y', problem: 'not-a-price' })
    expect([store.problems.get(1), store.typedProblems.has(1)]).toEqual(['not-a-price', false])
    store.edit(1, { price: '2', isTyped: true })
    expect([store.problems.has(1), store.typedProblems.has(1)]).toEqual([false, false])
    expect(store.rows[0]).toEqual({ name: 'друго', price: '2', currency: 'BGN' })
  })

  it('READ-05 · another currency for all leaves rows that were edited, converted or deleted', () => {
    const reading = (currency: 'BGN' | 'EUR', omitted: readonly number[]): RowsReading => ({
      rows: ['1', '2', '3', '4'].map((price) => ({ name: price, price, currency })),
      lines: [2, 3, 4, 5],
      nth: [0, 0, 0, 0],
      problems: new Map(),
      counts: { totalRows: 4, validRows: 4, invalidRows: 0, emptyRows: 0, tokenCost: 4 },
      currencies: { BGN: 0, EUR: 0 },
      omitted: new Map(omitted.map((i) => [i, 'total'])),
      totals: [],
      assumptions: [],
      pairs: { count: 0, first: [] },
    })
    const [lev, euro] = [reading('BGN', [0]), reading('EUR', [0, 3])]
    const store = RowStore.fromReading({ ...lev, rows: lev.rows.map((row) => ({ ...row })) }, 5, 1)
    store.edit(3, { currency: 'EUR' })
    store.markConverted([4])
    store.setOmitted(2, false)
    store.applyCurrency(lev, euro)
    expect(store.rows.map(({ currency }) => currency)).toEqual(['EUR', 'EUR', 'BGN', 'EUR'])
    // The user has included the first total: the new reading omits it as the old one did, so that it stays included.
    expect([store.statusOf(2), store.statusOf(5)]).toEqual(['valid', 'omitted'])
    store.applyCurrency(euro, lev)
    expect(store.rows.map(({ currency }) => currency)).toEqual(['BGN', 'BGN', 'BGN', 'BGN'])
    expect(store.statusOf(5)).toBe('valid')
  })
})

describe('sums of the rows', () => {
  it('CONV-12 · are those of all prices that are converted or to be converted', () => {
    const store = storeOf([LEV, EUR, { ...LEV, price: 'x' }, LEV], {
      omissions: new Map([[4, { reason: 'total', isLeftOut: true } as const]]),
    })
    // 1.95 + 3.91 lev, 1.00 + 2.00 euro.
    expect(store.tally.totals).toEqual({ bgn: 586, eur: 300 })
    store.markConverted([1])
    expect(store.tally.totals).toEqual({ bgn: 586, eur: 300 })
    expect(store.tally.inCurrency).toEqual({ BGN: 1, EUR: 1 })
    store.remove(2)
    expect(store.tally.totals).toEqual({ bgn: 195, eur: 100 })
  })

  it('BULK-12 · are a copy of the counts', () => {
    const store = storeOf([LEV])
    const summary = store.tally.summarize()
    store.remove(1)
    expect(summary).toMatchObject({
      counts: { totalRows: 1 },
      inCurrency: { BGN: 1 },
      totals: { bgn: 195 },
      omitted: { total: 0 },
    })
  })
})

describe('the name of a currency that is not converted', () => {
  it.each([
    ['12.5 usd', 'USD'],
    ['USD 12.5', 'USD'],
    ['от 12.5 USD', 'USD'],
    ['12.5$', '$'],
    ['12.5 щ.д.', 'щ.д.'],
    ['12.5 руб', 'руб'],
    ['около 12.5 долара', 'долара'],
    ['12.5 dollars', 'dollars'],
    ['12.5 USD/кг', 'USD'],
  ])('BULK-08 · in %j is %j', (price, unit) => {
    const store = storeOf([{ name: '', price, currency: 'BGN' }], {
      problems: new Map([[1, 'other-currency' as const]]),
    })
    expect(store.tally.summarize().inOther).toEqual([[unit, 1]])
  })
})
