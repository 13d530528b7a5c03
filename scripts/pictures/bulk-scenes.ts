import { PAGES } from '#web/routing/paths.ts'
import { isStoredOnDevice } from '#test/e2e/stored-records.ts'
import type { Lang } from '#test/e2e/words.ts'
import {
  convertedList,
  currencyList,
  mixedList,
  priceList,
  questionList,
  questionsList,
  shopExport,
  tradeList,
  wideList,
} from './price-list.ts'
import type { Person } from './product.ts'
import type { Scene } from './scenes.ts'

const TOKENS = 1000
const BULK = `${PAGES.converter.path}?mode=bulk`

/** Chooses a file and waits until it is read: ready, or with a question. */
export async function give({ page, words, go }: Person, file: ReturnType<typeof priceList>): Promise<void> {
  await go(BULK)
  await page.getByLabel(words.upload).first().setInputFiles(file)
  await page.locator('tr[data-row]').first().waitFor()
}

/** Chooses a file that cannot be read. */
export async function giveUnreadable({ page, words, go }: Person, path: string, lang: Lang): Promise<void> {
  await go(path)
  await page
    .getByLabel(words.upload)
    .first()
    .setInputFiles({
      name: lang === 'bg' ? 'Ценова листа.pdf' : 'Price list.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.7\n'),
    })
  await page.locator('#failure-title').waitFor()
}

export const upload = (person: Person, lang: Lang, isFlawed = false): Promise<void> =>
  give(person, priceList(lang, { isFlawed }))

/** Presses a button that asks to convert, and accepts the terms that are shown before the first conversion. */
async function askToConvert({ page, words }: Person, button: RegExp = words.convertAll): Promise<void> {
  await page.getByTestId('review').getByRole('button', { name: button }).first().click()
  await page.getByRole('button', { name: words.accept, exact: true }).click()
  await page.getByRole('button', { name: words.confirm }).waitFor()
}

async function convert(person: Person, button?: RegExp): Promise<void> {
  const { page, words } = person
  await askToConvert(person, button)
  await page.getByRole('button', { name: words.confirm }).click()
  await page.getByRole('heading', { name: words.results }).waitFor()
}

/** Converts a price list and waits for the results. */
export async function convertList(person: Person, lang: Lang): Promise<void> {
  await upload(person, lang)
  await convert(person)
}

/** Starts a conversion that has no response: the rows stay as they are while they are converted. */
async function convertUnanswered(person: Person, lang: Lang): Promise<void> {
  const { page, words } = person
  await page.route('**/api/convert/bulk', () => undefined)
  await upload(person, lang)
  await askToConvert(person)
  await page.getByRole('button', { name: words.confirm }).click()
}

async function convertMixed(person: Person, lang: Lang): Promise<void> {
  await give(person, mixedList(lang))
  await convert(person)
  await person.page.getByTestId('own-file').waitFor()
}

/** Types names and prices; the focus stays in the last price. */
async function typeRows({ page, words, go }: Person, lang: Lang, prices: readonly string[]): Promise<void> {
  await go(BULK)
  await page.getByRole('button', { name: words.manual, exact: true }).click()
  const names = lang === 'bg' ? ['Хляб', 'Мляко', 'Сирене'] : ['Bread', 'Milk', 'Cheese']
  for (const [i, price] of prices.entries()) {
    await page.locator(`#name-${i + 1}`).pressSequentially(names[i] ?? '')
    await page.locator(`#price-${i + 1}`).pressSequentially(price)
  }
}

const FIRST = /^(Превалутирайте първите|Convert the first)/

/** The converter with a file or typed rows, from the choice to the results. */
export const BULK_SCENES: Readonly<Record<string, Scene>> = {
  'bulk-visitor': { open: ({ go }) => go(BULK) },
  'bulk-visitor-file': { open: (person, lang) => upload(person, lang, true) },
  'bulk-empty': { tokens: TOKENS, open: ({ go }) => go(BULK) },
  'bulk-unreadable': { tokens: TOKENS, open: (person, lang) => giveUnreadable(person, BULK, lang) },
  'bulk-loaded': { tokens: TOKENS, open: (person, lang) => upload(person, lang, true) },
  /** The first screen of the review, as it is before scrolling. */
  'bulk-first-screen': { tokens: TOKENS, isWindow: true, open: (person, lang) => upload(person, lang, true) },
  'bulk-mixed': { tokens: TOKENS, open: (person, lang) => give(person, mixedList(lang)) },
  'bulk-currencies': {
    tokens: TOKENS,
    isWindow: true,
    open: (person, lang) => give(person, currencyList(lang)),
  },
  'bulk-question': {
    tokens: TOKENS,
    isWindow: true,
    open: (person, lang) => give(person, questionList(lang)),
  },
  'bulk-questions': {
    tokens: TOKENS,
    isWindow: true,
    open: (person, lang) => give(person, questionsList(lang)),
  },
  'bulk-short': { tokens: 0, open: (person, lang) => upload(person, lang) },
  'bulk-short-screen': { tokens: 0, isWindow: true, open: (person, lang) => upload(person, lang) },
  'bulk-paid': {
    tokens: 0,
    isWindow: true,
    async open(person, lang) {
      const { page } = person
      await upload(person, lang)
      // The page is left for that of the payment.
      while (!(await isStoredOnDevice(page, 'rows'))) await page.waitForTimeout(100)
      await page
        .getByTestId('buy')
        .getByRole('link', { name: /^(Купете|Buy) / })
        .click()
      await page.getByRole('button', { name: /^(Платете|Pay) / }).click()
      await page.getByTestId('paid').waitFor()
      await page.locator('tr[data-row]').first().waitFor()
    },
  },
  'bulk-first': {
    tokens: TOKENS,
    async open(person, lang) {
      await upload(person, lang, true)
      await convert(person, FIRST)
    },
  },
  /** The result of the first prices, as it is in sight after the conversion. */
  'bulk-first-result': {
    tokens: TOKENS,
    isWindow: true,
    async open(person, lang) {
      await upload(person, lang, true)
      await convert(person, FIRST)
      await person.page.getByTestId('own-file').waitFor()
    },
  },
  'bulk-first-confirm': {
    tokens: TOKENS,
    isWindow: true,
    async open(person, lang) {
      await upload(person, lang, true)
      await askToConvert(person, FIRST)
    },
  },
  'bulk-column-menu': {
    tokens: TOKENS,
    isWindow: true,
    async open(person, lang) {
      await give(person, mixedList(lang))
      await person.page.locator('thead button').last().click()
    },
  },
  'bulk-columns': {
    tokens: TOKENS,
    isWindow: true,
    async open(person, lang) {
      await give(person, mixedList(lang))
      await person.page.getByRole('button', { name: /^(Променете колоните|Adjust columns)$/ }).click()
      await person.page.getByRole('dialog').waitFor()
    },
  },
  /** With those columns that did not fit. */
  'bulk-all-columns': {
    tokens: TOKENS,
    isWindow: true,
    async open(person, lang) {
      await give(person, wideList(lang))
      const more = person.page.getByRole('button', { name: /^(Още \d|\d+ more column)/ })
      if ((await more.count()) === 0) return false
      await more.click()
      return true
    },
  },
  'bulk-edit': {
    tokens: TOKENS,
    isWindow: true,
    async open(person, lang) {
      await give(person, mixedList(lang))
      await person.page.getByRole('button', { name: /^(Преглед и редакция|Review and edit)$/ }).click()
      await person.page.locator('input[inputmode=decimal][id^=price]').nth(1).focus()
    },
  },
  'bulk-problems': {
    tokens: TOKENS,
    async open(person, lang) {
      await give(person, mixedList(lang))
      await person.page.locator('[data-testid=row-filter] [data-status=invalid]').click()
    },
  },
  'bulk-prices': {
    tokens: TOKENS,
    async open(person, lang) {
      const { page, words } = person
      await give(person, tradeList(lang))
      await page.getByRole('button', { name: /^(Променете колоните|Adjust columns)$/ }).click()
      const dialog = page.getByRole('dialog')
      for (const box of await dialog.getByRole('checkbox').all()) await box.check()
      await dialog.getByRole('button').last().click()
      await dialog.waitFor({ state: 'detached' })
      await page.getByRole('heading', { name: words.ready }).waitFor()
    },
  },
  'bulk-manual': {
    tokens: TOKENS,
    async open(person, lang) {
      await typeRows(person, lang, ['1.70', '2.95', '?'])
      await person.page.locator('#name-4').focus()
    },
  },
  /** While a price is being typed: the last row has the focus. */
  'bulk-typing': {
    tokens: TOKENS,
    isWindow: true,
    open: (person, lang) => typeRows(person, lang, ['1.70', '2.95', '14.9']),
  },
  'bulk-typing-large': {
    tokens: TOKENS,
    isWindow: true,
    width: 390,
    open: (person, lang) => typeRows(person, lang, ['9999999.99', '9999999.99', '1234567.8']),
  },
  'bulk-warnings': { tokens: TOKENS, open: (person, lang) => give(person, convertedList(lang)) },
  'bulk-warnings-confirm': {
    tokens: TOKENS,
    isWindow: true,
    async open(person, lang) {
      await give(person, convertedList(lang))
      await askToConvert(person)
    },
  },
  'bulk-shop': {
    tokens: TOKENS,
    async open(person, lang) {
      const { page, words } = person
      // The chosen currency is stored for the next file with the same columns.
      await give(person, shopExport(lang))
      await page.getByRole('radio', { name: words.euro }).check()
      await page.getByRole('button', { name: words.remove, exact: true }).click()
      await page.getByLabel(words.upload).first().waitFor({ state: 'attached' })
      await give(person, shopExport(lang))
    },
  },
  'bulk-terms': {
    tokens: TOKENS,
    isWindow: true,
    async open(person, lang) {
      await upload(person, lang, true)
      await person.page.getByRole('button', { name: person.words.convertAll }).first().click()
      await person.page.getByRole('dialog').waitFor()
    },
  },
  'bulk-confirm': {
    tokens: TOKENS,
    isWindow: true,
    async open(person, lang) {
      await upload(person, lang, true)
      await askToConvert(person)
    },
  },
  'bulk-converting': {
    tokens: TOKENS,
    isWindow: true,
    async open(person, lang) {
      await convertUnanswered(person, lang)
      await person.page.waitForTimeout(1500)
    },
  },
  /** The response takes so long that the user may stop waiting for it. */
  'bulk-late': {
    tokens: TOKENS,
    isWindow: true,
    async open(person, lang) {
      await convertUnanswered(person, lang)
      await person.page
        .getByRole('button', { name: /^(Спрете чакането|Stop waiting)$/ })
        .filter({ visible: true })
        .waitFor()
    },
  },
  'bulk-results': { tokens: TOKENS, open: convertList },
  'bulk-results-screen': { tokens: TOKENS, isWindow: true, open: convertMixed },
  'bulk-results-mixed': { tokens: TOKENS, open: convertMixed },
  'bulk-results-menu': {
    tokens: TOKENS,
    isWindow: true,
    async open(person, lang) {
      await convertMixed(person, lang)
      await person.page.getByRole('button', { name: person.words.more, exact: true }).click()
    },
  },
  'bulk-sums': {
    tokens: TOKENS,
    async open(person, lang) {
      await convertList(person, lang)
      await person.page.getByRole('heading', { name: person.words.results }).click()
      await person.page.locator('main button[aria-pressed]').click()
    },
  },
  'bulk-protocol': {
    tokens: TOKENS,
    isWindow: true,
    async open(person, lang) {
      await convertList(person, lang)
      await person.page.locator('#export-protocol').click()
      await person.page.getByRole('dialog').waitFor()
    },
  },
}
