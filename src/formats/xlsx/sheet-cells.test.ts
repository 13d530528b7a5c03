import { describe, expect, it } from 'vitest'
import { rawText } from '../xml/tags.ts'
import { SheetCells } from './sheet-cells.ts'

/** Rows and cells as places, with type, style, and the source texts of value, inline text and formula. */
function cellsOf(xml: string) {
  const bytes = new TextEncoder().encode(`${xml}</sheetData>`)
  const cells = new SheetCells(bytes, 0)
  const rows: (readonly [row: number, ...cells: readonly unknown[][]])[] = []
  const text = (span: { start: number; end: number } | undefined) =>
    span && rawText(bytes, span.start, span.end)
  while (cells.nextRow()) {
    const found: unknown[][] = []
    while (cells.nextCell()) {
      const { column, type, style, value, inline, formula, isUsed } = cells
      found.push([column, type, style, text(value), text(inline), text(formula), isUsed])
    }
    rows.push([cells.row, ...found])
  }
  expect(rawText(bytes, cells.rowStart, bytes.length)).toBe('</sheetData>')
  return rows
}

const NUMBER = [undefined, undefined, true] as const
const BLANK = [undefined, undefined, undefined, false] as const

describe('CONV-08 · the cells of a sheet that is patched', () => {
  it.each([
    ['<row r="3"><c r="B3" s="4"><v>1.5</v></c></row>', [[2, [1, 'n', 4, '1.5', ...NUMBER]]]],
    [
      '<row><c><v>1</v></c><c><v>2</v></c></row><row><c><v>3</v></c></row>',
      [
        [0, [0, 'n', undefined, '1', ...NUMBER], [1, 'n', undefined, '2', ...NUMBER]],
        [1, [0, 'n', undefined, '3', ...NUMBER]],
      ],
    ],
    [
      '<row r="2"/><row><c r="AA3"/><c/></row>',
      [
        [1],
        [
          2,
          [26, 'n', undefined, undefined, undefined, undefined, false],
          [27, 'n', undefined, undefined, undefined, undefined, false],
        ],
      ],
    ],
    ['<row r="1048576"><c r="A1048576" s="109"/></row>', [[1_048_575, [0, 'n', 109, ...BLANK]]]],
    ['<row r="20"><c r="XFD20" s="0"/></row>', [[19, [16_383, 'n', 0, ...BLANK]]]],
    ['<row r="1"><c r="A1" t="s"><v>7</v></c></row>', [[0, [0, 's', undefined, '7', ...NUMBER]]]],
    [
      '<row r="1"><c r="A1" t="str"><f>B1</f><v>x</v></c></row>',
      [[0, [0, 'str', undefined, 'x', undefined, '<f>', true]]],
    ],
    [
      '<row r="1"><c r="A1"><f t="shared" si="0"/></c></row>',
      [[0, [0, 'n', undefined, undefined, undefined, '<f t="shared" si="0"/>', true]]],
    ],
    [
      '<row r="1"><c r="A1" t="inlineStr"><is><t>x</t></is></c></row>',
      [[0, [0, 'inlineStr', undefined, undefined, '<t>x</t>', undefined, true]]],
    ],
    [
      '<row r="1"><c r="A1"><v/></c><c r="B1"><v></v></c><c r="C1"></c></row>',
      [[0, ...[0, 1, 2].map((c) => [c, 'n', undefined, undefined, undefined, undefined, false])]],
    ],
    [
      '<x:row r="1"><x:c r="A1" x:s="9" s="0" st="x"><x:v>1</x:v></x:c></x:row>',
      [[0, [0, 'n', 0, '1', ...NUMBER]]],
    ],
    [
      '<row r="1"><extLst/><c r="A1"><v>1</v></c><!-- <c r="B1"/> --></row><extLst/>',
      [[0, [0, 'n', undefined, '1', ...NUMBER]]],
    ],
    [
      '<row r="1"><extLst></extLst><c st="7" r="A1" tx="s" rx="B1" q="5"><v>1</v></c><c r="Z1"/></row>',
      [[0, [0, 'n', undefined, '1', ...NUMBER], [25, 'n', undefined, ...BLANK]]],
    ],
    [
      '<row r="1"><c r="A1" t="b"><v>1</v></c><c r="B1" t="e"><v>#N/A</v></c></row>',
      [[0, [0, 'b', undefined, '1', ...NUMBER], [1, 'e', undefined, '#N/A', ...NUMBER]]],
    ],
    ['<row r="1"><c r="A1"><own><x/></own></c></row>', [[0, [0, 'n', undefined, ...BLANK]]]],
    [
      '<row r="1"><c r="A1" t="inlineStr"><is>x</is></c><c r="B1"/></row>',
      [[0, [0, 'inlineStr', undefined, undefined, 'x', undefined, true], [1, 'n', undefined, ...BLANK]]],
    ],
    ['<row r="1"/><extLst><ext/></extLst><row r="2"></row>', [[0], [1]]],
    [
      '<row r="9"><c r="9"><v>1</v></c><c r="C9" s="1x"><v>2</v></c></row>',
      [[8, [0, 'n', undefined, '1', ...NUMBER], [2, 'n', 1, '2', ...NUMBER]]],
    ],
  ])('%s', (xml, rows) => {
    expect(cellsOf(xml)).toEqual(rows)
  })

  it('the places of a row and of a cell in the source', () => {
    const xml = '<x:row r="1" spans="1:3"><x:c  r="A1"><x:v>1</x:v></x:c></x:row><row r="2" />'
    const bytes = new TextEncoder().encode(xml)
    const cells = new SheetCells(bytes, 0)
    const text = (start: number, end: number) => rawText(bytes, start, end)
    cells.nextRow()
    expect(text(cells.rowStart, cells.rowTagEnd)).toBe('<x:row r="1" spans="1:3">')
    expect(text(cells.spans!.start, cells.spans!.end)).toBe('1:3')
    expect(cells.prefix).toBe('x:')
    cells.nextCell()
    expect(text(cells.start, cells.end)).toBe('<x:c  r="A1"><x:v>1</x:v></x:c>')
    expect(text(cells.start, cells.nameEnd)).toBe('<x:c')
    expect(text(cells.ref!.start, cells.ref!.end)).toBe('A1')
    expect(cells.nextCell()).toBe(false)
    expect(text(cells.rowClose, cells.rowClose + 8)).toBe('</x:row>')
    cells.nextRow()
    expect([cells.isRowEmpty, text(cells.rowClose, cells.rowTagEnd), cells.prefix]).toEqual([true, '/>', ''])
    expect(cells.spans).toBeUndefined()
    expect([cells.nextCell(), cells.nextRow()]).toEqual([false, false])
  })

  it('a row that is cut off ends with the part', () => {
    const bytes = new TextEncoder().encode('<row r="1"><c r="A1"><v>1</v></c>')
    const cells = new SheetCells(bytes, 0)
    expect([cells.nextRow(), cells.nextCell(), cells.nextCell(), cells.rowClose]).toEqual([
      true,
      true,
      false,
      bytes.length,
    ])
    expect(cells.nextRow()).toBe(false)
  })
})
