import { formatted, workbook } from '#test/fixtures/catalogues/workbooks.ts'
import { bareWorkbook } from '#test/fixtures/catalogues/bare-workbook.ts'
import { handWrittenBook } from '#test/fixtures/catalogues/hand-written-book.ts'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { BookType, WorkBook } from '@e965/xlsx'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openFile } from '../open-file.ts'
import { readWorkbook } from './library.ts'

const HEADER = ['Наименование', 'Цена', 'Код']
const ROWS = [
  HEADER,
  ['Хляб „Добруджа“', 1.69, '007'],
  ['Сирене', 12.299999999999999, '008'],
  [null, 3, null],
]

async function open(bytes: Uint8Array<ArrayBuffer>, fileName: string, sheet?: string) {
  const result = await openFile(bytes, { fileName, ...(sheet !== undefined && { sheet }) })
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.file
}

test('the installed library is the official SheetJS 0.20.3, file by file', () => {
  const file = readFileSync(fileURLToPath(import.meta.resolve('@e965/xlsx/xlsx.mjs')))
  expect(createHash('sha256').update(file).digest('hex')).toBe(
    '1a0fb062ee9781b13f6687371b202aaefc53b6ce55b530c027e01f9c087b77db',
  )
})

test('BULK-02 · a sheet has data only in the columns and rows that are read', async () => {
  const cell = (row: number, column: number) =>
    `<Worksheet ss:Name="${row} ${column}"><Table><Row ss:Index="${row}"><Cell ss:Index="${column}"><Data ss:Type="Number">2</Data></Cell></Row></Table></Worksheet>`
  const text = `<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">${cell(5, 512)}${cell(5, 513)}${cell(6, 1)}</Workbook>`
  const read = await readWorkbook({ kind: 'xml', text }, 5, undefined)
  expect(read.ok && read.sheets.map(({ hasData }) => hasData)).toEqual([true, false, false])
})

describe('BULK-02 · workbooks of every format', () => {
  test.each([
    ['xlsx', 'xlsx', 'xlsx'],
    ['xlsm', 'xlsm', 'xlsm'],
    ['xlsb', 'xlsb', 'xlsb'],
    ['biff8', 'xls', 'xls'],
    ['xlml', 'xls', 'xls'],
  ] as const)('%s', async (bookType, extension, format) => {
    const file = await open(workbook({ Лист1: ROWS }, bookType), `x.${extension}`)
    expect(file).toMatchObject({ format, sheet: 'Лист1', warnings: [] })
    expect(file.table.slice()).toEqual(
      [
        HEADER,
        ['Хляб „Добруджа“', { kind: 'number', text: '1.69' }, '007'],
        ['Сирене', { kind: 'number', text: '12.3' }, '008'],
        [undefined, { kind: 'number', text: '3' }],
      ].map((row, i) => (i === 3 && file.table.at(3)?.length === 3 ? [...row, undefined] : row)),
    )
  })

  test('a Cyrillic workbook of Excel 5 and of Excel 2', async () => {
    // With code page 1251, as Excel wrote it in Bulgaria.
    for (const bookType of ['biff5', 'biff2'] satisfies BookType[]) {
      const bytes = workbook(
        {
          Sheet1: [
            ['Name', 'Price'],
            ['XXXX', 1.5],
          ],
        },
        bookType,
      )
      const at = Buffer.from(bytes).indexOf('XXXX')
      expect(at).toBeGreaterThan(0)
      bytes.set([0xd5, 0xeb, 0xff, 0xe1], at)
      patchCodePage(bytes)
      expect((await open(bytes, 'x.xls')).table.at(1)?.[0], bookType).toBe('Хляб')
    }
  })

  test('number formats of one .xls never reach the next', async () => {
    const first = workbook({ a: [['Стока', 'Цена'], ['Хляб', formatted(1.69, '0.00" BGN"')]] }, 'biff5') // oxfmt-ignore
    const second = first.slice()
    // Record type FORMAT (MS-XLS 2.4.126) replaced by one without meaning: the cell's format is defined nowhere.
    const definition = Buffer.from(second).indexOf('0.00"') - 7
    expect(second[definition]).toBe(0x1e)
    second.set([0xfe, 0x0f], definition)
    const price = async (bytes: Uint8Array<ArrayBuffer>) => (await open(bytes, 'x.xls')).table.at(1)?.[1]
    expect(await price(first)).toEqual({ kind: 'number', text: '1.69', currency: 'BGN' })
    expect(await price(second)).toEqual({ kind: 'number', text: '1.69' })
  })

  test('a file extension of another format is a warning', async () => {
    const file = await open(workbook({ a: ROWS }), 'x.csv')
    expect(file).toMatchObject({
      format: 'xlsx',
      warnings: [{ code: 'extension-differs', extension: 'csv', format: 'xlsx' }],
    })
  })
})

/** Sets every CODEPAGE record (0042, two bytes) to 1251. */
function patchCodePage(bytes: Uint8Array): void {
  const buffer = Buffer.from(bytes.buffer)
  for (
    let at = buffer.indexOf('42000200', 0, 'hex');
    at !== -1;
    at = buffer.indexOf('42000200', at + 1, 'hex')
  ) {
    buffer.writeUInt16LE(1251, at + 4)
  }
}

describe('BULK-08 · cells of a workbook', () => {
  test.each(['xlsx', 'biff8', 'xlsb'] satisfies BookType[])(
    '%s: number formats give currencies, dates and percentages',
    async (bookType) => {
      const rows = [
        [
          formatted(12.5, '#,##0.00" лв."'),
          formatted(6.39, '[$€-2] #,##0.00'),
          formatted(45000, 'dd.mm.yyyy'),
        ],
        [formatted(0.2, '0%'), formatted(5, '"$"#,##0.00'), true],
        [{ t: 'e' as const, v: 42 }, formatted(1e-7, '0.00'), '12,50 лв.'],
      ]
      const { table } = await open(
        workbook({ a: rows }, bookType),
        bookType === 'biff8' ? 'x.xls' : `x.${bookType}`,
      )
      expect(table.slice()).toEqual([
        [
          { kind: 'number', text: '12.5', currency: 'BGN' },
          { kind: 'number', text: '6.39', currency: 'EUR' },
          { kind: 'other', text: '2023-03-15', what: 'date' },
        ],
        [
          { kind: 'other', text: '20%', what: 'percent' },
          { kind: 'other', text: '5 $', what: 'other-currency' },
          { kind: 'other', text: 'TRUE', what: 'boolean' },
        ],
        [{ kind: 'other', text: '#N/A', what: 'error' }, { kind: 'number', text: '0.0000001' }, '12,50 лв.'],
      ])
    },
  )

  test('dates count from 1904 when the workbook says so', async () => {
    const bytes = workbook({ a: [[formatted(43538, 'dd.mm.yyyy')]] }, 'xlsx', (book) => {
      book.Workbook = { ...book.Workbook, WBProps: { date1904: true } }
    })
    expect((await open(bytes, 'x.xlsx')).table.at(0)).toEqual([
      { kind: 'other', text: '2023-03-15', what: 'date' },
    ])
  })

  test('a wrong dimension of a million rows creates no rows', async () => {
    const bytes = workbook({ a: ROWS }, 'xlsx', (book) => {
      book.Sheets['a']!['!ref'] = 'A1:C1048576'
    })
    expect((await open(bytes, 'x.xlsx')).table).toHaveLength(4)
  })

  test('headers like __proto__ are text', async () => {
    const { table } = await open(
      workbook({
        __proto: [
          ['__proto__', 'constructor'],
          ['a', 1],
        ],
      }),
      'x.xlsx',
    )
    expect(table.at(0)).toEqual(['__proto__', 'constructor'])
  })
})

describe('BULK-02 · workbooks of other programs', () => {
  const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'

  test.each([
    [
      'names with a prefix',
      `<x:worksheet xmlns:x=${MAIN.slice(6)}><x:sheetData><x:row r="1"><x:c r="A1"><x:v>1.5</x:v></x:c></x:row></x:sheetData></x:worksheet>`,
      [[{ kind: 'number', text: '1.5' }]],
    ],
    [
      'cells without references, text in place',
      `<worksheet ${MAIN}><sheetData><row><c t="inlineStr"><is><t>Цена</t></is></c></row><row><c><v>1.5</v></c></row></sheetData></worksheet>`,
      [['Цена'], [{ kind: 'number', text: '1.5' }]],
    ],
    [
      'a formula with and without its value',
      `<worksheet ${MAIN}><sheetData><row r="1"><c r="A1"><f>1+1</f><v>2</v></c><c r="B1"><f>A1</f></c><c r="C1" t="str"><f>X</f><v>12,5</v></c></row></sheetData></worksheet>`,
      [[{ kind: 'number', text: '2' }, undefined, '12,5']],
    ],
    [
      'references far outside, a merge of everything',
      `<worksheet ${MAIN}><sheetData><row r="1"><c r="A999999999"><v>1</v></c><c r="ZZZZZZZ1"><v>1</v></c></row><row r="2"><c r="A2"><v>1.5</v></c></row></sheetData><mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells></worksheet>`,
      [[], [{ kind: 'number', text: '1.5' }]],
    ],
  ])('%s', async (_, sheet, table) => {
    expect((await open(bareWorkbook(sheet), 'x.xlsx')).table.slice()).toEqual(table)
  })

  test('the currency of a number format in a package that only SheetJS reads', async () => {
    const sheet = `<x:worksheet xmlns:x=${MAIN.slice(6)}><x:sheetData><x:row r="1"><x:c r="A1" s="1"><x:v>1.5</x:v></x:c></x:row></x:sheetData></x:worksheet>`
    expect((await open(handWrittenBook(sheet), 'x.xlsx')).table).toEqual([
      [{ kind: 'number', text: '1.5', currency: 'BGN' }],
    ])
  })

  test('XML 2003 after blank lines and a tab is not read as CSV', async () => {
    const xml =
      '\n\n\t<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">' +
      '<Worksheet ss:Name="Цени"><Table><Row><Cell><Data ss:Type="String">12,5</Data></Cell></Row></Table></Worksheet></Workbook>'
    expect((await open(new TextEncoder().encode(xml), 'x.xls')).table).toEqual([['12,5']])
  })

  test('an unreadable sheet is an error, not an empty sheet', async () => {
    const sheet = `<worksheet ${MAIN}><sheetData><row r="1"><c r="A1" t="s"><v>99</v></c></row></sheetData></worksheet>`
    expect(await openFile(bareWorkbook(sheet), { fileName: 'x.xlsx' })).toEqual({
      ok: false,
      error: { code: 'unreadable', reason: 'broken' },
    })
  })
})

describe('BULK-17 · sheets', () => {
  const hide =
    (...hidden: string[]) =>
    (book: WorkBook) => {
      book.Workbook = {
        Sheets: book.SheetNames.map((name) => ({ name, Hidden: hidden.includes(name) ? 1 : 0 })),
      }
    }
  const SHEETS = { Празен: [[]], Скрит: [['x', 1]], Цени: ROWS, Други: [['y', 2]] }

  test.each(['xlsx', 'biff8'] satisfies BookType[])(
    '%s: the first visible sheet with data is read, all are listed',
    async (bookType) => {
      const file = await open(
        workbook(SHEETS, bookType, hide('Скрит')),
        bookType === 'biff8' ? 'x.xls' : 'x.xlsx',
      )
      expect(file.sheet).toBe('Цени')
      expect(file.sheets).toEqual([
        { name: 'Празен', hidden: false, hasData: false },
        { name: 'Скрит', hidden: true, hasData: true },
        { name: 'Цени', hidden: false, hasData: true },
        { name: 'Други', hidden: false, hasData: true },
      ])
    },
  )

  test('another sheet on request; an unknown one is an error', async () => {
    expect((await open(workbook(SHEETS), 'x.xlsx', 'Други')).table.slice()).toEqual([
      ['y', { kind: 'number', text: '2' }],
    ])
    expect(await openFile(workbook(SHEETS), { fileName: 'x.xlsx', sheet: 'Няма' })).toEqual({
      ok: false,
      error: {
        code: 'unknown-sheet',
        kind: 'sheet',
        sheets: [
          { name: 'Празен', hidden: false, hasData: false },
          { name: 'Скрит', hidden: false, hasData: true },
          { name: 'Цени', hidden: false, hasData: true },
          { name: 'Други', hidden: false, hasData: true },
        ],
      },
    })
  })

  test('a hidden sheet is read when no other has data', async () => {
    expect((await open(workbook({ a: [[]], b: [['x', 1]] }, 'xlsx', hide('b')), 'x.xlsx')).sheet).toBe('b')
  })
})

describe('BULK-15 · damaged workbooks', () => {
  test.each(['xlsx', 'xlsb', 'biff8', 'biff5', 'biff2', 'xlml'] satisfies BookType[])(
    '%s with any flipped byte or truncation is read or rejected without throwing',
    async (bookType) => {
      const good = workbook({ a: [...ROWS, ...ROWS, ...ROWS] }, bookType)
      const change = fc.record({
        at: fc.nat(good.length - 1),
        byte: fc.nat(255),
        cut: fc.option(fc.nat(good.length)),
      })
      await fc.assert(
        fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 6 }), async (changes) => {
          let bytes = good.slice()
          for (const { at, byte, cut } of changes) {
            if (at < bytes.length) bytes[at] = byte
            if (cut !== null && changes.length === 1) bytes = bytes.slice(0, cut)
          }
          const result = await openFile(bytes, { fileName: 'x.xls' })
          expect(typeof result.ok).toBe('boolean')
        }),
        { numRuns: 150 },
      )
    },
  )
})
