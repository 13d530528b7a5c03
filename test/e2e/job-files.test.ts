import { accessibilityViolations } from './accessibility.ts'
import { read } from '@e965/xlsx'
import { readFile } from 'node:fs/promises'
import { describe, expect } from 'vitest'
import { TEXTS as PROTOCOL, tablesOf } from './protocols.ts'
import { shown } from './reference.ts'
import { referenceAmounts } from '#test/reference-rate.ts'
import {
  balanceOf,
  convertAll,
  csvFile,
  downloaded,
  eventually,
  jobAction,
  login,
  signedInMark,
  startApp,
  removeFile,
  upload,
  type Visitor,
} from './steps.ts'
import { inTurn, LANGS } from './words.ts'

const app = startApp()

const TEXTS = {
  bg: {
    download: /^Изтеглете: /,
    open: 'Отворете резултата',
    protocol: 'Протокол: ceni.csv',
    make: 'Изгответе протокола',
    protocolFile: 'ceni-levro-protokol.pdf',
    first: 'Превалутирайте първите 15',
    show: 'Преглед',
    inParts: 'на 2 части: 15\u00a0+\u00a05 цени',
    finished: 'Отворете готовия резултат',
    probably: /^Файл със същото име и 3 цени е превалутиран на \d.*, \d+:\d\d/,
    inAccount: 'Вижте превалутирането',
    parts: ['останалите 5 цени', 'първите 15 цени'],
    whole: 'Файлът е превалутиран на 2 пъти: 15 + 5 цени. Тук са всички.',
    other: 'Това не е превалутираният файл: цените от „ceni.csv“ не са в него.',
    choose: 'Изберете файла отново',
    add: 'Добавете',
  },
  en: {
    download: /^Download: /,
    open: 'Open the result',
    protocol: 'Report: ceni.csv',
    make: 'Make the report',
    protocolFile: 'ceni-levro-protocol.pdf',
    first: 'Convert the first 15',
    show: 'Preview',
    inParts: 'in 2 parts: 15\u00a0+\u00a05 prices',
    finished: 'Open the finished result',
    probably: /^A file of the same name with 3 prices was converted on \d.*, \d+:\d\d/,
    inAccount: 'View that conversion',
    parts: ['the other 5 prices', 'first 15 prices'],
    whole: 'The file was converted in 2 parts: 15 + 5 prices. They are all here.',
    other: 'This is not the converted file: the prices of “ceni.csv” are not in it.',
    choose: 'Choose the file again',
    add: 'Add',
  },
}

const PRICES = ['12,50', '1,95', '999,00']
const LINES = ['Стока;Цена в лева', ...PRICES.map((price, i) => `Хляб ${i + 1};${price}`)]
const csv = (name: string, lines: readonly string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(`${lines.join('\r\n')}\r\n`),
})
const FILE = csv('ceni.csv', LINES)

/** More prices than are converted at first, one of which is none. */
const MANY = Array.from({ length: 21 }, (_, i) => (i === 8 ? 'няма' : `${i * 7 + 1},${(i * 13) % 90 || 5}`))
const MANY_LINES = ['Стока;Цена в лева', ...MANY.map((price, i) => `Стока ${i % 3};${price}`)]
const MANY_FILE = csv('ceni.csv', MANY_LINES)

const euros = PRICES.map((price) => referenceAmounts(price.replace(',', '.'), 'BGN').eur)
const sums = (side: 'bgn' | 'eur'): string =>
  PRICES.reduce(
    (sum, price) => sum + Number(referenceAmounts(price.replace(',', '.'), 'BGN')[side]) * 100,
    0,
  ).toFixed(0)

/** The lines of a file. */
const linesOf = (text: string): string[] =>
  text
    .replace(/^\ufeff/, '')
    .trimEnd()
    .split('\r\n')

describe.each(LANGS)('files of a saved conversion, in %s', (lang) => {
  const it = inTurn(lang)
  const texts = TEXTS[lang]

  /** Every line of the file is kept, with its euro price. */
  function expectOwnFile({ name, text }: { name: string; text: string }): void {
    expect(name).toBe('ceni-levro.csv')
    const lines = linesOf(text)
    expect(lines).toHaveLength(LINES.length)
    for (const [i, line] of lines.entries()) {
      expect(line.startsWith(LINES[i] ?? ''), line).toBe(true)
      if (i > 0) expect(line.slice((LINES[i] ?? '').length)).toBe(`;${euros[i - 1]?.replace('.', ',')}`)
    }
  }

  async function converted(): Promise<Visitor & { email: string }> {
    const user = await app.user(lang)
    await upload(user, FILE)
    await convertAll(user)
    await eventually(() => balanceOf(user.page)).toBe(12)
    return user
  }

  /** The same user on a device that has neither file nor results. */
  async function elsewhere(email: string): Promise<Visitor> {
    const visitor = await app.visitor(lang)
    await visitor.go('/login?next=/account')
    await login(visitor, email)
    await visitor.page.getByTestId('job-title').first().waitFor()
    return visitor
  }

  it('AUTH-09 CONV-08 · the own file of the last conversion is made again from the device, without a charge', async () => {
    const user = await converted()
    const { page } = user
    await user.go('/account')
    const cells = page.locator('[data-job] td.amount')
    await eventually(async () => (await cells.allInnerTexts()).slice(0, 3)).toEqual([
      '3',
      shown((Number(sums('bgn')) / 100).toFixed(2), lang),
      shown((Number(sums('eur')) / 100).toFixed(2), lang),
    ])
    expectOwnFile(await downloaded(page, page.getByRole('button', { name: texts.download })))
    expect(await balanceOf(page)).toBe(12)
  })

  it('AUTH-09 CONV-08 · elsewhere the file is given again: another one is refused, the right one returned', async () => {
    const { email } = await converted()
    const { page } = await elsewhere(email)
    await page.getByRole('button', { name: texts.download }).click()
    const dialog = page.getByRole('dialog', { name: texts.choose })
    const give = dialog.locator('input[type=file]')
    await give.setInputFiles(csv('ceni.csv', LINES.with(2, 'Хляб 2;1,96')))
    await dialog.getByRole('alert').getByText(texts.other).waitFor()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      give.setInputFiles({ ...FILE, name: 'ceni.csv' }),
    ])
    const text = await readFile(await file.path(), 'utf8')
    expectOwnFile({ name: file.suggestedFilename(), text })
    await dialog.waitFor({ state: 'detached' })
    await signedInMark(page).waitFor()
    expect(await balanceOf(page)).toBe(12)
  })

  it('AUTH-09 CONV-08 · elsewhere a file of which several columns were converted is found again', async () => {
    const [title, ...products] = [
      ['Артикул', 'Име', 'Редовна цена', 'Промоционална цена'],
      ['1', 'Риза', '45,00', '40,00'],
      ['2', 'Риза в няколко размера', '', ''],
      ['3', 'Риза, S', '18,00', ''],
      ['4', 'Колан', '65,00', '55,50'],
    ]
    const shop = csvFile('ceni.csv', [title ?? [], ...products].map((cells) => cells.join(';')).join('\r\n'))
    const user = await app.user(lang)
    await upload(user, shop)
    await user.page.getByRole('button', { name: texts.add, exact: true }).click()
    await convertAll(user)
    await eventually(() => balanceOf(user.page)).toBe(10)

    const { page } = await elsewhere(user.email)
    await page.getByRole('button', { name: texts.download }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('dialog', { name: texts.choose }).locator('input[type=file]').setInputFiles(shop),
    ])
    const euro = (price = '') =>
      price && referenceAmounts(price.replace(',', '.'), 'BGN').eur.replace('.', ',')
    expect(linesOf(await readFile(await file.path(), 'utf8')).slice(1)).toEqual(
      products.map(([id, name, price, sale]) => [id, name, price, euro(price), sale, euro(sale)].join(';')),
    )
    expect(await balanceOf(page)).toBe(10)
  })

  /** The file with all prices, whichever of its jobs it is made of. */
  function expectWhole({ name, text }: { name: string; text: string }): void {
    expect(name).toBe('ceni-levro.csv')
    const euroOf = (price: string) =>
      price === 'няма' ? '' : referenceAmounts(price.replace(',', '.'), 'BGN').eur.replace('.', ',')
    expect(linesOf(text).slice(1)).toEqual(MANY.map((price, i) => `${MANY_LINES[i + 1]};${euroOf(price)}`))
  }

  it('AUTH-09 CONV-05 CONV-08 PROOF-03 · a file converted in two parts is given back whole from either job', async () => {
    const user = await app.user(lang, 10)
    const { page: own, words } = user
    await upload(user, MANY_FILE)
    await own.getByTestId('review').getByRole('button', { name: texts.first, exact: true }).click()
    await own.getByRole('button', { name: words.accept, exact: true }).click()
    await own.getByRole('button', { name: words.confirm }).click()
    await eventually(() => balanceOf(own)).toBe(10)
    await convertAll(user)
    await eventually(() => balanceOf(own)).toBe(5)

    const { page } = await elsewhere(user.email)
    const jobs = page.locator('[data-job]')
    // One entry for the file, with its parts inside.
    const lines = page.getByTestId('jobs').locator('tbody').getByTestId('job-title')
    expect(await lines.allInnerTexts()).toEqual([`ceni.csv\n${texts.inParts}`])
    expect(await page.getByTestId('jobs').locator('tbody td.amount').first().innerText()).toBe('20')
    expect(await page.getByTestId('job-count').innerText()).toBe('1')
    expect(await accessibilityViolations(page, 'a file in two parts')).toEqual([])
    await page.getByRole('button', { name: `${texts.show}: ceni.csv ${texts.inParts}` }).click()
    await eventually(() => jobs.count()).toBe(2)
    expect((await jobs.getByTestId('job-title').allTextContents()).map((text) => text.trim())).toEqual(
      texts.parts,
    )
    expect(await accessibilityViolations(page, 'the parts of a file')).toEqual([])
    const download = (row: number) => jobs.nth(row).getByRole('button', { name: texts.download })
    await download(1).click()
    const dialog = page.getByRole('dialog', { name: texts.choose })
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      dialog.locator('input[type=file]').setInputFiles(MANY_FILE),
    ])
    expectWhole({ name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') })
    await page.getByText(texts.whole, { exact: true }).waitFor()
    // The file is known for the other job too.
    expectWhole(await downloaded(page, download(0)))

    const protocol = `${texts.protocol} ${texts.parts[0]}`
    await jobs.nth(0).getByRole('button', { name: protocol, exact: true }).click()
    const asked = page.getByRole('dialog')
    await asked.getByLabel(/^XLSX/).check()
    const [report] = await Promise.all([
      page.waitForEvent('download'),
      asked.getByRole('button', { name: texts.make }).click(),
    ])
    const book = read(await readFile(await report.path()))
    expect(book.SheetNames).toEqual(PROTOCOL[lang].sheets)
    const [facts = [], rows = [], exceptions = []] = tablesOf(book)
    const ids = await jobs.evaluateAll((all) => all.map((job) => (job as HTMLElement).dataset.job))
    expect(facts.flat()).toContain(ids.toReversed().join(', '))
    expect(facts.at(-1)?.[1]).toBe(20)
    expect(rows.slice(1).map((row) => row.slice(0, 2))).toEqual(MANY.map((_, i) => [i + 1, i + 2]))
    expect(exceptions.slice(1).map((row) => row.slice(0, 2))).toEqual([[9, 10]])
    expect(await balanceOf(page)).toBe(5)

    // The device that has converted the file has its copy.
    await user.go('/account')
    const whole = own.getByTestId('jobs').getByRole('button', { name: texts.download })
    expectWhole(await downloaded(own, whole))
    await own.getByRole('button', { name: `${texts.show}: ceni.csv ${texts.inParts}` }).click()
    for (const row of [0, 1])
      expectWhole(
        await downloaded(
          own,
          own.locator('[data-job]').nth(row).getByRole('button', { name: texts.download }),
        ),
      )
    await own.getByText(texts.whole, { exact: true }).waitFor()
    await own.locator('[data-job]').first().locator('[aria-expanded]').first().click()
    const numbers = own.getByTestId('job-rows').locator('tbody td.number')
    await eventually(() => numbers.allInnerTexts()).toEqual(['10', '18', '19', '20', '21', '22'])
  })

  it('CONV-05 AUTH-09 · a file that was converted before leads to its finished result, not to another charge', async () => {
    const user = await converted()
    const { page, words } = user
    // The result is no longer on the page: another file was converted after it.
    await upload(user, csvFile('друг.csv', 'Име;Цена\nСирене;9,90\n'))
    await convertAll(user)
    await upload(user, FILE)
    const link = page.getByRole('link', { name: texts.finished, exact: true })
    await link.waitFor()
    const [notice, button] = [await link.boundingBox(), await page.locator('#convert-all').boundingBox()]
    expect(notice?.y, 'above the button').toBeLessThan(button?.y ?? 0)
    const name = page.getByTestId('rows').locator('input').first()
    await name.fill('Хляб ръжен')
    await link.click()
    await page.getByRole('heading', { name: words.results }).waitFor()
    await eventually(() => page.evaluate(() => document.activeElement?.id)).toBe('results-title')
    const totals = await page.getByTestId('totals').innerText()
    for (const side of ['bgn', 'eur'] as const)
      expect(totals).toContain(shown((Number(sums(side)) / 100).toFixed(2), lang))
    // The rows that are open are still there, with what was typed last, and can be undone.
    expect(await name.inputValue()).toBe('Хляб ръжен')
    await page.keyboard.press('Control+z')
    await eventually(() => name.inputValue()).toBe('Хляб 1')
    expect(await balanceOf(page)).toBe(11)
  })

  it('CONV-05 AUTH-09 · a file that was converted on another device is probably known by its name and number of prices', async () => {
    const { email } = await converted()
    const visitor = await elsewhere(email)
    const { page } = visitor
    await upload(visitor, FILE)
    await page.getByText(texts.probably).waitFor()
    // It is not certain: converting stays what comes next.
    expect(await page.getByRole('link', { name: texts.finished, exact: true }).count()).toBe(0)
    const link = page.getByRole('link', { name: texts.inAccount, exact: true })
    expect(await link.getAttribute('href')).toMatch(/\/account#\d{4}-/)
    await removeFile(visitor)
    await upload(visitor, csvFile('друг.csv', LINES.join('\n')))
    await eventually(() => page.getByText(texts.probably).count()).toBe(0)
  })

  it('AUTH-09 PROOF-03 · the protocol is made again, and the finished result opened', async () => {
    const { email } = await converted()
    const visitor = await elsewhere(email)
    const { page, words } = visitor
    await page.getByRole('button', { name: texts.protocol }).click()
    const [protocol] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('dialog').getByRole('button', { name: texts.make }).click(),
    ])
    expect(protocol.suggestedFilename()).toBe(texts.protocolFile)
    // Another file waits on this device: its rows stand above the result.
    await upload(visitor, csvFile('друг.csv', 'Име;Цена\nСирене;9,90\nМляко;3,20\n'))
    await visitor.go('/account')
    await (await jobAction(visitor, texts.open)).click()
    await page.getByRole('heading', { name: words.results }).waitFor()
    await eventually(() => page.evaluate(() => document.activeElement?.id)).toBe('results-title')
    // In the upper part of the window, although its parts are still loading.
    expect((await page.locator('#results-title').boundingBox())?.y).toBeLessThan(200)
    const totals = await page.getByTestId('totals').innerText()
    for (const side of ['bgn', 'eur'] as const)
      expect(totals).toContain(shown((Number(sums(side)) / 100).toFixed(2), lang))
    expect(await balanceOf(page)).toBe(12)
  })
})
