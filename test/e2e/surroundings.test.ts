import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { askToConvert, csvFile, readAlert, stage, until, upload } from './steps.ts'
import { LANGS } from './words.ts'

const theatre = stage()

const ROWS = csvFile('a.csv', 'name,price\nКон,1.50\nТорба,2.00\n')

const heightIn = async (window: { height: number }, shown: Locator): Promise<number> => {
  const box = await shown.boundingBox()
  return box ? Math.min(box.y + box.height, window.height) - Math.max(box.y, 0) : 0
}

describe.each(LANGS)('under other conditions, in %s', (lang) => {
  it('LAY-08 · letters four times as large leave room for the rows, and for what a dialog says', async () => {
    const low = { width: 320, height: 256 }
    const person = await theatre.member(lang)
    const { page, words } = person
    await upload(person, ROWS)
    await page.setViewportSize(low)
    const price = page.locator('tr[data-line] input[inputmode=decimal]').first()
    await price.focus()
    await price.scrollIntoViewIfNeeded()
    const bar = page.locator('[data-sticky-bar]')
    expect(await bar.evaluate((element) => getComputedStyle(element).position)).toBe('static')
    expect(await heightIn(low, price)).toBeGreaterThan(40)
    await askToConvert(person)
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    expect(await heightIn(low, dialog.locator('h2 + div'))).toBeGreaterThan(60)
    const confirm = dialog.getByRole('button', { name: words.confirm })
    await confirm.scrollIntoViewIfNeeded()
    expect(await heightIn(low, confirm)).toBeGreaterThan(40)
  })

  it('LAY-08 · colours that the system chooses still show what is chosen, and what is a button', async () => {
    const person = await theatre.person(lang, { forcedColors: 'active' })
    const { page, words } = person
    const ground = (shown: Locator) => shown.evaluate((one) => getComputedStyle(one).backgroundColor)
    await person.go('/converter')
    const [single, bulk] = [words.single, words.bulk].map((name) => page.locator('label', { hasText: name }))
    expect(await ground(single!)).not.toBe(await ground(bulk!))
    const action = page.getByRole('main').locator('button[type=submit]')
    expect(await action.evaluate((one) => getComputedStyle(one).borderTopStyle)).toBe('solid')
    await upload(person, ROWS)
    const filters = page.getByTestId('row-filter').getByRole('button')
    expect(await ground(filters.nth(0))).not.toBe(await ground(filters.nth(1)))
  })

  it('LAY-03 LAY-08 · on paper there is what is to be read, in dark letters, and every answer is open', async () => {
    const { page, go } = await theatre.person(lang, { colorScheme: 'dark' })
    await go('/contact')
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    for (const link of await page.locator('header nav a, footer nav a').all())
      expect(await link.isVisible()).toBe(false)
    expect(await page.getByRole('main').getByRole('button').count()).toBe(0)
    for (const answer of await page.locator('details p').all())
      expect((await answer.boundingBox())?.height).toBeGreaterThan(10)
    expect(await page.locator('body').evaluate((body) => getComputedStyle(body).colorScheme)).toBe('light')
  })

  it('LAY-04 · a message goes with the page that it is about', async () => {
    const person = await theatre.person(lang)
    const { page, words } = person
    await person.go('/about')
    await page.getByRole('contentinfo').locator(`a[href="${words.prefix}/converter"]`).click()
    await page.locator('input[name=amount]').press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    await page.goBack()
    await dialog.waitFor({ state: 'detached' })
    await page.goForward()
    await page.locator('input[name=amount]').waitFor()
    expect(await dialog.count()).toBe(0)
    await page.locator('input[name=amount]').press('Enter')
    expect((await readAlert(person)).title).toBe(words.warningTitle)
    await until(() => dialog.count()).toBe(0)
  })

  it('ROUTE-04 · a page whose scripts do not come says so, and is there to be read', async () => {
    const person = await theatre.person(lang)
    const { page, complaints } = person
    await page.route(/\/assets\/(?!start-).*\.js$/, (route) => route.abort())
    await person.go('/pricing')
    await page
      .getByRole('main')
      .getByText(lang === 'bg' ? 'не се зареди докрай' : 'did not load fully')
      .waitFor()
    expect(await page.getByTestId('plan-free').isVisible()).toBe(true)
    complaints.length = 0
  })
})
