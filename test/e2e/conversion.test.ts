import { describe, expect, it } from 'vitest'
import { shown, splitCsv, sumOf } from './reference.ts'
import { referenceAmounts } from '#test/reference-rate.ts'
import {
  askToConvert,
  balanceOf,
  convertAll,
  countsOf,
  csvFile,
  downloaded,
  type Person,
  stage,
  eventually,
  upload,
} from './steps.ts'
import { LANGS } from './words.ts'

const theatre = stage()

const SAID = {
  bg: {
    terms: 'Преди първото превалутиране',
    termsLinks: { 'Общите условия': '/terms', 'Политиката за поверителност': '/privacy' },
    newTab: '(отваря се в нов раздел)',
    documents: ['Общи условия', 'Политика за поверителност'],
    notEnough: 'Жетоните не достигат',
    toPricing: 'Към цените',
    pricing: 'Един жетон – една цена',
    more: 'Показване на още',
    all: 'Показване на всички (40)',
    less: 'Показване на по-малко',
    copy: 'Копиране',
    clearResults: 'Изчистване на резултатите',
    switchMode: 'Смяна на режима',
  },
  en: {
    terms: 'Before your first conversion',
    termsLinks: { 'Terms of Service': '/en/terms', 'Privacy Policy': '/en/privacy' },
    newTab: '(opens in a new tab)',
    documents: ['Terms of Service', 'Privacy Policy'],
    notEnough: 'Not enough tokens',
    toPricing: 'View pricing',
    pricing: 'One token, one price',
    more: 'Show more',
    all: 'Show all (40)',
    less: 'Show less',
    copy: 'Copy',
    clearResults: 'Clear results',
    switchMode: 'Switch mode',
  },
}

const list = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ name: `Стока ${i + 1}`, price: `${i * 7}.${10 + (i % 90)}` }))
const fileOf = (rows: readonly { name: string; price: string }[]) =>
  csvFile(
    'ceni.csv',
    `Име,Цена,Валута\n${rows.map(({ name, price }) => `"${name.replaceAll('"', '""')}",${price},BGN`).join('\n')}\n`,
  )

describe.each(LANGS)('conversion, in %s', (lang) => {
  const said = SAID[lang]
  const dialog = ({ page }: Person) => page.getByRole('dialog')
  const button = ({ page }: Person, name: string | RegExp) =>
    page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })
  const resultRows = ({ page }: Person) => page.getByTestId('job-rows').locator('tbody tr')
  const jobs = async ({ context }: Person) =>
    ((await (await context.request.get('/api/convert/jobs')).json()) as { jobs: { tokenCost: number }[] })
      .jobs

  it('CONV-01 CONV-05 CONV-12 · terms are accepted once, the confirmation lists rows, cost and balance, and totals and the new balance are shown', async () => {
    const person = await theatre.member(lang)
    const { page, words } = person
    const rows = [
      { name: 'Хляб', price: '1.95' },
      { name: 'Без цена', price: '' },
      { name: 'Сирене', price: '12.50' },
    ]
    await upload(person, fileOf(rows))
    await button(person, words.convertAll).click()
    await dialog(person).getByRole('heading', { name: said.terms }).waitFor()
    const posted = page.waitForRequest((request) => request.url().endsWith('/api/legal/accept'))
    await button(person, words.accept).click()
    expect((await posted).postDataJSON()).toEqual({ version: '1.0.0' })
    await dialog(person).getByRole('heading', { name: words.confirmTitle }).waitFor()
    expect(await dialog(person).locator('dd').allInnerTexts()).toEqual(['2', '1', '2', '15', '13'])
    await button(person, words.cancel).click()
    await page.reload()
    // The device remembers the terms.
    await button(person, words.convertAll).click()
    await dialog(person).getByRole('heading', { name: words.confirmTitle }).waitFor()
    await button(person, words.confirm).click()
    await page.getByRole('heading', { name: words.results }).waitFor()
    await eventually(() => balanceOf(page)).toBe(13)
    await button(person, words.manual).waitFor()
    const sums = ['bgn', 'eur'] as const
    const totals = await page.getByTestId('totals').innerText()
    for (const sum of sums) {
      const amounts = ['1.95', '12.50'].map((price) => referenceAmounts(price, 'BGN')[sum])
      expect(totals).toContain(shown(sumOf(amounts), lang))
    }
    await page.reload()
    await eventually(() => resultRows(person).count()).toBe(3)
    expect(await page.getByTestId('totals').innerText()).toBe(totals)
  })

  it('CONV-01 · the terms dialog opens both documents in a new tab and keeps the rows', async () => {
    const person = await theatre.member(lang)
    const { page, context, words } = person
    await upload(person, fileOf(list(2)))
    await button(person, words.convertAll).click()
    await dialog(person).getByRole('heading', { name: said.terms }).waitFor()
    for (const [i, [name, path]] of Object.entries(said.termsLinks).entries()) {
      const link = dialog(person).getByRole('link', { name: `${name} ${said.newTab}`, exact: true })
      const [opened] = await Promise.all([context.waitForEvent('page'), link.click()])
      await opened.waitForURL((url) => url.pathname === path)
      await opened.getByRole('heading', { level: 1, name: said.documents[i] ?? '', exact: true }).waitFor()
      await opened.close()
    }
    expect(await dialog(person).getByRole('heading', { name: said.terms }).isVisible()).toBe(true)
    await button(person, words.accept).click()
    await dialog(person).getByRole('heading', { name: words.confirmTitle }).waitFor()
    await button(person, words.cancel).click()
    expect(await countsOf(page)).toEqual([2, 0, 0])
  })

  it('CONV-03 · with too few tokens the dialog shows cost and balance, and nothing is charged', async () => {
    const person = await theatre.member(lang)
    await upload(person, fileOf(list(16)))
    await askToConvert(person)
    await dialog(person).getByRole('heading', { name: said.notEnough }).waitFor()
    const text = await dialog(person).innerText()
    expect(text).toMatch(/16[^]*15/)
    expect(await button(person, person.words.confirm).count()).toBe(0)
    await button(person, person.words.ok).click()
    expect(await balanceOf(person.page)).toBe(15)
    expect(await jobs(person)).toEqual([])
    expect(await countsOf(person.page)).toEqual([16, 0, 0])
  })

  it('CONV-03 · the dialog for too few tokens links to the pricing page, and back navigation keeps the rows', async () => {
    const person = await theatre.member(lang)
    const { page } = person
    await upload(person, fileOf(list(16)))
    await askToConvert(person)
    await dialog(person).getByRole('link', { name: said.toPricing, exact: true }).click()
    await page.waitForURL((url) => url.pathname === (lang === 'en' ? '/en/pricing' : '/pricing'))
    await page.getByRole('heading', { level: 1, name: said.pricing }).waitFor()
    expect(await dialog(person).count()).toBe(0)
    await page.goBack()
    await eventually(() => countsOf(page)).toEqual([16, 0, 0])
    expect(await balanceOf(page)).toBe(15)
  })

  it('CONV-06 CONV-10 · results are shown in steps of fifteen, all or fewer; clearing and switching the mode ask for confirmation', async () => {
    const person = await theatre.member(lang, 40)
    const { page, words } = person
    await upload(person, fileOf(list(40)))
    await button(person, words.single)
      .or(page.getByText(words.single, { exact: true }))
      .first()
      .click()
    await dialog(person).waitFor()
    await button(person, words.cancel).click()
    expect(await countsOf(page)).toEqual([40, 0, 0])
    await convertAll(person)
    for (const [press, count] of [
      [undefined, 15],
      [said.more, 30],
      [said.all, 40],
      [said.less, 15],
    ] as const) {
      if (press) await button(person, press).click()
      await eventually(() => resultRows(person).count()).toBe(count)
    }
    await button(person, said.clearResults).click()
    await dialog(person).waitFor()
    await page.keyboard.press('Escape')
    await dialog(person).waitFor({ state: 'detached' })
    expect(await resultRows(person).count()).toBe(15)
    await button(person, said.clearResults).click()
    await dialog(person)
      .getByRole('button', { name: /^(Изчистване|Clear results)$/ })
      .click()
    await page.getByRole('heading', { name: words.results }).waitFor({ state: 'detached' })

    await page
      .getByLabel(words.upload)
      .first()
      .setInputFiles(fileOf(list(2)))
    await page.getByRole('heading', { name: words.ready }).waitFor()
    await page.getByText(words.single, { exact: true }).click()
    await button(person, said.switchMode).click()
    await page.locator('input[name=amount]').waitFor()
    await page.getByText(words.bulk, { exact: true }).click()
    await button(person, words.manual).waitFor()
  })

  it('CONV-07 CONV-09 · the CSV quotes names and escapes formulas, and the copied text is tab-separated', async () => {
    const person = await theatre.member(lang)
    const names = ['Вафла "Морени", 50 г', '=HYPERLINK("x")', '+359 чай', '-5 °C лед', '@SUM(A1)']
    await upload(person, fileOf(names.map((name) => ({ name, price: '2.00' }))))
    await convertAll(person)
    const { text } = await downloaded(person.page, button(person, person.words.csv))
    expect(text).toContain('"Вафла ""Морени"", 50 г"')
    const [, ...rows] = splitCsv(text.slice(1))
    expect(rows.map(([, name]) => name)).toEqual([names[0], ...names.slice(1).map((name) => `'${name}`)])
    await button(person, said.copy).click()
    const copied = () => person.page.evaluate(() => navigator.clipboard.readText())
    const { bgn, eur } = referenceAmounts('2.00', 'BGN')
    await eventually(async () => (await copied()).split('\n')[0]).toBe(
      `${names[0]}\t${shown(bgn, lang)}\t${shown(eur, lang)}`,
    )
  })
})
