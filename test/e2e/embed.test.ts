import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessibilityViolations } from './accessibility.ts'
import { ROOT } from './installed-package.ts'
import { visit } from './product.ts'
import { shown } from './reference.ts'
import { eventually, startApp } from './steps.ts'
import { type Lang, LANGS } from './words.ts'

type Pair = { bgn: string; eur: string }
const VECTORS = JSON.parse(readFileSync(join(ROOT, 'test/vectors/conversion.json'), 'utf8')) as {
  bgnToEur: Pair[]
  eurToBgn: Pair[]
  moreDecimals: { amount: string; bgnToEur: string; eurToBgn: string }[]
}

const TEXTS = {
  bg: {
    snippet: 'HTML за страницата ви',
    group: 'Превалутиране на лева и евро',
    amount: { BGN: 'Сума в лева', EUR: 'Сума в евро' },
    direction: { BGN: 'От лева в евро', EUR: 'От евро в лева' },
    invalid: 'Моля, въведете валидна сума в евро',
    max: 'Най-голямата допустима сума е 9\u00a0999\u00a0999,99\u00a0лв.',
    rate: '1 € = 1,95583 лв.',
    other: '(или 6390,64\u00a0€ за 12499)',
    fallback: 'Превалутирайте в Левро',
  },
  en: {
    snippet: 'HTML for your page',
    group: 'Lev and euro converter',
    amount: { BGN: 'Amount in lev', EUR: 'Amount in euro' },
    direction: { BGN: 'Lev to euro', EUR: 'Euro to lev' },
    invalid: 'Please enter a valid EUR amount',
    max: 'Max allowed is 9,999,999.99\u00a0BGN',
    rate: '1 € = 1.95583 BGN',
    other: '(or €6,390.64 for 12499)',
    fallback: 'Convert in Levro',
  },
}

const app = startApp()
/** A shop: another site, with pages and policies by path. */
let shop: Server
let shopOrigin = ''
const pages = new Map<string, { html: string; headers: Record<string, string> }>()
beforeAll(async () => {
  shop = createServer((request, response) => {
    const page = pages.get(request.url ?? '')
    if (page === undefined) return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...page.headers }).end(page.html)
  })
  await new Promise<void>((listening) => shop.listen(0, '127.0.0.1', listening))
  shopOrigin = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`
})
afterAll(() => new Promise((closed) => shop.close(closed)))

/** The HTML that `/developers` shows, for this server instead of the public one. */
async function shownSnippet(lang: Lang): Promise<string> {
  const { page, context, go } = await app.visitor(lang)
  await go('/developers/tools')
  const figure = page.getByRole('figure').filter({ hasText: TEXTS[lang].snippet })
  const text = await figure.locator('pre').innerText()
  await context.close()
  expect(text).toContain('https://levro.bg/embed/')
  return text.replaceAll('https://levro.bg/', `${app.product.origin}/`)
}

const integrityIn = (html: string): string => /integrity="([^"]+)"/.exec(html)?.[1] ?? ''

/** The strictest policies that a shop can have: the address or the hash of the script, and nothing else. */
const POLICY = (scripts: string) =>
  `default-src 'none'; script-src ${scripts}; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'`

async function openShop(
  html: string,
  { lang = 'bg', headers = {} }: { lang?: string; headers?: Record<string, string> } = {},
) {
  const path = `/page-${pages.size}`
  pages.set(path, {
    html: `<!doctype html><html lang="${lang}"><title>Shop</title><main><h1>Shop</h1>${html}</main></html>`,
    headers,
  })
  const visitor = await visit(app.browser, shopOrigin)
  const requests: string[] = []
  visitor.page.on('request', (request) => requests.push(request.url()))
  await visitor.page.goto(path, { waitUntil: 'networkidle' })
  return { ...visitor, requests }
}

const result = (page: Page) =>
  page
    .locator('levro-converter output')
    .innerText()
    .then((text) => text.replaceAll('\n', ''))

const money = (amount: string, currency: 'BGN' | 'EUR', lang: Lang): string => {
  const text = shown(amount, lang)
  if (currency === 'BGN') return lang === 'bg' ? `${text}\u00a0лв.` : `${text}\u00a0BGN`
  return lang === 'bg' ? `${text}\u00a0€` : `€${text}`
}

describe.each(LANGS)('the embedded converter, in %s', (lang) => {
  const texts = TEXTS[lang]

  it.each(['address', 'hash'])(
    'OPEN-07 · runs on a page of another site whose policy allows the %s of the script and nothing else',
    async (by) => {
      const snippet = await shownSnippet(lang)
      const scripts = by === 'hash' ? `'${integrityIn(snippet)}'` : `${app.product.origin}/embed/`
      const { page, context, consoleErrors, requests } = await openShop(snippet, {
        headers: {
          'content-security-policy': POLICY(scripts),
          'integrity-policy': 'blocked-destinations=(script)',
          'cross-origin-embedder-policy': 'require-corp',
        },
      })
      await page.getByRole('group', { name: texts.group }).waitFor()
      const field = page.getByLabel(texts.amount.BGN, { exact: true })
      await field.fill('12,50')
      await eventually(() => result(page)).toBe(
        `${money('12.50', 'BGN', lang)} = ${money('6.39', 'EUR', lang)}`,
      )
      await page.getByText(texts.rate, { exact: true }).waitFor()
      // The link for pages where the script does not run.
      expect(await page.getByText(texts.fallback).isVisible()).toBe(false)
      // Styled: the direction that is chosen has a border of its own.
      const size = await page
        .locator('levro-converter input[type=text]')
        .evaluate((input) => input.clientHeight)
      expect(size).toBeGreaterThan(40)
      expect(requests.filter((url) => !url.startsWith(shopOrigin) && !url.includes('/embed/'))).toEqual([])
      expect(requests.filter((url) => url.includes('/embed/'))).toHaveLength(1)
      expect(await context.cookies()).toEqual([])
      const stored = await page.evaluate(async () => [
        localStorage.length,
        sessionStorage.length,
        (await indexedDB.databases()).length,
        document.fonts.size,
      ])
      expect(stored).toEqual([0, 0, 0, 0])
      expect(consoleErrors).toEqual([])
      await context.close()
    },
  )

  it('OPEN-07 · converts every vector', async () => {
    const { page, context } = await openShop(await shownSnippet(lang), { lang })
    const check = async (from: 'BGN' | 'EUR', cases: readonly (readonly [string, string])[]) => {
      await page.getByLabel(texts.direction[from], { exact: true }).check()
      const to = from === 'BGN' ? 'EUR' : 'BGN'
      const results = await page.locator('levro-converter').evaluate(
        (element, amounts) => {
          const field = element.shadowRoot?.querySelector<HTMLInputElement>('input[type=text]')
          const target = element.shadowRoot?.querySelector('output')
          return amounts.map((amount) => {
            if (!field) return undefined
            field.value = amount
            field.dispatchEvent(new Event('input', { bubbles: true }))
            return target?.querySelector('b')?.textContent
          })
        },
        cases.map(([amount]) => amount),
      )
      // Above the maximum of the product (RATE-03) there is no result.
      const shownOf = ([amount, other]: readonly [string, string]) =>
        Number(amount) > 9_999_999.99 ? undefined : money(other, to, lang)
      expect(results).toEqual(cases.map(shownOf))
      expect(results.filter((text) => text === undefined).length).toBeLessThan(3)
    }
    await check('BGN', [
      ...VECTORS.bgnToEur.map(({ bgn, eur }) => [bgn, eur] as const),
      ...VECTORS.moreDecimals.map(({ amount, bgnToEur }) => [amount, bgnToEur] as const),
    ])
    await check('EUR', [
      ...VECTORS.eurToBgn.map(({ bgn, eur }) => [eur, bgn] as const),
      ...VECTORS.moreDecimals.map(({ amount, eurToBgn }) => [amount, eurToBgn] as const),
    ])
    await context.close()
  })

  it('OPEN-07 · is used by keyboard, says what is wrong, and asks about an ambiguous amount', async () => {
    const { page, context } = await openShop(await shownSnippet(lang), { lang })
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Tab')
    await page.keyboard.type('0')
    const field = page.getByRole('textbox', { name: texts.amount.EUR, description: texts.invalid })
    await field.waitFor()
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    expect(await result(page)).toBe('')
    await page.keyboard.press('Backspace')
    await page.keyboard.type('1000')
    await eventually(() => result(page)).toContain(money('1955.83', 'BGN', lang))
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('ArrowLeft')
    await eventually(() => result(page)).toContain(money('511.29', 'EUR', lang))
    const lev = page.getByLabel(texts.amount.BGN, { exact: true })
    await lev.fill('10000000')
    await page.getByText(texts.max, { exact: true }).waitFor()
    await lev.fill('12,499')
    await eventually(() => result(page)).toBe(
      `${money('12.499', 'BGN', lang)} = ${money('6.39', 'EUR', lang)}`,
    )
    await page.getByRole('button', { name: texts.other, exact: true }).click()
    expect(await lev.inputValue()).toBe('12499')
    await eventually(() => result(page)).toContain(money('6390.64', 'EUR', lang))
    await context.close()
  })

  it('OPEN-07 · has no accessibility violation in light and dark, filled and with an error', async () => {
    const snippet = (await shownSnippet(lang)).replace('<levro-converter', '<levro-converter theme="auto"')
    const { page, context } = await openShop(snippet, { lang })
    const violations = async (name: string) =>
      (await accessibilityViolations(page, name)).filter((violation) => !/meta-viewport/.test(violation))
    const field = page.getByLabel(texts.amount.BGN, { exact: true })
    await field.fill('1,234')
    expect(await violations('filled')).toEqual([])
    await field.fill('no')
    expect(await violations('wrong')).toEqual([])
    await context.close()
  })

  it('OPEN-07 · is shown by the page for developers itself, which keeps its content security policy', async () => {
    const { page, go } = await app.visitor(lang)
    await go('/developers/tools#embed')
    await page.locator('#embed-demo').scrollIntoViewIfNeeded()
    await eventually(() => result(page)).toBe(
      `${money('12.50', 'BGN', lang)} = ${money('6.39', 'EUR', lang)}`,
    )
  })
})

describe('the embedded converter', () => {
  it('OPEN-07 · another script in its place is not run, and the link is shown', async () => {
    const snippet = await shownSnippet('en')
    const other = snippet.replace(/sha384-\S{10}/, 'sha384-AAAAAAAAAA')
    const { page, context } = await openShop(other, { lang: 'en' })
    await page.getByRole('link', { name: TEXTS.en.fallback }).waitFor()
    expect(await page.evaluate(() => customElements.get('levro-converter') === undefined)).toBe(true)
    await context.close()
  })

  it('OPEN-07 · has the colours and the language of the page, or those of its attributes', async () => {
    const snippet = (await shownSnippet('en')).replace(/<levro-converter[\s\S]*/, '')
    const html = `${snippet}
      <levro-converter id="none"></levro-converter>
      <div style="color-scheme: dark"><levro-converter id="host"></levro-converter></div>
      <div lang="bg-BG"><levro-converter id="bg" theme="dark"></levro-converter></div>
      <levro-converter id="light" theme="light" lang="de" amount="1" from="EUR"></levro-converter>
      <levro-converter id="auto" theme="auto" lang="bg"></levro-converter>`
    const { page, context } = await openShop(html, { lang: 'en-US' })
    const looks = async () => {
      const all: Record<string, string> = {}
      for (const id of ['none', 'host', 'bg', 'light', 'auto'])
        all[id] = await page.locator(`#${id} .box`).evaluate((box) => {
          const isDark = getComputedStyle(box).backgroundColor !== 'rgb(255, 255, 255)'
          return `${box.getAttribute('lang')} ${isDark ? 'dark' : 'light'}`
        })
      return all
    }
    await page.locator('#auto .box').waitFor()
    const light = { none: 'en light', host: 'en dark', bg: 'bg dark', light: 'en light', auto: 'bg light' }
    expect(await looks()).toEqual(light)
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await looks()).toEqual({ ...light, auto: 'bg dark' })
    expect(await page.locator('#light output').innerText()).toBe('€1.00 = 1.96\u00a0BGN')
    // Attributes may change later.
    await page.locator('#light').evaluate((element) => {
      element.setAttribute('from', 'BGN')
      element.setAttribute('lang', 'bg')
    })
    expect(await page.locator('#light output').innerText()).toBe('1,00\u00a0лв. = 0,51\u00a0€')
    await context.close()
  })
})
