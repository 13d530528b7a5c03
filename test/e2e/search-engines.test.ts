import { describe, expect, it } from 'vitest'
import { startApp } from './steps.ts'
import { LANGS } from './words.ts'

const app = startApp()

const SITE = 'https://levro.bg'

const PUBLIC = [
  '/',
  '/converter',
  '/check',
  '/pricing',
  '/register',
  '/login',
  '/about',
  '/contact',
  '/terms',
  '/privacy',
  '/developers',
  '/developers/files',
  '/developers/background',
  '/developers/conversions',
  '/developers/session',
  '/developers/account',
  '/developers/protection',
  '/developers/purchases',
  '/developers/site',
  '/developers/tools',
  '/developers/errors',
]

const TEXTS = {
  bg: {
    product: 'Левро',
    locale: 'bg_BG',
    app: 'Левро – Лев ↔ евро, точно до цента',
    packs: {
      'Левро Безплатен': '0.00',
      'Левро Starter': '4.99',
      'Левро Business': '14.99',
      'Левро Pro': '59.99',
    },
  },
  en: {
    product: 'Levro',
    locale: 'en_GB',
    app: 'Levro – Lev ↔ euro, right to the cent',
    packs: { 'Levro Free': '0.00', 'Levro Starter': '4.99', 'Levro Business': '14.99', 'Levro Pro': '59.99' },
  },
} as const

type Thing = Record<string, unknown> & { '@type': string }
type QuestionThing = { name: string; acceptedAnswer: { text: string } }

const plain = (text: string): string => text.replace(/\s+/g, ' ')

const fetched = async (path: string) => {
  const reply = await fetch(app.product.origin + path)
  expect(reply.status, path).toBe(200)
  return reply
}

/** Width and height of a PNG, from its first chunk (https://www.w3.org/TR/png/#11IHDR). */
async function sizeOfPng(path: string): Promise<[number, number]> {
  const bytes = Buffer.from(await (await fetched(path)).arrayBuffer())
  expect(bytes.subarray(1, 4).toString()).toBe('PNG')
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
}

it('ROUTE-03 · the sitemap lists each public page in both languages with alternate links', async () => {
  const reply = await fetched('/sitemap.xml')
  expect(reply.headers.get('content-type')).toMatch(/^(?:application|text)\/xml/)
  const xml = await reply.text()
  const at = (lang: string, path: string) => SITE + (lang === 'bg' ? path : `/en${path === '/' ? '' : path}`)
  const urls = [...xml.matchAll(/<url>(.*?)<\/url>/gs)].map(([, url = '']) => ({
    loc: /<loc>(.*?)<\/loc>/.exec(url)?.[1],
    links: [...url.matchAll(/hreflang="(.*?)" href="(.*?)"/g)].map(([, lang, href]) => [lang, href]),
  }))
  const expected = PUBLIC.flatMap((path) =>
    LANGS.map((lang) => ({
      loc: at(lang, path),
      links: [
        ['bg', at('bg', path)],
        ['en', at('en', path)],
        ['x-default', at('bg', path)],
      ],
    })),
  )
  const byPlace = (a: { loc?: string | undefined }, b: { loc?: string | undefined }) =>
    (a.loc ?? '').localeCompare(b.loc ?? '')
  expect(urls.toSorted(byPlace)).toEqual(expected.toSorted(byPlace))
})

it('ROUTE-03 · robots.txt disallows /api/ and names the sitemap', async () => {
  const reply = await fetched('/robots.txt')
  expect(reply.headers.get('content-type')).toMatch(/^text\/plain/)
  const lines = (await reply.text()).split('\n').filter(Boolean)
  expect(lines).toEqual(['User-agent: *', 'Disallow: /api/', `Sitemap: ${SITE}/sitemap.xml`])
})

describe.each(LANGS)('metadata, in %s', (lang) => {
  const texts = TEXTS[lang]

  it('ROUTE-03 · Open Graph tags have title, description and image in the language of the page', async () => {
    const { page, go } = await app.visitor(lang, { javaScriptEnabled: false })
    for (const path of PUBLIC) {
      await go(path)
      const og = Object.fromEntries(
        await page
          .locator('meta[property^="og:"]')
          .evaluateAll((all) =>
            all.map((meta) => [meta.getAttribute('property'), meta.getAttribute('content')]),
          ),
      ) as Record<string, string>
      expect(og['og:title']).toBe(await page.title())
      expect(og['og:description']).toBe(await page.locator('meta[name=description]').getAttribute('content'))
      expect(og['og:url']).toBe(await page.locator('link[rel=canonical]').getAttribute('href'))
      expect([og['og:site_name'], og['og:locale']]).toEqual([texts.product, texts.locale])
      expect(og['og:image']).toBe(`${SITE}/social/${lang}.png`)
      expect(og['og:image:alt']).toContain(texts.product)
    }
    expect(await sizeOfPng(`/social/${lang}.png`)).toEqual([1200, 630])
  })

  it('ROUTE-03 SNG-07 · the web manifest has name, icons and an offline start URL', async () => {
    const { page, go } = await app.visitor(lang)
    await go('/')
    const href = (await page.locator('link[rel=manifest]').getAttribute('href')) ?? ''
    const reply = await fetched(href)
    expect(reply.headers.get('content-type')).toMatch(/^application\/manifest\+json/)
    const manifest = (await reply.json()) as Record<string, unknown> & {
      icons: { src: string; sizes: string; purpose?: string }[]
    }
    expect(manifest).toMatchObject({
      name: texts.app,
      short_name: texts.product,
      lang,
      display: 'standalone',
      start_url: lang === 'bg' ? '/converter' : '/en/converter',
      scope: '/',
    })
    const drawn = manifest.icons.filter(({ src }) => src.endsWith('.png'))
    expect(drawn.map(({ purpose }) => purpose)).toContain('maskable')
    expect(drawn.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']))
    for (const { src, sizes } of drawn) expect((await sizeOfPng(src)).join('x')).toBe(sizes)
    expect(await sizeOfPng('/apple-touch-icon.png')).toEqual([180, 180])
    await fetched('/icon.svg')
    // For browsers that request only this icon.
    const old = await fetched('/favicon.ico')
    expect(old.headers.get('content-type')).toMatch(/^image\/(?:x-icon|vnd\.microsoft\.icon)/)
  })

  it('ROUTE-03 · structured data of offers and FAQ matches the page', async () => {
    const { page, go } = await app.visitor(lang)
    const dataOf = async (path: string) => {
      await go(path)
      const blocks = await page.locator('script[type="application/ld+json"]').allTextContents()
      const things = blocks.map((block) => JSON.parse(block) as Thing)
      for (const thing of things) expect(thing['@context']).toBe('https://schema.org')
      return things
    }
    const pricing = await dataOf('/pricing')
    const packs = pricing
      .filter((thing) => thing['@type'] === 'Product')
      .map(({ name, offers }) => {
        const { price, priceCurrency } = offers as { price: string; priceCurrency: string }
        expect(priceCurrency).toBe('EUR')
        return [name, price]
      })
    expect(Object.fromEntries(packs)).toEqual(texts.packs)
    const plans = await page.getByRole('main').locator('[data-testid^=plan-]').all()
    for (const [i, [name]] of packs.entries()) {
      const plan = plain((await plans[i]?.getByRole('heading').innerText()) ?? '')
      expect(`${texts.product} ${plan}`.startsWith(String(name)), plan).toBe(true)
    }
    for (const path of ['/pricing', '/contact']) {
      const faq = (await dataOf(path)).find((thing) => thing['@type'] === 'FAQPage')
      const questions = faq?.mainEntity as QuestionThing[]
      const shown = await page.locator('main details').evaluateAll((all) =>
        all.map((details) => ({
          name: details.querySelector('summary')?.textContent ?? '',
          text: details.querySelector('p')?.textContent ?? '',
        })),
      )
      expect(shown.length).toBeGreaterThan(4)
      expect(
        questions.map(({ name, acceptedAnswer }) => ({ name, text: plain(acceptedAnswer.text) })),
      ).toEqual(shown.map(({ name, text }) => ({ name, text: plain(text) })))
    }
    const home = await dataOf('/')
    expect(home.map((thing) => thing['@type'])).toEqual(['WebApplication', 'Organization'])
    expect(home[0]?.url).toBe(lang === 'bg' ? `${SITE}/` : `${SITE}/en`)
    const [check, ...others] = await dataOf('/check')
    expect([check?.['@type'], check?.isAccessibleForFree, others.length]).toEqual(['WebApplication', true, 0])
    expect(check?.name).toBe(await page.getByRole('heading', { level: 1 }).innerText())
    expect(check?.url).toBe(lang === 'bg' ? `${SITE}/check` : `${SITE}/en/check`)
    for (const path of ['/converter', '/terms', '/login']) expect(await dataOf(path)).toEqual([])
  })
})
