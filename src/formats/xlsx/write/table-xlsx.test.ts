import { type WorkSheet, read } from '@e965/xlsx'
import { describe, expect, it } from 'vitest'
import { openFile } from '../../open-file.ts'
import { type Cell, isExactNumber } from './sheet.ts'
import { columnName } from '#table/column-name.ts'
import { tableXlsx } from './workbook.ts'

const options = {
  lang: 'bg',
  sheetName: 'Цени',
  title: 'Цени',
  createdAt: '2026-11-21T10:00:00.000Z',
  hasHeader: true,
} as const

async function written(rows: readonly (readonly Cell[])[], sheetName = 'Цени') {
  return new Uint8Array(Buffer.concat(await tableXlsx(rows, { ...options, sheetName })))
}

async function opened(rows: readonly (readonly Cell[])[], sheetName?: string): Promise<WorkSheet> {
  const book = read(await written(rows, sheetName), { cellFormula: true, cellNF: true, cellStyles: true })
  const sheet = book.Sheets[book.SheetNames[0] ?? '']
  if (!sheet) throw new Error('There is no sheet.')
  return sheet
}

describe('a table as XLSX', () => {
  it.each([
    '=HYPERLINK("x")',
    '+359 чай',
    '-2+3',
    '@SUM(A1)',
    '\t=1+1',
    '007',
    '12,50',
    ' с интервали ',
    'Чай & <b>мед</b> "1"',
    'два\nреда',
    'constructor',
    '__proto__',
    'ред _x0041_ и _X000d_',
    'ѝ № € – „“ 😀',
  ])('CONV-08 CONV-09 · %j stays text', async (text) => {
    const sheet = await opened([['Име'], [text]])
    expect(sheet.A2).toMatchObject({ t: 's', v: text, z: '@' })
    expect(sheet.A2?.f).toBeUndefined()
  })

  it.each([
    ['12.50', { t: 'n', v: 12.5 }],
    ['0.01', { t: 'n', v: 0.01 }],
    ['-3.7', { t: 'n', v: -3.7 }],
    ['123456789012345', { t: 'n', v: 123456789012345 }],
    ['1.00000000000000000', { t: 'n', v: 1 }],
    // Digits that a spreadsheet would lose, and text that is no plain decimal.
    ['1234567890123456', { t: 's', v: '1234567890123456' }],
    ['0.1234567890123456', { t: 's', v: '0.1234567890123456' }],
    ['0042', { t: 's', v: '0042' }],
    ['1e5', { t: 's', v: '1e5' }],
    ['12,5', { t: 's', v: '12,5' }],
    ['', undefined],
  ])('CONV-08 · the number %j is written as %j', async (number, cell) => {
    const sheet = await opened([['Цена'], [{ number }]])
    if (cell) expect(sheet.A2).toMatchObject(cell)
    else expect(sheet.A2).toBeUndefined()
  })

  it('CONV-08 · characters that XML cannot carry are marked', async () => {
    expect((await opened([['а\u0001б\ud800в\r\nг']])).A1?.v).toBe('а\ufffdб\ufffdв\nг')
  })

  it('CONV-08 · amounts have two decimals, blanks are no cells, and rows may be ragged', async () => {
    const sheet = await opened([['А', 'Б'], [null, { number: '5', look: 'amount' }, 'в'], [], ['', 'г']])
    expect(sheet.A2).toBeUndefined()
    expect(sheet.B2).toMatchObject({ t: 'n', v: 5, z: '#,##0.00', w: '5.00' })
    expect(sheet.C2).toMatchObject({ v: 'в' })
    expect(sheet.A4).toBeUndefined()
    expect(sheet.B4).toMatchObject({ v: 'г' })
  })

  it('CONV-08 · the sheet name is valid in every program', async () => {
    const book = read(await written([['А']], "'Цени: [март]/април? * \\ и още много месеци'"))
    expect(book.SheetNames[0]).toMatch(/^[^'[\]:*?/\\][^[\]:*?/\\]{0,30}$/)
    expect(read(await written([['А']], '  ')).SheetNames).toEqual(['Sheet'])
  })

  it('CONV-08 · more rows than a sheet can have are rejected', async () => {
    const rows: Cell[][] = Array.from({ length: 1_048_577 }, () => [])
    await expect(tableXlsx(rows, options)).rejects.toThrow('1048576 rows')
  })

  it('CONV-08 · the written workbook can be read again', async () => {
    const bytes = await written([
      ['Име', 'Цена'],
      ['Чай', { number: '2.50' }],
      ['=1+1', { number: '3' }],
    ])
    const result = await openFile(bytes, { fileName: 'cheni.xlsx' })
    if (!result.ok) throw new Error(result.error.code)
    expect(result.file.table).toHaveLength(3)
  })

  it('CONV-08 · columns have names', () => {
    expect([0, 25, 26, 701, 702].map(columnName)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA'])
  })

  it('CONV-08 · a number is exact when no digit is lost', () => {
    expect(['0', '0.5', '10', '-0.01'].every(isExactNumber)).toBe(true)
    expect(['', '.5', '5.', '+5', '--5', '٣', ' 5'].some(isExactNumber)).toBe(false)
  })
})
