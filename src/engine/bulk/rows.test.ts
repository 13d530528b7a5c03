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

function editableRows(
  rows: readonly Row[],
  limit = 100,
  omissions: readonly (readonly [number, Omission])[] = [],
): EditableRows {
  const editable = new EditableRows({
    isOpen: () => true,
    isIdle: () => false,
    limit: () => limit,
    fileRows: () => undefined,
    onEdited: () => undefined,
    beforeTyping: () => () => undefined,
    onFiltered: () => undefined,
  })
  const ids = rows.map((_, i) => i + 1)
  editable.replace(
    new RowStore(
      rows.map((one) => ({ ...one })),
      ids,
      { problems: new Map(), omissions: new Map(omissions) },
      rows.length + 1,
      1,
    ),
  )
  return editable
}

const stateOf = ({ store }: EditableRows) => ({
  rows: store.rows.map((one) => ({ ...one })),
  ids: [...store.ids],
  problems: [...store.problems].toSorted(([a], [b]) => a - b),
  omissions: [...store.omissions].toSorted(([a], [b]) => a - b),
  counts: { ...store.tally.counts },
  omitted: { ...store.tally.omitted },
  inCurrency: { ...store.tally.inCurrency },
  zeroRows: store.tally.zeroRows,
})

describe('editable rows', () => {
  const change = fc.oneof(
    id.map((one) => ({ do: 'remove' as const, id: one })),
    fc.record({
      do: fc.constant('paste' as const),
      id,
      text: fc.constantFrom('Хляб\t1,95\nОлио\tабв', 'а\tb\tc\nг\t2\tEUR\n\n\nд\t3', '1\n2', '\t\n\t'),
    }),
    fc.record({ do: fc.constant('filter' as const), filter: fc.constantFrom(...ROW_FILTERS) }),
    fc.record({ do: fc.constant('edit' as const), id, change: row }),
    fc.record({
      do: fc.constant('type' as const),
      id,
      change: fc.option(row),
      isEnded: fc.boolean(),
    }),
    fc.record({ do: fc.constant('count' as const), count: fc.integer({ min: 1, max: 20 }) }),
    fc.record({ do: fc.constant('leave' as const), id, isLeftOut: fc.boolean() }),
    fc.constant({ do: 'add' as const }),
    fc.constant({ do: 'zeros' as const }),
  )

  it('READ-05 BULK-12 BULK-13 BULK-19 · undoing every step restores the first state, within the row limit', () =>
    fc.assert(
      fc.asyncProperty(rows, omissions, fc.array(change, { maxLength: 20 }), async (given, left, changes) => {
        const isThere = ([one]: readonly [number, Omission]) => one <= given.length
        const editable = editableRows(given, 15, left.filter(isThere))
        const before = stateOf(editable)
        for (const one of changes) {
          if (one.do === 'remove') await editable.removeRow(one.id)
          else if (one.do === 'filter') await editable.filterRows(one.filter)
          else if (one.do === 'edit') await editable.editRow(one.id, one.change)
          else if (one.do === 'type') {
            await editable.typeRow(one.id, one.change)
            if (one.isEnded && one.change) await editable.editRow(one.id, one.change)
          } else if (one.do === 'count') await editable.setRowCount(one.count)
          else if (one.do === 'add') await editable.addRow()
          else if (one.do === 'zeros') await editable.omitZeroRows()
          else if (one.do === 'leave') await editable.setOmitted(one.id, one.isLeftOut)
          else await editable.pasteRows({ id: one.id, column: 'name', text: one.text })
        }
        const { store } = editable
        expect(store.rowsToConvert().ids.length).toBe(store.tally.counts.totalRows)
        expect(store.tally.counts.totalRows + countOmitted(store.tally.omitted)).toBe(store.length)
        const kept = store.rows.filter((_, i) => store.omissions.get(store.ids[i]!)?.isLeftOut !== true)
        const valid = kept.filter((one) => validateRow(one).status === 'valid')
        expect(store.tally.zeroRows).toBe(valid.filter(({ price }) => price === '0.004').length)
        while (editable.undoable) {
          await editable.undo()
          expect(editable.store.length).toBeLessThanOrEqual(15)
        }
        expect(stateOf(editable)).toEqual(before)
      }),
    ))

  it('BULK-13 · typed rows are numbered through, however often their number is changed', async () => {
    const editable = editableRows([])
    const lines = async () => (await editable.page(0, 100)).map(({ line }) => line)
    for (const count of [10, 1, 10]) await editable.setRowCount(count)
    expect(await lines()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    await editable.addRow()
    await editable.undo()
    await editable.addRow()
    expect(await lines()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
    for (let i = 0; i < 3; i++) await editable.undo()
    expect(await lines()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  })

  it('BULK-13 · fewer rows remove blank ones only, name the filled row that stands in the way, and can be undone', async () => {
    const editable = editableRows([])
    await editable.setRowCount(10)
    await editable.editRow(7, { name: 'Хляб' })
    expect(await editable.setRowCount(3)).toEqual({ count: 7, lastLine: 7 })
    expect(await editable.setRowCount(3)).toEqual({ count: 7, lastLine: 7 })
    expect(editable.undoable).toMatchObject({ what: 'count', count: 3 })
    await editable.undo()
    expect(editable.store.length).toBe(10)
    await editable.undo()
    expect(await editable.setRowCount(3)).toEqual({ count: 3, lastLine: 3 })
  })

  it('BULK-12 BULK-19 · the prices of one line change in one step, and a pasted column stays in its column', async () => {
    const editable = editableRows([])
    const prices = ['1', '2', '3', '4'].map((price): Row => ({ name: 'а', price, currency: 'BGN' }))
    editable.replace(new RowStore(prices, [1, 2, 3, 4], { problems: new Map() }, 5, 2))
    const before = stateOf(editable)
    await editable.editRow([1, 2], { name: 'б' })
    expect(editable.store.rows.map(({ name }) => name)).toEqual(['б', 'б', 'а', 'а'])
    await editable.removeRow([3, 4])
    expect(editable.store.ids).toEqual([1, 2])
    await editable.undo()
    await editable.pasteRows({ id: 2, column: 'price', text: '7\n8' })
    expect(editable.store.rows.map(({ price }) => price)).toEqual(['1', '7', '3', '8'])
    await editable.undo()
    await editable.undo()
    expect(editable.undoable).toBeNull()
    expect(stateOf(editable)).toEqual(before)
  })

  it('BULK-12 · an edit that changes nothing is not an undo step', async () => {
    const editable = editableRows([{ name: 'а', price: '1', currency: 'EUR' }])
    await editable.editRow(1, { price: '2' })
    await editable.editRow(1, { price: '2' })
    await editable.editRow(1, { name: 'а', currency: 'EUR' })
    await editable.undo()
    expect(stateOf(editable).rows).toEqual([{ name: 'а', price: '1', currency: 'EUR' }])
    expect(editable.undoable).toBeNull()
    // The same text with another fault is another state of the row.
    await editable.editRow(1, { price: 'x', problem: 'not-a-price' })
    await editable.editRow(1, { price: 'x', problem: 'no-number' })
    await editable.undo()
    expect(stateOf(editable).problems).toEqual([[1, 'not-a-price']])
  })

  it('BULK-12 · what is typed into a cell counts at each key, and is one step with the edit that ends it', async () => {
    const editable = editableRows([
      { name: 'Хляб', price: '1.95', currency: 'BGN' },
      { name: 'Чай', price: '2', currency: 'BGN' },
    ])
    const sums = () => editable.store.tally.totals.bgn
    const type = (text: string) => editable.typeRow(1, { ...readTypedPrice(text), isTyped: true })
    for (const [text, sum] of [
      ['1', 300],
      ['14', 1600],
      ['14,', 1600],
      ['14,9', 1690],
      ['14,9 x', 200],
      ['14,90', 1690],
    ] as const) {
      await type(text)
      expect(sums(), text).toBe(sum)
    }
    await editable.editRow(1, readTypedPrice('14,90'))
    await editable.typeRow(2, readTypedPrice('3'))
    await editable.editRow(2, readTypedPrice('3'))
    await editable.undo()
    expect(sums()).toBe(1690)
    await editable.undo()
    expect(editable.store.rows).toEqual([
      { name: 'Хляб', price: '1.95', currency: 'BGN' },
      { name: 'Чай', price: '2', currency: 'BGN' },
    ])
    expect(editable.undoable).toBeNull()
  })

  it('BULK-12 · typed back as it was, a row is as before: its currency, its fault and why it is left out', async () => {
    const given: Row = { name: 'Всичко', price: '1.95', currency: 'BGN' }
    const editable = editableRows([given], 100, [[1, { reason: 'total', isLeftOut: true }]])
    const before = stateOf(editable)
    await editable.typeRow(1, readTypedPrice('12 eur'))
    expect(editable.store.rows[0]?.currency).toBe('EUR')
    await editable.typeRow(1, { ...readTypedPrice('12 eu'), isTyped: true })
    expect(editable.store.rows[0]?.currency).toBe('BGN')
    expect(await editable.page(0, 1)).toMatchObject([{ status: 'invalid', isTypedProblem: true }])
    await editable.typeRow(1, null)
    expect(stateOf(editable)).toEqual(before)
    expect(editable.undoable).toBeNull()
  })

  it('BULK-12 · another change between two edits of a cell keeps them two steps', async () => {
    const editable = editableRows([{ name: 'Хляб', price: '1', currency: 'BGN' }])
    await editable.typeRow(1, { price: '2' })
    await editable.addRow()
    await editable.typeRow(1, { price: '3' })
    await editable.editRow(1, { price: '3' })
    await editable.undo()
    await editable.undo()
    expect(editable.store.rows.map(({ price }) => price)).toEqual(['2'])
    await editable.undo()
    expect(editable.store.rows.map(({ price }) => price)).toEqual(['1'])
  })

  it('READ-10 · an ambiguous price makes the row invalid until it is resolved, and again after undo', async () => {
    const editable = editableRows([{ name: 'Хляб', price: '', currency: 'BGN' }])
    const asked = { price: '1,000 €', status: 'invalid', problem: 'ambiguous', currency: 'EUR' }
    await editable.editRow(1, readTypedPrice('1,000 €'))
    expect(editable.store.tally.counts).toMatchObject({ validRows: 0, invalidRows: 1, tokenCost: 0 })
    await editable.editRow(1, { name: 'Чай' })
    expect(await editable.page(0, 1)).toMatchObject([{ ...asked, name: 'Чай' }])
    expect(await editable.nextInvalid(0)).toEqual({ id: 1, index: 0 })
    await editable.editRow(1, { price: '1000' })
    expect(await editable.page(0, 1)).toMatchObject([
      { price: '1000', status: 'valid', problem: null, currency: 'EUR' },
    ])
    await editable.undo()
    expect(await editable.page(0, 1)).toMatchObject([asked])
    const { rows, ids, problems, nextId } = editable.store
    const kept = new RowStore(structuredClone(rows), ids, { problems: structuredClone(problems) }, nextId, 1)
    expect(kept.preview(1)).toMatchObject(asked)
  })

  it('BULK-18 · a filter shows exactly the rows of its status, in order, with their ids', () =>
    fc.assert(
      fc.asyncProperty(rows, fc.constantFrom(...ROW_FILTERS), async (given, filter) => {
        const editable = editableRows(given)
        await editable.filterRows(filter)
        const expected = given.flatMap((one, i) =>
          filter === 'all' || validateRow(one).status === filter ? [i + 1] : [],
        )
        expect((await editable.page(0, 100)).map((shown) => shown.id)).toEqual(expected)
        expect(editable.store.view).toEqual({ filter, total: expected.length })
      }),
    ))

  it('BULK-18 · the next invalid row is the next one after the id, or the first', () =>
    fc.assert(
      fc.asyncProperty(rows, fc.nat(14), fc.constantFrom(...ROW_FILTERS), async (given, after, filter) => {
        const editable = editableRows(given)
        await editable.filterRows(filter)
        const invalid = given.flatMap((one, i) => (validateRow(one).status === 'invalid' ? [i + 1] : []))
        const place = await editable.nextInvalid(after)
        expect(place?.id).toBe(invalid.find((one) => one > after) ?? invalid[0])
        // The index matches the page.
        if (place) expect((await editable.page(place.index, 1))[0]?.id).toBe(place.id)
      }),
    ))

  it('READ-05 · an omitted row has its own filter, is not a next invalid row, and undo includes it again', async () => {
    const given: Row[] = [
      { name: 'Хляб', price: '1', currency: 'BGN' },
      { name: 'Общо', price: 'x', currency: 'BGN' },
      { name: 'Сол', price: '2', currency: 'EUR' },
    ]
    const editable = editableRows(given, 100, [
      [2, { reason: 'total', isLeftOut: true }],
      [3, { reason: 'wanted-currency', isLeftOut: true }],
    ])
    expect(await editable.nextInvalid(0)).toBeNull()
    await editable.filterRows('invalid')
    expect(editable.store.view.total).toBe(0)
    await editable.filterRows('omitted')
    expect(
      (await editable.page(0, 9)).map(({ id, status, omission, problem }) => [id, status, omission, problem]),
    ).toEqual([
      [2, 'omitted', 'total', null],
      [3, 'omitted', 'wanted-currency', null],
    ])
    await editable.setOmitted(3, false)
    expect(editable.undoable).toMatchObject({ what: 'include', id: 3 })
    expect(editable.store.rowsToConvert().rows.map(({ name }) => name)).toEqual(['Хляб', 'Сол'])
    expect(editable.store.tally.counts.tokenCost).toBe(2)
    // It stays until the filter is set again.
    expect((await editable.page(0, 9)).map(({ status }) => status)).toEqual(['omitted', 'valid'])
    await editable.setOmitted(1, true)
    expect(editable.undoable).toMatchObject({ what: 'include', id: 3 })
    await editable.undo()
    expect(editable.store.rowsToConvert().ids).toEqual([1])
  })

  it('READ-05 · a row stays omitted with another name, and is converted after its price or currency changed', async () => {
    const given: Row[] = [{ name: 'Общо', price: '3', currency: 'BGN' }]
    const left = [[1, { reason: 'total', isLeftOut: true }]] as const
    const editable = editableRows(given, 100, left)
    await editable.editRow(1, { name: 'Всичко' })
    await editable.editRow(1, { price: '3' })
    expect(editable.store.tally.omitted).toEqual({ total: 1, 'wanted-currency': 0, zero: 0 })
    await editable.editRow(1, { price: '4' })
    expect([
      editable.store.statusOf(1),
      editable.store.tally.counts.validRows,
      countOmitted(editable.store.tally.omitted),
    ]).toEqual(['valid', 1, 0])
    await editable.undo()
    expect(editable.store.statusOf(1)).toBe('omitted')
    await editable.editRow(1, { currency: 'EUR' })
    expect(editable.store.statusOf(1)).toBe('valid')
  })

  it('BULK-19 · in a filtered view a paste fills the rows that are shown, and no hidden one', async () => {
    const editable = editableRows([
      { name: 'а', price: '', currency: 'BGN' },
      { name: 'б', price: '1', currency: 'BGN' },
      { name: 'в', price: '', currency: 'EUR' },
    ])
    await editable.filterRows('invalid')
    await editable.pasteRows({ id: 1, column: 'price', text: '5\n6' })
    expect(editable.store.rows.map(({ price, currency }) => `${price} ${currency}`)).toEqual([
      '5 BGN',
      '1 BGN',
      '6 EUR',
    ])
  })

  it('BULK-13 BULK-19 · the row limit is never exceeded', async () => {
    const editable = editableRows([{ name: 'а', price: '1', currency: 'EUR' }], 3)
    const pasted = await editable.pasteRows({ id: 1, column: 'name', text: 'x\t1\ny\t2\nz\t3\nq\t4' })
    expect(pasted).toEqual({ outcome: 'pasted', rows: 3, isCut: true })
    expect(await editable.addRow()).toBeNull()
    await editable.setRowCount(50)
    expect(editable.store.length).toBe(3)
    // The currency of the row above is taken over where none is named.
    expect(editable.store.rows.map(({ currency }) => currency)).toEqual(['EUR', 'EUR', 'EUR'])
  })

  it('BULK-12 · an id is never reused, even after deletion and a reload', async () => {
    const editable = editableRows([
      { name: 'а', price: '1', currency: 'BGN' },
      { name: 'б', price: '2', currency: 'BGN' },
    ])
    await editable.removeRow(2)
    const { rows, ids, problems, nextId } = editable.store
    // As after a reload.
    editable.replace(new RowStore(rows, ids, { problems }, nextId, 1))
    expect((await editable.addRow())?.id).toBe(3)
  })

  it('BULK-12 BULK-19 · pasting over a whole price list can be undone', async () => {
    const given = Array.from({ length: 50_000 }, (_, i) => ({
      name: `${i}`,
      price: '1',
      currency: 'BGN' as const,
    }))
    const editable = editableRows(given, 100_000)
    await editable.filterRows('valid')
    const before = stateOf(editable)
    const text = given.map(({ name }) => `нов ${name}\t2`).join('\n')
    expect(await editable.pasteRows({ id: 1, column: 'name', text })).toMatchObject({ rows: 50_000 })
    await editable.undo()
    expect(stateOf(editable)).toEqual(before)
  })
})
