import fc from 'fast-check'
import { readFileSync, readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  MAIN,
  STYLES,
  bookXml,
  handWrittenBook,
  relations,
  sheetXml,
  stringsXml,
} from '#test/fixtures/catalogues/hand-written-book.ts'
import { twoReadings } from '#test/fixtures/catalogues/two-readings.ts'
import { workbook } from '#test/fixtures/catalogues/workbooks.ts'
import { rolled } from '#test/fuzz/dice.ts'
import { drawWorkbookFile } from '#test/fuzz/workbook-files.ts'
import { areCataloguesThere, pathOfListed } from '#test/listed-catalogues.ts'
import { columnName } from '#table/column-name.ts'
import { openZip } from '../../zip/read.ts'
import { tableXlsx } from '../write/workbook.ts'
import { readXlsx } from './read.ts'

/** The table of the fast reader, which must support the file and agree with SheetJS. */
async function same(...asked: Parameters<typeof twoReadings>) {
  const { own, library } = await twoReadings(...asked)
  expect(own).toEqual(library)
  return own!
}

const STRINGS = [
  '<t>Хляб</t>',
  '<t xml:space="preserve"> с интервали </t>',
  '<t>Чай &amp; мед &lt;b&gt; &#1083;&#x432; _x000D_\r\n_x0041_ 😀</t>',
  '<t></t>',
  '<t/>',
  '<r><t>12</t></r><r><rPr><b/></rPr><t xml:space="preserve">,50 лв.</t></r>',
  '<r><t>東京</t></r><rPh sb="0" eb="2"><t>トウキョウ</t></rPh><phoneticPr fontId="1"/>',
  '<t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh>',
  '',
]

const strings = `<sst xmlns="${MAIN}">\n${STRINGS.map((text) => `<si>${text}</si>`).join('\n')}\n</sst>`

/** Number formats of every kind; the last style has none. */
const FORMATS = [0, 1, 2, 4, 9, 10, 14, 22, 44, 49, 164, 165, 166, 167]
const styles =
  `<styleSheet xmlns="${MAIN}"><numFmts count="4"><numFmt numFmtId="164" formatCode="#,##0.00&quot; лв.&quot;"/>` +
  '<numFmt numFmtId="165" formatCode="[$€-2] #,##0.00"/><numFmt numFmtId="166" formatCode="0.00&quot; USD&quot;"/>' +
  '<numFmt numFmtId="167" formatCode="yyyy\\-mm\\-dd;@"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>' +
  `${FORMATS.map((id) => `<xf numFmtId="${id}"><alignment/></xf>`).join('')}<xf/></cellXfs>` +
  '<dxfs><dxf><numFmt numFmtId="164" formatCode="0%"/></dxf></dxfs></styleSheet>'

const numbers = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc.integer().map(String),
  fc.tuple(fc.nat(99_999_999), fc.nat(9_999)).map(([whole, part]) => `${whole}.${part}`),
  fc.constantFrom(
    '0',
    '-0',
    '0.10',
    '007',
    '45000.5',
    '0.1234567890123456',
    '1E3',
    '12.299999999999999',
    '-0.0',
  ),
)

const contents = fc.oneof(
  { weight: 4, arbitrary: numbers.map((value) => ({ type: '', inner: `<v>${value}</v>` })) },
  {
    weight: 4,
    arbitrary: fc.nat(STRINGS.length - 1).map((i) => ({ type: 's', inner: `<v>${i}</v>` })),
  },
  fc.constantFrom(
    { type: '', inner: '' },
    { type: '', inner: '<v></v>' },
    { type: 's', inner: '' },
    { type: 's', inner: '<v></v>' },
    { type: 'n', inner: '<f>A1+1</f><v>2.5</v>' },
    { type: 'n', inner: '<f>A1&gt;1</f>' },
    { type: '', inner: '<f t="shared" ref="A1:A9" si="0"/><v>7</v>' },
    { type: 'str', inner: '<f>IF(A1="x","y")</f><v>12,50 лв.</v>' },
    { type: 'str', inner: '<v xml:space="preserve"> M&amp;M </v>' },
    { type: 'str', inner: '<v></v>' },
    { type: '', inner: '<f>A1+1</f><v />' },
    { type: 'n', inner: '<f>A1+1</f><v/>' },
    { type: 'inlineStr', inner: '<is><t>Чай</t></is>' },
    { type: 'inlineStr', inner: '<is><r><t>Ча</t></r><r><t>й</t></r></is>' },
    { type: 'b', inner: '<v>1</v>' },
    { type: 'b', inner: '<v>0</v>' },
    { type: 'e', inner: '<v>#N/A</v>' },
    { type: 'e', inner: '<v>#DIV/0!</v>' },
  ),
)

const cells = fc.record({
  gap: fc.constantFrom(0, 0, 0, 1, 3),
  style: fc.nat(FORMATS.length + 2),
  content: contents,
})

const rows = fc.record({
  gap: fc.constantFrom(0, 0, 0, 1, 2),
  isNamed: fc.boolean(),
  space: fc.constantFrom('', '\n  '),
  cells: fc.array(cells, { maxLength: 6 }),
})

type Row = {
  gap: number
  isNamed: boolean
  space: string
  cells: { gap: number; style: number; content: { type: string; inner: string } }[]
}

/** The XML of rows; a row or cell directly after the previous one may have no reference. */
function rowsXml(drawn: readonly Row[]): string {
  let number = 0
  return drawn
    .map(({ gap, isNamed, space, cells: row }, r) => {
      number += 1 + gap
      let column = -1
      const inner = row.map(({ gap: before, style, content: { type, inner: value } }, i) => {
        column += 1 + before
        const mayLack = !isNamed && before === 0 && !/<f|<is|str/i.test(type + value)
        const place = mayLack && i > 0 ? '' : ` r="${columnName(column)}${number}"`
        const cell = `<c${place} s="${style}"${type && ` t="${type}"`}`
        return value === '' ? `${cell}${isNamed ? ' ' : ''}/>` : `${cell}>${value}</c>`
      })
      const isBehindEmpty = drawn[r - 1]?.cells.length === 0
      const place = isNamed || gap > 0 || isBehindEmpty ? ` r="${number}"` : ''
      return row.length === 0
        ? `<row r="${number}" spans="1:3"/>`
        : `<row${place} ht="15" x14ac:dyDescent="0.25">${space}${inner.join(space)}${space}</row>`
    })
    .join('\n')
}

const sheets = fc.array(rows, { maxLength: 8 }).map(rowsXml)

const books = fc.record({ first: sheets, second: sheets, hidden: fc.boolean(), is1904: fc.boolean() })

function bookOf({
  first,
  second,
  hidden,
  is1904,
}: {
  first: string
  second: string
  hidden: boolean
  is1904: boolean
}) {
  const named = `<sheet name="Цени" sheetId="1"${hidden ? ' state="hidden"' : ''} r:id="rId1"/><sheet name="Други" sheetId="2" r:id="rId4"/>`
  return handWrittenBook(sheetXml(first), {
    'xl/worksheets/sheet2.xml': sheetXml(second),
    'xl/workbook.xml': bookXml('', named).replace(
      '<sheets>',
      `<workbookPr date1904="${is1904 ? 1 : 0}"/><sheets>`,
    ),
    'xl/sharedStrings.xml': strings,
    'xl/styles.xml': styles,
  })
}

describe('a common workbook', () => {
  it('BULK-02 · is read with the result of SheetJS, with any cells and rows', async () => {
    await fc.assert(
      fc.asyncProperty(
        books,
        fc.constantFrom(1, 2, 3, 5, 1000),
        fc.constantFrom(undefined, 'Цени', 'Други'),
        async (book, limit, sheet) => void (await same(bookOf(book), { limit, sheet })),
      ),
      { numRuns: 400 },
    )
  })

  it('BULK-02 · is read with the result of SheetJS, when written by SheetJS', async () => {
    const files = fc.sample(rolled(drawWorkbookFile), { numRuns: 300 })
    let read = 0
    for (const { bytes, fileName } of files.filter((file) => /\.xls[xm]$/.test(file.fileName))) {
      const { own, library } = await twoReadings(bytes)
      if (own === undefined) continue
      read++
      expect(own, fileName).toEqual(library)
    }
    expect(read).toBeGreaterThan(60)
  })

  it('BULK-02 · is read with the result of SheetJS, when written by Levro', async () => {
    const facts = {
      lang: 'bg' as const,
      sheetName: 'Цени & Ко',
      title: 'Цени',
      createdAt: '2026-11-21T10:00:00.000Z',
    }
    const table = [
      ['Име', 'Цена'],
      ['Чай & мед _x0041_ ', { number: '12.50', look: 'amount' as const }],
      [null, '1e5'],
    ]
    const parts = await tableXlsx(table, { ...facts, hasHeader: true })
    await same(new Uint8Array(Buffer.concat(parts)))
  })

  it('BULK-02 · has the same row limit', async () => {
    const values = Array.from({ length: 9 }, (_, i) => [`Стока ${i}`, i])
    for (const limit of [1, 8, 9, 10]) {
      const { isCut, table } = await same(workbook({ Цени: values }), { limit })
      expect([isCut, table.length]).toEqual([limit < 9, Math.min(limit, 9)])
    }
  })

  it('BULK-02 · is cut where the row after the limit has a value', async () => {
    const row = (r: number, value: string) => `<row r="${r}"><c r="A${r}">${value}</c></row>`
    const isCut = async (rows: string) => (await same(handWrittenBook(sheetXml(rows)), { limit: 1 })).isCut
    const [first, value] = [row(1, '<v>1</v>'), '<v>2</v>']
    expect([
      await isCut(first + row(2, value)),
      await isCut(first + row(2, value) + row(3, '')),
      await isCut(first + row(2, '')),
      await isCut(first + row(3, value)),
      await isCut(`${first}<row r="3"/>`),
    ]).toEqual([true, true, false, false, false])
    const unclosed = handWrittenBook(sheetXml(`${first}<row r="3"><c r="A3"><v>1</v></c>`))
    expect((await twoReadings(unclosed, { limit: 1 })).own).toBeUndefined()
  })

  it('BULK-02 · has data where a cell has a value, and ends with the last of them', async () => {
    const blank = '<row r="1"><c r="A1" s="1"/><c r="B1" t="s"><v>0</v></c></row>'
    const value = '<row r="1"><c r="A1"><v>1</v></c></row><row r="2"><c r="A2" s="1"/></row>'
    const book = handWrittenBook(sheetXml(blank), {
      'xl/worksheets/sheet2.xml': sheetXml(value),
      'xl/workbook.xml': bookXml(
        '',
        '<sheet name="A" sheetId="1" r:id="rId1"/><sheet name="B" sheetId="2" r:id="rId4"/>',
      ),
      'xl/sharedStrings.xml': stringsXml(''),
    })
    const { sheets: found, sheet, table } = await same(book)
    expect(found.map(({ hasData }) => hasData)).toEqual([false, true])
    expect([sheet, table.length]).toEqual(['B', 1])
  })

  it('BULK-02 · may have links on cells with a value', async () => {
    const links = '<hyperlinks><hyperlink ref="A1" location="Цени!A1" display="x"/></hyperlinks>'
    await same(handWrittenBook(sheetXml('<row r="1"><c r="A1"><v>1</v></c></row>', links)))
  })
})

const cell = (inner: string): string => `<row r="1"><c r="A1"><v>1</v></c>${inner}</row>`

const ODD: Readonly<Record<string, Uint8Array<ArrayBuffer>>> = {
  'rows out of order': handWrittenBook(sheetXml('<row r="2"><c r="A2"><v>1</v></c></row><row r="1"/>')),
  'cells out of order': handWrittenBook(
    sheetXml('<row r="1"><c r="B1"><v>1</v></c><c r="A1"><v>1</v></c></row>'),
  ),
  'a cell of another row': handWrittenBook(sheetXml(cell('<c r="B7"><v>1</v></c>'))),
  'a cell far to the right': handWrittenBook(sheetXml(cell('<c r="XFD1"><v>1</v></c>'))),
  'a date as text': handWrittenBook(sheetXml(cell('<c r="B1" t="d"><v>2026-05-14</v></c>'))),
  'a comment': handWrittenBook(sheetXml(cell('<!-- <c r="B1"><v>1</v></c> -->'))),
  'a text with CDATA': handWrittenBook(
    sheetXml(cell('<c r="B1" t="inlineStr"><is><t><![CDATA[x]]></t></is></c>')),
  ),
  'an escape inside an escape': handWrittenBook(sheetXml(cell('<c r="B1" t="str"><v>&amp;lt;</v></c>'))),
  'a missing shared string': handWrittenBook(sheetXml(cell('<c r="B1" t="s"><v>99</v></c>'))),
  'prefixed names': handWrittenBook(
    sheetXml(cell(''))
      .replaceAll(/<(\/?)(?!\?)/g, '<$1x:')
      .replace('xmlns=', 'xmlns:x='),
  ),
  'a number format with a high id': handWrittenBook(sheetXml(cell('')), {
    'xl/styles.xml': STYLES.replaceAll('164', '4164'),
  }),
  'a link on a blank cell': handWrittenBook(
    sheetXml(cell(''), '<hyperlinks><hyperlink ref="C4" location="x"/></hyperlinks>'),
  ),
  'comments on cells': handWrittenBook(sheetXml(cell('')), {
    'xl/worksheets/_rels/sheet1.xml.rels': relations(['comments', '../comments1.xml']),
    'xl/comments1.xml': `<comments xmlns="${MAIN}"><commentList><comment ref="C9"><text><t>x</t></text></comment></commentList></comments>`,
  }),
  'the end tag of the rows inside an attribute': handWrittenBook(
    sheetXml(cell('').replace('<row r="1"', '<row r="1" spans="</sheetData>"')),
  ),
  'unclosed styles': handWrittenBook(sheetXml(cell('')), {
    'xl/styles.xml': STYLES.replace('</cellXfs>', ''),
  }),
  'a duplicate attribute': handWrittenBook(sheetXml(cell('')), {
    'xl/styles.xml': STYLES.replace('numFmtId="2"', 'numFmtId="2" numFmtId="14"'),
  }),
  'the end tag of the shared strings between them': handWrittenBook(
    sheetXml(cell('<c r="B1" t="s"><v>0</v></c>')),
    {
      'xl/sharedStrings.xml': stringsXml('a', 'b').replace('</t></si>', '</t></sst></si>'),
    },
  ),
  'an unusual character reference': handWrittenBook(sheetXml(cell('<c r="B1" t="s"><v>0</v></c>')), {
    'xl/sharedStrings.xml': stringsXml('&#128512;'),
  }),
}

describe('BULK-02 · an unusual workbook is left to SheetJS', () => {
  it.each(Object.keys(ODD))('%s', async (name) => {
    const { own } = await twoReadings(ODD[name]!)
    expect(own).toBeUndefined()
  })
})

it('BULK-04 · the share of the sheet and its rows so far are told once in a thousand rows', async () => {
  const rows = Array.from({ length: 2500 }, (_, i) => `<row r="${i + 1}"><c r="A${i + 1}"><v>1</v></c></row>`)
  const unpacked = openZip(handWrittenBook(sheetXml(rows.join(''))))
  if (!unpacked.ok) throw new Error('Not unpacked.')
  const heard: (readonly [string, number | undefined])[] = []
  await readXlsx(unpacked.parts, 9999, undefined, (done, count) => heard.push([done.toFixed(1), count]))
  expect(heard).toEqual([
    ['0.4', 999],
    ['0.8', 1999],
  ])
})

describe.runIf(areCataloguesThere)('BULK-02 · real workbooks are read with the result of SheetJS', () => {
  // Vitest runs the body of a skipped suite too.
  const names = areCataloguesThere ? readdirSync(pathOfListed('.')) : []
  const files = names.filter((file) => /\.xls[xm]$/i.test(file))
  it.each(files)('%s', async (file) => {
    const bytes = new Uint8Array(readFileSync(pathOfListed(file)))
    await same(bytes, { limit: 100_000 })
    await same(bytes, { limit: 20 })
  })
})
