import { describe, expect, it } from 'vitest'
import { handWrittenBook, sheetXml, stringsXml } from '#test/fixtures/catalogues/hand-written-book.ts'
import { twoReadings } from '#test/fixtures/catalogues/two-readings.ts'
import { UnsupportedWorkbook } from '../../spreadsheet/unsupported.ts'
import { parseNumber } from './rows.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

const numberOf = (text: string): number | 'unsupported' => {
  // Between other digits: only the given part counts.
  const xml = bytes(`9${text}9`)
  try {
    return parseNumber(xml, 1, xml.length - 1)
  } catch (error) {
    if (error instanceof UnsupportedWorkbook) return 'unsupported'
    throw error
  }
}

describe('RATE-02 · a number in the XML of a sheet is the same double as in JavaScript', () => {
  it.each([
    '0',
    '-0',
    '5',
    '-5',
    '007',
    '12.5',
    '-12.05',
    '0.1',
    '0.000000000001',
    '1.95583',
    '12.299999999999999',
    '123456789012345',
    '-123456789012345',
    '1234567890123456',
    '12345678901234.5',
    '-1234567890123.25',
    '0.12345678901234',
    '0.3',
    '9007199254740993',
    '1e5',
    '1E+5',
    '1.5e-7',
    '-2.5E10',
    '1e999',
  ])('%s', (text) => {
    expect(numberOf(text)).toBe(Number(text))
  })

  it.each([
    '',
    '-',
    '.',
    '.5',
    '5.',
    '-.5',
    '1.2.3',
    '--1',
    '+1',
    ' 1',
    '1 ',
    '1,5',
    '0x10',
    '1e',
    'e5',
    '1e5.5',
    'Infinity',
    'NaN',
    '1_000',
    '١',
    '\ufeff1',
    '12345678901234567x',
  ])('%j is left to SheetJS', (text) => {
    expect(numberOf(text)).toBe('unsupported')
  })
})

const blanks = (count: number) => Array<undefined>(count).fill(undefined)
const rowOf = (cells: string) => `<row r="1"><c r="A1"><v>1</v></c>${cells}</row>`
const bookOf = (rows: string) =>
  handWrittenBook(sheetXml(rows), { 'xl/sharedStrings.xml': stringsXml('a', 'b') })

// ECMA-376 18.3.1.4 allows some of it, but no program of spreadsheets writes it.
describe('BULK-02 · rows and cells of an unusual form are left to SheetJS', () => {
  it.each([
    ['another element for a row', '<rox r="1"></rox>'],
    ['a longer name of a row', '<rows r="1"></rows>'],
    ['another last letter of a row that is closed at once', '<rox r="1"/>'],
    ['another middle letter of it', '<raw r="1"/>'],
    ['another first letter of it', '<now r="1"/>'],
    ['text between rows', `${rowOf('')}x${rowOf('').replaceAll('1"', '2"')}`],
    ['an apostrophe around an attribute of a row', '<row r=\'1\'><c r="A1"><v>1</v></c></row>'],
    ['an attribute of a row without a value', '<row r="1" hidden><c r="A1"><v>1</v></c></row>'],
    ['an attribute of a row without a name', '<row ="1"><c r="A1"><v>1</v></c></row>'],
    ['an angle in an attribute of a row', '<row r="1" spans="1>2"><c r="A1"><v>1</v></c></row>'],
    ['the same row twice', rowOf('') + rowOf('')],
    ['a row that is not closed', '<row r="1"><c r="A1"><v>1</v></c>'],
    ['another sign than a bracket before the end of the rows', `${rowOf('')}x/sheetData>`],
    ['another sign than a bracket before the end of a row', '<row r="1"><c r="A1"><v>1</v></c>x/row>'],
    ['another sign than a bracket before the end of a cell', '<row r="1"><c r="A1"><v>1</v>x/c></row>'],
    ['a slash in the tag of a row', '<row r="1" / ><c r="A1"><v>1</v></c></row>'],
    ['a row without a number behind an empty one', '<row r="1"/><row><c><v>1</v></c></row>'],
    ['an empty row without a number', '<row/>'],
    ['another element for a cell', rowOf('<d r="B1"><v>1</v></d>')],
    ['another element for a cell that is closed at once', rowOf('<d r="B1"/>')],
    ['another sign than a bracket before a cell', rowOf('xc r="B1"/>')],
    ['the same column twice', rowOf('<c r="A1"><v>1</v></c>')],
    ['a column before the last one', rowOf('<c r="C1"><v>1</v></c><c r="B1"><v>1</v></c>')],
    ['a place without a row', rowOf('<c r="B"><v>1</v></c>')],
    ['a place without a column', rowOf('<c r="1"><v>1</v></c>')],
    ['a place in small letters', rowOf('<c r="b1"><v>1</v></c>')],
    ['a place with more behind it', rowOf('<c r="B1x"><v>1</v></c>')],
    ['column 513', rowOf('<c r="SS1"><v>1</v></c>')],
    ['an attribute of one letter', rowOf('<c r="B1" q="1"><v>1</v></c>')],
    ['an attribute of another letter with a type', rowOf('<c r="B1" q="n"><v>1</v></c>')],
    ['another sign for the equals sign', rowOf('<c r:"B1"><v>1</v></c>')],
    ['another sign for the first quote', rowOf('<c r=\'B1"><v>1</v></c>')],
    ['an apostrophe around an attribute', rowOf("<c r='B1'><v>1</v></c>")],
    ['spaces around an equals sign', rowOf('<c r = "B1"><v>1</v></c>')],
    ['an unknown type', rowOf('<c r="B1" t="x"><v>1</v></c>')],
    ['a type that begins like another one', rowOf('<c r="B1" t="sx"><v>1</v></c>')],
    ['a type without a value', rowOf('<c r="B1" t=""><v>1</v></c>')],
    ['a slash in the tag of a cell', rowOf('<c r="B1"/ ><v>1</v></c>')],
    ['a slash in the tag of a cell without its end', rowOf('<c r="B1"/ <c r="C1"><v>1</v></c>')],
    ['two values', rowOf('<c r="B1"><v>1</v><v>2</v></c>')],
    ['an unknown element in a cell', rowOf('<c r="B1"><w>1</w></c>')],
    ['text in a cell', rowOf('<c r="B1">x<v>1</v></c>')],
    ['text behind a value', rowOf('<c r="B1"><v>1</v>x</c>')],
    ['an attribute of a value', rowOf('<c r="B1"><v x="1">1</v></c>')],
    ['another sign than a bracket after the name of a value', rowOf('<c r="B1"><vx5</v></c>')],
    ['another sign than a bracket after the attributes of a row', '<row r="1"x<c r="A1"><v>1</v></c></row>'],
    ['a longer name of a value', rowOf('<c r="B1"><vv>1</vv></c>')],
    ['a tag in a value', rowOf('<c r="B1"><v>1<x/></v></c>')],
    ['a number that is none', rowOf('<c r="B1"><v>abc</v></c>')],
    ['a space in a number', rowOf('<c r="B1"><v> 1</v></c>')],
    ['a shared string with a sign', rowOf('<c r="B1" t="s"><v>-1</v></c>')],
    ['a shared string with a fraction', rowOf('<c r="B1" t="s"><v>1.0</v></c>')],
    ['a shared string that is not there', rowOf('<c r="B1" t="s"><v>2</v></c>')],
    ['a result of text without a place', rowOf('<c t="str"><v>x</v></c>')],
    ['a result of text without a value', rowOf('<c r="B1" t="str"/>')],
    ['a result of text without content', rowOf('<c r="B1" t="str"></c>')],
    ['an empty result of text', rowOf('<c r="B1" t="str"><v/></c>')],
    ['a boolean without a value', rowOf('<c r="B1" t="b"><v/></c>')],
    ['a boolean of another form', rowOf('<c r="B1" t="b"><v>yes</v></c>')],
    ['an unknown error', rowOf('<c r="B1" t="e"><v>#FOO!</v></c>')],
    ['a value of inline text', rowOf('<c r="B1" t="inlineStr"><v>x</v></c>')],
    ['inline text of another type', rowOf('<c r="B1" t="n"><is><t>x</t></is></c>')],
    ['inline text without a place', rowOf('<c t="inlineStr"><is><t>x</t></is></c>')],
    ['a longer name of inline text', rowOf('<c r="B1" t="inlineStr"><ist><t>x</t></ist></c>')],
    ['inline text that is not closed', rowOf('<c r="B1" t="inlineStr"><is><t>x</t>')],
    ['a formula without a place', rowOf('<c><f>A1</f><v>1</v></c>')],
    ['a longer name of a formula', rowOf('<c r="B1"><fx>A1</fx><v>1</v></c>')],
    ['a longer name of a formula that is closed at once', rowOf('<c r="B1"><fx/><v>1</v></c>')],
    ['a tag in a formula', rowOf('<c r="B1"><f>A1<x/></f><v>1</v></c>')],
    ['an angle in the tag of a formula', rowOf('<c r="B1"><f t="<">A1</f><v>1</v></c>')],
  ])('%s', async (_, rows) => {
    const { own } = await twoReadings(bookOf(rows))
    expect(own).toBeUndefined()
  })

  it.each([
    ['rows without numbers', '<row><c><v>1</v></c></row><row><c><v>2</v></c></row>', [['1'], ['2']]],
    [
      'attributes of every name',
      '<row r="1" x14ac:dy-Descent_1.2="a&lt;b" Z9="" customFormat="1"><c r="A1"><v>1</v></c></row>',
      [['1']],
    ],
    ['a row that is closed at once', '<row r="1"/><row r="2"><c r="A2"><v>1</v></c></row>', [[], ['1']]],
    ['white space between the elements', '\n <row r="1">\t<c r="A1"><v>1</v></c>\r\n</row>\n', [['1']]],
    ['a cell in column 512', rowOf('<c r="SR1"><v>1</v></c>'), [['1', ...Array(510).fill(undefined), '1']]],
    ['a blank cell further right', rowOf('<c r="XFD1" s="1"/>'), [['1']]],
    [
      'cells of the first and the last letter',
      rowOf('<c r="Z1"><v>1</v></c><c r="AA1"><v>2</v></c><c r="AZ1"><v>3</v></c><c r="BA1"><v>4</v></c>'),
      [['1', ...blanks(24), '1', '2', ...blanks(24), '3', '4']],
    ],
    ['a cell of two letters', rowOf('<c r="AB1"><v>1</v></c>'), [['1', ...Array(26).fill(undefined), '1']]],
    [
      'cells that are closed with a space',
      rowOf('<c r="B1" s="1" /><c r="C1"><v>2</v></c>'),
      [['1', undefined, '2']],
    ],
    [
      'a number with a space behind its tag name',
      rowOf('<c r="B1"><v xml:space="preserve">2</v></c>'),
      [['1', '2']],
    ],
    [
      'a text with the attribute that keeps its spaces',
      rowOf('<c r="B1" t="str" xml:space="preserve"><v>x</v></c>'),
      [['1', 'x']],
    ],
    ['the first style', rowOf('<c r="B1" s="0"><v>2</v></c>'), [['1', '2']]],
    [
      'numbers without a value',
      rowOf('<c r="B1"><v/></c><c r="C1"><v /></c><c r="D1"><v></v></c><c r="E1"><v>2</v></c>'),
      [['1', ...blanks(3), '2']],
    ],
    ['an empty formula', rowOf('<c r="B1"><f/><v>2</v></c>'), [['1', '2']]],
    ['a formula without a value', rowOf('<c r="B1"><f>A1</f></c>'), [['1']]],
    ['a shared formula', rowOf('<c r="B1"><f t="shared" si="0"/><v>2</v></c>'), [['1', '2']]],
    [
      'every boolean',
      rowOf('<c r="B1" t="b"><v>true</v></c><c r="C1" t="b"><v>false</v></c><c r="D1" t="b"><v>0</v></c>'),
      [['1', 'TRUE', 'FALSE', 'FALSE']],
    ],
    [
      'every error',
      rowOf('<c r="B1" t="e"><v>#N/A</v></c><c r="C1" t="e"><v>#DIV/0!</v></c>'),
      [['1', '#N/A', '#DIV/0!']],
    ],
    [
      'a shared string without a number',
      rowOf('<c r="B1" t="s"><v></v></c><c r="C1" t="s"><v>1</v></c>'),
      [['1', undefined, 'b']],
    ],
    ['a style that is not there', rowOf('<c r="B1" s="99"><v>2</v></c>'), [['1', '2']]],
  ] as const)('%s is read', async (_, rows, expected) => {
    const { own, library } = await twoReadings(bookOf(rows))
    expect(own).toEqual(library)
    const texts = own?.table.map((row) => row.map((cell) => (typeof cell === 'object' ? cell.text : cell)))
    expect(texts).toEqual(expected)
  })
})
