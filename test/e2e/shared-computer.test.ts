import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { csvFile, eventually, register, startApp, untilControlled } from './steps.ts'
import { LANGS } from './words.ts'

const app = startApp()

const TEXTS = {
  bg: { leave: 'Изход от споделен компютър', title: 'Изход и изтриване от този браузър?' },
  en: { leave: 'Sign out on a shared computer', title: 'Sign out and clear this browser?' },
}

/** Everything that the site keeps in the browser, by kind. */
const keptBy = (page: Page) =>
  page.evaluate(async () => ({
    local: Object.keys(localStorage),
    session: Object.keys(sessionStorage),
    databases: (await indexedDB.databases()).map(({ name }) => name),
    caches: await caches.keys(),
    workers: (await navigator.serviceWorker.getRegistrations()).length,
  }))

describe.each(LANGS)('a shared computer, in %s', (lang) => {
  const texts = TEXTS[lang]

  it('AUTH-04 · signing out there removes everything that the site keeps in the browser', async () => {
    const visitor = await app.visitor(lang, { serviceWorkers: 'allow' })
    const { page, context, go } = visitor
    await register(visitor, `shared.${lang}@example.bg`)
    await go('/converter?mode=bulk')
    await page.setInputFiles('input[type=file]', csvFile('list.csv', 'name,price,currency\nTea,1.00,BGN\n'))
    await page.getByText('Tea').first().waitFor()
    await untilControlled(page)
    await eventually(async () => (await keptBy(page)).databases.length).toBeGreaterThan(0)
    await eventually(async () => (await keptBy(page)).caches.length).toBeGreaterThan(0)
    expect((await context.cookies()).map(({ name }) => name).toSorted()).toEqual(['levro', 'levro-device'])

    await go('/account/settings')
    await page.getByRole('button', { name: texts.leave }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(texts.title).waitFor()
    // Nothing of the site may be stored again by the page that follows.
    const answer = page.waitForResponse((response) => response.url().endsWith('/api/auth/logout'))
    await context.route('**/*', (route) =>
      route.request().isNavigationRequest() ? route.fulfill({ body: 'left' }) : route.continue(),
    )
    await dialog.getByRole('button', { name: texts.leave }).click()
    const headers = await (await answer).allHeaders()
    expect(headers['clear-site-data'], JSON.stringify(headers)).toBe('"cache", "cookies", "storage"')
    await page.getByText('left').waitFor()
    expect(await context.cookies()).toEqual([])
    await eventually(() => keptBy(page)).toEqual({
      local: [],
      session: [],
      databases: [],
      caches: [],
      workers: 0,
    })
  })
})
