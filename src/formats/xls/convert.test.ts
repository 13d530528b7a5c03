import { type BookType, type CellObject, SSF, read, utils, type WorkBook } from '@e965/xlsx'
import { describe, expect, test } from 'vitest'
import {
  type BinaryRecord,
  binaryBook,
  binaryPart,
  f64,
  placed,
  rowRecord,
  u16,
  u32,
  wide,
  worksheetPart,
} from '#test/fixtures/catalogues/binary-book.ts'
import {
  at,
  biffBook,
  biffStream,
  formulaRecord,
  oleBook,
  result,
  unicode,
} from '#test/fixtures/catalogues/biff-book.ts'
import { formatted, workbook } from '#test/fixtures/catalogues/workbooks.ts'
import { lev, orderFor } from '#test/fixtures/catalogues/price-orders.ts'
import { zipRecords } from '#test/zip-records.ts'
import type { WriteBackPlan } from '#writeback/plan.ts'
import { convertAndPatch } from './patch.ts'

const formula = (v: number, f: string): CellObject => ({ t: 'n', v, f })

const SHEETS = {
  Цени: [
    ['Стока', 'Цена, лв.', 'Дата', 'Двойно', 'Код'],
    ['Хляб', formatted(12.5, '#,##0.00" лв."'), formatted(45000, 'dd.mm.yyyy'), formula(25, 'B2*2'), '007'],
    ['Сол', formatted(1, '0.00'), null, formula(13.5, 'SUM(B2:B3)'), true],
    [],
    ['Цените са с ДДС'],
  ],
  Други: [['x', formula(12.5, 'Цени!B2')]],
  Скрит: [['y', 7]],
}

const ORDER = orderFor({ 1: { 1: lev('12.50', '6.39'), 2: lev('1.00', '0.51') } })

function dressed(book: WorkBook): void {
  const sheet = book.Sheets['Цени']!
  sheet['!cols'] = [{ wch: 30 }, { wch: 12 }]
  sheet['!merges'] = [utils.decode_range('A5:C5')]
  book.Workbook = { Sheets: book.SheetNames.map((name) => ({ name, Hidden: name === 'Скрит' ? 1 : 0 })) }
}

async function returnedBook(bytes: Uint8Array<ArrayBuffer>, order: WriteBackPlan = ORDER) {
  const { parts, ...rest } = await convertAndPatch(bytes, { sheet: 'Цени', encoding: undefined }, order)
  const book = read(Buffer.concat(parts), { cellNF: true, cellFormula: true, cellStyles: true })
  return { ...rest, book, sheet: book.Sheets['Цени']! }
}

const partOf = (parts: readonly Uint8Array[], name: string): string =>
  zipRecords(Buffer.concat(parts))
    .find((one) => one.name === name)!
    .content.toString()

/** One price column, read from its first row. */
const FIRST_COLUMN = orderFor({ 0: { 0: lev('2.00', '1.02') } }, { headerRow: null })

/** A workbook in XML 2003. */
const xmlBook = (rows: string, names = ''): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(
    '<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">' +
      `<Names>${names}</Names><Worksheet ss:Name="Цени"><Table>${rows}</Table></Worksheet></Workbook>`,
  )

describe('CONV-08 · a workbook that cannot be patched in place becomes XLSX', () => {
  test.each(['biff8', 'xlml', 'xlsb'] satisfies BookType[])(
    '%s: sheets, values, formulas, formats, widths and merged cells are kept',
    async (kind) => {
      // SheetJS measures columns by the workbook that it has read before, here of another test; XML 2003 has the usual measure.
      read(xmlBook('<Column ss:Width="50"/><Row><Cell><Data ss:Type="String">Цена</Data></Cell></Row>'))
      const { sheet, book, ...rest } = await returnedBook(workbook(SHEETS, kind, dressed))
      expect(rest).toEqual({ format: 'xlsx', warnings: ['not-kept'], lockedCells: new Set() })
      expect(book.SheetNames).toEqual(['Цени', 'Други', 'Скрит'])
      expect(book.Workbook?.Sheets?.map(({ Hidden }) => Hidden)).toEqual([0, 0, 1])
      expect(sheet['B2']).toMatchObject({ t: 'n', v: 12.5, z: '#,##0.00" лв."' })
      expect(sheet['C2']).toMatchObject({ t: 'n', v: 45000, z: 'dd.mm.yyyy' })
      expect(sheet['E2']).toMatchObject({ t: 's', v: '007' })
      expect(sheet['E3']).toMatchObject({ t: 'b', v: true })
      // SheetJS writes formulas only into XML; test/e2e has an XLS with formulas, written by LibreOffice.
      const hasFormulas = kind === 'xlml'
      expect(sheet['D2']).toMatchObject({ v: 25, ...(hasFormulas && { f: 'B2*2' }) })
      expect(sheet['D3']).toMatchObject({ v: 13.5, ...(hasFormulas && { f: 'SUM(B2:B3)' }) })
      expect(book.Sheets['Други']!['B1']).toMatchObject({ v: 12.5, ...(hasFormulas && { f: 'Цени!B2' }) })
      expect(sheet['!merges']?.map((range) => utils.encode_range(range))).toEqual(['A5:C5'])
      expect(sheet['!cols']?.[0]?.wch).toBeCloseTo(30, 0)
      expect(sheet['F1']).toMatchObject({ t: 's', v: 'Цена, евро' })
      expect(sheet['F2']).toMatchObject({ t: 'n', v: 6.39, z: '#,##0.00" €"' })
      expect(sheet['F3']).toMatchObject({ t: 'n', v: 0.51, z: '0.00 [$€-1]' })
    },
  )

  test.each(['biff5', 'biff2'] satisfies BookType[])('%s, without formulas', async (kind) => {
    const bytes = workbook({ Sheet1: [['Price'], [1.5]] }, kind)
    const written = await convertAndPatch(
      bytes,
      { sheet: 'Sheet1', encoding: undefined },
      orderFor({ 0: { 1: lev('1.50', '0.77') } }),
    )
    const book = read(Buffer.concat(written.parts))
    expect(utils.sheet_to_json(book.Sheets['Sheet1']!, { header: 1 })).toEqual([
      ['Price', 'Price (EUR)'],
      [1.5, 0.77],
    ])
  })

  test('an HTML page: its text stays text', async () => {
    const html =
      '<html><table><tr><th>Код</th><th>Цена</th></tr><tr><td>007</td><td>12,50 лв.</td></tr></table></html>'
    const bytes = new TextEncoder().encode(html)
    const order = orderFor({ 1: { 1: lev('12.50', '6.39') } })
    const { parts, ...rest } = await convertAndPatch(bytes, { sheet: undefined, encoding: undefined }, order)
    expect(rest).toEqual({ format: 'xlsx', warnings: ['not-kept'], lockedCells: new Set() })
    const book = read(Buffer.concat(parts), { cellNF: true })
    const sheet = book.Sheets[book.SheetNames[0]!]!
    expect(utils.sheet_to_json(sheet, { header: 1 })).toEqual([
      ['Код', 'Цена', 'Цена (EUR)'],
      ['007', '12,50 лв.', 6.39],
    ])
    expect(sheet['C2']?.z).toBe('#,##0.00 [$€-1]')
  })

  test('column outlines and names of newer functions leave nothing invalid in the XLSX', async () => {
    const bytes = workbook(SHEETS, 'xlsb', (book) => {
      book.Sheets['Цени']!['!cols'] = [{ wch: 30, level: 1 }, { wch: 12 }]
    })
    const written = await convertAndPatch(bytes, { sheet: 'Цени', encoding: undefined }, ORDER)
    const sheet = partOf(written.parts, 'xl/worksheets/sheet1.xml')
    expect(sheet).toContain('<col min="1" max="1"')
    expect(sheet).not.toMatch(/ (?:outlineL|l)evel=/)
    const named = await convertAndPatch(
      xmlBook(
        '<Row><Cell><Data ss:Type="Number">2</Data></Cell></Row>',
        '<NamedRange ss:Name="_xlfn.IFERROR" ss:RefersTo="=#NAME?"/><NamedRange ss:Name="Цена" ss:RefersTo="=Цени!R1C1"/><NamedRange ss:Name="цена" ss:RefersTo="=Цени!R1C1"/>',
      ),
      { sheet: 'Цени', encoding: undefined },
      orderFor({ 0: { 0: lev('2.00', '1.02') } }, { headerRow: null }),
    )
    const book = partOf(named.parts, 'xl/workbook.xml')
    expect(book.match(/name="цена"/gi)).toHaveLength(1)
    expect(book).not.toContain('_xlfn')
  })

  test.each([
    ['the last row', 1_048_576, 3, 'C1048576'],
    ['the last column', 2, 16_384, 'XFD2'],
    ['the last cell', 1_048_576, 16_384, undefined],
  ])('a stray cell in %s does not take minutes', async (_, row, column, place) => {
    const bytes = xmlBook(
      `<Row><Cell><Data ss:Type="Number">2</Data></Cell></Row><Row ss:Index="${row}"><Cell ss:Index="${column}"><Data ss:Type="Number">7</Data></Cell></Row>`,
    )
    const { parts } = await convertAndPatch(
      bytes,
      { sheet: 'Цени', encoding: undefined },
      orderFor({ 0: { 0: lev('2.00', '1.02') } }, { headerRow: null, placement: 'after' }),
    )
    const sheet = partOf(parts, 'xl/worksheets/sheet1.xml')
    expect(sheet).toContain('<c r="B1"')
    if (place !== undefined) expect(sheet).toContain(`<c r="${place}"`)
  })

  test.each([
    ['row', 1_048_577, 3, 'A1:B1'],
    ['column', 2, 16_385, 'A1:XFD2'],
  ])(
    'BULK-15 · a cell in the %s after the last one of a sheet is left out',
    async (_, row, column, dimension) => {
      const bytes = xmlBook(
        `<Row><Cell><Data ss:Type="Number">2</Data></Cell></Row><Row ss:Index="${row}"><Cell ss:Index="${column}"><Data ss:Type="Number">7</Data></Cell></Row>`,
      )
      const order = orderFor({ 0: { 0: lev('2.00', '1.02') } }, { headerRow: null, placement: 'after' })
      const { parts } = await convertAndPatch(bytes, { sheet: 'Цени', encoding: undefined }, order)
      const sheet = partOf(parts, 'xl/worksheets/sheet1.xml')
      expect(/<dimension ref="([^"]*)"/.exec(sheet)?.[1]).toBe(dimension)
      expect(sheet.match(/<v>/g)).toHaveLength(2)
    },
  )

  test('BULK-15 · a link far from the others is left out, its cell is not', async () => {
    // SheetJS would search a hundred million cells for it.
    const bytes = xmlBook(
      '<Row><Cell><Data ss:Type="Number">2</Data></Cell></Row><Row ss:Index="1048576"><Cell ss:Index="100" ss:HRef="https://example.com/"><Data ss:Type="Number">7</Data></Cell></Row>',
    )
    const order = orderFor({ 0: { 0: lev('2.00', '1.02') } }, { headerRow: null, placement: 'after' })
    const { parts } = await convertAndPatch(bytes, { sheet: 'Цени', encoding: undefined }, order)
    const sheet = partOf(parts, 'xl/worksheets/sheet1.xml')
    expect([sheet.includes('<hyperlink'), sheet.includes('<c r="CV1048576"')]).toEqual([false, true])
  })

  test('XLSB: values and formulas of every type, number formats, the date system', async () => {
    // The formula is the number 1 (PtgInt).
    const one = `0000 ${u32(3)} 1e0100 ${u32(0)}`
    const bytes = binaryBook(
      worksheetPart([
        rowRecord(0),
        [0x05, placed(0, 1) + f64(2)],
        [0x07, placed(1) + u32(1)],
        [0x31, u32(1)],
        [0x06, placed(2) + wide('a<b & "c"')],
        [0x09, `${placed(3, 1)} ${f64(1)} ${one}`],
        [0x08, `${placed(4)} ${wide('текст')} ${one}`],
        [0x04, `${placed(5)} 01`],
        [0x03, `${placed(6)} 2a`],
        [0x02, placed(7) + u32((1250 << 2) | 3)],
        rowRecord(7),
        [0x05, placed(0, 3) + f64(45_000)],
      ]),
      { flags: 1 },
    )
    const { book, sheet } = await returnedBook(bytes, FIRST_COLUMN)
    expect(book.Workbook?.WBProps?.date1904).toBe(true)
    expect(sheet['A1']).toMatchObject({ t: 'n', v: 2, z: '#,##0.00" лв."' })
    expect(sheet['B1']).toMatchObject({ t: 's', v: '12,50 лв.' })
    expect(sheet['C1']).toMatchObject({ t: 's', v: 'a<b & "c"' })
    expect(sheet['D1']).toMatchObject({ t: 'n', v: 1, f: '1', z: '#,##0.00" лв."' })
    expect(sheet['E1']).toMatchObject({ t: 's', v: 'текст', f: '1' })
    expect(sheet['F1']).toMatchObject({ t: 'b', v: true })
    expect(sheet['G1']).toMatchObject({ t: 'e', v: 42 })
    expect(sheet['H1']).toMatchObject({ t: 'n', v: 12.5 })
    expect(sheet['A8']).toMatchObject({ t: 'n', v: 45_000, z: 'm/d/yy' })
  })

  test('BULK-15 · XLSB: a link over all cells of the sheet takes little memory and time', async () => {
    // Every row and every column: 17 billion cells.
    const link: BinaryRecord = [
      0x1ee,
      `${u32(0)} ${u32(1_048_575)} ${u32(0)} ${u32(16_383)} ${wide('')} ${wide('x')} ${wide('')} ${wide('')}`,
    ]
    const bytes = binaryBook(worksheetPart([rowRecord(0), [0x05, placed(0) + f64(2)]], [link]))
    const { sheet } = await returnedBook(bytes, FIRST_COLUMN)
    expect([sheet['A1']?.v, sheet['B1']?.v]).toEqual([2, 1.02])
  })

  test.each([
    ['5,000 cells is kept', 4_999, 'x'],
    ['5,001 cells is left out', 5_000, undefined],
  ])('BULK-15 · XLSB: a link over %s', async (_, bottom, place) => {
    const link: BinaryRecord = [
      0x1ee,
      `${u32(0)} ${u32(bottom)} ${u32(1)} ${u32(1)} ${wide('')} ${wide('x')} ${wide('')} ${wide('')}`,
    ]
    const bytes = binaryBook(worksheetPart([rowRecord(0), [0x05, placed(0) + f64(2)]], [link]))
    const { sheet } = await returnedBook(bytes, { ...FIRST_COLUMN, placement: 'end' })
    expect([sheet['B1']?.l?.Target, sheet[`B${bottom + 1}`]?.l?.Target]).toEqual(
      place === undefined ? [undefined, undefined] : [`#${place}`, `#${place}`],
    )
  })

  test('BULK-15 · links of 5,000 cells are kept', async () => {
    const row = (r: number) =>
      `<Row><Cell ss:HRef="https://example.com/${r}"><Data ss:Type="Number">${r}</Data></Cell></Row>`
    const bytes = xmlBook(Array.from({ length: 5_001 }, (_, r) => row(r + 1)).join(''))
    const { sheet } = await returnedBook(
      bytes,
      orderFor({ 0: { 0: lev('1.00', '0.51') } }, { headerRow: null }),
    )
    expect([1, 5_000, 5_001].map((r) => [sheet[`A${r}`]?.v, sheet[`A${r}`]?.l?.Target])).toEqual([
      [1, 'https://example.com/1'],
      [5_000, 'https://example.com/5000'],
      [5_001, undefined],
    ])
  })

  test('XLSB: a formula whose result fills other cells stays one', async () => {
    // A dynamic array: cell metadata of the type XLDAPR (MS-XLSB 2.4.49), which belong to the next cell alone.
    const metadata = binaryPart([
      [0x14c],
      [0x14e, u32(1)],
      [0x14f, `${u32(0)} ${u32(120_000)} ${wide('XLDAPR')}`],
      [0x150],
      [0x151, `${u32(1)} ${u32(1)}`],
      [0x33, `${u32(1)} ${u32(1)} ${u32(0)}`],
      [0x152],
      [0x14d],
    ])
    const one = `0000 ${u32(3)} 1e0100 ${u32(0)}`
    const dynamic: BinaryRecord = [0x31, u32(1)]
    const bytes = binaryBook(
      worksheetPart([
        rowRecord(0),
        [0x05, placed(0) + f64(2)],
        dynamic,
        [0x09, `${placed(1)} ${f64(1)} ${one}`],
        [0x09, `${placed(2)} ${f64(1)} ${one}`],
        dynamic,
        [0x05, placed(3) + f64(7)],
        [0x09, `${placed(4)} ${f64(1)} ${one}`],
      ]),
      { metadata },
    )
    const { parts } = await convertAndPatch(
      bytes,
      { sheet: 'Цени', encoding: undefined },
      {
        ...FIRST_COLUMN,
        placement: 'end',
      },
    )
    const cells = partOf(parts, 'xl/worksheets/sheet1.xml').match(/<c r="[A-E]1"[^>]*>/g)
    expect(cells).toEqual(['<c r="A1">', '<c r="B1" cm="1">', '<c r="C1">', '<c r="D1">', '<c r="E1">'])
  })

  test('XLS: a shared formula of a text behind the first value stays, also where a chart comes before', async () => {
    const shared = `01 ${u16(0)} ${u16(1)}`
    const ofRow = `4c ${u16(0)} ff c0`
    const records: BinaryRecord[] = [
      [0x809, u16(0x600) + u16(0x20) + u32(0) + u32(0) + u32(0)],
      [0x203, at(5, 5) + f64(99)],
      [0x0a],
      [0x203, at(0, 0) + f64(2)],
      formulaRecord(at(0, 1), result.text, shared),
      [0x4bc, `${u16(0)} ${u16(1)} 01 01 00 02 ${u16(5)} ${ofRow}`],
      [0x207, unicode('2')],
      [0x203, at(1, 0) + f64(3)],
      formulaRecord(at(1, 1), result.text, shared),
      [0x207, unicode('3')],
    ]
    for (const own of [records, records.slice(3)]) {
      const bytes = biffBook([{ name: 'Цени', records: own }])
      const { sheet } = await returnedBook(bytes, { ...FIRST_COLUMN, placement: 'end' })
      expect([sheet['A1']?.v, sheet['A2']?.v, sheet['F6']?.v]).toEqual([2, 3, undefined])
      expect([sheet['B1']?.f, sheet['B2']?.f]).toEqual(['A1', 'A2'])
    }
  })

  test('XLS: the first cell of a sheet keeps its formula where the next cell is the first value', async () => {
    const records: BinaryRecord[] = [
      formulaRecord(at(0, 0), result.number(7), '1e0700'),
      [0x203, at(0, 1) + f64(5)],
      [0x203, at(1, 0) + f64(3)],
    ]
    const { sheet } = await returnedBook(biffBook([{ name: 'Цени', records }]), {
      ...FIRST_COLUMN,
      placement: 'end',
    })
    expect([sheet['A1']?.f, sheet['A1']?.v, sheet['B1']?.v]).toEqual(['7', 7, 5])
  })

  test('XLS: the dimension of a sheet reaches its last cells', async () => {
    const bytes = biffBook([
      { name: 'Цени', records: [[0x203, at(0, 0) + f64(2)]] },
      { name: 'Други', records: [0, 3].map((c) => [0x203, at(4 - c, c) + f64(2)] as const) },
    ])
    const { parts } = await convertAndPatch(bytes, { sheet: 'Цени', encoding: undefined }, FIRST_COLUMN)
    expect(partOf(parts, 'xl/worksheets/sheet2.xml')).toContain('<dimension ref="A1:D5"')
  })

  test('XLS: a formula whose result has an unknown type is left out', async () => {
    const none = '090000000000ffff'
    const records: BinaryRecord[] = [[0x203, at(0, 0) + f64(2)], formulaRecord(at(0, 1), none, '1e0700')]
    const { parts } = await convertAndPatch(
      biffBook([{ name: 'Цени', records }]),
      { sheet: 'Цени', encoding: undefined },
      { ...FIRST_COLUMN, placement: 'end' },
    )
    expect(partOf(parts, 'xl/worksheets/sheet1.xml')).toContain(
      '<row r="1"><c r="A1"><v>2</v></c><c r="B1" s="1"><v>1.02</v></c></row>',
    )
  })

  test('XLS: an array formula has its range in the first cell', async () => {
    // PtgExp, which refers to the first cell, and the number 2 (PtgInt).
    const inArray = `01 ${u16(0)} ${u16(1)}`
    const records: BinaryRecord[] = [
      [0x203, at(0, 0) + f64(2)],
      formulaRecord(at(0, 1), result.number(2), inArray),
      [0x221, `${u16(0)} ${u16(0)} 01 02 ${u16(0)} ${u32(0)} ${u16(3)} 1e0200`],
      formulaRecord(at(0, 2), result.number(2), inArray),
    ]
    const { parts } = await convertAndPatch(
      biffBook([{ name: 'Цени', records }]),
      { sheet: 'Цени', encoding: undefined },
      FIRST_COLUMN,
    )
    expect(partOf(parts, 'xl/worksheets/sheet1.xml')).toContain(
      '<c r="B1"><f t="array" ref="B1:C1">2</f><v>2</v></c><c r="C1"><v>2</v></c>',
    )
  })

  test('XLS: values and formulas of every type, number formats, merged cells, the date system', async () => {
    // The number 1 (PtgInt), and a shared formula (PtgExp): cells B2 to B4 refer to column A of their row.
    const [one, shared] = ['1e0100', `01 ${u16(1)} ${u16(1)}`]
    const ofRow = `4c ${u16(0)} ff c0`
    const bytes = biffBook(
      [
        {
          name: 'Цени',
          records: [
            [0x203, at(0, 0, 1) + f64(2)],
            [0xfd, at(0, 1) + u32(1)],
            [0x204, at(0, 2) + unicode('a<b & "c"')],
            formulaRecord(at(0, 3, 1), result.number(1), one),
            formulaRecord(at(0, 4), result.text, one),
            [0x207, unicode('текст')],
            [0x205, `${at(0, 5)} 01 00`],
            [0x205, `${at(0, 6)} 2a 01`],
            [
              0xbd,
              `${u16(0)} ${u16(7)} ${u16(0)} ${u32((1250 << 2) | 3)} ${u16(2)} ${u32((2 << 2) | 2)} ${u16(8)}`,
            ],
            [0xfd, at(1, 0) + u32(0)],
            formulaRecord(at(1, 1), result.text, shared),
            [0x4bc, `${u16(1)} ${u16(3)} 01 01 00 03 ${u16(5)} ${ofRow}`],
            [0x207, unicode('Хляб')],
            formulaRecord(at(2, 1), result.number(7), shared),
            [0x27e, at(2, 0) + u32((7 << 2) | 2)],
            [0x203, at(7, 0, 3) + f64(45_000)],
            [0xe5, `${u16(1)} ${u16(8)} ${u16(9)} ${u16(0)} ${u16(2)}`],
          ],
        },
        { name: 'Други', records: [[0x27e, at(0, 0) + u32((9 << 2) | 2)]], isHidden: true },
      ],
      [
        [0x22, u16(1)],
        [0xfc, u32(2) + u32(2) + unicode('Хляб') + unicode('12,50 лв.')],
      ],
    )
    const { book, sheet } = await returnedBook(bytes, FIRST_COLUMN)
    expect(book.SheetNames).toEqual(['Цени', 'Други'])
    expect(book.Workbook?.Sheets?.map(({ Hidden }) => Hidden)).toEqual([0, 1])
    expect(book.Sheets['Други']!['A1']).toMatchObject({ t: 'n', v: 9 })
    expect(book.Workbook?.WBProps?.date1904).toBe(true)
    expect(sheet['A1']).toMatchObject({ t: 'n', v: 2, z: '#,##0.00" лв."' })
    expect(sheet['B1']).toMatchObject({ t: 's', v: '12,50 лв.' })
    expect(sheet['C1']).toMatchObject({ t: 's', v: 'a<b & "c"' })
    expect(sheet['D1']).toMatchObject({ t: 'n', v: 1, f: '1', z: '#,##0.00" лв."' })
    expect(sheet['E1']).toMatchObject({ t: 's', v: 'текст', f: '1' })
    expect(sheet['F1']).toMatchObject({ t: 'b', v: true })
    expect(sheet['G1']).toMatchObject({ t: 'e', v: 42 })
    expect(sheet['H1']).toMatchObject({ t: 'n', v: 12.5 })
    expect(sheet['I1']).toMatchObject({ t: 'n', v: 2, z: '0.00%' })
    expect(sheet['A2']).toMatchObject({ t: 's', v: 'Хляб' })
    expect(sheet['B2']).toMatchObject({ t: 's', v: 'Хляб', f: 'A2' })
    expect(sheet['B3']).toMatchObject({ t: 'n', v: 7, f: 'A3' })
    expect(sheet['A3']).toMatchObject({ t: 'n', v: 7 })
    expect(sheet['A8']).toMatchObject({ t: 'n', v: 45_000, z: 'm/d/yy' })
    expect(sheet['!merges']?.map((range) => utils.encode_range(range))).toEqual(['A9:C10'])
  })

  test('XLS: what stands behind the last sheet is no part of it', async () => {
    const stream = biffStream([{ name: 'Цени', records: [[0x203, at(0, 0) + f64(2)]] }])
    const bytes = oleBook(Buffer.concat([stream, Buffer.alloc(5_000, 0xff)]))
    const { sheet } = await returnedBook(bytes, FIRST_COLUMN)
    expect([sheet['A1']?.v, sheet['B1']?.v]).toEqual([2, 1.02])
  })

  test('a damaged XLS is left to SheetJS', async () => {
    const records: BinaryRecord[] = [
      [0x203, at(0, 0) + f64(2)],
      [0x203, at(0, 1)],
      [0x203, at(0, 2) + f64(7)],
    ]
    const { sheet } = await returnedBook(biffBook([{ name: 'Цени', records }]), FIRST_COLUMN)
    expect([sheet['A1']?.v, sheet['B1']?.v, sheet['C1']?.v, sheet['D1']?.v]).toEqual([2, undefined, 7, 1.02])
  })

  test('an XLSB with damaged records is left to SheetJS', async () => {
    const bytes = binaryBook(
      worksheetPart([rowRecord(0), [0x05, placed(1) + f64(7)], [0x05, placed(0) + f64(2)]]),
    )
    const { sheet } = await returnedBook(bytes, FIRST_COLUMN)
    expect([sheet['A1']?.v, sheet['B1']?.v]).toEqual([2, 7])
  })

  test('links, row heights, hidden rows and columns, and text that looks escaped stay', async () => {
    const bytes = workbook(SHEETS, 'xlsb', (book) => {
      const sheet = book.Sheets['Цени']!
      sheet['A2'] = { t: 's', v: '_x0041_', l: { Target: 'https://example.com/?a=1&b=2' } }
      sheet['!cols'] = [{ wch: 30 }, { wch: 12 }, { wch: 9, hidden: true }]
      sheet['!rows'] = [{ hpx: 40 }, {}, { hidden: true }, { level: 2 }]
    })
    const { sheet } = await returnedBook(bytes)
    expect(sheet['A2']).toMatchObject({ v: '_x0041_', l: { Target: 'https://example.com/?a=1&b=2' } })
    expect(sheet['!cols']?.[2]?.hidden).toBe(true)
    expect(sheet['!rows']?.[0]?.hpx).toBe(40)
    expect(sheet['!rows']?.[2]?.hidden).toBe(true)
    expect([0, 2, 3].map((r) => sheet['!rows']?.[r]?.level ?? 0)).toEqual([0, 0, 2])
  })

  test('text longer than a cell can hold, and characters that XML cannot carry', async () => {
    const bytes = xmlBook(
      `<Row><Cell><Data ss:Type="Number">2</Data></Cell><Cell><Data ss:Type="String">${'а'.repeat(40_000)}</Data></Cell><Cell><Data ss:Type="String">x&#11;y&#13;</Data></Cell></Row>`,
    )
    const order: WriteBackPlan = { ...FIRST_COLUMN, placement: 'end' }
    const { parts } = await convertAndPatch(bytes, { sheet: 'Цени', encoding: undefined }, order)
    const strings = partOf(parts, 'xl/sharedStrings.xml')
    expect(strings).toContain(`>${'а'.repeat(32_766)}…<`)
    expect(strings).toContain('>x_x000B_y_x000D_<')
  })

  test('progress is reported up to the end', async () => {
    const heard: number[] = []
    const bytes = workbook(SHEETS, 'biff8')
    await convertAndPatch(bytes, { sheet: 'Цени', encoding: undefined }, ORDER, (done) => heard.push(done))
    expect(heard).toEqual(heard.toSorted((a, b) => a - b))
    expect(heard.at(-1)).toBe(1)
  })
})

describe('CONV-08 · what a converted workbook keeps', () => {
  test('every built-in number format', async () => {
    // SheetJS has them by ECMA-376 18.8.30, for Japan where programs differ.
    const codes = Object.entries(SSF.get_table() as Record<string, string>)
      .map(([id, code]) => [Number(id), code] as const)
      .filter(([id]) => id > 0 && id < 50)
    expect(codes.length).toBeGreaterThan(25)
    const records = codes.map((_, c) => [0x203, at(0, c, 5 + c) + f64(2)] as const)
    const cellFormats = codes.map(([id]) => [0xe0, u16(0) + u16(id) + '00'.repeat(16)] as const)
    const { sheet } = await returnedBook(biffBook([{ name: 'Цени', records }], cellFormats), FIRST_COLUMN)
    const kept = codes.map(([id], c) => [id, sheet[utils.encode_cell({ r: 0, c })]?.z])
    expect(kept).toEqual(codes)
  })

  test.each(['biff8', 'xlml', 'xlsb'] satisfies BookType[])(
    '%s: the sheet has its dimension, and a cell without a format stays without one',
    async (kind) => {
      const { parts } = await convertAndPatch(
        workbook(SHEETS, kind, dressed),
        { sheet: 'Цени', encoding: undefined },
        ORDER,
      )
      const dimensions = [1, 2, 3].map(
        (n) => /<dimension ref="([^"]*)"/.exec(partOf(parts, `xl/worksheets/sheet${n}.xml`))?.[1],
      )
      expect(dimensions).toEqual(['A1:F5', 'A1:B1', 'A1:B1'])
      for (const n of [1, 2, 3])
        expect(
          partOf(parts, `xl/worksheets/sheet${n}.xml`).match(/<(?:worksheet|sheetData)\b/g),
        ).toHaveLength(2)
      // A blank row is not written.
      expect(partOf(parts, 'xl/worksheets/sheet1.xml')).toMatch(/<row r="3".*<row r="5"/)
      expect(partOf(parts, 'xl/worksheets/sheet1.xml')).not.toContain('<row r="4"')
      const methods = zipRecords(Buffer.concat(parts)).flatMap(({ name, record }) =>
        name.startsWith('xl/worksheets/sheet') ? [record.readUInt16LE(8)] : [],
      )
      // All are deflated (APPNOTE 4.4.5), though the sheet that is patched is stored at first.
      expect(methods).toEqual([8, 8, 8])
      const styles = partOf(parts, 'xl/styles.xml')
      expect(styles).toContain('<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>')
      // The font that the styles name.
      expect(styles).toMatch(/<fonts count="1"><font>/)
    },
  )

  test('a sheet after the first is compressed too, and no other stays uncompressed', async () => {
    const { parts } = await convertAndPatch(
      workbook({ Първи: [['x', 1]], ...SHEETS }, 'biff8'),
      { sheet: 'Цени', encoding: undefined },
      ORDER,
    )
    const methods = zipRecords(Buffer.concat(parts)).flatMap(({ name, record }) =>
      name.startsWith('xl/worksheets/sheet') ? [record.readUInt16LE(8)] : [],
    )
    expect(new Set(methods)).toEqual(new Set([8]))
  })

  test.each([
    [
      'XLS',
      biffBook([
        {
          name: 'Цени',
          records: [
            [0x203, at(0, 0) + f64(2)],
            [0x203, at(0, 1, 99) + f64(3)],
          ],
        },
      ]),
    ],
    [
      'XLSB',
      binaryBook(worksheetPart([rowRecord(0), [0x05, placed(0) + f64(2)], [0x05, placed(1, 99) + f64(3)]])),
    ],
  ] as const)('%s: a cell whose format is not there has none', async (_, bytes) => {
    const { parts } = await convertAndPatch(
      bytes,
      { sheet: 'Цени', encoding: undefined },
      {
        ...FIRST_COLUMN,
        placement: 'end',
      },
    )
    expect(partOf(parts, 'xl/worksheets/sheet1.xml')).toContain('<c r="B1"><v>3</v></c>')
  })

  test('numbers that are none are errors', async () => {
    const records = [Infinity, -Infinity, NaN].map((value, i) => [0x203, at(0, i + 1) + f64(value)] as const)
    const price: BinaryRecord = [0x203, at(0, 0) + f64(2)]
    // And an error whose code none has.
    const unknown: BinaryRecord = [0x205, `${at(0, 4)} 63 01`]
    const { sheet } = await returnedBook(
      biffBook([{ name: 'Цени', records: [price, ...records, unknown] }]),
      FIRST_COLUMN,
    )
    expect(['B1', 'C1', 'D1', 'E1'].map((place) => [sheet[place]?.t, sheet[place]?.w])).toEqual([
      ['e', '#DIV/0!'],
      ['e', '#DIV/0!'],
      ['e', '#NUM!'],
      ['e', '#VALUE!'],
    ])
  })

  // The new prices are in F, after the columns of the filter.
  test.each([
    ['xlml', 'A1:E5', 'A1:F5'],
    ['xlsb', 'B2:E4', 'B2:E4'],
    // Of an XLS only the row of titles is read.
    ['xlml', 'A1:E1', 'A1:F5'],
    ['xlsb', 'B2:C2', 'B2:C5'],
    ['xlsb', 'A4:E4', 'A4:E5'],
  ] as const)('%s: a filter of %s becomes %s', async (kind, ref, expected) => {
    const bytes = workbook(SHEETS, kind, (book) => {
      book.Sheets['Цени']!['!autofilter'] = { ref }
    })
    const written = await convertAndPatch(bytes, { sheet: 'Цени', encoding: undefined }, ORDER)
    expect(partOf(written.parts, 'xl/worksheets/sheet1.xml')).toContain(`<autoFilter ref="${expected}"`)
  })

  test.each(['A5:E5', 'A9:E9'])('a filter of %s has no rows, and is left out', async (ref) => {
    const bytes = workbook(SHEETS, 'xlsb', (book) => {
      book.Sheets['Цени']!['!autofilter'] = { ref }
    })
    const { parts } = await convertAndPatch(bytes, { sheet: 'Цени', encoding: undefined }, ORDER)
    const sheet = partOf(parts, 'xl/worksheets/sheet1.xml')
    expect([sheet.includes('<autoFilter'), sheet.includes('<v>6.39</v>')]).toEqual([false, true])
  })

  test('values and formulas of every type in XML 2003', async () => {
    const data = (type: string, value: string, formula = '') =>
      `<Cell${formula && ` ss:Formula="${formula}"`}><Data ss:Type="${type}">${value}</Data></Cell>`
    const bytes = xmlBook(
      `<Row ss:Height="30">${data('Number', '2')}${data('String', 'a &amp; b')}${data('Boolean', '1')}${data('Boolean', '0')}${data('Error', '#N/A')}</Row>` +
        `<Row ss:Hidden="1">${data('Number', '4', '=RC[0]*2')}${data('String', 'x', '=&quot;x&quot;')}${data('Boolean', '1', '=1=1')}</Row>`,
    )
    const { parts } = await convertAndPatch(bytes, { sheet: 'Цени', encoding: undefined }, FIRST_COLUMN)
    const xml = partOf(parts, 'xl/worksheets/sheet1.xml')
    expect(xml).toContain(
      '<c r="C1" t="b"><v>1</v></c><c r="D1" t="b"><v>0</v></c><c r="E1" t="e"><v>#N/A</v></c>',
    )
    expect(xml).toMatch(
      /<c r="B2" t="str"><f>&quot;x&quot;<\/f><v>x<\/v><\/c><c r="C2" t="b"><f>1=1<\/f><v>1<\/v><\/c>/,
    )
    expect(xml).toContain('<row r="1" ht="30" customHeight="1">')
    expect(xml).toContain('<row r="2" hidden="1">')
    const [sheet] = [read(Buffer.concat(parts)).Sheets['Цени']!]
    expect([sheet['B1']?.v, sheet['A2']?.v]).toEqual(['a & b', 4])
  })

  test('links of cells with a value', async () => {
    const bytes = workbook({ Цени: [[1, 'x', null, 'y'], [2]] }, 'xlsb', (book) => {
      book.Sheets['Цени']!['D1'] = { t: 's', v: 'y', l: { Target: 'https://example.com/y' } }
      book.Sheets['Цени']!['A2'] = { t: 'n', v: 2, l: { Target: 'https://example.com/2' } }
    })
    const order = orderFor({ 0: { 0: lev('1.00', '0.51') } }, { headerRow: null })
    const { sheet } = await returnedBook(bytes, order)
    expect([sheet['D1']?.l?.Target, sheet['A2']?.l?.Target]).toEqual([
      'https://example.com/y',
      'https://example.com/2',
    ])
    expect([sheet['A2']?.v, sheet['B1']?.v, sheet['D1']?.v, sheet['E1']?.v]).toEqual([2, 'x', 'y', 0.51])
  })
})
