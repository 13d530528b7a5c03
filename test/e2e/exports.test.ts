/** Exports of the results, downloaded in the browser and opened by independent programs. */
import { read, type WorkBook, type WorkSheet } from '@e965/xlsx'
import { mkdtempSync, rmSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { convertByOffice, runTool } from '../system-tool.ts'
import { shownRounding, shown, splitCsv, sumOf } from './reference.ts'
import { referenceAmounts } from '#test/reference-rate.ts'
import { convertAll, csvFile, fromMenu, type Visitor, startApp, upload } from './steps.ts'
import { inTurn, type Lang, LANGS, WORDS } from './words.ts'

const app = startApp()
const folder = mkdtempSync(join(tmpdir(), 'levro-exports-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const TEXTS = {
  bg: {
    xlsx: 'Изтеглете XLSX',
    pdf: 'Изтеглете PDF',
    title: 'Превалутирани цени',
    rate: '1 € = 1,95583 лв.',
    total: 'Общо',
    page: (page: number, pages: number) => `Страница ${page} от ${pages}`,
    status: { valid: 'Валиден', invalid: 'Невалиден' },
    columns: [
      '№',
      'Име',
      'Лева',
      'Евро',
      'Състояние',
      'Цена във файла',
      'Валута',
      'Ред във файла',
      'Причина',
    ],
    word: 'rezultati',
    reason: 'Няма цена',
    sheets: ['Резултати', 'Обобщение'],
    rounding: 'Разлика от закръгляването',
    day: /\d{1,2} \p{Script=Cyrillic}+ \d{4} г\./u,
  },
  en: {
    xlsx: 'Export XLSX',
    pdf: 'Export PDF',
    title: 'Converted prices',
    rate: '1 € = 1.95583 BGN',
    total: 'Total',
    page: (page: number, pages: number) => `Page ${page} of ${pages}`,
    status: { valid: 'Valid', invalid: 'Invalid' },
    columns: [
      'No.',
      'Name',
      'Lev (BGN)',
      'Euro (EUR)',
      'Status',
      'Price in the file',
      'Currency',
      'Row in the file',
      'Reason',
    ],
    word: 'results',
    reason: 'No price',
    sheets: ['Results', 'Summary'],
    rounding: 'Rounding difference',
    day: /\d{1,2} [A-Z][a-z]+ \d{4}/,
  },
}

/** Names that a spreadsheet may run as formulas. A leading tab is trimmed from a name. */
const FORMULAS = ['=HYPERLINK("x";"y")', '+cmd|calc!A1', '@SUM(1+1)', '-2+3', '=1+1', "=cmd|'/c calc'!A1"]

const NAMES = [
  'Хляб „Добруджа“ 650 г',
  'Нейният ѝ избор № 5 – 3 €',
  'Вафла "Морени", 50 г',
  'ЩЩЩЩЩЩЩЩЩЩЩЩЩЩЩЩЩЩЩЩЩЩЩЩЩ',
  'constructor',
  '__proto__',
  'ред _x0041_ край',
  ...FORMULAS,
]
const PRICES = ['0.01', '1.955', '9999999.99', '12345.60', '1234.5', '58', '0.99']
const COUNT = 60

const rows = Array.from({ length: COUNT }, (_, i) => ({
  name: NAMES[i] ?? `Стока номер ${i + 1}`,
  price: i === 20 ? 'няма' : (PRICES[i % PRICES.length] ?? ''),
  isInvalid: i === 20,
}))
const expected = rows.map((row) => ({
  ...row,
  money: row.isInvalid ? null : referenceAmounts(row.price, 'BGN'),
}))
const valid = expected.filter(({ money }) => money !== null)
const totals = {
  bgn: sumOf(expected.flatMap(({ money }) => money?.bgn ?? [])),
  eur: sumOf(expected.flatMap(({ money }) => money?.eur ?? [])),
}
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
const FILE = 'ценова листа.csv'
const file = csvFile(
  FILE,
  `Име,Цена,Валута\n${rows
    .map(({ name, price }) => `${quoted(name === '=1+1' ? `\t${name}` : name)},${price},BGN`)
    .join('\n')}\n`,
)

/** Converts the rows, and saves the download of the button. */
async function exported(visitor: Visitor, label: string): Promise<{ path: string; name: string }> {
  await upload(visitor, file)
  await convertAll(visitor)
  const button = await fromMenu(visitor, label)
  const [download] = await Promise.all([visitor.page.waitForEvent('download'), button.click()])
  const name = download.suggestedFilename()
  const path = join(folder, `${visitor.lang}-${name}`)
  await download.saveAs(path)
  return { path, name }
}

/** Import filter: delimiter, quotes, UTF-8, number format of the language, formulas evaluated. */
const READING = {
  bg: 'CSV:59,34,76,1,,1026,false,true,false,false,false,0,true',
  en: 'CSV:44,34,76,1,,1033,false,true,false,false,false,0,true',
}

async function openedByOffice(path: string, lang: Lang = 'en'): Promise<WorkBook> {
  await convertByOffice({ file: path, from: READING[lang], to: 'xlsx', folder })
  return read(await readFile(path.replace(/csv$/, 'xlsx')), { cellFormula: true })
}

const sheetOf = (book: WorkBook, name: string | undefined): WorkSheet => {
  const sheet = book.Sheets[name ?? '']
  if (!sheet) throw new Error(`There is no sheet ${name}.`)
  return sheet
}
const cellsOf = (sheet: WorkSheet): [string, Record<string, unknown>][] =>
  Object.entries(sheet).filter(([place]) => !place.startsWith('!'))
/** Removes trailing zeros: `12.50` and `12.5` are the same number. */
const plain = (decimal: string) => decimal.replace(/\.?0+$/, '')

describe.each(LANGS)('exports, in %s', (lang) => {
  const it = inTurn(lang)
  const texts = TEXTS[lang]
  const amount = (decimal: string) => shown(decimal, lang).replaceAll('\u00a0', ' ')

  it('CONV-07 · the PDF has every row, total and page number as text in embedded fonts', async () => {
    const { path, name } = await exported(await app.user(lang, 100), texts.pdf)
    expect(name).toBe(`ценова листа-levro-${texts.word}.pdf`)
    const text = (await runTool('pdftotext', '-layout', path, '-')).replace(/[^\S\n\f]+/g, ' ')
    const lines = text.split('\n')
    for (const [i, { name, money }] of expected.entries()) {
      const status = money ? texts.status.valid : texts.status.invalid
      const amounts = money ? [amount(money.bgn), amount(money.eur)] : ['–', '–']
      expect(lines.map((line) => line.trim())).toContain(
        [i + 1, i + 2, name, ...amounts, 'BGN', status].join(' '),
      )
    }
    const pages = text.split('\f').slice(0, -1)
    expect(pages.length).toBeGreaterThan(1)
    for (const [i, page] of pages.entries()) {
      expect(page).toContain(texts.page(i + 1, pages.length))
      expect(page).toContain(texts.columns[4])
    }
    const [first = ''] = pages
    for (const fact of [texts.title, FILE, texts.rate, amount(totals.bgn), amount(totals.eur)])
      expect(first).toContain(fact)
    // Prices of three decimals are rounded in lev as well, so both differences are shown.
    const [, differences = ''] = first.replace(/\s+/g, ' ').split(`${texts.rounding}: `)
    const prices = valid.map(({ price }) => price)
    expect(differences).toContain(`· ${shownRounding(prices, 'BGN', lang)}.`)
    expect(first).toMatch(texts.day)
    expect(pages.at(-1)).toContain(`${texts.total} ${amount(totals.bgn)} ${amount(totals.eur)}`)

    const [, , ...fonts] = (await runTool('pdffonts', path)).trimEnd().split('\n')
    expect(fonts).toHaveLength(2)
    // Embedded, and with a map from glyphs to Unicode.
    for (const font of fonts) expect(font).toMatch(/^Manrope .* yes +(yes|no) +yes /)
    expect(await runTool('pdfinfo', path)).toContain(`${texts.title} – ${FILE}`)
    expect((await readFile(path)).toString('latin1')).toMatch(lang === 'bg' ? '/Lang (bg)' : '/Lang (en-GB)')
  })

  it('CONV-08 · the XLSX has numbers, exact sums, and no formula', async () => {
    const { path, name } = await exported(await app.user(lang, 100), texts.xlsx)
    expect(name).toBe(`ценова листа-levro-${texts.word}.xlsx`)
    const book = read(await readFile(path), { cellFormula: true, cellNF: true })
    expect(book.SheetNames).toEqual(texts.sheets)
    const sheet = sheetOf(book, texts.sheets[0])
    for (const [i, column] of texts.columns.entries())
      expect(sheet['ABCDEFGHI'[i] + '1']).toMatchObject({ t: 's', v: column })
    for (const [i, { name, price, money }] of expected.entries()) {
      const line = i + 2
      expect(sheet[`A${line}`]).toMatchObject({ t: 'n', v: i + 1 })
      expect(sheet[`B${line}`]).toMatchObject({ t: 's', v: name })
      for (const [column, value] of [
        ['C', money?.bgn],
        ['D', money?.eur],
      ] as const) {
        const cell = sheet[column + line]
        if (value === undefined) expect(cell).toBeUndefined()
        else expect(cell).toMatchObject({ t: 'n', v: Number(value), z: '#,##0.00' })
      }
      expect(sheet[`E${line}`]).toMatchObject({ v: texts.status[money ? 'valid' : 'invalid'] })
      if (money) expect(sheet[`F${line}`]).toMatchObject({ t: 'n', v: Number(price) })
      // The header is line 1 of the file.
      expect(sheet[`H${line}`]).toMatchObject({ t: 'n', v: i + 2 })
      expect(sheet[`I${line}`]?.v ?? '').toBe(money ? '' : texts.reason)
    }
    // No row after the results, so that the sheet can be uploaded again.
    expect(sheet[`B${COUNT + 2}`]).toBeUndefined()
    const facts = cellsOf(sheetOf(book, texts.sheets[1])).map(([, { v }]) => v)
    expect(facts).toContain(FILE)
    for (const fact of [texts.rate, Number(totals.bgn), Number(totals.eur)]) expect(facts).toContain(fact)
    expect(cellsOf(sheet).filter(([, { f }]) => f !== undefined)).toEqual([])

    // Export filter: comma, quotes, UTF-8, raw numbers instead of formatted ones.
    const to = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false,false'
    await convertByOffice({ file: path, to, folder })
    const lines = splitCsv(await readFile(path.replace(/xlsx$/, 'csv'), 'utf8'))
    expect(lines[0]).toEqual(texts.columns)
    for (const [i, { name, money }] of expected.entries()) {
      const [, ownName, bgn = '', eur = ''] = lines[i + 1] ?? []
      expect([ownName, plain(bgn), plain(eur)]).toEqual([
        name,
        plain(money?.bgn ?? ''),
        plain(money?.eur ?? ''),
      ])
    }
  })

  it('CONV-09 · the CSV opens in LibreOffice with Cyrillic names, numeric cells and no formula', async () => {
    const { path } = await exported(await app.user(lang, 100), WORDS[lang].csv)
    // Excel detects UTF-8 by the byte order mark; LibreOffice asks.
    expect((await readFile(path)).subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
    const book = await openedByOffice(path, lang)
    const sheet = sheetOf(book, book.SheetNames[0])
    expect(cellsOf(sheet).filter(([, { f, l }]) => f !== undefined || l !== undefined)).toEqual([])
    for (const [i, { name, money }] of expected.entries()) {
      const opened = sheet[`B${i + 2}`]
      expect(opened).toMatchObject({ t: 's' })
      expect([name, `'${name}`]).toContain(opened?.v)
      if (!money) continue
      expect(sheet[`C${i + 2}`]).toMatchObject({ t: 'n', v: Number(money.bgn) })
      expect(sheet[`D${i + 2}`]).toMatchObject({ t: 'n', v: Number(money.eur) })
    }
  })
})

it('CONV-07 · the PDF draws emoji of names in an embedded face, as text that can be selected', async () => {
  const user = await app.user('bg', 20)
  const names = [
    'Чай 🍵 зелен',
    'Флаг 🇧🇬',
    'Семейство 👩\u200d👩\u200d👧 и 👍🏽',
    'Сърце ❤\ufe0f',
    'Йероглиф 茶',
  ]
  await upload(user, csvFile('емоджи.csv', `Име;Цена\n${names.map((name) => `${name};1,95`).join('\n')}\n`))
  await convertAll(user)
  const button = await fromMenu(user, TEXTS.bg.pdf)
  const [download] = await Promise.all([user.page.waitForEvent('download'), button.click()])
  const path = join(folder, 'emoji.pdf')
  await download.saveAs(path)
  const text = await runTool('pdftotext', '-layout', path, '-')
  for (const name of names.slice(0, 4)) expect(text).toContain(name)
  // What no face has is still marked.
  expect(text).toContain('Йероглиф ◊')
  const [, , ...fonts] = (await runTool('pdffonts', path)).trimEnd().split('\n')
  expect(fonts).toHaveLength(3)
  expect(fonts.at(-1)).toMatch(/^Noto ?Emoji.* yes +(yes|no) +yes /)
})

it('CONV-09 · LibreOffice runs a formula that is not escaped', async () => {
  const path = join(folder, 'control.csv')
  await writeFile(path, 'name\n=1+1\n')
  const book = await openedByOffice(path)
  expect(sheetOf(book, book.SheetNames[0]).A2).toMatchObject({ t: 'n', v: 2, f: '1+1' })
})
