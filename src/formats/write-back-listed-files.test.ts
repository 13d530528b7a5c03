import { validateRow } from '#pricelist/row.ts'
import { LISTED, areCataloguesThere, readListed } from '#test/listed-catalogues.ts'
import { bytesOf, converted, orderOf } from '#test/priced-order.ts'
import { describe, expect, test } from 'vitest'
import type { OpenedFile } from './format.ts'
import { cellAt, cellText, columnCount } from '#table/table.ts'
import { detectColumns } from '#pricelist/columns/detect-columns.ts'
import { openFile } from './open-file.ts'
import { readRows } from '#pricelist/rows/read-rows.ts'
import { patchCsv } from './csv/patch.ts'
import { patchJson } from './json/patch.ts'
import type { Placement, PricedColumn } from '#writeback/plan.ts'

/** From and to where each field stands in the bytes. */
type Field = readonly [number, number]

/** Fields by the bare rules of RFC 4180, with spaces before a quote: apart from the product's own reader. */
function fieldsOf(bytes: Uint8Array, { encoding, hasBom, delimiter }: OpenedFile): Field[][] {
  const unit = encoding === 'utf-16le' ? 2 : 1
  const sign = (at: number) => (unit === 2 ? bytes[at]! + bytes[at + 1]! * 256 : bytes[at]!)
  const rows: Field[][] = []
  let row: Field[] = []
  let [start, isOpen, isBlank] = [hasBom ? (unit === 2 ? 2 : 3) : 0, false, true]
  for (let at = start; at < bytes.length; at += unit) {
    const code = String.fromCharCode(sign(at))
    if (code === '"' && (isOpen || isBlank)) {
      isOpen = !isOpen
      isBlank = false
    } else if (code === '"') isOpen = true
    else if (!isOpen && (code === delimiter || code === '\n' || code === '\r')) {
      row.push([start, at])
      isBlank = true
      if (code === '\r' && sign(at + unit) === 0x0a) at += unit
      start = at + unit
      if (code !== delimiter) {
        rows.push(row)
        row = []
      }
    } else if (code !== ' ') isBlank = false
  }
  if (start < bytes.length || row.length > 0) rows.push([...row, [start, bytes.length]])
  return rows
}

/**
 * The bytes without one field of each row that has it, and the delimiter before it; and without the blank ones that filled
 * a shorter row up to it.
 */
function without(
  bytes: Uint8Array,
  file: OpenedFile,
  column: number,
  original: readonly Field[][],
): Uint8Array {
  const kept: number[] = []
  let from = 0
  for (const [r, row] of fieldsOf(bytes, file).entries()) {
    if (column >= row.length) continue
    const last = Math.min(column, original[r]!.length) - 1
    for (const byte of bytes.subarray(from, row[last]![1])) kept.push(byte)
    from = row[column]![1]
  }
  for (const byte of bytes.subarray(from)) kept.push(byte)
  return Uint8Array.from(kept)
}

async function opened(bytes: Uint8Array<ArrayBuffer>, fileName: string): Promise<OpenedFile> {
  const result = await openFile(bytes, { fileName })
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.file
}

async function priced(name: string) {
  const bytes = readListed(name)
  const file = await opened(bytes, name)
  const { columns } = detectColumns(file.table)
  const { rows, lines } = readRows(file.table, { columns, defaultCurrency: 'BGN' })
  const cells = new Map(
    rows.flatMap((row, i) =>
      validateRow(row).status === 'valid'
        ? [[lines[i]! - 1, converted(row.price, row.currency)] as const]
        : [],
    ),
  )
  const column: PricedColumn = { column: columns.price!, cells }
  return { bytes, file, columns, column }
}

const CSV = LISTED.filter(({ format, expect: { valid } }) => format === 'csv' && (valid ?? 0) > 0)

describe.runIf(areCataloguesThere)('CONV-08 · real price lists are unchanged but for new prices', () => {
  const PLACES: readonly Placement[] = ['after', 'end']
  const cases = CSV.flatMap(({ file }) => PLACES.map((placement) => [file, placement] as const))

  test.each(cases)('%s, %s', async (name, placement) => {
    const { bytes, file, columns, column } = await priced(name)
    const { encoding, hasBom, delimiter } = file
    const style = { encoding: encoding!, hasBom: hasBom!, delimiter: delimiter! }
    const order = orderOf({ placement, headerRow: columns.headerRow, columns: [column] })
    const result = bytesOf(patchCsv(bytes, style, order))
    const width = columnCount(file.table)
    const place = placement === 'after' ? column.column + 1 : width
    expect(Buffer.from(without(result, file, place, fieldsOf(bytes, file))).equals(bytes)).toBe(true)

    const again = await opened(result, name)
    expect(again).toMatchObject({ encoding, hasBom, delimiter })
    expect(again.table.length).toBe(file.table.length)
    const text = (table: OpenedFile['table'], r: number, c: number) => cellText(cellAt(table, r, c))
    for (let r = columns.headerRow! + 1; r < file.table.length; r++) {
      expect(text(again.table, r, column.column)).toBe(text(file.table, r, column.column))
      expect(text(again.table, r, place).replace(',', '.')).toBe(column.cells.get(r)?.euro ?? '')
    }
  })

  test.each(CSV.map(({ file }) => file))('%s, replaced', async (name) => {
    const { bytes, file, columns, column } = await priced(name)
    const { encoding, hasBom, delimiter } = file
    const style = { encoding: encoding!, hasBom: hasBom!, delimiter: delimiter! }
    const order = orderOf({
      placement: 'replace',
      headerRow: columns.headerRow,
      currencyColumn: columns.currency,
      columns: [column],
    })
    const again = await opened(bytesOf(patchCsv(bytes, style, order)), name)
    const changed = file.table.map((row, r) =>
      row.map((cell, c) =>
        c === column.column && column.cells.has(r) ? column.cells.get(r)!.euro : cellText(cell),
      ),
    )
    const read = again.table.map((row, r) =>
      row.map((cell, c) =>
        c === column.column && column.cells.has(r) ? cellText(cell).replace(',', '.') : cellText(cell),
      ),
    )
    expect(read).toEqual(changed)
  })

  test.each(PLACES)('grizli.json, %s', async (placement) => {
    const { bytes, columns, column } = await priced('grizli.json')
    const order = orderOf({ placement, headerRow: 0, currencyColumn: columns.currency, columns: [column] })
    const result = Buffer.from(bytesOf(patchJson(bytes, order)))
    type Item = Record<string, unknown>
    const before = JSON.parse(new TextDecoder().decode(bytes)) as Item[]
    const after = JSON.parse(result.toString()) as Item[]
    expect(after).toEqual(
      before.map((item, i) => ({ ...item, price_bgn: column.cells.get(i + 1)!.national })),
    )
    expect(Object.keys(after[0]!)).toEqual(
      placement === 'after'
        ? ['name', 'price', 'price_bgn', 'currency']
        : ['name', 'price', 'currency', 'price_bgn'],
    )
    expect(result.toString().replaceAll(/,\n"price_bgn": "[\d.]+"/g, '')).toBe(
      new TextDecoder().decode(bytes),
    )
  })
})
