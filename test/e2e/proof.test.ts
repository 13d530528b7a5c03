/** How each result came about, and what is asked before a protocol is made. */
import { describe, expect, it } from 'vitest'
import { faultsOf } from './accessibility.ts'
import { focusedName, keysOf, tabTo } from './keyboard.ts'
import { converted, plainly, SAID } from './protocols.ts'
import { stage, eventually } from './steps.ts'
import { LANGS } from './words.ts'

const theatre = stage()

describe.each(LANGS)('calculations and protocol dialog, in %s', (lang) => {
  const said = SAID[lang]

  it('PROOF-01 · a toggle shows the calculation of each row, and the rule once', async () => {
    const person = await converted(theatre, lang)
    const { page } = person
    const toggle = page.getByRole('button', { name: said.show })
    expect(await toggle.getAttribute('aria-pressed')).toBe('false')
    expect(await page.getByTestId('sum').count()).toBe(0)
    await toggle.focus()
    await page.keyboard.press('Enter')
    expect(await toggle.getAttribute('aria-pressed')).toBe('true')
    const sums = page.getByTestId('sum')
    const seen = sums.locator('[aria-hidden]')
    const first = async () => (await seen.allInnerTexts()).slice(0, 3).map(plainly)
    await eventually(first).toEqual(said.sums)
    // A row each, and nothing to say of those that were not converted.
    expect(await sums.count()).toBe(8)
    expect((await sums.allInnerTexts()).slice(3, 5)).toEqual(['', ''])
    expect(plainly((await sums.nth(1).locator('.sr-only').textContent()) ?? '')).toBe(said.spoken)
    const cells = page.getByTestId('job-rows').locator('tr')
    for (const row of await cells.all()) expect(await row.locator('th, td').count()).toBe(5)
    const text = plainly(await page.getByRole('main').innerText())
    for (const law of said.law) expect(text.split(law)).toHaveLength(2)
    expect(await faultsOf(page, 'the sums')).toEqual([])
    // Pressed it stays, whatever else is done with the results.
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await seen.first().isVisible()).toBe(true)
    await toggle.click()
    expect(await sums.count()).toBe(0)

    await person.go('/account')
    await page.locator('[data-job] button[aria-expanded]').click()
    await page.getByRole('button', { name: said.show }).click()
    await eventually(async () => (await seen.allInnerTexts()).slice(0, 3).map(plainly)).toEqual(said.sums)
  })

  it('PROOF-04 · the protocol dialog works by keyboard only; its input is stored on the device until sign-out', async () => {
    const person = await converted(theatre, lang)
    const { page } = person
    const press = keysOf(person)
    await page.getByRole('heading', { name: person.words.results }).focus()
    await press(said.protocol)
    const dialog = page.getByRole('dialog')
    await eventually(() => focusedName(page)).toBe(said.purpose)
    expect(await faultsOf(page, 'the dialog')).toEqual([])
    await page.keyboard.type('я'.repeat(201))
    await tabTo(person, said.by)
    await page.keyboard.type(said.wishes.by)
    await tabTo(person, /^PDF/)
    await page.keyboard.press('ArrowDown')
    const download = page.waitForEvent('download')
    await page.keyboard.press('Enter')
    expect((await download).suggestedFilename()).toMatch(/\.xlsx$/)
    await dialog.waitFor({ state: 'detached' })
    await eventually(() => focusedName(page)).toBe(said.protocol)

    await page.keyboard.press('Enter')
    expect(await dialog.getByLabel(said.purpose, { exact: true }).inputValue()).toBe('я'.repeat(200))
    expect(await dialog.getByLabel(said.by, { exact: true }).inputValue()).toBe(said.wishes.by)
    await page.keyboard.press('Escape')
    await eventually(() => focusedName(page)).toBe(said.protocol)
    await page.getByRole('banner').getByRole('button', { name: person.words.logout }).click()
    await page.waitForURL((url) => !url.pathname.includes('converter'))
    expect(await page.evaluate(() => localStorage.getItem('levro.protocol'))).toBeNull()
  })
})
