import { expect, it } from 'vitest'
import { eventually, startApp } from './steps.ts'
import { LANGS } from './words.ts'

const app = startApp()

it.each(LANGS)(
  'API-04 · the pages for developers are short and mark the section being read, in %s',
  async (lang) => {
    const { page, go } = await app.visitor(lang)
    await page.setViewportSize({ width: 1440, height: 900 })
    const heights: Record<string, number> = {}
    for (const name of ['', '/conversions', '/session', '/account', '/purchases', '/site', '/errors']) {
      await go(`/developers${name}`)
      heights[name] = await page.evaluate(() => document.documentElement.scrollHeight)
    }
    expect(Math.max(...Object.values(heights)), JSON.stringify(heights)).toBeLessThan(6500)
    await go('/developers#getJob')
    await page.waitForURL(/\/developers\/conversions#getJob$/)
    const mark = page.getByRole('main').locator('[aria-current=location]')
    await page.evaluate(() => document.getElementById('deleteJob')?.scrollIntoView())
    await eventually(() => mark.getAttribute('href')).toMatch(/#(?:getJob|deleteJob)$/)
  },
)

const COPY = { bg: 'Копирайте: Заявка', en: 'Copy: Request' }

it.each(LANGS)('API-04 · an example is copied as it stands, in %s', async (lang) => {
  const { page, go } = await app.visitor(lang)
  await go('/developers')
  const figure = page.getByRole('figure').filter({ hasText: 'Idempotency-Key' })
  const shown = await figure.locator('pre').innerText()
  expect(shown).toContain('curl')
  await figure.getByRole('button', { name: COPY[lang], exact: true }).click()
  await eventually(() => page.evaluate(() => navigator.clipboard.readText())).toBe(shown)
})
