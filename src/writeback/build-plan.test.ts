import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { Currency } from '#money/currency.ts'
import { toDecimalText } from '#money/amount.ts'
import { convertRow } from '#pricelist/row.ts'
import { detectColumns } from '#pricelist/columns/detect-columns.ts'
import { openFile } from '#formats/open-file.ts'
import { writeBack } from '#formats/write-back.ts'
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

describe('a price that the user changed', () => {
  /** The list with its prices edited, as CSV. */
  async function edited(
    text: string,
    edits: Readonly<Record<number, { price: string; currency?: Currency }>>,
    added?: { price: string; currency: Currency },
    encoding?: string,
  ): Promise<string> {
    const bytes = encoding === undefined ? new TextEncoder().encode(text) : cyrillicBytes(text)
    const opened = await openFile(bytes, { fileName: 'x.csv' })
    if (!opened.ok) throw new Error(opened.error.code)
    const { table } = opened.file
    const { columns } = detectColumns(table)
    const reading = readRows(table, { columns, defaultCurrency: 'BGN' })
    const read = reading.rows.map((row, i) => ({ line: reading.lines[i]!, ...row, ...edits[i] }))
    const all = added ? [...read, { line: table.length + 1, name: 'Ново', ...added }] : read
    const rows = all.map((row) => ({ nth: 0, national: null, euro: null, ...row }))
    // Nothing is converted: no new column, and no replaced price.
    const plan = planForEditedRows({ columns, reading, table }, rows, 'replace')
    const { parts } = await writeBack(bytes, opened.file, plan)
    const written = new Uint8Array(await new Blob([...parts]).arrayBuffer())
    return new TextDecoder(encoding).decode(written)
  }

  const PLAIN = 'Име;Цена\nХляб;1,50\nСирене;12,00\nМляко;2,90\n'

  it('CONV-08 · is written with the decimal mark and the decimals of its column', async () => {
    expect(await edited(PLAIN, { 0: { price: '100' }, 1: { price: '28.5' } })).toBe(
      'Име;Цена\nХляб;100,00\nСирене;28,50\nМляко;2,90\n',
    )
    expect(await edited('Име;Цена\nХляб;150\nСирене;12\n', { 0: { price: '100' } })).toBe(
      'Име;Цена\nХляб;100\nСирене;12\n',
    )
  })

  it('CONV-08 · keeps the words of its cell, and names a currency of its own as they would', async () => {
    const words = 'Име;Цена\nХляб;1,50 лв./бр\nСирене;12,00 лв.\nМляко;2,90 лв.\n'
    expect(await edited(words, { 0: { price: '100' }, 1: { price: '28.82', currency: 'EUR' } })).toBe(
      'Име;Цена\nХляб;100,00 лв./бр\nСирене;28,82 евро\nМляко;2,90 лв.\n',
    )
    expect(
      await edited(PLAIN, { 0: { price: '28.82', currency: 'EUR' } }, { price: '3', currency: 'EUR' }),
    ).toBe('Име;Цена\nХляб;28,82 €\nСирене;12,00\nМляко;2,90\nНово;3,00 €\n')
  })

  it('CONV-08 · has the code of its currency where the encoding of the file has no sign for it', async () => {
    const text = await edited(PLAIN, { 0: { price: '28.82', currency: 'EUR' } }, undefined, 'iso-8859-5')
    expect(text).toBe('Име;Цена\nХляб;28,82 EUR\nСирене;12,00\nМляко;2,90\n')
  })

  it('CONV-08 · stays text where it is no price', async () => {
    expect(await edited(PLAIN, { 0: { price: 'по заявка' } })).toBe(
      'Име;Цена\nХляб;по заявка\nСирене;12,00\nМляко;2,90\n',
    )
  })
})

/** In ISO 8859-5, which has no euro sign. */
const cyrillicBytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(text, (letter) => {
    const code = letter.charCodeAt(0)
    return code < 0x80 ? code : code - 0x0410 + 0xb0
  })
