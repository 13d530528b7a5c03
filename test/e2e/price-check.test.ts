import { readFile } from 'node:fs/promises'
import * as xlsx from '@e965/xlsx'
import { describe, expect, it } from 'vitest'
import { areCataloguesThere, readListed } from '#test/listed-catalogues.ts'
import { centsOf, decimals, plantedPairs } from '#test/planted-pairs.ts'
import {
  button,
  cellsOf,
  CHECK_WORDS,
  checkFile,
  drop,
  give,
  listOf,
  ONE_OF_TWO,
  openCheck,
  plain,
  rowsOf,
  verdict,
} from './check-page.ts'
import { faultsOf } from './accessibility.ts'
import { named } from './files.ts'
import { keysOf, tabTo } from './keyboard.ts'
import { shown, splitCsv } from './reference.ts'
import { balanceOf, csvFile, login, stage, eventually, upload } from './steps.ts'
import { LANGS } from './words.ts'

const theatre = stage()

/** Sixty errors, one cent up or down in turn, and one of two euro. */
const ERRORS = Object.fromEntries(
  Array.from({ length: 60 }, (_, i) => [i * 15 + 3, i === 30 ? 200 : i % 2 ? -1 : 1]),
)
const PLANTED = plantedPairs(1000, ERRORS)
const WRONG = PLANTED.map((pair, i) => ({ ...pair, row: i + 2 })).filter(({ off }) => off !== 0)

describe.each(LANGS)('CHECK-01 · the price check, in %s', (lang) => {
  const said = CHECK_WORDS[lang]

  it('CHECK-01 · a visitor sees why an account is needed, signs in and returns to the price check', async () => {
    const { email } = await theatre.member(lang)
    const person = await theatre.person(lang)
    const { page, words } = person
    await person.go('/converter')
    await page.getByText(said.mode, { exact: true }).click()
    await page.getByRole('heading', { name: said.gate }).waitFor()
    expect(new URL(page.url()).search).toBe('?mode=check')
    const main = page.getByRole('main')
    expect(await main.innerText()).toContain(said.free)
    expect(await page.getByLabel(words.upload).count()).toBe(0)
    expect(await faultsOf(page, 'the gate')).toEqual([])
    for (const link of await main.locator('a[href*=next]').all())
      expect(await link.getAttribute('href')).toContain(
        encodeURIComponent(`${words.prefix}/converter?mode=check`),
      )
    await main.getByRole('link', { name: words.loginAction, exact: true }).click()
    await page.getByText(said.errand).waitFor()
    await login(person, email)
    await page.getByRole('heading', { name: said.choose }).waitFor()
  })

  it('CHECK-01 · a correct list: the result heading has the focus, nothing is uploaded and no token is charged', async () => {
    const person = await theatre.member(lang)
    const { page } = person
    await openCheck(person)
    const before = await balanceOf(page)
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.method() !== 'GET' || request.url().includes('/api/convert')) sent.push(request.url())
    })
    expect(await faultsOf(page, 'the choice')).toEqual([])
    await page.getByLabel(person.words.upload).setInputFiles(listOf(plantedPairs(500, {})))
    await eventually(async () => plain(await verdict(person).innerText())).toBe(said.right)
    await eventually(() => page.evaluate(() => document.activeElement?.id)).toBe('check-title')
    expect(await rowsOf(person).count()).toBe(0)
    expect(await faultsOf(page, 'all right')).toEqual([])
    await page.reload()
    await page.getByRole('heading', { name: said.choose }).waitFor()
    expect(await balanceOf(page)).toBe(before)
    expect(sent).toEqual([])
  })

  it('CHECK-01 · an incorrect list: every mismatch is listed by page and exported as CSV and XLSX', async () => {
    const person = await theatre.member(lang)
    const { page, words } = person
    await checkFile(person, listOf(PLANTED), said.off('60', lang === 'bg' ? '1000' : '1,000'))
    await eventually(() => rowsOf(person).count()).toBe(50)
    const [first, second] = WRONG
    const euro = (amount: number) => {
      const text = shown(decimals(Math.abs(amount)), lang)
      return lang === 'bg' ? `${text} €` : `€${text}`
    }
    for (const [i, pair] of [first!, second!].entries()) {
      const cells = await cellsOf(rowsOf(person).nth(i))
      expect(cells.slice(0, 2)).toEqual([String(pair.row), plain(cells[1]!)])
      expect(cells[1]).toContain(pair.name)
      expect(cells[2]).toContain(shown(decimals(pair.bgn), lang))
      expect(cells[3]).toContain(euro(pair.eur))
      expect(cells[4]).toContain(euro(pair.right))
      expect(cells[5]).toContain(`${pair.off < 0 ? '−' : '+'}${euro(pair.off)}`)
      expect(cells[5]).toContain(pair.off < 0 ? said.below : said.above)
    }
    await button(person, said.next).click()
    await eventually(() => rowsOf(person).count()).toBe(10)
    expect((await cellsOf(rowsOf(person).last()))[1]).toContain(WRONG.at(-1)!.name)
    expect(await faultsOf(page, 'wrong pairs')).toEqual([])

    const expected = WRONG.map((pair) => [
      String(pair.row),
      pair.name,
      pair.bgn,
      pair.eur,
      pair.right,
      pair.off,
    ])
    const [csv] = await Promise.all([page.waitForEvent('download'), button(person, words.csv).click()])
    expect(csv.suggestedFilename()).toBe(`${said.file}.csv`)
    const text = await readFile(await csv.path(), 'utf8')
    expect(text.startsWith('\ufeff')).toBe(true)
    const hundredths = (value = '') => Math.round(Number(value.replace(',', '.')) * 100)
    const lines = splitCsv(text.slice(1), lang === 'bg' ? ';' : ',').slice(1)
    expect(
      lines.map(([row, name, bgn, eur, , right, , off]) => [
        row,
        name,
        ...[bgn, eur, right, off].map(hundredths),
      ]),
    ).toEqual(expected)
    const [book] = await Promise.all([page.waitForEvent('download'), button(person, said.xlsx).click()])
    expect(book.suggestedFilename()).toBe(`${said.file}.xlsx`)
    const { Sheets, SheetNames } = xlsx.read(await readFile(await book.path()))
    const written = xlsx.utils
      .sheet_to_json<(string | number)[]>(Sheets[SheetNames[0]!]!, { header: 1 })
      .slice(1)
    expect(
      written.map(([row, name, bgn, eur, , right, , off]) => [
        String(row),
        name,
        ...[bgn, eur, right, off].map((value) => Math.round(Number(value) * 100)),
      ]),
    ).toEqual(expected)
  })

  it('CHECK-01 · another direction updates the mismatches at once; skipped pairs are listed; formulas are escaped in the CSV', async () => {
    const person = await theatre.member(lang)
    const { page, words } = person
    // 1.00 euro is 1.96 lev, and 1.95 lev is 1.00 euro.
    const list =
      'Име;Цена лв.;Цена €\n=1+1;1,95;1,00\nСамо лева;3,00;\nТекст;по договаряне;2,00\nСирене;19,56;10,00\n'
    await give(person, csvFile('list.csv', list))
    await verdict(person).waitFor()
    await eventually(() => page.getByTestId('mismatches').count()).toBe(0)
    await page.getByText(said.missing).click()
    expect((await page.getByTestId('missing').locator('li').allInnerTexts()).map(plain)).toEqual(said.reasons)
    await page.getByRole('radio', { name: said.eurOriginal }).check()
    await eventually(async () => plain(await verdict(person).innerText())).toBe(said.oneOff)
    await eventually(async () => plain((await page.getByRole('status').allInnerTexts()).join(' '))).toContain(
      said.oneOff,
    )
    await eventually(() => rowsOf(person).count()).toBe(1)
    const cells = await cellsOf(rowsOf(person).first())
    expect(cells[4]).toContain(shown('1.96', lang))
    expect(cells[5]).toContain(`−${shown('0.01', lang)}`)
    const [csv] = await Promise.all([page.waitForEvent('download'), button(person, words.csv).click()])
    expect(await readFile(await csv.path(), 'utf8')).toContain("'=1+1")
    await page.getByRole('radio', { name: said.either }).check()
    await eventually(() => page.getByTestId('mismatches').count()).toBe(0)
  })

  it('CHECK-01 · columns are chosen manually when no title names them', async () => {
    const person = await theatre.member(lang)
    const { page } = person
    await checkFile(person, listOf(plantedPairs(20, { 4: 1, 9: -1 }), 'Продукт;А;Б'), said.columns)
    await page
      .getByText(said.noPair)
      .or(page.getByText(/нито цена|neither a price/))
      .first()
      .waitFor()
    expect(await faultsOf(page, 'columns')).toEqual([])
    await page.getByLabel(said.lev).selectOption('1')
    await page.getByLabel(said.euro).selectOption('2')
    await button(person, said.compare).click()
    await eventually(async () => plain(await verdict(person).innerText())).toBe(said.off('2', '20'))
    await eventually(() => page.evaluate(() => document.activeElement?.id)).toBe('check-title')
    // The other way round nothing fits; and the titles of a good list bring its own columns back.
    await checkFile(person, listOf(plantedPairs(20, { 4: 1, 9: -1 })), said.off('2', '20'))
    await page.getByText(said.others).click()
    await page.getByLabel(said.lev).selectOption('2')
    await page.getByLabel(said.euro).selectOption('1')
    await button(person, said.compare).click()
    await eventually(async () => plain(await verdict(person).innerText())).toBe(said.off('20', '20'))
    await page.getByText(said.others).click()
    await button(person, said.found).click()
    await eventually(async () => plain(await verdict(person).innerText())).toBe(said.off('2', '20'))
  })

  it('CHECK-01 · a file is checked by keyboard only, from the upload to the next file', async () => {
    const person = await theatre.member(lang)
    const { page, words } = person
    await person.go('/converter?mode=check')
    await page.getByRole('heading', { name: said.choose }).waitFor()
    const press = keysOf(person)
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press(words.upload)])
    await chooser.setFiles(listOf(PLANTED))
    await eventually(() => page.evaluate(() => document.activeElement?.id)).toBe('check-title')
    await tabTo(person, said.either)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await eventually(() => page.getByRole('radio', { name: said.eurOriginal }).isChecked()).toBe(true)
    await press(said.next)
    await verdict(person).focus()
    await press(said.again)
    await eventually(() => page.evaluate(() => document.activeElement?.id)).toBe('check-choose-title')
  })

  it('CHECK-01 · a dropped file is checked, an unsupported file shows an error, and leaving bulk rows asks for confirmation', async () => {
    const person = await theatre.member(lang)
    const { page, words } = person
    await openCheck(person)
    await drop(person, 'drop.csv', ONE_OF_TWO)
    await eventually(async () => plain(await verdict(person).innerText())).toBe(said.oneOff)
    await button(person, said.again).click()
    await page.getByLabel(words.upload).setInputFiles(named('list.txt', 'x'))
    await page.getByRole('heading', { name: said.unsupported }).waitFor()
    await button(person, words.tryAnother).click()
    await page.getByRole('heading', { name: said.choose }).waitFor()
    // Rows of the bulk mode are not dropped without confirmation (CONV-10).
    await upload(person, csvFile('rows.csv', 'Име;Цена\nХляб;1,95\n'))
    await page.getByText(said.mode, { exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: said.leave }).click()
    await page.getByRole('heading', { name: words.ready }).waitFor()
  })

  it('CHECK-01 · the table has a name and row headers, and on a phone every amount has its title', async () => {
    const person = await theatre.member(lang)
    const { page } = person
    await checkFile(person, csvFile('list.csv', `${ONE_OF_TWO};2,00;1,00\n`), said.off('2', '3'))
    const table = page.getByRole('table', { name: said.list, exact: true })
    await table.getByRole('rowheader', { name: 'а', exact: true }).waitFor()
    // The last one has no name.
    await table.getByRole('rowheader', { name: said.row(4), exact: true }).waitFor()
    expect(await table.getByRole('columnheader').count()).toBe(6)
    await page.setViewportSize({ width: 390, height: 800 })
    await eventually(() => table.getByRole('columnheader').count()).toBe(0)
    const heard = plain(await rowsOf(person).first().ariaSnapshot())
    for (const title of said.amounts) expect(heard).toContain(title)
    expect(await faultsOf(page, 'on a phone')).toEqual([])
  })

  it('CHECK-01 · ambiguous prices are asked about, another encoding reads the file again, and assumptions are shown', async () => {
    const person = await theatre.member(lang)
    const { page } = person
    await checkFile(person, csvFile('open.csv', 'Име;Цена лв.;Цена €\nа;12,500;6391,15\n'), said.question)
    await page.getByRole('button', { name: said.thousands.replace(' ', '\u00a0') }).click()
    await eventually(async () => plain(await verdict(person).innerText())).not.toBe(said.question)
    await eventually(() => page.evaluate(() => document.activeElement?.id)).toBe('check-title')
    expect(await page.getByTestId('mismatches').count()).toBe(0)
    await page.getByLabel(said.encoding).selectOption('windows-1251')
    await eventually(async () => plain(await verdict(person).innerText())).toBe(said.columns)
    await page.getByLabel(said.encoding).selectOption('utf-8')
    await eventually(async () => plain(await verdict(person).innerText())).toBe(said.question)
    const list = 'Име;Цена на дребно;Цена на дребно (€)\nа;1,96;1,01\nб;1,96;1,00\n'
    await checkFile(person, csvFile('assumed.csv', list), said.oneOff)
    await page.getByText(said.assumed).waitFor()
  })
})

it('CHECK-01 · a list of 100,000 pairs is checked in the worker, and its read can be cancelled', async () => {
  const person = await theatre.member('en')
  const { page, words } = person
  const said = CHECK_WORDS.en
  const list = listOf(plantedPairs(100_000, { 99_999: 1 }))
  await checkFile(person, list, '1 of 100,000 pairs is off.')
  await eventually(() => rowsOf(person).count()).toBe(1)
  expect((await cellsOf(rowsOf(person).first()))[0]).toBe('100,001')
  await button(person, said.again).click()
  await page.getByRole('heading', { name: said.choose }).waitFor()
  // Pressed as soon as it is there: a fast machine has read the file before a hand would be at the button.
  await page.evaluate((name) => {
    const press = () =>
      [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)?.click()
    new MutationObserver(press).observe(document.body, { subtree: true, childList: true })
  }, words.cancel)
  await page.getByLabel(words.upload).setInputFiles(list)
  await eventually(() => page.evaluate(() => document.activeElement?.id)).toBe('check-choose-title')
  expect(await verdict(person).count()).toBe(0)
})

it.runIf(areCataloguesThere)(
  'CHECK-01 · three planted errors are found in a real price list with computed euro prices',
  async () => {
    const [titles = '', ...lines] = Buffer.from(readListed('grizli-semicolon.csv'))
      .toString()
      .replace(/^\ufeff/, '')
      .split(/\r?\n/)
      .filter((line) => line !== '')
    const price = titles.split(';').indexOf('Цена на дребно')
    // The euro prices of the list are used as lev, and their euro prices are computed by the reference.
    const errors: Record<number, number> = { 0: 1, 500: -1, 1102: 2 }
    const rows = lines.map((line, i) => {
      const stotinki = Math.round(Number(line.split(';')[price]) * 100)
      return `${line};${decimals(centsOf(stotinki) + (errors[i] ?? 0))}`
    })
    const person = await theatre.member('bg')
    const file = csvFile('grizli.csv', [`${titles};Цена на дребно (€)`, ...rows].join('\r\n'))
    await checkFile(person, file, CHECK_WORDS.bg.off('3', '1103'))
    await eventually(() => rowsOf(person).count()).toBe(3)
    const found = await Promise.all((await rowsOf(person).all()).map(cellsOf))
    expect(found.map(([row, , , , , difference]) => [row, difference?.slice(0, 5)])).toEqual([
      ['2', '+0,01'],
      ['502', '−0,01'],
      ['1104', '+0,02'],
    ])
  },
)
