import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { type Row, validateRow } from '#pricelist/row.ts'
import { type Omission, ROW_FILTERS, countOmitted } from '../types.ts'
import { RowStore } from './row-store.ts'
import { EditableRows, type UndoStep } from './rows.ts'
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
  context: Partial<ConstructorParameters<typeof EditableRows>[0]> = {},
): EditableRows {
  const editable = new EditableRows({
    isOpen: () => true,
    isIdle: () => false,
    limit: () => limit,
    fileRows: () => undefined,
    onEdited: () => undefined,
    beforeTyping: () => () => undefined,
    onFiltered: () => undefined,
    ...context,
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

  it('BULK-13 · rows that were added in one step leave no gap in the numbers once they are undone', async () => {
    const editable = editableRows([])
    await editable.setRowCount(3)
    await editable.undo()
    expect(await editable.setRowCount(2)).toEqual({ count: 2, lastLine: 2 })
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

describe('what the session is told', () => {
  const GIVEN: Row[] = [
    { name: 'Хляб', price: '1', currency: 'BGN' },
    { name: 'Сол', price: 'x', currency: 'BGN' },
    { name: 'Олио', price: '0.004', currency: 'BGN' },
  ]
  const LEFT = [[1, { reason: 'total', isLeftOut: false }]] as const

  function watched(isOpen = true, limit = 100) {
    const told = { edited: 0, filtered: 0, asBefore: 0 }
    const rows = editableRows(GIVEN, limit, LEFT, {
      isOpen: () => isOpen,
      onEdited: () => void told.edited++,
      onFiltered: () => void told.filtered++,
      beforeTyping: () => () => void told.asBefore++,
    })
    return { rows, told }
  }

  it.each<[string, (rows: EditableRows) => Promise<unknown>]>([
    ['added', (rows) => rows.addRow()],
    ['removed', (rows) => rows.removeRow([1, 2])],
    ['edited', (rows) => rows.editRow(1, { price: '2' })],
    ['typed', (rows) => rows.typeRow(1, { price: '2' })],
    ['left out', (rows) => rows.setOmitted(1, true)],
    ['left out as zero', (rows) => rows.omitZeroRows()],
    ['counted', (rows) => rows.setRowCount(7)],
    ['pasted', (rows) => rows.pasteRows({ id: 1, column: 'price', text: '7' })],
  ])(
    'BULK-12 · rows that are %s are one change and one step; while they may not be changed, none',
    async (_, change) => {
      const { rows, told } = watched()
      const before = stateOf(rows)
      await change(rows)
      expect(told).toEqual({ edited: 1, filtered: 0, asBefore: 0 })
      expect(stateOf(rows)).not.toEqual(before)
      await rows.undo()
      expect(told.edited).toBe(2)
      expect([stateOf(rows), rows.undoable]).toEqual([before, null])
      const closed = watched(false)
      await change(closed.rows)
      expect([stateOf(closed.rows), closed.rows.undoable, closed.told.edited]).toEqual([before, null, 0])
    },
  )

  it.each<[string, (rows: EditableRows) => Promise<unknown>]>([
    ['an edit to the same', (rows) => rows.editRow(1, { price: '1' })],
    ['typing the same', (rows) => rows.typeRow(1, { price: '1' })],
    ['an edit of no row', (rows) => rows.editRow(9, { price: '1' })],
    ['removing no row', (rows) => rows.removeRow(9)],
    ['leaving out what cannot be', (rows) => rows.setOmitted(2, true)],
    ['including what is', (rows) => rows.setOmitted(1, false)],
    ['the same number of rows', (rows) => rows.setRowCount(3)],
    ['an empty paste', (rows) => rows.pasteRows({ id: 1, column: 'price', text: '' })],
    ['undoing nothing', (rows) => rows.undo()],
  ])('BULK-12 · %s is no change and no step', async (_, change) => {
    const { rows, told } = watched()
    const before = stateOf(rows)
    await change(rows)
    expect([stateOf(rows), rows.undoable, told.edited]).toEqual([before, null, 0])
  })

  it('BULK-12 · each key is a change, and the text from before is that of before', async () => {
    const { rows, told } = watched()
    await rows.typeRow(3, { price: '12' })
    await rows.typeRow(3, { price: '12' })
    expect(told).toEqual({ edited: 1, filtered: 0, asBefore: 0 })
    await rows.typeRow(3, { price: '0.004' })
    expect(told).toEqual({ edited: 1, filtered: 0, asBefore: 1 })
    await rows.typeRow(3, { price: '13' })
    await rows.editRow(3, { price: '13' })
    expect(told).toEqual({ edited: 2, filtered: 0, asBefore: 1 })
    await rows.typeRow(3, { price: '14' })
    await rows.editRow(3, { price: '13' })
    expect(told).toEqual({ edited: 3, filtered: 0, asBefore: 2 })
  })

  it('BULK-12 · typing in another cell is another step', async () => {
    const { rows } = watched()
    await rows.typeRow(1, { price: '7' })
    await rows.typeRow(3, { price: '8' })
    await rows.typeRow([1, 3], { name: 'а' })
    for (const left of [2, 1, 0]) {
      await rows.undo()
      expect(rows.undoable === null).toBe(left === 0)
    }
    expect(rows.store.rows.map(({ price }) => price)).toEqual(['1', 'x', '0.004'])
  })

  it('BULK-18 · a filter, and its end where it hides the row that is wanted', async () => {
    const { rows, told } = watched()
    expect(await rows.nextInvalid(0)).toEqual({ id: 2, index: 1 })
    expect(await rows.showRow(3)).toEqual({ id: 3, index: 2 })
    expect(told.filtered).toBe(0)
    await rows.filterRows('valid')
    expect(await rows.showRow(3)).toEqual({ id: 3, index: 1 })
    expect([told.filtered, rows.store.view.filter]).toEqual([1, 'valid'])
    expect(await rows.nextInvalid(0)).toEqual({ id: 2, index: 1 })
    expect([told.filtered, rows.store.view.filter]).toEqual([2, 'all'])
    await rows.filterRows('valid')
    expect(await rows.showRow(2)).toEqual({ id: 2, index: 1 })
    expect([told.filtered, rows.store.view.filter]).toEqual([4, 'all'])
    await rows.editRow(2, { price: '2' })
    await rows.filterRows('valid')
    expect(await rows.nextInvalid(0)).toBeNull()
    expect(rows.store.view.filter).toBe('valid')
    expect(told.edited).toBe(1)
  })

  it('BULK-12 · an added row and an undone step are shown where they are', async () => {
    const { rows } = watched()
    expect(await rows.addRow()).toEqual({ id: 4, index: 3 })
    expect(rows.undoable).toEqual({ what: 'add', count: 1, id: 4, line: 4 })
    await rows.removeRow([2, 3])
    expect(rows.undoable).toEqual({ what: 'delete', count: 2, id: 2, line: 2 })
    expect(await rows.undo()).toEqual({ id: 2, index: 1 })
    await rows.filterRows('invalid')
    await rows.editRow(1, { price: '5' })
    expect(await rows.undo()).toEqual({ id: 1, index: 0 })
    expect(rows.store.view.filter).toBe('all')
    await rows.omitZeroRows()
    expect(rows.undoable).toEqual({ what: 'omit', count: 1, id: 3, line: 3 })
    await rows.setOmitted(1, true)
    expect(rows.undoable).toEqual({ what: 'omit', count: 1, id: 1, line: 1 })
  })

  it('BULK-12 · the last row that may be added, and none after it', async () => {
    const { rows } = watched(true, 4)
    expect(await rows.addRow()).not.toBeNull()
    expect(await rows.addRow()).toBeNull()
    expect(await rows.setRowCount(9)).toEqual({ count: 4, lastLine: 4 })
    expect(editableRows([]).store.length).toBe(0)
    expect(await editableRows([]).setRowCount(0)).toEqual({ count: 0, lastLine: 0 })
  })

  it('CONV-05 · sums of the first prices that are not converted are those of so many', async () => {
    const { rows } = watched()
    expect(await rows.firstTotals(1)).toEqual({ bgn: 100, eur: 51 })
    await rows.editRow(2, { price: '2.00', currency: 'EUR' })
    // 2.00 euro are 3.91 lev.
    expect(await rows.firstTotals(2)).toEqual({ bgn: 491, eur: 251 })
    rows.store.markConverted([1])
    expect(await rows.firstTotals(1)).toEqual({ bgn: 391, eur: 200 })
  })

  it('BULK-12 · cells and whole names come from the file, where it is opened', async () => {
    const fileRows = { fullName: () => 'Хляб пълнозърнест', cells: () => ['Хляб', '1,00'] } as never
    const rows = editableRows(GIVEN.slice(0, 1), 100, [], { fileRows: () => fileRows })
    expect(await rows.page(0, 1)).toMatchObject([
      { name: 'Хляб', fullName: 'Хляб пълнозърнест', cells: ['Хляб', '1,00'] },
    ])
    expect(await watched().rows.page(0, 1)).toMatchObject([{ fullName: 'Хляб', cells: [] }])
  })
})

describe('a paste', () => {
  const blank = (count: number, limit = 100) =>
    editableRows(
      Array.from({ length: count }, () => ({ name: '', price: '', currency: 'BGN' })),
      limit,
    )

  it('BULK-19 READ-10 · with a price that can be read in two ways asks first, and takes the answer', async () => {
    const rows = blank(2)
    const request = { id: 1, column: 'price', text: '12,500\n1,250' } as const
    expect(await rows.pasteRows(request)).toMatchObject({
      outcome: 'ask',
      example: expect.stringMatching(/,/),
    })
    expect(rows.undoable).toBeNull()
    expect(await rows.pasteRows({ ...request, ambiguous: 'thousands' })).toEqual({
      outcome: 'pasted',
      rows: 2,
      isCut: false,
    })
    expect(rows.store.rows.map(({ price }) => price)).toEqual(['12500', '1250'])
    expect(rows.undoable).toMatchObject({ what: 'paste', count: 2, id: 1 })
  })

  it('BULK-19 · goes on below the last row, in its currency, up to the limit', async () => {
    const rows = blank(2, 4)
    await rows.editRow(2, { currency: 'EUR' })
    const text = '1\n2 лв.\n3\n4\n5'
    expect(await rows.pasteRows({ id: 1, column: 'price', text })).toEqual({
      outcome: 'pasted',
      rows: 4,
      isCut: true,
    })
    expect(rows.store.rows.map(({ price, currency }) => `${price} ${currency}`)).toEqual([
      '1 BGN',
      '2 BGN',
      '3 EUR',
      '4 EUR',
    ])
    const exact = blank(2, 4)
    expect(await exact.pasteRows({ id: 1, column: 'price', text: '1\n2\n3\n4' })).toEqual({
      outcome: 'pasted',
      rows: 4,
      isCut: false,
    })
  })

  it('BULK-19 · where there is no room is cut off whole', async () => {
    const rows = blank(2, 2)
    rows.store.markConverted([1, 2])
    expect(await rows.pasteRows({ id: 1, column: 'price', text: '1' })).toEqual({
      outcome: 'pasted',
      rows: 0,
      isCut: true,
    })
    const nothing = await rows.pasteRows({ id: 1, column: 'price', text: '' })
    expect(nothing, 'of nothing nothing is cut off').toEqual({ outcome: 'pasted', rows: 0, isCut: false })
    const closed = editableRows([], 9, [], { isOpen: () => false })
    expect(await closed.pasteRows({ id: 1, column: 'price', text: '1' })).toEqual({
      outcome: 'pasted',
      rows: 0,
      isCut: false,
    })
  })
})

describe('steps that can be undone', () => {
  const stepOf = (weight: number, what: UndoStep['what'] = 'clear'): UndoStep => ({
    what,
    count: weight,
    id: 0,
    line: 0,
    weight,
    apply: () => null,
  })

  it('BULK-12 · are the last two hundred', async () => {
    const rows = editableRows([{ name: '', price: '0', currency: 'BGN' }])
    for (let i = 1; i <= 201; i++) await rows.editRow(1, { price: `${i}` })
    let steps = 0
    for (; rows.undoable; steps++) await rows.undo()
    expect([steps, rows.store.rows[0]?.price]).toEqual([200, '1'])
  })

  it.each([
    [299_999, 2],
    [300_000, 1],
  ])(
    'BULK-12 · hold 300,000 rows together: after one of %i rows and one edit there are %i',
    async (weight, count) => {
      const rows = editableRows([])
      rows.replace(RowStore.blank(1), stepOf(weight, 'paste'))
      await rows.editRow(1, { price: '1' })
      let steps = 0
      for (; rows.undoable; steps++) await rows.undo()
      expect(steps).toBe(count)
    },
  )

  it('BULK-12 · the last one stays, however large', async () => {
    const rows = editableRows([], 400_000)
    await rows.setRowCount(300_001)
    expect(rows.undoable).toMatchObject({ what: 'count', count: 300_001 })
  })

  it('CONV-10 · clearing is undone only while there are no other rows, and shows no row', async () => {
    const apply = vi.fn<() => null>(() => null)
    let isIdle = false
    const rows = editableRows([], 9, [], { isIdle: () => isIdle, isOpen: () => !isIdle })
    rows.replace(RowStore.blank(0), { ...stepOf(3), apply })
    expect([await rows.undo(), apply.mock.calls.length]).toEqual([null, 0])
    isIdle = true
    expect([await rows.undo(), apply.mock.calls.length, rows.undoable]).toEqual([null, 1, null])
    const closed = editableRows([], 9, [], { isOpen: () => false, isIdle: () => true })
    closed.replace(RowStore.blank(0), { ...stepOf(3, 'edit'), apply })
    await closed.undo()
    expect(apply).toHaveBeenCalledOnce()
  })

  it('BULK-12 · other rows, and changes to all rows, end them and what was being typed', async () => {
    const rows = editableRows([{ name: '', price: '1', currency: 'BGN' }])
    await rows.filterRows('valid')
    await rows.typeRow(1, { price: '2' })
    rows.clearUndo()
    expect(rows.undoable).toBeNull()
    await rows.editRow(1, { price: '3' })
    await rows.undo()
    expect(rows.store.rows[0]?.price).toBe('2')
    await rows.typeRow(1, { price: '4' })
    const store = new RowStore(
      [{ name: '', price: '5', currency: 'BGN' }],
      [1],
      { problems: new Map() },
      2,
      1,
    )
    store.setFilter('empty')
    rows.replace(store)
    expect([rows.undoable, rows.store.view]).toEqual([null, { filter: 'all', total: 1 }])
    await rows.editRow(1, { price: '6' })
    await rows.undo()
    expect(rows.store.rows[0]?.price).toBe('5')
  })
})
