import * as xlsx from '@e965/xlsx'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { flatXml, odsBook, sheet } from '#test/fixtures/catalogues/ods-book.ts'
import type { ConvertedCell } from '#writeback/converted-cells.ts'
import { PLACEMENTS, type WriteBackPlan } from '#writeback/plan.ts'
import { writeBack } from '../../write-back.ts'

/** A cell of a sheet: an amount in cents, a text, or nothing; and how it is written. */
type Drawn = number | string | null

const escaped = (text: string) => text.replace(/[&<>]/g, (one) => `&#${one.charCodeAt(0)};`)

const value = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 99_999 }) },
  // Words without white space: what SheetJS makes of that is not what the standard says.
  {
    weight: 2,
    arbitrary: fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 6 })
      .filter((text) => /^[^\s\p{C}]+$/u.test(text)),
  },
  { weight: 2, arbitrary: fc.constant(null) },
)

const drawn = fc.record({
  rows: fc.array(fc.array(value, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 8 }),
  column: fc.nat(5),
  placement: fc.constantFrom(...PLACEMENTS),
  amounts: fc.array(fc.integer({ min: 1, max: 999_999 }), { minLength: 8, maxLength: 8 }),
  /** Rows and cells that are the same as the next one are written as one, or not; the sheet is filled up to its edge, or not. */
  isRepeated: fc.boolean(),
  isFull: fc.boolean(),
  isFlat: fc.boolean(),
  isAdded: fc.boolean(),
})

const WIDTH = 16_384

function cellXml(cell: Drawn, repeat: number): string {
  const times = repeat === 1 ? '' : ` table:number-columns-repeated="${repeat}"`
  if (cell === null) return `<table:table-cell${times}/>`
  if (typeof cell === 'string')
    return `<table:table-cell${times} office:value-type="string"><text:p>${escaped(cell)}</text:p></table:table-cell>`
  const amount = (cell / 100).toFixed(2)
  return `<table:table-cell table:style-name="ce1"${times} office:value-type="currency" office:currency="BGN" office:value="${amount}"><text:p>${amount} лв.</text:p></table:table-cell>`
}

/** Equal neighbours as one with a count, where that is wanted. */
function runsOf<T>(items: readonly T[], isRepeated: boolean): { item: T; count: number }[] {
  const runs: { item: T; count: number }[] = []
  for (const item of items) {
    const last = runs.at(-1)
    if (isRepeated && last !== undefined && JSON.stringify(last.item) === JSON.stringify(item)) last.count++
    else runs.push({ item, count: 1 })
  }
  return runs
}

function sheetXml(rows: readonly Drawn[][], isRepeated: boolean, isFull: boolean): string {
  const written = runsOf(rows, isRepeated).map(({ item, count }) => {
    const cells = runsOf(item, isRepeated).map((run) => cellXml(run.item, run.count))
    if (isFull) cells.push(cellXml(null, WIDTH - item.length))
    return `<table:table-row${count === 1 ? '' : ` table:number-rows-repeated="${count}"`}>${cells.join('')}</table:table-row>`
  })
  const rest = `<table:table-row table:number-rows-repeated="${1_048_576 - rows.length}">${cellXml(null, WIDTH)}</table:table-row>`
  return written.join('') + (isFull ? rest : '')
}

/** The sheet as SheetJS reads it, which shares no code with the product: numbers in cents, texts, and null. */
function readIndependently(bytes: Uint8Array): Drawn[][] {
  const book = xlsx.read(bytes, { type: 'array', dense: true, sheetRows: 40 })
  const data = (
    book.Sheets['Цени'] as unknown as { '!data': ((xlsx.CellObject | undefined)[] | undefined)[] }
  )['!data']
  const rows = Array.from(data, (row) =>
    Array.from(row ?? [], (cell): Drawn => {
      if (cell?.v === undefined || cell.t === 'z') return null
      return cell.t === 'n' ? Math.round(Number(cell.v) * 100) : String(cell.v)
    }),
  )
  return whole(rows)
}

/** Rows without blank cells and rows at their end. */
function whole(rows: readonly (readonly Drawn[])[]): Drawn[][] {
  const cut = rows.map((row) => row.slice(0, row.findLastIndex((cell) => cell !== null) + 1))
  return cut.slice(0, cut.findLastIndex((row) => row.length > 0) + 1)
}

test('FILE-04 CONV-08 · another reader finds every old cell in its place, and the new ones', async () => {
  await fc.assert(
    fc.asyncProperty(
      drawn,
      async ({ rows, column, placement, amounts, isRepeated, isFull, isFlat, isAdded }) => {
        const prices = new Map<number, ConvertedCell>()
        for (const [r, row] of rows.entries())
          if (typeof row[column] === 'number')
            prices.set(r, { from: 'BGN', national: '1.00', euro: (amounts[r]! / 100).toFixed(2) })
        fc.pre(prices.size > 0)
        const content = { body: sheet(sheetXml(rows, isRepeated, isFull)) }
        const format = isFlat ? 'fods' : 'ods'
        const bytes = isFlat ? new TextEncoder().encode(flatXml(content)) : odsBook(content)
        const before = readIndependently(bytes)
        expect(before).toEqual(whole(rows))
        const order: WriteBackPlan = {
          placement,
          headerRow: null,
          currencyColumn: null,
          columns: [{ column, cells: prices }],
          changed: [],
          added: isAdded
            ? [
                {
                  cells: new Map([[0, 'Нов']]),
                  prices: new Map([[column, { from: 'BGN', national: '2', euro: '1.02' }]]),
                },
              ]
            : [],
        }
        const { parts, warnings } = await writeBack(
          bytes,
          { format, sheet: 'Цени', table: [], warnings: [] },
          order,
        )
        expect(warnings).toEqual([])
        const width = Math.max(...before.map((row) => row.length))
        const place = placement === 'replace' ? column : placement === 'end' ? width : column + 1
        // A free neighbour is taken as it is; one that is not moves to the right.
        const moved =
          placement === 'after' && before.some((row) => (row[column + 1] ?? null) !== null) ? 1 : 0
        const expected: Drawn[][] = before.map((row, r) =>
          Array.from({ length: width + 1 }, (_, c): Drawn => {
            if (c === place && prices.has(r)) return amounts[r]!
            if (moved === 1 && c === place) return null
            return row[moved === 1 && c > column ? c - 1 : c] ?? null
          }),
        )
        if (isAdded)
          expected.push(
            Array.from({ length: width + 2 }, (_, c) => (c === place ? 102 : c === 0 ? 'Нов' : null)),
          )
        expect(readIndependently(Buffer.concat(parts))).toEqual(whole(expected))
      },
    ),
    { numRuns: 150 },
  )
})
