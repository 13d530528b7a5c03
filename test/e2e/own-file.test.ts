import * as xlsx from '@e965/xlsx'
import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { named } from './files.ts'
import { bothOf, splitCsv } from './reference.ts'
import { convertAll, csvFile, downloaded, type Person, register, stage, until, upload } from './steps.ts'
import { LANGS } from './words.ts'

const theatre = stage()

const SAID = {
  bg: {
    own: (format: string) => `Вашият файл с новите цени като ${format}`,
    titles: ['Цена в лева', 'Цена в евро'],
    price: (line: number) => `Цена, ред ${line}`,
    name: (line: number) => `Име, ред ${line}`,
    remove: (line: number) => `Изтриване на ред ${line}`,
    add: 'Добавяне на ред',
  },
  en: {
    own: (format: string) => `Your own file with the new prices as ${format}`,
    titles: ['Price in BGN', 'Price in EUR'],
    price: (line: number) => `Price, row ${line}`,
    name: (line: number) => `Name, row ${line}`,
    remove: (line: number) => `Delete row ${line}`,
    add: 'Add a row',
  },
}

/** A column on each side, a name longer than a row keeps, a formula, a row without a price. */
const LINES = [
  ['Код', 'Наименование', 'Цена', 'Бележка'],
  ['001', 'Сирене краве, бидон, от малката мандра', '12,50 лв.', 'ново; скъпо'],
  ['002', 'Хляб', '1,95 лв.', '=1+1'],
  ['003', 'По договаряне', '', ''],
  ['004', 'Мляко', '3,10 лв.', ''],
]
const catalogue = csvFile(
  'моят ценоразпис.csv',
  LINES.map((line) => line.map((cell) => (cell.includes(';') ? `"${cell}"` : cell)).join(';')).join('\r\n'),
)

const comma = (amount: string) => amount.replace('.', ',')
const both = (price: string) => {
  const { bgn, eur } = bothOf(price, 'BGN')
  return [bgn, eur]
}

describe.each(LANGS)('my file with the new prices, in %s', (lang) => {
  const said = SAID[lang]
  const own = ({ page }: Person, format: string) => page.getByRole('button', { name: said.own(format) })

  it('CONV-08 CONV-09 · CSV: own columns and rows in order, own delimiter and decimal sign, both prices behind', async () => {
    const person = await theatre.member(lang)
    await upload(person, catalogue)
    await convertAll(person)
    // The results and their file outlive a reload.
    await person.page.reload()
    const { name, text } = await downloaded(person.page, own(person, 'CSV'))
    expect(name).toBe('моят ценоразпис-levro.csv')
    expect(text.startsWith('\ufeff')).toBe(true)
    const [header, ...rows] = splitCsv(text.slice(1), ';')
    expect(header).toEqual([...(LINES[0] ?? []), ...said.titles])
    const prices = ['12.50', '1.95', undefined, '3.10']
    for (const [i, price] of prices.entries()) {
      const cells = (LINES[i + 1] ?? []).map((cell) => cell.replace(/^=/, "'="))
      expect(rows[i]).toEqual([...cells, ...(price ? both(price).map(comma) : ['', ''])])
    }
    expect(rows).toHaveLength(4)
  })

  it('CONV-08 · XLSX: what was changed, deleted and added by hand stands in the file', async () => {
    const person = await theatre.member(lang)
    const { page } = person
    await upload(person, catalogue)
    const cell = (label: string) => page.getByLabel(label, { exact: true })
    await cell(said.price(3)).fill('2.05')
    await cell(said.price(3)).blur()
    await page.getByRole('button', { name: said.remove(5), exact: true }).click()
    await page.getByRole('button', { name: said.add, exact: true }).click()
    await cell(said.name(6)).fill('Айран')
    await cell(said.price(6)).fill('1.80')
    await cell(said.price(6)).blur()
    await until(() => cell(said.price(6)).inputValue()).toBe('1.80')
    await convertAll(person)
    const [download] = await Promise.all([page.waitForEvent('download'), own(person, 'XLSX').click()])
    expect(download.suggestedFilename()).toBe('моят ценоразпис-levro.xlsx')
    const book = xlsx.read(await readFile(await download.path()))
    const sheet = book.Sheets[book.SheetNames[0] ?? ''] ?? {}
    const table = xlsx.utils.sheet_to_json<unknown[]>(sheet, { header: 1, defval: null })
    const numbers = (price: string) => both(price).map(Number)
    expect(table).toEqual([
      [...(LINES[0] ?? []), ...said.titles],
      [...(LINES[1] ?? []), ...numbers('12.50')],
      ['002', 'Хляб', 2.05, '=1+1', ...numbers('2.05')],
      ['003', 'По договаряне', null, null, null, null],
      ['004', 'Мляко', '3,10 лв.', null, null, null],
      [null, 'Айран', 1.8, null, ...numbers('1.80')],
    ])
    // Text that looks like a formula is no formula.
    expect(sheet['D3']?.f).toBeUndefined()
  })

  it('CONV-08 · a workbook and JSON come back as tables; typed rows have no file to give back', async () => {
    const person = await theatre.member(lang, 20)
    const { page, words } = person
    const json = named('ceni.json', '[{"name":"Чай","price":"2.40","currency":"EUR","sku":"a-1"}]')
    await upload(person, json)
    await convertAll(person)
    const { text } = await downloaded(page, own(person, 'CSV'))
    const { bgn } = bothOf('2.40', 'EUR')
    const [header = [], row = []] = splitCsv(text.slice(1), lang === 'bg' ? ';' : ',')
    const value = (title: string) => row[header.indexOf(title)]
    const mark = (amount: string) => (lang === 'bg' ? comma(amount) : amount)
    expect(['name', 'currency', 'sku', ...said.titles].map(value)).toEqual([
      'Чай',
      'EUR',
      'a-1',
      mark(bgn),
      mark('2.40'),
    ])

    await page.getByRole('button', { name: words.manual }).click()
    await page.getByLabel(said.name(1), { exact: true }).fill('Кафе')
    await page.getByLabel(said.price(1), { exact: true }).fill('3')
    await page.getByLabel(said.price(1), { exact: true }).blur()
    const before = await page.getByRole('heading', { name: words.results }).count()
    expect(before).toBe(1)
    await convertAll(person)
    await until(() => page.getByTestId('job-rows').innerText()).toContain('Кафе')
    expect(await own(person, 'CSV').count()).toBe(0)
  })

  it('CONV-08 · a row that is added after a deletion and a reload takes no other row’s place in the file', async () => {
    const person = await theatre.member(lang)
    const { page } = person
    const cell = (label: string) => page.getByLabel(label, { exact: true })
    await upload(person, catalogue)
    await page.getByRole('button', { name: said.remove(5), exact: true }).click()
    await cell(said.name(5)).waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('button', { name: said.add, exact: true }).click()
    await cell(said.name(6)).fill('Айран')
    await cell(said.price(6)).fill('1.80')
    await cell(said.price(6)).blur()
    await convertAll(person)
    const { text } = await downloaded(page, own(person, 'CSV'))
    const rows = splitCsv(text.slice(1), ';')
    expect(rows[4]).toEqual([...(LINES[4] ?? []), '', ''])
    expect(rows[5]).toEqual(['', 'Айран', '1,8', '', ...both('1.80').map(comma)])
  })

  it('CONV-04 CONV-08 · the file of somebody whose session ended is forgotten when somebody else signs in', async () => {
    const person = await theatre.member(lang)
    const { page, context, go } = person
    await upload(person, catalogue)
    await convertAll(person)
    const kept = () =>
      page.evaluate(
        () =>
          new Promise<boolean[]>((resolve) => {
            const opening = indexedDB.open('levro')
            opening.addEventListener('success', () => {
              const store = opening.result.transaction('bulk').objectStore('bulk')
              const records = ['results', 'source'].map((key) => store.get(key))
              records
                .at(-1)
                ?.addEventListener('success', () =>
                  resolve(records.map(({ result }) => result !== undefined)),
                )
            })
          }),
      )
    await until(kept).toEqual([true, true])
    await context.clearCookies()
    await register(person, `${lang}.other@example.bg`)
    await until(kept).toEqual([false, false])
    await go('/converter?mode=bulk')
    await page.getByRole('button', { name: person.words.manual }).waitFor()
    expect(await page.getByRole('heading', { name: person.words.results }).count()).toBe(0)
  })
})
