import { describe, expect, test } from 'vitest'
import { bookXml, handWrittenBook, relations, sheetXml } from '#test/fixtures/catalogues/hand-written-book.ts'
import { givenBack } from '#test/fixtures/catalogues/given-back.ts'
import { euro, lev, orderFor } from '#test/fixtures/catalogues/price-orders.ts'
import { zipRecords } from '#test/zip-records.ts'
import type { CellContent, WriteBackPlan } from '#writeback/plan.ts'
import { openFile } from '../../open-file.ts'
import { patchWorkbook } from './patch.ts'

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

  test('where there was none has no format of another row', async () => {
    const last = '<row r="4"><c r="B4" s="3"><v>1</v></c></row>'
    const { rows } = await patched(`<row r="2"><c r="A2"><v>1</v></c></row>${last}`, {
      1: { number: '7' },
      2: { number: '8' },
    })
    expect(rows).toBe(
      `<row r="2"><c r="A2"><v>1</v></c><c r="B2"><v>7</v></c></row><row r="3"><c r="B3"><v>8</v></c></row>${last}`,
    )
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

  test('has the usual format of its currency where the last row has none, also below the header', async () => {
    const content = added({ number: '7', currency: 'EUR' })
    const { rows, styles } = await patched('', {}, { added: content })
    expect(rows).toBe('<row r="2"><c r="B2" s="4"><v>7</v></c></row>')
    expect(styles).toContain('formatCode="#,##0.00 [$€-1]"')
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

describe('CONV-08 · prices that are replaced, and what the user changed beside them', () => {
  const replaced = async (
    rows: string,
    prices: Parameters<typeof orderFor>[0],
    order: Partial<WriteBackPlan> = {},
  ) => {
    const bytes = handWrittenBook(sheetXml(HEADER + rows))
    const back = await givenBack(bytes, orderFor(prices, { placement: 'replace', ...order }))
    const below = back.rows()!.replace(/^<row r="1">.*?<\/row>/, '')
    return { rows: below, warnings: back.warnings }
  }
  const inline = (place: string, content: string) =>
    `<c r="${place}" t="inlineStr"><is><t>${content}</t></is></c>`
  const change = (row: number, ...cells: readonly (readonly [number, CellContent])[]) => ({
    changed: [{ row, cells: new Map(cells) }],
  })

  test('a price that was entered with more words keeps these, with the decimal mark that it has', async () => {
    const { rows } = await replaced(
      '<row r="2"><c r="B2"><v>1</v></c></row>',
      { 1: { 1: lev('15.00', '7.67') } },
      change(1, [1, '15,00 лв./бр']),
    )
    expect(rows).toBe(`<row r="2">${text('B2', '7,67 евро/бр')}</row>`)
  })

  test('the decimal mark is that of the texts, not of the numbers', async () => {
    const number = (r: number) => `<row r="${r}"><c r="B${r}"><v>12.5</v></c></row>`
    const prices = { 1: lev('12.50', '6.39'), 2: lev('12.50', '6.39'), 3: lev('12.50', '6.39') }
    const text4 = `<row r="4">${inline('B4', '12,50 лв./бр')}</row>`
    const { rows } = await replaced(number(2) + number(3) + text4, { 1: prices })
    expect(rows).toContain(text('B4', '6,39 евро/бр'))
  })

  test('a price that was entered as a number is one, in place of a text', async () => {
    const { rows } = await replaced(
      `<row r="2">${inline('B2', '12,50 лв./бр')}</row>`,
      { 1: { 1: lev('15.00', '7.67') } },
      change(1, [1, { number: '15' }]),
    )
    expect(rows).toBe('<row r="2"><c r="B2" s="4"><v>7.67</v></c></row>')
  })

  test('the currency that was entered follows the price', async () => {
    const { rows } = await replaced(
      `<row r="2"><c r="B2"><v>15</v></c>${inline('C2', 'EUR')}</row>`,
      { 1: { 1: lev('15.00', '7.67') } },
      { ...change(1, [2, 'лева']), currencyColumn: 2 },
    )
    expect(rows).toBe(`<row r="2"><c r="B2" s="4"><v>7.67</v></c>${text('C2', 'евро')}</row>`)
  })

  test('a price whose text names no currency, but must, gets the sign', async () => {
    const marked = { ...lev('12.50', '6.39'), isMarked: true }
    const { rows } = await replaced(`<row r="2">${inline('B2', '12,50 /бр')}</row>`, { 1: { 1: marked } })
    expect(rows).toBe(`<row r="2">${text('B2', '6,39 € /бр')}</row>`)
  })

  test('a column of both currencies has the other one in each cell, and its title stays', async () => {
    const rows = '<row r="2"><c r="B2"><v>12.5</v></c></row><row r="3"><c r="B3"><v>10</v></c></row>'
    const prices = { 1: { 1: lev('12.50', '6.39'), 2: euro('10.00', '19.56') } }
    const back = await givenBack(
      handWrittenBook(sheetXml(HEADER + rows)),
      orderFor(prices, { placement: 'replace' }),
    )
    expect(back.rows()).toContain(HEADER)
    const opened = await openFile(back.returned, { fileName: 'x.xlsx' })
    expect(opened.ok && opened.file.table.slice(1).map((row) => row[1])).toEqual([
      { kind: 'number', text: '6.39', currency: 'EUR' },
      { kind: 'number', text: '19.56', currency: 'BGN' },
    ])
  })

  const FORMULA = '<f>SUM(B2:B3)</f>'
  const SUM = `<row r="2"><c r="B2"><v>1</v></c></row><row r="3"><c r="B3"><v>2</v></c></row><row r="4"><c r="B4">${FORMULA}<v>3</v></c></row>`
  const PRICES = { 1: { 1: lev('1.00', '0.51'), 2: lev('2.00', '1.02'), 3: lev('3.00', '1.53') } }
  const withSums = (sums: readonly number[]): Partial<WriteBackPlan> => ({
    columns: orderFor(PRICES).columns.map((column) => ({ ...column, sums: new Set(sums) })),
  })

  test('a formula that adds up replaced prices stays, with its new value', async () => {
    const { rows, warnings } = await replaced(SUM, PRICES, withSums([3]))
    expect(rows).toBe(
      `<row r="2"><c r="B2" s="4"><v>0.51</v></c></row><row r="3"><c r="B3" s="4"><v>1.02</v></c></row><row r="4"><c r="B4" s="4">${FORMULA}<v>1.53</v></c></row>`,
    )
    expect(warnings).toEqual([])
  })

  test('a sum without a formula becomes a number', async () => {
    const { rows } = await replaced(SUM.replace(FORMULA, ''), PRICES, withSums([3]))
    expect(rows).toContain('<row r="4"><c r="B4" s="4"><v>1.53</v></c></row>')
  })

  test.each([
    ['another row is a sum', SUM, [2]],
    ['the result of the sum is text', SUM.replace('<c r="B4">', '<c r="B4" t="str">'), [3]],
  ])('one that does not stays as it is: %s', async (_, before, sums) => {
    const { rows, warnings } = await replaced(before, PRICES, withSums(sums))
    expect(rows).toContain(`${FORMULA}<v>3</v></c><c r="C4"`)
    expect(warnings).toEqual(['formulas-kept'])
  })

  test('where all formulas are kept, none is overwritten by a changed cell', async () => {
    const before = `<row r="2"><c r="A2">${FORMULA}<v>3</v></c><c r="B2"><v>1</v></c></row>`
    const kept = await replaced(
      before,
      {},
      { ...change(1, [0, { number: '9' }], [1, { number: '8' }]), keepsFormulas: true },
    )
    expect(kept.rows).toBe(before.replace('<v>1</v>', '<v>8</v>'))
    expect(kept.warnings).toEqual(['formulas-kept'])
    const overwritten = await replaced(before, {}, change(1, [0, { number: '9' }]))
    expect(overwritten.rows).toBe(before.replace(`${FORMULA}<v>3</v>`, '<v>9</v>'))
    expect(overwritten.warnings).toEqual([])
  })

  test('of an array formula no cell is overwritten, cells beside it are', async () => {
    const row = (r: number, cells: readonly string[]) =>
      `<row r="${r}">${cells.map((cell, c) => `<c r="${'ABCD'[c]}${r}">${cell}</c>`).join('')}</row>`
    const array = '<f t="array" ref="B2:C3">1</f><v>1</v>'
    const value = '<v>1</v>'
    const rows = (edges: string) =>
      row(2, [edges, array, value, edges]) +
      row(3, [edges, value, value, edges]) +
      row(4, [edges, edges, edges, edges])
    const cells = new Map<number, CellContent>([0, 1, 2, 3].map((c) => [c, { number: '9' }]))
    const kept = await replaced(rows(value), {}, { changed: [1, 2, 3].map((r) => ({ row: r, cells })) })
    expect(kept.rows).toBe(rows('<v>9</v>'))
    expect(kept.warnings).toEqual(['formulas-kept'])
  })

  test('titles that stand again follow, also as texts of their cells', async () => {
    const own = `<row r="1">${inline('B1', 'Цена, лв.')}</row>`
    const rows = `<row r="2"><c r="B2"><v>1</v></c></row><row r="3">${inline('B3', 'Цена, лв.')}</row><row r="4">${inline('B4', 'Цена')}</row>`
    const bytes = handWrittenBook(sheetXml(own + rows))
    const order = orderFor({ 1: { 1: lev('1.00', '0.51') } }, { placement: 'replace' })
    expect((await givenBack(bytes, order)).rows()).toBe(
      `<row r="1">${text('B1', 'Цена, евро')}</row><row r="2"><c r="B2" s="4"><v>0.51</v></c></row><row r="3">${text('B3', 'Цена, евро')}</row><row r="4">${inline('B4', 'Цена')}</row>`,
    )
  })
})

describe('CONV-08 · rows that get more cells', () => {
  test.each([
    [
      'a row that is closed at once',
      '<row r="2" ht="20"/>',
      '<row r="2" ht="20"><c r="B2"><v>7</v></c></row>',
    ],
    [
      'a row within its span',
      '<row r="2" spans="1:2"></row>',
      '<row r="2" spans="1:2"><c r="B2"><v>7</v></c></row>',
    ],
    [
      'a row whose span ends before',
      '<row r="2" spans="1:1"/>',
      '<row r="2" spans="1:2"><c r="B2"><v>7</v></c></row>',
    ],
    [
      'a row whose span begins after the last column',
      '<row r="2" spans="3:4"><c r="C2"><v>1</v></c></row>',
      '<row r="2" spans="2:4"><c r="B2"><v>7</v></c><c r="C2"><v>1</v></c></row>',
    ],
    ...['x', '1:x', 'x:1', '0:1'].map((spans) => [
      `a row with the span ${spans}`,
      `<row r="2" spans="${spans}"/>`,
      `<row r="2" spans="${spans}"><c r="B2"><v>7</v></c></row>`,
    ]),
  ])('%s', async (_, before, after) => {
    expect((await patched(before, { 1: { number: '7' } })).rows).toBe(after)
  })

  test('rows that are not there are written between the others', async () => {
    const { rows } = await patched('<row r="3"/><row r="6"/>', {
      1: { number: '2' },
      3: { number: '4' },
      6: { number: '7' },
    })
    expect(rows).toBe(
      '<row r="2"><c r="B2"><v>2</v></c></row><row r="3"/><row r="4"><c r="B4"><v>4</v></c></row><row r="6"/><row r="7"><c r="B7"><v>7</v></c></row>',
    )
  })
})

describe('CONV-08 · the sheet of a workbook that is patched', () => {
  const book = () =>
    handWrittenBook(sheetXml(HEADER + '<row r="2"><c r="B2"><v>1</v></c></row>'), {
      'xl/workbook.xml': bookXml(
        '',
        '<sheet name="Първи" sheetId="1" r:id="rId1"/><sheet name="Втори" sheetId="2" r:id="rId4"/>',
      ),
      'xl/worksheets/sheet2.xml': sheetXml('<row r="1"><c r="B1"><v>1</v></c></row>'),
    })
  const order = orderFor({ 1: { 1: lev('1.00', '0.51') } })
  const changedSheets = async (sheet: string | undefined) => {
    const { parts } = await patchWorkbook(book(), sheet, order, () => {})
    return zipRecords(Buffer.concat(parts)).flatMap(({ name, content }) =>
      content.includes('0.51') ? [name] : [],
    )
  }

  test('is the one that was named, and the first where none was', async () => {
    expect(await changedSheets('Втори')).toEqual(['xl/worksheets/sheet2.xml'])
    expect(await changedSheets('Първи')).toEqual(['xl/worksheets/sheet1.xml'])
    expect(await changedSheets(undefined)).toEqual(['xl/worksheets/sheet1.xml'])
    const lost = handWrittenBook(sheetXml(''), {
      'xl/workbook.xml': bookXml('', '<sheet name="Цени" r:id="rId4"/>'),
    })
    await expect(patchWorkbook(lost, 'Цени', order, () => {})).rejects.toThrow('There is no such sheet.')
    await expect(changedSheets('Трети')).rejects.toThrow('There is no such sheet.')
  })

  test.each(['<sheetData/>', ''])('has rows: not %j', async (rows) => {
    const bytes = handWrittenBook(sheetXml('').replace('<sheetData></sheetData>', rows))
    await expect(patchWorkbook(bytes, undefined, order, () => {})).rejects.toThrow('The sheet has no rows.')
  })

  test('is worked on with progress up to the end', async () => {
    const heard: number[] = []
    await patchWorkbook(book(), undefined, order, (done) => heard.push(done))
    // The first look, then each of its two rows, and the end.
    expect(heard).toHaveLength(4)
    expect(heard).toEqual(heard.toSorted((a, b) => a - b))
    expect([heard[0]! > 0, heard[0] === heard[1], heard[3]]).toEqual([true, true, 1])
    expect(heard[2]).toBeCloseTo((heard[0]! + 1) / 2)
  })

  test('can name shared texts where the workbook has none', async () => {
    const parts = {
      'xl/_rels/workbook.xml.rels': relations(
        ['worksheet', 'worksheets/sheet1.xml'],
        ['styles', 'styles.xml'],
      ),
    }
    const bytes = handWrittenBook(sheetXml(HEADER + '<row r="2"><c r="B2"><v>1</v></c></row>'), parts)
    expect((await givenBack(bytes, order)).rows()).toContain('<c r="C2" s="4"><v>0.51</v></c>')
  })
})
