import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { judgeRow, type Row } from '#domain/row.ts'
import { RowStore } from './row-store.ts'
import { RowView } from './row-view.ts'

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

describe('the rows in hand', () => {
  it('BULK-12 · a row keeps its id whatever is deleted, and deleting it twice deletes no other', () => {
    const store = RowStore.blank(4)
    store.edit(3, { name: 'Сирене' })
    store.remove(2)
    store.remove(2)
    store.add()
    expect(new RowView(store).page(0, 9).map(({ id, name }) => [id, name])).toEqual([
      [1, ''],
      [3, 'Сирене'],
      [4, ''],
      [5, ''],
    ])
  })

  it('BULK-12 · another default currency changes the rows that named none, but for those that were edited', () => {
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
      omitted: new Map(),
      totals: [],
      assumptions: [],
      pairs: { count: 0, first: [] },
    })
    const store = RowStore.of(reading('BGN'), 6, 1)
    store.edit(2, { name: 'A', price: '1.5' })
    store.edit(5, { currency: 'EUR' })
    store.remove(6)
    store.follow(reading('BGN'), reading('EUR'))
    expect(store.rows.map(({ name, price, currency }) => `${name} ${price} ${currency}`)).toEqual([
      'A 1.5 EUR',
      'b 2 EUR',
      'c 3 EUR',
    ])
  })

  it('BULK-11 BULK-12 · counts are those of the rows after any edits, and pages are cut from them', () => {
    fc.assert(
      fc.property(fc.array(row, { maxLength: 12 }), fc.array(step, { maxLength: 40 }), (rows, steps) => {
        // A plain list of rows by id tells what must be there.
        const expected = new Map(rows.map((row, i) => [i * 2 + 2, { ...row }]))
        const store = new RowStore(
          rows.map((row) => ({ ...row })),
          [...expected.keys()],
          new Map(),
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
        const shown = new RowView(store)
          .page(0, 100)
          .map(({ id, name, price, currency }) => [id, { name, price, currency }])
        expect(shown).toEqual([...expected])
        const statuses = [...expected.values()].map((row) => judgeRow(row).status)
        const count = (status: string) => statuses.filter((other) => other === status).length
        expect(store.counts).toEqual({
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
