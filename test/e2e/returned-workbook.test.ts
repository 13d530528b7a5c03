import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { read } from '@e965/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FormatId } from '#formats/format.ts'
import type { WriteBackPlan } from '#writeback/plan.ts'
import { writeBack } from '#formats/write-back.ts'
import { bookXml, handWrittenBook, relations, sheetXml } from '../fixtures/catalogues/hand-written-book.ts'
import { euro, lev, orderFor } from '../fixtures/catalogues/price-orders.ts'
import { convertByOffice } from '../system-tool.ts'
import { officeTables } from './office-tables.ts'

let folder = ''
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'levro-made-workbook-'))))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function returnedBytes(
  bytes: Uint8Array<ArrayBuffer>,
  order: WriteBackPlan,
  format: FormatId = 'xlsx',
): Promise<Uint8Array<ArrayBuffer>> {
  const { parts } = await writeBack(bytes, { format, sheet: 'Цени', table: [], warnings: [] }, order)
  return new Uint8Array(Buffer.concat(parts))
}

/** Three prices: one with lev in its number format, one text, one with two decimals; two feed a shared formula. */
const ROWS =
  '<row r="1" spans="1:4"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>4</v></c><c r="D1" t="s"><v>2</v></c></row>' +
  '<row r="2" spans="1:4"><c r="A2" t="s"><v>2</v></c><c r="B2" s="1"><v>12.5</v></c><c r="C2" t="s"><v>4</v></c><c r="D2"><f t="shared" ref="D2:D3" si="0">B2*2</f><v>25</v></c></row>' +
  '<row r="3" spans="1:4"><c r="A3" t="s"><v>2</v></c><c r="B3" s="3"><v>1.5</v></c><c r="C3" t="s"><v>4</v></c><c r="D3"><f t="shared" si="0"/><v>3</v></c></row>' +
  '<row r="4" spans="1:4"><c r="A4" t="s"><v>2</v></c><c r="B4" s="2" t="s"><v>3</v></c><c r="C4" t="s"><v>4</v></c></row>'
const PRICES = { 1: lev('12.50', '6.39'), 2: lev('1.50', '0.77'), 3: lev('12.50', '6.39') }
const WHOLE = { 'xl/workbook.xml': bookXml('<calcPr calcId="191029"/>') }

describe('CONV-08 · LibreOffice opens the returned workbook', () => {
  test('new prices at the end show their currency, and every old cell is unchanged', async () => {
    const bytes = handWrittenBook(sheetXml(ROWS), WHOLE)
    const order = orderFor(
      { 1: { ...PRICES, 2: euro('1.50', '2.93') } },
      {
        added: [
          { cells: new Map([[0, 'Мед & „кашкавал“']]), prices: new Map([[1, lev('1234.56', '631.22')]]) },
        ],
      },
    )
    const old = (await officeTables(bytes, 'xlsx', folder, 'shown')).get('Цени')!
    const now = (await officeTables(await returnedBytes(bytes, order), 'xlsx', folder, 'shown')).get('Цени')!
    expect(now.slice(0, 4).map((row, r) => row.slice(0, old[r]!.length))).toEqual(old)
    expect(now.map((row) => row.slice(4))).toEqual([
      ['Цена, лв. (BGN)', 'Цена, евро'],
      ['12.50 лв.', '6.39 €'],
      ['2.93 лв.', '1.50 €'],
      ['12.50 лв.', '6.39 €'],
      ['1,234.56 лв.', '631.22 €'],
    ])
    expect(now[4]![0]).toBe('Мед & „кашкавал“')
  })

  test('replaced prices are shown in euro, and formulas use them', async () => {
    const bytes = handWrittenBook(sheetXml(ROWS), WHOLE)
    const order = orderFor({ 1: PRICES }, { placement: 'replace', currencyColumn: 2 })
    const now = await officeTables(await returnedBytes(bytes, order), 'xlsx', folder, 'shown')
    // LibreOffice formats a formula with the currency of its operands.
    expect(now.get('Цени')).toEqual([
      ['Стока', 'Цена, евро', 'BGN', 'Хляб'],
      ['Хляб', '6.39 €', 'EUR', expect.stringMatching(/^12\.78(?: €)?$/)],
      ['Хляб', '0.77 €', 'EUR', expect.stringMatching(/^1\.54(?: €)?$/)],
      ['Хляб', '6.39 €', 'EUR'],
    ])
  })

  test('new prices after their source move the other columns to the right', async () => {
    const plain = ROWS.replaceAll(/<f [^>]*>(?:[^<]*<\/f>)?/g, '')
    const bytes = handWrittenBook(
      sheetXml(plain, '<autoFilter ref="A1:D4"/><mergeCells count="1"><mergeCell ref="C6:D6"/></mergeCells>'),
      WHOLE,
    )
    const now = await officeTables(
      await returnedBytes(bytes, orderFor({ 1: PRICES }, { placement: 'after' })),
      'xlsx',
      folder,
    )
    expect(now.get('Цени')).toEqual([
      ['Стока', 'Цена, лв.', 'Цена, евро', 'BGN', 'Хляб'],
      ['Хляб', '12.5', '6.39', 'BGN', '25'],
      ['Хляб', '1.5', '0.77', 'BGN', '3'],
      ['Хляб', '12,50 лв.', '6.39', 'BGN'],
    ])
  })

  test('XML names with a namespace prefix are patched', async () => {
    const prefixed = sheetXml(ROWS)
      .replaceAll(/<(\/?)(?=worksheet|sheetData|row|c |c>|v>|f |f>)/g, '<$1x:')
      .replace('xmlns=', 'xmlns:x=')
    const bytes = handWrittenBook(prefixed, WHOLE)
    const old = (await officeTables(bytes, 'xlsx', folder)).get('Цени')!
    const now = (await officeTables(await returnedBytes(bytes, orderFor({ 1: PRICES })), 'xlsx', folder)).get(
      'Цени',
    )!
    expect(now.map((row, r) => row.slice(0, old[r]!.length))).toEqual(old)
    expect(now.map((row) => row[4])).toEqual(['Цена, евро', '6.39', '0.77', '6.39'])
  })

  test('an XLS written by LibreOffice keeps formulas, widths and merged cells', async () => {
    const rows = `${ROWS}<row r="5"><c r="A5" t="inlineStr"><is><t>Общо</t></is></c><c r="B5"><f>SUM(B2:B3)+Други!A1</f><v>15</v></c></row>`
    const others = {
      'xl/workbook.xml': bookXml(
        '',
        '<sheet name="Цени" sheetId="1" r:id="rId1"/><sheet name="Други" sheetId="2" r:id="rId4"/>',
      ),
      'xl/worksheets/sheet2.xml': sheetXml(
        '<row r="1"><c r="A1"><v>1</v></c><c r="B1" t="str"><f>IF(Цени!B2&gt;10,"да","не")</f><v>да</v></c></row>',
      ),
      'xl/_rels/workbook.xml.rels': relations(
        ['worksheet', 'worksheets/sheet1.xml'],
        ['styles', 'styles.xml'],
        ['sharedStrings', 'sharedStrings.xml'],
        ['worksheet', 'worksheets/sheet2.xml'],
      ),
    }
    const source = sheetXml(
      rows,
      '<mergeCells count="1"><mergeCell ref="A7:D7"/></mergeCells>',
      '<cols><col min="1" max="1" width="30" customWidth="1"/></cols>',
    )
    writeFileSync(join(folder, 'made.xlsx'), handWrittenBook(source, others))
    await convertByOffice({ file: join(folder, 'made.xlsx'), to: 'xls:MS Excel 97', folder })
    const bytes = new Uint8Array(readFileSync(join(folder, 'made.xls')))
    const returned = await returnedBytes(bytes, orderFor({ 1: PRICES }), 'xls')
    const [old, now] = [
      await officeTables(bytes, 'xls', folder),
      await officeTables(returned, 'xlsx', folder),
    ]
    expect([...now.keys()].toSorted()).toEqual(['Други', 'Цени'])
    expect(now.get('Други')).toEqual(old.get('Други'))
    expect(
      now
        .get('Цени')!
        .map((row) => row.slice(0, 4))
        .map((row) => row.slice(0, row.findLastIndex(Boolean) + 1)),
    ).toEqual(old.get('Цени'))
    expect(now.get('Цени')!.map((row) => row[4])).toEqual(['Цена, евро', '6.39', '0.77', '6.39', undefined])
    const { Sheets } = read(returned, { cellFormula: true, cellStyles: true })
    expect(Sheets['Цени']!['D2']).toMatchObject({ v: 25, f: 'B2*2' })
    expect(Sheets['Цени']!['D3']).toMatchObject({ v: 3, f: 'B3*2' })
    expect(Sheets['Цени']!['B5']?.f).toMatch(/^SUM\(B2:B3\)\+'?Други'?!A1$/)
    expect(Sheets['Други']!['B1']?.f).toMatch(/^IF\('?Цени'?!B2>10,"да","не"\)$/)
    expect(Sheets['Цени']!['!merges']).toHaveLength(1)
    expect(Sheets['Цени']!['!cols']?.[0]?.wch).toBeGreaterThan(25)
  })
})
