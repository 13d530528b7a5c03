import { describe, expect, it } from 'vitest'
import {
  MAIN,
  OFFICE,
  STYLES,
  bookXml,
  handWrittenBook,
  relations,
  sheetXml,
} from '#test/fixtures/catalogues/hand-written-book.ts'
import { twoReadings } from '#test/fixtures/catalogues/two-readings.ts'
import { zip } from '#test/fixtures/catalogues/zips.ts'
import { zipRecords } from '#test/zip-records.ts'

type Part = string | Uint8Array | undefined

const ROWS = '<row r="1"><c r="A1" s="1"><v>2</v></c></row>'
const USUAL = zipRecords(handWrittenBook(sheetXml(ROWS)))

const usual = (name: string): string => USUAL.find((part) => part.name === name)!.content.toString()

/** The reading of a workbook with some of its parts replaced, added, or left out. */
async function own(changes: Readonly<Record<string, Part>>) {
  const parts: Record<string, Part> = {
    ...Object.fromEntries(USUAL.map(({ name, content }) => [name, content])),
    ...changes,
  }
  const book = zip(
    Object.entries(parts).flatMap(([name, content]) =>
      content === undefined
        ? []
        : [{ name, content: typeof content === 'string' ? new TextEncoder().encode(content) : content }],
    ),
  )
  const { own: read, library } = await twoReadings(book)
  if (read !== undefined) expect(read).toEqual(library)
  return read
}

const utf16 = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])

const [TYPES, RELATIONS, BOOK, SHEET, STYLE] = [
  '[Content_Types].xml',
  'xl/_rels/workbook.xml.rels',
  'xl/workbook.xml',
  'xl/worksheets/sheet1.xml',
  'xl/styles.xml',
]
const oneSheet = (attributes: string) => bookXml('', `<sheet ${attributes}/>`)

describe('BULK-02 · a workbook with parts in unusual places is left to SheetJS', () => {
  it.each<[string, Readonly<Record<string, Part>>]>([
    ['without content types', { [TYPES]: undefined }],
    ['without relationships', { [RELATIONS]: undefined }],
    ['without the named styles', { [STYLE]: undefined }],
    ['without the named strings', { 'xl/sharedStrings.xml': undefined }],
    ['without its sheet', { [SHEET]: undefined }],
    ['with a part of the same name in capitals', { 'XL/Styles.xml': STYLES }],
    ['with the manifest of an ODS', { 'META-INF/manifest.xml': '<manifest/>' }],
    ['with the contents of an UOF', { 'objectdata.xml': '<a/>' }],
    ['with the document of Numbers', { 'Index/Document.iwa': 'x' }],
    ['with a sheet in UTF-16', { [SHEET]: utf16(usual(SHEET)) }],
    ['with a sheet in UTF-16 without a mark', { [SHEET]: Buffer.from(usual(SHEET), 'utf16le') }],
    ['with text before a sheet', { [SHEET]: ` ${usual(SHEET)}` }],
    [
      'with space before a sheet without a declaration',
      { [SHEET]: `\n${usual(SHEET).slice(usual(SHEET).indexOf('<worksheet'))}` },
    ],
    [
      'with properties twice',
      { [BOOK]: bookXml().replace('<sheets>', '<workbookPr date1904="1"/><workbookPr/><sheets>') },
    ],
    [
      'with an apostrophe in a link',
      {
        [SHEET]: sheetXml(
          ROWS,
          `<hyperlinks><hyperlink display=' ref="A1"' ref="C4" location="x"/></hyperlinks>`,
        ),
      },
    ],
    ['with styles in UTF-16', { [STYLE]: utf16(STYLES) }],
    ['with broken content types', { [TYPES]: usual(TYPES).replace('</Types>', '') }],
    ['with content types of another namespace', { [TYPES]: usual(TYPES).replace('content-types', 'x') }],
    [
      'with content types of a prefix',
      {
        [TYPES]: usual(TYPES)
          .replaceAll(/<(\/?)Types/g, '<$1x:Types')
          .replace('xmlns=', 'xmlns:x='),
      },
    ],
    [
      'with two parts of styles',
      {
        [TYPES]: usual(TYPES).replace(
          '</Types>',
          '<Override PartName="/xl/x.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>',
        ),
      },
    ],
    ['with styles of another type', { [TYPES]: usual(TYPES).replace('spreadsheetml.styles', 'x.styles') }],
    [
      'with styles elsewhere',
      { [TYPES]: usual(TYPES).replace('/xl/styles.xml', '/styles.xml'), 'styles.xml': STYLES },
    ],
    [
      'with styles in a folder like the usual one',
      { [TYPES]: usual(TYPES).replace('/xl/styles.xml', '/a/xl/styles.xml'), 'a/xl/styles.xml': STYLES },
    ],
    [
      'with styles in a file of another kind',
      { [TYPES]: usual(TYPES).replace('/xl/styles.xml', '/xl/styles.xmlx'), 'xl/styles.xmlx': STYLES },
    ],
    ['with another main part', { [TYPES]: usual(TYPES).replace('/xl/workbook.xml', '/xl/book.xml') }],
    ['with two relationships of one id', { [RELATIONS]: usual(RELATIONS).replace('rId3', 'rId2') }],
    [
      'with a relationship without a target',
      { [RELATIONS]: usual(RELATIONS).replace(' Target="styles.xml"', '') },
    ],
    [
      'with relationships of a prefix',
      { [RELATIONS]: usual(RELATIONS).replaceAll('<Relationship ', '<x:Relationship ') },
    ],
    [
      'with a sheet in another folder',
      {
        [RELATIONS]: usual(RELATIONS).replace('worksheets/sheet1.xml', 'sheet1.xml'),
        'xl/sheet1.xml': usual(SHEET),
      },
    ],
    ...[
      'worksheets/sheet1.xmlx',
      'x/worksheets/sheet1.xml',
      'worksheets/x/sheet1.xml',
      '/worksheets/sheet1.xml',
    ].map((target): [string, Record<string, Part>] => [
      `with a sheet at ${target}`,
      {
        [RELATIONS]: usual(RELATIONS).replace('worksheets/sheet1.xml', target),
        [`xl/${target}`]: usual(SHEET),
      },
    ]),
    [
      'with a sheet that is a chart',
      { [RELATIONS]: usual(RELATIONS).replace('/worksheet"', '/chartsheet"') },
    ],
    ['with a book of another namespace', { [BOOK]: bookXml().replace(MAIN, 'urn:x') }],
    ['with a sheet without a name', { [BOOK]: oneSheet('sheetId="1" r:id="rId1"') }],
    ['with a sheet without a relationship', { [BOOK]: oneSheet('name="A" sheetId="1"') }],
    [
      'with a reference by number in the name of a sheet',
      { [BOOK]: oneSheet('name="&#65;" sheetId="1" r:id="rId1"') },
    ],
    ['with an escape in the name of a sheet', { [BOOK]: oneSheet('name="_x0041_" sheetId="1" r:id="rId1"') }],
    [
      'with two sheets of one name',
      {
        [BOOK]: bookXml(
          '',
          '<sheet name="A" sheetId="1" r:id="rId1"/><sheet name="A" sheetId="2" r:id="rId1"/>',
        ),
      },
    ],
    ['without a sheet', { [BOOK]: bookXml('', '') }],
    ['with a sheet of another root', { [SHEET]: usual(SHEET).replaceAll('worksheet', 'dialogsheet') }],
    [
      'with rows within another element',
      {
        [SHEET]: usual(SHEET)
          .replace('<sheetData>', '<x><sheetData>')
          .replace('</sheetData>', '</sheetData></x>'),
      },
    ],
    ['with a sheet without rows and end', { [SHEET]: `<worksheet xmlns="${MAIN}">` }],
    ['with comments', { 'xl/worksheets/_rels/sheet1.xml.rels': relations(['x', '../comments1.xml']) }],
    [
      'with comments of a sheet whose name has capitals',
      {
        [RELATIONS]: usual(RELATIONS).replace('worksheets/sheet1', 'worksheets/Sheet1'),
        'xl/worksheets/_rels/Sheet1.xml.rels': relations(['x', '../comments1.xml']),
      },
    ],
    [
      'with a drawing of notes',
      { 'xl/worksheets/_rels/sheet1.xml.rels': relations(['VmlDrawing', 'a.vml']) },
    ],
    [
      'with relationships of a sheet in UTF-16',
      { 'xl/worksheets/_rels/sheet1.xml.rels': Buffer.from('<a/>', 'utf16le') },
    ],
    ...[
      '<!-- x -->',
      '<x:hyperlink ref="A1"/>',
      "<hyperlink ref='A1'/>",
      '<hyperlink ref="B1"/>',
      '<hyperlink ref="A2"/>',
      '<hyperlink ref="A1:A2"/>',
      '<hyperlink location="x"/>',
      '<hyperlink></hyperlink>',
      '<hyperlink ref="AAA1"/>',
    ].map((link): [string, Record<string, Part>] => [
      `with ${link} behind the rows`,
      { [SHEET]: sheetXml(ROWS, link) },
    ]),
  ])('%s', async (_, changes) => {
    expect(await own(changes)).toBeUndefined()
  })
})

describe('BULK-02 · a workbook of common programs is not', () => {
  it.each<[string, Readonly<Record<string, Part>>]>([
    ['the usual one', {}],
    [
      'with a target from the root',
      { [RELATIONS]: usual(RELATIONS).replace('worksheets/sheet1.xml', '/xl/worksheets/sheet1.xml') },
    ],
    ['with a byte order mark', { [SHEET]: `\ufeff${usual(SHEET)}` }],
    ['with names of parts in capitals', { [SHEET]: undefined, 'xl/Worksheets/Sheet1.xml': usual(SHEET) }],
    [
      'with an external link',
      {
        [RELATIONS]: usual(RELATIONS).replace(
          '</Relationships>',
          `<Relationship Id="x" Type="${OFFICE}/hyperlink" Target="http://x" TargetMode="External"/></Relationships>`,
        ),
      },
    ],
    [
      'with a drawing',
      { 'xl/worksheets/_rels/sheet1.xml.rels': relations(['drawing', '../drawings/drawing1.xml']) },
    ],
    [
      'with a link on a cell',
      { [SHEET]: sheetXml(ROWS, '<hyperlinks><hyperlink ref="A1" r:id="rId1"/></hyperlinks>') },
    ],
    [
      'with a reference in the name of its sheet',
      { [BOOK]: oneSheet('name="A &amp; B" sheetId="1" r:id="rId1"') },
    ],
  ])('%s', async (_, changes) => {
    expect((await own(changes))?.table).toEqual([[{ kind: 'number', text: '2', currency: 'BGN' }]])
  })

  it('without styles', async () => {
    const types = usual(TYPES).replace(/<Override PartName="\/xl\/styles\.xml"[^>]*>/, '')
    expect(
      (
        await own({
          [TYPES]: types,
          [STYLE]: undefined,
          [RELATIONS]: usual(RELATIONS).replace(/<Relationship Id="rId2"[^>]*>/, ''),
        })
      )?.table,
    ).toEqual([[{ kind: 'number', text: '2' }]])
  })

  it('with an empty sheet', async () => {
    for (const data of ['<sheetData/>', '<sheetData></sheetData>'])
      expect((await own({ [SHEET]: `<worksheet xmlns="${MAIN}">${data}</worksheet>` }))?.table).toEqual([])
  })

  it.each([
    ['1', true],
    ['true', true],
    ['0', false],
    ['false', false],
    ['', false],
  ])('the date system of date1904="%s" is that of 1904: %s', async (value, is1904) => {
    const book = bookXml().replace('<sheets>', `<workbookPr date1904="${value}"/><sheets>`)
    const styles = STYLES.replace('numFmtId="164" fontId', 'numFmtId="14" fontId')
    const rows = ROWS.replace('<v>2</v>', '<v>45000</v>')
    // Both count days; 1904 began 1,462 days later.
    expect((await own({ [BOOK]: book, [STYLE]: styles, [SHEET]: sheetXml(rows) }))?.table).toEqual([
      [{ kind: 'other', text: is1904 ? '2027-03-16' : '2023-03-15', what: 'date' }],
    ])
  })

  it.each([
    ['hidden', true],
    ['veryHidden', true],
    ['visible', false],
    ['other', false],
    ['unhidden', false],
  ])('a sheet of the state %s is hidden: %s', async (state, hidden) => {
    const read = await twoReadings(
      handWrittenBook(sheetXml(ROWS), {
        [BOOK]: oneSheet(`name="A" sheetId="1" state="${state}" r:id="rId1"`),
      }),
    )
    expect(read.own?.sheets).toEqual([{ name: 'A', hidden, hasData: true }])
  })

  it('256 sheets are read, one more is left to SheetJS', async () => {
    const sheets = (count: number) =>
      bookXml(
        '',
        Array.from({ length: count }, (_, i) => `<sheet name="S${i}" sheetId="${i + 1}" r:id="rId1"/>`).join(
          '',
        ),
      )
    const read = async (count: number) =>
      (await twoReadings(handWrittenBook(sheetXml(ROWS), { [BOOK]: sheets(count) }))).own?.sheets.length
    expect([await read(256), await read(257)]).toEqual([256, undefined])
  })
})
