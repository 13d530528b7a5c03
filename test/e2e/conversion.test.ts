import { describe, expect, test } from 'vitest'
import { shown, splitCsv, sumOf } from './reference.ts'
import { referenceAmounts } from '#test/reference-rate.ts'
import {
  askToConvert,
  balanceOf,
  convertAll,
  countsOf,
  csvFile,
  downloaded,
  fromMenu,
  type Visitor,
  openResultRows,
  startApp,
  eventually,
  upload,
} from './steps.ts'
import { LANGS, inTurn } from './words.ts'

const app = startApp()

const TEXTS = {
  bg: {
    sumLev: '14,45\u00a0лв.',
    sumEuro: '7,39\u00a0€',
    terms: 'Преди първото превалутиране',
    termsLinks: { 'Общите условия': '/terms', 'Политиката за поверителност': '/privacy' },
    newTab: '(отваря се в нов раздел)',
    documents: ['Общи условия', 'Политика за поверителност'],
    notEnough: 'Жетоните не достигат',
    toPricing: 'Към цените',
    pricing: 'Един жетон – една цена',
    more: 'Покажете още',
    all: 'Покажете всички (40)',
    less: 'Покажете по-малко',
    copy: 'Копирайте',
    clearResults: 'Изчистете резултатите',
    switchMode: 'Сменете режима',
  },
  en: {
    sumLev: '14.45\u00a0BGN',
    sumEuro: '€7.39',
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
  const it = inTurn(lang)
  const texts = TEXTS[lang]
  const dialog = ({ page }: Visitor) => page.getByRole('dialog')
  const button = ({ page }: Visitor, name: string | RegExp) =>
    page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })
  const resultRows = ({ page }: Visitor) => page.getByTestId('job-rows').locator('tbody tr')
  const jobs = async ({ context }: Visitor) =>
    ((await (await context.request.get('/api/convert/jobs')).json()) as { jobs: { tokenCost: number }[] })
      .jobs

  test('CONV-01 CONV-05 CONV-12 · terms are accepted once, the confirmation lists rows, cost and balance, and totals and the new balance are shown', async () => {
    const user = await app.user(lang)
    const { page, words } = user
    const rows = [
      { name: 'Хляб', price: '1.95' },
      { name: 'Без цена', price: '' },
      { name: 'Сирене', price: '12.50' },
    ]
    await upload(user, fileOf(rows))
    await button(user, words.convertAll).click()
    await dialog(user).getByRole('heading', { name: texts.terms }).waitFor()
    const posted = page.waitForRequest((request) => request.url().endsWith('/api/legal/accept'))
    await button(user, words.accept).click()
    expect((await posted).postDataJSON()).toEqual({ version: '1.0.0' })
    await dialog(user).getByRole('heading', { name: words.confirmTitle }).waitFor()
    expect(await dialog(user).locator('dd').allInnerTexts()).toEqual([
      '2',
      texts.sumLev,
      texts.sumEuro,
      '1',
      '2',
      '15',
      '13',
    ])
    await button(user, words.cancel).click()
    await page.reload()
    // The acceptance of the terms is stored on the device.
    await button(user, words.convertAll).click()
    await dialog(user).getByRole('heading', { name: words.confirmTitle }).waitFor()
    await button(user, words.confirm).click()
    await page.getByRole('heading', { name: words.results }).waitFor()
    await eventually(() => balanceOf(page)).toBe(13)
    await button(user, words.manual).waitFor()
    const sums = ['bgn', 'eur'] as const
    const totals = await page.getByTestId('totals').innerText()
    for (const sum of sums) {
      const amounts = ['1.95', '12.50'].map((price) => referenceAmounts(price, 'BGN')[sum])
      expect(totals).toContain(shown(sumOf(amounts), lang))
    }
    await page.reload()
    await eventually(() => resultRows(user).count()).toBe(3)
    expect(await page.getByTestId('totals').innerText()).toBe(totals)
  })

  test('CONV-01 · the terms dialog opens both documents in a new tab and keeps the rows', async () => {
    const user = await app.user(lang)
    const { page, context, words } = user
    await upload(user, fileOf(list(2)))
    await button(user, words.convertAll).click()
    await dialog(user).getByRole('heading', { name: texts.terms }).waitFor()
    for (const [i, [name, path]] of Object.entries(texts.termsLinks).entries()) {
      const link = dialog(user).getByRole('link', { name: `${name} ${texts.newTab}`, exact: true })
      const [opened] = await Promise.all([context.waitForEvent('page'), link.click()])
      await opened.waitForURL((url) => url.pathname === path)
      await opened.getByRole('heading', { level: 1, name: texts.documents[i] ?? '', exact: true }).waitFor()
      await opened.close()
    }
    expect(await dialog(user).getByRole('heading', { name: texts.terms }).isVisible()).toBe(true)
    await button(user, words.accept).click()
    await dialog(user).getByRole('heading', { name: words.confirmTitle }).waitFor()
    await button(user, words.cancel).click()
    expect(await countsOf(page)).toEqual([2, 0, 0])
  })

  it('CONV-03 · with too few tokens the dialog shows cost and balance, and nothing is charged', async () => {
    const user = await app.user(lang)
    await upload(user, fileOf(list(16)))
    await askToConvert(user)
    await dialog(user).getByRole('heading', { name: texts.notEnough }).waitFor()
    const text = await dialog(user).innerText()
    expect(text).toMatch(/16[^]*15/)
    expect(await button(user, user.words.confirm).count()).toBe(0)
    await button(user, user.words.ok).click()
    expect(await balanceOf(user.page)).toBe(15)
    expect(await jobs(user)).toEqual([])
    expect(await countsOf(user.page)).toEqual([16, 0, 0])
  })

  it('CONV-03 · the dialog for too few tokens links to the pricing page, and back navigation keeps the rows', async () => {
    const user = await app.user(lang)
    const { page } = user
    await upload(user, fileOf(list(16)))
    await askToConvert(user)
    await dialog(user).getByRole('link', { name: texts.toPricing, exact: true }).click()
    await page.waitForURL((url) => url.pathname === (lang === 'en' ? '/en/pricing' : '/pricing'))
    await page.getByRole('heading', { level: 1, name: texts.pricing }).waitFor()
    expect(await dialog(user).count()).toBe(0)
    await page.goBack()
    await eventually(() => countsOf(page)).toEqual([16, 0, 0])
    expect(await balanceOf(page)).toBe(15)
  })

  it('CONV-06 CONV-10 · results are shown in steps of fifteen, all or fewer; clearing and switching the mode ask for confirmation', async () => {
    const user = await app.user(lang, 40)
    const { page, words } = user
    await upload(user, fileOf(list(40)))
    await button(user, words.single)
      .or(page.getByText(words.single, { exact: true }))
      .first()
      .click()
    await dialog(user).waitFor()
    await button(user, words.cancel).click()
    expect(await countsOf(page)).toEqual([40, 0, 0])
    await convertAll(user)
    // The own file shows the first rows: the others are folded until they are asked for.
    await page.getByTestId('own-file').waitFor()
    expect(await resultRows(user).first().isVisible()).toBe(false)
    await openResultRows(user)
    for (const [press, count] of [
      [undefined, 15],
      [texts.more, 30],
      [texts.all, 40],
      [texts.less, 15],
    ] as const) {
      if (press) await button(user, press).click()
      await eventually(() => resultRows(user).count()).toBe(count)
    }
    await button(user, texts.clearResults).click()
    await dialog(user).waitFor()
    await page.keyboard.press('Escape')
    await dialog(user).waitFor({ state: 'detached' })
    expect(await resultRows(user).count()).toBe(15)
    await button(user, texts.clearResults).click()
    await dialog(user)
      .getByRole('button', { name: /^(Изчистете|Clear results)$/ })
      .click()
    await page.getByRole('heading', { name: words.results }).waitFor({ state: 'detached' })

    await page
      .getByLabel(words.upload)
      .first()
      .setInputFiles(fileOf(list(2)))
    await page.getByRole('heading', { name: words.ready }).waitFor()
    await page.getByText(words.single, { exact: true }).click()
    await button(user, texts.switchMode).click()
    await page.locator('input[name=amount]').waitFor()
    await page.getByText(words.bulk, { exact: true }).click()
    await button(user, words.manual).waitFor()
  })

  test('CONV-07 CONV-09 · the CSV quotes names and escapes formulas, and the copied text is tab-separated', async () => {
    const user = await app.user(lang)
    const names = ['Вафла "Морени", 50 г', '=HYPERLINK("x")', '+359 чай', '-5 °C лед', '@SUM(A1)']
    await upload(user, fileOf(names.map((name) => ({ name, price: '2.00' }))))
    await convertAll(user)
    const { text } = await downloaded(user.page, await fromMenu(user, user.words.csv))
    expect(text).toContain('"Вафла ""Морени"", 50 г"')
    const [, ...rows] = splitCsv(text.slice(1), lang === 'bg' ? ';' : ',')
    expect(rows.map(([, name]) => name)).toEqual([names[0], ...names.slice(1).map((name) => `'${name}`)])
    await (await fromMenu(user, texts.copy)).click()
    const copied = () => user.page.evaluate(() => navigator.clipboard.readText())
    const { bgn, eur } = referenceAmounts('2.00', 'BGN')
    await eventually(async () => (await copied()).split('\n')[0]).toBe(
      `${names[0]}\t${shown(bgn, lang)}\t${shown(eur, lang)}`,
    )
  })
})
