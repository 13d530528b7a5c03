import { describe, expect, it } from 'vitest'
import { keptOnDevice } from './stored-records.ts'
import { emptySheetFile } from './files.ts'
import {
  askToConvert,
  balanceOf,
  convertAll,
  countsOf,
  csvFile,
  login,
  type Person,
  readAlert,
  signedOutMark,
  stage,
  eventually,
  upload,
} from './steps.ts'
import { LANGS, WORDS } from './words.ts'

const theatre = stage()

const SAID = {
  bg: {
    sheet: 'Лист',
    noRows: /Не открихме редове/,
    failed: 'Нещо се обърка с редовете',
    again: 'Нов опит',
    remove: 'Изтриване на ред 2',
    price: 'Цена, ред 2',
    switchMode: 'Смяна на режима',
    toLogin: 'Към входа',
    logout: 'Изход',
    waiting: /резултатът ще дойде, без да плащате втори път/,
  },
  en: {
    sheet: 'Sheet',
    noRows: /No rows detected/,
    failed: 'Something went wrong with the rows',
    again: 'Try again',
    remove: 'Delete row 2',
    price: 'Price, row 2',
    switchMode: 'Switch mode',
    toLogin: 'Go to login',
    logout: 'Log out',
    waiting: /you get the result without paying twice/,
  },
}

const FILE = csvFile('ceni.csv', 'Име,Цена,Валута\nХляб,1.95,BGN\nСирене,12.50,BGN\nМляко,3.10,BGN\n')

describe.each(LANGS)('kept rows, in %s', (lang) => {
  const said = SAID[lang]
  const button = ({ page }: Person, name: string) => page.getByRole('button', { name, exact: true })
  const focused = ({ page }: Person) => page.evaluate(() => document.activeElement?.id ?? '')

  it('BULK-17 BULK-15 · selecting an empty sheet shows an error and keeps the rows of the other sheet', async () => {
    const person = await theatre.person(lang)
    await upload(person, emptySheetFile())
    await person.page.getByLabel(said.sheet, { exact: true }).selectOption('празен')
    expect((await readAlert(person)).text).toMatch(said.noRows)
    await eventually(() => countsOf(person.page)).toEqual([2, 0, 0])
    expect(await person.page.getByLabel(said.sheet, { exact: true }).inputValue()).toBe('цени')
  })

  it('BULK-04 BULK-15 · a worker that fails to load shows an error, and a retry starts it', async () => {
    const person = await theatre.person(lang)
    const { page, words } = person
    await page.route('**/bulk.worker*', (route) => route.abort())
    await person.go('/converter?mode=bulk')
    await page.getByRole('heading', { name: said.failed }).waitFor()
    await eventually(() => focused(person)).toBe('failure-title')
    await page.unroute('**/bulk.worker*')
    await button(person, said.again).click()
    await button(person, words.manual).waitFor()
  })

  it('BULK-12 · a double click on delete removes one row, and the last edit survives a reload', async () => {
    const person = await theatre.person(lang)
    const { page } = person
    await upload(person, FILE)
    await button(person, said.remove).dblclick()
    await eventually(() => countsOf(page)).toEqual([2, 0, 0])
    const price = page.getByLabel(said.price.replace('2', '3'), { exact: true })
    await price.fill('7.77')
    await price.blur()
    await eventually(async () => JSON.stringify(await keptOnDevice(page, 'rows'))).toContain('7.77')
    await page.reload()
    await eventually(() => price.inputValue()).toBe('7.77')
    expect(await countsOf(page)).toEqual([2, 0, 0])
  })

  it('BULK-12 BULK-07 · changing the currency of the prices keeps edits', async () => {
    const person = await theatre.person(lang)
    const { page, words } = person
    await upload(person, csvFile('plain.csv', 'Име,Цена\nХляб,1.95\nСирене,12.50\n'))
    const price = page.getByLabel(said.price, { exact: true })
    await price.fill('7.77')
    await price.blur()
    await page.getByText(words.euro, { exact: true }).click()
    const currencies = () =>
      page
        .getByTestId('rows')
        .locator('select')
        .evaluateAll((all) => all.map((s) => (s as HTMLSelectElement).value))
    await eventually(currencies).toEqual(['EUR', 'EUR'])
    expect(await price.inputValue()).toBe('7.77')
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  it('AUTH-04 CONV-04 · sign-out in one tab removes rows and results from the others', async () => {
    const person = await theatre.member(lang)
    const { page, context, words } = person
    await upload(person, FILE)
    await convertAll(person)
    await upload(person, FILE)
    const other: Person = { ...person, page: await context.newPage() }
    await other.page.goto(page.url())
    await other.page.getByRole('banner').getByRole('button', { name: words.logout }).click()
    // The rows that were not converted are asked about.
    await other.page.getByRole('dialog').getByRole('button', { name: said.logout, exact: true }).click()
    await signedOutMark(other).waitFor()
    await button(person, words.manual).waitFor()
    await eventually(() => page.getByRole('heading', { name: words.results }).count()).toBe(0)
    await page.reload()
    await button(person, words.manual).waitFor()
    expect(await page.getByRole('heading', { name: words.results }).count()).toBe(0)
  })

  it('CONV-11 CONV-03 · after a lost response and a reload, a retry returns the result with an empty balance', async () => {
    const person = await theatre.member(lang)
    const { page, context, words } = person
    const rows = Array.from({ length: 15 }, (_, i) => `Стока ${i},${i + 1}.50,BGN`).join('\n')
    await upload(person, csvFile('all.csv', `Име,Цена,Валута\n${rows}\n`))
    await context.route('**/api/convert/bulk', async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    })
    await askToConvert(person)
    await page.getByRole('button', { name: words.confirm }).click()
    await readAlert(person)
    await context.unroute('**/api/convert/bulk')
    await page.reload()
    await eventually(() => balanceOf(page)).toBe(0)
    await page.getByText(said.waiting).waitFor()
    await convertAll(person)
    await eventually(() => balanceOf(page)).toBe(0)
    expect(await page.getByText(said.waiting).count()).toBe(0)
  })

  it('CONV-10 · switching the mode asks for confirmation and clears rows and results', async () => {
    const person = await theatre.member(lang)
    const { page, words } = person
    await upload(person, FILE)
    await convertAll(person)
    await page.getByText(words.single, { exact: true }).click()
    await button(person, said.switchMode).click()
    await page.locator('input[name=amount]').waitFor()
    await page.getByText(words.bulk, { exact: true }).click()
    await button(person, words.manual).waitFor()
    expect(await page.getByRole('heading', { name: words.results }).count()).toBe(0)
  })

  it('CONV-04 ROUTE-06 · sign-in before the conversion leads back to the rows, in the language chosen there', async () => {
    const { email } = await theatre.member(lang)
    const person = await theatre.person(lang)
    const { page, words } = person
    await upload(person, FILE)
    const other = lang === 'bg' ? 'en' : 'bg'
    await button(person, words.convertAll).click()
    await button(person, words.accept).click()
    await button(person, said.toLogin).click()
    await page.waitForURL((url) => url.pathname === `${words.prefix}/login`)
    expect(new URL(page.url()).searchParams.get('next')).toBe(`${words.prefix}/converter`)
    await page.locator('input[name=password]').waitFor()
    await page
      .getByRole('banner')
      .getByRole('link', { name: other === 'en' ? 'EN – English' : 'BG – Български' })
      .click()
    const there: Person = { ...person, words: WORDS[other] }
    await signedOutMark(there).waitFor()
    await login(there, email)
    await page.waitForURL((url) => url.pathname === `${there.words.prefix}/converter`)
    await page.getByRole('heading', { name: there.words.ready }).waitFor()
    expect(await countsOf(page)).toEqual([3, 0, 0])
  })
})
