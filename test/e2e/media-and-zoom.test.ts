import type { Locator } from 'playwright-core'
import { describe, expect } from 'vitest'
import { askToConvert, csvFile, readAlert, startApp, eventually, upload } from './steps.ts'
import { inTurn, LANGS } from './words.ts'

const app = startApp()

const ROWS = csvFile('a.csv', 'name,price\nКон,1.50\nТорба,2.00\n')

const visibleHeight = async (window: { height: number }, shown: Locator): Promise<number> => {
  const box = await shown.boundingBox()
  return box ? Math.min(box.y + box.height, window.height) - Math.max(box.y, 0) : 0
}

describe.each(LANGS)('zoom, forced colours, print and failed scripts, in %s', (lang) => {
  const it = inTurn(lang)

  it('LAY-08 · at fourfold zoom the rows and the text of a dialog stay visible', async () => {
    const low = { width: 320, height: 256 }
    const user = await app.user(lang)
    const { page, words } = user
    await upload(user, ROWS)
    await page.setViewportSize(low)
    const price = page.locator('tr[data-line] input[inputmode=decimal]').first()
    await price.focus()
    await price.scrollIntoViewIfNeeded()
    const bars = page.locator('[data-sticky-bar]')
    const positions = await bars.evaluateAll((all) => all.map((bar) => getComputedStyle(bar).position))
    expect(new Set(positions)).toEqual(new Set(['static']))
    expect(Math.round(await visibleHeight(low, price))).toBeGreaterThanOrEqual(36)
    await askToConvert(user)
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    expect(await visibleHeight(low, dialog.locator('h2 + div'))).toBeGreaterThan(60)
    const confirm = dialog.getByRole('button', { name: words.confirm })
    await confirm.scrollIntoViewIfNeeded()
    expect(await visibleHeight(low, confirm)).toBeGreaterThan(40)
  })

  it('LAY-08 · forced colours show selected options and button borders', async () => {
    const visitor = await app.visitor(lang, { forcedColors: 'active' })
    const { page, words } = visitor
    const ground = (shown: Locator) => shown.evaluate((one) => getComputedStyle(one).backgroundColor)
    await visitor.go('/converter')
    const highlight = await page.evaluate(() => {
      const mark = document.body.appendChild(document.createElement('mark'))
      mark.style.setProperty('background', 'Highlight')
      const { backgroundColor } = getComputedStyle(mark)
      mark.remove()
      return backgroundColor
    })
    expect(await ground(page.locator('label', { hasText: words.single }))).toBe(highlight)
    expect(await ground(page.locator('label', { hasText: words.bulk }))).not.toBe(highlight)
    const action = page.getByRole('main').locator('button[type=submit]')
    expect(await action.evaluate((one) => getComputedStyle(one).borderTopWidth)).toBe('1px')
    await upload(visitor, ROWS)
    const filters = page.getByTestId('row-filter').getByRole('button')
    expect(await ground(filters.nth(0))).toBe(highlight)
    expect(await ground(filters.nth(1))).not.toBe(highlight)
  })

  it('LAY-03 LAY-08 · print hides links and buttons, uses light colours and opens every answer', async () => {
    const { page, go } = await app.visitor(lang, { colorScheme: 'dark' })
    await go('/contact')
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    const links = await page.locator('header nav a, footer nav a').all()
    expect(links.length).toBeGreaterThan(6)
    for (const link of links) expect(await link.isVisible()).toBe(false)
    expect(await page.getByRole('main').getByRole('button').count()).toBe(0)
    expect(await page.locator('details p').count()).toBeGreaterThan(4)
    for (const answer of await page.locator('details p').all())
      expect((await answer.boundingBox())?.height).toBeGreaterThan(10)
    expect(await page.locator('body').evaluate((body) => getComputedStyle(body).colorScheme)).toBe('light')
  })

  it('ROUTE-04 · print without scripts shows that the page needs JavaScript', async () => {
    const { page, go } = await app.visitor(lang, { javaScriptEnabled: false })
    await go('/converter')
    await page.emulateMedia({ media: 'print' })
    expect(await page.getByRole('main').innerText()).toContain('JavaScript')
  })

  it('LAY-04 · navigation closes the alert of the former page', async () => {
    const visitor = await app.visitor(lang)
    const { page, words } = visitor
    await visitor.go('/about')
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
    expect((await readAlert(visitor)).title).toBe(words.warningTitle)
    await eventually(() => dialog.count()).toBe(0)
  })

  it('LAY-04 · an alert during navigation is shown on the current page and closes with it', async () => {
    const visitor = await app.visitor(lang)
    const { page, words } = visitor
    await visitor.go('/converter')
    const arrived = Promise.withResolvers<void>()
    await page.route(/\/assets\/about-.*\.js$/, async (route) => {
      await arrived.promise
      await route.continue()
    })
    await page.getByRole('contentinfo').locator(`a[href="${words.prefix}/about"]`).click()
    await page.waitForURL((url) => url.pathname === `${words.prefix}/about`)
    await page.locator('input[name=amount]').press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    arrived.resolve()
    await page.locator('input[name=amount]').waitFor({ state: 'detached' })
    await eventually(() => dialog.count()).toBe(0)
  })

  it('ROUTE-04 · a page whose scripts fail to load shows an error and stays readable', async () => {
    const visitor = await app.visitor(lang)
    const { page, consoleErrors } = visitor
    await page.route(/\/assets\/(?!start-).*\.js$/, (route) => route.abort())
    await visitor.go('/pricing')
    const failure = page.getByRole('alert')
    await failure.waitFor()
    expect(await failure.innerText()).toContain(lang === 'bg' ? 'не се зареди докрай' : 'did not load fully')
    expect(await failure.getByRole('link').getAttribute('href')).toBe(page.url())
    expect(await page.getByTestId('plan-free').isVisible()).toBe(true)
    consoleErrors.length = 0
  })

  it('ROUTE-04 · a page whose chunk fails to load shows one error, and other pages show none', async () => {
    const visitor = await app.visitor(lang)
    const { page, consoleErrors, words } = visitor
    await page.route(/\/assets\/contact-.*\.js$/, (route) => route.abort())
    // The page is reloaded once, in case the chunk was one of a former build.
    await visitor.go('/contact')
    await page.getByRole('main').getByRole('alert').waitFor()
    expect(await page.getByRole('alert').count()).toBe(1)
    await page.getByRole('contentinfo').locator(`a[href="${words.prefix}/about"]`).click()
    await eventually(() => page.getByRole('alert').count()).toBe(0)
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
    consoleErrors.length = 0
  })
})
