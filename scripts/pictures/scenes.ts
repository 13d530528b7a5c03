import { PAGES } from '#web/routing/paths.ts'
import type { Lang } from '#test/e2e/words.ts'
import { ambiguousPairs, largePairList, pairList } from './pair-list.ts'
import { BULK_SCENES, convertList, giveUnreadable, upload } from './bulk-scenes.ts'
import { priceList } from './price-list.ts'
import { PROTECTION_SCENES } from './protection-scenes.ts'
import type { Person } from './product.ts'
import type { Width } from './take.ts'

export type Scene = {
  /** Taken as a signed-in user with this many tokens. */
  tokens?: number
  /** The only width that it is taken in. */
  width?: Width
  /** Taken without stretching the window to the page: for dialogs and other fixed elements. */
  isWindow?: true
  /**
   * Opens the page and brings it into the state of the screenshot.
   * @returns false if the product has no such state
   */
  open: (person: Person, lang: Lang) => Promise<unknown>
}

const TOKENS = 1000
const PACK = 'business'

const at = (path: string): Scene => ({ open: ({ go }) => go(path) })

/** Pages of emailed links need a token. */
const MAILED: readonly string[] = [PAGES.reset.path, PAGES.verify.path]

const pages = Object.fromEntries(
  Object.entries(PAGES).map(([name, { path }]) => [
    name,
    at(MAILED.includes(path) ? `${path}#token=x` : path),
  ]),
)

/** Opens a file with price pairs in the price check and waits for the outcome. */
async function checkList({ page, words, go }: Person, file: ReturnType<typeof pairList>): Promise<void> {
  await go(PAGES.check.path)
  await page.getByLabel(words.upload).first().setInputFiles(file)
  await page.getByTestId('check-outcome').waitFor()
}

/** Opens the sample of the price check. */
async function checkSample({ page, go }: Person): Promise<void> {
  await go(PAGES.check.path)
  await page.getByTestId('check-sample').click()
  await page.getByTestId('check-outcome').waitFor()
}

/** Orders the corrected file of a check, and waits for its download. */
async function orderCorrected({ page, words }: Person): Promise<void> {
  await page.getByTestId('corrected-file').getByRole('button').first().click()
  await page.getByRole('dialog').waitFor()
  const accept = page.getByRole('button', { name: words.accept, exact: true })
  if (await accept.isVisible()) await accept.click()
  await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').locator('button').last().click(),
  ])
}

/** Buys tokens on the provider's page and waits for the return. */
async function buy({ page, go }: Person): Promise<void> {
  await go(`${PAGES.checkout.path}?priceId=${PACK}`)
  await page.getByRole('button', { name: /^(Платете|Pay) / }).click()
  await page.waitForURL((url) => url.pathname.endsWith(PAGES.success.path))
  await page.waitForLoadState('networkidle')
}

/** Every page and state, by the name of its screenshots. */
export const SCENES: Readonly<Record<string, Scene>> = {
  ...pages,
  'not-found': at('/няма-такава-страница'),
  menu: {
    width: 390,
    isWindow: true,
    async open({ page, go }) {
      await go(PAGES.home.path)
      const button = page.getByRole('banner').locator('button[aria-haspopup=dialog]')
      if (!(await button.first().isVisible())) return false
      await button.first().click()
      await page.getByRole('dialog').waitFor()
      return true
    },
  },
  'register-waiting': {
    async open(person, lang) {
      await upload(person, lang)
      await person.go(PAGES.register.path)
      await person.page.getByTestId('waiting').waitFor()
    },
  },
  'login-waiting': {
    async open(person, lang) {
      await upload(person, lang)
      await person.go(PAGES.login.path)
      await person.page.getByTestId('waiting').waitFor()
    },
  },
  'pricing-waiting': {
    async open(person, lang) {
      await upload(person, lang)
      await person.go(PAGES.pricing.path)
      await person.page.getByRole('main').getByText('.csv').first().waitFor()
    },
  },
  'pricing-cancelled': {
    tokens: 0,
    isWindow: true,
    async open(person, lang) {
      await upload(person, lang)
      await person.go(`${PAGES.pricing.path}?cancelled=1`)
    },
  },
  'register-check': {
    async open(person) {
      await checkSample(person)
      await person.page.getByTestId('corrected-file').getByRole('link').first().click()
      await person.page.getByTestId('waiting').waitFor()
    },
  },
  'pricing-number': {
    async open({ page, go }) {
      await go(PAGES.pricing.path)
      await page.fill('input[name=prices]', '1200')
    },
  },
  'single-typing': {
    open: async ({ page, go }, lang) => {
      await go(PAGES.converter.path)
      await page.fill('input[name=amount]', lang === 'bg' ? '1299,90' : '1299.90')
    },
  },
  'single-ambiguous': {
    open: async ({ page, go }, lang) => {
      await go(PAGES.converter.path)
      await page.fill('input[name=amount]', lang === 'bg' ? '12,500' : '12.500')
      await page.locator('#single-hint').getByText('12\u00a0500').waitFor()
    },
  },
  'single-error': {
    open: async ({ page, words, go }) => {
      await go(PAGES.converter.path)
      await page.fill('input[name=amount]', '12 ?')
      await page.press('input[name=amount]', 'Enter')
      await page.getByRole('button', { name: words.ok, exact: true }).click()
    },
  },
  'single-result': {
    async open({ page, go }, lang) {
      await go(PAGES.converter.path)
      await page.fill('input[name=amount]', lang === 'bg' ? '1250,50' : '1250.50')
      await page.press('input[name=amount]', 'Enter')
    },
  },
  'home-drop': {
    isWindow: true,
    async open({ page, go }) {
      await go(PAGES.home.path)
      await page.getByRole('main').evaluate((main) => {
        const dataTransfer = new DataTransfer()
        dataTransfer.items.add(new File([''], 'a.csv', { type: 'text/csv' }))
        main.dispatchEvent(new DragEvent('dragover', { dataTransfer, bubbles: true, cancelable: true }))
      })
      await page.getByTestId('drop-overlay').waitFor()
    },
  },
  'single-unsupported': { open: ({ go }) => go(`${PAGES.converter.path}?amount=5&from=usd`) },
  'single-recent': {
    async open({ page, go }, lang) {
      await go(PAGES.converter.path)
      for (const amount of ['9999999.99', '1234567.89', '123456.78', '12345.67', '12.5', '0.12345678']) {
        await page.fill('input[name=amount]', lang === 'bg' ? amount.replace('.', ',') : amount)
        await page.press('input[name=amount]', 'Enter')
      }
    },
  },
  ...BULK_SCENES,
  'check-sample': { open: checkSample },
  /** The first screen of the outcome, as it is before scrolling. */
  'check-first-screen': { isWindow: true, open: checkSample },
  'check-corrected': {
    tokens: TOKENS,
    open: async (person) => {
      await checkSample(person)
      await orderCorrected(person)
    },
  },
  'check-unreadable': { open: (person, lang) => giveUnreadable(person, PAGES.check.path, lang) },
  'check-lev-only': { open: (person, lang) => checkList(person, priceList(lang)) },
  'check-right': { open: (person, lang) => checkList(person, pairList(lang)) },
  'check-off': { open: (person, lang) => checkList(person, pairList(lang, { isWrong: true })) },
  'check-columns': { open: (person, lang) => checkList(person, pairList(lang, { header: false })) },
  'check-question': { open: (person, lang) => checkList(person, ambiguousPairs(lang)) },
  'check-large': { open: (person, lang) => checkList(person, largePairList(lang)) },
  'check-picture': {
    isWindow: true,
    async open(person) {
      await checkSample(person)
      await person.page.getByTestId('share').click()
      await person.page.getByRole('dialog').waitFor()
      await person.page.waitForTimeout(500)
    },
  },
  'home-member': { tokens: TOKENS, open: ({ go }) => go(PAGES.home.path) },
  'pricing-member': { tokens: TOKENS, open: ({ go }) => go(PAGES.pricing.path) },
  'account-new': { tokens: TOKENS, open: ({ go }) => go(PAGES.account.path) },
  account: {
    tokens: TOKENS,
    async open(person, lang) {
      await convertList(person, lang)
      await buy(person)
      await person.go(PAGES.account.path)
    },
  },
  'bulk-again': {
    tokens: TOKENS,
    isWindow: true,
    async open(person, lang) {
      const { page, words } = person
      await convertList(person, lang)
      await page.reload({ waitUntil: 'networkidle' })
      await page.getByLabel(words.upload).first().setInputFiles(priceList(lang))
      // The earlier results go.
      await page.getByRole('dialog').locator('button').last().click()
      await page.getByRole('link', { name: /^(Отворете готовия|Open the finished)/ }).waitFor()
    },
  },
  'account-parts': {
    tokens: TOKENS,
    async open(person, lang) {
      const { page, words } = person
      await upload(person, lang)
      const convert = async (button: string | RegExp) => {
        await page.getByRole('button', { name: button }).first().click()
        const accept = page.getByRole('button', { name: words.accept, exact: true })
        await page.getByRole('dialog').waitFor()
        if (await accept.isVisible()) await accept.click()
        await page.getByRole('button', { name: words.confirm }).click()
        await page.getByRole('heading', { name: words.results }).waitFor()
      }
      await convert(/^(Превалутирайте първите|Convert the first) 15$/)
      await convert(/^(Превалутирайте останалите|Convert the other)/)
      await checkSample(person)
      await orderCorrected(person)
      await person.go(PAGES.account.path)
      await page.getByTestId('jobs').locator('[aria-expanded]').last().waitFor()
      // The parts of the file, below its line.
      await page.getByTestId('job-title').last().click()
    },
  },
  'account-corrected': {
    tokens: TOKENS,
    async open(person) {
      await checkSample(person)
      await orderCorrected(person)
      await person.go(PAGES.account.path)
      await person.page.locator('[data-job] [aria-expanded]').first().click()
      await person.page.getByTestId('job-rows').waitFor()
    },
  },
  'account-open': {
    tokens: TOKENS,
    async open(person, lang) {
      await convertList(person, lang)
      await person.go(PAGES.account.path)
      await person.page.locator('[data-job] [aria-expanded]').first().click()
      await person.page.getByTestId('job-rows').waitFor()
    },
  },
  ...Object.fromEntries(
    (['purchases', 'tokens', 'settings'] as const).map((page) => [
      `account-${page}`,
      {
        tokens: TOKENS,
        async open(person: Person, lang: Lang) {
          await convertList(person, lang)
          await buy(person)
          await person.go(PAGES[page].path)
        },
      },
    ]),
  ),
  ...PROTECTION_SCENES,
  checkout: {
    tokens: TOKENS,
    async open({ page, go }) {
      // No response: the page keeps waiting.
      await page.route('**/api/create-checkout-session', () => undefined)
      await go(`${PAGES.checkout.path}?priceId=${PACK}`).catch(() => undefined)
    },
  },
  'checkout-unreachable': {
    tokens: TOKENS,
    async open({ page, go }) {
      await page.route('**/api/create-checkout-session', (route) => route.abort())
      await go(`${PAGES.checkout.path}?priceId=${PACK}`)
      await page.getByRole('main').getByRole('alert').waitFor()
    },
  },
  'checkout-failed': { tokens: TOKENS, open: ({ go }) => go(PAGES.checkout.path) },
  success: { tokens: TOKENS, open: buy },
  'success-waiting': {
    tokens: 0,
    async open({ page, go }) {
      const json = {
        ok: true,
        tokensAdded: 0,
        purchaseTokens: 500,
        already: false,
        balance: 15,
        plan: 'starter',
        priceCents: 499,
        paidAt: null,
        status: 'processing',
      }
      await page.route('**/api/checkout/finalize', (route) => route.fulfill({ status: 202, json }))
      await go(`${PAGES.success.path}?session_id=cs_test_waiting`)
      await page.locator('#receipt').waitFor()
    },
  },
  'success-failed': { tokens: TOKENS, open: ({ go }) => go(PAGES.success.path) },
}
