import fc from 'fast-check'
import { expect, test } from 'vitest'
import { handWrittenBook, sheetXml } from '#test/fixtures/catalogues/hand-written-book.ts'
import { formatted, workbook } from '#test/fixtures/catalogues/workbooks.ts'
import type { TableRow } from '#table/table.ts'
import { openFile } from './open-file.ts'
import type { ConvertedCell } from '#writeback/converted-cells.ts'
import { PLACEMENTS } from '#writeback/plan.ts'
import { writeBack } from './write-back.ts'

const FORMATS = ['General', '0.00', '#,##0.00" лв."', '#,##0.00\\ [$лв.-402]', '@', '#,##0']

const amount = fc.integer({ min: 1, max: 999_999_999 }).map((cents) => (cents / 100).toFixed(2))

const value = fc.oneof(
  { weight: 3, arbitrary: fc.record({ number: fc.nat(99_999), format: fc.constantFrom(...FORMATS) }) },
  {
    weight: 2,
    arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }).filter((s) => /\S/.test(s)),
  },
  { weight: 2, arbitrary: fc.constant(null) },
)

const drawn = fc.record({
  rows: fc.array(fc.array(value, { minLength: 1, maxLength: 7 }), { minLength: 1, maxLength: 12 }),
  column: fc.nat(7),
  placement: fc.constantFrom(...PLACEMENTS),
  amounts: fc.array(amount, { minLength: 12, maxLength: 12 }),
  isAdded: fc.boolean(),
})

async function tableOf(bytes: Uint8Array<ArrayBuffer>): Promise<readonly TableRow[]> {
  const opened = await openFile(bytes, { fileName: 'x.xlsx' })
  return opened.ok ? [...opened.file.table] : []
}

const wholeRows = (table: readonly TableRow[]): readonly TableRow[] =>
  table.map((row) => row.slice(0, row.findLastIndex((cell) => cell !== undefined) + 1))

test('CONV-08 · every old cell of any sheet is unchanged, and the new ones are right', async () => {
  await fc.assert(
    fc.asyncProperty(drawn, async ({ rows, column, placement, amounts, isAdded }) => {
      const cells = rows.map((row) =>
        row.map((one) =>
          one === null || typeof one === 'string' ? one : formatted(one.number / 100, one.format),
        ),
      )
      const bytes = workbook({ Цени: cells })
      const before = await tableOf(bytes)
      fc.pre(before.length > 0)
      const prices = new Map<number, ConvertedCell>()
      for (const [r, row] of before.entries())
        if (typeof row[column] === 'object')
          prices.set(r, { from: 'BGN', national: '0.02', euro: amounts[r]! })
      fc.pre(prices.size > 0)
      const added = {
        cells: new Map([[0, 'Нов']]),
        prices: new Map<number, ConvertedCell>([[column, { from: 'BGN', national: '2', euro: '1.02' }]]),
      }
      const written = await writeBack(
        bytes,
        { format: 'xlsx', sheet: 'Цени', table: [], warnings: [] },
        {
          placement,
          headerRow: null,
          currencyColumn: null,
          columns: [{ column, cells: prices }],
          changed: [],
          added: isAdded ? [added] : [],
        },
      )
      const after = await tableOf(new Uint8Array(Buffer.concat(written.parts)))
      const width = Math.max(...before.map(({ length }) => length))
      const place = placement === 'replace' ? column : placement === 'end' ? width : column + 1
      // A free neighbour is taken as it is; one that is not moves to the right.
      const isFree = before.every((row) => row[column + 1] === undefined)
      const moved = placement === 'after' && !isFree ? 1 : 0
      const expected = before.map((row, r) => {
        const all = Array.from({ length: width + 1 }, (_, c) => {
          if (c === place && prices.has(r))
            return { kind: 'number', text: String(Number(amounts[r])), currency: 'EUR' }
          if (moved === 1 && c === place) return undefined
          return row[moved === 1 && c > column ? c - 1 : c]
        })
        return all
      })
      if (isAdded)
        expected.push(
          Array.from({ length: width + 2 }, (_, c) =>
            c === place ? { kind: 'number', text: '1.02', currency: 'EUR' } : c === 0 ? 'Нов' : undefined,
          ),
        )
      expect(written.warnings).toEqual([])
      expect(wholeRows(after)).toEqual(wholeRows(expected as readonly TableRow[]))
    }),
    { numRuns: 200 },
  )
})

test('CONV-08 · the XML style of a sheet does not matter', async () => {
  const gap = fc.constantFrom('', ' ', '\n', '<!-- > -->', '<?x y?>')
  const row = fc.record({
    gaps: fc.array(gap, { minLength: 4, maxLength: 4 }),
    hasRefs: fc.boolean(),
    quote: fc.constantFrom('"', "'"),
    price: fc.integer({ min: 1, max: 9999 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 8 }), async (rows) => {
      const lev = ({ price }: { price: number }): ConvertedCell => ({
        from: 'BGN',
        national: '1',
        euro: `${price}.5`,
      })
      const xml = rows.map(({ gaps: [a, b, c, d], hasRefs, quote, price }, r) => {
        const ref = (letter: string) => (hasRefs ? ` r=${quote}${letter}${r + 1}${quote}` : '')
        return `<row${hasRefs ? ` r=${quote}${r + 1}${quote}` : ''} spans=${quote}1:3${quote}>${a}<c${ref('A')} ><v>${price}</v></c>${b}<c${ref('B')} s="1"/>${c}<c${ref('C')}><v>7</v>${d}</c></row>`
      })
      const order = {
        placement: 'end',
        headerRow: null,
        currencyColumn: null,
        columns: [
          {
            column: 0,
            cells: new Map(rows.map((one, r) => [r, lev(one)])),
          },
        ],
        changed: [],
        added: [],
      } as const
      const bytes = handWrittenBook(sheetXml(xml.join('\n')))
      const { parts } = await writeBack(
        bytes,
        { format: 'xlsx', sheet: 'Цени', table: [], warnings: [] },
        order,
      )
      const after = await tableOf(new Uint8Array(Buffer.concat(parts)))
      const number = (text: string) => ({ kind: 'number', text })
      expect(after).toEqual(
        rows.map(({ price }) => [
          number(String(price)),
          undefined,
          number('7'),
          { ...number(`${price}.5`), currency: 'EUR' },
        ]),
      )
    }),
    { numRuns: 100 },
  )
})
