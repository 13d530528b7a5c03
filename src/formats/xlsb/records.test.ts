import { describe, expect, it } from 'vitest'
import {
  type BinaryRecord,
  binaryBook,
  binaryPart,
  f64,
  placed,
  rowRecord,
  u32,
  wide,
  worksheetPart,
} from '#test/fixtures/catalogues/binary-book.ts'
import { twoReadings } from '#test/fixtures/catalogues/two-readings.ts'
import { cellAt, isBlankAt, lengthOfRow } from '#table/table.ts'
import { UnsupportedWorkbook } from '../spreadsheet/unsupported.ts'
import { BinaryRecords, isConstantCell } from './records.ts'
import { SharedStringTable } from './shared-strings.ts'

/** Type and length of each record; what does not end within the part is left to SheetJS. */
function recordsOf(part: Uint8Array<ArrayBuffer>): (readonly [number, number])[] | 'unsupported' {
  const records = new BinaryRecords(part)
  const found: (readonly [number, number])[] = []
  try {
    while (records.next()) found.push([records.type, records.end - records.start])
  } catch (error) {
    if (error instanceof UnsupportedWorkbook) return 'unsupported'
    throw error
  }
  return found
}

// MS-XLSB 2.1.4: type and length are numbers of seven bits a byte, the eighth says that more follow.
describe('BULK-02 · records of an XLSB', () => {
  it.each([0, 1, 127, 128, 255, 256, 16_383, 16_384, 2_097_151, 2_097_152])('of %i bytes', (length) => {
    const long = binaryPart([
      [0x06, '00'.repeat(length)],
      [0x92, '01'],
    ])
    expect(recordsOf(long)).toEqual([
      [0x06, length],
      [0x92, 1],
    ])
    expect(recordsOf(long.subarray(0, -1))).toBe('unsupported')
  })

  it.each([0, 0x7f, 0x80, 0xff, 0x1ee, 0x26a, 0x3fff])('of type %i', (type) => {
    expect(recordsOf(binaryPart([[type, 'aa'], [type]]))).toEqual([
      [type, 1],
      [type, 0],
    ])
  })

  it('that end in their type or length are left to SheetJS', () => {
    for (const bytes of [[0x06], [0x92], [0x92, 0x01], [0x06, 0x80], [0x06, 0x80, 0x80], [0x06, 0x01]])
      expect(recordsOf(Uint8Array.from(bytes))).toBe('unsupported')
    // Four bytes of a length at the most: the fifth is of the content.
    expect(recordsOf(Uint8Array.from([0x06, 0x81, 0x80, 0x80, 0x80, 0x05]))).toEqual([[0x06, 1]])
    expect(recordsOf(new Uint8Array())).toEqual([])
  })

  it('the types of cells without a formula', () => {
    const found = Array.from({ length: 0x100 }, (_, type) => type).filter(isConstantCell)
    // BrtCellBlank to BrtCellIsst, their short forms, and BrtCellRString (MS-XLSB 2.4).
    expect(found).toEqual([1, 2, 3, 4, 5, 6, 7, 0x0c, 0x0d, 0x0e, 0x0f, 0x10, 0x11, 0x12, 0x3e])
  })
})

const textsOf = async (records: readonly BinaryRecord[], limit?: number) => {
  const { own, library } = await twoReadings(
    binaryBook(worksheetPart(records)),
    limit === undefined ? {} : { limit },
  )
  const rows = own?.table.slice()
  if (rows !== undefined && library.ok)
    expect(rows.map((row) => row.filter((cell) => cell !== undefined))).toEqual(
      library.table.slice().map((row) => row.filter((cell) => cell !== undefined)),
    )
  return rows?.map((row) => row.map((cell) => (typeof cell === 'object' ? cell.text : cell)))
}

const ROW = rowRecord(0)

/** A cell of each type, with a column and without: type of the record, value, and the text that is read. */
const CELLS = [
  [0x02, 0x0d, u32((7 << 2) | 2), '7'],
  [0x03, 0x0e, '2a', '#N/A'],
  [0x04, 0x0f, '01', 'TRUE'],
  [0x05, 0x10, f64(1.5), '1.5'],
  [0x06, 0x11, wide('x'), 'x'],
  [0x07, 0x12, u32(0), 'Хляб'],
] as const

describe('BULK-02 · cells of an XLSB', () => {
  it.each(CELLS)('of type %i and %i', async (type, short, value, text) => {
    expect(await textsOf([ROW, [type, placed(1) + value], [short, u32(0) + value]])).toEqual([
      [undefined, text, text],
    ])
  })

  it.each(CELLS)(
    'of type %i and %i that are a byte too short are left to SheetJS',
    async (type, short, value) => {
      // Alone, and after a cell with a value.
      for (const before of [[ROW], [ROW, [0x05, placed(0) + f64(1)] as const]]) {
        expect(await textsOf([...before, [type, (placed(1) + value).slice(0, -2)]])).toBeUndefined()
        expect(await textsOf([...before, [short, (u32(0) + value).slice(0, -2)]])).toBeUndefined()
      }
    },
  )

  it.each<[string, readonly BinaryRecord[]]>([
    ['a blank one without its style', [[0x01, `${u32(0)} 000000`]]],
    ['a short blank one without its style', [[0x0c, '000000']]],
    [
      'the same column twice',
      [
        [0x01, placed(0)],
        [0x05, placed(0) + f64(1)],
      ],
    ],
    [
      'a column before the last',
      [
        [0x05, placed(2) + f64(1)],
        [0x05, placed(1) + f64(1)],
      ],
    ],
    ['column 16,385', [[0x05, placed(16_384) + f64(1)]]],
    [
      'a short one behind the last column',
      [
        [0x01, placed(16_383)],
        [0x10, u32(0) + f64(1)],
      ],
    ],
    ['a rich text that is cut', [[0x3e, `${placed(0)} 00 ${u32(2)} 6100`]]],
    ['a shared text that is not there', [[0x07, placed(0) + u32(3)]]],
    [
      'a shared text that is not there after another',
      [
        [0x07, placed(0) + u32(2)],
        [0x07, placed(1) + u32(3)],
      ],
    ],
    ['the same row again', [[0x05, placed(0) + f64(1)], ROW, [0x05, placed(1) + f64(1)]]],
  ])('%s is left to SheetJS', async (_, records) => {
    expect(await textsOf([ROW, ...records])).toBeUndefined()
  })

  it('blank ones, unknown records and rows without cells are passed', async () => {
    expect(
      await textsOf([
        ROW,
        [0x01, placed(0)],
        [0x0c, u32(0)],
        [0x99, 'aabb'],
        [0x10, u32(0) + f64(2)],
        rowRecord(1),
        [0x01, placed(0)],
        rowRecord(3),
        [0x3e, `${placed(1)} 00 ${wide('z')}`],
        rowRecord(5),
      ]),
    ).toEqual([[undefined, undefined, '2'], [], [], [undefined, 'z']])
  })

  it('the style has 24 bits; those behind it are flags', async () => {
    const { own } = await twoReadings(
      binaryBook(worksheetPart([ROW, [0x05, `${u32(0)} ${u32(1 | (0xff << 24))} ${f64(2)}`]])),
    )
    expect(own?.table.at(0)).toEqual([{ kind: 'number', text: '2', currency: 'BGN' }])
  })

  it('the first 512 columns are read', async () => {
    const { own } = await twoReadings(
      binaryBook(worksheetPart([ROW, [0x05, placed(511) + f64(1)], [0x05, placed(512) + f64(2)]])),
    )
    expect([lengthOfRow(own!.table, 0), cellAt(own!.table, 0, 511), cellAt(own!.table, 0, 512)]).toEqual([
      512,
      { kind: 'number', text: '1' },
      undefined,
    ])
    expect(isBlankAt(own!.table, 0)).toBe(false)
  })

  it('rows up to the limit, and whether the next one has a value', async () => {
    const rows = (...texts: readonly string[]) =>
      texts.flatMap((text, r) => [rowRecord(r), [0x06, placed(0) + wide(text)] as const])
    const read = async (records: readonly BinaryRecord[], limit: number) => {
      const { own } = await twoReadings(binaryBook(worksheetPart(records)), { limit })
      return [own?.table.length, own?.isCut, own?.sheets[0]?.hasData]
    }
    expect(await read(rows('a', 'b', 'c'), 2)).toEqual([2, true, true])
    expect(await read(rows('a', 'b', 'c'), 3)).toEqual([3, false, true])
    expect(await read(rows('a', 'b', ''), 2)).toEqual([2, false, true])
    expect(await read(rows('a', 'b', '', 'd'), 2)).toEqual([2, false, true])
    expect(await read(rows('', 'b'), 1)).toEqual([1, true, false])
    expect(await read([rowRecord(0), [0x05, placed(512) + f64(1)]], 9)).toEqual([1, false, false])
  })

  it('a sheet without rows, and one without an end of its rows', async () => {
    const part = (records: readonly BinaryRecord[]) => binaryBook(binaryPart(records))
    expect((await twoReadings(part([[0x81], [0x82]]))).own?.table.slice()).toEqual([])
    // A record before the first row.
    expect(
      (
        await twoReadings(
          part([[0x81], [0x91], [0x99, 'aabb'], rowRecord(1), [0x06, placed(0) + wide('x')], [0x92]]),
        )
      ).own?.table.slice(),
    ).toEqual([[], ['x']])
    expect(
      (await twoReadings(part([[0x81], [0x91], ROW, [0x05, placed(0) + f64(1)]]))).own?.table.slice(),
    ).toEqual([[{ kind: 'number', text: '1' }]])
    // Cells outside the rows are none.
    expect(
      (
        await twoReadings(part([[0x81], ROW, [0x05, placed(0) + f64(1)], [0x91], [0x92], [0x82]]))
      ).own?.table.slice(),
    ).toEqual([])
  })

  it('thousands of rows, one of them far down', async () => {
    const { own } = await twoReadings(
      binaryBook(
        worksheetPart([
          ...Array.from({ length: 5000 }, (_, r) => [
            rowRecord(r),
            [0x05, placed(0) + f64(r)] as const,
          ]).flat(),
          rowRecord(20_000),
          [0x05, placed(0) + f64(7)],
        ]),
      ),
      { limit: 100_000 },
    )
    const numbers = [0, 4095, 4096, 4999, 5000, 20_000].map((r) =>
      own!.table.at(r)!.map((cell) => (typeof cell === 'object' ? cell.text : cell)),
    )
    expect(numbers).toEqual([['0'], ['4095'], ['4096'], ['4999'], [], ['7']])
  })
})

describe('BULK-02 · shared strings of an XLSB', () => {
  it('BULK-02 · are found by their index, however many they are', () => {
    const names = Array.from({ length: 9000 }, (_, i) => `Стока ${i}`)
    const items = names.map((name): BinaryRecord => [0x13, `00 ${wide(name)}`])
    const strings = new SharedStringTable(binaryPart([[0x9f, u32(9000) + u32(9000)], ...items, [0xa0]]))
    expect(strings.length).toBe(9000)
    expect(names.map((_, i) => strings.get(i))).toEqual(names)
    expect(() => strings.get(9000)).toThrow(UnsupportedWorkbook)
  })
})
