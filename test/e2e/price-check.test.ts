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
  dropFile,
  chooseFile,
  listOf,
  ONE_OF_TWO,
  openCheck,
  plain,
  rowsOf,
  resultTitle,
} from './check-page.ts'
import { accessibilityViolations } from './accessibility.ts'
import { named } from './files.ts'
import { keyboardPress, tabTo } from './keyboard.ts'
import { shown, splitCsv } from './reference.ts'
import { balanceOf, csvFile, startApp, eventually } from './steps.ts'
import { inTurn, LANGS } from './words.ts'

const app = startApp()

/** Sixty errors: one cent up or down alternately, and one of two euro. */
const ERRORS = Object.fromEntries(
  Array.from({ length: 60 }, (_, i) => [i * 15 + 3, i === 30 ? 200 : i % 2 ? -1 : 1]),
)
const PLANTED = plantedPairs(1000, ERRORS)
const WRONG = PLANTED.map((pair, i) => ({ ...pair, row: i + 2 })).filter(({ off }) => off !== 0)

describe.each(LANGS)('CHECK-01 · the price check, in %s', (lang) => {
  const it = inTurn(lang)
  const texts = CHECK_WORDS[lang]

  it('CHECK-01 CHECK-02 · a visitor without an account checks the sample: the strip, the figures and the wrong pairs', async () => {
    const visitor = await app.visitor(lang)
    const { page } = visitor
    await visitor.go('/converter?mode=check')
    await page.getByRole('heading', { name: texts.choose }).waitFor()
    expect(new URL(page.url()).pathname).toBe(`${visitor.words.prefix}/check`)
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.method() !== 'GET') sent.push(request.url())
    })
    await button(visitor, texts.sample).click()
    await eventually(async () => plain(await resultTitle(visitor).innerText())).toBe(texts.sampleOff)
    await page.getByText(texts.sampleFile).waitFor()
    await page.getByRole('heading', { name: texts.where, exact: true }).waitFor()
    await page.getByRole('img', { name: texts.strip, exact: true }).waitFor()
    const figures = page.getByTestId('ledger')
    expect((await figures.locator('dt').allInnerTexts()).map(plain)).toEqual(texts.figures)
    const [checked, exact, off, byOne, largest] = (await figures.locator('dd').allInnerTexts()).map(plain)
    expect([checked, exact, off, byOne]).toEqual(['48', '43', '5', '4'])
    expect(largest).toContain(shown('0.09', lang))
    // The same for screen readers, by row.
    const dots = await page.getByTestId('strip').locator('tbody tr').allInnerTexts()
    expect(dots.map((dot) => plain(dot).split(' ')[0])).toEqual(['8', '20', '27', '34', '46'])
    expect((await Promise.all((await rowsOf(visitor).all()).map(cellsOf))).map(([row]) => row)).toEqual([
      '8',
      '20',
      '27',
      '34',
      '46',
    ])
    expect(await accessibilityViolations(page, 'the sample')).toEqual([])
    expect(sent).toEqual([])
  })

  it('CHECK-01 · a correct list: the result heading has the focus, nothing is uploaded and no token is charged', async () => {
    const user = await app.user(lang)
    const { page } = user
    await openCheck(user)
    const before = await balanceOf(page)
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.method() !== 'GET' || request.url().includes('/api/convert')) sent.push(request.url())
    })
    expect(await accessibilityViolations(page, 'the choice')).toEqual([])
    await page.getByLabel(user.words.upload).setInputFiles(listOf(plantedPairs(500, {})))
    await eventually(async () => plain(await resultTitle(user).innerText())).toBe(texts.right)
    await eventually(() => page.evaluate(() => document.activeElement?.id)).toBe('check-title')
    expect(await rowsOf(user).count()).toBe(0)
    // With nothing off the line the picture is lower than with differences.
    expect((await page.getByTestId('strip').getByRole('img').boundingBox())?.height).toBeLessThan(120)
    expect(await accessibilityViolations(page, 'no mismatch')).toEqual([])
    await page.reload()
    await page.getByRole('heading', { name: texts.choose }).waitFor()
    expect(await balanceOf(page)).toBe(before)
    expect(sent).toEqual([])
  })

  it('CHECK-01 · an incorrect list: every mismatch is listed by page and exported as CSV and XLSX', async () => {
    const user = await app.user(lang)
    const { page, words } = user
    await checkFile(user, listOf(PLANTED), texts.off('60', lang === 'bg' ? '1000' : '1,000'))
    await eventually(() => rowsOf(user).count()).toBe(50)
    const [first, second] = WRONG
    const amount = (hundredths: number) => shown(decimals(Math.abs(hundredths)), lang)
    for (const [i, pair] of [first!, second!].entries()) {
      const cells = await cellsOf(rowsOf(user).nth(i))
      expect(cells.slice(0, 2)).toEqual([String(pair.row), plain(cells[1]!)])
      expect(cells[1]).toContain(pair.name)
      expect(cells.slice(2, 5)).toEqual([amount(pair.bgn), amount(pair.eur), amount(pair.right)])
      const difference = lang === 'bg' ? `${amount(pair.off)} €` : `€${amount(pair.off)}`
      expect(cells[6]).toBe(
        `${pair.off < 0 ? '−' : '+'}${difference} ${pair.off < 0 ? texts.below : texts.above}`,
      )
    }
    // The heads of the columns stay below the header of the page.
    const top = (selector: string) =>
      page
        .getByTestId('mismatches')
        .locator(selector)
        .first()
        .evaluate((element) => Math.round(element.getBoundingClientRect().top))
    await rowsOf(user).nth(40).scrollIntoViewIfNeeded()
    expect(await top('thead th')).toBe(60)
    expect(await top('tbody th')).toBeLessThan(0)
    // Another page begins at its top, and the pressed button keeps the focus.
    await button(user, texts.next).click()
    await eventually(() => rowsOf(user).count()).toBe(10)
    expect(await top('tbody th')).toBeGreaterThan(60)
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(texts.next)
    expect((await cellsOf(rowsOf(user).last()))[1]).toContain(WRONG.at(-1)!.name)
    expect(await accessibilityViolations(page, 'mismatches')).toEqual([])

    const expected = WRONG.map((pair) => [
      String(pair.row),
      pair.name,
      pair.bgn,
      pair.eur,
      pair.right,
      pair.off,
    ])
    const [csv] = await Promise.all([page.waitForEvent('download'), button(user, words.csv).click()])
    expect(csv.suggestedFilename()).toBe(`${texts.file}.csv`)
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
    const [book] = await Promise.all([page.waitForEvent('download'), button(user, texts.xlsx).click()])
    expect(book.suggestedFilename()).toBe(`${texts.file}.xlsx`)
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
    const user = await app.user(lang)
    const { page, words } = user
    // 1.00 euro is 1.96 lev, and 1.95 lev is 1.00 euro.
    const list =
      'Име;Цена лв.;Цена €\n=1+1;1,95;1,00\nСамо лева;3,00;\nТекст;по договаряне;2,00\nСирене;19,56;10,00\n'
    await chooseFile(user, csvFile('list.csv', list))
    await resultTitle(user).waitFor()
    await eventually(() => page.getByTestId('mismatches').count()).toBe(0)
    await page.getByText(texts.missing).click()
    expect((await page.getByTestId('missing').locator('li').allInnerTexts()).map(plain)).toEqual(
      texts.reasons,
    )
    await page.getByRole('radio', { name: texts.eurOriginal }).check()
    await eventually(async () => plain(await resultTitle(user).innerText())).toBe(texts.oneOff)
    await eventually(async () => plain((await page.getByRole('status').allInnerTexts()).join(' '))).toContain(
      texts.oneOff,
    )
    await eventually(() => rowsOf(user).count()).toBe(1)
    const cells = await cellsOf(rowsOf(user).first())
    expect(cells[4]).toBe(shown('1.96', lang))
    expect(cells[5]).toContain(shown('0.01', lang))
    const [csv] = await Promise.all([page.waitForEvent('download'), button(user, words.csv).click()])
    expect(await readFile(await csv.path(), 'utf8')).toContain("'=1+1")
    await page.getByRole('radio', { name: texts.either }).check()
    await eventually(() => page.getByTestId('mismatches').count()).toBe(0)
  })

  it('CHECK-01 · columns are chosen manually when no title names them', async () => {
    const user = await app.user(lang)
    const { page } = user
    await checkFile(user, listOf(plantedPairs(20, { 4: 1, 9: -1 }), 'Продукт;А;Б'), texts.columns)
    await page
      .getByText(texts.noPair)
      .or(page.getByText(/нито цена|neither a price/))
      .first()
      .waitFor()
    const firstRows = page.getByTestId('first-rows').getByRole('row')
    expect((await firstRows.allInnerTexts()).slice(0, 1).map(plain)).toEqual(['Продукт А Б'])
    expect(await firstRows.count()).toBeGreaterThan(3)
    expect(await accessibilityViolations(page, 'columns')).toEqual([])
    await page.getByLabel(texts.lev).selectOption('1')
    await page.getByLabel(texts.euro).selectOption('2')
    await button(user, texts.compare).click()
    await eventually(async () => plain(await resultTitle(user).innerText())).toBe(texts.off('2', '20'))
    await eventually(() => page.evaluate(() => document.activeElement?.id)).toBe('check-title')
    // With swapped columns every pair is a mismatch; the columns detected by titles can be restored.
    await checkFile(user, listOf(plantedPairs(20, { 4: 1, 9: -1 })), texts.off('2', '20'))
    await page.getByText(texts.others).click()
    await page.getByLabel(texts.lev).selectOption('2')
    await page.getByLabel(texts.euro).selectOption('1')
    await button(user, texts.compare).click()
    await eventually(async () => plain(await resultTitle(user).innerText())).toBe(texts.off('20', '20'))
    await page.getByText(texts.others).click()
    await button(user, texts.found).click()
    await eventually(async () => plain(await resultTitle(user).innerText())).toBe(texts.off('2', '20'))
  })

  it('CHECK-01 CHECK-03 · a visitor checks a file by keyboard only, shares the picture, and goes on to the next file', async () => {
    const visitor = await app.visitor(lang)
    const { page, words } = visitor
    const focused = () => page.evaluate(() => document.activeElement?.id)
    await visitor.go('/check')
    await page.getByRole('heading', { name: texts.choose }).waitFor()
    const press = keyboardPress(visitor)
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press(words.upload)])
    await chooser.setFiles(listOf(PLANTED))
    await eventually(focused).toBe('check-title')
    await press(texts.share)
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    await tabTo(visitor, texts.named)
    await page.keyboard.press('Space')
    const [picture] = await Promise.all([page.waitForEvent('download'), press(texts.save)])
    expect(picture.suggestedFilename()).toBe(`levro-${texts.suffix}.png`)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await tabTo(visitor, texts.either)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await eventually(() => page.getByRole('radio', { name: texts.eurOriginal }).isChecked()).toBe(true)
    const [csv] = await Promise.all([page.waitForEvent('download'), press(words.csv)])
    expect(csv.suggestedFilename()).toBe(`${texts.file}.csv`)
    await press(texts.next)
    await resultTitle(visitor).focus()
    const [next] = await Promise.all([page.waitForEvent('filechooser'), press(texts.again)])
    await next.setFiles(csvFile('next.csv', ONE_OF_TWO))
    await page.getByText('next.csv').waitFor()
    await eventually(focused).toBe('check-title')
    await press(words.remove)
    await eventually(focused).toBe('check-choose-title')
  })

  it('CHECK-01 · a dropped file is checked, and an unsupported file shows an error', async () => {
    const visitor = await app.visitor(lang)
    const { page, words } = visitor
    await openCheck(visitor)
    await dropFile(visitor, 'drop.csv', ONE_OF_TWO)
    await eventually(async () => plain(await resultTitle(visitor).innerText())).toBe(texts.oneOff)
    await button(visitor, words.remove).click()
    await page.getByLabel(words.upload).setInputFiles(named('list.pdf', 'x'))
    await page.getByRole('heading', { name: texts.unsupported }).waitFor()
    expect(await accessibilityViolations(page, 'an unsupported file')).toEqual([])
    await button(visitor, words.tryAnother).click()
    await page.getByRole('heading', { name: texts.choose }).waitFor()
  })

  it('CHECK-01 · the table has a name and row headers, and on a phone its columns fit', async () => {
    const visitor = await app.visitor(lang)
    const { page } = visitor
    await checkFile(visitor, csvFile('list.csv', `${ONE_OF_TWO};2,00;1,00\n`), texts.off('2', '3'))
    const table = page.getByRole('table', { name: texts.list, exact: true })
    await table.getByRole('rowheader', { name: 'а', exact: true }).waitFor()
    // The last one has no name.
    await table.getByRole('rowheader', { name: texts.row(4), exact: true }).waitFor()
    expect(await table.getByRole('columnheader').count()).toBe(7)
    await page.setViewportSize({ width: 390, height: 800 })
    await eventually(async () => (await table.getByRole('columnheader').allInnerTexts()).map(plain)).toEqual(
      texts.headers,
    )
    // The difference stands under the wrong price, and the row under the name.
    const [, name, lev, euro] = await cellsOf(rowsOf(visitor).first())
    const other = lang === 'bg' ? 'или' : 'or'
    expect([name, lev, euro]).toEqual([
      `а ${texts.row(2)}`,
      `${shown('1.96', lang)} ${other} ${shown('1.98', lang)}`,
      `${shown('1.01', lang)} +${lang === 'bg' ? '0,01 €' : '€0.01'}`,
    ])
    expect(await accessibilityViolations(page, 'on a phone')).toEqual([])
  })

  it('CHECK-01 · ambiguous prices are asked about, another encoding reads the file again, and assumptions are shown', async () => {
    const user = await app.user(lang)
    const { page } = user
    await checkFile(user, csvFile('open.csv', 'Име;Цена лв.;Цена €\nа;12,500;6391,15\n'), texts.question)
    // The row that it stands in, and what each answer would make of it.
    expect((await page.getByTestId('asked-row').locator('tbody td').allInnerTexts()).map(plain)).toEqual([
      '2',
      'а',
      '12,500',
      '6391,15',
    ])
    // The other price of the row says which it is; the person still presses it.
    await page.getByText(texts.suggested).waitFor()
    await page.getByRole('button', { name: texts.decimals }).waitFor()
    await page.getByRole('button', { name: texts.thousands.replace(' ', '\u00a0') }).click()
    await eventually(async () => plain(await resultTitle(user).innerText())).not.toBe(texts.question)
    await eventually(() => page.evaluate(() => document.activeElement?.id)).toBe('check-title')
    expect(await page.getByTestId('mismatches').count()).toBe(0)
    await page.getByText(texts.others).click()
    await page.getByText(texts.garbled).click()
    await page.getByLabel(texts.encoding).selectOption('windows-1251')
    await eventually(async () => plain(await resultTitle(user).innerText())).toBe(texts.columns)
    await page.getByLabel(texts.encoding).selectOption('utf-8')
    await eventually(async () => plain(await resultTitle(user).innerText())).toBe(texts.question)
    const list = 'Име;Цена на дребно;Цена на дребно (€)\nа;1,96;1,01\nб;1,96;1,00\n'
    await checkFile(user, csvFile('assumed.csv', list), texts.oneOff)
    await page.getByText(texts.assumed).waitFor()
  })
})

it('CHECK-01 · a list of 100,000 pairs is checked in the worker, and its read can be cancelled', async () => {
  const user = await app.user('en')
  const { page, words } = user
  const texts = CHECK_WORDS.en
  const list = listOf(plantedPairs(100_000, { 99_999: 1 }))
  await checkFile(user, list, '1 of 100,000 pairs is off.')
  await eventually(() => rowsOf(user).count()).toBe(1)
  expect((await cellsOf(rowsOf(user).first()))[0]).toBe('100,001')
  await button(user, words.remove).click()
  await page.getByRole('heading', { name: texts.choose }).waitFor()
  // Clicked as soon as it is rendered: a fast machine reads the file before Playwright finds the button.
  await page.evaluate((name) => {
    const press = () =>
      [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)?.click()
    new MutationObserver(press).observe(document.body, { subtree: true, childList: true })
  }, words.cancel)
  await page.getByLabel(words.upload).setInputFiles(list)
  await eventually(() => page.evaluate(() => document.activeElement?.id)).toBe('check-choose-title')
  expect(await resultTitle(user).count()).toBe(0)
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
    const user = await app.user('bg')
    const file = csvFile('grizli.csv', [`${titles};Цена на дребно (€)`, ...rows].join('\r\n'))
    await checkFile(user, file, CHECK_WORDS.bg.off('3', '1103'))
    await eventually(() => rowsOf(user).count()).toBe(3)
    const found = await Promise.all((await rowsOf(user).all()).map(cellsOf))
    expect(found.map(([row, , , , , , difference]) => [row, difference?.slice(0, 5)])).toEqual([
      ['2', '+0,01'],
      ['502', '−0,01'],
      ['1104', '+0,02'],
    ])
  },
)
