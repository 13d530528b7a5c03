import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { levro, scratchFolder } from '#test/levro-command.ts'
import { workbook } from '#test/fixtures/catalogues/workbooks.ts'
import { decimals, plantedPairs } from '#test/planted-pairs.ts'

const { folder, file } = scratchFolder()

const check = (...args: string[]) => levro('check', ...args)

const RIGHT = file('right.csv', 'Име;Цена лв.;Цена €\nХляб;1,96;1,00\nМляко;19,56;10,00\n')
const WRONG = file(
  'wrong.csv',
  'Име;Цена лв.;Цена €;Промо лв.;Промо €\nХляб;1,95;1,00;;\nМляко;19,56;10,01;17,60;9,00\nСол;0,79;;;\n',
)

describe('CHECK-01 · levro check', () => {
  test('CHECK-01 · exits with 0 when every pair is exact', async () => {
    const { code, out, err } = await check(RIGHT)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(JSON.parse(out)).toMatchObject({
      file: RIGHT,
      direction: 'either',
      pairs: [{ bgn: 'Цена лв.', eur: 'Цена €' }],
      summary: { checked: 2, exact: 2, off: 0, notChecked: 0, largest: null },
      mismatches: [],
    })
  })

  test('CHECK-01 · says that prices in stotinki are not checked', async () => {
    const list = file('stotinki.csv', 'Име;Цена (стотинки);Цена €\nХляб;169;0,86\n')
    expect(await check(list, '--bgn', 'B', '--eur', 'C')).toMatchObject({
      code: 1,
      err: "'Цена (стотинки)' is in stotinki or cents by its title: such prices are not checked.\n",
    })
  })

  test('CHECK-01 · exits with 1 and prints mismatches with the exact prices', async () => {
    const { code, out, err } = await check(WRONG)
    expect({ code, err }).toEqual({ code: 1, err: 'Note: 1 pair could not be checked (row 4).\n' })
    // 19.56 / 1.95583 = 10.0008…; 10.01 × 1.95583 = 19.5778…; 17.60 / 1.95583 = 8.9987…
    const line = {
      row: 3,
      name: 'Мляко',
      bgn: '19.56',
      eur: '10.01',
      bgnColumn: 'Цена лв.',
      eurColumn: 'Цена €',
      direction: 'either',
      expectedBgn: '19.58',
      expectedEur: '10.00',
      differenceBgn: '-0.02',
      differenceEur: '0.01',
    }
    expect(JSON.parse(out)).toMatchObject({
      summary: {
        checked: 3,
        exact: 2,
        off: 1,
        offByOne: 1,
        notChecked: 1,
        reasons: { 'no-eur': 1 },
        largest: line,
      },
      mismatches: [line],
      missing: [
        {
          row: 4,
          name: 'Сол',
          reason: 'no-eur',
          bgn: '0.79',
          eur: '',
          bgnColumn: 'Цена лв.',
          eurColumn: 'Цена €',
        },
      ],
    })
  })

  test('CHECK-01 · pairs that could not be checked are reported, even when all others are exact', async () => {
    const rows = Array.from({ length: 6 }, (_, i) => `Стока ${i};;1,00\n`).join('')
    const path = file('unread.csv', `Име;Цена лв.;Цена €\nХляб;1,96;1,00\n${rows}`)
    const { code, out, err } = await check(path)
    expect({ code, err }).toEqual({
      code: 0,
      err: 'Note: 6 pairs could not be checked (rows 3, 4, 5, 6, 7, …).\n',
    })
    const { missing } = JSON.parse(out) as { missing: { row: number; reason: string }[] }
    expect(missing.map(({ row }) => row)).toEqual([3, 4, 5, 6, 7, 8])
  })

  test('CHECK-01 · --direction says which price is the original', async () => {
    const { code, out } = await check(WRONG, '--direction', 'eur-bgn')
    expect(code).toBe(1)
    // 1.00 × 1.95583 = 1.95583, and 1.95 is one stotinka less.
    const { mismatches } = JSON.parse(out) as { mismatches: { row: number; differenceBgn: string }[] }
    expect(mismatches.map(({ row, differenceBgn }) => [row, differenceBgn])).toEqual([
      [2, '-0.01'],
      [3, '-0.02'],
    ])
    expect((await check(RIGHT, '--direction=bgn-eur')).code).toBe(0)
  })

  test('CHECK-01 · --bgn and --eur name the columns, by title, letter or number', async () => {
    const path = file('plain.csv', 'Продукт;A1;B1\nХляб;1,96;1,01\n')
    const missing = await check(path)
    expect({ code: missing.code, out: missing.out }).toEqual({ code: 1, out: '' })
    expect(missing.err).toContain('--bgn and --eur')
    expect(missing.err).toContain("B 'A1'")
    for (const [bgn, eur] of [
      ['a1', 'b1'],
      ['B', '3'],
    ] as const) {
      const { code, out } = await check(path, '--bgn', bgn, '--eur', eur)
      expect(code).toBe(1)
      expect(JSON.parse(out)).toMatchObject({
        mismatches: [{ bgn: '1.96', eur: '1.01', expectedEur: '1.00' }],
      })
    }
  })

  test('CHECK-01 · a file with prices in one column only has nothing to compare, which is said', async () => {
    const path = file('one-price.csv', 'Код;Име;Цена лв.\n1;Хляб;1,96\n2;Сол;0,79\n')
    const { code, out, err } = await check(path)
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toMatch(/^Only 'Цена лв.' \(C\) has prices: there is no second price to compare with\. /)
    expect(err).toContain('--bgn and --eur')
  })

  test('CHECK-01 · reads the sheet given, and writes the report to a file', async () => {
    const planted = plantedPairs(50, { 7: -1 })
    const rows = planted.map(({ name, bgn, eur }) => [name, bgn / 100, eur / 100])
    const book = file(
      'book.xlsx',
      workbook({ Друг: [['x', 1]], Цени: [['Име', 'Цена BGN', 'Цена EUR'], ...rows] }),
    )
    const out = join(folder, 'report.json')
    expect(await check(book, '--sheet', 'Цени', '--out', out)).toEqual({ code: 1, out: '', err: '' })
    expect(JSON.parse(readFileSync(out, 'utf8'))).toMatchObject({
      summary: { checked: 50, off: 1 },
      mismatches: [
        { row: 9, name: 'Стока № 8', expectedEur: decimals(planted[7]!.right), differenceEur: '-0.01' },
      ],
    })
  })

  test('CHECK-01 · assumptions are reported', async () => {
    const { code, err } = await check(file('assumed.csv', 'Име;Цена;Цена EUR\nХляб;1,96;1,00\n'))
    expect(code).toBe(0)
    expect(err).toBe("Note: nothing says that 'Цена' (B) is in BGN; it was taken so.\n")
  })

  test('CHECK-01 · ambiguous prices are a question', async () => {
    const path = file('open.csv', 'Име;Цена лв.;Цена €\nЛаптоп;12,500;6391,15\n')
    expect(await check(path)).toMatchObject({ code: 1, out: '' })
    expect((await check(path)).err).toContain('--ambiguous')
    expect((await check(path, '--ambiguous', 'thousands')).code).toBe(0)
  })

  test('CHECK-01 · exits with 1 and one sentence for an unreadable file, with 2 for wrong usage', async () => {
    const none = await check(join(folder, 'none.csv'))
    expect({ code: none.code, out: none.out }).toEqual({ code: 1, out: '' })
    expect(none.err).toContain('there is no such file')
    expect(await check(file('bare.csv', 'Име;Цена лв.;Цена €\nХляб;1,96;\n'))).toMatchObject({
      code: 1,
      out: '',
    })
    const wrong = [
      [],
      [RIGHT, '--direction', 'up'],
      [RIGHT, '--bgn', 'B'],
      [RIGHT, '--bgn', 'B', '--eur', 'B'],
      [RIGHT, '--bgn', 'B', '--eur', '2'],
      [RIGHT, '--bgn'],
      [RIGHT, '--direction', '--sheet', 'x'],
      [RIGHT, '--price', 'B'],
      [RIGHT, '--from', 'EUR'],
      [RIGHT, '--nonsense'],
    ]
    for (const args of wrong) expect([args, (await check(...args)).code]).toEqual([args, 2])
    const help = await check('--help')
    expect(help).toMatchObject({ code: 0, err: '' })
    expect(help.out).toContain('levro check FILE')
  })
})
