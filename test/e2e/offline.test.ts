import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { CHECK_WORDS, plain } from './check-page.ts'
import { startProduct, visit } from './product.ts'
import { shown } from './reference.ts'
import { referenceAmounts } from '#test/reference-rate.ts'
import {
  csvFile,
  type Visitor,
  register,
  signedInMark,
  signedOutMark,
  startApp,
  untilControlled,
  eventually,
} from './steps.ts'
import { type Lang, LANGS } from './words.ts'

const app = startApp()

const TEXTS = {
  bg: {
    convert: 'Превалутирайте',
    noConnection: 'Няма връзка с интернет. Една сума се превалутира и без нея.',
    notLoaded: 'Режимът „Каталог“ не можа да се зареди',
    offline: 'Няма връзка с интернет',
    unreached: 'Сайтът не отговаря в момента.',
    about: 'Точен инструмент за проста сметка',
    login: 'Вход',
    notFound: '404 – Страницата не е намерена',
    reload: 'Презаредете',
  },
  en: {
    convert: 'Convert',
    noConnection: 'No internet connection. One amount can be converted all the same.',
    notLoaded: 'The bulk mode could not be loaded',
    offline: 'No internet connection',
    unreached: 'The site is not responding at the moment.',
    about: 'An exact tool for a simple calculation',
    login: 'Login',
    notFound: '404 - Page not found',
    reload: 'Reload',
  },
}

const ADDRESSES: readonly (readonly [string, Lang])[] = [
  ['/converter', 'bg'],
  ['/en/converter', 'en'],
  ['/bg/converter', 'bg'],
]

async function convert(page: Page, lang: Lang, amount: string): Promise<void> {
  await page.locator('input[name=amount]').fill(amount)
  await page.getByRole('button', { name: TEXTS[lang].convert, exact: true }).click()
}

const showsResult = (page: Page, lang: Lang, amount: string) =>
  eventually(() => page.locator('output').innerText()).toBe(shown(amount, lang))

/** Paths of all cached responses. */
const cachedAddresses = (page: Page) =>
  page.evaluate(async () => {
    const all = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()))
    return all.flat().map(({ url }) => new URL(url).pathname)
  })

/** A visitor whose browser has cached the converter. */
async function visited(lang: Lang): Promise<Visitor & { context: BrowserContext }> {
  const visitor = await app.visitor(lang, { serviceWorkers: 'allow' })
  await visitor.go('/converter')
  await untilControlled(visitor.page)
  return visitor
}

describe.each(LANGS)('error pages offline, in %s', (lang) => {
  const texts = TEXTS[lang]

  it('SNG-07 ROUTE-01 · a page that is not cached shows the offline page and loads when online again', async () => {
    const { context, words } = await visited(lang)
    await context.setOffline(true)
    for (const [path, heading] of [
      ['/about', texts.about],
      ['/account', texts.login],
      ['/converter/x', texts.notFound],
    ] as const) {
      const page = await context.newPage()
      const reply = await page.goto(words.prefix + path)
      expect(reply?.headers()['content-security-policy']).toContain("script-src 'self';")
      await page.getByRole('heading', { name: texts.offline, level: 1 }).waitFor()
      expect(await page.getByRole('banner').isVisible()).toBe(true)
      expect(await page.locator('html').getAttribute('lang')).toBe(lang)
      const onward = page.getByRole('main').getByRole('link')
      expect(await onward.getAttribute('href')).toBe(`${words.prefix}/converter`)
      await context.setOffline(false)
      const loaded = page.getByRole('heading', { name: heading, level: 1, exact: true })
      // Playwright sets pages online before the service worker: a page that reloads in between stays offline.
      await loaded.waitFor({ timeout: 5000 }).catch(async () => {
        await page.evaluate(() => void window.dispatchEvent(new Event('online')))
        await loaded.waitFor()
      })
      await context.setOffline(true)
      await page.close()
    }
  })

  it('SNG-07 ROUTE-01 · an unreachable site shows an error page with a link to the converter; other files fail', async () => {
    const { page, context, words, consoleErrors } = await visited(lang)
    await context.route(/\/(?:about|robots)/, (route) => route.abort())
    await page.goto(`${words.prefix}/about`)
    await page.getByText(texts.unreached).waitFor()
    await page.getByRole('button', { name: texts.reload, exact: true }).waitFor()
    await page.getByRole('main').getByRole('link').click()
    await page.locator('input[name=amount]').waitFor()
    await expect(page.goto('/robots.txt')).rejects.toThrow('ERR_FAILED')
    consoleErrors.length = 0
  })

  it('SNG-07 · a bulk mode that was never loaded shows an error, and the single mode works', async () => {
    const { page, context, words, go } = await app.visitor(lang)
    await go('/converter')
    await page.getByRole('button', { name: texts.convert, exact: true }).waitFor()
    await context.setOffline(true)
    await page.getByText(words.bulk, { exact: true }).click()
    await page.getByRole('heading', { name: texts.notLoaded }).waitFor()
    await page.getByText(words.single, { exact: true }).click()
    await convert(page, lang, '4')
    await showsResult(page, lang, referenceAmounts('4', 'BGN').eur)
    await page.getByText(words.bulk, { exact: true }).click()
    await page.getByRole('button', { name: texts.reload, exact: true }).waitFor()
    // With the connection the page reloads by itself.
    await context.setOffline(false)
    await page.getByText(words.upload, { exact: true }).waitFor()
  })
})

describe('offline', () => {
  const lang = 'bg'
  const texts = {
    ...TEXTS[lang],
    turn: 'Сменете посоката',
    copy: 'Копирайте резултата',
    noConnectionInBulk: 'Няма връзка с интернет. Редовете се поправят и без нея, а се превалутират с нея.',
    terms: 'Общи условия',
  }

  it('SNG-07 · after one visit, reload, conversion, direction switch, copy and recent conversions work offline', async () => {
    const { page, context } = await visited(lang)
    await convert(page, lang, '3')
    await context.setOffline(true)
    await page.reload()
    await page.getByText(texts.noConnection, { exact: true }).waitFor()
    await showsResult(page, lang, referenceAmounts('3', 'BGN').eur)
    await convert(page, lang, '12,50')
    const { eur } = referenceAmounts('12.50', 'BGN')
    await showsResult(page, lang, eur)
    await page.getByRole('button', { name: texts.copy, exact: true }).click()
    await eventually(() => page.evaluate(() => navigator.clipboard.readText())).toBe(shown(eur, lang))
    await page.getByRole('button', { name: texts.turn, exact: true }).click()
    await convert(page, lang, '12,50')
    await showsResult(page, lang, referenceAmounts('12.50', 'EUR').bgn)
    const recent = page.locator('section[aria-labelledby=recent-title] li')
    expect(await recent.count()).toBe(3)
    await page.reload()
    await eventually(() => recent.count()).toBe(3)
    await recent.nth(1).getByRole('button').click()
    await showsResult(page, lang, eur)
    await context.setOffline(false)
    await page.getByText(texts.noConnection).waitFor({ state: 'detached' })
  })

  it('SNG-06 SNG-07 · a new tab opens a shared amount offline at all three addresses, with CSP, styles and fonts', async () => {
    const visitor = await visited(lang)
    const { context } = visitor
    await context.setOffline(true)
    for (const [path, other] of ADDRESSES) {
      for (const address of [path, `${path}/`, `${path}?amount=7.05&from=EUR`]) {
        const page = await context.newPage()
        page.on('console', (message) => {
          if (/content security/i.test(message.text())) visitor.consoleErrors.push(message.text())
        })
        const reply = await page.goto(address)
        expect([address, reply?.status(), reply?.fromServiceWorker()]).toEqual([address, 200, true])
        expect(reply?.headers()['content-security-policy']).toContain("script-src 'self';")
        await page.getByText(TEXTS[other].noConnection, { exact: true }).waitFor()
        expect(await page.locator('html').getAttribute('lang')).toBe(other)
        if (address.includes('amount')) await showsResult(page, other, referenceAmounts('7.05', 'EUR').bgn)
        const look = await page.evaluate(async () => {
          await document.fonts.ready
          const fonts = [...document.fonts].filter(({ status }) => status === 'loaded').length
          return { fonts, position: getComputedStyle(document.querySelector('header')!).position }
        })
        expect(look.position).toBe('sticky')
        expect(look.fonts).toBeGreaterThan(0)
        await page.close()
      }
    }
  })

  it('SNG-07 · rows of a file are read offline, and no private response is cached', async () => {
    const { page, context, words } = await visited(lang)
    await context.setOffline(true)
    await page.reload()
    await page.getByText(words.bulk, { exact: true }).click()
    await page.getByText(texts.noConnectionInBulk).waitFor()
    await page.getByLabel(words.upload).first().setInputFiles(csvFile('a.csv', 'name,price\nКон,1.50\n'))
    await page.getByRole('heading', { name: words.ready }).waitFor()
    // The bulk mode has a document of its own.
    const bulk = await context.newPage()
    expect(await (await bulk.goto(`${words.prefix}/converter?mode=bulk`))?.text()).toContain(
      'data-mode="bulk"',
    )
    await bulk.close()
    const kept = await cachedAddresses(page)
    const elsewhere = kept.filter(
      (path) =>
        !/^(?:\/assets\/|(?:\/en|\/bg)?\/(?:converter|check)$|\/icon\.svg$|\/favicon\.ico$|\/apple-touch-icon\.png$|\/levro\.(?:bg|en)\.webmanifest$)/.test(
          path,
        ),
    )
    expect(elsewhere).toEqual([])
    const opening = (await context.newPage()).goto('/api/auth/me')
    await expect(opening).rejects.toThrow('ERR_INTERNET_DISCONNECTED')
  })

  it('SNG-07 CHECK-01 · after a visit to the converter the price check works offline', async () => {
    const { page, context } = await visited(lang)
    const check = CHECK_WORDS[lang]
    await context.setOffline(true)
    await page.goto('/check')
    await page.getByText(check.offline, { exact: true }).waitFor()
    await page.getByRole('button', { name: check.sample, exact: true }).click()
    await eventually(async () => plain(await page.locator('#check-title').innerText())).toBe(check.sampleOff)
    await page.getByRole('button', { name: check.share, exact: true }).click()
    await page.getByRole('dialog').getByRole('img').waitFor()
  })

  it('SNG-07 ROUTE-01 · a page opened before is available offline', async () => {
    const { page, context, go, words } = await visited(lang)
    await go('/terms')
    await page.locator('#app[data-started]').waitFor()
    await context.setOffline(true)
    await page.goto(`${words.prefix}/terms?once=more`)
    await page.getByRole('heading', { level: 2, name: /^21\. / }).waitFor()
    expect(await page.title()).toContain(texts.terms)
    expect(await page.getByRole('alert').count()).toBe(0)
  })

  it('SNG-07 ROUTE-05 · online, the service worker does not affect session, sign-out and 404 pages', async () => {
    const visitor = await visited(lang)
    const { page, context, words } = visitor
    await register(visitor, `${lang}.kept@example.bg`)
    await visitor.go('/converter')
    await signedInMark(page).waitFor()
    await context.setOffline(true)
    await page.reload()
    await signedOutMark(visitor).waitFor()
    await context.setOffline(false)
    await page.reload()
    await signedInMark(page).waitFor()
    await page.getByRole('banner').getByRole('button', { name: words.logout }).click()
    await signedOutMark(visitor).waitFor()
    await visitor.go('/converter')
    await signedOutMark(visitor).waitFor()
    const reply = await page.goto(`${words.prefix}/converter/nothing`)
    expect(reply?.status()).toBe(404)
  })

  it('SNG-07 · the converter works when the server is stopped', async () => {
    const product = await startProduct()
    const visitor = await visit(app.browser, product.origin, { serviceWorkers: 'allow' })
    try {
      const { page, context } = visitor
      await page.goto('/converter')
      await untilControlled(page)
      await product.stop()
      await page.reload()
      await convert(page, lang, '100')
      await showsResult(page, lang, referenceAmounts('100', 'BGN').eur)
      const fresh = await context.newPage()
      await fresh.goto('/en/converter?amount=9.99')
      await showsResult(fresh, 'en', referenceAmounts('9.99', 'BGN').eur)
      expect(visitor.consoleErrors).toEqual([])
    } finally {
      await visitor.context.close()
    }
  })
})
