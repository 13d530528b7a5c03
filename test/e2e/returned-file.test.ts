import * as xlsx from '@e965/xlsx'
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { isStoredOnDevice } from './stored-records.ts'
import { named } from './files.ts'
import { splitCsv } from './reference.ts'
import { referenceAmounts } from '#test/reference-rate.ts'
import {
  convertAll,
  csvFile,
  fromMenu,
  ownFile,
  type Visitor,
  register,
  openResultRows,
  startApp,
  startTypedRows,
  eventually,
  upload,
} from './steps.ts'
import { inTurn, LANGS } from './words.ts'

const app = startApp()

const TEXTS = {
  bg: {
    as: (format: string) => `Вашият файл: Като ${format}`,
    placed: { end: 'nakraya', replace: 'zameneni' },
    atEnd: /би разместила формули/,
    place: { after: 'До всяка цена', end: 'Накрая', replace: 'На мястото на старите' },
    price: (line: number) => `Цена, ред ${line}`,
    name: (line: number) => `Име, ред ${line}`,
    notKept: /се връща като XLSX/,
    formulas: /се изчисляват с формули/,
  },
  en: {
    as: (format: string) => `Your own file: As ${format}`,
    placed: { end: 'at-end', replace: 'replaced' },
    atEnd: /would have shifted formulas/,
    place: { after: 'Next to each price', end: 'At the end', replace: 'In place of the old ones' },
    price: (line: number) => `Price, row ${line}`,
    name: (line: number) => `Name, row ${line}`,
    notKept: /comes back as XLSX/,
    formulas: /Formulas work out the prices/,
  },
}

/** Columns on both sides of the price, a name over 25 characters, a formula, quotes, a row without a price; CRLF. */
const LINES = [
  'Код;Наименование;Цена, лв.;Бележка',
  '001;Сирене краве, бидон, от малката мандра;12,50 лв.;"ново; скъпо"',
  '002;Хляб;1,95 лв.;=1+1',
  '003;По договаряне;;',
  '004; "Мляко";"3,10 лв." ;',
]
const catalogue = csvFile('моят ценоразпис.csv', LINES.join('\r\n'))

const comma = (amount: string) => amount.replace('.', ',')
const eur = (price: string) => comma(referenceAmounts(price, 'BGN').eur)

const bytesOf = async (page: Page, button: Locator): Promise<{ name: string; bytes: Buffer }> => {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}

/** Downloads the file in its own format, or its table in another one. */
const saved = async (visitor: Visitor, format?: string) =>
  bytesOf(
    visitor.page,
    format === undefined ? ownFile(visitor) : await fromMenu(visitor, TEXTS[visitor.lang].as(format)),
  )

describe.each(LANGS)('returned file with new prices, in %s', (lang) => {
  const it = inTurn(lang)
  const texts = TEXTS[lang]
  const place = ({ page }: Visitor, where: keyof typeof texts.place) =>
    page.getByRole('radio', { name: texts.place[where], exact: true })

  it('CONV-08 · CSV: every other byte is unchanged, with new prices at the chosen position', async () => {
    const user = await app.user(lang)
    const { page } = user
    await upload(user, catalogue)
    await convertAll(user)
    // Results and source file survive a reload.
    await page.reload()
    const beside = await saved(user)
    expect(beside.name).toBe('моят ценоразпис-levro.csv')
    expect(beside.bytes.toString('utf8')).toBe(
      [
        'Код;Наименование;Цена, лв.;Цена, евро;Бележка',
        `001;Сирене краве, бидон, от малката мандра;12,50 лв.;${eur('12.50')};"ново; скъпо"`,
        `002;Хляб;1,95 лв.;${eur('1.95')};=1+1`,
        '003;По договаряне;;;',
        `004; "Мляко";"3,10 лв." ;"${eur('3.10')}";`,
      ].join('\r\n'),
    )
    await place(user, 'end').check()
    const last = await saved(user)
    expect(last.name).toBe(`моят ценоразпис-levro-${texts.placed.end}.csv`)
    expect(last.bytes.toString('utf8').split('\r\n').slice(0, 2)).toEqual([
      'Код;Наименование;Цена, лв.;Бележка;Цена, евро',
      `001;Сирене краве, бидон, от малката мандра;12,50 лв.;"ново; скъпо";${eur('12.50')}`,
    ])
    await place(user, 'replace').check()
    const instead = await saved(user)
    expect(instead.name).toBe(`моят ценоразпис-levro-${texts.placed.replace}.csv`)
    expect(instead.bytes.toString('utf8')).toBe(
      [
        'Код;Наименование;Цена, евро;Бележка',
        `001;Сирене краве, бидон, от малката мандра;${eur('12.50')} евро;"ново; скъпо"`,
        `002;Хляб;${eur('1.95')} евро;=1+1`,
        '003;По договаряне;;',
        `004; "Мляко";"${eur('3.10')} евро" ;`,
      ].join('\r\n'),
    )
  })

  it('CONV-08 · a workbook is returned with its sheets and formulas, and a notice names what is lost', async () => {
    const user = await app.user(lang, 200)
    const { page } = user
    const book = xlsx.utils.book_new()
    const sheet = xlsx.utils.aoa_to_sheet([
      ['Име', 'Цена', 'Брой'],
      ['Хляб', 1.95, 10],
      ['Сирене', 12.5, 2],
    ])
    sheet['D1'] = { t: 's', v: 'Общо' }
    for (const row of [2, 3]) sheet[`D${row}`] = { t: 'n', v: row === 2 ? 19.5 : 25, f: `B${row}*C${row}` }
    sheet['!ref'] = 'A1:D3'
    xlsx.utils.book_append_sheet(book, sheet, 'цени')
    xlsx.utils.book_append_sheet(book, xlsx.utils.aoa_to_sheet([['друго'], [42]]), 'друг лист')
    // SheetJS writes no formulas into BIFF8.
    const written = (bookType: 'xlsx' | 'biff8') =>
      Buffer.from(xlsx.write(book, { type: 'buffer', bookType }) as Uint8Array)
    for (const [fileName, bookType] of [
      ['ceni.xlsx', 'xlsx'],
      ['stari.xls', 'biff8'],
    ] as const) {
      await upload(user, named(fileName, written(bookType)))
      await convertAll(user)
      // The former results stay until the new ones arrive.
      await eventually(() => page.locator('section[aria-labelledby=results-title]').innerText()).toContain(
        fileName,
      )
      expect(await page.getByText(texts.notKept).count()).toBe(bookType === 'biff8' ? 1 : 0)
      const { name, bytes } = await saved(user)
      expect(name).toBe(`${fileName.replace(/\..*/, '')}-levro.xlsx`)
      const back = xlsx.read(bytes, { cellFormula: true })
      expect(back.SheetNames).toEqual(['цени', 'друг лист'])
      const cells = back.Sheets['цени'] ?? {}
      const shown = (column: string) => [1, 2, 3].map((row) => cells[`${column}${row}`]?.v)
      // Beside the price, as in the review, unless a formula would have to move.
      const [sum, added] = bookType === 'xlsx' ? (['D', 'E'] as const) : (['E', 'C'] as const)
      expect(shown(sum)).toEqual(['Общо', 19.5, 25])
      expect(shown(added)).toEqual(['Цена (EUR)', 1, 6.39])
      const isMoved = bookType === 'xlsx'
      await eventually(() => place(user, isMoved ? 'end' : 'after').isChecked()).toBe(true)
      expect(await page.getByText(texts.atEnd).count()).toBe(isMoved ? 1 : 0)
      if (bookType === 'xlsx') expect([cells['D2']?.f, cells['D3']?.f]).toEqual(['B2*C2', 'B3*C3'])
    }
  })

  it('CONV-08 · JSON keeps its structure; typed rows have no returned file', async () => {
    const user = await app.user(lang, 20)
    const { page, words } = user
    const text = '[\n  {"name": "Чай", "price": "2.40", "currency": "EUR", "sku": {"id": [1, 2]}}\n]\n'
    await upload(user, named('ceni.json', text))
    await convertAll(user)
    const { bgn } = referenceAmounts('2.40', 'EUR')
    const json = await saved(user)
    expect(json.name).toBe('ceni-levro.json')
    expect(json.bytes.toString('utf8')).toBe(text.replace('"2.40",', `"2.40", "price_bgn": "${bgn}",`))
    // As CSV each key is a column.
    const csv = (await saved(user, 'CSV')).bytes.toString('utf8')
    const [header = [], row = []] = splitCsv(csv.slice(1), lang === 'bg' ? ';' : ',')
    expect(header.slice(0, 4)).toEqual(['name', 'price', 'price_bgn', 'currency'])
    expect(row[2]).toBe(lang === 'bg' ? comma(bgn) : bgn)

    await startTypedRows(user)
    await page.getByLabel(texts.name(1), { exact: true }).fill('Кафе')
    await page.getByLabel(texts.price(1), { exact: true }).fill('3')
    await page.getByLabel(texts.price(1), { exact: true }).blur()
    const before = await page.getByRole('heading', { name: words.results }).count()
    expect(before).toBe(1)
    await convertAll(user)
    await openResultRows(user)
    await eventually(() => page.getByTestId('job-rows').innerText()).toContain('Кафе')
    expect(await ownFile(user).count()).toBe(0)
  })
})

describe('returned file of edited rows', () => {
  const texts = { ...TEXTS.bg, remove: 'Изтрийте ред 5', add: 'Добавете ред' }

  it('CONV-08 CONV-09 · XLSX: edited, deleted and added rows are in the table', async () => {
    const user = await app.user('bg')
    const { page } = user
    await upload(user, catalogue)
    const cell = (label: string) => page.getByLabel(label, { exact: true })
    await cell(texts.price(3)).fill('2.05')
    await cell(texts.price(3)).blur()
    await page.getByRole('button', { name: texts.remove, exact: true }).click()
    await page.getByRole('button', { name: texts.add, exact: true }).click()
    await cell(texts.name(6)).fill('Айран')
    await cell(texts.price(6)).fill('1.80')
    await cell(texts.price(6)).blur()
    await eventually(() => cell(texts.price(6)).inputValue()).toBe('1,80')
    await convertAll(user)
    const { name, bytes } = await saved(user, 'XLSX')
    expect(name).toBe('моят ценоразпис-levro.xlsx')
    const book = xlsx.read(bytes)
    const sheet = book.Sheets[book.SheetNames[0] ?? ''] ?? {}
    const number = (price: string) => Number(referenceAmounts(price, 'BGN').eur)
    expect(xlsx.utils.sheet_to_json<unknown[]>(sheet, { header: 1, defval: null })).toEqual([
      ['Код', 'Наименование', 'Цена, лв.', 'Цена, евро', 'Бележка'],
      ['001', 'Сирене краве, бидон, от малката мандра', '12,50 лв.', number('12.50'), 'ново; скъпо'],
      ['002', 'Хляб', '2,05 лв.', number('2.05'), '=1+1'],
      ['003', 'По договаряне', null, null, null],
      ['004', 'Мляко', '3,10 лв.', null, null],
      [null, 'Айран', 1.8, number('1.80'), null],
    ])
    // Text that looks like a formula is stored as text.
    expect(sheet['E3']?.f).toBeUndefined()
    // In the original format only these cells differ from the source file.
    const text = (await saved(user)).bytes.toString('utf8').split('\r\n')
    expect(text[2]).toBe(`002;Хляб;2,05 лв.;${eur('2.05')};=1+1`)
    expect(text[4]).toBe('004; "Мляко";"3,10 лв." ;"";')
    // Quoted like the row above.
    expect(text[5]).toBe(`;"Айран";"1,80";"${eur('1.80')}";`)
  })

  it('CONV-08 · a row added after a deletion and a reload is written to a new line', async () => {
    const user = await app.user('bg')
    const { page } = user
    const cell = (label: string) => page.getByLabel(label, { exact: true })
    await upload(user, catalogue)
    await page.getByRole('button', { name: texts.remove, exact: true }).click()
    await cell(texts.name(5)).waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('button', { name: texts.add, exact: true }).click()
    await cell(texts.name(6)).fill('Айран')
    await cell(texts.price(6)).fill('1.80')
    await cell(texts.price(6)).blur()
    await convertAll(user)
    const rows = (await saved(user)).bytes.toString('utf8').split('\r\n')
    expect(rows.slice(4)).toEqual(['004; "Мляко";"3,10 лв." ;"";', `;"Айран";"1,80";"${eur('1.80')}";`])
  })

  it('CONV-04 CONV-08 · the source file of an expired session is deleted when another user signs in', async () => {
    const user = await app.user('bg')
    const { page, context, go } = user
    await upload(user, catalogue)
    await convertAll(user)
    const kept = () => Promise.all((['results', 'source'] as const).map((key) => isStoredOnDevice(page, key)))
    await eventually(kept).toEqual([true, true])
    await context.clearCookies()
    await register(user, 'other@example.bg')
    await eventually(kept).toEqual([false, false])
    await go('/converter?mode=bulk')
    await page.getByRole('button', { name: user.words.manual }).waitFor()
    expect(await page.getByRole('heading', { name: user.words.results }).count()).toBe(0)
  })
})
