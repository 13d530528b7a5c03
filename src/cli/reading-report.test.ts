import { workbook } from '#test/fixtures/catalogues/workbooks.ts'
import { levro, scratchFolder } from '#test/levro-command.ts'
import { describe, expect, test } from 'vitest'

const { file } = scratchFolder()

/** What is said of the reading, with these options. */
const lineOf = async (content: string | Uint8Array, ...options: string[]) => {
  const path = file(typeof content === 'string' ? 'list.csv' : 'list.xlsx', content)
  const { err } = await levro('convert', path, ...options)
  return err.split('\n')[0]
}

const TWO = 'Име;Цена лв.;;Име;Цена лв.\nХляб;1,80;;Бира;2,80\nСол;1,10;;Вино;9,80\n'

describe('READ-02 · what was read and what was left, in one line', () => {
  test.each<[string, string[], string]>([
    ['Име;Цена лв.\nХляб;1,80\n', [], "Taken: prices of 'Цена лв.' (B), 1 in lev."],
    [TWO, [], "Taken: prices of 'Цена лв.' (B), 'Цена лв.' (E), 1 table to the right included, 4 in lev."],
    [
      'Цена лв.\n18\n28\n',
      [],
      "Taken: prices of 'Цена лв.' (A), 2 in lev; no column of names was found (--name).",
    ],
    [
      'Име;Цена лв.\nХляб;1,80\nСол;2,20\nОбщо;4,00\n',
      [],
      "Taken: prices of 'Цена лв.' (B), 2 in lev; left out: 1 total (row 4).",
    ],
    [
      'Име;Цена;Валута\nХляб;1,80;BGN\nСол;2,20;EUR\nОриз;2,20;EUR\n',
      ['--to', 'EUR'],
      "Taken: prices of 'Цена' (B), 1 in lev; left as they are: 2 prices in the wanted currency (rows 3, 4).",
    ],
    [
      'Име;Цена;Валута\nХляб;1,80;BGN\nСол;2,20;EUR\nОриз;2,20;EUR\n',
      ['--to', 'BGN'],
      "Taken: prices of 'Цена' (B), 2 in euro; left as they are: 1 price in the wanted currency (row 2).",
    ],
    [
      'Цените са в евро\nИме;Цена\nХляб;1,80\n',
      [],
      "Taken: prices of 'Цена' (B), 1 in euro; euro was assumed for those that name none: stated by 'Цените са в евро' (--from).",
    ],
    [
      `Име;Цена лв.\nЧай;2\n${'Хляб;\n'.repeat(6)}`,
      [],
      "Taken: prices of 'Цена лв.' (B), 1 in lev; without a price: 6 rows (rows 3, 4, 5, 6, 7, …).",
    ],
  ])('READ-02 · %j', async (text, options, line) => {
    expect(await lineOf(text, ...options)).toBe(line)
  })

  test.each([
    [['Едро'], "not read: sheet 'Едро' (--sheet)"],
    [['Едро', 'Архив'], "not read: sheets 'Едро', 'Архив' (--sheet)"],
  ])('READ-02 · other sheets with data: %j', async (others, part) => {
    const rows = [
      ['Име', 'Цена лв.'],
      ['Хляб', 1.8],
    ]
    const sheets = Object.fromEntries(['Цени', ...others].map((name) => [name, rows]))
    expect(await lineOf(workbook(sheets))).toBe(`Taken: prices of 'Цена лв.' (B), 1 in lev; ${part}.`)
  })

  test.each([
    ['Цена на едро', 'wholesale'],
    ['Промо цена', 'promotional'],
    ['Доставна цена', 'cost'],
    ['Стара цена', 'old'],
    ['Цена за кг', 'per unit of measure'],
    ['Цена без ДДС', 'net of VAT'],
    ['Сума', 'line amount'],
    ['Каталожна цена', 'list'],
    ['лв.', 'currency alone'],
    ['Цена', undefined],
  ])('READ-02 · another column of prices is named with its kind: %s, %s', async (title, kind) => {
    const text = `Име;Продажна цена лв.;Бр;${title}\nХляб;1,80;2;1,70\nСол;2,20;3;2,10\nЧай;3,20;4;3,10\n`
    const named = kind === undefined ? `'${title}' (D)` : `'${title}' (D, ${kind})`
    expect(await lineOf(text, '--price', 'B')).toBe(
      `Taken: prices of 'Продажна цена лв.' (B), 3 in lev; not converted, though prices seem to stand there too: ${named} (--price takes more).`,
    )
  })
})

describe('CONV-07 · a column is found by its title, letter or number', () => {
  const LIST = 'Код;Име;Цена лв.;Едро лв.;2\n7;Хляб;1,80;1,50;9\n8;Сол;2,20;2,10;9\n'

  test.each([
    ['цена ЛВ.', 'Цена лв.'],
    [' Едро лв. ', 'Едро лв.'],
    ['D', 'Едро лв.'],
    [' d ', 'Едро лв.'],
    ['3', 'Цена лв.'],
    ['00003', 'Цена лв.'],
    ['5', '2'],
  ])('CONV-07 · --price %j', async (wanted, title) => {
    expect(await lineOf(LIST, '--price', wanted)).toContain(`prices of '${title}' (`)
  })

  test.each(['0', '6', 'F', 'ZZ', '000003', '1.5', 'Цена'])(
    'CONV-07 · --price %j is no column',
    async (wanted) => {
      expect(await lineOf(LIST, '--price', wanted)).toBe(
        `--price: the file has no column '${wanted}'. It has the columns A 'Код', B 'Име', C 'Цена лв.', D 'Едро лв.', E '2'.`,
      )
    },
  )

  test('CONV-07 · a title of two columns is a question', async () => {
    const said = "More than one column has the title 'цена лв.': say B or E."
    expect(await lineOf(TWO, '--price', 'цена лв.')).toBe(said)
  })
})
