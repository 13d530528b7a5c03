import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CURRENCY_CODES } from '#money/currency.ts'
import { MAX_AMOUNT, toDecimalText } from '#money/amount.ts'
import { convertPrice } from '#pricelist/row.ts'
import { type CellsByRow, type ConvertedCell, PackedCells, SparseCells } from './converted-cells.ts'

const LENGTH = 20

const priced = fc.array(
  fc.record({
    row: fc.nat(LENGTH - 1),
    from: fc.constantFrom(...CURRENCY_CODES),
    price: fc.integer({ min: 1, max: MAX_AMOUNT }).map(toDecimalText),
  }),
)

const plain = (cell: ConvertedCell | undefined) =>
  cell && { from: cell.from, national: cell.national, euro: cell.euro }

const contentOf = (cells: CellsByRow) => ({
  size: cells.size,
  entries: Array.from(cells, ([row, cell]) => [row, plain(cell)]),
  keys: [...cells.keys()],
  values: Array.from(cells.values(), plain),
  rows: Array.from({ length: LENGTH + 2 }, (_, row) => [cells.has(row), plain(cells.get(row))]),
})

test('CONV-08 · lists of cells hold what a Map of them would, in the order of their rows', () => {
  fc.assert(
    fc.property(priced, (prices) => {
      const map = new Map<number, ConvertedCell>()
      const [list, money] = [new SparseCells(), new PackedCells(LENGTH)]
      for (const { row, from, price } of prices) {
        const amounts = convertPrice(price, from)!
        const cell = { from, national: toDecimalText(amounts.national), euro: toDecimalText(amounts.euro) }
        map.set(row, cell)
        list.set(row, cell)
        money.set(row, from, amounts)
      }
      const wanted = contentOf(new Map([...map].toSorted(([one], [other]) => one - other)))
      expect(contentOf(list)).toEqual(wanted)
      expect(contentOf(money)).toEqual(wanted)
    }),
  )
})

test('CONV-08 · amounts beyond 32 bits, marks and replaced cells are kept', () => {
  const cells = new PackedCells(3)
  const large = { national: 2 ** 32, euro: 5 } as Parameters<typeof cells.set>[2]
  const small = { national: 2 ** 32 - 1, euro: 2 ** 32 } as typeof large
  cells.set(1, 'BGN', large, true)
  expect(cells.get(1)).toMatchObject({ from: 'BGN', national: '42949672.96', euro: '0.05', isMarked: true })
  cells.set(1, 'EUR', small)
  expect(cells.get(1)).toMatchObject({
    from: 'EUR',
    national: '42949672.95',
    euro: '42949672.96',
    isMarked: false,
  })
  cells.set(1, 'EUR', { ...small, euro: 7 as typeof small.euro })
  expect(cells.get(1)).toMatchObject({ national: '42949672.95', euro: '0.07' })
  cells.set(0, 'EUR', { ...small, euro: 7 as typeof small.euro }, true)
  expect(cells.get(0)).toMatchObject({ from: 'EUR', isMarked: true })
  expect([cells.size, cells.has(2), cells.has(3)]).toEqual([2, false, false])
  expect(() => cells.set(3, 'BGN', large)).toThrow(RangeError)
})
