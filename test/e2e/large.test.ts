import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { makeLargeFile } from './large-file.ts'
import { shown, sumOf } from './reference.ts'
import { referenceAmounts } from '#test/reference-rate.ts'
import { balanceOf, convertAll, countsOf, openResultRows, startApp, eventually } from './steps.ts'

const app = startApp()

const COUNT = 50_000
const file = makeLargeFile(COUNT)
afterAll(file.remove)

it('BULK-04 CONV-12 · 50,000 rows are read, paged and converted while the server answers other requests', async () => {
  const user = await app.user('en', COUNT)
  const { page, context } = user
  await user.go('/converter?mode=bulk')
  await page.getByLabel(user.words.upload).first().setInputFiles(file.path)
  await page.getByRole('heading', { name: user.words.ready }).waitFor()
  expect(await countsOf(page)).toEqual([COUNT, 0, 0])
  await page.getByLabel('Per page').selectOption('200')
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await page.getByText('201–400 of 50,000', { exact: true }).waitFor()
  const price = page.getByLabel('Price, row 202', { exact: true })
  await eventually(() => price.inputValue()).toBe(file.prices[200])

  const work = { isDone: false }
  let served = 0
  const others = async () => {
    while (!work.isDone) {
      const reply = await context.request.get('/api/auth/me')
      expect(reply.status()).toBe(200)
      served++
    }
  }
  const serving = others()
  await convertAll(user).finally(() => (work.isDone = true))
  await serving
  expect(served).toBeGreaterThan(0)
  await eventually(() => balanceOf(page)).toBe(15)

  const both = file.prices.map((price) => referenceAmounts(price, 'BGN'))
  const totals = await page.getByTestId('totals').innerText()
  expect(totals).toContain(shown(sumOf(both.map(({ bgn }) => bgn)), 'en'))
  expect(totals).toContain(shown(sumOf(both.map(({ eur }) => eur)), 'en'))
  await openResultRows(user)
  await page.getByRole('button', { name: 'Show all (50,000)' }).click()
  await eventually(() => page.getByTestId('job-rows').locator('tbody tr').count()).toBe(250)
})

it('BULK-04 · of a list that is too large for one conversion every row is shown, and what to do with it', async () => {
  const rows = 100_001
  const large = makeLargeFile(rows)
  try {
    const user = await app.user('bg')
    const { page, words } = user
    await user.go('/converter?mode=bulk')
    await page.getByLabel(words.upload).first().setInputFiles(large.path)
    const review = page.getByTestId('large-review')
    await review.getByText('Файлът има 100 001 реда, а наведнъж се превалутират най-много 100 000.').waitFor()
    const both = large.prices.map((price) => referenceAmounts(price, 'BGN'))
    const totals = await page.getByTestId('large-totals').innerText()
    expect(totals).toContain(shown(sumOf(both.map(({ bgn }) => bgn)), 'bg'))
    expect(totals).toContain(shown(sumOf(both.map(({ eur }) => eur)), 'bg'))
    const cells = () => page.getByTestId('rows').locator('tbody tr').last().locator('td').allInnerTexts()
    const inEuro = (i: number) => expect.stringContaining(shown(both[i]!.eur, 'bg'))
    await eventually(cells).toEqual(['51', 'Стока номер 50', expect.any(String), inEuro(49)])
    await page.getByRole('button', { name: 'към последната' }).click()
    await eventually(cells).toEqual([
      expect.stringMatching(/^100\s002$/),
      'Стока номер 100001',
      expect.any(String),
      inEuro(100_000),
    ])
    expect(await page.getByRole('button', { name: words.convertAll }).count()).toBe(0)
    await page.getByRole('button', { name: 'Премахнете' }).click()
    await page.getByRole('button', { name: words.manual }).waitFor()
  } finally {
    large.remove()
  }
})

it('READ-05 · of a list that is too large for one conversion rows that may be totals are asked about', async () => {
  const rows = 100_000
  const folder = mkdtempSync(join(tmpdir(), 'levro-large-'))
  const path = join(folder, 'totals.csv')
  writeFileSync(path, `Продукт;Цена €\n${'Хляб;1,00\n'.repeat(rows)}Общо;500,00\n`)
  try {
    const user = await app.visitor('bg')
    const { page, words } = user
    await user.go('/converter?mode=bulk')
    await page.getByLabel(words.upload).first().setInputFiles(path)
    const review = page.getByTestId('large-review')
    await review.getByText('Общо · 500').waitFor()
    const total = async () =>
      (await page.getByTestId('large-totals').innerText()).replaceAll(/\s/g, ' ').includes('100 500,00')
    expect(await total()).toBe(true)
    await review.getByText('Сбор – да се пропусне').click()
    await eventually(total).toBe(false)
    expect(await review.getByTestId('large-command').innerText()).toContain('--totals omit')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

it.each(['bg', 'en'] as const)(
  'BULK-16 · a list that is too large for one conversion says how it was read, and is read in another way · %s',
  async (lang) => {
    const rows = 100_002
    const folder = mkdtempSync(join(tmpdir(), 'levro-large-'))
    const path = join(folder, 'it\'s "$(touch x)`b`.csv')
    writeFileSync(path, `Продукт;Цена;Промо цена\n${'Хляб;1,95;1,50\nСирене;12,95;10,50\n'.repeat(rows / 2)}`)
    try {
      const user = await app.visitor(lang, { viewport: { width: 390, height: 844 } })
      const { page, words } = user
      await user.go('/converter?mode=bulk')
      const progress: number[] = []
      await page.exposeFunction('noteProgress', (value: number) => void progress.push(value))
      await page.evaluate(() => {
        const note = (globalThis as unknown as { noteProgress: (value: number) => void }).noteProgress
        new MutationObserver(() => {
          const bar = document.querySelector('progress')
          if (bar) note(bar.value)
        }).observe(document.body, { attributes: true, childList: true, subtree: true })
      })
      await page.getByLabel(words.upload).first().setInputFiles(path)
      const review = page.getByTestId('large-review')
      const currency = review.getByTestId('large-currency')
      const assumption = {
        bg: 'За 100 002 реда във файла не е посочена валута. Приема се, че цените са в лева.',
        en: 'For 100,002 rows the file does not say the currency. The prices are taken to be in lev.',
      }
      await currency.getByText(assumption[lang]).waitFor()
      expect(progress).toEqual(progress.toSorted((a, b) => a - b))

      // The titles of the file, and the columns that are skipped.
      expect(await page.getByTestId('rows').locator('thead').innerText()).toMatch(/Продукт[^]*Цена/)
      expect(await review.getByTestId('rivals').innerText()).toContain('Промо цена')
      const choices = review.locator('details').locator('select')
      expect(await choices.evaluateAll((all) => all.map((one) => (one as HTMLSelectElement).value))).toEqual([
        'utf-8',
        ';',
      ])

      const totals = async () =>
        (await page.getByTestId('large-totals').innerText()).replaceAll('\u00a0', ' ')
      const sum = (prices: readonly string[], from: 'BGN' | 'EUR', to: 'bgn' | 'eur') => {
        const amounts = prices.map((price) => referenceAmounts(price, from)[to])
        const text = shown(sumOf(Array.from({ length: rows / 2 }, () => amounts).flat()), lang)
        return expect.stringContaining(text.replaceAll('\u00a0', ' '))
      }
      expect(await totals()).toEqual(sum(['1.95', '12.95'], 'BGN', 'eur'))
      await currency.getByRole('radio').last().check({ force: true })
      await eventually(totals).toEqual(sum(['1.95', '12.95'], 'EUR', 'bgn'))
      expect(await currency.getByRole('radio').last().isChecked()).toBe(true)
      await page.getByTestId('rows').getByRole('button').first().click()
      await page.getByRole('button', { name: /„Промо цена“|“Промо цена”/ }).click()
      await eventually(totals).toEqual(sum(['1.50', '10.50'], 'EUR', 'bgn'))

      const shownCommand = review.getByTestId('large-command')
      const command = await shownCommand.innerText()
      expect(command).toBe(
        "npm run -s levro -- apply 'it'\\''s \"$(touch x)`b`.csv' --out 'it'\\''s $(touch x)`b`-levro.csv' --price 'Промо цена' --from EUR",
      )
      // No option is broken at its hyphens.
      for (const option of ['--out', '--price', '--from']) {
        const box = await shownCommand.locator('span', { hasText: option }).boundingBox()
        expect(box!.height).toBeLessThan(30)
      }
      await review
        .getByRole('button', { name: lang === 'bg' ? 'Копирайте: Команда' : 'Copy: Command' })
        .click()
      await eventually(() => page.evaluate(() => navigator.clipboard.readText())).toBe(command)

      // It is too large to be kept.
      await page.reload()
      await page.getByTestId('lost-file').waitFor()
      await page.getByLabel(words.upload).first().setInputFiles(path)
      await review.waitFor()
      await review.getByRole('button', { name: words.remove, exact: true }).click()
      await page.getByRole('button', { name: words.manual }).waitFor()
      expect(await page.getByTestId('lost-file').count()).toBe(0)
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
)
