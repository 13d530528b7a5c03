import { describe, expect, test } from 'vitest'
import { register, signedInMark, signedOutMark, startApp } from './steps.ts'
import { LANGS, inTurn } from './words.ts'

const app = startApp()

const TEXTS = {
  bg: {
    loading: 'Зареждане',
    open: 'Към конвертора',
    available: 'На разположение: 15 жетона',
    create: 'Създайте безплатен профил – 15 жетона',
    noCard: 'Без карта • Започвате за по-малко от минута',
  },
  en: {
    loading: 'Loading',
    open: 'Open Converter',
    available: '15 tokens available',
    create: 'Create free account — get 15 tokens',
    noCard: 'No card required • Start in under a minute',
  },
}

describe.each(LANGS)('session state, in %s', (lang) => {
  const it = inTurn(lang)
  const texts = TEXTS[lang]

  it('LAY-06 · sign-out in another tab is shown when the window regains focus', async () => {
    const user = await app.user(lang)
    const { page, context, words } = user
    await user.go('/')
    await signedInMark(page).waitFor()
    const other = await context.newPage()
    await other.goto(page.url())
    await other.getByRole('banner').getByRole('button', { name: words.logout }).click()
    await signedOutMark({ ...user, page: other }).waitFor()
    expect(await signedInMark(page).isVisible()).toBe(true)
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await signedOutMark(user).waitFor()
  })

  it('LAY-06 · the session is requested once per load, and again when the page is restored from the back/forward cache', async () => {
    const user = await app.user(lang)
    const { page, context } = user
    let asked = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/api/auth/me')) asked++
    })
    await user.go('/')
    await signedInMark(page).waitFor()
    // The page's show event after loading causes no second request.
    await page.waitForLoadState('networkidle')
    expect(asked).toBe(1)
    await context.clearCookies({ name: 'levro' })
    await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    await signedOutMark(user).waitFor()
  })

  test('HOME-02 HOME-03 HOME-04 · the main button shows the loading, signed-out and signed-in states', async () => {
    const visitor = await app.visitor(lang)
    const { page } = visitor
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/api/auth/me', async (route) => {
      await held
      await route.continue()
    })
    await visitor.go('/')
    expect(await page.getByRole('main').getByRole('button', { name: texts.loading }).isDisabled()).toBe(true)
    release()
    const create = page.getByRole('main').getByRole('link', { name: texts.create })
    await create.waitFor()
    await page.getByText(texts.noCard).waitFor()
    expect(await create.getAttribute('href')).toBe(lang === 'en' ? '/en/register' : '/register')
    await page.unroute('**/api/auth/me')
    await page.route('**/api/auth/me', (route) => route.abort())
    await page.reload()
    await create.waitFor()
    await page.unroute('**/api/auth/me')
    await register(visitor, `${lang}.home@example.bg`)
    const open = page.getByRole('main').getByRole('link', { name: texts.open }).first()
    await open.waitFor()
    expect(await open.getAttribute('href')).toBe(lang === 'en' ? '/en/converter' : '/converter')
    await page.getByText(texts.available).waitFor()
  })
})
