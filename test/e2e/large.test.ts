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
    await eventually(cells).toEqual(['51', 'Стока номер 50', expect.any(String), ''])
    await page.getByRole('button', { name: 'към последната' }).click()
    await eventually(cells).toEqual([
      expect.stringMatching(/^100\s002$/),
      'Стока номер 100001',
      expect.any(String),
      '',
    ])
    expect(await page.getByRole('button', { name: words.convertAll }).count()).toBe(0)
    await page.getByRole('button', { name: 'Премахнете' }).click()
    await page.getByRole('button', { name: words.manual }).waitFor()
  } finally {
    large.remove()
  }
})
