import { describe, expect, it } from 'vitest'
import {
  MAIN,
  STYLES,
  bookXml,
  handWrittenBook,
  sheetXml,
  stringsXml,
} from '#test/fixtures/catalogues/hand-written-book.ts'
import { twoReadings } from '#test/fixtures/catalogues/two-readings.ts'
import { UnsupportedWorkbook } from '../../spreadsheet/unsupported.ts'
import { openElements } from './xml.ts'
import { stringItemText } from './strings.ts'

const row = (tag: string) => `<row r="1"><c r="A1"><v>1</v></c></row><row${tag}><c><v>2</v></c></row>`
const cell = (inner: string) => `<row r="1"><c r="A1"><v>1</v></c>${inner}</row>`
const inline = (inner: string) => cell(`<c r="B1" t="inlineStr"><is>${inner}</is></c>`)
const withStyles = (from: string, to: string) =>
  handWrittenBook(sheetXml(cell('<c r="B1" s="1"><v>5</v></c>')), {
    'xl/styles.xml': STYLES.replace(from, to),
  })
const withBook = (sheets: string, facts = '') =>
  handWrittenBook(sheetXml(cell('')), {
    'xl/workbook.xml': bookXml('', sheets).replace('<sheets>', `${facts}<sheets>`),
  })

/** Parts that SheetJS reads by rules of its own. */
const ODDITIES: Readonly<Record<string, Uint8Array<ArrayBuffer>>> = {
  ...Object.fromEntries(
    [
      '  r="5"',
      ' r ="5"',
      ' r=" 5"',
      ' r="+5"',
      ' R="5"',
      ' r="2" r_x="5"',
      ' r="0"',
      ' r=""',
      ' x:r="5"',
    ].map((tag) => [`a row${tag}`, handWrittenBook(sheetXml(row(tag)))]),
  ),
  ...Object.fromEntries(
    ['', '01', '1x'].map((style) => [
      `style “${style}”`,
      handWrittenBook(sheetXml(cell(`<c r="B1" s="${style}"><v>5</v></c>`))),
    ]),
  ),
  ...Object.fromEntries(
    ['constructor', 'toString', 'TRUE', '2'].map((value) => [
      `boolean ${value}`,
      handWrittenBook(sheetXml(cell(`<c r="B1" t="b"><v>${value}</v></c>`))),
    ]),
  ),
  'a cell within a run': handWrittenBook(sheetXml(inline('<r><c r="D1"><v>9</v></c><t>x</t></r>'))),
  'blank inline text': handWrittenBook(sheetXml(inline(' '))),
  'a mark of the byte order in a number': handWrittenBook(sheetXml(cell('<c r="B1"><v>\ufeff5</v></c>'))),
  'a tab before an attribute': withStyles('<xf numFmtId="2"', '<xf\tnumFmtId="2"'),
  'an attribute of two prefixes': withStyles('<xf numFmtId="2"', '<xf numFmtId="2" x:numFmtId="14"'),
  'two lists of formats': withStyles('</styleSheet>', '<cellXfs><xf numFmtId="14"/></cellXfs></styleSheet>'),
  'a format with a word of JavaScript': handWrittenBook(sheetXml(cell('<c r="B1" s="0"><v>5</v></c>')), {
    'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><numFmts><numFmt numFmtId="164" formatCode="&constructor;"/></numFmts><cellXfs><xf numFmtId="164"/></cellXfs></styleSheet>`,
  }),
  'a sheet with two names': withBook('<sheet name="A" name_x="B" sheetId="1" r:id="rId1"/>'),
  'a sheet with a prefix': withBook(
    '<sheet name="A" sheetId="1" r:id="rId1"/><x:sheet name="B" sheetId="2" r:id="rId1"/>',
  ),
  'facts of the book twice': withBook(
    '<sheet name="A" sheetId="1" r:id="rId1"/>',
    '<workbookPr date1904="1"/><workbookPr/>',
  ),
  'a line end in the name of a sheet': withBook('<sheet name="A&#13;&#10;B" sheetId="1" r:id="rId1"/>'),
  'a string with runs that do not end': handWrittenBook(sheetXml(cell('<c r="B1" t="s"><v>0</v></c>')), {
    'xl/sharedStrings.xml': stringsXml('a').replace('<t>a</t>', '<r><t>a</t>'),
  }),
}

describe('BULK-02 · XML that a tag reader could misread has the result of SheetJS', () => {
  it.each(Object.keys(ODDITIES))('%s', async (name) => {
    const { own, library } = await twoReadings(ODDITIES[name]!)
    if (own !== undefined) expect(own).toEqual(library)
  })
})

/** Hostile parts must be read or unsupported. */
function answers(read: () => unknown): boolean {
  try {
    read()
    return true
  } catch (error) {
    return error instanceof UnsupportedWorkbook
  }
}

// In quadratic time these would take hours; a pattern that repeats groups would run out of stack.
describe('BULK-15 · hostile parts of a workbook are read or unsupported in linear time', () => {
  const many = 2_000_000
  const bytes = (xml: string) => new TextEncoder().encode(xml)

  it.each([
    ['how texts are pronounced', () => stringItemText(`<r><t>a</t></r>${'<rPh/>'.repeat(many)}`)],
    ['pronunciations without an end', () => stringItemText(`<r><t>a</t></r>${'<rPh><t>a</t>'.repeat(many)}`)],
    ['spaces behind a text', () => stringItemText(`<t>a</t>${' '.repeat(10 * many)}`)],
    ['runs', () => stringItemText('<r><t>a</t></r>'.repeat(many))],
    ['a word in an attribute', () => openElements(bytes(`<a b="${'b'.repeat(10 * many)}"/>`))],
    ['attributes', () => openElements(bytes(`<a${' a=""'.repeat(many)}/>`))],
    [
      'different attributes',
      () => openElements(bytes(`<a${Array.from({ length: many / 4 }, (_, i) => ` a${i}=""`).join('')}/>`)),
    ],
    ['open elements', () => openElements(bytes('<a>'.repeat(many)))],
  ])('%s', (_, read) => {
    expect(answers(read)).toBe(true)
  })
})
