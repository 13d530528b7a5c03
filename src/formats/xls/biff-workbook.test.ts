import { describe, expect, it } from 'vitest'
import { type BinaryRecord, f64, u16, u32 } from '#test/fixtures/catalogues/binary-book.ts'
import {
  at,
  biffBook,
  biffStream,
  formulaRecord,
  oleBook,
  result,
  unicode,
} from '#test/fixtures/catalogues/biff-book.ts'
import type { TableRow } from '#table/table.ts'
import { readXls } from './read.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** The number 12 in A1. */
const GOOD: BinaryRecord = [0x27e, at(0, 0) + u32((12 << 2) | 2)]
const [BEGIN_CHART, END]: BinaryRecord[] = [
  [0x809, u16(0x600) + u16(0x20) + u32(0) + u32(0) + u32(0)],
  [0x0a],
]

const inSheet = (...records: readonly BinaryRecord[]): Bytes =>
  biffBook([{ name: 'Цени', records: [GOOD, ...records] }])
const inBook = (...records: readonly BinaryRecord[]): Bytes =>
  biffBook([{ name: 'Цени', records: [GOOD] }], records)

/** A stream with some of its bytes changed. */
function changed(change: (stream: Buffer) => void): Bytes {
  const stream = biffStream([{ name: 'Цени', records: [GOOD] }])
  change(stream)
  return oleBook(stream)
}

const textOf = (cell: TableRow[number]) => (typeof cell === 'object' ? cell.text : cell)

/** The texts of all cells; undefined where the workbook is left to SheetJS. */
const textsOf = (bytes: Bytes): (string | undefined)[][] | undefined =>
  readXls(bytes, 1000, undefined)?.table.map((row) => row.map(textOf))

const xf = (format: number): BinaryRecord => [0xe0, u16(0) + u16(format) + '00'.repeat(16)]

describe('BULK-15 · what SheetJS reads in its own way in an XLS is left to it', () => {
  // MS-XLS 2.3.2 has no such records; those of Excel 2 to 5 are in OpenOffice's documentation of the format.
  it.each([
    0x0000, 0x0002, 0x0003, 0x0004, 0x0005, 0x0007, 0x0009, 0x001e, 0x0043, 0x0206, 0x0209, 0x0243, 0x0406,
    0x0409, 0x0443,
  ])('record %i of an older format', (type) => {
    expect(textsOf(inSheet([type, '00'.repeat(30)]))).toBeUndefined()
    expect(textsOf(inBook([type, '00'.repeat(30)]))).toBeUndefined()
  })

  it.each<[string, BinaryRecord]>([
    ['a password', [0x2f, u16(0)]],
    ['the date system', [0x22, u16(1)]],
    ['the code page', [0x42, u16(1200)]],
    ['the name of a sheet', [0x85, `${u32(0)} 00 00 01 00 41`]],
    ['a cell format', xf(0)],
    ['shared strings', [0xfc, u32(0) + u32(0)]],
    ['a number format', [0x41e, u16(164) + unicode('0')]],
  ])('%s in a sheet or in a drawing of it', (_, record) => {
    expect(textsOf(inSheet(record))).toBeUndefined()
    expect(textsOf(inSheet(BEGIN_CHART!, record, END!))).toBeUndefined()
  })

  it.each<[string, readonly BinaryRecord[]]>([
    ['a password', [[0x2f, '00'.repeat(6)]]],
    ['a date system of another length', [[0x22, u32(1)]]],
    ['a date system without a value', [[0x22]]],
    ['code page 1201', [[0x42, u16(1201)]]],
    ['a code page without a value', [[0x42]]],
    ['Dimensions', [[0x200, u32(0) + u32(1) + u16(0) + u16(1) + u16(0)]]],
    [
      'two tables of shared strings',
      [
        [0xfc, u32(0) + u32(0)],
        [0xfc, u32(0) + u32(0)],
      ],
    ],
    ['another format than General for 0', [[0x41e, u16(0) + unicode('0.00')]]],
    ['a short cell format', [[0xe0, '00'.repeat(19)]]],
    ['a number format beyond its record', [[0x41e, `${u16(164)} ${u16(3)} 00 3030`]]],
    ['a number format with runs', [[0x41e, `${u16(164)} ${u16(1)} 08 30 ${'00'.repeat(9)}`]]],
    ['a number format with phonetics', [[0x41e, `${u16(164)} ${u16(1)} 04 30 ${'00'.repeat(9)}`]]],
    ['the name of a sheet with runs', [[0x85, `${u32(9)} 00 00 01 08 41 ${'00'.repeat(9)}`]]],
    ['the name of a sheet beyond its record', [[0x85, `${u32(9)} 00 00 03 00 41`]]],
    ['a short name of a sheet', [[0x85, `${u32(9)} 00 00 01`]]],
    ['a sheet that is not there', [[0x85, `${u32(9)} 00 00 01 00 41`]]],
    ['a formula', [formulaRecord(at(0, 0), result.number(1), '1e0100')]],
    ['a number', [[0x203, at(0, 0) + f64(1)]]],
    ['a text', [[0x204, at(0, 0) + unicode('x')]]],
    ['a shared text', [[0xfd, at(0, 0) + u32(0)]]],
    ['a boolean', [[0x205, `${at(0, 0)} 01 00`]]],
    ['numbers', [[0xbd, `${u16(0)} ${u16(0)} ${u16(0)} ${u32(2)} ${u16(0)}`]]],
    ['a rich text', [[0xd6, at(0, 0) + unicode('x')]]],
  ])('%s in the globals', (_, records) => {
    expect(textsOf(inBook(...records))).toBeUndefined()
  })

  it.each<[string, readonly BinaryRecord[]]>([
    ['a short number', [[0x203, at(1, 0) + '00'.repeat(7)]]],
    ['a short RK', [[0x27e, `${at(1, 0)} 000000`]]],
    ['a short boolean', [[0x205, `${at(1, 0)} 01`]]],
    ['a short shared text', [[0xfd, `${at(1, 0)} 0000 00`]]],
    ['a short MulRk', [[0xbd, `${u16(1)} ${u16(0)} ${u16(0)}`]]],
    ['a MulRk without a number', [[0xbd, `${u16(1)} ${u16(1)} ${u16(0)}`]]],
    ['a short formula', [[0x06, `${at(1, 0)} ${'00'.repeat(15)}`]]],
    ['a text without its flag', [[0x204, at(1, 0) + u16(1)]]],
    ['a text with runs', [[0x204, `${at(1, 0)} ${u16(1)} 08 41 ${'00'.repeat(9)}`]]],
    ['a text with phonetics', [[0x204, `${at(1, 0)} ${u16(1)} 04 41 ${'00'.repeat(9)}`]]],
    ['a text with an unknown flag', [[0x204, `${at(1, 0)} ${u16(1)} 02 41 ${'00'.repeat(9)}`]]],
    ['a wide text that is cut', [[0x204, `${at(1, 0)} ${u16(2)} 01 41004200`.slice(0, -2)]]],
    ['a shared text that is not there', [[0xfd, at(1, 0) + u32(0)]]],
    ['column 257', [[0x27e, at(1, 256) + u32(2)]]],
    [
      'a String behind a number',
      [formulaRecord(at(1, 0), result.number(1), '1e0100'), [0x207, unicode('x')]],
    ],
    [
      'two Strings behind one formula',
      [formulaRecord(at(1, 0), result.text, '1e0100'), [0x207, unicode('x')], [0x207, unicode('y')]],
    ],
    [
      'a String behind another formula',
      [
        formulaRecord(at(1, 0), result.text, '1e0100'),
        formulaRecord(at(1, 1), result.number(1), '1e0100'),
        [0x207, unicode('x')],
      ],
    ],
    [
      'a String five records behind its formula',
      [
        formulaRecord(at(1, 0), result.text, '1e0100'),
        ...Array.from({ length: 4 }, () => [0x201, at(2, 0)] as const),
        [0x207, unicode('x')],
      ],
    ],
    [
      'a String beyond its record',
      [formulaRecord(at(1, 0), result.text, '1e0100'), [0x207, `${u16(5)} 00 41`]],
    ],
    ['the same cell twice, among others', [[0x27e, at(2, 0) + u32(2)], GOOD]],
  ])('%s in a sheet', (_, records) => {
    expect(textsOf(inSheet(...records))).toBeUndefined()
  })

  it.each<[string, (stream: Buffer) => void]>([
    ['another version of the workbook', (stream) => stream.writeUInt16LE(0x0500, 4)],
    ['a workbook that begins as a sheet', (stream) => stream.writeUInt16LE(0x10, 6)],
    ['no begin of the workbook', (stream) => stream.writeUInt16LE(0x0899, 0)],
    [
      'another version of a sheet',
      (stream) => stream.writeUInt16LE(0x0500, stream.lastIndexOf('0908', 'hex') + 4),
    ],
    [
      'a chart in the place of a sheet',
      (stream) => stream.writeUInt16LE(0x20, stream.lastIndexOf('0908', 'hex') + 6),
    ],
    [
      'a sheet that begins elsewhere',
      (stream) => stream.writeUInt32LE(1, stream.indexOf('8500', 0, 'hex') + 4),
    ],
    // The offset, the state and the type of the sheet come first, then the length of its name and its flags.
    [
      'a name of a sheet that ends beyond its record',
      (stream) => stream.writeUInt8(5, stream.indexOf('8500', 0, 'hex') + 10),
    ],
    ['a name of a sheet with runs', (stream) => stream.writeUInt8(9, stream.indexOf('8500', 0, 'hex') + 11)],
  ])('%s', (_, change) => {
    expect(textsOf(changed(change))).toBeUndefined()
  })

  it('an older workbook behind the last sheet', () => {
    const stream = biffStream([{ name: 'Цени', records: [GOOD] }])
    for (const [type, isLeft] of [
      [0x0009, true],
      [0x0209, true],
      [0x0409, true],
      [0x0000, false],
      [0x0010, false],
    ] as const) {
      const more = Buffer.from(u16(type) + u16(4) + u32(0), 'hex')
      expect(textsOf(oleBook(Buffer.concat([stream, more])))).toEqual(isLeft ? undefined : [['12']])
    }
  })

  it('a String record in the sheet after that of its formula', () => {
    const sheets = (texts: readonly BinaryRecord[], others: readonly BinaryRecord[]) =>
      biffBook([
        { name: 'A', records: [GOOD, formulaRecord(at(1, 0), result.text, '1e0100'), ...texts] },
        { name: 'B', records: others },
      ])
    expect(textsOf(sheets([[0x207, unicode('x')]], []))).toEqual([['12'], ['x']])
    expect(textsOf(sheets([], [[0x207, unicode('x')]]))).toBeUndefined()
  })

  it('a stream that ends within a sheet, after a record', () => {
    const withFilling = (bytes: number) =>
      biffStream([{ name: 'A', records: [GOOD, [0x0868, '00'.repeat(bytes)]] }])
    // The stream of a container has at least 4,096 bytes.
    const whole = withFilling(4100 - withFilling(0).length)
    expect(textsOf(oleBook(whole))).toEqual([['12']])
    // Without the four bytes of the end.
    expect(textsOf(oleBook(whole.subarray(0, -4)))).toBeUndefined()
  })

  it('two sheets of one name or at one place, and no sheet at all', () => {
    const named = (name: string) => ({ name, records: [GOOD] })
    expect(textsOf(biffBook([named('A'), named('B')]))).toEqual([['12']])
    expect(textsOf(biffBook([named('A'), named('A')]))).toBeUndefined()
    expect(textsOf(biffBook([]))).toBeUndefined()
    const stream = biffStream([named('A'), named('B')])
    const first = stream.indexOf('8500', 0, 'hex')
    const second = stream.indexOf('8500', first + 4, 'hex')
    stream.copy(stream, second + 4, first + 4, first + 8)
    expect(textsOf(oleBook(stream))).toBeUndefined()
    const listedTwice = biffStream([named('A')], [[0x85, `${u32(0)} 00 00 01 00 42`]])
    const [only, other] = [listedTwice.indexOf('8500', 0, 'hex'), listedTwice.lastIndexOf('8500', -1, 'hex')]
    listedTwice.copy(listedTwice, other + 4, only + 4, only + 8)
    expect(textsOf(oleBook(listedTwice))).toBeUndefined()
  })
})

describe('BULK-02 · an XLS is read with what is usual in it', () => {
  it.each<[string, readonly BinaryRecord[], (string | undefined)[][]]>([
    [
      'a chart in a sheet',
      [BEGIN_CHART!, [0x1001, u16(0)], END!, [0x27e, at(1, 0) + u32((5 << 2) | 2)]],
      [['12'], ['5']],
    ],
    [
      'column 256',
      [[0x27e, at(0, 255) + u32((5 << 2) | 2)]],
      [['12', ...Array<undefined>(254).fill(undefined), '5']],
    ],
    [
      'a String four records behind its formula',
      [
        formulaRecord(at(0, 1), result.text, '1e0100'),
        ...Array.from({ length: 3 }, () => [0x201, at(2, 0)] as const),
        [0x207, unicode('x')],
      ],
      [['12', 'x']],
    ],
    ['an empty text', [[0x204, at(0, 1) + u16(0)]], [['12', '']]],
    ['a text of letters of one byte', [[0x204, at(0, 1) + unicode('café')]], [['12', 'café']]],
    [
      'numbers in adjacent columns',
      [[0xbd, `${u16(0)} ${u16(1)} ${u16(0)} ${u32((1 << 2) | 2)} ${u16(0)} ${u32((2 << 2) | 2)} ${u16(2)}`]],
      [['12', '1', '2']],
    ],
    ['an unknown record', [[0x0868, '00']], [['12']]],
    [
      'a formula whose result has an unknown type',
      [
        formulaRecord(at(0, 1), '090000000000ffff', '1e0100'),
        formulaRecord(at(0, 2), result.number(5), '1e0100'),
      ],
      [['12', undefined, '5']],
    ],
  ])('%s', (_, records, texts) => {
    expect(textsOf(inSheet(...records))).toEqual(texts)
  })

  it.each<[string, readonly BinaryRecord[]]>([
    [
      'the Unicode code page of Excel for Mac',
      [
        [0x42, u16(0x5212)],
        [0x41e, u16(170) + unicode('0 лв')],
      ],
    ],
    [
      'a format of ASCII with another code page',
      [
        [0x42, u16(1251)],
        [0x41e, u16(170) + unicode('0')],
      ],
    ],
    [
      'the last character of ASCII with another code page',
      [
        [0x42, u16(1251)],
        [0x41e, u16(170) + unicode('0\x7f')],
      ],
    ],
    ['General for 0', [[0x41e, u16(0) + unicode('General')]]],
    ['dates since 1900', [[0x22, u16(0)]]],
  ])('%s', (_, records) => {
    expect(textsOf(inBook(...records))).toEqual([['12']])
  })

  it('characters beyond ASCII with a code page are left to SheetJS', () => {
    for (const text of ['лв', 'é'])
      expect(textsOf(inBook([0x42, u16(1251)], [0x41e, u16(170) + unicode(text)]))).toBeUndefined()
    expect(textsOf(inBook([0x42, u16(1251)], [0x41e, `${u16(170)} ${u16(1)} 01 3000`]))).toBeUndefined()
  })

  it('characters are those of Unicode where no code page is named', () => {
    // A record without meaning in the place of the code page; a number format has letters beyond ASCII.
    const bytes = changed((stream) => stream.writeUInt16LE(0x0868, stream.indexOf('42000200', 0, 'hex')))
    expect(textsOf(bytes)).toEqual([['12']])
  })

  it('a macro sheet is read as another sheet', () => {
    const asMacros = changed((stream) => stream.writeUInt16LE(0x40, stream.lastIndexOf('0908', 'hex') + 6))
    expect(textsOf(asMacros)).toEqual([['12']])
  })

  it.each([
    [0, false],
    [1, true],
    [2, true],
    [3, true],
    // Other bits are reserved.
    [4, false],
  ])('a sheet with the state %i is hidden: %s', (state, hidden) => {
    const bytes = changed((stream) => stream.writeUInt8(state, stream.indexOf('8500', 0, 'hex') + 8))
    expect(readXls(bytes, 1000, undefined)?.sheets).toEqual([{ name: 'Цени', hidden, hasData: true }])
  })

  it('before the first sheet with anything in it, no sheet is hidden', () => {
    const sheets = readXls(
      biffBook([
        { name: 'A', records: [], isHidden: true },
        { name: 'B', records: [GOOD], isHidden: true },
        { name: 'C', records: [], isHidden: true },
      ]),
      1000,
      undefined,
    )?.sheets
    expect(sheets?.map(({ hidden }) => hidden)).toEqual([false, true, true])
  })

  it('a sheet without a name, and a format that a program writes wrongly', () => {
    const bytes = biffBook(
      [{ name: '', records: [[0x203, at(0, 0, 5) + f64(45_000.5)]] }],
      [[0x41e, u16(165) + unicode('d.m')], xf(165)],
    )
    const book = readXls(bytes, 1000, undefined)
    expect(book?.sheet).toBe('Sheet1')
    expect(book?.table.at(0)).toEqual([{ kind: 'other', text: '2023-03-15 12:00', what: 'date' }])
  })

  it('rows up to the limit, and whether there are more', () => {
    const rows = (...texts: readonly string[]) =>
      biffBook([
        { name: 'Цени', records: texts.map((text, r) => [0x204, at(r, 0) + unicode(text)] as const) },
      ])
    const read = (bytes: Bytes, limit: number) => {
      const book = readXls(bytes, limit, undefined)
      return [book?.table.length, book?.isCut, book?.sheets[0]?.hasData]
    }
    expect(read(rows('a', 'b', 'c'), 2)).toEqual([2, true, true])
    expect(read(rows('a', 'b', 'c'), 3)).toEqual([3, false, true])
    // Only the row behind the limit counts, and a blank text is no value.
    expect(read(rows('a', 'b', ''), 2)).toEqual([2, false, true])
    expect(read(rows('a', '', 'c'), 1)).toEqual([1, false, true])
    expect(read(rows('', 'b', 'c'), 1)).toEqual([1, true, false])
  })

  it('a sheet that is not there is left to SheetJS, which lists them', () => {
    expect(readXls(inSheet(), 1000, 'Няма')).toBeUndefined()
    expect(readXls(inSheet(), 1000, 'Цени')?.sheet).toBe('Цени')
  })
})
