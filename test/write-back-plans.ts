import { type Table, cellText, columnCount } from '#table/table.ts'
import type { ConvertedCell } from '#writeback/converted-cells.ts'
import type { Placement, WriteBackPlan } from '#writeback/plan.ts'

/** The price of a row in these tests, derived from its index. */
export const madeUpEuros = (row: number): string => `${row + 1}.${String((row * 7) % 100).padStart(2, '0')}`

/** A plan for a table of any kind: the column with the most cells is used as the price column in lev. */
export function madeUpPlan(table: Table, placement: Placement): { order: WriteBackPlan; column: number } {
  const rows = [...table]
  const counts = Array.from(
    { length: columnCount(table) },
    (_, c) => rows.filter((row) => cellText(row[c]) !== '').length,
  )
  const column = counts.lastIndexOf(Math.max(...counts))
  const headerRow = rows.findIndex((row) => cellText(row[column]) !== '')
  const cells = new Map<number, ConvertedCell>()
  for (const [r, row] of rows.entries())
    if (r > headerRow && cellText(row[column]) !== '')
      cells.set(r, { from: 'BGN', national: '1.00', euro: madeUpEuros(r) })
  return {
    column,
    order: {
      placement,
      headerRow,
      currencyColumn: null,
      columns: [{ column, cells }],
      changed: [],
      added: [],
    },
  }
}
