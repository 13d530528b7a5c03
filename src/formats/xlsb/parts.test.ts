import { describe, expect, it } from 'vitest'
import {
  type BinaryRecord,
  BINARY_STYLES,
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
import { zip } from '#test/fixtures/catalogues/zips.ts'
import { zipRecords } from '#test/zip-records.ts'

type Part = string | Uint8Array | undefined

const SHEET = worksheetPart([rowRecord(0), [0x05, placed(0, 1) + f64(2)]])

/** A binary workbook with some of its parts replaced, added, or left out. */
function bookWith(changes: Readonly<Record<string, Part>>): Uint8Array<ArrayBuffer> {
  const usual = zipRecords(binaryBook(SHEET)).map(({ name, content }) => [name, content] as const)
  const parts = { ...Object.fromEntries(usual), ...changes }
  return zip(
    Object.entries(parts).flatMap(([name, content]) =>
      content === undefined
        ? []
        : [{ name, content: typeof content === 'string' ? new TextEncoder().encode(content) : content }],
    ),
  )
}

const usual = (name: string): string =>
  zipRecords(binaryBook(SHEET))
    .find((part) => part.name === name)!
    .content.toString()

const own = async (changes: Readonly<Record<string, Part>>) => (await twoReadings(bookWith(changes))).own

const TYPES = '[Content_Types].xml'
const RELATIONS = 'xl/_rels/workbook.bin.rels'
const BOOK = 'xl/workbook.bin'

const sheetRecord = (name: string, id = 'rId1', state = 0): BinaryRecord => [
  0x9c,
  `${u32(state)} ${u32(1)} ${wide(id)} ${wide(name)}`,
]
const book = (...records: readonly BinaryRecord[]) => binaryPart([[0x83], ...records, [0x84]])

describe('BULK-02 · an XLSB with parts in unusual places is left to SheetJS', () => {
  it.each<[string, Readonly<Record<string, Part>>]>([
    ['without content types', { [TYPES]: undefined }],
    ['without relationships', { [RELATIONS]: undefined }],
    ['without the named styles', { 'xl/styles.bin': undefined }],
    ['without the named strings', { 'xl/sharedStrings.bin': undefined }],
    ['without its sheet', { 'xl/worksheets/sheet1.bin': undefined }],
    ['with a part of the same name in capitals', { 'XL/Styles.bin': BINARY_STYLES }],
    ['with the workbook of an XLSX too', { 'xl/workbook.xml': '<workbook/>' }],
    ['with the manifest of an ODS', { 'META-INF/manifest.xml': '<manifest/>' }],
    ['with the contents of an UOF', { 'objectdata.xml': '<a/>' }],
    ['with the document of Numbers', { 'Index/Document.iwa': 'x' }],
    ['with two relationships of one id', { [RELATIONS]: usual(RELATIONS).replace('rId3', 'rId2') }],
    [
      'with relationships of a prefix',
      { [RELATIONS]: usual(RELATIONS).replaceAll('<Relationship ', '<x:Relationship ') },
    ],
    ['with broken relationships', { [RELATIONS]: usual(RELATIONS).replace('</Relationships>', '') }],
    ['with broken content types', { [TYPES]: usual(TYPES).replace('</Types>', '') }],
    ['with another main part', { [TYPES]: usual(TYPES).replace('/xl/workbook.bin', '/xl/book.bin') }],
    ['with two sheets of one name', { [BOOK]: book(sheetRecord('Цени'), sheetRecord('Цени')) }],
    ['with a sheet without a relationship', { [BOOK]: book(sheetRecord('Цени', 'rId9')) }],
    ['with a sheet that is no worksheet', { [BOOK]: book(sheetRecord('Цени', 'rId2')) }],
    ['without a sheet', { [BOOK]: book() }],
    [
      'with a cut name of a sheet',
      { [BOOK]: book([0x9c, `${u32(0)} ${u32(1)} ${wide('rId1')} ${u32(9)} 4100`]) },
    ],
    [
      'with a cut string',
      {
        'xl/sharedStrings.bin': binaryPart([
          [0x9f, u32(1) + u32(1)],
          [0x13, `00 ${u32(9)} 4100`],
        ]),
      },
    ],
  ])('%s', async (_, changes) => {
    expect(await own(changes)).toBeUndefined()
  })

  it.each([
    ['a number', 0x02, u32((7 << 2) | 2)],
    ['an error', 0x03, '2a'],
    ['a logical value', 0x04, '01'],
    ['a decimal number', 0x05, f64(1.5)],
    ['a text', 0x06, wide('x')],
    ['a shared text', 0x07, u32(0)],
    ['a rich text', 0x3e, `00 ${wide('x')}`],
  ])('with %s that is a byte too short in a sheet that is not chosen', async (_, type, value) => {
    const withSecond = (content: string) =>
      own({
        [BOOK]: book(sheetRecord('Цени'), sheetRecord('Други', 'rId4')),
        [RELATIONS]: usual(RELATIONS).replace(
          /<Relationship [^>]*"rId1"[^>]*>/,
          (sheet) => sheet + sheet.replace('rId1', 'rId4').replace('sheet1', 'sheet2'),
        ),
        'xl/worksheets/sheet2.bin': worksheetPart([rowRecord(0), [type, placed(0) + content]]),
      })
    expect((await withSecond(value))?.sheets[1]?.hasData).toBe(true)
    expect(await withSecond(value.slice(0, -2))).toBeUndefined()
  })

  it('the usual one is not', async () => {
    expect((await own({}))?.table.at(0)).toEqual([{ kind: 'number', text: '2', currency: 'BGN' }])
  })
})

describe('BULK-02 · what the parts of an XLSB say', () => {
  it('targets from the root, names without case, and a chart beside the sheets', async () => {
    const read = await own({
      [RELATIONS]: usual(RELATIONS).replace('Target="worksheets/', 'Target="/xl/worksheets/'),
      [BOOK]: book(sheetRecord('Цени'), sheetRecord('Диаграма', 'rId2')),
      'xl/worksheets/sheet1.bin': undefined,
      'XL/Worksheets/Sheet1.BIN': SHEET,
    })
    expect(read?.sheets).toEqual([
      { name: 'Цени', hidden: false, hasData: true },
      { name: 'Диаграма', hidden: false, hasData: false },
    ])
    expect(read?.table.length).toBe(1)
  })

  it.each<[string, readonly BinaryRecord[], string]>([
    ['no properties', [], '2023-03-15'],
    ['other properties', [[0x99, `${u32(0xfffe)} ${u32(0)} ${wide('')}`]], '2023-03-15'],
    ['those of 1904', [[0x99, `${u32(0xffff)} ${u32(0)} ${wide('')}`]], '2027-03-16'],
  ])('dates of a workbook with %s', async (_, properties, date) => {
    const read = await own({
      [BOOK]: book(...properties, sheetRecord('Цени')),
      'xl/worksheets/sheet1.bin': worksheetPart([rowRecord(0), [0x05, placed(0, 3) + f64(45_000)]]),
    })
    expect(read?.table.at(0)).toEqual([{ kind: 'other', text: date, what: 'date' }])
  })

  it.each([
    [0, false],
    [1, true],
    [2, true],
  ])('the state %i of a sheet: hidden %s', async (state, hidden) => {
    expect((await own({ [BOOK]: book(sheetRecord('Цени', 'rId1', state)) }))?.sheets[0]?.hidden).toBe(hidden)
  })

  it('a workbook without styles and strings', async () => {
    const types = usual(TYPES).replace(/<Override PartName="\/xl\/(?:styles|sharedStrings)\.bin"[^>]*>/g, '')
    expect((await own({ [TYPES]: types }))?.table.at(0)).toEqual([{ kind: 'number', text: '2' }])
  })

  it('of two parts of one type the first counts', async () => {
    const second =
      '<Override PartName="/xl/other.bin" ContentType="application/vnd.ms-excel.styles"/></Types>'
    const read = await own({
      [TYPES]: usual(TYPES).replace('</Types>', second),
      'xl/other.bin': binaryPart([[0x116], [0x117]]),
    })
    expect(read?.table.at(0)).toEqual([{ kind: 'number', text: '2', currency: 'BGN' }])
  })

  it('formats of styles count only for cells', async () => {
    // Cell formats outside their list, before and behind it, and a code in place of a built-in one.
    const styles = binaryPart([
      [0x2c, `0e00 ${wide('0.00 [$BGN]')}`],
      [0x272, u32(1)],
      [0x2f, `ffff 0900 ${'00'.repeat(12)}`],
      [0x273],
      [0x269, u32(2)],
      [0x2f, `0000 0900 ${'00'.repeat(12)}`],
      [0x2f, `0000 0e00 ${'00'.repeat(12)}`],
      [0x26a],
      [0x2f, `0000 0900 ${'00'.repeat(12)}`],
    ])
    const cells = worksheetPart([
      rowRecord(0),
      ...[0, 1, 2].map((i) => [0x05, placed(i, i) + f64(2)] as const),
    ])
    expect((await own({ 'xl/styles.bin': styles, 'xl/worksheets/sheet1.bin': cells }))?.table.at(0)).toEqual([
      { kind: 'other', text: '200%', what: 'percent' },
      { kind: 'number', text: '2', currency: 'BGN' },
      { kind: 'number', text: '2' },
    ])
  })

  it('strings end with their end record, and more than the first capacity are read', async () => {
    const item = (text: string): BinaryRecord => [0x13, `00 ${wide(text)}`]
    const texts = Array.from({ length: 4100 }, (_, i) => `т${i}`)
    const strings = binaryPart([[0x9f, u32(0) + u32(0)], [0x99], ...texts.map(item), [0xa0], item('behind')])
    const cell = (index: number) => worksheetPart([rowRecord(0), [0x07, placed(0) + u32(index)]])
    const read = async (index: number) =>
      (await own({ 'xl/sharedStrings.bin': strings, 'xl/worksheets/sheet1.bin': cell(index) }))?.table.at(0)
    expect([await read(0), await read(4095), await read(4096), await read(4099)]).toEqual([
      ['т0'],
      ['т4095'],
      ['т4096'],
      ['т4099'],
    ])
    expect(await read(4100)).toBeUndefined()
  })
})
