import { describe, expect, test } from 'vitest'
import { binaryBook, f64, placed, rowRecord, worksheetPart } from '#test/fixtures/catalogues/binary-book.ts'
import { bookXml, handWrittenBook, relations, sheetXml } from '#test/fixtures/catalogues/hand-written-book.ts'
import { zip } from '#test/fixtures/catalogues/zips.ts'
import { zipRecords } from '#test/zip-records.ts'
import { openFile } from '../open-file.ts'

const ROWS = '<row r="1"><c r="A1"><v>1</v></c></row>'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/content-types'

const typesXml = (type: string, override = 'Override') =>
  `<Types xmlns="${PACKAGE}"><${override} PartName="/xl/workbook.xml" ContentType="${type}"/></Types>`

const open = (bytes: Uint8Array<ArrayBuffer>, fileName = 'x.xlsx') => openFile(bytes, { fileName })

const formatOf = async (types: string) => {
  const opened = await open(handWrittenBook(sheetXml(ROWS), { '[Content_Types].xml': types }))
  return opened.ok ? [opened.file.format, opened.file.table.length] : opened.error.code
}

const OPEN_XML = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

// ECMA-376 part 1, 12.3.23, and MS-OFFMACRO2 for workbooks with macros.
describe('BULK-02 · the content type of the main part tells the format of a package', () => {
  test.each([
    [`${OPEN_XML}.sheet.main+xml`, 'xlsx'],
    [`${OPEN_XML}.template.main+xml`, 'xlsx'],
    [`${OPEN_XML}.SHEET.Main+XML`, 'xlsx'],
    ['application/vnd.ms-excel.sheet.macroEnabled.main+xml', 'xlsm'],
    ['application/vnd.ms-excel.template.macroEnabled.main+xml', 'xlsm'],
    // Others have the usual main part.
    ['application/xml', 'xlsx'],
    ['application/vnd.ms-excel.addin.macroEnabled.main+xml', 'xlsx'],
  ])('%s: %s', async (type, format) => {
    expect(await formatOf(typesXml(type))).toEqual([format, 1])
  })

  test.each([
    ['with a prefix', typesXml('application/vnd.ms-excel.sheet.macroEnabled.main+xml', 'x:Override'), 'xlsm'],
    [
      'with apostrophes and spaces',
      typesXml('application/vnd.ms-excel.sheet.macroEnabled.main+xml').replace(
        /ContentType="([^"]*)"/,
        "ContentType = '$1'",
      ),
      'xlsm',
    ],
    [
      'before the name of the part',
      typesXml('application/vnd.ms-excel.sheet.macroEnabled.main+xml').replace(
        /(PartName="[^"]*") (ContentType="[^"]*")/,
        '$2 $1',
      ),
      'xlsm',
    ],
    [
      'beside the one of a workbook in it',
      typesXml('application/vnd.ms-excel.sheet.macroEnabled.main+xml').replace(
        '</Types>',
        `<Override PartName="/xl/embeddings/book.xml" ContentType="${OPEN_XML}.sheet.main+xml"/></Types>`,
      ),
      'xlsm',
    ],
    [
      'of an extension alone',
      typesXml('application/vnd.ms-excel.sheet.macroEnabled.main+xml', 'Default'),
      'xlsx',
    ],
  ])('%s', async (_, types, format) => {
    expect(await formatOf(types)).toEqual([format, 1])
  })

  test.each(['sheet', 'template'])('a main part of another name, of the type %s', async (type) => {
    const types = typesXml(`${OPEN_XML}.${type}.main+xml`).replace('/xl/workbook.xml', '/xl/book.xml')
    const bytes = handWrittenBook(sheetXml(ROWS), {
      '[Content_Types].xml': types,
      '_rels/.rels': relations(['officeDocument', 'xl/book.xml']),
      'xl/book.xml': bookXml(),
      'xl/_rels/book.xml.rels': relations(['worksheet', 'worksheets/sheet1.xml']),
      'xl/workbook.xml': '',
    })
    const entries = zipRecords(bytes).filter(({ name }) => name !== 'xl/workbook.xml')
    const withoutUsual = zip(entries.map(({ name, content }) => ({ name, content })))
    expect(await open(withoutUsual)).toMatchObject({ ok: true, file: { format: 'xlsx' } })
  })

  test('a binary workbook is one, also by its main part alone', async () => {
    const book = binaryBook(worksheetPart([rowRecord(0), [0x05, placed(0) + f64(1)]]))
    expect(await open(book, 'x.xlsb')).toMatchObject({ ok: true, file: { format: 'xlsb', warnings: [] } })
    expect(await open(book, 'x.xlsx')).toMatchObject({
      ok: true,
      file: { format: 'xlsb', warnings: [{ code: 'extension-differs', extension: 'xlsx', format: 'xlsb' }] },
    })
  })

  test('the usual main part tells it in capitals too', async () => {
    const parts = zipRecords(handWrittenBook(sheetXml(ROWS), { '[Content_Types].xml': '<Types/>' }))
    const named = parts.map(({ name, content }) => ({ name: name.replace('xl/w', 'XL/W'), content }))
    expect(await open(zip(named))).not.toMatchObject({ error: { code: 'other-file' } })
  })

  test.each([
    ['xl/workbook.xml', { code: 'unreadable', reason: 'broken' }],
    ['xl/other.xml', { code: 'other-file' }],
  ])('an archive of %s alone is no workbook', async (name, error) => {
    const parts = [{ name, content: new TextEncoder().encode('<sheet/>') }]
    expect(await open(zip(parts))).toMatchObject({ error })
  })

  test('a package with other contents is told by them', async () => {
    const parts = ['[Content_Types].xml', 'a.txt'].map((name) => ({
      name,
      content: new TextEncoder().encode('<Types/>'),
    }))
    expect(await open(zip(parts))).toMatchObject({
      error: { code: 'other-file', file: { kind: 'zip', files: { count: 2 } } },
    })
  })

  test('a workbook that says which sheets it has, but has none of them', async () => {
    const bytes = handWrittenBook(sheetXml(ROWS), {
      'xl/_rels/workbook.xml.rels': relations(['styles', 'styles.xml']),
    })
    expect(await open(bytes)).toMatchObject({ ok: false, error: { code: 'unreadable', reason: 'broken' } })
  })
})
