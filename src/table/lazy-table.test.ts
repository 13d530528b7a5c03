import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  FirstColumns,
  LazyTable,
  type Table,
  type TableRow,
  cellAt,
  isBlankAt,
  isBlankRow,
  lengthOfRow,
} from './table.ts'
import { CsvOffsets, CsvTable } from '#formats/csv/table.ts'
import { readHtmlTable } from '#formats/html/read.ts'
import { readJsonPriceList } from '#formats/json/read.ts'

/** Whatever is asked of a table by itself is what its rows say, within the table and outside. */
function isConsistent(table: Table, rows: readonly TableRow[]): void {
  expect(table.length).toBe(rows.length)
  expect([...table]).toEqual(rows)
  for (let r = -1; r <= rows.length; r++) {
    const row = rows[r] ?? []
    expect(table.at(r)).toEqual(rows[r])
    expect(lengthOfRow(table, r)).toBe(row.length)
    expect(isBlankAt(table, r)).toBe(isBlankRow(row))
    for (let c = 0; c <= row.length; c++) expect(cellAt(table, r, c)).toEqual(row[c])
  }
}

const texts = fc.array(fc.array(fc.constantFrom('', ' ', 'a', '12,50', 'а "б"'), { maxLength: 5 }), {
  maxLength: 8,
})

test('BULK-16 · the cells of delimited text are those of its rows', () => {
  fc.assert(
    fc.property(texts, (rows) => {
      const quoted = rows.map((row) => row.map((text) => `"${text.replaceAll('"', '""')}"`).join(';'))
      isConsistent(new CsvTable(new CsvOffsets(`${quoted.join('\n')}\n`, ';', 0)), rows.length ? rows : [[]])
    }),
  )
})

test('BULK-16 · the cells of a web page are those of its rows', () => {
  fc.assert(
    fc.property(texts, (rows) => {
      const cells = rows.map((row) => row.map((text) => text.trim()))
      const html = cells.map((row) => `<tr>${row.map((text) => `<td>${text}</td>`).join('')}</tr>`).join('')
      isConsistent(readHtmlTable(`<table>${html}</table>`, 100).rows, cells)
    }),
  )
})

test('BULK-09 · the cells of a JSON catalogue are those of its rows, with other keys and without', () => {
  const items = [
    { name: 'Хляб', price: 1.5, currency: 'BGN', code: 7 },
    { price: '2,30', currency: 'EUR', note: 'нов' },
  ]
  const read = readJsonPriceList(JSON.stringify(items), 100, true)
  if (!read.ok) throw new Error('Not read.')
  const price = { kind: 'number', text: '1.5' } as const
  const main = [
    ['name', 'price', 'currency'],
    ['Хляб', price, 'BGN'],
    ['', '2,30', 'EUR'],
  ]
  isConsistent(read.table, [
    [...main[0]!, 'code', 'note'],
    [...main[1]!, { kind: 'number', text: '7' }, ''],
    [...main[2]!, '', 'нов'],
  ])
  isConsistent(new FirstColumns(read.table, 3), main)
  expect(read.table instanceof LazyTable && read.table.first(2).slice()).toHaveLength(2)
})

test('BULK-16 · a cell of a hundred thousand quotes is unquoted like any other', () => {
  // Beyond the length of text that is unquoted piece by piece, with pairs at every place of a piece.
  const value = `a${'"'.repeat(50_001)}б${'x"'.repeat(30_000)}"`
  const text = `"${value.replaceAll('"', '""')}";1\n`
  expect(new CsvTable(new CsvOffsets(text, ';', 0)).at(0)).toEqual([value, '1'])
})
