import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RowSpans } from './sparse-table.ts'

const COLUMNS = 12

/** A cell somewhere from a column on, with as many rows and columns as it reaches over. */
const cell = fc.record({
  skip: fc.nat(3),
  rowSpan: fc.integer({ min: 1, max: 6 }),
  span: fc.integer({ min: 1, max: 4 }),
})

test('BULK-16 · the first column that no earlier cell occupies is found, in any order of lookups', () => {
  fc.assert(
    fc.property(fc.array(fc.array(cell, { maxLength: 5 }), { maxLength: 12 }), (rows) => {
      const held = new RowSpans(COLUMNS)
      const taken = new Set<string>()
      rows.forEach((cells, row) => {
        let column = 0
        for (const { skip, rowSpan, span } of cells) {
          let free = Math.min(column + skip, COLUMNS)
          const from = free
          while (taken.has(`${row} ${free}`)) free++
          expect(held.firstFree(from, row)).toBe(free)
          column = Math.min(free + span, COLUMNS)
          if (rowSpan === 1) continue
          for (let c = free; c < column; c++) {
            held.occupy(c, row + rowSpan)
            for (let r = row; r < row + rowSpan; r++) taken.add(`${r} ${c}`)
          }
        }
      })
    }),
  )
})
