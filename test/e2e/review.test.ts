import { describe, expect, it } from 'vitest'
import { referenceAmounts } from '#test/reference-rate.ts'
import { accessibilityViolations } from './accessibility.ts'
import { csvFile, eventually, startApp, upload } from './steps.ts'

const app = startApp()

const PRICES = Array.from({ length: 199 }, (_, i) => `${i + 1}.35`)
const LIST = csvFile(
  'cenova-lista.csv',
  `Код;Наименование;Цена без ДДС;Цена с ДДС\n${PRICES.map((price, i) => `${1000 + i};Стока с дълго име, опаковка № ${i + 1};${i + 1}.10;${price}`).join('\n')}\n`,
)

describe('the review', () => {
  it('BULK-12 · at least 16 rows of the file are in sight, the first at 200 px at most', async () => {
    const user = await app.user('bg', 500)
    const { page } = user
    await page.setViewportSize({ width: 1440, height: 900 })
    await upload(user, LIST)
    await page.locator('tr[data-row]').first().waitFor()
    const { first, inSight } = await page.evaluate(() => {
      const foot = document.querySelector('[data-sticky-bar]')?.getBoundingClientRect().top ?? innerHeight
      const rows = [...document.querySelectorAll('tr[data-row]')].map((row) => row.getBoundingClientRect())
      return {
        first: rows[0]?.top ?? Infinity,
        inSight: rows.filter(({ bottom }) => bottom <= foot).length,
      }
    })
    expect(first).toBeLessThanOrEqual(200)
    expect(inSight).toBeGreaterThanOrEqual(16)
    expect(await accessibilityViolations(page, 'the review')).toEqual([])
  })

  it('BULK-12 · only the first 15 prices are converted before the conversion, and names are whole', async () => {
    const user = await app.user('bg', 500)
    const { page } = user
    await upload(user, LIST)
    const cells = page.locator('tr[data-row] > td:last-child')
    await eventually(() => cells.count()).toBe(50)
    const shown = (await cells.allInnerTexts()).filter((text) => text.trim() !== '')
    expect(shown).toEqual(
      PRICES.slice(0, 15).map((price) => referenceAmounts(price, 'BGN').eur.replace('.', ',')),
    )
    await page.getByText('Стока с дълго име, опаковка № 7', { exact: true }).waitFor()
  })

  it('BULK-07 · a column is given another meaning by its head', async () => {
    const user = await app.user('bg', 500)
    const { page } = user
    await upload(user, LIST)
    await page.getByRole('button', { name: /Цена без ДДС.*каква е тази колона/ }).click()
    await page.getByRole('button', { name: /^Цена за превалутиране/ }).click()
    await eventually(() => page.getByLabel('Цена, ред 2', { exact: true }).inputValue()).toBe('1.10')
  })

  it('CONV-03 PAY-03 · missing tokens are counted, and the pack that covers them is bought from the review', async () => {
    const user = await app.user('bg')
    const { page } = user
    await upload(user, LIST)
    const buy = page.getByTestId('buy')
    await buy.getByText(/чл\. 57, т\. 13/).waitFor()
    expect(await buy.getByRole('radio', { checked: true }).count()).toBe(1)
    await page.getByTestId('review').getByText('184 жетона', { exact: true }).first().waitFor()
    expect(await buy.getByRole('link').getAttribute('href')).toBe('/checkout?priceId=starter')
  })

  it('BULK-14 · on a phone the bar is at most 64 px high and the first row is in the first screen', async () => {
    const user = await app.user('bg', 500)
    const { page } = user
    await page.setViewportSize({ width: 390, height: 844 })
    await upload(user, LIST)
    const bar = page.locator('[data-sticky-bar]').last()
    const box = await bar.boundingBox()
    expect(box?.height).toBeLessThanOrEqual(64)
    const row = await page.locator('tr[data-row]').first().boundingBox()
    expect((row?.y ?? Infinity) + (row?.height ?? 0)).toBeLessThan(box?.y ?? 0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })

  it('CONV-03 CONV-05 CONV-11 · the first 15 are converted and charged, then the rest alone', async () => {
    const user = await app.user('bg', 500)
    const { page, words } = user
    await upload(user, LIST)
    await page
      .getByTestId('review')
      .getByRole('button', { name: 'Превалутирайте първите 15', exact: true })
      .click()
    await page.getByRole('button', { name: words.accept, exact: true }).click()
    await page.getByRole('button', { name: words.confirm }).click()
    await page.getByRole('heading', { name: words.results }).waitFor()
    await eventually(() => page.getByTestId('balance').innerText()).toBe('500')
    await page.reload()
    await page.getByRole('button', { name: words.convertAll }).click()
    await page.getByRole('button', { name: words.confirm }).click()
    await eventually(() => page.getByTestId('balance').innerText()).toBe('316')
    await eventually(() => page.locator('tr[data-row]').count()).toBe(0)
  })
})
