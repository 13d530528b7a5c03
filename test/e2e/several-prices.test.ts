import { describe, expect } from 'vitest'
import { realFile } from './files.ts'
import { accessibilityViolations } from './accessibility.ts'
import { splitCsv } from './reference.ts'
import { referenceAmounts } from '#test/reference-rate.ts'
import {
  askToConvert,
  balanceOf,
  convertAll,
  csvFile,
  downloaded,
  type Visitor,
  openResultRows,
  startApp,
  eventually,
  upload,
  ownFile,
} from './steps.ts'
import { decimal, inTurn, LANGS } from './words.ts'

const app = startApp()

const TEXTS = {
  bg: {
    adjust: 'Променете колоните',
    title: 'Колони във файла',
    apply: 'Приложете',
    more: 'Превалутиране и на цените от',
    price: (line: number, column: string) => `Цена, ред ${line}, ${column}`,
    tokens: (n: number) => new RegExp(`за ${n} жетона`),
    replace: 'На мястото на старите',
    kept: '„Sale price“ не е превалутирана: цените в нея остават, каквито са били.',
    pricesPerPage: 'Цени на страница',
    assumed: /^\d+ цени в лева\?$/,
    euro: 'Евро',
    wanted: 'Искам цените',
    inEuro: 'В евро (пропуснати: 1)',
    convertToo: /^Ред 2: да се превалутира/,
  },
  en: {
    adjust: 'Adjust columns',
    title: 'Columns of the file',
    apply: 'Apply',
    more: 'Convert the prices from these too',
    price: (line: number, column: string) => `Price, row ${line}, ${column}`,
    tokens: (n: number) => new RegExp(`for ${n} tokens`),
    replace: 'In place of the old ones',
    kept: '“Sale price” was not converted: its prices stay as they were.',
    pricesPerPage: 'Prices per page',
    assumed: /^\d+ prices in lev\?$/,
    euro: 'EUR',
    wanted: 'I want the prices',
    inEuro: 'In euro (left out: 1)',
    convertToo: /^Row 2: convert it too/,
  },
}

const OWN = csvFile(
  'magazin.csv',
  'SKU,Name,Regular price,Sale price,Stock\n1,Tea,4.50,3.99,7\n2,Bread,1.95,,10\n3,Cheese,12.50,n/a,2\n4,Salt,,0.79,5\n',
)

describe.each(LANGS)('several price columns, in %s', (lang) => {
  const it = inTurn(lang)
  const texts = TEXTS[lang]
  const tick = async ({ page }: Visitor, column: string) => {
    await page.getByRole('button', { name: texts.adjust, exact: true }).click()
    const dialog = page.getByRole('dialog', { name: texts.title })
    const group = dialog.getByRole('group', { name: texts.more })
    await group.getByLabel(column, { exact: true }).check()
    await dialog.getByRole('button', { name: texts.apply, exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
  }

  it('CONV-03 CONV-08 · each chosen column is converted for one token per price cell and gets its own new column', async () => {
    const user = await app.user(lang)
    const { page, words } = user
    await upload(user, OWN)
    await tick(user, 'Sale price')
    // A product has one row, with a pair of columns for each of its prices.
    await eventually(() => page.getByLabel(texts.price(2, 'Sale price'), { exact: true }).inputValue()).toBe(
      decimal('3.99', lang),
    )
    expect(await page.getByLabel(texts.price(3, 'Sale price'), { exact: true }).count()).toBe(0)
    const rows = page.locator('tr[data-row]')
    expect(await rows.count()).toBe(4)
    const eurOf = (price: string) => decimal(referenceAmounts(price, 'BGN').eur, lang)
    expect(await rows.first().locator('td.amount.euro').allInnerTexts()).toEqual([
      eurOf('4.50'),
      eurOf('3.99'),
    ])
    // A phone has no room for that: there each price has a row of its own, named by its column.
    const { width = 0, height = 0 } = page.viewportSize() ?? {}
    await page.setViewportSize({ width: 390, height })
    await eventually(() => rows.count()).toBe(6)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    expect(await accessibilityViolations(page, 'several prices on a phone')).toEqual([])
    await page.setViewportSize({ width, height })
    await eventually(() => rows.count()).toBe(4)
    expect(await accessibilityViolations(page, 'several prices')).toEqual([])
    await page.getByLabel(texts.price(2, 'Sale price'), { exact: true }).fill('3.49')
    await page.getByLabel(texts.price(2, 'Sale price'), { exact: true }).blur()
    // Edits survive a reload.
    await eventually(() => page.getByLabel(texts.price(2, 'Sale price'), { exact: true }).inputValue()).toBe(
      decimal('3.49', lang),
    )
    await page.reload()
    await eventually(() => page.getByLabel(texts.price(2, 'Sale price'), { exact: true }).inputValue()).toBe(
      decimal('3.49', lang),
    )
    expect(await page.getByLabel(texts.price(2, 'Regular price'), { exact: true }).inputValue()).toBe(
      decimal('4.50', lang),
    )
    await askToConvert(user)
    const confirm = page.getByRole('button', { name: words.confirm })
    expect(await confirm.innerText()).toMatch(texts.tokens(5))
    await confirm.click()
    await page.getByRole('heading', { name: words.results }).waitFor()
    await eventually(() => balanceOf(page)).toBe(10)
    await openResultRows(user)
    await eventually(() => page.getByTestId('job-rows').innerText()).toMatch(
      /Tea\s+Regular price[^]*Tea\s+Sale price/,
    )
    const { text } = await downloaded(page, ownFile(user))
    const eur = (price: string) => referenceAmounts(price, 'BGN').eur
    expect(text).toBe(
      [
        'SKU,Name,Regular price,Regular price (EUR),Sale price,Sale price (EUR),Stock',
        `1,Tea,4.50,${eur('4.50')},3.49,${eur('3.49')},7`,
        `2,Bread,1.95,${eur('1.95')},,,10`,
        `3,Cheese,12.50,${eur('12.50')},n/a,,2`,
        `4,Salt,,,0.79,${eur('0.79')},5`,
        '',
      ].join('\n'),
    )
  })

  it('CONV-08 · whoever replaces the old prices is told before the download which column keeps them', async () => {
    const user = await app.user(lang)
    const { page } = user
    await upload(user, OWN)
    await convertAll(user)
    await page.getByTestId('own-file').waitFor()
    expect(await page.getByText(texts.kept).count()).toBe(0)
    await page.getByRole('radio', { name: texts.replace, exact: true }).check()
    await page.getByText(texts.kept).waitFor()
    const lines = (await downloaded(page, ownFile(user))).text.split('\n')
    expect(lines[1]).toBe(`1,Tea,${referenceAmounts('4.50', 'BGN').eur},3.99,7`)
  })

  it('BULK-12 · a page has as many prices as it says, where a line has several', async () => {
    const visitor = await app.visitor(lang)
    const { page } = visitor
    const lines = Array.from({ length: 60 }, (_, i) => `${i},Tea ${i},${i + 1}.50,${i + 1}.20,1`)
    await upload(
      visitor,
      csvFile('list.csv', `ID,Name,Sale price,Regular price,Stock\n${lines.join('\n')}\n`),
    )
    await tick(visitor, 'Sale price')
    const rows = page.locator('tr[data-row]')
    for (const size of [50, 25, 100]) {
      await page.getByLabel(texts.pricesPerPage, { exact: true }).selectOption(String(size))
      // A line that a page ends in is shown whole.
      await eventually(() => rows.count()).toBe(Math.ceil(size / 2))
    }
  })

  it('CONV-03 BULK-12 · on a phone a product is named once above its prices, and its name is edited for all of them', async () => {
    const user = await app.user(lang)
    const { page } = user
    await upload(user, OWN)
    await tick(user, 'Sale price')
    const rows = page.locator('tr[data-row]')
    await eventually(() => rows.count()).toBe(4)
    // Each new column is named by the price that it is of.
    const heads = page.locator('[data-testid=rows] thead th.euro')
    await eventually(async () =>
      (await heads.allInnerTexts()).map((text) => text.trim().split(',')[0]),
    ).toEqual(['Regular price', 'Sale price'])
    await page.setViewportSize({ width: 390, height: 844 })
    await eventually(() => rows.count()).toBe(6)
    const names = rows.locator('input[id^=name]')
    expect(await names.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))).toEqual([
      'Tea',
      'Bread',
      'Cheese',
      'Salt',
    ])
    await names.first().fill('Green tea')
    await names.first().blur()
    await rows.first().locator('button[data-delete]').filter({ visible: true }).click({ force: true })
    await eventually(() => rows.count()).toBe(5)
    await eventually(() => names.first().inputValue()).toBe('Green tea')
  })

  it('READ-12 · on a phone each price of a product that is omitted can be included', async () => {
    const user = await app.user(lang)
    const { page } = user
    await upload(
      user,
      csvFile('both.csv', 'Name;Regular price;Sale price\nTea;4,50 лв.;2,00 €\nSalt;0,79 лв.;\n'),
    )
    await tick(user, 'Sale price')
    await page.getByLabel(texts.wanted).selectOption({ label: texts.inEuro })
    await page.setViewportSize({ width: 390, height: 844 })
    const sale = page.locator('tr[data-row]').nth(1)
    await eventually(() => sale.getAttribute('data-status')).toBe('omitted')
    await sale.getByRole('button', { name: texts.convertToo }).press('Enter')
    await eventually(() => sale.getAttribute('data-status')).toBe('valid')
  })

  it('READ-04 · on a phone a line above the rows asks for the assumed currency, and takes the answer', async () => {
    const visitor = await app.visitor(lang)
    const { page, words } = visitor
    await page.setViewportSize({ width: 390, height: 844 })
    await upload(visitor, OWN)
    const line = page.getByRole('group', { name: texts.assumed })
    await line.getByRole('button', { name: texts.euro, exact: true }).click()
    await eventually(() => page.getByTestId('rows').locator('select').first().inputValue()).toBe('EUR')
    await eventually(() => line.count()).toBe(0)
    expect(await page.getByRole('radio', { name: words.euro }).isChecked()).toBe(true)
  })

  it('CONV-03 CONV-08 · a real export is returned with new columns for regular and sale prices', async (context) => {
    const real = realFile('woocommerce-products.csv')
    if (!real) return context.skip('the real exports are not available')
    const user = await app.user(lang, 100)
    const { page, words } = user
    await upload(user, real)
    await tick(user, 'Sale price')
    await askToConvert(user)
    await page.getByRole('button', { name: words.confirm }).click()
    await page.getByRole('heading', { name: words.results }).waitFor()
    const { text } = await downloaded(page, ownFile(user))
    const before = splitCsv(real.buffer.toString('utf8'))
    const after = splitCsv(text)
    const [sale, regular] = ['Sale price', 'Regular price'].map((title) => before[0]!.indexOf(title))
    expect(after[0]!.slice(sale, regular! + 3)).toEqual([
      'Sale price',
      'Sale price (EUR)',
      'Regular price',
      'Regular price (EUR)',
    ])
    for (const [i, row] of before.entries()) {
      const returned = [...(after[i] ?? [])]
      const [eurRegular] = returned.splice(regular! + 2, 1)
      const [eurSale] = returned.splice(sale! + 1, 1)
      expect(returned).toEqual(row)
      if (i === 0) continue
      expect([eurSale, eurRegular]).toEqual(
        [row[sale!], row[regular!]].map((price) => (price ? referenceAmounts(price, 'BGN').eur : '')),
      )
    }
  })
})
