import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import * as xlsx from '@e965/xlsx'
import { describe, expect, test } from 'vitest'
import { encode } from '#test/fixtures/catalogues/encoders.ts'
import { handWrittenBook, sheetXml } from '#test/fixtures/catalogues/hand-written-book.ts'
import { LEVRO, levro, scratchFolder } from '#test/levro-command.ts'
import { zipRecords } from '#test/zip-records.ts'
import { areCataloguesThere, LISTED_WITH_ROWS, pathOfListed } from '#test/listed-catalogues.ts'

const { folder, file } = scratchFolder()

/** Prints the peak memory of the process in kB when it ends. */
const PEAK_ON_EXIT = file(
  'peak.cjs',
  String.raw`const fs = require('node:fs')
  process.on('exit', () => fs.writeSync(1, /VmHWM:\s+(\d+)/.exec(fs.readFileSync('/proc/self/status', 'utf8'))[1]))`,
)

const LIST = 'Код;Име;Цена, лв.;Едро\r\n1;"Хляб";1,95;1,50\r\n2;Сирене;12,50;\r\n3;Няма;;1\r\n'

const read = (path: string) => readFileSync(path, 'latin1')
/** One Latin-1 character per byte. */
const bytes = (text: string) => Buffer.from(encode(text, 'windows-1251')).toString('latin1')

describe('CONV-08 · levro apply', () => {
  test.each([
    [
      'after',
      'Код;Име;Цена, лв.;Цена, евро;Едро\r\n1;"Хляб";1,95;1,00;1,50\r\n2;Сирене;12,50;6,39;\r\n3;Няма;;;1\r\n',
    ],
    [
      'end',
      'Код;Име;Цена, лв.;Едро;Цена, евро\r\n1;"Хляб";1,95;1,50;1,00\r\n2;Сирене;12,50;;6,39\r\n3;Няма;;1;\r\n',
    ],
    ['replace', 'Код;Име;Цена, евро;Едро\r\n1;"Хляб";1,00;1,50\r\n2;Сирене;6,39;\r\n3;Няма;;1\r\n'],
  ])('CONV-08 · writes the user’s file with the new prices %s', async (place, expected) => {
    const path = file(`${place}.csv`, encode(LIST, 'windows-1251'))
    const out = join(folder, `out-${place}.csv`)
    const err =
      "Taken: prices of 'Цена, лв.' (C), 2 in lev; not converted, though prices seem to stand there too: 'Едро' (D, wholesale) (--price takes more); without a price: 1 row (row 4).\n" +
      // An old price in lev next to a new one in euro would look like a discount.
      (place === 'replace'
        ? "Note: this column is not converted and keeps the old prices: 'Едро' (D, wholesale); to convert them too, name every price column with --price.\n"
        : '')
    expect(await levro('apply', path, '--out', out, '--place', place)).toEqual({ code: 0, out: '', err })
    expect(read(out)).toBe(bytes(expected))
  })

  test('CONV-08 · does not say that amounts stay which formulas multiply from replaced prices', async () => {
    const cell = (place: string, text: string) => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`
    const titles = ['Име', 'Цена, лв.', 'Брой', 'Стойност, лв.'].map((title, i) =>
      cell(`${'ABCD'[i]}1`, title),
    )
    const row = `${cell('A2', 'Хляб')}<c r="B2"><v>12.5</v></c><c r="C2"><v>3</v></c><c r="D2"><f>B2*C2</f><v>37.5</v></c>`
    const rows = `<row r="1">${titles.join('')}</row><row r="2">${row}</row>`
    const path = file('computed.xlsx', handWrittenBook(sheetXml(rows)))
    const out = join(folder, 'computed-out.xlsx')
    const { code, err } = await levro('apply', path, '--out', out, '--place', 'replace')
    expect([code, err.includes('keeps the old prices')]).toEqual([0, false])
    const sheet = zipRecords(readFileSync(out)).find(({ name }) => name.endsWith('sheet1.xml'))!
    expect(sheet.content.toString()).toContain('Стойност, евро')
    const again = `${row}<c r="E2"><f>D2/1.95583</f><v>19.17</v></c>`
    const head = [...titles, cell('E1', 'Стойност, евро')].join('')
    const both = handWrittenBook(sheetXml(`<row r="1">${head}</row><row r="2">${again}</row>`))
    const other = await levro('apply', file('both.xlsx', both), '--out', out, '--place', 'replace')
    expect([other.code, other.err.includes('keep the old prices')]).toEqual([0, false])
    expect(other.err).toContain('nothing was replaced')
  })

  test.each([
    ['decimal', '6,39', '1,66'],
    ['thousands', '6391.15', '1661.70'],
  ])('CONV-08 · prices with three decimals, read as %s, give their mark', async (reading, first, second) => {
    const path = file('three.csv', 'Име;Цена, лв.\nХляб;12,500\nМляко;3,250\n')
    const out = join(folder, `three-${reading}.csv`)
    const { code } = await levro('apply', path, '--out', out, '--ambiguous', reading)
    expect(code).toBe(0)
    expect(readFileSync(out, 'utf8')).toBe(
      `Име;Цена, лв.;Цена, евро\nХляб;12,500;${first}\nМляко;3,250;${second}\n`,
    )
  })

  test('CONV-08 · standard output has no name that should end in another way', async () => {
    const { code, err } = await levro('apply', file('piped.csv', LIST), '--out', '-')
    expect([code, err]).toEqual([0, expect.not.stringContaining('its name should end')])
  })

  test('CONV-08 · after each price by default; several columns, in euro or lev', async () => {
    const path = file('two.csv', LIST)
    const out = join(folder, 'two-out.csv')
    const { code } = await levro(
      'apply',
      path,
      '--out',
      out,
      '--price',
      'Цена, лв.',
      '--price',
      'D',
      '--from',
      'eur',
    )
    expect(code).toBe(0)
    // A title that names lev applies to its own column; the other column is in the currency of --from.
    expect(readFileSync(out, 'utf8')).toBe(
      'Код;Име;Цена, лв.;Цена, евро;Едро;Едро (BGN)\r\n1;"Хляб";1,95;1,00;1,50;2,93\r\n2;Сирене;12,50;6,39;;\r\n3;Няма;;;1;1,96\r\n',
    )
  })

  test.each([
    [
      'after',
      'Име,Цена,Цена (EUR),Мярка\nХляб,"1,50","0,77",бр\nВода,"2,00","1,02",л\nСирене,"12,49","6,39",кг\nМляко,1,69,"0,86",л\nКабел 3,5,,12,м\n',
    ],
    [
      'end',
      'Име,Цена,Мярка,Цена (EUR)\nХляб,"1,50",бр,"0,77"\nВода,"2,00",л,"1,02"\nСирене,"12,49",кг,"6,39"\nМляко,1,69,л,"0,86"\nКабел 3,5,12,,м\n',
    ],
    [
      'replace',
      'Име,Цена,Мярка\nХляб,"0,77",бр\nВода,"1,02",л\nСирене,"6,39",кг\nМляко,"0,86",л\nКабел 3,5,12,м\n',
    ],
  ])('READ-07 · a price split by its decimal comma is converted, %s', async (place, expected) => {
    const list =
      'Име,Цена,Мярка\nХляб,"1,50",бр\nВода,"2,00",л\nСирене,"12,49",кг\nМляко,1,69,л\nКабел 3,5,12,м\n'
    const path = file(`split-${place}.csv`, list)
    const out = join(folder, `split-out-${place}.csv`)
    const { code, err } = await levro('apply', path, '--out', out, '--place', place)
    expect(code).toBe(0)
    expect(err).toContain('left as written: 1 price that cannot be read (row 6)')
    expect(readFileSync(out, 'utf8')).toBe(expected)
  })

  test('CONV-08 · prices under any keys of JSON; name, price and currency keep their meaning', async () => {
    const path = file(
      'a.json',
      '[{"old_price":9,"title":"A","name":"Хляб","price":1.95,"currency":"BGN","sale_price_bgn":"1,50"},\n' +
        '{"name":"Сол","price":12.50,"currency":"BGN","product_name":"x","currency_code":"USD"}]',
    )
    const out = join(folder, 'a-out.json')
    const columns = ['--price', 'price', '--price', 'sale_price_bgn']
    const { code, err } = await levro('apply', path, '--out', out, ...columns)
    expect({ code, isSaid: err.includes("'old_price' (") }).toEqual({ code: 0, isSaid: true })
    // 1.50 / 1.95583 = 0.7669…
    expect(readFileSync(out, 'utf8')).toBe(
      '[{"old_price":9,"title":"A","name":"Хляб","price":1.95,"price_eur":1.00,"currency":"BGN","sale_price_bgn":"1,50","sale_price_eur":"0,77"},\n' +
        '{"name":"Сол","price":12.50,"price_eur":6.39,"currency":"BGN","product_name":"x","currency_code":"USD"}]',
    )
    // 9 / 1.95583 = 4.6016…
    const all = [...columns, '--price', 'old_price', '--place', 'replace']
    expect((await levro('apply', path, '--out', out, ...all)).code).toBe(0)
    expect(readFileSync(out, 'utf8')).toContain(
      '{"old_price":4.60,"title":"A","name":"Хляб","price":1.00,"currency":"EUR","sale_price_eur":"0,77"}',
    )
    // No --price: the price that every item has.
    expect((await levro('apply', path, '--out', out)).code).toBe(0)
    expect(readFileSync(out, 'utf8').match(/"\w+_eur"/g)).toEqual(['"price_eur"', '"price_eur"'])
  })

  test('CONV-08 · a workbook of an old format becomes XLSX, with a note', async () => {
    const book = xlsx.utils.book_new()
    xlsx.utils.book_append_sheet(
      book,
      xlsx.utils.aoa_to_sheet([
        ['Име', 'Цена'],
        ['Хляб', 1.95],
      ]),
      'a',
    )
    const path = file(
      'old.xls',
      new Uint8Array(xlsx.write(book, { type: 'buffer', bookType: 'biff8' }) as Buffer),
    )
    const out = join(folder, 'new.xlsx')
    const { code, err } = await levro('apply', path, '--out', out)
    expect(code).toBe(0)
    expect(err).toMatch(/comes back as \.xlsx/)
    const sheet = xlsx.read(readFileSync(out)).Sheets['a'] ?? {}
    expect([sheet['C1']?.v, sheet['C2']?.v]).toEqual(['Цена (EUR)', 1])
  })

  test('CONV-08 · nothing is replaced where other prices would then be in the wrong currency', async () => {
    const out = join(folder, 'shared-out.csv')
    const shared = file('shared.csv', 'Име;Цена;Стара цена;Валута\nХляб;2,50;3,00;BGN\n')
    const kept = await levro('apply', shared, '--out', out, '--place', 'replace')
    expect(kept).toMatchObject({ code: 0 })
    expect(kept.err).toContain('share the column of currencies')
    expect(readFileSync(out, 'utf8')).toBe('Име;Цена;Стара цена;Валута;Цена (EUR)\nХляб;2,50;3,00;BGN;1,28\n')
    const both = await levro(
      'apply',
      shared,
      '--out',
      out,
      '--place',
      'replace',
      '--price',
      'B',
      '--price',
      'C',
    )
    expect(both).toEqual({
      code: 0,
      out: '',
      err: "Taken: prices of 'Цена' (B), 'Стара цена' (C), 2 in lev.\n",
    })
    expect(readFileSync(out, 'utf8')).toBe('Име;Цена;Стара цена;Валута\nХляб;1,28;1,53;EUR\n')
    const cut = await levro(
      'apply',
      file('cut.csv', LIST),
      '--out',
      out,
      '--place',
      'replace',
      '--limit',
      '1',
    )
    expect(cut.err).toContain('not all rows were read')
  })

  test('CONV-08 · assumptions and unreadable prices are reported', async () => {
    const path = file('doubtful.csv', 'Име;Цена\nХляб;1,96\nСол;1,20 - 2,40\n')
    const { err } = await levro('apply', path, '--out', join(folder, 'doubtful-out.csv'))
    expect(err).toContain('lev was assumed for those that name none: nothing says so (--from)')
    expect(err).toContain('left as written: 1 price that cannot be read (row 3)')
  })

  test('CONV-08 · wrong usage and files without prices', async () => {
    const path = file('x.csv', LIST)
    expect(await levro('apply', path)).toMatchObject({ code: 2, out: '' })
    expect(await levro('apply', path, '--out', path)).toMatchObject({ code: 2 })
    expect(await levro('apply', path, '--out', join(folder, 'y.csv'), '--place', 'left')).toMatchObject({
      code: 2,
    })
    expect(await levro('convert', path, '--place', 'end')).toMatchObject({ code: 2 })
    const none = await levro('apply', file('none.csv', 'Име;Град\nА;Б\n'), '--out', join(folder, 'z.csv'))
    expect(none).toMatchObject({ code: 1, out: '' })
    expect(none.err).toContain('--price')
    expect(readFileSync(path, 'utf8')).toBe(LIST)
  })

  describe.runIf(areCataloguesThere)('CONV-08 · on real price lists', () => {
    test.each(LISTED_WITH_ROWS.map(({ file }) => file))('CONV-08 · %s', async (name) => {
      const path = fileURLToPath(pathOfListed(name))
      const out = join(folder, name.replace(/\.xls[bx]?$/, '.xlsx'))
      const { code } = await levro('apply', path, '--out', out, '--place', 'end')
      expect(code).toBe(0)
      // Read again, it has the prices of before.
      const [before, after] = await Promise.all([levro('convert', path), levro('convert', out)])
      expect(after.out).toBe(before.out)
    })
  })
})

test('READ-04 · apply reports text that still names the old currency, also in the name of the written file', async () => {
  const list = file('цени в лева.csv', 'Всички цени са в лева;\nИме;Цена\nХляб;1,95\nСирене;2,95\n')
  const noteOf = async (out: string, place: string) => {
    const { err } = await levro('apply', list, '--out', join(folder, out), '--place', place)
    return err.split('\n').find((line) => line.includes('still names'))
  }
  expect(await noteOf('new.csv', 'replace')).toBe(
    "Note: the text above the table 'Всички цени са в лева' still names the old currency; change it by hand.",
  )
  expect(await noteOf('beside.csv', 'after')).toBeUndefined()
})

test('READ-04 · apply reports no total that it converted', async () => {
  const list = file('total.csv', 'Име;Цена\nЯбълки;2,50\nКруши;3,50\nОбщо;6,00 лв.\n')
  const { out, err } = await levro('apply', list, '--out', '-', '--place', 'replace')
  // 2.50 lev are 1.28 euro, 3.50 are 1.79: 3.07 together.
  expect(out.replace(/\r/g, '')).toContain('Общо;3,07 евро')
  expect(err).toContain('its new price is the sum of the new prices')
  expect(err).not.toContain('still names')
})

describe('READ-05 · levro apply tells what each total that is left out gets', () => {
  // 1 lev is 0.51 euro, 2 lev are 1.02 and 4 lev 2.05: 1.53 and 3.07 together. The last total is not the sum of any prices.
  const LIST = 'Име;Цена, лв.\nА;1,00\nБ;2,00\nОбщо;3,00\nВ;4,00\nГ;2,00\nОбщо;6,00\nОбщо;9,99\n'
  const notesOf = (err: string) =>
    err.split('\n').filter((line) => line.startsWith('Note:') && line.includes('total'))
  const SUMS =
    'Note: totals in rows 4, 7 are not converted themselves: the new price of each is the sum of the new prices that it adds up.'

  test('READ-05 · a sum, or no new price', async () => {
    const list = file('some-totals.csv', LIST)
    const { out, err } = await levro('apply', list, '--out', '-', '--totals', 'omit')
    expect(out).toBe(
      'Име;Цена, лв.;Цена, евро\nА;1,00;0,51\nБ;2,00;1,02\nОбщо;3,00;1,53\nВ;4,00;2,05\nГ;2,00;1,02\nОбщо;6,00;3,07\nОбщо;9,99;\n',
    )
    expect(notesOf(err)).toEqual([
      SUMS,
      'Note: a total in row 8 has no new price: it is not known to be the sum of prices that were converted.',
    ])
  })

  test('READ-05 · one that is kept is converted, so nothing is said of it', async () => {
    const { out, err } = await levro('apply', file('kept.csv', LIST), '--out', '-', '--totals', 'keep')
    // 9.99 lev are 5.11 euro.
    expect(out).toContain('Общо;9,99;5,11\n')
    expect(notesOf(err)).toEqual([SUMS])
    const alone = file('kept-alone.csv', 'Име;Цена, лв.\nА;1,00\nБ;2,00\nОбщо;9,99\n')
    const kept = await levro('apply', alone, '--out', '-', '--totals', 'keep')
    expect([kept.code, notesOf(kept.err)]).toEqual([0, []])
  })

  test('READ-05 · one without a price is not mentioned, and one in place of which nothing is written stays', async () => {
    const unpriced = file('unpriced.csv', 'Име;Цена, лв.\nА;1,00\nБ;2,00\nОбщо;\n')
    expect(notesOf((await levro('apply', unpriced, '--out', '-')).err)).toEqual([])
    const list = file('replaced-totals.csv', LIST)
    const replaced = ['--totals', 'omit', '--place', 'replace']
    const { out, err } = await levro('apply', list, '--out', '-', ...replaced)
    expect(out).toContain('Общо;3,07\nОбщо;9,99\n')
    expect(notesOf(err)).toEqual([
      SUMS,
      'Note: totals that are not known to be sums of replaced prices in one currency are left as written, in the old currency.',
    ])
  })
})

describe('READ-12 · levro apply --place replace with prices of both currencies in one column', () => {
  const MIXED = 'Име;Цена\nХляб;1,95\nСирене;10,00 €\n'
  const replace = ['--place', 'replace']

  test.each([
    ['both.csv', 'Име;Цена лв.;Цена €\nХляб;1,95;1,00\n'],
    ['both.json', '{"items":[{"name":"a","price_bgn":1.95,"price_eur":1}]}'],
    [
      'both.xml',
      '<l><item><name>a</name><price currency="BGN">1.95</price><price currency="EUR">1.00</price></item></l>',
    ],
  ])('CONV-08 · replaces nothing where the file would have its prices twice: %s', async (name, list) => {
    const out = join(folder, `out-${name}`)
    const { code, err } = await levro('apply', file(name, list), '--out', out, ...replace)
    expect([code, existsSync(out)]).toEqual([1, false])
    expect(err).toContain('levro check')
  })

  test('READ-12 · asks for --mixed and writes nothing', async () => {
    const out = join(folder, 'mixed-none.csv')
    const { code, err } = await levro('apply', file('mixed.csv', MIXED), '--out', out, ...replace)
    expect(code).toBe(1)
    expect(err).toContain('--mixed eur')
    expect(err).toContain('--mixed mark')
    expect(existsSync(out)).toBe(false)
  })

  test.each([
    ['eur', 'Име;Цена\nХляб;1,00\nСирене;10,00 €\n'],
    ['BGN', 'Име;Цена\nХляб;1,95\nСирене;19,56 лв.\n'],
    ['mark', 'Име;Цена\nХляб;1,00 €\nСирене;19,56 лв.\n'],
  ])('READ-12 · --mixed %s', async (mixed, expected) => {
    const out = join(folder, `mixed-${mixed}.csv`)
    const { code } = await levro(
      'apply',
      file('mixed.csv', MIXED),
      '--out',
      out,
      ...replace,
      '--mixed',
      mixed,
    )
    expect(code).toBe(0)
    expect(readFileSync(out, 'utf8')).toBe(expected)
  })

  test('READ-12 · marks prices of a workbook by their number format', async () => {
    const sheet = xlsx.utils.aoa_to_sheet([
      ['Име', 'Цена'],
      ['Хляб', 1.95],
      ['Сирене', 10],
    ])
    sheet['B2'].z = '#,##0.00" лв."'
    sheet['B3'].z = '#,##0.00" €"'
    const book = xlsx.utils.book_new()
    xlsx.utils.book_append_sheet(book, sheet, 'Цени')
    const path = file('mixed.xlsx', new Uint8Array(xlsx.write(book, { type: 'array', bookType: 'xlsx' })))
    const out = join(folder, 'mixed-out.xlsx')
    expect((await levro('apply', path, '--out', out, ...replace, '--mixed', 'mark')).code).toBe(0)
    const back = xlsx.read(readFileSync(out), { cellNF: true }).Sheets['Цени']!
    expect([back['B2'].v, back['B2'].z]).toEqual([1, expect.stringContaining('€')])
    expect([back['B3'].v, back['B3'].z]).toEqual([19.56, expect.stringContaining('лв.')])
  })

  test('READ-12 · --mixed requires --place replace', async () => {
    const { code, err } = await levro('apply', file('mixed.csv', MIXED), '--out', 'x.csv', '--mixed', 'mark')
    expect([code, err.includes('--mixed goes with --place replace.')]).toEqual([2, true])
    expect(await levro('convert', file('mixed.csv', MIXED), '--mixed', 'eur')).toMatchObject({ code: 2 })
    expect(await levro('check', file('mixed.csv', MIXED), '--mixed', 'eur')).toMatchObject({ code: 2 })
  })
})

test.runIf(process.platform === 'linux')(
  'BULK-04 · a workbook whose sheet has 180 MB gets its prices, and the sheet is never whole in memory',
  async () => {
    const titles = '<row><c t="s"><v>0</v></c><c t="s"><v>1</v></c></row>'
    const row = `<row x="${'y'.repeat(9000)}"><c t="s"><v>2</v></c><c><v>12.5</v></c></row>`
    const rows = 20_000
    const sheet = Buffer.concat([
      Buffer.from(sheetXml(titles).replace(/<\/sheetData>.*/s, '')),
      Buffer.alloc(rows * row.length, row),
      Buffer.from('</sheetData></worksheet>'),
    ])
    expect(sheet.length).toBeGreaterThan(180_000_000)
    const out = join(folder, 'large-out.xlsx')
    const command = [LEVRO, 'apply', file('large.xlsx', handWrittenBook(sheet)), '--out', out]
    const child = spawn(process.execPath, ['--require', PEAK_ON_EXIT, ...command])
    const [peakKb, code] = await Promise.all([
      text(child.stdout),
      once(child, 'close').then(([status]) => status),
    ])
    expect(code).toBe(0)
    expect(Number(peakKb)).toBeLessThan(260 * 1024)
    const written = zipRecords(readFileSync(out)).find(({ name }) => name === 'xl/worksheets/sheet1.xml')!
    expect(written.content.toString('latin1').split('<v>6.39</v>')).toHaveLength(rows + 1)
  },
)

test('CONV-08 · a column with the same prices in the other currency is named where another one is added', async () => {
  const path = file('twice.csv', 'Име;Цена, лв.;Цена, евро\nХляб;1,95;1,00\n')
  for (const place of ['after', 'end']) {
    const { err } = await levro('apply', path, '--out', '-', '--place', place)
    expect(err).toContain("the file has the prices in the other currency already, in 'Цена, евро' (C)")
  }
})
