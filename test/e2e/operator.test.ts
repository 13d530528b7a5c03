import { expect, it } from 'vitest'
import { accessibilityViolations } from './accessibility.ts'
import { startApp } from './steps.ts'
import { LANGS, WORDS } from './words.ts'

const OPERATOR = {
  OPERATOR_NAME: 'Левро & <Син> ООД',
  OPERATOR_NUMBER: '123456789',
  OPERATOR_ADDRESS: 'София 1000, ул. „Първа“ 1',
}
const LINE = {
  bg: 'Доставчик: Левро & <Син> ООД, ЕИК 123456789, София 1000, ул. „Първа“ 1',
  en: 'Provided by: Левро & <Син> ООД, company number 123456789, София 1000, ул. „Първа“ 1',
}

const named = startApp(() => OPERATOR)
const unnamed = startApp()

/** Paths, and how often each names the operator: in the footer, and in the page. */
const PLACES = [
  ['/', 1],
  ['/nope', 1],
  ['/pricing', 2],
  ['/terms', 2],
  ['/privacy', 2],
] as const

it.each(LANGS)(
  'LAY-03 · footer, terms, privacy and prices name the operator before any script and after, in %s',
  async (lang) => {
    for (const javaScriptEnabled of [false, true]) {
      const { page, go } = await named.visitor(lang, { javaScriptEnabled })
      for (const [path, times] of PLACES) {
        await go(path)
        if (javaScriptEnabled) await page.locator('#app[data-started]').waitFor()
        const lines = await page.locator('[data-operator]').allInnerTexts()
        expect(lines, path).toEqual(Array.from({ length: times }, () => LINE[lang]))
      }
    }
  },
)

it('LAY-03 · a page that is opened by a link names the operator too, without an axe violation', async () => {
  const { page, go } = await named.visitor('bg')
  await go('/pricing')
  await page.locator('#app[data-started]').waitFor()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Общи условия' }).click()
  await page.waitForURL('**/terms')
  await page.getByRole('heading', { level: 1, name: 'Общи условия' }).waitFor()
  expect(await page.locator('[data-operator]').allInnerTexts()).toEqual([LINE.bg, LINE.bg])
  expect(await accessibilityViolations(page, 'terms with operator')).toEqual([])
})

it('LAY-03 · where the operator is not set, nothing is shown and nothing takes space', async () => {
  const { page } = await unnamed.visitor('en')
  for (const path of ['/terms', '/pricing']) {
    await page.goto(WORDS.en.prefix + path)
    await page.locator('#app[data-started]').waitFor()
    for (const line of await page.locator('[data-operator]').all()) expect(await line.isVisible()).toBe(false)
  }
})
