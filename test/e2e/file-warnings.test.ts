import { readFile } from 'node:fs/promises'
import { WOOCOMMERCE_BG } from '#test/fixtures/catalogues/shop-exports.ts'
import { areCataloguesThere, readListed } from '#test/listed-catalogues.ts'
import { describe, expect, it } from 'vitest'
import { isKeptOnDevice } from './stored-records.ts'
import { faultsOf } from './accessibility.ts'
import { named } from './files.ts'
import { keysOf } from './keyboard.ts'
import {
  removeFile,
  askToConvert,
  PASSWORD,
  signedInMark,
  signedOutMark,
  convertAll,
  countsOf,
  csvFile,
  type Person,
  stage,
  type Upload,
  eventually,
  upload,
} from './steps.ts'
import { LANGS } from './words.ts'

const theatre = stage()

const SAID = {
  bg: {
    namedFile: 'Файлът се казва „ceni-eur.csv“, а цените са прочетени като лева.',
    hasEuro: 'В колоната „Нова“ същите цени вече са в евро. Файлът вече превалутиран ли е?',
    isLev:
      'В колоната „Нова“ са същите цени, разделени на 1,95583. Изглежда, че избраните цени са в лева, а са прочетени като евро.',
    settings: 'Настройки',
    asEuro: 'Прочитане като евро',
    asLev: 'Прочитане като лева',
    sales: 'В 1 ред цената в „Промоционална цена:“ е по-висока от тази в „Редовна цена:“:',
    sale: 'Ред 4: Восък 100 г – 6,40 лв. и 5,20 лв.',
    saleUnnamed: 'Ред 2: 1,30 € и 1,20 €',
    shop: 'Експорт от WooCommerce. В него има цени и в „Промоционална цена:“ (2 цени). За всяка се плаща един жетон.',
    realShop:
      'Експорт от WooCommerce. В него има цени и в „Sale price“ (7 цени). За всяка се плаща един жетон.',
    add: 'Превалутиране и на тях',
    remembered: 'Колоните и валутата са тези, които избрахте за предишен файл със същите заглавия.',
    again: 'Ново разпознаване',
    before: /^Точно този файл вече е превалутиран на \d.*, \d+:\d\d.* \(2 цени\)\.$/,
    price: 'Цена от',
    adjust: 'Промяна на колоните',
    priceColumn: 'Цена (задължително)',
    apply: 'Прилагане',
    check: 'Проверка на цените',
    checked: 'Проверка',
    forget: 'Забравяне на запомнените колони и файлове',
    forgotten: 'Запомнените колони и файлове са забравени.',
    rereadYes: 'Повторно прочитане',
    lev: 'Лева',
    assumed: 'Приета валута, когато не е посочена',
  },
  en: {
    namedFile: 'The file is called “ceni-eur.csv”, but the prices were read as lev.',
    hasEuro: 'The column “Нова” has these prices in euro already. Has the file been converted?',
    isLev:
      'The column “Нова” has these prices divided by 1.95583. The chosen prices seem to be in lev, and were read as euro.',
    settings: 'Settings',
    asEuro: 'Read them as euro',
    asLev: 'Read them as lev',
    sales: 'In 1 row the price in “Промоционална цена:” is above the one in “Редовна цена:”:',
    sale: 'Row 4: Восък 100 г – 6.40 BGN and 5.20 BGN',
    saleUnnamed: 'Row 2: €1.30 and €1.20',
    shop: 'WooCommerce export. It also has prices in “Промоционална цена:” (2 prices). Each takes one token.',
    realShop: 'WooCommerce export. It also has prices in “Sale price” (7 prices). Each takes one token.',
    add: 'Convert these too',
    remembered: 'Columns and currency are as you chose them for an earlier file with the same headers.',
    again: 'Detect again',
    before: /^This very file was converted on \d.*, \d+:\d\d.* \(2 prices\)\.$/,
    price: 'Price from',
    adjust: 'Adjust columns',
    priceColumn: 'Price (required)',
    apply: 'Apply',
    check: 'Check the prices',
    checked: 'Check',
    forget: 'Forget remembered columns and files',
    forgotten: 'The remembered columns and files are forgotten.',
    rereadYes: 'Read again',
    lev: 'Lev (BGN)',
    assumed: 'Prices without a currency are read as',
  },
}

/** The third column is the second one in euro, worked out by hand. */
const CONVERTED = csvFile(
  'ceni-eur.csv',
  'Стока;Цена;Нова\nОдеяло;19.90;10.17\nЧаша;7.35;3.76\nМаса;129.00;65.96\nСвещ;4.20;2.15\n',
)
const PLAIN = csvFile('spisak.csv', 'Стока;Цена\nХляб;1.20\nМляко;2.40\n')
const NOVEMBER = csvFile('a.csv', 'Стока;Цена;Цена на едро\nХляб;1.20;0.90\nМляко;2.40;\nСол;0.80;0.60\n')
const DECEMBER = csvFile('b.csv', 'Стока;Цена;Цена на едро\nКафе;5.10;4.40\nЧай;3.30;2.70\n')

const EXPORT = csvFile(WOOCOMMERCE_BG.fileName, WOOCOMMERCE_BG.text)

const plain = (text: string): string => text.replaceAll('\u00a0', ' ').trim()

describe.each(LANGS)('warnings about a file before the conversion, in %s', (lang) => {
  const said = SAID[lang]
  /** The first sentence of each notice. */
  const notices = async ({ page }: Person) =>
    (await page.getByTestId('notice').locator('p:first-child').allInnerTexts()).map(plain)
  const press = ({ page }: Person, name: string) => page.getByRole('button', { name, exact: true }).click()
  const priceColumns = async ({ page }: Person) => {
    const all = await page.locator('section[aria-labelledby=file-title] dl div').allInnerTexts()
    return all.map((text) => text.replace(/\s+/g, ' ')).find((text) => text.startsWith(said.price))
  }
  const uploadInstead = async (person: Person, file: Upload) => {
    await removeFile(person)
    await upload(person, file)
  }
  const chooseWholesale = async (person: Person) => {
    const { page } = person
    await upload(person, NOVEMBER)
    await eventually(() => priceColumns(person)).toBe(`${said.price} Цена`)
    await press(person, said.adjust)
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(said.priceColumn).selectOption({ label: 'Цена на едро' })
    await dialog.getByRole('button', { name: said.apply }).click()
    await eventually(() => countsOf(page)).toEqual([2, 1, 0])
    await eventually(() => isKeptOnDevice(page, 'columns', 'levro-memory')).toBe(true)
  }
  const enter = async ({ context, email }: Person & { email: string }, how: 'login' | 'register') => {
    const reply = await context.request.post(`/api/auth/${how}`, {
      data: { email, password: PASSWORD },
      headers: { 'x-requested-with': 'levro', origin: theatre.product.origin },
    })
    expect(reply.status()).toBe(200)
  }
  const doubtsInDialog = async ({ page }: Person) =>
    (await page.getByRole('dialog').locator('li').allInnerTexts()).map(plain)

  it('GUARD-01 · warnings name a second currency and converted prices, and the confirmation repeats them', async () => {
    const person = await theatre.member(lang, 40)
    const { page, words } = person
    const faults: string[] = []
    await upload(person, CONVERTED)
    // By its name the prices are in euro, and so they are read at first.
    await page.getByRole('radio', { name: said.lev }).check()
    await eventually(() => notices(person)).toContain(said.namedFile)
    expect(await notices(person)).toContain(said.hasEuro)
    faults.push(...(await faultsOf(page, 'doubts')))
    await askToConvert(person)
    await page.getByRole('button', { name: words.confirm }).waitFor()
    expect(await doubtsInDialog(person)).toEqual([said.namedFile, said.hasEuro])
    expect(await page.getByRole('dialog').locator('dl').innerText()).toContain(said.assumed)
    faults.push(...(await faultsOf(page, 'doubts in the confirmation')))
    await page.getByRole('button', { name: words.cancel, exact: true }).click()

    await keysOf(person)(said.asEuro)
    await eventually(() => notices(person)).toContain(said.isLev)
    expect(await notices(person)).not.toContain(said.namedFile)
    await eventually(() => page.evaluate(() => document.activeElement?.id)).toBe('file-title')
    await press(person, said.asLev)
    await eventually(() => notices(person)).toContain(said.hasEuro)
    expect(faults).toEqual([])

    await page.getByRole('link', { name: said.check, exact: true }).click()
    await eventually(() => page.getByRole('radio', { name: said.checked, exact: true }).isChecked()).toBe(
      true,
    )
    expect(new URL(page.url()).pathname).toBe(`${words.prefix}/converter`)
    await eventually(() => page.evaluate(() => document.activeElement?.id)).toBe('check-choose-title')
    await page.goBack()
    await eventually(() => countsOf(page)).toEqual([4, 0, 0])
  })

  it('GUARD-01 · a consistent file has no warning', async () => {
    const person = await theatre.member(lang, 40)
    const { page, words } = person
    await upload(person, PLAIN)
    await eventually(() => countsOf(page)).toEqual([2, 0, 0])
    // Only the question that was asked before: no price names its currency.
    expect(await page.getByTestId('notice').count()).toBe(1)
    await askToConvert(person)
    await page.getByRole('button', { name: words.confirm }).waitFor()
    expect(await doubtsInDialog(person)).toEqual([])
  })

  it('GUARD-02 · a file converted before has a warning, shown only to the user who converted it', async () => {
    const person = await theatre.member(lang, 40)
    const { page, context, words } = person
    await upload(person, PLAIN)
    await convertAll(person)
    await upload(person, csvFile('other.csv', 'Стока;Цена\nХляб;1.20\nМляко;2.50\n'))
    await eventually(() => countsOf(page)).toEqual([2, 0, 0])
    expect(await page.getByTestId('notice').count()).toBe(1)
    await uploadInstead(person, { ...PLAIN, name: 'the same by another name.csv' })
    const status = page.getByRole('status').filter({ has: page.getByTestId('notice') })
    await eventually(async () => plain(await status.innerText())).toMatch(said.before)
    await askToConvert(person)
    await page.getByRole('button', { name: words.confirm }).waitFor()
    expect((await doubtsInDialog(person))[0]).toMatch(said.before)
    expect(await faultsOf(page, 'converted before')).toEqual([])
    await page.getByRole('button', { name: words.cancel, exact: true }).click()

    await context.clearCookies()
    await page.reload()
    await eventually(() => countsOf(page)).toEqual([2, 0, 0])
    await eventually(() => page.getByTestId('notice').count()).toBe(1)
    expect(await status.count()).toBe(0)
    await enter(person, 'login')
    await page.reload()
    await eventually(() => status.count()).toBe(1)
  })

  it('GUARD-02 · a returned file has the same warning as its source file', async () => {
    const person = await theatre.member(lang, 40)
    const { page } = person
    await upload(person, PLAIN)
    await convertAll(person)
    const group = page.locator('[role=group][aria-labelledby=own-file]')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      group.getByRole('button').first().click(),
    ])
    await upload(person, csvFile('back.csv', await readFile(await download.path(), 'utf8')))
    const status = page.getByRole('status').filter({ has: page.getByTestId('notice') })
    await eventually(async () => plain(await status.innerText())).toMatch(said.before)
  })

  it('GUARD-02 · a conversion in another tab adds the warning to the confirmation', async () => {
    const person = await theatre.member(lang, 40)
    const { context, page } = person
    await upload(person, PLAIN)
    await eventually(() => countsOf(page)).toEqual([2, 0, 0])
    const other: Person = { ...person, page: await context.newPage() }
    await other.page.goto(page.url())
    await eventually(() => countsOf(other.page)).toEqual([2, 0, 0])
    await convertAll(other)
    await askToConvert(person)
    await page.getByRole('button', { name: person.words.confirm }).waitFor()
    expect((await doubtsInDialog(person))[0]).toMatch(said.before)
  })

  it('GUARD-02 SHOP-02 · remembered columns and files survive a damaged entry and are deleted by a button', async () => {
    const person = await theatre.member(lang, 40)
    const { page } = person
    const status = page.getByRole('status').filter({ has: page.getByTestId('notice') })
    await upload(person, PLAIN)
    await convertAll(person)
    await chooseWholesale(person)
    await eventually(() => isKeptOnDevice(page, 'converted', 'levro-memory')).toBe(true)
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
    await uploadInstead(person, PLAIN)
    await eventually(() => status.count()).toBe(1)
    await uploadInstead(person, DECEMBER)
    await eventually(() => priceColumns(person)).toBe(`${said.price} Цена на едро`)

    await page.getByRole('button', { name: person.words.remove, exact: true }).click()
    await eventually(() => page.getByLabel(person.words.upload).first().count()).toBe(1)
    // It is in the help, which is closed next to results.
    const forget = page.getByRole('button', { name: said.forget, exact: true })
    if (!(await forget.isVisible())) await page.locator('details > summary').last().click()
    expect(await faultsOf(page, 'the help')).toEqual([])
    await forget.click()
    await page.getByText(said.forgotten).waitFor()
    await upload(person, DECEMBER)
    await eventually(() => priceColumns(person)).toBe(`${said.price} Цена`)
    await uploadInstead(person, PLAIN)
    await eventually(() => countsOf(page)).toEqual([2, 0, 0])
    expect(await status.count()).toBe(0)
  })

  it('GUARD-02 · deleting the account deletes its conversion history on the device', async () => {
    const person = await theatre.member(lang, 40)
    const { page, go, email, words } = person
    await upload(person, PLAIN)
    await convertAll(person)
    await go('/account')
    await press(person, said.settings)
    await page
      .locator('form', { has: page.locator('input[name=confirmation]') })
      .getByRole('checkbox')
      .check()
    await page.fill('input[name=confirmation]', email)
    await page.press('input[name=confirmation]', 'Enter')
    await page.waitForURL(/account_deleted=1/)
    await enter(person, 'register')
    await upload(person, PLAIN)
    await eventually(() => countsOf(page)).toEqual([2, 0, 0])
    await askToConvert(person)
    await page.getByRole('button', { name: words.confirm }).waitFor()
    expect(await doubtsInDialog(person)).toEqual([])
  })

  it('SHOP-01 · a shop export is named, and its further price column is converted on request, by keyboard', async () => {
    const person = await theatre.member(lang, 40)
    const { page } = person
    await upload(person, EXPORT)
    await eventually(() => countsOf(page)).toEqual([4, 0, 0])
    const card = page.locator('section[aria-labelledby=file-title]')
    expect(await card.innerText()).toContain('CSV · WooCommerce')
    expect(await notices(person)).toContain(said.shop)
    expect(await notices(person)).toContain(said.sales)
    expect((await page.getByTestId('notice').locator('li').allInnerTexts()).map(plain)).toEqual([said.sale])
    expect(await faultsOf(page, 'a shop export')).toEqual([])
    await page.getByRole('cell').getByRole('textbox').first().fill('Друго')
    await page.keyboard.press('Tab')
    await press(person, said.add)
    await page.getByRole('dialog').getByRole('button', { name: person.words.cancel, exact: true }).click()
    await eventually(() => page.getByRole('dialog').count()).toBe(0)
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(said.add)
    await keysOf(person)(said.add)
    await page.getByRole('dialog').getByRole('button', { name: said.rereadYes, exact: true }).click()
    await eventually(() => countsOf(page)).toEqual([6, 0, 0])
    expect(await priceColumns(person)).toBe(`${said.price} Редовна цена:, Промоционална цена:`)
    expect(await notices(person)).not.toContain(said.shop)
    await eventually(() => page.evaluate(() => document.activeElement?.id)).toBe('file-title')
  })

  it('SHOP-02 · chosen columns are applied to the next file with the same headers until columns are detected again', async () => {
    const person = await theatre.member(lang, 40)
    const { page } = person
    await chooseWholesale(person)
    expect(await notices(person)).not.toContain(said.remembered)

    await page.reload()
    await uploadInstead(person, DECEMBER)
    await eventually(() => priceColumns(person)).toBe(`${said.price} Цена на едро`)
    expect(await notices(person)).toContain(said.remembered)
    expect(await page.getByRole('cell').getByRole('textbox').nth(1).inputValue()).toMatch(/^4[.,]40?$/)
    expect(await faultsOf(page, 'remembered columns')).toEqual([])
    await page.reload()
    await eventually(() => notices(person)).toContain(said.remembered)

    await keysOf(person)(said.again)
    await eventually(() => priceColumns(person)).toBe(`${said.price} Цена`)
    expect(await notices(person)).not.toContain(said.remembered)
    await eventually(() => page.evaluate(() => document.activeElement?.id)).toBe('file-title')
    await uploadInstead(person, NOVEMBER)
    await eventually(() => priceColumns(person)).toBe(`${said.price} Цена`)
    expect(await notices(person)).not.toContain(said.remembered)
  })

  it('SHOP-02 · columns chosen by a user are not applied for a signed-out visitor on the same device', async () => {
    const person = await theatre.member(lang, 40)
    const { page, context, words } = person
    await chooseWholesale(person)
    await context.clearCookies()
    await page.reload()
    await signedOutMark(person).waitFor()
    await page.getByRole('button', { name: words.remove, exact: true }).click()
    await page.getByLabel(words.upload).first().setInputFiles(DECEMBER)
    await page.getByRole('heading', { name: words.ready }).waitFor()
    await eventually(() => priceColumns(person)).toBe(`${said.price} Цена`)
    expect(await notices(person)).not.toContain(said.remembered)
    await enter(person, 'login')
    await page.reload()
    await signedInMark(page).waitFor()
    await uploadInstead(person, DECEMBER)
    await eventually(() => priceColumns(person)).toBe(`${said.price} Цена на едро`)
  })

  it('SHOP-02 · the chosen currency is remembered too; a file with other headers is not affected', async () => {
    const person = await theatre.person(lang)
    const { page, words } = person
    const euro = page.getByRole('radio', { name: words.euro })
    await upload(person, NOVEMBER)
    await euro.check()
    await eventually(() => euro.isChecked()).toBe(true)
    await uploadInstead(person, PLAIN)
    await eventually(() => countsOf(page)).toEqual([2, 0, 0])
    expect(await euro.isChecked()).toBe(false)
    await uploadInstead(person, DECEMBER)
    await eventually(() => notices(person)).toContain(said.remembered)
    expect(await euro.isChecked()).toBe(true)
    await page.getByRole('radio', { name: said.lev }).check()
    await eventually(() => notices(person)).not.toContain(said.remembered)
  })

  it('GUARD-01 · the sale price warning shows amounts also for a row without a name', async () => {
    const person = await theatre.person(lang)
    await upload(person, csvFile('a.csv', 'Стока;Цена €;Промо цена €\n;1.20;1.30\nХляб;2.40;2.10\n'))
    const lines = person.page.getByTestId('notice').locator('li')
    await eventually(async () => (await lines.allInnerTexts()).map(plain)).toContain(said.saleUnnamed)
  })

  it.skipIf(!areCataloguesThere)(
    'SHOP-01 · a real shop export is named, with its further price column',
    async () => {
      const person = await theatre.person(lang)
      const file = 'woocommerce-products.csv'
      await upload(person, named(file, Buffer.from(readListed(file))))
      await eventually(() => notices(person)).toContain(said.realShop)
    },
  )
})
