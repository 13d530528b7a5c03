/** User actions on the pages, shared by the browser tests. */
import { readFile } from 'node:fs/promises'
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest'
import { isStoredOnDevice } from './stored-records.ts'
import { type Product, productAt, sharedBrowser, startBrowser, startProduct, visit } from './product.ts'
import { type Lang, WORDS } from './words.ts'

export const PASSWORD = 'кон-батерия-скоба-7'

export type Upload = { name: string; mimeType: string; buffer: Buffer }

export type Visitor = {
  page: Page
  context: BrowserContext
  lang: Lang
  words: (typeof WORDS)[Lang]
  /** Opens a page in the user's language: `/converter`. */
  go: (path: string) => Promise<void>
  consoleErrors: string[]
}

export type TestApp = {
  readonly product: Product
  readonly browser: Browser
  /** A visitor with their own browser context. A console error of a page fails the test. */
  visitor: (lang: Lang, options?: Parameters<typeof visit>[2]) => Promise<Visitor>
  /** A signed-in visitor with a new account, with 15 tokens and `tokens` more. */
  user: (lang: Lang, tokens?: number) => Promise<Visitor & { email: string }>
}

/** Accounts of this worker process: with its number, no other of the shared product has their emails. */
let accounts = 0

/**
 * The product for the tests of a file: the shared one, or one of its own if it has settings. The browser is shared by all
 * files of a worker process; each visitor has their own context, closed after the test.
 * @param settings environment variables, read when the server starts
 * @param hasOwnBrowser whether the file needs a browser that no other file has used
 */
export function startApp(settings?: () => Record<string, string>, hasOwnBrowser = false): TestApp {
  let product: Product | undefined
  let stop: (() => Promise<void>) | undefined
  let browser: Browser | undefined
  let visitors: Visitor[] = []
  beforeAll(async () => {
    if (settings === undefined) product = productAt(inject('sharedProduct'))
    else {
      const own = await startProduct(settings())
      product = own
      stop = own.stop
    }
    browser = await (hasOwnBrowser ? startBrowser() : sharedBrowser())
  })
  afterEach(async () => {
    const consoleErrors = visitors.flatMap(({ consoleErrors }) => consoleErrors)
    await Promise.all(visitors.map(({ context }) => context.close()))
    visitors = []
    expect(consoleErrors).toEqual([])
  })
  afterAll(async () => {
    if (hasOwnBrowser) await browser?.close()
    await stop?.()
  })
  const required = <T>(part: T | undefined): T => {
    if (part === undefined) throw new Error('The server and the browser are started before the first test.')
    return part
  }
  const self: TestApp = {
    get product() {
      return required(product)
    },
    get browser() {
      return required(browser)
    },
    async visitor(lang, options) {
      const opened = await visit(self.browser, self.product.origin, options)
      const go = async (path: string) => {
        await opened.page.goto(WORDS[lang].prefix + path || '/')
      }
      const visitor = { ...opened, lang, words: WORDS[lang], go }
      visitors.push(visitor)
      return visitor
    },
    async user(lang, tokens = 0) {
      const visitor = await self.visitor(lang)
      const email = `${lang}.${process.pid}.${++accounts}@example.bg`
      const reply = await visitor.context.request.post('/api/auth/register', {
        data: { email, password: PASSWORD },
        headers: { 'x-requested-with': 'levro', origin: self.product.origin },
      })
      expect(reply.status()).toBe(200)
      if (tokens > 0) await self.product.grant(email, tokens)
      return { ...visitor, email }
    },
  }
  return self
}

export async function register({ page, lang, go, words }: Visitor, email: string): Promise<void> {
  await go('/register')
  await page.fill('input[name=email]', email)
  await page.fill('input[name=password]', PASSWORD)
  await page.getByRole('button', { name: words.registerAction }).click()
  await page.waitForURL((url) => url.pathname === (WORDS[lang].prefix || '/'))
}

export async function login(visitor: Pick<Visitor, 'page' | 'words'>, email: string): Promise<void> {
  const { page, words } = visitor
  await page.fill('input[name=email]', email)
  await page.fill('input[name=password]', PASSWORD)
  await page.locator('form').getByRole('button', { name: words.signInAction, exact: true }).click()
}

/** Locators that show whether the header is that of a signed-in user. */
export const signedInMark = (page: Page): Locator => page.getByTestId('balance')
export const signedOutMark = ({ page, words }: Visitor): Locator =>
  page.getByRole('banner').getByRole('link', { name: words.loginAction, exact: true })

/** Waits until the service worker is installed, with everything that it caches, and controls the page. */
export const untilControlled = (page: Page) =>
  page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, { timeout: 90_000 })

export const csvFile = (name: string, text: string): Upload => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
})

/** A file of 25 MB is sent to the browser as text: a busy machine takes longer than other steps do. */
export const UPLOAD = { timeout: 90_000 }

/** Chooses a file in the bulk converter, without waiting for the result. */
export async function chooseFile({ page, words, go }: Visitor, file: Upload): Promise<void> {
  await go('/converter?mode=bulk')
  const input = page.getByLabel(words.upload).first()
  // Playwright polls only every half second by default.
  await eventually(() => input.count()).toBe(1)
  const hasResults = await page.getByRole('heading', { name: words.results }).isVisible()
  await input.setInputFiles(file, UPLOAD)
  // Earlier results make way only after a question.
  if (hasResults) await page.getByRole('dialog').getByRole('button').last().click()
}

export async function upload(visitor: Visitor, file: Upload): Promise<void> {
  await chooseFile(visitor, file)
  await visitor.page.getByRole('heading', { name: visitor.words.ready }).waitFor()
}

/** Starts typed rows, and waits for the focus in the first cell: a key pressed before it would go elsewhere. */
export async function startTypedRows({ page, words }: Visitor): Promise<void> {
  await page.getByRole('button', { name: words.manual, exact: true }).click()
  const first = page.getByTestId('rows').locator('tbody input').first()
  await eventually(() => first.evaluate((cell) => cell === document.activeElement)).toBe(true)
}

/** Removes the file. The device deletes it asynchronously: a reload in that moment would restore it. */
export async function removeFile({ page, words }: Visitor): Promise<void> {
  await eventually(() => isStoredOnDevice(page, 'rows')).toBe(true)
  await page.getByRole('button', { name: words.remove, exact: true }).click()
  await eventually(() => isStoredOnDevice(page, 'rows')).toBe(false)
}

/** Presses Convert All, which names the rest after the first prices, and accepts the terms if their dialog opens. */
export async function askToConvert({ page, words }: Visitor): Promise<void> {
  const review = page.getByTestId('review')
  await review
    .getByRole('button', { name: words.convertAll })
    .or(review.getByRole('button', { name: words.convertRest }))
    .click()
  const accept = page.getByRole('button', { name: words.accept, exact: true })
  await page.getByRole('dialog').waitFor()
  if (await accept.isVisible()) await accept.click()
}

export async function convertAll(visitor: Visitor): Promise<void> {
  const { page, words } = visitor
  await askToConvert(visitor)
  // Rows that convert to 0.00 are converted only on request.
  const zeroRows = page.getByRole('dialog').getByRole('checkbox')
  if ((await zeroRows.count()) > 0) await zeroRows.check()
  await page.getByRole('button', { name: words.confirm }).click()
  await page.getByRole('heading', { name: words.results }).waitFor()
}

/** The item of the menu of the results with this name, in the open menu. */
export async function fromMenu({ page, words }: Visitor, name: string | RegExp): Promise<Locator> {
  const menu = page.getByRole('button', { name: words.more, exact: true })
  if ((await menu.getAttribute('aria-expanded')) === 'false') await menu.click()
  return page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })
}

/** Unfolds the rows of the results, which the user's own file stands above. */
export async function openResultRows({ page }: Pick<Visitor, 'page'>): Promise<void> {
  const rows = page.locator('details:has(#results-rows-title)')
  if ((await rows.getAttribute('open')) === null) await rows.locator('summary').click()
}

/** The download of the user's own file. */
export const ownFile = ({ page, words }: Visitor): Locator =>
  page.getByRole('button', { name: words.ownFile })

/** Reads title and text of the open modal dialog, then closes it. */
export async function readAlert({ page, words }: Visitor): Promise<{ title: string; text: string }> {
  const dialog = page.getByRole('dialog')
  const title = await dialog.getByRole('heading').innerText()
  const text = await dialog.locator('p').first().innerText()
  await dialog.getByRole('button', { name: words.ok }).click()
  await dialog.waitFor({ state: 'detached' })
  return { title, text }
}

export async function downloaded(page: Page, button: Locator): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') }
}

/** Opens the menu of a saved conversion: that of this name, or the first. */
export async function jobAction({ page }: Visitor, action: string, title?: string): Promise<Locator> {
  const rows = page.locator('[data-job]')
  const row = title === undefined ? rows : rows.filter({ hasText: title })
  await row.first().locator('[aria-haspopup=dialog][aria-expanded]').click()
  return page.getByRole('dialog').getByRole('button', { name: action, exact: true })
}

export const balanceOf = async (page: Page): Promise<number> =>
  Number((await signedInMark(page).innerText()).replace(/\D/g, ''))

/** The counts of valid, invalid and empty rows, as the page shows them: it leaves out those of which there are none. */
export const countsOf = (page: Page): Promise<number[]> =>
  page
    .getByTestId('row-filter')
    .evaluateAll((bars) =>
      bars.flatMap((bar) =>
        ['valid', 'invalid', 'empty'].map((status) =>
          Number(
            bar.querySelector<HTMLElement>(`[data-status=${status}]`)?.innerText.replace(/\D/g, '') ?? 0,
          ),
        ),
      ),
    )

/** Sets the clipboard, then pastes into the cell by keyboard. */
export async function pasteInto(cell: Locator, text: string): Promise<void> {
  const page = cell.page()
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await cell.focus()
  await page.keyboard.press('ControlOrMeta+V')
}

/** Polls a value of the page until it is as expected. */
export const eventually = <T>(read: () => Promise<T> | T) => expect.poll(read, { timeout: 40_000 })
