import { type BookType, type CellObject, read, utils, type WorkBook } from '@e965/xlsx'
import { describe, expect, test } from 'vitest'
import { formatted, workbook } from '#test/fixtures/catalogues/workbooks.ts'
import { lev, orderFor } from '#test/fixtures/catalogues/price-orders.ts'
import type { WriteBackOrder } from './order.ts'
import { writeBackWorkbook } from './workbook-file.ts'

const formula = (v: number, f: string): CellObject => ({ t: 'n', v, f })

const SHEETS = {
  Цени: [
    ['Стока', 'Цена, лв.', 'Дата', 'Двойно', 'Код'],
    ['Хляб', formatted(12.5, '#,##0.00" лв."'), formatted(45000, 'dd.mm.yyyy'), formula(25, 'B2*2'), '007'],
    ['Сол', formatted(1, '0.00'), null, formula(13.5, 'SUM(B2:B3)'), true],
    [],
    ['Цените са с ДДС'],
  ],
  Други: [['x', formula(12.5, 'Цени!B2')]],
  Скрит: [['y']],
}

const ORDER = orderFor({ 1: { 1: lev('12.50', '6.39'), 2: lev('1.00', '0.51') } })

function dressed(book: WorkBook): void {
  const sheet = book.Sheets['Цени']!
  sheet['!cols'] = [{ wch: 30 }, { wch: 12 }]
  sheet['!merges'] = [utils.decode_range('A5:C5')]
  book.Workbook = { Sheets: book.SheetNames.map((name) => ({ name, Hidden: name === 'Скрит' ? 1 : 0 })) }
}

async function returnedBook(
  bytes: Uint8Array<ArrayBuffer>,
  format: 'xls' | 'xlsb',
  order: WriteBackOrder = ORDER,
) {
  const { parts, ...rest } = await writeBackWorkbook(
    bytes,
    { format, sheet: 'Цени', encoding: undefined },
    order,
  )
  const book = read(Buffer.concat(parts), { cellNF: true, cellFormula: true, cellStyles: true })
  return { ...rest, book, sheet: book.Sheets['Цени']! }
}

describe('CONV-08 · a workbook that cannot be edited in place becomes XLSX', () => {
  test.each([
    ['biff8', 'xls'],
    ['xlml', 'xls'],
    ['xlsb', 'xlsb'],
  ] satisfies [BookType, string][])(
    '%s: sheets, values, formulas, formats, widths and joined cells are there',
    async (kind, format) => {
      const { sheet, book, ...rest } = await returnedBook(workbook(SHEETS, kind, dressed), format as 'xls')
      expect(rest).toEqual({ format: 'xlsx', notes: ['not-kept'] })
      expect(book.SheetNames).toEqual(['Цени', 'Други', 'Скрит'])
      expect(book.Workbook?.Sheets?.map(({ Hidden }) => Hidden)).toEqual([0, 0, 1])
      expect(sheet['B2']).toMatchObject({ t: 'n', v: 12.5, z: '#,##0.00" лв."' })
      expect(sheet['C2']).toMatchObject({ t: 'n', v: 45000, z: 'dd.mm.yyyy' })
      expect(sheet['E2']).toMatchObject({ t: 's', v: '007' })
      expect(sheet['E3']).toMatchObject({ t: 'b', v: true })
      // The library writes formulas into XML alone; test/e2e has them in an XLS that LibreOffice has written.
      const hasFormulas = kind === 'xlml'
      expect(sheet['D2']).toMatchObject({ v: 25, ...(hasFormulas && { f: 'B2*2' }) })
      expect(sheet['D3']).toMatchObject({ v: 13.5, ...(hasFormulas && { f: 'SUM(B2:B3)' }) })
      expect(book.Sheets['Други']!['B1']).toMatchObject({ v: 12.5, ...(hasFormulas && { f: 'Цени!B2' }) })
      expect(sheet['!merges']?.map((range) => utils.encode_range(range))).toEqual(['A5:C5'])
      expect(sheet['!cols']?.[0]?.wch).toBeCloseTo(30, 0)
      expect(sheet['F1']).toMatchObject({ t: 's', v: 'Цена, евро' })
      expect(sheet['F2']).toMatchObject({ t: 'n', v: 6.39, z: '#,##0.00" €"' })
      expect(sheet['F3']).toMatchObject({ t: 'n', v: 0.51, z: '0.00 [$€-1]' })
    },
  )

  test.each(['biff5', 'biff2'] satisfies BookType[])('%s, without formulas', async (kind) => {
    const bytes = workbook({ Sheet1: [['Price'], [1.5]] }, kind)
    const written = await writeBackWorkbook(
      bytes,
      { format: 'xls', sheet: 'Sheet1', encoding: undefined },
      orderFor({ 0: { 1: lev('1.50', '0.77') } }),
    )
    const book = read(Buffer.concat(written.parts))
    expect(utils.sheet_to_json(book.Sheets['Sheet1']!, { header: 1 })).toEqual([
      ['Price', 'Price (EUR)'],
      [1.5, 0.77],
    ])
  })

  test('a web page: its text stays text', async () => {
    const html =
      '<html><table><tr><th>Код</th><th>Цена</th></tr><tr><td>007</td><td>12,50 лв.</td></tr></table></html>'
    const bytes = new TextEncoder().encode(html)
    const order = orderFor({ 1: { 1: lev('12.50', '6.39') } })
    const { parts, ...rest } = await writeBackWorkbook(
      bytes,
      { format: 'xls', sheet: undefined, encoding: undefined },
      order,
    )
    expect(rest).toEqual({ format: 'xlsx', notes: ['not-kept'] })
    const book = read(Buffer.concat(parts), { cellNF: true })
    const sheet = book.Sheets[book.SheetNames[0]!]!
    expect(utils.sheet_to_json(sheet, { header: 1 })).toEqual([
      ['Код', 'Цена', 'Цена (EUR)'],
      ['007', '12,50 лв.', 6.39],
    ])
    expect(sheet['C2']?.z).toBe('#,##0.00 [$€-1]')
  })

  test('progress is told up to the end', async () => {
    const heard: number[] = []
    const bytes = workbook(SHEETS, 'biff8')
    await writeBackWorkbook(bytes, { format: 'xls', sheet: 'Цени', encoding: undefined }, ORDER, (done) =>
      heard.push(done),
    )
    expect(heard).toEqual(heard.toSorted((a, b) => a - b))
    expect(heard.at(-1)).toBe(1)
  })
})
