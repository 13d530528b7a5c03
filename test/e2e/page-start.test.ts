import type { Disposable, Page, Response } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { startProxy } from './proxy.ts'
import { visit } from './product.ts'
import { signedInMark, signedOutMark, startApp, eventually, type Visitor } from './steps.ts'
import { LANGS } from './words.ts'

const app = startApp()

/** Maximum script size in bytes (brotli) before a page is interactive. React DOM alone takes 58 kB. */
const BUDGET_BYTES = 105_000

const PUBLIC = [
  '/',
  '/converter',
  '/check',
  '/pricing',
  '/about',
  '/contact',
  '/register',
  '/login',
  '/terms',
  '/privacy',
  '/developers',
  '/developers/files',
  '/developers/background',
  '/developers/conversions',
  '/developers/tools',
  '/developers/errors',
]

const TEXTS = {
  bg: {
    byHand: 'На ръка: левата, разделени на 1,95583, са евро',
    cancelled: 'Плащането не е завършено. Нищо не е удържано.',
    needsScripts: 'Тази страница работи само с JavaScript.',
    readable: {
      '/': ['Пуснете файла. Вземете го в евро.', '1,95583'],
      '/pricing': ['2000 цени', '14,99 €', 'Как се плаща за жетони?'],
      '/check': ['Проверка на цени в лева и в евро', 'без регистрация', '1,95583'],
      '/about': ['Левро', '1103/97'],
      '/terms': ['21. Връзка с нас'],
      '/privacy': ['12. Връзка с нас'],
      '/developers': ['Idempotency-Key'],
      '/developers/files': ['/api/v1/files', 'curl'],
      '/developers/background': ['/api/v1/files', 'webhook'],
      '/developers/tools': ['@levro/exact', 'npx'],
      '/developers/conversions': ['/api/convert/jobs/{id}'],
      '/developers/errors': ['outcome_unknown', 'Няма такъв пакет.'],
      '/contact': ['support@levro.bg', 'до един работен ден'],
    },
  },
  en: {
    byHand: 'By hand: lev divided by 1.95583 is euro',
    cancelled: 'The payment was not completed. Nothing was charged.',
    needsScripts: 'This page works only with JavaScript.',
    readable: {
      '/': ['Drop your file. Get it back in euro.', '1.95583'],
      '/pricing': ['2,000 prices', '€14.99', 'How do I pay?'],
      '/check': ['Check lev and euro prices', 'no account', '1.95583'],
      '/about': ['Levro', '1103/97'],
      '/terms': ['21. Contact'],
      '/privacy': ['12. Contact'],
      '/developers': ['Idempotency-Key'],
      '/developers/files': ['/api/v1/files', 'curl'],
      '/developers/background': ['/api/v1/files', 'webhook'],
      '/developers/tools': ['@levro/exact', 'npx'],
      '/developers/conversions': ['/api/convert/jobs/{id}'],
      '/developers/errors': ['outcome_unknown', 'There is no such pack.'],
      '/contact': ['support@levro.bg', 'one business day'],
    },
  },
} as const

const plain = (text: string): string => text.replace(/\s+/g, ' ')

/** The scripts that a page loads without interaction, each with its transferred size. */
async function scriptsOf(page: Page, path: string): Promise<Map<string, number>> {
  const replies: Response[] = []
  page.on('response', (reply) => {
    if (reply.request().resourceType() === 'script') replies.push(reply)
  })
  await page.goto(path, { waitUntil: 'networkidle' })
  const sizes = new Map<string, number>()
  for (const reply of replies) {
    expect(reply.headers()['content-encoding'] ?? 'small').toMatch(/^(?:br|small)$/)
    sizes.set(new URL(reply.url()).pathname, (await reply.request().sizes()).responseBodySize)
  }
  return sizes
}

/** Cumulative layout shift of the page (https://web.dev/articles/cls). */
const shiftOf = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const shifts = list.getEntries() as (PerformanceEntry & { value: number })[]
          resolve(shifts.reduce((sum, { value }) => sum + value, 0))
        }).observe({ type: 'layout-shift', buffered: true })
        // An observer without entries is never called.
        setTimeout(() => resolve(0), 300)
      }),
  )

/** Pages without their fonts, which a slow machine shows after the first paint: what moves is a page's own doing. */
const withoutFonts = ({ context }: Pick<Visitor, 'context'>): Promise<Disposable> =>
  context.route('**/*.woff2', (route) => route.abort())

describe.each(LANGS)('page start, in %s', (lang) => {
  const texts = TEXTS[lang]
  const at = (path: string) => (lang === 'bg' ? path : `/en${path === '/' ? '' : path}`)

  it('API-03 · the browser knows every feature that the policy of a page names', async () => {
    const { page } = await app.visitor(lang)
    const reports: string[] = []
    page.on('console', (message) => void reports.push(message.text()))
    await page.goto(at('/check'))
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(reports.filter((text) => text.includes('Permissions-Policy'))).toEqual([])
  })

  it.each(['/', '/converter', '/check'])(
    'ROUTE-04 · %s loads at most 105 kB of script, all named by its document',
    async (path) => {
      const { page } = await app.visitor(lang, { baseURL: app.product.origin })
      const sizes = await scriptsOf(page, at(path))
      const first = await page.locator('script[src]').getAttribute('src')
      const rest = JSON.parse((await page.locator('#scripts').textContent()) ?? '') as string[]
      const named = [first, ...rest]
      expect(new Set(sizes.keys())).toEqual(new Set(named))
      const bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0)
      expect(bytes).toBeGreaterThan(60_000)
      expect(bytes).toBeLessThanOrEqual(BUDGET_BYTES)
    },
  )

  it('ROUTE-04 BULK-01 · the converter is painted in the mode of its address', async () => {
    const { page, go } = await app.visitor(lang, { viewport: { width: 1440, height: 900 } })
    const scripts = Promise.withResolvers<void>()
    await page.route(/\/assets\/(?!start-).*\.js$/, async (route) => {
      await scripts.promise
      await route.continue()
    })
    const mode = page.getByRole('radio', { checked: true }).first()
    const named = async (path: string) => {
      const opening = go(path)
      await page.locator('link[rel=modulepreload]').first().waitFor({ state: 'attached' })
      return { opening, list: await page.locator('#scripts').textContent() }
    }
    const single = await named('/converter')
    expect(await mode.inputValue()).toBe('single')
    const bulk = await named('/converter?mode=bulk')
    expect(await mode.inputValue()).toBe('bulk')
    // The same scripts: those of the bulk mode are loaded when the page has started.
    expect(bulk.list).toBe(single.list)
    await page.locator('main [aria-busy=true]').waitFor()
    // A route turns the browser's cache off: what its fonts move, which come after the first paint then, is not counted.
    await page.evaluate(() => document.fonts.ready)
    const ofFonts = await shiftOf(page)
    scripts.resolve()
    await Promise.allSettled([single.opening, bulk.opening])
    await page.locator('#choose-title').waitFor()
    expect(await mode.inputValue()).toBe('bulk')
    expect((await shiftOf(page)) - ofFonts).toBeLessThan(0.001)
  })

  it('ROUTE-04 BULK-01 · a document of the other mode is changed to that of its address', async () => {
    // As a server sends it that ignores the query.
    const proxy = await startProxy(app.product.origin)
    const { page, context, consoleErrors } = await visit(app.browser, proxy.origin)
    proxy.answer((asked, _response, pass) => {
      if (asked.url?.startsWith(at('/converter'))) asked.url = at('/converter')
      pass()
    })
    await page.goto(at('/converter?mode=bulk'))
    await page.locator('#choose-title').waitFor()
    expect(await page.getByRole('radio', { checked: true }).first().inputValue()).toBe('bulk')
    expect(consoleErrors).toEqual([])
    await context.close()
    await proxy.stop()
  })

  it.each([1440, 768, 390])(
    'PAY-03 · a cancelled payment is said in the page: nothing moves, no price is covered (%i wide)',
    async (width) => {
      const visitor = await app.visitor(lang, { viewport: { width, height: 844 } })
      await withoutFonts(visitor)
      const { page } = visitor
      await page.goto(at('/pricing?cancelled=1'), { waitUntil: 'networkidle' })
      const notice = page.getByRole('main').getByRole('status').filter({ hasText: texts.cancelled })
      await notice.waitFor()
      // A notice between the lines shifts by 0.02 and more.
      expect(await shiftOf(page)).toBeLessThan(0.01)
      const below = await page.locator('input[name=prices]').boundingBox()
      const box = await notice.boundingBox()
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(below?.y ?? 0)
      // It scrolls with the page.
      await page.evaluate(() => window.scrollBy(0, 100))
      await eventually(async () => (await notice.boundingBox())?.y).toBe((box?.y ?? 0) - 100)
    },
  )

  it('ROUTE-04 · pages send requests only to this site and contain no inline script or style', async () => {
    const { page } = await app.visitor(lang)
    const strangers: string[] = []
    page.on('request', (request) => {
      if (new URL(request.url()).origin !== app.product.origin) strangers.push(request.url())
    })
    for (const path of PUBLIC) {
      await page.goto(at(path))
      const inline = page.locator('script:not([src], [type$=json]), style, [style]')
      expect(await inline.count(), path).toBe(0)
      // The stylesheet is the first link, so that nothing is painted without it.
      const [first] = await page
        .locator('head link')
        .evaluateAll((all) => all.map((link) => link.getAttribute('rel')))
      expect(first).toBe('stylesheet')
    }
    expect(strangers).toEqual([])
  })

  it('ROUTE-04 · without scripts public pages are readable, and the others state that they need JavaScript', async () => {
    const { page, go } = await app.visitor(lang, { javaScriptEnabled: false })
    for (const [path, words] of Object.entries(texts.readable)) {
      await go(path)
      const text = plain(await page.getByRole('main').innerText())
      for (const word of words) expect(text).toContain(word)
    }
    const words = async (path: string) => {
      await go(path)
      return plain(await page.getByRole('main').innerText())
    }
    expect(await words('/converter')).toContain(texts.byHand)
    // Controls that need scripts are hidden.
    expect(await page.getByRole('main').locator('input:visible, button:visible').count()).toBe(0)
    for (const path of ['/login', '/register', '/account', '/checkout', '/checkout/success']) {
      expect(await words(path)).toContain(texts.needsScripts)
      const [, whole = ''] = /^(.*?) · /.exec(await page.title()) ?? []
      // Title, explanation, and no loading state.
      const lines = (await page.getByRole('main').innerText()).split(/\n+/)
      expect([lines[0], lines.length]).toEqual([whole, 2])
    }
    await go('/nope/<b>&amp;')
    expect(await words('/nope/<b>&amp;')).toContain(at('/nope/<b>&amp;'))
  })

  it.each([
    [390, 844],
    [1440, 900],
  ])('ROUTE-04 HOME-02 · pages start without layout shift, %s px wide', async (width, height) => {
    const visitor = await app.visitor(lang, { viewport: { width, height } })
    await withoutFonts(visitor)
    for (const path of PUBLIC) {
      await visitor.go(path)
      await signedOutMark(visitor).waitFor({ state: 'attached' })
      expect(await shiftOf(visitor.page), path).toBeLessThan(0.001)
    }
    const user = await app.user(lang)
    await user.page.setViewportSize({ width, height })
    await withoutFonts(user)
    for (const path of ['/', '/converter', '/check', '/pricing', '/about', '/contact']) {
      await user.go(path)
      await eventually(() => signedInMark(user.page).innerText()).toBe('15')
      expect(await shiftOf(user.page), path).toBeLessThan(0.001)
    }
  })

  it('ROUTE-04 · a font that comes late moves the tools little: the shift is good by the Core Web Vitals', async () => {
    for (const width of [390, 1440]) {
      for (const path of ['/', '/converter', '/check']) {
        const { page, context } = await visit(app.browser, app.product.origin, {
          viewport: { width, height: 844 },
        })
        await page.route('**/*.woff2', async (route) => {
          await page.locator('[data-started]').waitFor()
          await route.continue()
        })
        await page.goto(at(path))
        await page.evaluate(() => document.fonts.ready)
        expect(await shiftOf(page), `${path}, ${width}`).toBeLessThan(0.1)
        await context.close()
      }
    }
  })

  it('ROUTE-01 · a page that cannot be loaded shows an error in place and loads when online again', async () => {
    const { page, context, go, consoleErrors } = await app.visitor(lang)
    await go('/')
    const link = page.getByRole('contentinfo').locator(`a[href="${at('/terms')}"]`)
    await link.waitFor()
    await context.setOffline(true)
    await link.click()
    const failure = page.getByRole('main').getByRole('alert')
    await failure.waitFor()
    expect(await failure.innerText()).toContain(
      lang === 'bg' ? 'Няма връзка с интернет' : 'No internet connection',
    )
    expect(await page.getByRole('banner').isVisible()).toBe(true)
    await context.setOffline(false)
    await page.getByRole('heading', { level: 2, name: /^21\. / }).waitFor()
    expect(new URL(page.url()).pathname).toBe(at('/terms'))
    // The browser logs the failed import.
    expect(consoleErrors.splice(0).join(' ')).toMatch(/dynamically imported module/)
  })

  it('ROUTE-04 · a page whose chunk fails to load stays readable', async () => {
    const { page, go, consoleErrors } = await app.visitor(lang)
    await page.route('**/assets/terms-*.js', (route) => route.abort())
    await go('/terms')
    await page.getByRole('heading', { level: 2, name: /^21\. / }).waitFor()
    const failure = await page.getByRole('alert').innerText()
    expect(failure).toContain(lang === 'bg' ? 'не се зареди докрай' : 'did not load fully')
    consoleErrors.length = 0
  })
})

describe('page start', () => {
  const lang = 'bg'
  const menu = 'Меню'

  describe('LAY-02 · a click before hydration', () => {
    /** Opens a painted page and clicks the menu. All scripts but `start`, which keeps the click, wait for `begin`. */
    async function early(path: string) {
      const { page, go } = await app.visitor(lang, { viewport: { width: 390, height: 700 } })
      const scripts = Promise.withResolvers<boolean>()
      await page.route(/\/assets\/(?!start-).*\.js$/, async (route) =>
        (await scripts.promise) ? route.continue() : route.abort(),
      )
      const opening = go(path)
      const opener = page.getByRole('button', { name: menu, exact: true })
      const pressed = page.locator('[data-pressed]')
      // `start` preloads the other scripts.
      await page.locator('link[rel=modulepreload]').first().waitFor({ state: 'attached' })
      await opener.click()
      expect(await pressed.count()).toBe(1)
      const begin = async (doCome: boolean) => {
        scripts.resolve(doCome)
        await opening
      }
      return { page, opener, pressed, begin }
    }

    it('LAY-02 · a click before hydration opens the menu afterwards', async () => {
      const { page, pressed, begin } = await early('/pricing')
      await begin(true)
      await page.getByRole('dialog', { name: menu }).waitFor()
      expect(await pressed.count()).toBe(0)
    })

    it('LAY-02 · a second click elsewhere cancels the kept click', async () => {
      const { page, pressed, begin } = await early('/pricing')
      await page.getByRole('heading', { level: 1 }).click()
      expect(await pressed.count()).toBe(0)
      await begin(true)
      await page.locator('#app[data-started]').waitFor()
      expect(await page.getByRole('dialog').count()).toBe(0)
    })

    it('LAY-02 HOME-03 · a file chosen before hydration is opened afterwards', async () => {
      const { page, begin } = await early('/')
      await page
        .getByLabel('Изберете файл')
        .first()
        .setInputFiles({
          name: 'a.csv',
          mimeType: 'text/csv',
          buffer: Buffer.from('Име;Цена\nХляб;1,20\n'),
        })
      await page.getByRole('heading', { level: 1 }).click()
      await begin(true)
      await page.getByRole('heading', { name: 'Готово за превалутиране' }).waitFor()
      await page.getByText('a.csv').first().waitFor()
    })

    it('LAY-02 · a click is not kept when the scripts fail to load', async () => {
      const { page, opener, pressed, begin } = await early('/terms')
      await begin(false)
      await page.getByRole('alert').waitFor()
      await opener.click()
      expect(await pressed.count()).toBe(0)
    })
  })

  it('ROUTE-01 · a missing chunk of a former build reloads the page once', async () => {
    const proxy = await startProxy(app.product.origin)
    const { page, context } = await visit(app.browser, proxy.origin)
    let documents = 0
    proxy.answer((asked, response, pass) => {
      if (asked.url === '/pricing') documents++
      // Missing until a reload, which brings the new chunk names.
      if (documents === 0 && asked.url?.startsWith('/assets/pricing-')) response.writeHead(404).end()
      else pass()
    })
    await page.goto('/')
    await page.getByRole('contentinfo').locator('a[href="/pricing"]').click()
    await page.getByTestId('plan-free').waitFor()
    await page.locator('#app[data-started]').waitFor()
    expect([documents, new URL(page.url()).pathname]).toEqual([1, '/pricing'])
    await context.close()
    await proxy.stop()
  })

  it('ROUTE-01 · back navigation restores the scroll position, and a link starts at the top', async () => {
    const { page, go } = await app.visitor(lang, { viewport: { width: 390, height: 700 } })
    const top = () => page.evaluate(() => Math.round(window.scrollY))
    await go('/terms')
    await page.locator('#contact').waitFor()
    await page.evaluate(() => window.scrollTo(0, 3000))
    await eventually(top).toBe(3000)
    // A Playwright click would scroll to the link first.
    await page
      .getByRole('contentinfo')
      .locator('a[href="/pricing"]')
      .evaluate((link: HTMLElement) => link.click())
    await page.getByTestId('plan-free').waitFor()
    expect(await top()).toBe(0)
    await page.evaluate(() => window.scrollTo(0, 400))
    await eventually(top).toBe(400)
    await page.goBack()
    await page.locator('#contact').waitFor()
    await eventually(top).toBe(3000)
    await page.goForward()
    await page.getByTestId('plan-free').waitFor()
    await eventually(top).toBe(400)
    // Also after a reload, and by the skip link, which adds no history entry.
    await page.reload()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await eventually(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
    await page.goBack()
    await page.locator('#contact').waitFor()
    await eventually(top).toBe(3000)
  })
})
