import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type BinaryRecord, f64, u16, u32 } from '#test/fixtures/catalogues/binary-book.ts'
import {
  type BiffSheetOf,
  at,
  biffBook,
  biffStream,
  formulaRecord,
  oleBook,
  result,
  unicode,
} from '#test/fixtures/catalogues/biff-book.ts'
import { formatted, workbook } from '#test/fixtures/catalogues/workbooks.ts'
import { type Table, type TableRow, cellAt, isBlankAt, isBlankRow, lengthOfRow } from '#table/table.ts'
import { openFile } from '../open-file.ts'
import { type WorkbookTable, readWorkbook } from '../spreadsheet/library.ts'
import { readXls } from './read.ts'

type Bytes = Uint8Array<ArrayBuffer>

const rowsOf = (table: Table): TableRow[] => table.slice().map((row) => [...row])

/** The table of the fast reader, which must support the file and agree with SheetJS. */
async function same(bytes: Bytes, limit = 1000, sheet?: string): Promise<WorkbookTable> {
  const own = readXls(bytes, limit, sheet)
  const library = await readWorkbook({ kind: 'xls', bytes }, limit, sheet)
  if (own === undefined || !library.ok) throw new Error('Not read.')
  expect({ ...own, table: rowsOf(own.table) }).toEqual({ ...library, table: rowsOf(library.table) })
  return own
}

const oneSheet = (records: readonly BinaryRecord[]): BiffSheetOf[] => [{ name: 'Цени', records }]

async function tableOf(
  records: readonly BinaryRecord[],
  shared: readonly BinaryRecord[] = [],
): Promise<TableRow[]> {
  const { table } = await same(biffBook(oneSheet(records), shared))
  return rowsOf(table)
}

/** An SST record; further arguments become CONTINUE records. */
const textsRecords = (count: number, first: string, ...more: string[]): BinaryRecord[] => [
  [0xfc, u32(count) + u32(count) + first],
  ...more.map((content) => [0x3c, content] as const),
]

const values = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.tuple(fc.nat(99_999_999), fc.nat(3)).map(([whole, places]) => whole / 10 ** places),
  fc.string({ unit: 'binary-ascii', maxLength: 40 }),
  fc.constantFrom('Хляб „Добруджа“', '😀', '', 'a'.repeat(2000), ' 12,50 лв. '),
  fc.boolean(),
  fc.constant(null),
  fc
    .tuple(
      fc.integer({ min: -99_999, max: 99_999 }),
      fc.constantFrom('0.00', '0%', '#,##0.00" лв."', '[$€-2] #,##0.00', '"$"0.00', 'dd.mm.yyyy', 'd.m', '@'),
    )
    .map(([value, format]) => formatted(value / 4, format)),
  fc.constantFrom(0, 7, 15, 23, 29, 36, 42, 43).map((v) => ({ t: 'e' as const, v })),
)

/** Long enough for a stream outside the mini stream. */
const FILLING = Array.from({ length: 200 }, (_, i) => ['x'.repeat(20), i])

describe('BULK-02 · an XLS is read with the result of SheetJS', () => {
  it('cells of every type, in rows of any length', async () => {
    const rows = fc.array(fc.array(values, { maxLength: 12 }), { minLength: 1, maxLength: 20 })
    await fc.assert(
      fc.asyncProperty(rows, fc.boolean(), async (cells, hasTwo) => {
        const { table } = await same(
          workbook({ ...(hasTwo && { Празен: [[]] }), Цени: [...cells, ...FILLING] }, 'biff8'),
        )
        for (let r = 0; r < cells.length; r++) {
          const row = table.at(r)!
          expect(lengthOfRow(table, r)).toBe(row.length)
          expect(Array.from({ length: 14 }, (_, c) => cellAt(table, r, c))).toEqual(
            Array.from({ length: 14 }, (_, c) => row[c]),
          )
          expect(isBlankAt(table, r)).toBe(isBlankRow(row))
        }
      }),
      { numRuns: 60 },
    )
  })

  it('an empty text at the end of a record, before one in the next', async () => {
    const shared = textsRecords(3, `${unicode('а')} ${u16(0)} 00`, unicode('б'))
    const records = [0, 1, 2].map((i) => [0xfd, at(0, i) + u32(i)] as const)
    expect(await tableOf(records, shared)).toEqual([['а', '', 'б']])
  })

  it('RK and MulRk numbers, doubles, booleans and errors', async () => {
    const records: BinaryRecord[] = [
      [0x27e, at(0, 0) + u32((12 << 2) | 2)],
      // 1250 hundredths, the upper bits of 0.5, and of 50 in hundredths.
      [
        0xbd,
        `${u16(0)} ${u16(1)} ${u16(1)} ${u32((1250 << 2) | 3)} ${u16(0)} 0000e03f ${u16(0)} 01004940 ${u16(3)}`,
      ],
      [0x203, at(0, 4, 2) + f64(0.2)],
      [0x205, `${at(0, 5)} 01 00`],
      [0x205, `${at(0, 6)} 2a 01`],
      [0x27e, at(0, 7) + u32(((-7 << 2) | 2) >>> 0)],
      [0x27e, at(0, 8, 4) + u32((5 << 2) | 2)],
      [0x27e, at(0, 9, 99) + u32((6 << 2) | 2)],
      // Blank cells are left out.
      [0x201, at(0, 10)],
      [0xbe, `${u16(1)} ${u16(0)} ${u16(0)} ${u16(0)} ${u16(1)}`],
    ]
    expect(await tableOf(records)).toEqual([
      [
        { kind: 'number', text: '12' },
        { kind: 'number', text: '12.5', currency: 'BGN' },
        { kind: 'number', text: '0.5' },
        { kind: 'number', text: '0.5' },
        { kind: 'other', text: '20%', what: 'percent' },
        { kind: 'other', text: 'TRUE', what: 'boolean' },
        { kind: 'other', text: '#N/A', what: 'error' },
        { kind: 'number', text: '-7' },
        { kind: 'number', text: '5' },
        { kind: 'number', text: '6' },
      ],
    ])
  })

  it('results of formulas; without its String record a cell is missing', async () => {
    const one = '1e0100'
    const records: BinaryRecord[] = [
      formulaRecord(at(0, 0, 1), result.number(12.5), one),
      formulaRecord(at(0, 1), result.text, one),
      [0x207, unicode('10 лв.')],
      formulaRecord(at(0, 2), result.logical(true), one),
      formulaRecord(at(0, 3), result.error('07'), one),
      formulaRecord(at(0, 4), result.empty, one),
      formulaRecord(at(0, 5), result.text, one),
      [0x27e, at(0, 6) + u32((5 << 2) | 2)],
    ]
    expect(await tableOf(records)).toEqual([
      [
        { kind: 'number', text: '12.5', currency: 'BGN' },
        '10 лв.',
        { kind: 'other', text: 'TRUE', what: 'boolean' },
        { kind: 'other', text: '#DIV/0!', what: 'error' },
        '',
        undefined,
        { kind: 'number', text: '5' },
      ],
    ])
  })

  it('shared strings across records, with formatting runs and phonetics, and strings in cells', async () => {
    const shared = textsRecords(
      4,
      // The first string continues with characters of two bytes in the CONTINUE record.
      `${u16(4)} 00 4142`,
      `01 1604 1704 ${u16(3)} 0c ${u16(1)} ${u32(2)} 31 32 33 0000 0000 aabb`,
      `${unicode('')} ${u16(1)} 01 3dd8`,
    )
    const records: BinaryRecord[] = [
      ...[0, 1, 2, 3].map((i) => [0xfd, at(0, i) + u32(i)] as const),
      [0x204, at(0, 4) + unicode('Хляб')],
      [0x204, at(0, 5) + unicode('café')],
      [0xd6, `${at(0, 6)} ${unicode('rich')} 0100 0000`],
    ]
    expect(await tableOf(records, shared)).toEqual([['ABЖЗ', '123', '', '\ud83d', 'Хляб', 'café', 'rich']])
  })

  it('a shared string that ends with its record, and the next one in the CONTINUE record', async () => {
    const shared = textsRecords(3, `${u16(2)} 00 4142`, unicode('Ж'), unicode('Б'))
    const records: BinaryRecord[] = [0, 1, 2].map((i) => [0xfd, at(0, i) + u32(i)] as const)
    expect(await tableOf(records, shared)).toEqual([['AB', 'Ж', 'Б']])
  })

  it('thousands of shared strings in many records', async () => {
    const names = Array.from({ length: 9000 }, (_, i) => `Стока ${i}`)
    const parts = Array.from({ length: 30 }, (_, i) =>
      names
        .slice(300 * i, 300 * (i + 1))
        .map(unicode)
        .join(''),
    )
    const [first = '', ...more] = parts
    const records = names.map((_, i) => [0xfd, at(i, 0) + u32(i)] as const)
    const { table } = await same(biffBook(oneSheet(records), textsRecords(9000, first, ...more)), 10_000)
    expect(rowsOf(table)).toEqual(names.map((name) => [name]))
  })

  it('rows and cells in any order', async () => {
    const records: BinaryRecord[] = [
      [0x27e, at(5, 1) + u32((5 << 2) | 2)],
      [0x27e, at(2, 3) + u32((3 << 2) | 2)],
      [0x27e, at(2, 0) + u32((2 << 2) | 2)],
    ]
    const table = await tableOf(records)
    const number = (text: string) => ({ kind: 'number', text })
    expect(table).toEqual([
      [],
      [],
      [number('2'), undefined, undefined, number('3')],
      [],
      [],
      [undefined, number('5')],
    ])
  })

  it('the requested sheet, hidden and empty sheets, dates since 1904, and the row limit', async () => {
    const rows = [0, 1, 2, 3].map((r) => [0x27e, at(r, 0, 3) + u32((45_000 << 2) | 2)] as const)
    const bytes = biffBook(
      [
        { name: 'Empty', records: [[0x200, u32(0) + u32(0) + u16(0) + u16(0) + u16(0)]] },
        { name: 'Скрит', records: rows, isHidden: true },
        { name: 'Цени', records: rows },
      ],
      [[0x22, u16(1)]],
    )
    const { sheets, sheet, table } = await same(bytes)
    expect(sheets).toEqual([
      { name: 'Empty', hidden: false, hasData: false },
      { name: 'Скрит', hidden: true, hasData: true },
      { name: 'Цени', hidden: false, hasData: true },
    ])
    expect(sheet).toBe('Цени')
    // Day 45,000 since 1904.
    expect(table.at(3)).toEqual([{ kind: 'other', text: '2027-03-16', what: 'date' }])
    expect((await same(bytes, 1000, 'Скрит')).table).toHaveLength(4)
    expect(await same(bytes, 2)).toMatchObject({ isCut: true })
    expect(await same(bytes, 4)).toMatchObject({ isCut: false })
  })

  it('many sheets with one cell far down each', () => {
    const last = [0x27e, at(65_535, 0) + u32((7 << 2) | 2)] as const
    const books = Array.from({ length: 1000 }, (_, i) => ({ name: `Лист ${i}`, records: [last] }))
    const book = readXls(biffBook(books), 100_000, 'Лист 999')
    expect(book).toMatchObject({ sheet: 'Лист 999', isCut: false })
    if (book?.ok !== true) throw new Error('Not read.')
    expect(book.sheets).toHaveLength(1000)
    expect(book.sheets.every(({ hasData }) => hasData)).toBe(true)
    expect(book.table).toHaveLength(65_536)
    expect(book.table.at(65_535)).toEqual([{ kind: 'number', text: '7' }])
    expect(book.table.at(65_534)).toEqual([])
  })

  it('sectors that are not adjacent', async () => {
    const rows = Array.from({ length: 3000 }, (_, r) => [0x204, at(r, 0) + unicode(`Стока ${r}`)] as const)
    const bytes = oleBook(biffStream(oneSheet(rows)), { isScattered: true })
    const { table } = await same(bytes, 5000)
    expect(rowsOf(table)).toEqual(rows.map((_, r) => [`Стока ${r}`]))
  })
})

describe('BULK-15 · a damaged or unusual XLS is left to SheetJS', () => {
  const good: BinaryRecord = [0x27e, at(0, 0) + u32((12 << 2) | 2)]
  const inSheet = (...records: BinaryRecord[]): Bytes => biffBook(oneSheet([good, ...records]))
  const cut = (bytes: Bytes): Bytes => bytes.slice(0, -600)

  it.each<[string, Bytes]>([
    ['a short record', inSheet([0x203, at(1, 0)])],
    ['a missing shared string', inSheet([0xfd, at(1, 0) + u32(7)])],
    ['a string longer than its record', inSheet([0x204, `${at(1, 0)} ${u16(9)} 00 41`])],
    [
      'a MulRk record with a wrong column count',
      inSheet([0xbd, `${u16(1)} ${u16(0)} ${u16(0)} ${u32(2)} ${u16(3)}`]),
    ],
    ['two cells with one reference', inSheet(good)],
    ['a cell of an older format', inSheet([0x03, at(1, 0) + '00'.repeat(9)])],
    ['a String record without a formula', inSheet([0x207, unicode('x')])],
    ['a column beyond the last', inSheet([0x27e, at(1, 300) + u32(2)])],
    ['a cell format within a sheet', inSheet([0xe0, '00'.repeat(20)])],
    ['an encrypted workbook', biffBook(oneSheet([good]), [[0x2f, '00'.repeat(6)]])],
    ['two sheets of one name', biffBook([...oneSheet([good]), ...oneSheet([good])])],
    ['a cell in the globals', biffBook(oneSheet([good]), [good])],
    ['a truncated shared string table', biffBook(oneSheet([good]), textsRecords(1, `${u16(5)} 00 41`))],
    [
      'a string whose characters begin in the CONTINUE record',
      biffBook(oneSheet([good]), textsRecords(1, `${u16(1)} 00`, '41')),
    ],
    [
      'characters of a code page',
      biffBook(oneSheet([[0x204, at(0, 0) + u16(1) + '00d5']]), [[0x42, u16(1251)]]),
    ],
    [
      'two-byte characters in a workbook with a code page',
      biffBook(oneSheet([[0x204, at(0, 0) + unicode('Хляб')]]), [[0x42, u16(1251)]]),
    ],
    ['a missing sheet', oleBook(biffStream(oneSheet([good])).subarray(0, -34))],
    ['a truncated stream', cut(biffBook(oneSheet([good])))],
    ['an older workbook', oleBook(biffStream(oneSheet([good])), { name: 'Book' })],
  ])('%s', async (_, bytes) => {
    expect(readXls(bytes, 1000, undefined)).toBeUndefined()
    const library = await readWorkbook({ kind: 'xls', bytes }, 1000, undefined)
    const opened = await openFile(bytes, { fileName: 'x.xls', limits: { rows: 1000 } })
    expect(opened.ok).toBe(library.ok)
    if (opened.ok && library.ok) expect(rowsOf(opened.file.table)).toEqual(rowsOf(library.table))
  })

  it('a valid one is not', () => {
    expect(readXls(inSheet(), 1000, undefined)).toBeDefined()
  })

  it('a circular chain of sectors ends', () => {
    const rows = Array.from({ length: 400 }, (_, r) => [0x204, at(r, 0) + unicode(`Стока ${r}`)] as const)
    const bytes = biffBook(oneSheet(rows))
    // The FAT entries from the first sector of the stream on all point to that sector.
    new Uint32Array(bytes.buffer, 512 + 8, 20).fill(2)
    expect(readXls(bytes, 1000, undefined)).toBeUndefined()
  })
})
