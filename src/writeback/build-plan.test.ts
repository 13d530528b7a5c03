import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toDecimalText } from '#money/amount.ts'
import { convertRow } from '#pricelist/row.ts'
import { detectColumns } from '#pricelist/columns/detect-columns.ts'
import { openFile } from '#formats/open-file.ts'
import { readRows } from '#pricelist/rows/read-rows.ts'
import { PLACEMENTS, type WriteBackPlan } from './plan.ts'
import { planForReading, planForEditedRows } from './build-plan.ts'

const price = fc.oneof(
  fc.integer({ min: 1, max: 99_999 }).map((hundredths) => (hundredths / 100).toFixed(2).replace('.', ',')),
  fc.constantFrom('', '0', '-5', 'по заявка', '12,345', '9999999999', '10 €', '10 лв.'),
)

const line = fc
  .tuple(fc.constantFrom('Хляб', 'Мляко', ''), price, price, fc.constantFrom('BGN', 'EUR', 'USD', ''))
  .map((cells) => cells.join(';'))

/** Lists of cells as they would be compared: the order of their rows with what each says. */
const plain = (order: WriteBackPlan) => ({
  ...order,
  columns: order.columns.map(({ column, cells }) => ({
    column,
    cells: Array.from(cells, ([row, { from, national: bgn, euro: eur }]) => [row, from, bgn, eur]),
  })),
})

test('CONV-08 · the order of a file of which nothing was changed is that of its rows as they were read', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { minLength: 1, maxLength: 12 }),
      fc.constantFrom(...PLACEMENTS),
      fc.boolean(),
      async (lines, placement, areBothConverted) => {
        const text = `Име;Цена;Промо цена;Валута\n${lines.join('\n')}\n`
        const opened = await openFile(new TextEncoder().encode(text), { fileName: 'x.csv' })
        if (!opened.ok) throw new Error(opened.error.code)
        const { table } = opened.file
        const detected = detectColumns(table).columns
        const columns = { ...detected, price: 1, morePrices: areBothConverted ? [2] : [] }
        const reading = readRows(table, { columns, defaultCurrency: 'BGN' })
        const source = { columns, reading, table }
        const rows = reading.rows.map((row, i) => {
          const { money } = reading.problems.has(i) ? { money: null } : convertRow(row)
          const amounts = {
            national: money && toDecimalText(money.national),
            euro: money && toDecimalText(money.euro),
          }
          return { line: reading.lines[i]!, nth: reading.nth[i]!, ...row, ...amounts }
        })
        expect(plain(planForReading(source, placement))).toEqual(
          plain(planForEditedRows(source, rows, placement)),
        )
      },
    ),
    { numRuns: 500 },
  )
})
