import { encode } from '#test/fixtures/catalogues/encoders.ts'
import { formatted, workbook } from '#test/fixtures/catalogues/workbooks.ts'
import { describe, expect, test } from 'vitest'
import { detectColumns } from '../columns/detect-columns.ts'
import { openFile } from '#formats/open-file.ts'
import { finerProblem, summarizeProblems } from './price-problems.ts'
import { readRows } from './read-rows.ts'

async function problemsOf(content: string | Uint8Array<ArrayBuffer>, more: number[] = []) {
  const bytes = typeof content === 'string' ? encode(content, 'utf-8') : content
  const opened = await openFile(bytes, { fileName: typeof content === 'string' ? 'x.csv' : 'x.xlsx' })
  if (!opened.ok) throw new Error(opened.error.code)
  const { table } = opened.file
  const { columns } = detectColumns(table)
  const options = { columns: { ...columns, morePrices: more }, defaultCurrency: 'BGN' } as const
  return summarizeProblems(readRows(table, options))
}

describe('READ-07 · why rows have no price', () => {
  test('by reason, the most frequent first, with the first three rows and a text', async () => {
    const rows = ['а;по договаряне', 'б;5 USD', 'в;$1', 'г;£2', 'д;$3', 'е;', ';', 'ж;1,50']
    expect(await problemsOf(`Списък\n\nИме;Цена\n${rows.join('\n')}\n`)).toEqual([
      { problem: 'other-currency', nth: 0, count: 4, lines: [5, 6, 7], example: '5 USD' },
      { problem: 'no-number', nth: 0, count: 1, lines: [4], example: 'по договаряне' },
      { problem: 'no-price', nth: 0, count: 1, lines: [9], example: '' },
    ])
  })

  test('several price columns apart', async () => {
    expect(await problemsOf('Име;Цена;Промо\nа;5%;$1\nб;6%;\n', [2])).toEqual([
      { problem: 'percent', nth: 0, count: 2, lines: [2, 3], example: '5%' },
      { problem: 'other-currency', nth: 1, count: 1, lines: [2], example: '$1' },
    ])
  })

  test('several price columns apart, also for one reason', async () => {
    expect(await problemsOf('Име;Цена;Промо\nа;5%;7%\nб;6%;\n', [2])).toEqual([
      { problem: 'percent', nth: 0, count: 2, lines: [2, 3], example: '5%' },
      { problem: 'percent', nth: 1, count: 1, lines: [2], example: '7%' },
    ])
  })

  test('READ-07 · the text is that of the cell, without the mark of one that would pass as a price', () => {
    const example = (price: string) =>
      summarizeProblems({
        ...readRows([], {
          columns: {
            headerRow: null,
            name: null,
            price: 0,
            currency: null,
            otherPrice: null,
            morePrices: [],
          },
          defaultCurrency: 'BGN',
        }),
        rows: [{ name: '', price, currency: 'BGN' }],
        lines: [1],
        nth: [0],
        problems: new Map([[0, 'date']]),
      }).map((summary) => summary.example)
    expect([example('7 ?'), example('5 ? или 7'), example('виж')]).toEqual([['7'], ['5 ? или 7'], ['виж']])
  })

  test('cells of a workbook: a percentage and a date of its number format', async () => {
    const book = workbook({
      a: [
        ['Име', 'Цена'],
        ['а', formatted(0.2, '0%')],
        ['б', formatted(45000, 'dd.mm.yyyy')],
      ],
    })
    expect(await problemsOf(book)).toMatchObject([
      { problem: 'percent', lines: [2], example: '20%' },
      { problem: 'date', lines: [3] },
    ])
  })

  test.each([
    ['12%', 'percent'],
    ['1.234,5 %', 'percent'],
    ['+5%', 'percent'],
    ['5 процента', 'percent'],
    ['1 процент', 'percent'],
    ['5 НА СТО', 'percent'],
    ['%', 'not-a-price'],
    ['5%а', 'not-a-price'],
    ['а5%', 'not-a-price'],
    [' 1-2-2024 ', 'date'],
    ['2024/3/1', 'date'],
    ['12.03.2024г', 'date'],
    ['12.03.2024 Г.', 'date'],
    ['12/03/2024 9:05', 'date'],
    ['12/03/2024 9:05:30', 'date'],
    ['2024-03-12t10:00', 'date'],
    ['12/03/2024 905', 'not-a-price'],
    ['2024-03/12', 'not-a-price'],
    ['2024-03-123', 'not-a-price'],
    ['123.03.2024', 'not-a-price'],
    ['x12.03.2024', 'not-a-price'],
    ['12.03.202', 'not-a-price'],
    ['-3,5 %', 'percent'],
    ['5 на сто', 'percent'],
    ['12.03.2024', 'date'],
    ['1/2/24', 'date'],
    ['2024-03-12', 'date'],
    ['2024-03-12T10:00:00', 'date'],
    ['12.03.2024 г.', 'date'],
    ['12.03.20245', 'not-a-price'],
    ['12.03-2024', 'not-a-price'],
    ['12.34.56.78', 'not-a-price'],
    ['№5', 'not-a-price'],
  ])('%s: %s', (text, problem) => {
    expect(finerProblem(text, 'not-a-price')).toBe(problem)
  })

  test('a range stays one, and a reason that is told already', () => {
    expect(finerProblem('10-12', 'range')).toBe('range')
    expect(finerProblem('2024-03-12', 'range')).toBe('date')
    expect(finerProblem('12%', 'other-currency')).toBe('other-currency')
  })
})
