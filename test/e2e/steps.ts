/** User actions on the pages, shared by the browser tests. */
import { readFile } from 'node:fs/promises'
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { isKeptOnDevice } from './stored-records.ts'
import { type Product, startBrowser, startProduct, visit } from './product.ts'
import { type Lang, WORDS } from './words.ts'

export const PASSWORD = 'кон-батерия-скоба-7'

export type Upload = { name: string; mimeType: string; buffer: Buffer }

export type Person = {
  page: Page
  context: BrowserContext
  lang: Lang
  words: (typeof WORDS)[Lang]
  /** Opens a page in the user's language: `/converter`. */
  go: (path: string) => Promise<void>
  complaints: string[]
}

export type Stage = {
  readonly product: Product
  readonly browser: Browser
  /** A visitor with a browser of their own; what the browser complains about fails the test. */
  person: (lang: Lang, options?: Parameters<typeof visit>[2]) => Promise<Person>
  /** A signed-in visitor with an account of their own. */
  member: (lang: Lang, tokens?: number) => Promise<Person & { email: string }>
}

/** One real server and one browser for the tests of a file. Emails go where `settings` says, if it does. */
export function stage(settings: () => Record<string, string> = () => ({})): Stage {
  let product: Product | undefined
  let browser: Browser | undefined
  let people: Person[] = []
  let accounts = 0
  beforeAll(async () => {
    product = await startProduct(settings())
    browser = await startBrowser()
  })
  afterEach(async () => {
    const complaints = people.flatMap(({ complaints }) => complaints)
    await Promise.all(people.map(({ context }) => context.close()))
    people = []
    expect(complaints).toEqual([])
  })
  afterAll(async () => {
    await browser?.close()
    await product?.stop()
  })
  const need = <T>(part: T | undefined): T => {
    if (part === undefined) throw new Error('The stage is set up before the first test.')
    return part
  }
  const self: Stage = {
    get product() {
      return need(product)
    },
    get browser() {
      return need(browser)
    },
    async person(lang, options) {
      const visitor = await visit(self.browser, self.product.origin, options)
      const go = async (path: string) => {
        await visitor.page.goto(WORDS[lang].prefix + path || '/')
      }
      const person = { ...visitor, lang, words: WORDS[lang], go }
      people.push(person)
      return person
    },
    async member(lang, tokens = 0) {
      const person = await self.person(lang)
      const email = `${lang}.${++accounts}@example.bg`
      const reply = await person.context.request.post('/api/auth/register', {
        data: { email, password: PASSWORD },
        headers: { 'x-requested-with': 'levro', origin: self.product.origin },
      })
      expect(reply.status()).toBe(200)
      if (tokens > 0) await self.product.grant(email, tokens)
      return { ...person, email }
    },
  }
  return self
}

export async function register({ page, lang, go, words }: Person, email: string): Promise<void> {
  await go('/register')
  await page.fill('input[name=email]', email)
  await page.fill('input[name=password]', PASSWORD)
  await page.getByRole('button', { name: words.registerAction }).click()
  await page.waitForURL((url) => url.pathname === (WORDS[lang].prefix || '/'))
}

export async function login(person: Pick<Person, 'page' | 'words'>, email: string): Promise<void> {
  const { page, words } = person
  await page.fill('input[name=email]', email)
  await page.fill('input[name=password]', PASSWORD)
  await page.locator('form').getByRole('button', { name: words.loginAction, exact: true }).click()
}

/** Whether the header shows a signed-in user. */
export const signedInMark = (page: Page): Locator => page.getByTestId('balance')
export const signedOutMark = ({ page, words }: Person): Locator =>
  page.getByRole('banner').getByRole('link', { name: words.loginAction, exact: true })

export const csvFile = (name: string, text: string): Upload => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
})

/** Gives a file to the bulk converter and leaves it to the page. */
export async function give({ page, words, go }: Person, file: Upload): Promise<void> {
  await go('/converter?mode=bulk')
  const input = page.getByLabel(words.upload).first()
  // Playwright polls only every half second by default.
  await eventually(() => input.count()).toBe(1)
  await input.setInputFiles(file)
}

export async function upload(person: Person, file: Upload): Promise<void> {
  await give(person, file)
  await person.page.getByRole('heading', { name: person.words.ready }).waitFor()
}

/** Removes the file. The device deletes it asynchronously: a reload in that moment would restore it. */
export async function removeFile({ page, words }: Person): Promise<void> {
  await eventually(() => isKeptOnDevice(page, 'rows')).toBe(true)
  await page.getByRole('button', { name: words.remove, exact: true }).click()
  await eventually(() => isKeptOnDevice(page, 'rows')).toBe(false)
}

/** Presses Convert All, and accepts the terms where they are asked for. */
export async function askToConvert({ page, words }: Person): Promise<void> {
  await page.getByRole('button', { name: words.convertAll }).click()
  const accept = page.getByRole('button', { name: words.accept, exact: true })
  await page.getByRole('dialog').waitFor()
  if (await accept.isVisible()) await accept.click()
}

export async function convertAll(person: Person): Promise<void> {
  const { page, words } = person
  await askToConvert(person)
  // Rows that convert to 0.00 are converted only on request.
  const zeroRows = page.getByRole('dialog').getByRole('checkbox')
  if ((await zeroRows.count()) > 0) await zeroRows.check()
  await page.getByRole('button', { name: words.confirm }).click()
  await page.getByRole('heading', { name: words.results }).waitFor()
}

/** The words of the modal that is open, and its title; then it is closed by its button. */
export async function readAlert({ page, words }: Person): Promise<{ title: string; text: string }> {
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

export const balanceOf = async (page: Page): Promise<number> =>
  Number((await signedInMark(page).innerText()).replace(/\D/g, ''))

/** The counts of valid, invalid and empty rows, as the page shows them. */
export async function countsOf(page: Page): Promise<number[]> {
  const status = (name: string) => `[data-testid=row-filter] [data-status=${name}]`
  const counts = page.locator(['valid', 'invalid', 'empty'].map(status).join(', '))
  return (await counts.allInnerTexts()).map((text) => Number(text.replace(/\D/g, '')))
}

/** Sets the clipboard, then pastes into the cell by keyboard. */
export async function pasteInto(cell: Locator, text: string): Promise<void> {
  const page = cell.page()
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await cell.focus()
  await page.keyboard.press('ControlOrMeta+V')
}

/** Polls a value of the page until it is as expected. */
export const eventually = <T>(read: () => Promise<T> | T) => expect.poll(read, { timeout: 20_000 })
