import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Row, validateRow } from '#pricelist/row.ts'
import { type Omission, ROW_FILTERS, countOmitted } from '../types.ts'
import { RowStore } from './row-store.ts'
import { EditableRows } from './rows.ts'
import { readTypedPrice } from './typed-price.ts'

const row = fc.record<Row>({
  name: fc.constantFrom('', 'Хляб', 'Сирене'),
  price: fc.constantFrom('', '1.95', '0.004', 'x'),
  currency: fc.constantFrom('BGN', 'EUR'),
})
const rows = fc.array(row, { maxLength: 12 })
const id = fc.integer({ min: 1, max: 14 })

const omission = fc.record<Omission>({
  reason: fc.constantFrom('total', 'wanted-currency'),
  isLeftOut: fc.boolean(),
})
const omissions = fc.array(fc.tuple(id, omission), { maxLength: 4 })

function deskOf(
  rows: readonly Row[],
  limit = 100,
  omissions: readonly (readonly [number, Omission])[] = [],
): EditableRows {
  const desk = new EditableRows({
    isOpen: () => true,
    isIdle: () => false,
    limit: () => limit,
    onEdited: () => undefined,
    onShown: () => undefined,
  })
  const ids = rows.map((_, i) => i + 1)
  desk.take(
    new RowStore(
      rows.map((one) => ({ ...one })),
      ids,
      { problems: new Map(), omissions: new Map(omissions) },
      rows.length + 1,
      1,
    ),
  )
  return desk
}

const everything = ({ store }: EditableRows) => ({
  rows: store.rows.map((one) => ({ ...one })),
  ids: [...store.ids],
  problems: [...store.problems].toSorted(([a], [b]) => a - b),
  omissions: [...store.omissions].toSorted(([a], [b]) => a - b),
  counts: { ...store.counts },
  omitted: { ...store.omitted },
  inCurrency: { ...store.inCurrency },
  zeroRows: store.zeroRows,
})

describe('the desk of the rows', () => {
  const change = fc.oneof(
    id.map((one) => ({ do: 'remove' as const, id: one })),
    fc.record({
      do: fc.constant('paste' as const),
      id,
      text: fc.constantFrom('Хляб\t1,95\nОлио\tабв', 'а\tb\tc\nг\t2\tEUR\n\n\nд\t3', '1\n2', '\t\n\t'),
    }),
    fc.record({ do: fc.constant('filter' as const), filter: fc.constantFrom(...ROW_FILTERS) }),
    fc.record({ do: fc.constant('edit' as const), id, change: row }),
    fc.record({ do: fc.constant('count' as const), count: fc.integer({ min: 1, max: 20 }) }),
    fc.record({ do: fc.constant('leave' as const), id, isLeftOut: fc.boolean() }),
    fc.constant({ do: 'add' as const }),
    fc.constant({ do: 'zeros' as const }),
  )

  it('READ-05 BULK-12 BULK-13 BULK-19 · taking every step back gives what was there, and never more rows than there may be', () =>
    fc.assert(
      fc.asyncProperty(rows, omissions, fc.array(change, { maxLength: 20 }), async (given, left, changes) => {
        const isThere = ([one]: readonly [number, Omission]) => one <= given.length
        const desk = deskOf(given, 15, left.filter(isThere))
        const before = everything(desk)
        for (const one of changes) {
          if (one.do === 'remove') await desk.removeRow(one.id)
          else if (one.do === 'filter') await desk.filterRows(one.filter)
          else if (one.do === 'edit') await desk.editRow(one.id, one.change)
          else if (one.do === 'count') await desk.setRowCount(one.count)
          else if (one.do === 'add') await desk.addRow()
          else if (one.do === 'zeros') await desk.leaveOutZeros()
          else if (one.do === 'leave') await desk.leaveOut(one.id, one.isLeftOut)
          else await desk.pasteRows({ id: one.id, column: 'name', text: one.text })
        }
        const { store } = desk
        expect(store.converted().ids.length).toBe(store.counts.totalRows)
        expect(store.counts.totalRows + countOmitted(store.omitted)).toBe(store.length)
        const kept = store.rows.filter((_, i) => store.omissions.get(store.ids[i]!)?.isLeftOut !== true)
        const valid = kept.filter((one) => validateRow(one).status === 'valid')
        expect(store.zeroRows).toBe(valid.filter(({ price }) => price === '0.004').length)
        while (desk.undoable) {
          await desk.undo()
          expect(desk.store.length).toBeLessThanOrEqual(15)
        }
        expect(everything(desk)).toEqual(before)
      }),
    ))

  it('BULK-12 · an edit that changes nothing is no step to take back', async () => {
    const desk = deskOf([{ name: 'а', price: '1', currency: 'EUR' }])
    await desk.editRow(1, { price: '2' })
    await desk.editRow(1, { price: '2' })
    await desk.editRow(1, { name: 'а', currency: 'EUR' })
    await desk.undo()
    expect(everything(desk).rows).toEqual([{ name: 'а', price: '1', currency: 'EUR' }])
    expect(desk.undoable).toBeNull()
    // The same text with another fault is another state of the row.
    await desk.editRow(1, { price: 'x', problem: 'not-a-price' })
    await desk.editRow(1, { price: 'x', problem: 'no-number' })
    await desk.undo()
    expect(everything(desk).problems).toEqual([[1, 'not-a-price']])
  })

  it('READ-10 · a price that is asked about is no valid row before the answer, and undo asks again', async () => {
    const desk = deskOf([{ name: 'Хляб', price: '', currency: 'BGN' }])
    const asked = { price: '1,000 €', status: 'invalid', problem: 'ambiguous', currency: 'EUR' }
    await desk.editRow(1, readTypedPrice('1,000 €'))
    expect(desk.store.counts).toMatchObject({ validRows: 0, invalidRows: 1, tokenCost: 0 })
    await desk.editRow(1, { name: 'Чай' })
    expect(await desk.page(0, 1)).toMatchObject([{ ...asked, name: 'Чай' }])
    expect(await desk.nextInvalid(0)).toEqual({ id: 1, index: 0 })
    await desk.editRow(1, { price: '1000' })
    expect(await desk.page(0, 1)).toMatchObject([
      { price: '1000', status: 'valid', problem: null, currency: 'EUR' },
    ])
    await desk.undo()
    expect(await desk.page(0, 1)).toMatchObject([asked])
    const { rows, ids, problems, nextId } = desk.store
    const kept = new RowStore(structuredClone(rows), ids, { problems: structuredClone(problems) }, nextId, 1)
    expect(kept.preview(1)).toMatchObject(asked)
  })

  it('BULK-18 · a filter shows exactly the rows of its status, in order, with their ids', () =>
    fc.assert(
      fc.asyncProperty(rows, fc.constantFrom(...ROW_FILTERS), async (given, filter) => {
        const desk = deskOf(given)
        await desk.filterRows(filter)
        const expected = given.flatMap((one, i) =>
          filter === 'all' || validateRow(one).status === filter ? [i + 1] : [],
        )
        expect((await desk.page(0, 100)).map((shown) => shown.id)).toEqual(expected)
        expect(desk.view).toEqual({ filter, total: expected.length })
      }),
    ))

  it('BULK-18 · the next invalid row is the next one behind the id, or the first', () =>
    fc.assert(
      fc.asyncProperty(rows, fc.nat(14), fc.constantFrom(...ROW_FILTERS), async (given, after, filter) => {
        const desk = deskOf(given)
        await desk.filterRows(filter)
        const invalid = given.flatMap((one, i) => (validateRow(one).status === 'invalid' ? [i + 1] : []))
        const place = await desk.nextInvalid(after)
        expect(place?.id).toBe(invalid.find((one) => one > after) ?? invalid[0])
        // It is where the place says.
        if (place) expect((await desk.page(place.index, 1))[0]?.id).toBe(place.id)
      }),
    ))

  it('READ-05 · a row that is left out has a filter of its own, is no invalid row to go to, and comes back by one step', async () => {
    const given: Row[] = [
      { name: 'Хляб', price: '1', currency: 'BGN' },
      { name: 'Общо', price: 'x', currency: 'BGN' },
      { name: 'Сол', price: '2', currency: 'EUR' },
    ]
    const desk = deskOf(given, 100, [
      [2, { reason: 'total', isLeftOut: true }],
      [3, { reason: 'wanted-currency', isLeftOut: true }],
    ])
    expect(await desk.nextInvalid(0)).toBeNull()
    await desk.filterRows('invalid')
    expect(desk.view.total).toBe(0)
    await desk.filterRows('omitted')
    expect(
      (await desk.page(0, 9)).map(({ id, status, omission, problem }) => [id, status, omission, problem]),
    ).toEqual([
      [2, 'omitted', 'total', null],
      [3, 'omitted', 'wanted-currency', null],
    ])
    await desk.leaveOut(3, false)
    expect(desk.undoable).toMatchObject({ what: 'convert-too', id: 3 })
    expect(desk.store.converted().rows.map(({ name }) => name)).toEqual(['Хляб', 'Сол'])
    expect(desk.store.counts.tokenCost).toBe(2)
    // It stays where it is until the filter is asked for again.
    expect((await desk.page(0, 9)).map(({ status }) => status)).toEqual(['omitted', 'valid'])
    await desk.leaveOut(1, true)
    expect(desk.undoable).toMatchObject({ what: 'convert-too', id: 3 })
    await desk.undo()
    expect(desk.store.converted().ids).toEqual([1])
  })

  it('READ-05 · a row left out stays so with another name, and is converted once its price or currency is changed', async () => {
    const given: Row[] = [{ name: 'Общо', price: '3', currency: 'BGN' }]
    const left = [[1, { reason: 'total', isLeftOut: true }]] as const
    const desk = deskOf(given, 100, left)
    await desk.editRow(1, { name: 'Всичко' })
    await desk.editRow(1, { price: '3' })
    expect(desk.store.omitted).toEqual({ total: 1, 'wanted-currency': 0, zero: 0 })
    await desk.editRow(1, { price: '4' })
    expect([desk.store.statusOf(1), desk.store.counts.validRows, countOmitted(desk.store.omitted)]).toEqual([
      'valid',
      1,
      0,
    ])
    await desk.undo()
    expect(desk.store.statusOf(1)).toBe('omitted')
    await desk.editRow(1, { currency: 'EUR' })
    expect(desk.store.statusOf(1)).toBe('valid')
  })

  it('BULK-19 · in a filtered view a paste fills the rows that are shown, and no hidden one', async () => {
    const desk = deskOf([
      { name: 'а', price: '', currency: 'BGN' },
      { name: 'б', price: '1', currency: 'BGN' },
      { name: 'в', price: '', currency: 'EUR' },
    ])
    await desk.filterRows('invalid')
    await desk.pasteRows({ id: 1, column: 'price', text: '5\n6' })
    expect(desk.store.rows.map(({ price, currency }) => `${price} ${currency}`)).toEqual([
      '5 BGN',
      '1 BGN',
      '6 EUR',
    ])
  })

  it('BULK-13 BULK-19 · there are never more rows than there may be', async () => {
    const desk = deskOf([{ name: 'а', price: '1', currency: 'EUR' }], 3)
    const pasted = await desk.pasteRows({ id: 1, column: 'name', text: 'x\t1\ny\t2\nz\t3\nq\t4' })
    expect(pasted).toEqual({ outcome: 'pasted', rows: 3, isCut: true })
    expect(await desk.addRow()).toBeNull()
    await desk.setRowCount(50)
    expect(desk.store.length).toBe(3)
    // The currency of the row above is taken over where none is named.
    expect(desk.store.rows.map(({ currency }) => currency)).toEqual(['EUR', 'EUR', 'EUR'])
  })

  it('BULK-12 · an id is never given twice, whatever was deleted and kept on the device', async () => {
    const desk = deskOf([
      { name: 'а', price: '1', currency: 'BGN' },
      { name: 'б', price: '2', currency: 'BGN' },
    ])
    await desk.removeRow(2)
    const { rows, ids, problems, nextId } = desk.store
    // As after a reload.
    desk.take(new RowStore(rows, ids, { problems }, nextId, 1))
    expect((await desk.addRow())?.id).toBe(3)
  })

  it('BULK-12 BULK-19 · a whole catalogue is pasted over and taken back', async () => {
    const given = Array.from({ length: 50_000 }, (_, i) => ({
      name: `${i}`,
      price: '1',
      currency: 'BGN' as const,
    }))
    const desk = deskOf(given, 100_000)
    await desk.filterRows('valid')
    const before = everything(desk)
    const text = given.map(({ name }) => `нов ${name}\t2`).join('\n')
    expect(await desk.pasteRows({ id: 1, column: 'name', text })).toMatchObject({ rows: 50_000 })
    await desk.undo()
    expect(everything(desk)).toEqual(before)
  })
})
