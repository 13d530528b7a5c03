import { LIMITS } from '#product/limits.ts'
import { encode, withBom } from '#test/fixtures/catalogues/encoders.ts'
import { handWrittenBook, sheetXml } from '#test/fixtures/catalogues/hand-written-book.ts'
import { workbook } from '#test/fixtures/catalogues/workbooks.ts'
import { zip } from '#test/fixtures/catalogues/zips.ts'
import { describe, expect, test } from 'vitest'
import type { OpenOptions } from './format.ts'
import { detectColumns } from '#pricelist/columns/detect-columns.ts'
import { openFile } from './open-file.ts'
import { readRows } from '#pricelist/rows/read-rows.ts'
import { cellAt, isBlankAt, lengthOfRow } from '#table/table.ts'

const LIST = 'Наименование;Цена\nХляб;1,69\nМляко;2,89\n'
const TABLE = [
  ['Наименование', 'Цена'],
  ['Хляб', '1,69'],
  ['Мляко', '2,89'],
]

const utf8 = (text: string) => encode(text, 'utf-8')

/** The file with all cells of its table made. */
async function open(
  content: string | Uint8Array<ArrayBuffer>,
  fileName: string,
  options: Partial<OpenOptions> = {},
) {
  const bytes = typeof content === 'string' ? utf8(content) : content
  const result = await openFile(bytes, { fileName, ...options })
  if (!result.ok) return result
  const { table, cells } = result.file
  const made = { ...result.file, table: [...table], ...(cells && { cells: [...cells] }) }
  return { ok: true as const, file: made }
}

describe('BULK-02 · a file is what its bytes say', () => {
  test.each(['x.tsv', 'x.txt', 'x.TAB', 'x.dat', 'x', 'csv', 'x.pdf', 'x.csv.bak', 'x.xlsxz'])(
    'FILE-01 · %s with delimited text',
    async (fileName) => {
      expect(await open(LIST, fileName)).toMatchObject({
        ok: true,
        file: { format: 'csv', table: TABLE, warnings: [] },
      })
    },
  )

  test('CSV in capitals, with its encoding and delimiter', async () => {
    const how = { format: 'csv', encoding: 'utf-8', hasBom: false, delimiter: ';' }
    const file = { ...how, table: TABLE, cells: TABLE, warnings: [] }
    expect(await open(LIST, 'ЦЕНИ.CSV')).toEqual({ ok: true, file })
  })

  test.each(['xls', 'xlsx', 'json'])('delimited text saved as .%s', async (extension) => {
    expect(await open(LIST, `x.${extension}`)).toMatchObject({
      ok: true,
      file: {
        format: 'csv',
        table: TABLE,
        warnings: [{ code: 'extension-differs', extension, format: 'csv' }],
      },
    })
  })

  test('a web page and an XML workbook saved as .xls', async () => {
    const html = '<html><table><tr><td>Наименование<td>Цена<tr><td>Хляб<td>1,69<tr><td>Мляко<td>2,89</table>'
    expect(await open(html, 'x.xls')).toMatchObject({
      ok: true,
      file: { format: 'xls', table: TABLE, warnings: [] },
    })
    const wide = encode(html, 'windows-1251')
    expect(await open(wide, 'x.xls')).toMatchObject({ ok: true, file: { format: 'xls', table: TABLE } })
    const xml = `<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"
      xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="Лист"><Table>
      <Row><Cell><Data ss:Type="String">Цена</Data></Cell></Row>
      <Row><Cell><Data ss:Type="Number">12.5</Data></Cell></Row>
      <Row><Cell><Data ss:Type="String">12,5</Data></Cell></Row></Table></Worksheet></Workbook>`
    expect(await open(xml, 'x.xls')).toMatchObject({
      ok: true,
      file: { format: 'xls', sheet: 'Лист', table: [['Цена'], [{ kind: 'number', text: '12.5' }], ['12,5']] },
    })
  })

  test('JSON under the name of another format', async () => {
    const json = '[{"name":"Хляб","price":1.2,"currency":"EUR"}]'
    expect(await open(json, 'x.json')).toMatchObject({ ok: true, file: { format: 'json', warnings: [] } })
    expect(await open(json, 'x.csv')).toMatchObject({
      ok: true,
      file: { format: 'json', warnings: [{ code: 'extension-differs' }] },
    })
    expect(await open('[a];b\n1;2\n', 'x.csv')).toMatchObject({ ok: true, file: { format: 'csv' } })
  })

  test('a header that only begins like a tag is CSV', async () => {
    expect(await open('<Код>;Цена\n1;2\n', 'x.csv')).toMatchObject({ ok: true, file: { format: 'csv' } })
  })
})

describe('BULK-16 · encodings and delimiters', () => {
  test('UTF-16 without a byte order mark, with tabs', async () => {
    for (const encoding of ['utf-16le', 'utf-16be'] as const) {
      const bytes = encode(LIST.replaceAll(';', '\t'), encoding)
      expect(await open(bytes, 'x.csv')).toMatchObject({
        ok: true,
        file: { encoding, delimiter: '\t', table: TABLE },
      })
    }
  })

  test('UTF-16 that begins with tabs is no workbook', async () => {
    const bytes = encode(`\t\r\n${LIST.replaceAll(';', '\t')}`, 'utf-16le')
    expect(await open(bytes, 'x.csv')).toMatchObject({ ok: true, file: { table: [['', ''], ...TABLE] } })
    expect(await open(encode('\t\t\nИме\tЦена\tБр\n', 'utf-16le'), 'x.csv')).toMatchObject({ ok: true })
  })

  test("the user's choices override detection", async () => {
    const bytes = encode(LIST, 'windows-1251')
    expect(await open(bytes, 'x.csv', { encoding: 'windows-1251', delimiter: ',' })).toMatchObject({
      ok: true,
      file: {
        encoding: 'windows-1251',
        delimiter: ',',
        table: [['Наименование;Цена'], ['Хляб;1', '69'], ['Мляко;2', '89']],
      },
    })
  })

  test('a separator line keeps its row number', async () => {
    const bytes = withBom(utf8(`sep=;\r\n${LIST}`), 0xef, 0xbb, 0xbf)
    expect(await open(bytes, 'x.csv')).toMatchObject({
      ok: true,
      file: { hasBom: true, table: [[], ...TABLE] },
    })
  })

  test('an impossible encoding reports how much is undecodable', async () => {
    const result = await open(encode(LIST, 'windows-1251'), 'x.csv', { encoding: 'utf-8' })
    expect(result).toMatchObject({ ok: true, file: { warnings: [{ code: 'undecodable-bytes' }] } })
  })
})

describe('BULK-15 · empty, broken and hostile files give one error', () => {
  test.each([
    ['spaces', utf8(' \r\n\t\n ')],
    ['a byte order mark', withBom(new Uint8Array(), 0xef, 0xbb, 0xbf)],
    ['delimiters', utf8(';;;\n;;;\n')],
  ])('%s: no rows', async (_, bytes) => {
    expect(await openFile(bytes, { fileName: 'x.csv' })).toEqual({ ok: false, error: { code: 'no-rows' } })
  })

  test('a header alone is opened and has no rows', async () => {
    const result = await open('Наименование;Цена\n', 'x.csv')
    expect(result).toMatchObject({ ok: true })
    if (!result.ok) return
    const { columns } = detectColumns(result.file.table)
    expect(readRows(result.file.table, { columns, defaultCurrency: 'BGN' }).counts.totalRows).toBe(0)
  })

  test.each([
    ['a program', Uint8Array.from({ length: 5000 }, (_, i) => (i * 7919) % 251), 'x.csv', 'broken'],
    [
      'bytes of no format',
      Uint8Array.from({ length: 5000 }, (_, i) => (i * 7919) % 251),
      'x.xlsx',
      'not-a-workbook',
    ],
    ['a ZIP that ends early', workbook({ a: [['x', 1]] }).slice(0, 3000), 'x.xlsx', 'broken'],
    ['broken JSON', utf8('[{"price": 1,'), 'x.json', 'not-json'],
    ['no JSON at all', utf8('hello'), 'x.json', 'not-json'],
    ['broken JSON in a text file', utf8('[{"name": "a", "price": 1,'), 'x.txt', 'not-json'],
    ['a million columns', utf8(','.repeat(1e6)), 'x.csv', 'too-wide'],
  ] as const)('%s', async (_, bytes, fileName, reason) => {
    expect(await openFile(bytes, { fileName })).toEqual({ ok: false, error: { code: 'unreadable', reason } })
  })

  test('a ZIP without a file in its directory', async () => {
    const bytes = zip([{ name: 'a', content: utf8('x') }])
    // The end record (APPNOTE 4.3.16): no entries, in a directory of no length directly before it.
    const end = bytes.length - 22
    const view = new DataView(bytes.buffer, bytes.byteOffset + end)
    for (const [at, value] of [
      [8, 0],
      [12, 0],
      [16, end],
    ] as const)
      view.setUint32(at, value, true)
    expect(await openFile(bytes, { fileName: 'x.xlsx' })).toEqual({
      ok: false,
      error: { code: 'unreadable', reason: 'broken' },
    })
  })

  test('a ZIP bomb that looks like a workbook', async () => {
    const sheet = new Uint8Array(180 * 1024 * 1024)
    const bomb = zip([
      { name: '[Content_Types].xml', content: utf8('<Types/>') },
      { name: 'xl/sheet1.xml', content: sheet },
    ])
    expect(bomb.length).toBeLessThan(1024 * 1024)
    expect(await openFile(bomb, { fileName: 'x.xlsx' })).toEqual({
      ok: false,
      error: { code: 'unreadable', reason: 'bomb' },
    })
  })

  test('a file over the limit is not read', async () => {
    expect(await openFile(new Uint8Array(LIMITS.fileBytes + 1), { fileName: 'x.csv' })).toEqual({
      ok: false,
      error: { code: 'too-big', limitBytes: LIMITS.fileBytes },
    })
    expect(await open(LIST, 'x.csv', { limits: { bytes: 10 } })).toMatchObject({
      error: { code: 'too-big', limitBytes: 10 },
    })
  })

  test('a file of exactly the limit is read', async () => {
    const { length } = utf8(LIST)
    expect(await open(LIST, 'x.csv', { limits: { bytes: length } })).toMatchObject({ ok: true })
    expect(await open(LIST, 'x.csv', { limits: { bytes: length - 1 } })).toMatchObject({
      error: { code: 'too-big', limitBytes: length - 1 },
    })
  })

  test('blank text under any name has no rows', async () => {
    for (const name of ['x.csv', 'x.json', 'x.xls', 'x.xlsx'])
      expect(await open(' \n ', name)).toEqual({ ok: false, error: { code: 'no-rows' } })
  })

  test('hostile titles are text', async () => {
    const result = await open('__proto__;constructor;price\na;b;1\n', 'x.csv')
    expect(result).toMatchObject({
      ok: true,
      file: {
        table: [
          ['__proto__', 'constructor', 'price'],
          ['a', 'b', '1'],
        ],
      },
    })
  })
})

describe('BULK-04 · more rows than the limit', () => {
  const rows = (count: number) => Array.from({ length: count }, (_, i) => `Стока ${i};${i + 1}`).join('\n')

  test.each([
    ['as many as are taken', `Списък\n\nИме;Цена\n${rows(5)}\n\n\n`, 5, []],
    ['one more', `Списък\n\nИме;Цена\n${rows(6)}\n`, 5, [{ code: 'rows-cut', limit: 5 }]],
    ['far more', `Име;Цена\n${rows(500)}\n`, 5, [{ code: 'rows-cut', limit: 5 }]],
  ])('%s', async (_, text, limit, warnings) => {
    const result = await open(text, 'x.csv', { limits: { rows: limit } })
    expect(result).toMatchObject({ ok: true, file: { warnings } })
    if (!result.ok) return
    const { columns } = detectColumns(result.file.table)
    expect(readRows(result.file.table, { columns, defaultCurrency: 'BGN' }).counts.validRows).toBe(5)
  })

  test.each(['biff8', 'xlsb'] as const)('in a workbook, whose table ends there: %s', async (kind) => {
    const sheet = [['Име', 'Цена'], ...Array.from({ length: 400 }, (_, i) => [`Стока ${i}`, i + 1])]
    const result = await openFile(workbook({ a: sheet }, kind), { fileName: 'x.xls', limits: { rows: 2 } })
    if (!result.ok) return expect.fail(result.error.code)
    const { table } = result.file
    expect(table.length).toBe(3)
    for (const r of [-1, 2, 3, 4, 11]) {
      const row = r === 2 ? ['Стока 1', { kind: 'number', text: '2' }] : undefined
      expect(table.at(r < 0 ? 3 : r)).toEqual(row)
      expect([0, 1, 2].map((c) => cellAt(table, r, c))).toEqual([0, 1, 2].map((c) => row?.[c]))
      expect([lengthOfRow(table, r), isBlankAt(table, r)]).toEqual(row ? [2, false] : [0, true])
    }
  })

  test('in a workbook and in JSON too', async () => {
    const sheet = [['Име', 'Цена'], ...Array.from({ length: 40 }, (_, i) => [`Стока ${i}`, i + 1])]
    const book = await open(workbook({ a: sheet }), 'x.xlsx', { limits: { rows: 5 } })
    expect(book).toMatchObject({ ok: true, file: { warnings: [{ code: 'rows-cut', limit: 5 }] } })
    expect(book.ok && book.file.table).toHaveLength(6)
    const items = JSON.stringify(Array.from({ length: 40 }, () => ({ price: 1, currency: 'BGN' })))
    const json = await open(items, 'x.json', { limits: { rows: 5 } })
    expect(json).toMatchObject({ ok: true, file: { warnings: [{ code: 'rows-cut', limit: 5 }] } })
    expect(json.ok && json.file.table).toHaveLength(6)
  })

  test.each([
    ['x.csv', () => `Име;Цена\n${rows(10_000)}`],
    ['x.xlsx', () => workbook({ a: Array.from({ length: 10_000 }, (_, i) => [`Стока ${i}`, i + 1]) })],
  ])('progress and the rows so far are reported in order, and not often: %s', async (name, content) => {
    const [seen, counted]: [number[], number[]] = [[], []]
    await open(content(), name, {
      onProgress: (done, count) => {
        seen.push(done)
        if (count !== undefined) counted.push(count)
      },
    })
    expect(seen.length).toBeGreaterThan(5)
    expect(seen.length).toBeLessThan(30)
    for (const all of [seen, counted]) expect(all).toEqual(all.toSorted((a, b) => a - b))
    expect(counted.at(-1)).toBeGreaterThan(9_000)
    expect(Math.max(...seen)).toBeLessThanOrEqual(1)
  })
})

describe('BULK-15 · a workbook that unpacks to more than the page has memory for', () => {
  const row = `<row ${'x="'.padEnd(9000, 'y')}"><c><v>1.5</v></c></row>`
  const large = handWrittenBook(sheetXml(row.repeat(20_000)))
  const openLarge = (bytes: Uint8Array<ArrayBuffer>, isUnpackedLimited?: boolean) =>
    openFile(bytes, {
      fileName: 'x.xlsx',
      ...(isUnpackedLimited !== undefined && { limits: { isUnpackedLimited } }),
    })
  const bomb = { ok: false, error: { code: 'unreadable', reason: 'bomb' } }

  test('is read where there is no limit, and only there', async () => {
    expect(await openLarge(large)).toEqual(bomb)
    const opened = await openLarge(large, false)
    if (!opened.ok) throw new Error('Not read.')
    expect(opened.file.table.length).toBe(20_000)
    expect(cellAt(opened.file.table, 19_999, 0)).toEqual({ kind: 'number', text: '1.5' })
  })

  test('is not read by SheetJS, which needs all of it in one string', async () => {
    const unusual = handWrittenBook(sheetXml(`${row.repeat(20_000)}<!-- -->`))
    expect(await openLarge(unusual, false)).toEqual(bomb)
  })
})
