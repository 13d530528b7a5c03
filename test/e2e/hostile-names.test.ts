import { describe, expect, it } from 'vitest'
import { recordOutsideAccess } from './outside-access.ts'
import {
  jobAction,
  PASSWORD,
  type Visitor,
  convertAll,
  csvFile,
  downloaded,
  openResultRows,
  startApp,
  eventually,
  upload,
  fromMenu,
} from './steps.ts'

const app = startApp()

const NAMES = [
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  "'-alert(1)-'",
  '{{7*7}}${7*7}<%=7*7%>',
  'javascript:alert(1)',
  '</script><script>alert(1)',
  '=HYPERLINK("http://e.x")',
  '\u202eцени\u2066',
]
const FILES = [
  '<script>alert(1)</script>.csv',
  '<img src=x onerror=alert(1)>.csv',
  'x" onmouseover="alert(1)" y=".csv',
  '\u202egpj.csv',
  'x'.repeat(5000),
  '../../etc/passwd',
  'a\r\nSet-Cookie: x=1.csv',
  'javascript:alert(1)//.csv',
]

/** Records CSP violations, external requests, dialogs, and elements created from hostile text. */
async function recordScripts(visitor: Visitor): Promise<() => Promise<string[]>> {
  const { page, context } = visitor
  const seen = recordOutsideAccess(visitor, app.product.origin)
  await context.exposeFunction('tell', (what: string) => void seen.push(what))
  await context.addInitScript(() => {
    const { tell } = globalThis as unknown as { tell: (what: string) => void }
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      tell(`${violatedDirective} ${blockedURI}`),
    )
  })
  return async () => {
    const built = await page.evaluate(() =>
      Array.from(
        document.querySelectorAll(
          'main img, main iframe, main script, svg[onload], [onerror], [onmouseover]',
        ),
      )
        .map(({ outerHTML }) => outerHTML)
        .concat(document.cookie),
    )
    return [...seen, ...built.filter((text) => text !== '')]
  }
}

type Job = { rows: { name: string; price: string; currency: string }[]; filename: string }

/** Sends a request like the page, with values that the page would reject. */
const convert = ({ context }: Visitor, job: Job) =>
  context.request.post('/api/convert/bulk', {
    data: { ...job, source: 'upload' },
    headers: { origin: app.product.origin },
  })

describe('hostile texts', () => {
  it('API-03 · C47 · names of saved conversions are plain text on the page and in its files', async () => {
    const user = await app.user('en', 200)
    const { page, words } = user
    const seen = await recordScripts(user)
    const rows = [
      ...NAMES.map((name) => ({ name, price: '1.95', currency: 'BGN' })),
      ...NAMES.map((text) => ({ name: text, price: text, currency: text.slice(0, 16) })),
    ]
    for (const filename of FILES) expect((await convert(user, { rows, filename })).status()).toBe(200)
    await user.go('/account')
    const items = page.locator('tr[data-job]')
    await eventually(() => items.count()).toBe(FILES.length)
    const titles = await items.getByTestId('job-title').allInnerTexts()
    expect(titles).toContain('<img src=x onerror=alert(1)>.csv')
    expect(titles).toContain('passwd')
    for (const title of titles) expect([...title].length).toBeLessThan(130)
    const box = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(box, 'a long name does not overflow').toBeLessThanOrEqual(0)

    await page.getByRole('button', { name: words.preview }).first().click()
    const table = page.getByTestId('job-rows')
    await eventually(() => table.locator('tbody tr').count()).toBe(rows.length)
    const shown = await table.innerText()
    expect(shown).toContain('img src=x onerror=alert(1')
    expect(shown).toContain('{{7*7}}${7*7}%=7*7%')
    for (const kind of ['CSV', 'JSON'] as const) {
      const file = await downloaded(page, await jobAction(user, kind))
      expect(file.name).toMatch(/^levro-job-[\da-f-]{36}\.(?:csv|json)$/)
      if (kind === 'JSON')
        for (const { name } of JSON.parse(file.text) as { name: string }[]) {
          expect(name).not.toMatch(/[<>\u202e]/)
          expect([...name].length).toBeLessThan(26)
        }
    }
    expect(await seen()).toEqual([])
  })

  it('API-03 · C47 · names of rows are plain text in the results and in every export', async () => {
    const user = await app.user('en', 100)
    const { page } = user
    const seen = await recordScripts(user)
    const lines = NAMES.map((name) => `"${name.replaceAll('"', '""')}";1,95`)
    await upload(user, csvFile('<svg onload=alert(1)>.csv', `"<b>Име</b>";Цена\n${lines.join('\n')}\n`))
    await convertAll(user)
    await openResultRows(user)
    await eventually(() => page.getByTestId('job-rows').innerText()).toContain('img src=x onerror=alert(1')
    for (const kind of ['CSV', 'PDF', 'XLSX']) {
      const { name, text } = await downloaded(page, await fromMenu(user, `Export ${kind}`))
      expect(name).toMatch(/^svg onload=alert\(1\)-levro-results\.\w+$/)
      // No script, link or form.
      if (kind === 'PDF') expect(text).not.toMatch(/\/(?:JavaScript|JS|URI|Launch|SubmitForm|AA)\b/)
    }
    expect(await seen()).toEqual([])
  })

  it('API-03 · C47 · an email address with markup is rejected or shown as plain text', async () => {
    const visitor = await app.visitor('en')
    const { page, context } = visitor
    const seen = await recordScripts(visitor)
    const register = async (email: string) => {
      const data = { email, password: PASSWORD }
      return (
        await context.request.post('/api/auth/register', {
          data,
          headers: { origin: app.product.origin },
        })
      ).status()
    }
    for (const local of ['<svg/onload=alert(1)>', '"<b>"', 'a\u202eb', 'a'.repeat(300)])
      expect(await register(`${local}@example.bg`), local).toBe(400)
    const email = "a'onload=alert`1`{{7*7}}&lt/b&@example.bg"
    expect(await register(email)).toBe(200)
    for (const path of ['/account', '/contact', '/converter']) {
      await visitor.go(path)
      await page.getByRole('main').waitFor()
      expect(await seen(), path).toEqual([])
    }
    await visitor.go('/account')
    await page.getByText(email).first().waitFor()
    expect(await seen()).toEqual([])
  })

  it('ROUTE-05 API-03 · C69 · paths are plain text on the not-found page, and queries run nothing', async () => {
    const visitor = await app.visitor('en')
    const { page } = visitor
    const seen = await recordScripts(visitor)
    const paths: [path: string, shown: string][] = [
      ['/<img src=x onerror=alert(1)>', '/<img src=x onerror=alert(1)>'],
      ['/%3Cscript%3Ealert(1)%3C/script%3E', '/<script>alert(1)</script>'],
      ['/en/"><svg/onload=alert(1)>', '/en/"><svg/onload=alert(1)>'],
      ['/en/%22%3E%3Csvg/onload=alert(1)%3E', '/en/"><svg/onload=alert(1)>'],
      ['/%253Cb%253E', '/%3Cb%3E'],
      ['/&lt;b&gt;&%2360;i&amp;', '/&lt;b&gt;&#60;i&amp;'],
      ["/';alert(1);'", "/';alert(1);'"],
      ['/{{7*7}}$&$1', '/{{7*7}}$&$1'],
      ['/bg/%E2%80%AEgpj', '/bg/%E2%80%AEgpj'],
      ['/%3C!--', '/<!--'],
      ['/javascript:alert(1)', '/javascript:alert(1)'],
    ]
    for (const [path, shown] of paths) {
      const reply = await page.goto(app.product.origin + path)
      expect(reply?.status(), path).toBe(404)
      await eventually(() => page.locator('#missing-path').innerText()).toBe(shown)
      expect(await seen(), path).toEqual([])
    }
    for (const query of [
      '?next=javascript:alert(1)',
      '?a=<svg onload=alert(1)>',
      '#<img src=x onerror=alert(1)>',
    ]) {
      await page.goto(`${app.product.origin}/en/login${query}`)
      await page.goto(`${app.product.origin}/en/converter${query}`)
      expect(await seen(), query).toEqual([])
    }
  })
})
