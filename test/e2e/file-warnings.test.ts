import { WOOCOMMERCE_BG } from '#test/fixtures/catalogues/shop-exports.ts'
import { areCataloguesThere, readListed } from '#test/listed-catalogues.ts'
import type { Locator } from 'playwright-core'
import { describe, expect, it, test } from 'vitest'
import { isStoredOnDevice } from './stored-records.ts'
import { accessibilityViolations } from './accessibility.ts'
import { named } from './files.ts'
import { keyboardPress } from './keyboard.ts'
import {
  removeFile,
  askToConvert,
  PASSWORD,
  signedInMark,
  signedOutMark,
  convertAll,
  countsOf,
  csvFile,
  downloaded,
  ownFile,
  fromMenu,
  type Visitor,
  startApp,
  type Upload,
  eventually,
  upload,
} from './steps.ts'
import { inTurn, LANGS } from './words.ts'

const app = startApp()

const TEXTS = {
  bg: {
    namedFile: 'Файлът се казва „ceni-eur.csv“, а цените са прочетени като лева.',
    hasEuro: 'В колоната „Нова“ същите цени вече са в евро. Превалутиран ли е вече файлът?',
    isLev: 'Прочетени са като евро, а изглеждат в лева: в „Нова“ са същите цени, разделени на 1,95583.',
    sales: 'В 1 ред цената в „Промоционална цена:“ е по-висока от тази в „Редовна цена:“:',
    formulas: 'На 2 реда (2, 4) има клетки, които програмите за таблици ще изпълнят като формули.',
    formula: 'На ред 2 има клетка, която програмите за таблици ще изпълнят като формула.',
    sale: 'Ред 4: Восък 100 г – 6,40 лв. и 5,20 лв.',
    saleUnnamed: 'Ред 2: 1,30 € и 1,20 €',
    shop: 'И „Промоционална цена:“?',
    shopTitle: '„Промоционална цена:“ (2 цени)',
    realShop: 'И „Sale price“?',
    add: 'Добавете',
    remembered: 'Като в по‑ранен файл',
    again: 'Разпознайте пак',
    before:
      /^Точно този файл вече е превалутиран на \d.*, \d+:\d\d.* \(2 цени\)\. Ако го превалутирате пак, ще платите отново\.$/,
    beforeShort: /^Този файл вече е превалутиран на \d.*, \d+:\d\d.* \(2 цени\)\.$/,
    price: 'Цена от',
    adjust: 'Променете колоните',
    priceColumn: 'Цена (задължително)',
    apply: 'Приложете',
    check: 'Проверка на цените',
    rereadYes: 'Прочетете отново',
    lev: 'Лева',
    assumed: 'Приета валута, когато не е посочена',
  },
  en: {
    namedFile: 'The file is called “ceni-eur.csv”, but the prices were read as lev.',
    hasEuro: 'The column “Нова” has these prices in euro already. Has the file been converted?',
    isLev: 'They were read as euro but look like lev: “Нова” has the same prices divided by 1.95583.',
    sales: 'In 1 row the price in “Промоционална цена:” is above the one in “Редовна цена:”:',
    formulas: 'Cells in 2 rows (2, 4) would run as formulas in a spreadsheet program.',
    formula: 'A cell in row 2 would run as a formula in a spreadsheet program.',
    sale: 'Row 4: Восък 100 г – 6.40 BGN and 5.20 BGN',
    saleUnnamed: 'Row 2: €1.30 and €1.20',
    shop: 'Also “Промоционална цена:”?',
    shopTitle: '“Промоционална цена:” (2 prices)',
    realShop: 'Also “Sale price”?',
    add: 'Add',
    remembered: 'As in an earlier file',
    again: 'Detect again',
    before:
      /^This very file was converted on \d.*, \d+:\d\d.* \(2 prices\)\. Converting it again is paid for again\.$/,
    beforeShort: /^This file was converted on \d.*, \d+:\d\d.* \(2 prices\)\.$/,
    price: 'Price from',
    adjust: 'Adjust columns',
    priceColumn: 'Price (required)',
    apply: 'Apply',
    check: 'Check the prices',
    rereadYes: 'Read again',
    lev: 'Lev (BGN)',
    assumed: 'Prices without a currency are read as',
  },
}

/** The third column is the second one in euro, calculated by hand. */
const CONVERTED = csvFile(
  'ceni-eur.csv',
  'Стока;Цена;Нова\nОдеяло;19.90;10.17\nЧаша;7.35;3.76\nМаса;129.00;65.96\nСвещ;4.20;2.15\n',
)
const PLAIN = csvFile('spisak.csv', 'Стока;Цена\nХляб;1.20\nМляко;2.40\n')
const NOVEMBER = csvFile('a.csv', 'Стока;Цена;Цена на едро\nХляб;1.20;0.90\nМляко;2.40;\nСол;0.80;0.60\n')
const DECEMBER = csvFile('b.csv', 'Стока;Цена;Цена на едро\nКафе;5.10;4.40\nЧай;3.30;2.70\n')

const EXPORT = csvFile(WOOCOMMERCE_BG.fileName, WOOCOMMERCE_BG.text)

const plain = (text: string): string => text.replaceAll('\u00a0', ' ').trim()

/** The first sentence of each notice. */
const notices = async ({ page }: Visitor) =>
  (await page.getByTestId('notice').locator('p:first-child').allInnerTexts()).map(plain)
const press = ({ page }: Visitor, name: string) => page.getByRole('button', { name, exact: true }).click()
const priceColumns = async ({ page, lang }: Visitor) => {
  const all = await page.locator('[data-testid=columns] div').allInnerTexts()
  return all.map((text) => text.replace(/\s+/g, ' ')).find((text) => text.startsWith(TEXTS[lang].price))
}
const uploadInstead = async (visitor: Visitor, file: Upload) => {
  await removeFile(visitor)
  await upload(visitor, file)
}
const chooseWholesale = async (visitor: Visitor) => {
  const { page, lang } = visitor
  const texts = TEXTS[lang]
  await upload(visitor, NOVEMBER)
  await eventually(() => priceColumns(visitor)).toBe(`${texts.price} Цена`)
  await press(visitor, texts.adjust)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(texts.priceColumn).selectOption({ label: 'Цена на едро' })
  await dialog.getByRole('button', { name: texts.apply }).click()
  await eventually(() => countsOf(page)).toEqual([2, 1, 0])
  await eventually(() => isStoredOnDevice(page, 'columns', 'levro-memory')).toBe(true)
}
const enter = async ({ context, email }: Visitor & { email: string }, how: 'login' | 'register') => {
  const reply = await context.request.post(`/api/auth/${how}`, {
    data: { email, password: PASSWORD },
    headers: { 'x-requested-with': 'levro', origin: app.product.origin },
  })
  expect(reply.status()).toBe(200)
}
const warningsInDialog = async ({ page }: Visitor) =>
  (await page.getByRole('dialog').locator('li').allInnerTexts()).map(plain)

describe.each(LANGS)('warnings about a file before the conversion, in %s', (lang) => {
  const it = inTurn(lang)
  const texts = TEXTS[lang]

  it('GUARD-01 · what makes the result useless stands above the cost, in the line of the file, and above the rows of a phone', async () => {
    const user = await app.user(lang, 40)
    const { page } = user
    await page.setViewportSize({ width: 1440, height: 900 })
    await upload(user, CONVERTED)
    const warning = page.locator('#severe-warning')
    await warning.getByText(texts.isLev).waitFor()
    const topOf = async (shown: Locator) => (await shown.boundingBox())?.y ?? NaN
    expect(await topOf(warning)).toBeLessThan(await topOf(page.getByTestId('cost')))
    const short = lang === 'bg' ? 'Проверете валутата' : 'Check the currency'
    const chip = page.locator('section[aria-labelledby=file-title]').getByText(short, { exact: true })
    await chip.waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    await chip.waitFor({ state: 'hidden' })
    const strip = page.getByRole('button', { name: short, exact: true })
    expect(await topOf(strip)).toBeLessThan(await topOf(page.locator('tr[data-row]').first()))
    expect(await accessibilityViolations(page, 'a warning on a phone')).toEqual([])
    await strip.click()
    await eventually(() => page.evaluate(() => document.activeElement?.id)).toBe('severe-warning')
  })

  it('GUARD-01 · warnings name a second currency and converted prices, and the confirmation repeats them', async () => {
    const user = await app.user(lang, 40)
    const { page, words } = user
    const violations: string[] = []
    await upload(user, CONVERTED)
    // The file name suggests euro, so the prices are read as euro first.
    await page.getByRole('radio', { name: texts.lev }).check()
    await eventually(() => notices(user)).toContain(texts.namedFile)
    expect(await notices(user)).toContain(texts.hasEuro)
    violations.push(...(await accessibilityViolations(page, 'warnings')))
    await askToConvert(user)
    await page.getByRole('button', { name: words.confirm }).waitFor()
    expect(await warningsInDialog(user)).toEqual([texts.namedFile, texts.hasEuro])
    expect(await page.getByRole('dialog').locator('dl').innerText()).toContain(texts.assumed)
    violations.push(...(await accessibilityViolations(page, 'warnings in the confirmation')))
    await page.getByRole('button', { name: words.cancel, exact: true }).click()

    // The warning asks for the currency itself, and nothing else does. Answered, it is a fact and no question.
    const warning = page.locator('#severe-warning')
    expect(await page.getByRole('radio', { name: words.euro }).count()).toBe(1)
    await warning.getByRole('radio', { name: words.euro }).check()
    await eventually(() => notices(user)).toContain(texts.isLev)
    expect(await notices(user)).not.toContain(texts.namedFile)
    expect(await warning.getAttribute('data-kind')).toBe('warning')
    await warning.getByRole('radio', { name: texts.lev }).check()
    await eventually(() => notices(user)).toContain(texts.hasEuro)
    expect(violations).toEqual([])

    await page.getByTestId('notice').getByRole('link', { name: texts.check, exact: true }).click()
    await page.waitForURL((url) => url.pathname === `${words.prefix}/check`)
    // The check has opened the file.
    await page.getByRole('main').getByText(CONVERTED.name).first().waitFor()
    await page.goBack()
    await eventually(() => countsOf(page)).toEqual([4, 0, 0])
  })

  it('GUARD-01 · a consistent file has no warning', async () => {
    const user = await app.user(lang, 40)
    const { page, words } = user
    await upload(user, PLAIN)
    await eventually(() => countsOf(page)).toEqual([2, 0, 0])
    // Only the question about the missing currency.
    expect(await page.getByTestId('notice').count()).toBe(1)
    await askToConvert(user)
    await page.getByRole('button', { name: words.confirm }).waitFor()
    expect(await warningsInDialog(user)).toEqual([])
  })

  it('GUARD-02 · a file converted before has a warning, shown only to the user who converted it', async () => {
    const user = await app.user(lang, 40)
    const { page, context, words } = user
    await upload(user, PLAIN)
    await convertAll(user)
    await upload(user, csvFile('other.csv', 'Стока;Цена\nХляб;1.20\nМляко;2.50\n'))
    await eventually(() => countsOf(page)).toEqual([2, 0, 0])
    expect(await page.getByTestId('notice').count()).toBe(1)
    await uploadInstead(user, { ...PLAIN, name: 'the same by another name.csv' })
    const status = page.getByRole('status').filter({ has: page.getByTestId('notice') })
    await eventually(async () => plain(await status.locator('p').innerText())).toMatch(texts.beforeShort)
    await askToConvert(user)
    await page.getByRole('button', { name: words.confirm }).waitFor()
    expect((await warningsInDialog(user))[0]).toMatch(texts.before)
    expect(await accessibilityViolations(page, 'converted before')).toEqual([])
    await page.getByRole('button', { name: words.cancel, exact: true }).click()

    await context.clearCookies()
    await page.reload()
    await eventually(() => countsOf(page)).toEqual([2, 0, 0])
    await eventually(() => page.getByTestId('notice').count()).toBe(1)
    expect(await status.count()).toBe(0)
    await enter(user, 'login')
    await page.reload()
    await eventually(() => status.count()).toBe(1)
  })

  it('SHOP-01 · a shop export is named, and its further price column is converted on request, by keyboard', async () => {
    const user = await app.user(lang, 40)
    const { page } = user
    await upload(user, EXPORT)
    await eventually(() => countsOf(page)).toEqual([4, 0, 0])
    expect(await page.getByTestId('file-kind').innerText()).toContain('CSV · WooCommerce')
    expect(await notices(user)).toContain(texts.shop)
    const whole = await page.getByTestId('notice').locator('p[title]').getAttribute('title')
    expect(plain(whole ?? '')).toBe(texts.shopTitle)
    expect(await notices(user)).toContain(texts.sales)
    expect((await page.getByTestId('notice').locator('li').allInnerTexts()).map(plain)).toEqual([texts.sale])
    expect(await accessibilityViolations(page, 'a shop export')).toEqual([])
    await page.getByRole('cell').getByRole('textbox').first().fill('Друго')
    await page.keyboard.press('Tab')
    await press(user, texts.add)
    await page.getByRole('dialog').getByRole('button', { name: user.words.cancel, exact: true }).click()
    await eventually(() => page.getByRole('dialog').count()).toBe(0)
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(texts.add)
    await keyboardPress(user)(texts.add)
    await page.getByRole('dialog').getByRole('button', { name: texts.rereadYes, exact: true }).click()
    await eventually(() => countsOf(page)).toEqual([6, 0, 0])
    expect(await priceColumns(user)).toBe(`${texts.price} Редовна цена:, Промоционална цена:`)
    expect(await notices(user)).not.toContain(texts.shop)
    await eventually(() => page.evaluate(() => document.activeElement?.id)).toBe('file-title')
  })

  it('SHOP-02 · chosen columns are applied to the next file with the same headers until columns are detected again', async () => {
    const user = await app.user(lang, 40)
    const { page } = user
    await chooseWholesale(user)
    expect(await notices(user)).not.toContain(texts.remembered)

    await page.reload()
    await uploadInstead(user, DECEMBER)
    await eventually(() => priceColumns(user)).toBe(`${texts.price} Цена на едро`)
    expect(await notices(user)).toContain(texts.remembered)
    expect(await page.getByRole('cell').getByRole('textbox').nth(1).inputValue()).toMatch(/^4[.,]40?$/)
    expect(await accessibilityViolations(page, 'remembered columns')).toEqual([])
    await page.reload()
    await eventually(() => notices(user)).toContain(texts.remembered)

    await keyboardPress(user)(texts.again)
    await eventually(() => priceColumns(user)).toBe(`${texts.price} Цена`)
    expect(await notices(user)).not.toContain(texts.remembered)
    await eventually(() => page.evaluate(() => document.activeElement?.id)).toBe('file-title')
    await uploadInstead(user, NOVEMBER)
    await eventually(() => priceColumns(user)).toBe(`${texts.price} Цена`)
    expect(await notices(user)).not.toContain(texts.remembered)
  })

  it('CONV-09 · cells that would run as formulas are named; the own file keeps them, the results do not', async () => {
    const user = await app.user(lang)
    const lines = ['Стока;Цена', '=1+1;1,95', 'Хляб;2,00', "x,+cmd|' /C calc'!A1;3,00"]
    await upload(user, csvFile('ceni.csv', `${lines.join('\r\n')}\r\n`))
    const notice = user.page.getByTestId('notice').filter({ hasText: texts.formulas })
    await eventually(() => notice.count()).toBe(1)
    await convertAll(user)
    const own = (await downloaded(user.page, ownFile(user))).text.split('\r\n')
    expect(own.slice(1, 4).map((line, i) => line.startsWith(`${lines[i + 1]};`))).toEqual([true, true, true])
    const results = (await downloaded(user.page, await fromMenu(user, user.words.csv))).text
    for (const escaped of ["'=1+1", "x,'+cmd|"]) expect(results).toContain(escaped)
    await user.go('/check')
    await user.page
      .locator('input[type=file]')
      .first()
      .setInputFiles(csvFile('pairs.csv', 'Стока;Цена лв.;Цена €\n=1+1;1,95;1,00\nХляб;2,00;1,02\n'))
    await eventually(() => user.page.getByText(texts.formula).count()).toBe(1)
  })

  it('GUARD-01 · the sale price warning shows amounts also for a row without a name', async () => {
    const visitor = await app.visitor(lang)
    await upload(visitor, csvFile('a.csv', 'Стока;Цена €;Промо цена €\n;1.20;1.30\nХляб;2.40;2.10\n'))
    const lines = visitor.page.getByTestId('notice').locator('li')
    await eventually(async () => (await lines.allInnerTexts()).map(plain)).toContain(texts.saleUnnamed)
  })

  test.skipIf(!areCataloguesThere)(
    'SHOP-01 · a real shop export is named, with its further price column',
    async () => {
      const visitor = await app.visitor(lang)
      const file = 'woocommerce-products.csv'
      await upload(visitor, named(file, Buffer.from(readListed(file))))
      await eventually(() => notices(visitor)).toContain(texts.realShop)
    },
  )
})

describe('files and columns that the device remembers', () => {
  const texts = {
    ...TEXTS.bg,
    forget: 'Забравете запомнените колони и файлове',
    forgotten: 'Запомнените колони и файлове са забравени.',
    help: 'Как се превалутира цял каталог',
  }

  it('GUARD-02 · a returned file has the same warning as its source file', async () => {
    const user = await app.user('bg', 40)
    const { page } = user
    await upload(user, PLAIN)
    await convertAll(user)
    const { text } = await downloaded(page, ownFile(user))
    await upload(user, csvFile('back.csv', text))
    const status = page.getByRole('status').filter({ has: page.getByTestId('notice') })
    await eventually(async () => plain(await status.locator('p').innerText())).toMatch(texts.beforeShort)
  })

  it('GUARD-02 · a file that another tab has converted has the warning when it is given again', async () => {
    const user = await app.user('bg', 40)
    const { context, page } = user
    await upload(user, PLAIN)
    await eventually(() => countsOf(page)).toEqual([2, 0, 0])
    const other: Visitor = { ...user, page: await context.newPage() }
    await other.page.goto(page.url())
    await eventually(() => countsOf(other.page)).toEqual([2, 0, 0])
    await convertAll(other)
    await page.getByRole('heading', { name: user.words.results }).waitFor()
    await upload(user, PLAIN)
    await askToConvert(user)
    await page.getByRole('button', { name: user.words.confirm }).waitFor()
    expect((await warningsInDialog(user))[0]).toMatch(texts.before)
  })

  it('GUARD-02 SHOP-02 · remembered columns and files survive a damaged entry and are deleted by a button', async () => {
    const user = await app.user('bg', 40)
    const { page } = user
    const status = page.getByRole('status').filter({ has: page.getByTestId('notice') })
    await upload(user, PLAIN)
    await convertAll(user)
    await chooseWholesale(user)
    await eventually(() => isStoredOnDevice(page, 'converted', 'levro-memory')).toBe(true)
    await page.evaluate(async () => {
      const db = await new Promise<IDBDatabase>((done) => {
        const request = indexedDB.open('levro-memory')
        request.onsuccess = () => done(request.result)
      })
      const store = db.transaction('bulk', 'readwrite').objectStore('bulk')
      for (const key of ['columns', 'converted'])
        store.get(key).onsuccess = ({ target }) => {
          const { entries } = (target as IDBRequest<{ entries: unknown[] }>).result
          store.put({ version: 1, entries: [null, 7, {}, ...entries] }, key)
        }
      await new Promise((done) => (store.transaction.oncomplete = done))
      db.close()
    })
    await uploadInstead(user, PLAIN)
    await eventually(() => status.count()).toBe(1)
    await uploadInstead(user, DECEMBER)
    await eventually(() => priceColumns(user)).toBe(`${texts.price} Цена на едро`)

    const remove = page.getByRole('button', { name: user.words.remove, exact: true })
    await remove.click()
    // The button is in the collapsed help. The help of the removed file is another element.
    await remove.waitFor({ state: 'detached' })
    const forget = page.getByRole('button', { name: texts.forget, exact: true })
    await page.locator('summary', { hasText: texts.help }).click()
    expect(await accessibilityViolations(page, 'the help')).toEqual([])
    await forget.click()
    await page.getByText(texts.forgotten).waitFor()
    await upload(user, DECEMBER)
    await eventually(() => priceColumns(user)).toBe(`${texts.price} Цена`)
    await uploadInstead(user, PLAIN)
    await eventually(() => countsOf(page)).toEqual([2, 0, 0])
    // The account still has a conversion of a file with this name and number of prices.
    await eventually(() => status.locator('p').first().innerText()).toMatch(/^Файл със същото име/)
  })

  it('GUARD-02 · deleting the account deletes its conversion history on the device', async () => {
    const user = await app.user('bg', 40)
    const { page, go, email, words } = user
    await upload(user, PLAIN)
    await convertAll(user)
    await go('/account/settings')
    await page.getByRole('button', { name: 'Изтрийте профила', exact: true }).click()
    await page
      .locator('form', { has: page.locator('input[name=confirmation]') })
      .getByRole('checkbox')
      .check()
    await page.fill('input[name=confirmation]', email)
    await page.press('input[name=confirmation]', 'Enter')
    await page.waitForURL(/account_deleted=1/)
    await enter(user, 'register')
    // The address has had its free tokens.
    await app.product.grant(email, 40)
    await upload(user, PLAIN)
    await eventually(() => countsOf(page)).toEqual([2, 0, 0])
    await askToConvert(user)
    await page.getByRole('button', { name: words.confirm }).waitFor()
    expect(await warningsInDialog(user)).toEqual([])
  })

  it('SHOP-02 · columns chosen by a user are not applied for a signed-out visitor on the same device', async () => {
    const user = await app.user('bg', 40)
    const { page, context, words } = user
    await chooseWholesale(user)
    await context.clearCookies()
    await page.reload()
    await signedOutMark(user).waitFor()
    await removeFile(user)
    await page.getByLabel(words.upload).first().setInputFiles(DECEMBER)
    await page.getByRole('heading', { name: words.ready }).waitFor()
    await eventually(() => priceColumns(user)).toBe(`${texts.price} Цена`)
    expect(await notices(user)).not.toContain(texts.remembered)
    await enter(user, 'login')
    await page.reload()
    await signedInMark(page).waitFor()
    await uploadInstead(user, DECEMBER)
    await eventually(() => priceColumns(user)).toBe(`${texts.price} Цена на едро`)
  })

  it('SHOP-02 · the chosen currency is remembered too; a file with other headers is not affected', async () => {
    const visitor = await app.visitor('bg')
    const { page, words } = visitor
    const euro = page.getByRole('radio', { name: words.euro })
    await upload(visitor, NOVEMBER)
    // Checked when the rows have it.
    await euro.click()
    await eventually(() => euro.isChecked()).toBe(true)
    await uploadInstead(visitor, PLAIN)
    await eventually(() => countsOf(page)).toEqual([2, 0, 0])
    expect(await euro.isChecked()).toBe(false)
    await uploadInstead(visitor, DECEMBER)
    await eventually(() => notices(visitor)).toContain(texts.remembered)
    expect(await euro.isChecked()).toBe(true)
    const lev = page.getByRole('radio', { name: texts.lev })
    await lev.click()
    await eventually(() => notices(visitor)).not.toContain(texts.remembered)
    await eventually(() => lev.isChecked()).toBe(true)
  })
})
