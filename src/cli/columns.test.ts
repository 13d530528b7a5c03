import { levro, scratchFolder } from '#test/levro-command.ts'
import { describe, expect, test } from 'vitest'

const { file } = scratchFolder()

const TABLES = 'Име;Цена;;Продукт;Ед. цена\nХляб;1,80;;Бира;2,80\nСол;0,90;;Вино;9,80\n'
const WITH_CURRENCIES =
  'Име;Цена;Валута;Продукт;Ед. цена;Валута\nХляб;1,80;BGN;Бира;2,80;EUR\nСол;0,90;BGN;Вино;9,80;EUR\n'

const pricesOf = async (text: string, ...options: string[]) => {
  const { out } = await levro('convert', file('tables.csv', text), ...options)
  const [, ...lines] = out.trim().split('\n')
  return lines
    .map((line) => line.split(','))
    .map(([, name, , , , price, currency]) => [name, price, currency])
}

describe('READ-11 · price columns of two tables with different titles', () => {
  test('use the names and currencies of their own table', async () => {
    const [bread, beer] = [
      ['Хляб', '1.8', 'BGN'],
      ['Бира', '2.8', 'BGN'],
    ]
    expect((await pricesOf(TABLES, '--price', 'B', '--price', 'E')).slice(0, 2)).toEqual([bread, beer])
    expect((await pricesOf(TABLES, '--price', 'E', '--price', 'B')).slice(0, 2)).toEqual([beer, bread])
    expect((await pricesOf(TABLES, '--price', 'E'))[0]).toEqual(beer)
    const own = await pricesOf(WITH_CURRENCIES, '--price', 'B', '--price', 'E')
    expect(own.slice(0, 2)).toEqual([bread, ['Бира', '2.8', 'EUR']])
  })

  test('use the column of --name', async () => {
    const named = await pricesOf(TABLES, '--price', 'E', '--name', 'A')
    expect(named.map(([name]) => name)).toEqual(['Хляб', 'Сол'])
  })

  test('are read once each, also when the second table has its own header', async () => {
    const alike = TABLES.replace('Продукт;Ед. цена', 'Име;Цена')
    expect(await pricesOf(alike, '--price', 'B', '--price', 'E')).toHaveLength(4)
  })

  test('are not replaced when each table has a currency column', async () => {
    const path = file('both.csv', WITH_CURRENCIES)
    const prices = ['--price', 'B', '--price', 'E']
    const { out, err } = await levro('apply', path, '--out', '-', '--place', 'replace', ...prices)
    expect(out.split('\n')[1]).toBe('Хляб;1,80;BGN;Бира;2,80;EUR;0,92;5,48')
    expect(err).toContain('nothing was replaced')
  })

  test('of one table use its names, whatever column follows the price', async () => {
    const text = 'Име;Цена;Артикул;Цена на едро\nХляб;1,80;381;1,50\nСол;0,90;382;0,70\n'
    const rows = await pricesOf(text, '--price', 'B', '--price', 'D')
    expect(rows.map(([name]) => name)).toEqual(['Хляб', 'Хляб', 'Сол', 'Сол'])
  })
})

describe('READ-04 · a unit that may mean stotinki is asked about although the price column is named', () => {
  test.each(['ст.', 'стотинки'])('READ-04 · %s', async (unit) => {
    const path = file('units.csv', `Име;Мярка;Цена\nХляб;бр.;150\nСол;${unit};250\n`)
    const { code, out, err } = await levro('convert', path, '--price', 'Цена')
    expect([code, out]).toEqual([1, ''])
    expect(err).toContain(`By '${unit}' the prices, or some of them, may be in stotinki or cents.`)
    const said = await levro('convert', path, '--price', 'Цена', '--from', 'BGN')
    // 150 / 1.95583 = 76.694; 250 / 1.95583 = 127.823
    expect(said.out).toContain('1,Хляб,150.00,76.69,')
    expect(said.out).toContain('2,Сол,250.00,127.82,')
  })

  test.each([
    ['ст./бр.', 'Име;Мярка;Цена\nХляб;ст./бр.;150\n'],
    ['ст.', 'Име;лв.;ст.\nХляб;1;50\n'],
    ['Всички цени са в стотинки', 'Всички цени са в стотинки;\nИме;лв.\nХляб;150\n'],
  ])('READ-04 · also by %s', async (said, text) => {
    const column = text.includes('Мярка') ? 'C' : 'B'
    const { code, err } = await levro('convert', file('said.csv', text), '--price', column)
    expect([code, err]).toEqual([1, expect.stringContaining(`By '${said}' the prices`)])
  })

  test('READ-04 · prices with decimals are no stotinki', async () => {
    const path = file('decimals.csv', 'Име;Мярка;Цена\nХляб;ст.;1,50\n')
    expect((await levro('convert', path, '--price', 'Цена')).out).toContain('1,Хляб,1.50,0.77,')
  })

  test('READ-01 · a currency in stotinki divides the amounts of its rows', async () => {
    const path = file('currency.csv', 'Име;Цена;Валута\nХляб;150;ст.\nСол;3;лв.\n')
    expect((await levro('convert', path)).err).toContain("By 'Цена (ст.)' the prices of 'Цена' (B)")
    const { out, err } = await levro('convert', path, '--price', 'Цена')
    // 1.50 / 1.95583 = 0.7669; 3 / 1.95583 = 1.5339
    expect(out).toContain('1,Хляб,1.50,0.77,')
    expect(out).toContain('2,Сол,3.00,1.53,')
    expect(err).toContain("the amounts of 'Цена (ст.)' were divided by 100: 150 is 1.5")
  })
})

describe('READ-01 · a name that is the title of one column and the letter or number of another', () => {
  const LETTERS = 'Код;Цена;Име;Цена;b;1\n1;1,95;Хляб;1,80;2,50;5,00\n2;2,95;Сол;2,80;3,50;6,00\n'

  test.each([
    [
      'B',
      "'B' is the title of one column and the letter of another: say 'E' for the first, '2' for the second.\n",
    ],
    [
      '1',
      "'1' is the title of one column and the number of another: say 'F' for the first, 'Код' for the second.\n",
    ],
  ])('READ-01 · %s is refused, naming both', async (price, err) => {
    const path = file('letters.csv', LETTERS)
    expect(await levro('apply', path, '--out', '-', '--price', price)).toMatchObject({
      code: 1,
      out: '',
      err,
    })
  })

  test('READ-01 · each of the names given in its place is one column', async () => {
    expect(await pricesOf(LETTERS, '--price', 'E')).toEqual([
      ['Хляб', '2.5', 'BGN'],
      ['Сол', '3.5', 'BGN'],
    ])
    expect((await pricesOf(LETTERS, '--price', '2'))[0]).toEqual(['Хляб', '1.95', 'BGN'])
  })

  test('READ-01 · is not refused for the column that is both', async () => {
    const path = file('own.csv', 'A;B;C\nХляб;1,95;3\nСол;2,95;4\n')
    expect(await levro('apply', path, '--out', '-', '--price', 'B', '--name', 'A')).toMatchObject({ code: 0 })
  })
})
