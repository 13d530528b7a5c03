import { OTHER_FILES } from '#test/fixtures/catalogues/other-files.ts'
import { encode } from '#test/fixtures/catalogues/encoders.ts'
import { workbook } from '#test/fixtures/catalogues/workbooks.ts'
import { levro, scratchFolder } from '#test/levro-command.ts'
import { describe, expect, test } from 'vitest'
import { readErrorMessage } from './error.ts'

const { file } = scratchFolder()

const bytesOf = (title: string): Uint8Array => {
  const found = OTHER_FILES.find((one) => one.title === title)
  if (found === undefined) throw new Error(`There is no such file: ${title}`)
  return found.bytes
}

describe('READ-07 FILE-08 · the command line names the real type of a file', () => {
  test.each([
    [
      'a ZIP',
      file('zip.csv', bytesOf('ZIP')),
      'The file is a ZIP archive with 3 files, readme.txt, prices.csv among them, but no price list that can be read. Save the price list as CSV or Excel and give that.',
    ],
    [
      'a CSV packed twice',
      file('gz.csv', bytesOf('gzip of gzip')),
      'The file is an archive within another archive (gzip). Unpack the outer one and give the inner one, or the file with the prices itself.',
    ],
    [
      'a DBF of dBase 7',
      file('dbf.xls', bytesOf('DBF of dBase 7')),
      'The file is a table of dBase 7 (DBF). Open it in the program that made it and save it as a DBF of dBase III to V, as XLSX or CSV.',
    ],
    [
      'an XML feed',
      file('xml.csv', bytesOf('XML feed with tables in it')),
      "The file is XML with the root element 'rss'. Export the products as CSV or XLSX, or open the file in Excel and save it as XLSX.",
    ],
    [
      'a PDF under its own name',
      file('list.pdf', bytesOf('PDF')),
      'Unsupported file type: the content is no price list, and the name does not end in .csv, .tsv, .txt, .tab, .dat, .xlsx, .xls, .xlsm, .xlsb, .ods, .ots, .fods, .json, .jsonl, .ndjson, .xml, .dbf, .html, .htm, .gz or .zip. The file is a PDF document. Ask for the list as Excel or CSV, or copy its table into a spreadsheet and save that as XLSX.',
    ],
    [
      'nothing',
      file('empty.csv', ''),
      'The file is empty (0 bytes) and has no rows: export or download it again.',
    ],
  ])('%s', async (_, path, sentence) => {
    const { code, out, err } = await levro('convert', path)
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toBe(`${sentence}\n`)
  })

  test.each(OTHER_FILES)('$title: its type and advice in one line', async ({ file: other }) => {
    const sentence = readErrorMessage({ code: 'other-file', file: other })
    expect(sentence).toMatch(/^The file is [^\n]+\. [A-Z][^\n]+\.$/)
    for (const name of other.files?.names ?? []) expect(sentence).toContain(name)
    expect(sentence).not.toMatch(/undefined|\(\)|''/)
  })
})

describe('READ-07 · the command line lists the sheets of a workbook', () => {
  const book = (name: string) =>
    file(
      name,
      workbook({
        Корица: [['Ценова листа 2026'], ['ЕТ Пример']],
        Цени: [
          ['Име', 'Цена'],
          ['Хляб', 1.95],
        ],
      }),
    )

  test('when the first is a cover without prices', async () => {
    const { code, out, err } = await levro('convert', book('cover.xlsx'))
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toContain("The sheet 'Корица' was read; there is data in the sheet 'Цени' too (--sheet).")
    expect((await levro('inspect', book('cover.xlsx'))).err).toBe(err)
    expect((await levro('convert', book('cover.xlsx'), '--sheet', 'Цени')).out).toContain('Хляб,1.95,1.00')
  })

  test('when the sheet of --sheet does not exist', async () => {
    expect(await levro('convert', book('sheet.xlsx'), '--sheet', 'Прайс')).toEqual({
      code: 1,
      out: '',
      err: "The workbook has no such sheet. It has the sheets 'Корица', 'Цени'.\n",
    })
  })
})

describe('READ-07 · without a valid price: reasons, rows and advice', () => {
  const refusal = async (name: string, text: string) => {
    const { code, out, err } = await levro('convert', file(name, text))
    expect({ code, out }).toEqual({ code: 1, out: '' })
    return err
  }

  test('another currency and a blank cell', async () => {
    const rows = 'Хляб;$12.50\nМляко;$3\nСирене;$4\nБоб;$5\nЧай;\n'
    expect(await refusal('usd.csv', `Име;Цена\n${rows}`)).toBe(
      "The file has no row with a valid price: 4 cells of 'Цена' are in another currency ('$12.50'), first in rows 2, 3, 4; " +
        "1 cell of 'Цена' is empty, in row 6. Convert them to lev or euro first, or name another column with --price.\n",
    )
  })

  test.each([
    ['percentages', 'Хляб;12%\nМляко;3 %\n', "2 cells of 'Цена' are percentages ('12%'), in rows 2, 3. "],
    [
      'dates',
      'Хляб;12.03.2024\nМляко;2024-03-13\n',
      "2 cells of 'Цена' are dates ('12.03.2024'), in rows 2, 3. ",
    ],
    ['a range', 'Хляб;10-12\n', "1 cell of 'Цена' is a range ('10-12'), in row 2. "],
    ['zero', 'Хляб;0\n', "1 cell of 'Цена' is 0 ('0'), in row 2. "],
    ['words', 'Хляб;по договаряне\n', "1 cell of 'Цена' has no number ('по договаряне'), in row 2. "],
  ])('%s', async (name, rows, reason) => {
    expect(await refusal(`${name}.csv`, `Име;Цена\n${rows}`)).toContain(`a valid price: ${reason}`)
  })

  test('inspect with --price', async () => {
    const path = file('named.csv', 'Име;Цена;Дата\nХляб;1;12.03.2024\n')
    const { code, err } = await levro('inspect', path, '--price', 'Дата')
    expect(code).toBe(1)
    expect(err).toContain("1 cell of 'Дата' is a date ('12.03.2024'), in row 2.")
  })
})

describe('READ-04 · the question about the currency quotes the text for each currency', () => {
  test.each([
    [
      'Цените са в евро\nИме;Цена лв.\nХляб;1,80\n',
      "The prices are in BGN by the title 'Цена лв.', and in EUR by the text above the table 'Цените са в евро': " +
        'say which with --from BGN, or with --all-in EUR.',
    ],
    [
      'Име;Цена (лв./€)\nХляб;1,80\n',
      "The title 'Цена (лв./€)' names both currencies, and nothing says which the prices are in: say which with --from BGN or --from EUR.",
    ],
    [
      'Име;Цена;Стара цена EUR\nХляб;1,80;2,20\n',
      "Nothing says which currency the prices are in, and the title 'Стара цена EUR' names EUR: say which with --from BGN or --from EUR.",
    ],
    [
      'Име;Цена\nХляб;1,80\nИЗНОС - цени в EUR;\nМед;5,00\n',
      "Nothing says which currency the prices are in, and a part of them may be in EUR: the text between the products 'ИЗНОС - цени в EUR' names it. " +
        '--from BGN or --from EUR reads all of them in that one. Where both are in the list, name a column of currencies with --currency, or convert two files.',
    ],
  ])('%s', async (text, sentence) => {
    const path = file('ceni.csv', text)
    expect(await levro('convert', path)).toEqual({ code: 1, out: '', err: `${sentence}\n` })
    expect(await levro('convert', path, '--from', 'BGN')).toMatchObject({ code: 0 })
  })

  test('two columns of currencies that disagree are asked about, and each answer is said', async () => {
    const path = file('two.csv', 'Име;Цена;Валута;Currency\nХляб;1,80;;EUR\nМед;5,00;BGN;EUR\n')
    expect((await levro('convert', path)).err).toBe(
      "The prices are in EUR by the text in the table 'EUR', and in BGN by the text in the table 'BGN': say which with --from EUR, or with --all-in BGN.\n",
    )
    const euro = await levro('convert', path, '--from', 'EUR')
    expect(euro.err).toContain('1 in lev and 1 in euro; euro for those that name none, as --from says.')
    const lev = await levro('convert', path, '--all-in', 'BGN')
    expect(lev.err).toContain('2 in lev; lev where the price itself names none, as --all-in says.')
  })

  test('a confirmed currency for a part of the list is reported', async () => {
    const path = file('parts.csv', 'Име;Цена (лв.)\nХляб;1,80\nИЗНОС - цени в EUR;\nМед;5,00\n')
    const { code, err } = await levro('convert', path, '--from', 'BGN')
    expect(code).toBe(0)
    expect(err).toContain("as confirmed, also below the text between the products 'ИЗНОС - цени в EUR'")
  })
})

test('READ-04 · the question about prices in another currency quotes the text that names it', async () => {
  const { code, err } = await levro('convert', file('usd-list.csv', 'Цени в USD;\nИме;Цена\nХляб;1,80\n'))
  expect(code).toBe(1)
  expect(err).toBe(
    "The text 'Цени в USD' names money or units that are not converted: if a column is in lev or euro all the same, say which with --price.\n",
  )
})

test('READ-02 · a header that may continue in another row is a question', async () => {
  const { err } = await levro(
    'convert',
    file('rows.csv', 'Име;Цена;Промо\n;;\n;лв.;€\nХляб;1,80;0,90\nСол;0,90;0,45\n'),
  )
  expect(err).toMatch(/^The titles may go on in another row \(see --header\): 'Цена' \(B\)/)
})

describe('READ-08 · advice for text that cannot be decoded', () => {
  const TEXT = 'Име;Цена\nХляб;1,80\nСол;0,90\n'
  const twice = (encoding: string) => new TextDecoder(encoding).decode(new TextEncoder().encode(TEXT))
  const letters = encode(TEXT, 'windows-1251')

  test('windows-1251 after a UTF-8 byte order mark', async () => {
    const path = file('bom.csv', new Uint8Array([0xef, 0xbb, 0xbf, ...letters]))
    const { err } = await levro('convert', path)
    expect(err).toContain('name the encoding with --encoding, such as windows-1251')
    expect((await levro('convert', path, '--encoding', 'windows-1251')).out).toContain('Хляб,1.80,0.92')
  })

  test.each(['windows-1251', 'windows-1252'])(
    'UTF-8 that was read as %s and saved again',
    async (encoding) => {
      const { err } = await levro('convert', file('twice.csv', twice(encoding)))
      expect(err).toContain('export the file again as UTF-8')
    },
  )

  test.each(['Стока;Сметка РС', 'Име;РЕСУРСИ', 'Име;С.С.', 'Име;Р/С1', 'Име;СРСР'])(
    'and nothing of letters that can: %s',
    async (titles) => {
      const { err } = await levro('convert', file('whole.csv', `${titles}\nХляб;1,80\n`))
      expect(err).toContain('No header names a price')
      expect(err).not.toMatch(/encod/)
    },
  )
})

describe('READ-07 FILE-02 · JSON that is not a list of products', () => {
  const refused = async (value: unknown) =>
    (await levro('convert', file('list.json', JSON.stringify(value)))).err
  test('lists the arrays in an object', async () => {
    const items = [{ name: 'Хляб', size: 1.8 }]
    expect(await refused({ products: items, count: 1 })).toContain(
      "No prices in lev or euro were found in the JSON, which has a list under 'products': each item",
    )
    expect(await refused({ products: [{ name: 'Хляб', price_usd: '10 USD' }] })).toContain(
      "a list under 'products'",
    )
    expect(await refused({ a: items, data: { b: items } })).toContain("lists under 'a', 'data.b':")
    const lines = file('list.jsonl', '{"name":"А","rating":4.5}\n{"name":"Б","rating":4}')
    expect((await levro('convert', lines)).err).toContain(
      'in the JSON, which has one object a line: each item',
    )
    expect(await refused({ products: [1] })).toBe('The file has no rows.\n')
  })

  test('FILE-02 · asks which of two lists is meant', async () => {
    const list = [{ name: 'Хляб', price_bgn: 1.8 }]
    const path = file('two.json', JSON.stringify({ bread: list, cakes: list }))
    expect((await levro('convert', path)).err).toContain("say which with --sheet, of lists 'bread', 'cakes'.")
    expect((await levro('convert', path, '--sheet', 'cakes')).out).toContain('Хляб,1.80,0.92')
  })

  test('shows the format of an item', async () => {
    expect(await refused([{ name: 'Хляб', price: 1.8 }])).toContain(
      'item 1 has no currency. Each must be like {"name": "…", "price": 12.5, "currency": "BGN"}.',
    )
  })

  test('accepts the key title as the name', async () => {
    const { out } = await levro('convert', file('t.json', '[{"title":"Хляб","price":1.8,"currency":"BGN"}]'))
    expect(out).toContain('1,Хляб,1.80')
  })
})

describe('READ-02 · a report of what was read', () => {
  test('has invalid prices with reasons, rows without a price, and the other column of a pair', async () => {
    const { err } = await levro(
      'convert',
      file('mixed.csv', 'Име;Цена\nХляб;1,80\nСол;\nБоб;по договаряне\nОлио;$5\n'),
    )
    expect(err).toContain("(rows 4, 5): 1 has no number ('по договаряне'), 1 is in another currency ('$5')")
    expect(err).toContain('without a price: 1 row (row 3)')
    const pair = await levro('convert', file('pair.csv', 'Име;Цена лв.;Цена EUR\nХляб;1,96;1,00\n'))
    expect(pair.err).toContain("'Цена EUR' (C) was compared")
  })

  test('READ-05 · the question about a total contains its name, also in apply', async () => {
    const path = file('total.csv', 'Име;Цена лв.\nХляб;1,80\nСол;2,20\nОбщо;5,00\n')
    expect((await levro('apply', path, '--out', '-')).err).toContain("(row 4: 'Общо · 5')")
  })

  test('READ-12 · contradicting --to and --mixed are wrong usage', async () => {
    const path = file('two.csv', 'Име;Цена\nХляб;1,80 лв.\nСол;2,20 €\n')
    const replace = ['apply', path, '--out', '-', '--place', 'replace', '--mixed', 'eur']
    expect(await levro(...replace, '--to', 'BGN')).toMatchObject({ code: 2, out: '' })
    expect(await levro(...replace, '--to', 'EUR')).toMatchObject({ code: 0 })
  })
})
