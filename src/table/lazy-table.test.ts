import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  FirstColumns,
  LazyTable,
  type Table,
  type TableRow,
  cellAt,
  cellText,
  columnCount,
  isBlankAt,
  isBlankCell,
  isBlankRow,
  joinedFieldsOf,
  lengthOfRow,
  rowAt,
} from './table.ts'
import { CsvOffsets, CsvTable } from '#formats/csv/table.ts'
import { readHtmlTable } from '#formats/html/read.ts'
import { readJsonPriceList } from '#formats/json/read.ts'
import { readXls } from '#formats/xls/read.ts'
import { readXlsb } from '#formats/xlsb/read.ts'
import { readZip } from '#formats/zip/read.ts'
import { at, biffBook, unicode } from '#test/fixtures/catalogues/biff-book.ts'
import { binaryBook, placed, rowRecord, wide, worksheetPart } from '#test/fixtures/catalogues/binary-book.ts'

/** Whatever is asked of a table by itself is what its rows say, within the table and outside. */
function isConsistent(table: Table, rows: readonly TableRow[], first = -1): void {
  expect(table.length).toBe(rows.length)
  expect([...table]).toEqual(rows)
  for (let r = first; r <= rows.length; r++) {
    const row = rows[r] ?? []
    expect(table.at(r)).toEqual(rows[r])
    expect(lengthOfRow(table, r)).toBe(row.length)
    expect(isBlankAt(table, r)).toBe(isBlankRow(row))
    expect(rowAt(table, r)).toEqual(rows[r])
    for (let c = 0; c <= row.length; c++) {
      expect(cellAt(table, r, c)).toEqual(row[c])
      if (table instanceof LazyTable && c < row.length)
        expect(table.isEmpty(r, c)).toBe(cellText(row[c]) === '')
    }
  }
  expect(columnCount(table)).toBe(Math.max(0, ...rows.map((row) => row.length)))
  expect(table.slice()).toEqual(rows)
  for (const [from, end] of [
    [1, 2],
    [0, rows.length + 1],
    [2, 1],
    [rows.length, rows.length + 2],
  ] as const)
    expect(table.slice(from, end)).toEqual(rows.slice(from, end))
  expect(table.map((row, r) => [r, row.length])).toEqual(rows.map((row, r) => [r, row.length]))
  for (let r = 0; r <= rows.length; r++) expect(table.some((_, at) => at === r)).toBe(r < rows.length)
  if (table instanceof LazyTable) expect(table.slice(-1, 1)).toEqual(rows.slice(0, 1))
}

test('BULK-04 · the cells of rows in memory are those of its rows, and what is blank is so', () => {
  const number = { kind: 'number', text: '5' } as const
  const rows = [['а', undefined, ' '], [], ['', number], [undefined]]
  // The index of an array can be negative, that of a table cannot.
  isConsistent(rows, rows.slice(), 0)
  expect([rowAt(rows, -1), cellAt(rows, -1, 0), lengthOfRow(rows, -1)]).toEqual([undefined, undefined, 0])
  expect([number, 'а', '', undefined].map(cellText)).toEqual(['5', 'а', '', ''])
  expect([number, 'а', ' ', '', undefined].map(isBlankCell)).toEqual([false, false, true, true, true])
  expect([isBlankRow([]), isBlankRow(['', ' ']), isBlankRow(['', 'а'])]).toEqual([true, true, false])
  expect(joinedFieldsOf([['а']])).toBeUndefined()
})

test('BULK-04 · the first columns and rows of a table are a table', () => {
  const rows = [['а', 'б', 'в'], ['', '', 'г'], ['д']]
  const first = new FirstColumns(rows, 2)
  isConsistent(first, [['а', 'б'], ['', ''], ['д']], 0)
  isConsistent(
    first.first(2),
    [
      ['а', 'б'],
      ['', ''],
    ],
    0,
  )
  isConsistent(first.first(9), [['а', 'б'], ['', ''], ['д']], 0)
  isConsistent(new FirstColumns(rows, 5, 1), [['а', 'б', 'в']], 0)
  expect(first.isDelimited).toBe(false)
  expect([first.joinedFields, first.testCell(0, 0, () => true)]).toEqual([undefined, undefined])
})

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

/** The texts with their places, and the rows of a sheet that has them. */
const PLACED = [
  [0, 1, 'а'],
  [0, 3, ' '],
  [2, 0, ' '],
  [3, 0, 'б'],
  [3, 2, 'в'],
] as const
const SHEET_ROWS = [[undefined, 'а', undefined, ' '], [], [' '], ['б', undefined, 'в']]

test.each([
  [
    'an XLS',
    async () =>
      readXls(
        biffBook([{ name: 'A', records: PLACED.map(([r, c, text]) => [0x204, at(r, c) + unicode(text)]) }]),
        9,
        undefined,
      ),
  ],
  [
    'an XLSB',
    async () => {
      const rows = [0, 2, 3].flatMap((row) => [
        rowRecord(row),
        ...PLACED.filter(([r]) => r === row).map(([, c, text]) => [0x06, placed(c) + wide(text)] as const),
      ])
      const unpacked = await readZip(binaryBook(worksheetPart(rows)))
      return unpacked.ok ? readXlsb(unpacked.entries, 9, undefined) : undefined
    },
  ],
])('BULK-16 · the cells of %s are those of its rows', async (_, read) => {
  const table = (await read())?.table
  if (!(table instanceof LazyTable)) throw new Error('Not read.')
  isConsistent(table, SHEET_ROWS)
  isConsistent(table.first(2), SHEET_ROWS.slice(0, 2))
  isConsistent(table.first(9), SHEET_ROWS)
})

test('BULK-16 · a cell of a hundred thousand quotes is unquoted like any other', () => {
  // Beyond the length of text that is unquoted piece by piece, with pairs at every place of a piece.
  const value = `a${'"'.repeat(50_001)}б${'x"'.repeat(30_000)}"`
  const text = `"${value.replaceAll('"', '""')}";1\n`
  expect(new CsvTable(new CsvOffsets(text, ';', 0)).at(0)).toEqual([value, '1'])
})
