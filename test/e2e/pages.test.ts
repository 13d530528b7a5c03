import { describe, expect, it } from 'vitest'
import { signedInMark, signedOutMark, startApp, eventually } from './steps.ts'
import { LANGS } from './words.ts'

const app = startApp()

/** Every page, with its title. */
const PAGES = {
  bg: {
    '/': 'Левро | Лев ↔ евро, точно до цента',
    '/converter': 'Конвертор лев – евро · Левро',
    '/check': 'Проверка на цени в лева и в евро · Левро',
    '/pricing': 'Цени · Левро',
    '/register': 'Регистрация · Левро',
    '/login': 'Вход · Левро',
    '/account': 'Профил · Левро',
    '/account/purchases': 'Покупки · Левро',
    '/account/tokens': 'Жетони · Левро',
    '/account/settings': 'Настройки · Левро',
    '/checkout': 'Плащане · Левро',
    '/checkout/success': 'Покупка на жетони · Левро',
    '/forgot-password': 'Забравена парола · Левро',
    '/reset-password': 'Нова парола · Левро',
    '/verify-email': 'Потвърждаване на имейла · Левро',
    '/about': 'За нас · Левро',
    '/contact': 'Контакти · Левро',
    '/terms': 'Общи условия · Левро',
    '/developers': 'За разработчици · Левро',
    '/developers/files': 'API: Файлове · Левро',
    '/developers/background': 'API: Файлове на заден план · Левро',
    '/developers/conversions': 'API: Превалутирания · Левро',
    '/developers/session': 'API: Вход и регистрация · Левро',
    '/developers/account': 'API: Профил · Левро',
    '/developers/protection': 'API: Защита на профила · Левро',
    '/developers/purchases': 'API: Покупки · Левро',
    '/developers/site': 'API: Сайт · Левро',
    '/developers/tools': 'Без заявки · Левро',
    '/developers/errors': 'API: Грешки · Левро',
    '/privacy': 'Политика за поверителност · Левро',
  },
  en: {
    '/': 'Levro | Lev ↔ euro, right to the cent',
    '/converter': 'Lev – euro converter · Levro',
    '/check': 'Check lev and euro prices · Levro',
    '/pricing': 'Pricing · Levro',
    '/register': 'Register · Levro',
    '/login': 'Login · Levro',
    '/account': 'Account · Levro',
    '/account/purchases': 'Purchases · Levro',
    '/account/tokens': 'Tokens · Levro',
    '/account/settings': 'Settings · Levro',
    '/checkout': 'Checkout · Levro',
    '/checkout/success': 'Token purchase · Levro',
    '/forgot-password': 'Forgot your password? · Levro',
    '/reset-password': 'New password · Levro',
    '/verify-email': 'Confirm the email · Levro',
    '/about': 'About · Levro',
    '/contact': 'Contact · Levro',
    '/terms': 'Terms of Service · Levro',
    '/developers': 'For developers · Levro',
    '/developers/files': 'API: Files · Levro',
    '/developers/background': 'API: Background files · Levro',
    '/developers/conversions': 'API: Conversions · Levro',
    '/developers/session': 'API: Sign-in and registration · Levro',
    '/developers/account': 'API: Account · Levro',
    '/developers/protection': 'API: Account protection · Levro',
    '/developers/purchases': 'API: Purchases · Levro',
    '/developers/site': 'API: Site · Levro',
    '/developers/tools': 'Without requests · Levro',
    '/developers/errors': 'API: Errors · Levro',
    '/privacy': 'Privacy Policy · Levro',
  },
} as const

/** Private pages, or pages opened from an emailed link. */
const NOT_FOR_SEARCH = [
  '/account',
  '/account/purchases',
  '/account/tokens',
  '/account/settings',
  '/checkout',
  '/checkout/success',
  '/forgot-password',
  '/reset-password',
  '/verify-email',
]
/** Pages with little content before the session is known. */
const SHORT = ['/account', '/account/purchases', '/account/tokens', '/account/settings', '/checkout']

const TEXTS = {
  bg: {
    notFound: 'Страницата не е намерена · Левро',
    heading: '404 – Страницата не е намерена',
    lost: (path: string) =>
      `Не намерихме ${path}. Възможно е страницата да е преместена или адресът да е сгрешен.`,
    back: 'Назад',
    toConverter: 'Към конвертора',
    home: ['Начало', 'Конвертор', 'Проверка', 'Цени'],
    forTokens: 'Влезте за жетони',
    toPricing: 'Към цените',
    footer: {
      Продукт: ['/converter', '/check', '/pricing', '/about', '/developers'],
      'Помощ и условия': ['/contact', '/terms', '/privacy', 'mailto:support@levro.bg'],
    },
    login: 'Вход',
    register: 'Регистрация',
    account: 'Профил',
    logout: 'Изход',
    independent: 'независим инструмент',
    rate: '1 € = 1,95583 лв.',
    other: 'EN – English',
  },
  en: {
    notFound: 'Page not found · Levro',
    heading: '404 - Page not found',
    lost: (path: string) => `We couldn't find ${path}. It may have been moved or the URL is incorrect.`,
    back: 'Go back',
    toConverter: 'Go to Converter',
    home: ['Home', 'Converter', 'Check', 'Pricing'],
    forTokens: 'Sign in for tokens',
    toPricing: 'View pricing',
    footer: {
      Product: ['/en/converter', '/en/check', '/en/pricing', '/en/about', '/en/developers'],
      'Support & Legal': ['/en/contact', '/en/terms', '/en/privacy', 'mailto:support@levro.bg'],
    },
    login: 'Login',
    register: 'Register',
    account: 'Account',
    logout: 'Logout',
    independent: 'not an official site of any government or bank',
    rate: '1 € = 1.95583 BGN',
    other: 'BG – Български',
  },
}

/** Paths of no page, by the language of their not-found page. */
const UNKNOWN = {
  bg: ['/energy', '/EN/x', '/bg/няма', '/a%zz', '/<svg onload=alert(1)>&amp;', '/pricing/x', '/Converter'],
  en: ['/en/nope', '/en/<img src=x onerror=alert(1)>'],
}

const at = (prefix: string, path: string) => (path === '/' ? prefix || '/' : prefix + path)

describe.each(LANGS)('pages, in %s', (lang) => {
  const texts = TEXTS[lang]
  const prefix = lang === 'en' ? '/en' : ''

  it('AUTH-02 · before hydration the submit buttons are disabled, and Enter submits nothing', async () => {
    const { page } = await app.visitor(lang, { javaScriptEnabled: false })
    for (const path of ['/login', '/register', '/forgot-password', '/reset-password', '/contact']) {
      await page.goto(at(prefix, path))
      const fields = page.getByRole('main').locator('input:visible')
      for (const field of await fields.all()) await field.press('Enter')
      const sends = await page
        .getByRole('main')
        .locator('[type=submit]')
        .evaluateAll((all) => all.map((send) => (send as HTMLButtonElement).disabled))
      expect(new Set(sends), path).toEqual(new Set([true]))
      expect(new URL(page.url()).search).toBe('')
    }
  })

  it('ROUTE-01 ROUTE-02 ROUTE-03 ROUTE-04 · each page has its language, title, links, description and content before any script', async () => {
    const { page } = await app.visitor(lang, { javaScriptEnabled: false })
    const descriptions = new Set<string>()
    for (const [path, title] of Object.entries(PAGES[lang])) {
      for (const under of lang === 'bg' ? ['', '/bg'] : ['/en']) {
        const reply = await page.goto(at(under, path))
        expect(reply?.status(), at(under, path)).toBe(200)
        expect(await page.title()).toBe(title)
        expect(await page.locator('html').getAttribute('lang')).toBe(lang)
        const links = await page
          .locator('link[rel=canonical], link[rel=alternate]')
          .evaluateAll((all) =>
            all.map((link) => [
              link.getAttribute('hreflang') ?? 'canonical',
              new URL((link as HTMLLinkElement).href).pathname,
            ]),
          )
        expect(Object.fromEntries(links)).toEqual({
          canonical: at(prefix, path),
          bg: path,
          en: at('/en', path),
          'x-default': path,
        })
        const description = (await page.locator('meta[name=description]').getAttribute('content')) ?? ''
        expect(description).toMatch(lang === 'bg' ? /[а-я]{4}/ : /^[^а-я]{40,}$/)
        descriptions.add(description)
        const robots = await page.locator('meta[name=robots]').count()
        expect(robots).toBe(NOT_FOR_SEARCH.includes(path) ? 1 : 0)
        expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true)
        expect((await page.getByRole('main').innerText()).length).toBeGreaterThan(
          SHORT.includes(path) ? 5 : 50,
        )
      }
    }
    expect(descriptions.size).toBe(Object.keys(PAGES[lang]).length)
  })

  it.each(UNKNOWN[lang])(
    'ROUTE-02 ROUTE-05 · %s is a 404 that shows the path as text, once',
    async (path) => {
      const visitor = await app.visitor(lang)
      const { page } = visitor
      const reply = await page.goto(path)
      expect(reply?.status()).toBe(404)
      expect(reply?.headers()['content-type']).toMatch(/^text\/html/)
      await page.getByText(texts.lost(path), { exact: true }).first().waitFor()
      expect(await page.getByRole('heading', { level: 1 }).allInnerTexts()).toEqual([texts.heading])
      expect(await page.getByRole('banner').count()).toBe(1)
      expect(await page.title()).toBe(texts.notFound)
      expect(await page.locator('html').getAttribute('lang')).toBe(lang)
      expect(await page.locator('main img, main svg').count()).toBe(0)
      const pricing = page.getByRole('link', { name: texts.toPricing, exact: true })
      expect(await pricing.getAttribute('href')).toBe(at(prefix, '/pricing'))
    },
  )

  it('ROUTE-05 · control and bidirectional characters in the path are escaped, and a long path is truncated', async () => {
    const { page, go } = await app.visitor(lang)
    await go('/%E2%80%AEtxt.exe/%00/%0A%20x')
    const shown = page.locator('main bdi')
    expect(await shown.innerText()).toBe(`${prefix}/%E2%80%AEtxt.exe/%00/%0A x`)
    await go(`/${'я'.repeat(900)}`)
    expect(await shown.innerText()).toMatch(/^[^…]{150,250}…$/)
  })

  it('ROUTE-05 · Go back returns to the previous page, or home without history; a link leads to the converter', async () => {
    const visitor = await app.visitor(lang)
    const { page, context } = visitor
    await visitor.go('/nope')
    await page.getByRole('link', { name: texts.toConverter }).click()
    await page.waitForURL((url) => url.pathname === at(prefix, '/converter'))
    await visitor.go('/login')
    await visitor.go('/nope')
    await page.getByRole('button', { name: texts.back, exact: true }).click()
    await page.waitForURL((url) => url.pathname === at(prefix, '/login'))
    const opening = context.waitForEvent('page')
    await page.evaluate((url) => void window.open(url, '_blank', 'noopener'), at(prefix, '/nope'))
    const fresh = await opening
    await fresh.locator('#app[data-started]').waitFor()
    await fresh.getByRole('button', { name: texts.back, exact: true }).click()
    await fresh.waitForURL((url) => url.pathname === at(prefix, '/'))
  })

  it('ROUTE-06 · the language link keeps page and query', async () => {
    const visitor = await app.visitor(lang)
    const { page } = visitor
    await visitor.go('/converter?mode=bulk')
    const link = page.getByRole('banner').getByRole('link', { name: texts.other })
    const there = lang === 'bg' ? '/en/converter?mode=bulk' : '/converter?mode=bulk'
    await eventually(() => link.getAttribute('href')).toBe(there)
    await link.click()
    await page.waitForURL(app.product.origin + there)
    expect(await page.locator('html').getAttribute('lang')).toBe(lang === 'bg' ? 'en' : 'bg')
  })

  it('ROUTE-06 · the language link keeps the visible section, and the path of a missing page', async () => {
    const visitor = await app.visitor(lang)
    const { page } = visitor
    const link = page.getByRole('banner').getByRole('link', { name: texts.other })
    const there = (path: string) => (lang === 'bg' ? `/en${path}` : path)
    await visitor.go('/terms')
    await page.evaluate(() => document.getElementById('liability')?.scrollIntoView())
    // Without Playwright's click, which would scroll to the header's position in the page.
    await link.evaluate((one: HTMLElement) => one.click())
    await page.waitForURL(`${app.product.origin}${there('/terms')}#liability`)
    await visitor.go('/about')
    await page.evaluate(() => document.getElementById('rate')?.scrollIntoView())
    await link.evaluate((one: HTMLElement) => one.click())
    await page.waitForURL(`${app.product.origin}${there('/about')}#rate`)
    await visitor.go('/nope')
    await eventually(() => link.getAttribute('href')).toBe(there('/nope'))
    // Two slashes would lead to another site.
    await page.goto(`/${lang}//evil.example/x`)
    const href = lang === 'bg' ? '/en/evil.example/x' : '/evil.example/x'
    await eventually(() => link.getAttribute('href')).toBe(href)
  })

  it.each(['/terms', '/privacy'])(
    'ROUTE-06 · the language link keeps each section of %s that the address names',
    async (path) => {
      const visitor = await app.visitor(lang)
      const { page } = visitor
      await visitor.go(path)
      const ids = await page.locator('main section > h2').evaluateAll((all) => all.map(({ id }) => id))
      expect(ids.length).toBeGreaterThan(10)
      for (const id of [ids[0], ids[1], ids[5], ...ids.slice(-4)]) {
        await page.goto('about:blank')
        await visitor.go(`${path}#${id}`)
        const title = page.locator(`#${id}`)
        await eventually(() => title.evaluate((one) => one === document.activeElement)).toBe(true)
        const link = page.getByRole('banner').getByRole('link', { name: texts.other })
        await link.evaluate((one: HTMLElement) => one.click())
        await page.waitForURL(`${app.product.origin}${lang === 'bg' ? '/en' : ''}${path}#${id}`)
        await eventually(() => title.evaluate((one) => one === document.activeElement)).toBe(true)
        const { top, height } = await title.evaluate((one) => ({
          top: one.getBoundingClientRect().top,
          height: window.innerHeight,
        }))
        expect(top, id).toBeGreaterThan(50)
        expect(top, id).toBeLessThan(height)
      }
    },
  )

  it('LAY-01 LAY-03 · header and footer have their links and statements, and every link answers 200', async () => {
    const visitor = await app.visitor(lang)
    const { page, context } = visitor
    await visitor.go('/')
    const header = page.getByRole('banner')
    await signedOutMark(visitor).waitFor()
    expect(await header.getByRole('navigation').getByRole('link').allInnerTexts()).toEqual(texts.home)
    for (const name of [texts.login, texts.register]) {
      expect(await header.getByRole('link', { name, exact: true }).isVisible()).toBe(true)
    }
    const forTokens = header.getByRole('link', { name: texts.forTokens })
    expect(await forTokens.getAttribute('href')).toBe(at(prefix, '/pricing'))
    expect(await header.evaluate((element) => getComputedStyle(element).position)).toBe('sticky')
    const footer = (await page.getByRole('contentinfo').innerText()).replace(/\u00a0/g, ' ')
    for (const text of [texts.rate, texts.independent]) expect(footer).toContain(text)
    for (const [name, hrefs] of Object.entries(texts.footer)) {
      const column = page.getByRole('contentinfo').getByRole('navigation', { name })
      const found = await column
        .getByRole('link')
        .evaluateAll((all) => all.map((link) => link.getAttribute('href')))
      expect(found).toEqual(hrefs)
    }
    const linksOf = ({ page: at }: typeof visitor) =>
      at.locator('a[href^="/"]').evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
    const links = new Set(await linksOf(visitor))
    const reader = await app.visitor(lang, { javaScriptEnabled: false })
    for (const path of [...Object.keys(PAGES[lang]), '/nope']) {
      await reader.go(path)
      for (const href of await linksOf(reader)) links.add(href)
    }
    expect(links.size).toBeGreaterThan(Object.keys(texts.footer).length)
    for (const href of links) expect((await context.request.get(href)).status(), href).toBe(200)
  })

  it('LAY-01 · the header of a signed-in user has balance, account and logout with accessible names', async () => {
    const user = await app.user(lang)
    await user.go('/')
    const header = user.page.getByRole('banner')
    await eventually(() => signedInMark(user.page).innerText()).toBe('15')
    expect(await header.getByRole('button', { name: texts.logout }).isVisible()).toBe(true)
    await header.getByRole('link', { name: texts.account }).click()
    await user.page.getByRole('main').getByRole('navigation', { name: texts.account }).waitFor()
    expect(await header.getByRole('link', { name: texts.login, exact: true }).count()).toBe(0)
  })
})
