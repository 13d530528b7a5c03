import { describe, expect, test } from 'vitest'
import { handWrittenBook, relations, sheetXml } from '#test/fixtures/catalogues/hand-written-book.ts'
import { givenBack } from '#test/fixtures/catalogues/given-back.ts'
import { lev, orderFor } from '#test/fixtures/catalogues/price-orders.ts'
import type { CellContent, WriteBackPlan } from '#writeback/plan.ts'

const HEADER = '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>'
const text = (place: string, content: string, style = '') =>
  `<c r="${place}"${style} t="inlineStr"><is><t xml:space="preserve">${content}</t></is></c>`

/** The rows below the header after changes of column B, by row, and the number formats. */
async function patched(
  rows: string,
  changes: Readonly<Record<number, CellContent>>,
  order: Partial<WriteBackPlan> = {},
  parts: Readonly<Record<string, string>> = {},
) {
  const changed = Object.entries(changes).map(([row, content]) => ({
    row: Number(row),
    cells: new Map([[1, content]]),
  }))
  const bytes = handWrittenBook(sheetXml(HEADER + rows), parts)
  const back = await givenBack(bytes, orderFor({}, { changed, ...order }))
  return { rows: back.rows()!.slice(HEADER.length), styles: back.partOf('xl/styles.xml') }
}

const added = (content: CellContent) => [{ cells: new Map([[1, content]]), prices: new Map() }]

describe('CONV-08 · a cell that the user changed', () => {
  test('gets the number format of the currency that was entered; its other formats stay', async () => {
    const row = '<row r="2"><c r="B2" s="3"><v>1</v></c><c r="C2" s="1"><v>1</v></c></row>'
    const { rows, styles } = await patched(row, { 1: { number: '7.50', currency: 'EUR' } })
    expect(rows).toBe(row.replace('s="3"><v>1', 's="4"><v>7.50'))
    expect(styles).toContain('<numFmt numFmtId="165" formatCode="0.00 [$€-1]"/></numFmts>')
    expect(styles).toContain('<cellXfs count="5">')
  })

  test('where there was none gets the usual format', async () => {
    const { rows, styles } = await patched('<row r="2"><c r="A2"><v>1</v></c></row>', {
      1: { number: '7', currency: 'BGN' },
    })
    expect(rows).toBe('<row r="2"><c r="A2"><v>1</v></c><c r="B2" s="4"><v>7</v></c></row>')
    expect(styles).toContain('formatCode="#,##0.00 &quot;лв.&quot;"')
  })

  test('keeps its format without a currency, and as text', async () => {
    const before =
      '<row r="2"><c r="B2" s="3"><v>1</v></c></row><row r="3"><c r="B3" s="3"><v>1</v></c></row>'
    const { rows, styles } = await patched(before, { 1: { number: '7' }, 2: 'няма' })
    expect(rows).toBe(
      `<row r="2"><c r="B2" s="3"><v>7</v></c></row><row r="3">${text('B3', 'няма', ' s="3"')}</row>`,
    )
    expect(styles).toContain('<cellXfs count="4">')
  })

  test('can become empty', async () => {
    const { rows } = await patched('<row r="2"><c r="B2" s="3"><v>1</v></c></row>', { 1: '' })
    expect(rows).toBe('<row r="2"><c r="B2" s="3"/></row>')
  })

  test('names its currency in words where the workbook has no formats', async () => {
    const parts = {
      'xl/_rels/workbook.xml.rels': relations(
        ['worksheet', 'worksheets/sheet1.xml'],
        ['sharedStrings', 'sharedStrings.xml'],
      ),
    }
    const { rows } = await patched(
      '<row r="2"><c r="B2"><v>1</v></c></row><row r="3"><c r="B3"><v>1</v></c></row>',
      { 1: { number: '7', currency: 'BGN' }, 2: { number: '8' } },
      { added: added({ number: '9', currency: 'EUR' }) },
      parts,
    )
    expect(rows).toBe(
      `<row r="2">${text('B2', '7 лв.')}</row><row r="3"><c r="B3"><v>8</v></c></row><row r="4">${text('B4', '9 €')}</row>`,
    )
  })
})

describe('CONV-08 · a row that the user added', () => {
  const BEFORE =
    '<row r="2"><c r="A2" s="2"><v>1</v></c><c r="B2" s="3"><v>1</v></c></row><row r="9"><c r="A9" s="1"/><c r="B9" s="1"/></row>'

  test('has the formats of the last row with content', async () => {
    const { rows } = await patched(BEFORE, {}, { added: added({ number: '7' }) })
    expect(rows).toContain('<row r="3"><c r="B3" s="3"><v>7</v></c></row>')
  })

  test('has the currency that was entered in the format of the last row', async () => {
    const { rows, styles } = await patched(BEFORE, {}, { added: added({ number: '7', currency: 'EUR' }) })
    expect(rows).toContain('<row r="3"><c r="B3" s="4"><v>7</v></c></row>')
    expect(styles).toContain('formatCode="0.00 [$€-1]"')
  })

  test('has its new price in the format of plain numbers where the last row has no price', async () => {
    const order = orderFor(
      { 1: { 1: lev('1.00', '0.51') } },
      {
        added: [{ cells: new Map([[1, { number: '2' }]]), prices: new Map([[1, lev('2.00', '1.02')]]) }],
      },
    )
    const rows = '<row r="2"><c r="B2" s="1"><v>1</v></c></row><row r="3"><c r="A3"><v>1</v></c></row>'
    const back = await givenBack(handWrittenBook(sheetXml(HEADER + rows)), order)
    expect(back.rows()).toContain('<row r="4"><c r="B4"><v>2</v></c><c r="C4" s="5"><v>1.02</v></c></row>')
    expect(back.partOf('xl/styles.xml')).toContain(
      '<xf xfId="0" numFmtId="166" applyNumberFormat="1"/></cellXfs>',
    )
  })
})
