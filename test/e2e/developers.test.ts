import { expect, it } from 'vitest'
import { FILE_WARNINGS } from '#api/file-warnings.ts'
import { cellFormula, sheetsScript } from '#web/features/developers/spreadsheet-formulas.ts'
import { eventually, startApp } from './steps.ts'
import { LANGS } from './words.ts'

const app = startApp()

it.each(LANGS)(
  'API-04 · the pages for developers are short and mark the section being read, in %s',
  async (lang) => {
    const { page, go } = await app.visitor(lang)
    await page.setViewportSize({ width: 1440, height: 900 })
    const heights: Record<string, number> = {}
    for (const name of [
      '',
      '/files',
      '/background',
      '/conversions',
      '/session',
      '/account',
      '/protection',
      '/purchases',
      '/site',
      '/tools',
      '/errors',
    ]) {
      await go(`/developers${name}`)
      heights[name] = await page.evaluate(() => document.documentElement.scrollHeight)
    }
    expect(Math.max(...Object.values(heights)), JSON.stringify(heights)).toBeLessThan(6600)
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

const VERIFICATION = { bg: 'Проверка на подписа', en: 'Verifying the signature' }

it.each(LANGS)('OPEN-02 · a sample is shown in the language that is picked, in %s', async (lang) => {
  const { page, go } = await app.visitor(lang)
  await go('/developers/background')
  const sample = page.getByRole('figure').filter({ hasText: VERIFICATION[lang] })
  expect(await sample.locator('pre').innerText()).toContain('timingSafeEqual')
  for (const [language, call] of [
    ['Python', 'compare_digest'],
    ['PHP', 'hash_equals'],
    ['C#', 'FixedTimeEquals'],
  ] as const) {
    await page.getByRole('radio', { name: language, exact: true }).check()
    await eventually(() => sample.innerText()).toContain(`${VERIFICATION[lang]} · ${language}`)
    expect(await sample.locator('pre').innerText()).toContain(call)
  }
})

const ALL_WARNINGS = { bg: 'Всички предупреждения', en: 'All warnings' }
const WARNINGS = { bg: 'Предупреждения за файла', en: 'Warnings about a file' }

it.each(LANGS)('OPEN-02 · every warning about a file is in a table, in %s', async (lang) => {
  const { page, go } = await app.visitor(lang)
  await go('/developers/files')
  await page.getByRole('link', { name: ALL_WARNINGS[lang], exact: true }).click()
  await page.waitForURL(/\/developers\/errors#warnings$/)
  const rows = page.getByRole('table', { name: WARNINGS[lang] }).locator('tbody tr')
  await rows.first().waitFor()
  const shown = await rows.evaluateAll((all) =>
    all.map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent)),
  )
  expect(shown).toEqual(Object.entries(FILE_WARNINGS[lang]))
})

it.each(LANGS)('API-04 · every field of a request and of a response has its meaning, in %s', async (lang) => {
  const { page, go } = await app.visitor(lang, { javaScriptEnabled: false })
  for (const name of ['files', 'background', 'conversions', 'session', 'account', 'purchases', 'site']) {
    await go(`/developers/${name}`)
    const fields = await page
      .getByRole('main')
      .locator('dl > div')
      .evaluateAll((all) =>
        all.map((field) => [...field.querySelectorAll('dt, dd')].map((part) => part.textContent ?? '')),
      )
    expect(fields.length, name).toBeGreaterThan(2)
    for (const [field = '', type, meaning] of fields) {
      expect(type, field).not.toBe('')
      expect(meaning, `${name}: ${field}`).toMatch(/[.)]$/)
    }
  }
})

it('API-04 · the meanings of the fields stay readable when their script does not load', async () => {
  const { page, go, consoleErrors } = await app.visitor('en')
  await page.route('**/assets/fields-*.js', (route) => route.abort())
  await go('/developers/conversions#getJob')
  await page.getByText('The price as it was sent.').first().waitFor()
  await page
    .getByRole('main')
    .getByRole('link', { name: 'GET /api/convert/jobs', exact: true })
    .first()
    .click()
  await page.getByText('The price as it was sent.').first().waitFor()
  consoleErrors.length = 0
})

const FORMULA = { bg: 'Копирайте: Лев в евро', en: 'Copy: BGN to EUR' }

it.each(LANGS)('API-04 · the formula of spreadsheets is copied as it was tested, in %s', async (lang) => {
  const { page, go } = await app.visitor(lang)
  await go('/developers/tools#spreadsheets')
  await page.getByRole('button', { name: FORMULA[lang], exact: true }).click()
  await eventually(() => page.evaluate(() => navigator.clipboard.readText())).toBe(
    cellFormula('toEuro', 'A2', ';'),
  )
  const script = page.getByRole('figure').filter({ hasText: '@customfunction' }).locator('code')
  expect(await script.textContent()).toBe(sheetsScript(lang))
})
