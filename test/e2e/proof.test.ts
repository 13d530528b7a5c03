/** Calculations of the results, and the dialog of the protocol. */
import { describe, expect } from 'vitest'
import { accessibilityViolations } from './accessibility.ts'
import { focusedName, keyboardPress, tabTo } from './keyboard.ts'
import { converted, withPlainSpaces, TEXTS } from './protocols.ts'
import { startApp, eventually } from './steps.ts'
import { inTurn, LANGS } from './words.ts'

const app = startApp()

describe.each(LANGS)('calculations and protocol dialog, in %s', (lang) => {
  const it = inTurn(lang)
  const texts = TEXTS[lang]

  it('PROOF-01 · a toggle shows the calculation of each row, and the rule once', async () => {
    const user = await converted(app, lang)
    const { page } = user
    const toggle = page.getByRole('button', { name: texts.show })
    expect(await toggle.getAttribute('aria-pressed')).toBe('false')
    expect(await page.getByTestId('sum').count()).toBe(0)
    await toggle.focus()
    await page.keyboard.press('Enter')
    expect(await toggle.getAttribute('aria-pressed')).toBe('true')
    const sums = page.getByTestId('sum')
    const seen = sums.locator('[aria-hidden]')
    const first = async () => (await seen.allInnerTexts()).slice(0, 3).map(withPlainSpaces)
    await eventually(first).toEqual(texts.sums)
    // One calculation per row; empty for rows that were not converted.
    expect(await sums.count()).toBe(8)
    expect((await sums.allInnerTexts()).slice(3, 5)).toEqual(['', ''])
    expect(withPlainSpaces((await sums.nth(1).locator('.sr-only').textContent()) ?? '')).toBe(texts.spoken)
    const cells = page.getByTestId('job-rows').locator('thead tr, tbody tr')
    for (const row of await cells.all()) expect(await row.locator('th, td').count()).toBe(6)
    const text = withPlainSpaces(await page.getByRole('main').innerText())
    for (const law of texts.law) expect(text.split(law)).toHaveLength(2)
    expect(await accessibilityViolations(page, 'the calculations')).toEqual([])
    // The toggle stays pressed on a narrow screen.
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await seen.first().isVisible()).toBe(true)
    await toggle.click()
    expect(await sums.count()).toBe(0)

    await user.go('/account')
    await page.locator('[data-job] button[aria-expanded]').first().click()
    await page.getByRole('button', { name: texts.show }).click()
    await eventually(async () => (await seen.allInnerTexts()).slice(0, 3).map(withPlainSpaces)).toEqual(
      texts.sums,
    )
  })

  it('PROOF-04 · the protocol dialog works by keyboard only; its input is stored on the device until sign-out', async () => {
    const user = await converted(app, lang)
    const { page } = user
    const press = keyboardPress(user)
    await page.getByRole('heading', { name: user.words.results }).focus()
    await press(texts.protocol)
    const dialog = page.getByRole('dialog')
    await eventually(() => focusedName(page)).toBe(texts.purpose)
    expect(await accessibilityViolations(page, 'the dialog')).toEqual([])
    await page.keyboard.type('я'.repeat(201))
    await tabTo(user, texts.by)
    await page.keyboard.type(texts.input.by)
    await tabTo(user, /^PDF/)
    await page.keyboard.press('ArrowDown')
    const download = page.waitForEvent('download')
    await page.keyboard.press('Enter')
    expect((await download).suggestedFilename()).toMatch(/\.xlsx$/)
    await dialog.waitFor({ state: 'detached' })
    await eventually(() => focusedName(page)).toBe(texts.protocol)

    await page.keyboard.press('Enter')
    expect(await dialog.getByLabel(texts.purpose, { exact: true }).inputValue()).toBe('я'.repeat(200))
    expect(await dialog.getByLabel(texts.by, { exact: true }).inputValue()).toBe(texts.input.by)
    await page.keyboard.press('Escape')
    await eventually(() => focusedName(page)).toBe(texts.protocol)
    await page.getByRole('banner').getByRole('button', { name: user.words.logout }).click()
    await page.waitForURL((url) => !url.pathname.includes('converter'))
    expect(await page.evaluate(() => localStorage.getItem('levro.protocol'))).toBeNull()
  })
})
