import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { areCataloguesThere, LISTED, LISTED_WITH_ROWS, pathOfListed } from '#test/listed-catalogues.ts'
import { encode } from '#test/fixtures/catalogues/encoders.ts'
import { workbook } from '#test/fixtures/catalogues/workbooks.ts'
import { LEVRO, levro, scratchFolder } from '#test/levro-command.ts'
import { describe, expect, test } from 'vitest'

const { folder, file } = scratchFolder()
const HEADER = 'seq,name,bgn,eur,status,originalPrice,originalCurrency'

const LIST =
  'Списък\r\n\r\nКод;Наименование;Цена\r\n1;"Сирене ""Родопа"", 1 кг";12,50\r\n2;Хляб;1,69 €\r\n3;Няма цена;\r\n;;\r\n4;=cmd;3\r\n'

describe('BULK-16 · levro inspect', () => {
  test('reports the format and columns', async () => {
    const { code, out, err } = await levro('inspect', file('a.csv', encode(LIST, 'windows-1251')))
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(JSON.parse(out)).toEqual({
      format: 'csv',
      encoding: 'windows-1251',
      delimiter: ';',
      sheet: null,
      headerRow: 3,
      columns: { name: 'Наименование', price: 'Цена', currency: null },
      rows: { total: 5, valid: 3, invalid: 1, empty: 1 },
      question: null,
      taken: {
        prices: [{ title: 'Цена', column: 'C', kind: 'selling' }],
        currency: { BGN: 2, EUR: 1, assumed: 2, assumedAs: 'BGN', stated: null },
        sideTables: 0,
      },
      left: {
        sheets: [],
        columns: [],
        totals: { count: 0, first: [] },
        inWantedCurrency: { count: 0, first: [] },
        withoutPrice: { count: 1, first: [6] },
        invalid: { count: 0, first: [] },
      },
      assumed: [
        { what: 'encoding', encoding: 'windows-1251' },
        { what: 'currency', currency: 'BGN', rows: 2 },
      ],
      warnings: [{ code: 'formula-cells', rows: { count: 1, first: [8] } }],
    })
  })

  test('reports null for keys that do not apply, and a guess as assumed', async () => {
    const book = workbook({
      Лист1: [
        ['Bezeichnung', 'Preis'],
        ['Brot', 1.2],
      ],
    })
    const { code, out, err } = await levro('inspect', file('b.xlsx', book))
    expect(JSON.parse(out)).toMatchObject({
      format: 'xlsx',
      encoding: null,
      delimiter: null,
      sheet: 'Лист1',
      headerRow: 1,
      columns: { name: null, price: null, currency: null },
      rows: { total: 1, valid: 0, invalid: 1, empty: 0 },
      assumed: [{ what: 'columns', name: 'Bezeichnung', price: 'Preis', currency: null }],
    })
    expect(code).toBe(1)
    expect(err).toContain('--price')
  })
})

describe('READ-11 · side-by-side tables on the command line', () => {
  const path = file('beside.csv', 'Име;Цена;;Име;Цена\nХляб;1,80;;Бира;2,80\nМляко;3,20;;;\n')
  const namesBy = async (...price: string[]) => {
    const { out } = await levro('convert', path, ...price.flatMap((one) => ['--price', one]))
    return out
      .split('\n')
      .slice(1)
      .filter((line) => line.includes(',valid,'))
      .map((line) => line.split(',')[1])
  }

  test('all are read, or those of --price', async () => {
    expect(await namesBy()).toEqual(['Хляб', 'Бира', 'Мляко'])
    expect(await namesBy('B', 'E')).toEqual(['Хляб', 'Бира', 'Мляко'])
    expect(await namesBy('B')).toEqual(['Хляб', 'Мляко'])
    expect(await namesBy('E')).toEqual(['Бира'])
    const { err } = await levro('convert', path, '--price', 'B')
    expect(err).toContain("prices seem to stand there too: 'Цена' (E)")
  })

  test('each --price uses the names and currencies of its table', async () => {
    const menu = file(
      'menu.csv',
      'Храна;Цена;Валута;;Напитки;Цена;Валута\nШопска;7.9;BGN;;Ракия;3.5;EUR\nТаратор;4.5;BGN;;Бира;4;EUR\n',
    )
    const both = await levro('convert', menu, '--price', 'B', '--price', 'F')
    // 3.5 × 1.95583 = 6.845405; 4 × 1.95583 = 7.82332; 7.9 / 1.95583 = 4.0392…; 4.5 / 1.95583 = 2.3008…
    const rows = [
      '1,Шопска,7.90,4.04,valid,7.9,BGN',
      '2,Ракия,6.85,3.50,valid,3.5,EUR',
      '3,Таратор,4.50,2.30,valid,4.5,BGN',
      '4,Бира,7.82,4.00,valid,4,EUR',
    ]
    expect(both.out.trimEnd().split('\n').slice(1)).toEqual(rows)
    const prices = file(
      'prices.csv',
      'Продукт;Цена;Валута;Цена на едро;Валута\nХляб;7.9;BGN;3.5;EUR\nМляко;4.5;BGN;4;EUR\n',
    )
    const wholesale = await levro('convert', prices, '--price', 'B', '--price', 'D')
    expect(wholesale.out.trimEnd().split('\n').slice(1)).toEqual(
      rows.map((row, i) => row.replace(/,[^,]+/, i < 2 ? ',Хляб' : ',Мляко')),
    )
  })
})

describe('CONV-07 · levro convert', () => {
  const path = file('c.csv', encode(LIST, 'windows-1251'))

  const EXPECTED = [
    HEADER,
    '1,"Сирене ""Родопа"", 1 кг",12.50,6.39,valid,12.5,BGN',
    '2,Хляб,3.31,1.69,valid,1.69,EUR',
    '3,Няма цена,,,invalid,,',
    '4,,,,empty,,',
    "5,'=cmd,3.00,1.53,valid,3,BGN",
    '',
  ]

  test('writes CSV to standard output', async () => {
    const line =
      "Taken: prices of 'Цена' (C), 2 in lev and 1 in euro; lev was assumed for those that name none: nothing says so (--from); without a price: 1 row (row 6).\n"
    const note =
      'Note: row 8 has cells that spreadsheet programs run as formulas; convert makes them harmless, apply leaves them as they are.\n'
    expect(await levro('convert', path)).toEqual({ code: 0, err: line + note, out: EXPECTED.join('\n') })
    expect(await levro('convert', path, '--quiet')).toMatchObject({ code: 0, err: '' })
  })

  test('--out writes a complete file and leaves no temporary file', async () => {
    const out = join(folder, 'result.csv')
    expect(await levro('convert', path, '--quiet', '--out', out)).toEqual({ code: 0, err: '', out: '' })
    expect(readFileSync(out, 'utf8')).toBe(EXPECTED.join('\n'))
    expect(readdirSync(folder).filter((name) => name.includes('.part'))).toEqual([])
  })

  test('--out never replaces the price list', async () => {
    const before = readFileSync(path)
    expect(await levro('convert', path, '--out', join(folder, '.', 'c.csv'))).toMatchObject({ code: 2 })
    expect(readFileSync(path)).toEqual(before)
    expect(await levro('convert', path, '--out', join(folder, 'none', 'x.csv'))).toMatchObject({ code: 1 })
  })

  test('--from is the currency of rows without one', async () => {
    const { out } = await levro('convert', path, '--from', 'eur')
    expect(out.split('\n')[1]).toBe('1,"Сирене ""Родопа"", 1 кг",24.45,12.50,valid,12.5,EUR')
  })

  test('columns by title, name and number; sheet, encoding and delimiter', async () => {
    const book = workbook({
      A: [['x', 1]],
      B: [
        ['Стока', 'Цена', 'Нова', 'Пари'],
        ['Хляб', 1, 2, 'EUR'],
      ],
    })
    const xlsx = file('d.xlsx', book)
    const line = async (...args: string[]) => (await levro('convert', ...args)).out.split('\n')[1]
    expect(await line(xlsx, '--sheet', 'B', '--price', 'нова')).toBe('1,Хляб,3.91,2.00,valid,2,EUR')
    expect(await line(xlsx, '--sheet', 'B', '--price', 'c', '--name', '4', '--currency', 'D')).toBe(
      '1,EUR,3.91,2.00,valid,2,EUR',
    )
    const csv = file('e.csv', encode('Име|Цена\nХляб|1\n', 'koi8-r'))
    expect(await line(csv, '--encoding', 'koi8-r', '--delimiter', 'pipe')).toBe(
      '1,Хляб,1.00,0.51,valid,1,BGN',
    )
  })

  test('a number is a position, not a cell of a file without titles', async () => {
    const csv = file('n.csv', 'Хляб;1.69;2\nМляко;2.49;3\nБоб;3.10;1\n')
    const { out } = await levro('convert', csv, '--price', '2', '--name', '1')
    expect(
      out
        .split('\n')
        .slice(1, 4)
        .map((row) => row.split(',').slice(1, 3).join(' ')),
    ).toEqual(['Хляб 1.69', 'Мляко 2.49', 'Боб 3.10'])
  })

  test('--header gives the header row, or none', async () => {
    const csv = file('h.csv', 'Стока;Цена;Нова цена\nХляб;1;2\nИме;Старо;Цена\nМляко;3;4\n')
    const rows = async (...args: string[]) =>
      (await levro('convert', csv, ...args)).out.trim().split('\n').slice(1)
    // Two selling prices whose values differ.
    expect(await rows()).toHaveLength(0)
    expect(await rows('--price', 'Цена')).toHaveLength(3)
    expect(await rows('--header', '3')).toEqual(['1,Мляко,4.00,2.05,valid,4,BGN'])
    expect(await rows('--header', 'none', '--price', 'B', '--name', 'A')).toHaveLength(4)
    expect((await levro('convert', csv, '--header', 'none', '--price', 'Цена')).err).toContain(
      "no column 'Цена'",
    )
    expect((await levro('convert', csv, '--header', '9')).err).toContain('only 4 rows')
    const json = file('h.json', '[{"name":"Хляб","price":1,"currency":"BGN"}]')
    expect((await levro('convert', json, '--header', '2')).err).toContain(
      '--header has no effect: the file has none',
    )
  })

  test('a title in a row that was not detected as the header makes it the header', async () => {
    const csv = file('f.csv', 'Bericht\n\nBezeichnung;Preis\nBrot;1,20\n')
    expect((await levro('convert', csv, '--price', 'Preis', '--name', 'Bezeichnung')).out).toBe(
      `${HEADER}\n1,Brot,1.20,0.61,valid,1.2,BGN\n`,
    )
  })

  test('--out - is standard output, and an option without effect is reported', async () => {
    const { code, out, err } = await levro(
      'convert',
      file('plain.csv', 'Име,Цена\nХляб,1.95\n'),
      '--sheet',
      'X',
      '--out',
      '-',
    )
    expect({ code, err: err.split('\n').slice(1).join('\n') }).toEqual({
      code: 0,
      err: 'Note: --sheet has no effect: the file has none.\n',
    })
    expect(out.split('\n').slice(0, 2)).toEqual([HEADER, '1,Хляб,1.95,1.00,valid,1.95,BGN'])
  })

  test('closing the pipe early is not an error', async () => {
    const big = file('g.csv', `Име;Цена\n${'Хляб;1,20\n'.repeat(100_000)}`)
    const child = spawn(process.execPath, [LEVRO, 'convert', '--quiet', big], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let err = ''
    child.stderr.on('data', (data: Buffer) => (err += data.toString()))
    child.stdout.once('data', () => child.stdout.destroy())
    const code = await new Promise((resolve) => child.once('close', resolve))
    expect({ code, err }).toEqual({ code: 0, err: '' })
  })
})

describe('BULK-07 · rejected until the user decides', () => {
  test('guessed columns', async () => {
    const { code, out, err } = await levro('convert', file('h.csv', 'Brot;1,20\nMilch;2,30\n'))
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toMatch(/--price/)
    expect(err.trim().split('\n')).toHaveLength(1)
  })

  test('ambiguous thousands separators', async () => {
    const csv = file('i.csv', 'Име;Цена\nХляб;12,500\nВода;8,250\n')
    const { code, out, err } = await levro('convert', csv)
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toContain("'12,500'")
    expect(err).toContain('--ambiguous')
    expect((await levro('convert', csv, '--ambiguous', 'thousands')).out).toContain(
      '1,Хляб,12500.00,6391.15,valid,12500,BGN',
    )
    expect((await levro('convert', csv, '--ambiguous', 'decimal')).out).toContain(
      '1,Хляб,12.50,6.39,valid,12.5,BGN',
    )
  })
})

describe('BULK-15 · errors of the command line', () => {
  test.each([
    ['a missing file', ['convert', join(folder, 'none.csv')], 'no such file'],
    ['an empty folder', ['inspect', mkdtempSync(join(folder, 'empty-'))], 'no file that may be a price list'],
    ['another type', ['convert', file('x.pdf', 'x')], 'Unsupported'],
    ['an empty file', ['convert', file('y.csv', '')], 'no rows'],
    ['no valid row', ['convert', file('z.csv', 'Име;Цена\nХляб;няма\n')], 'no row with a valid price'],
    [
      'an unknown column',
      ['convert', file('w.csv', 'Име;Цена\nХляб;1\n'), '--price', 'Сума'],
      "no column 'Сума'",
    ],
    [
      'an unknown sheet',
      ['convert', file('v.xlsx', workbook({ A: [['Цена'], [1]] })), '--sheet', 'B'],
      'no such sheet',
    ],
    ['a million columns', ['inspect', file('u.csv', ','.repeat(1e6))], 'columns'],
  ])('%s: status 1 and one sentence', async (_, args, words) => {
    const { code, out, err } = await levro(...args)
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toContain(words)
    expect(err.trim().split('\n')).toHaveLength(1)
  })

  test.each([
    [],
    ['destroy'],
    ['__proto__'],
    ['convert'],
    ['convert', 'a.csv', 'b.csv'],
    ['convert', 'a.csv', '--from', 'USD'],
    ['convert', 'a.csv', '--nonsense'],
    ['convert', 'a.csv', '--price'],
    ['inspect', 'a.csv', '--encoding', 'ebcdic'],
    ['inspect', 'a.csv', '--delimiter', 'x'],
    ['convert', 'a.csv', '--ambiguous', 'maybe'],
    ['convert', 'a.csv', '--limit', '-1'],
    ['convert', 'a.csv', '--header', '0'],
  ])('wrong usage: %j %j %j %j', async (...args) => {
    const { code, out, err } = await levro(...args.filter((arg) => arg !== undefined))
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toContain('Usage:')
  })

  test.each([['--help'], ['convert', '--help'], ['help']])('help: %s %s', async (...args) => {
    const { code, out, err } = await levro(...args.filter((arg) => arg !== undefined))
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toContain('Usage:')
  })
})

/** Sum of decimal texts with two decimals. */
function sumOf(amounts: readonly string[]): string {
  const sum = amounts.reduce((total, amount) => total + BigInt(amount.replace('.', '') || 0), 0n)
  const digits = sum.toString().padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

describe.runIf(areCataloguesThere)('BULK-05 · levro on real price lists', () => {
  test.each(LISTED_WITH_ROWS)('$file: rows and totals match the list', async ({ file, expect: expected }) => {
    const path = fileURLToPath(pathOfListed(file))
    for (const from of ['BGN', 'EUR'] as const) {
      const { code, out } = await levro('convert', path, '--from', from)
      expect(code).toBe(0)
      // Amounts and status are between the name and the price of the file, and none of them contains a comma.
      const rows = [...out.matchAll(/,(\d*\.?\d*),(\d*\.?\d*),(valid|invalid|empty),/g)]
      const count = (status: string) => rows.filter((row) => row[3] === status).length
      expect([count('valid'), count('invalid'), count('empty')]).toEqual([
        expected.valid ?? 0,
        expected.invalid ?? 0,
        expected.empty ?? 0,
      ])
      const [bgn, eur] = [sumOf(rows.map((row) => row[1] ?? '')), sumOf(rows.map((row) => row[2] ?? ''))]
      if (expected.sumInBgn) expect(bgn).toBe(expected.sumInBgn)
      else
        expect(from === 'BGN' ? eur : bgn).toBe(
          from === 'BGN' ? expected.sumIfPricesAreBgn_inEur : expected.sumIfPricesAreEur_inBgn,
        )
    }
  })

  test.each(LISTED.filter(({ expect: { error } }) => error))(
    '$file: is rejected with a message',
    async ({ file }) => {
      const { code, out, err } = await levro('convert', fileURLToPath(pathOfListed(file)))
      expect({ code, out }).toEqual({ code: 1, out: '' })
      expect(err).toMatch(/password|encrypted/i)
    },
  )
})
