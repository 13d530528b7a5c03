import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasRealCatalogues, ownCatalogues, realCatalogues, type TestCatalogue } from './catalogues.ts'
import { type Product, startBrowser, startProduct, visit } from './product.ts'
import { bothOf, shown, splitCsv, sumOf } from './reference.ts'

const WORDS = {
  bg: {
    prefix: '',
    register: /Регистрация с 15/,
    upload: 'Качване на файл',
    ready: 'Готово за превалутиране',
    convertAll: 'Превалутирай всички',
    accept: 'Приемам',
    confirm: /^Превалутирай .* за /,
    results: 'Резултати от превалутирането',
    csv: 'Свали CSV',
    preview: /^Преглед/,
    euro: 'Евро',
  },
  en: {
    prefix: '/en',
    register: /Register with 15/,
    upload: 'Upload a file',
    ready: 'Ready to convert',
    convertAll: 'Convert All',
    accept: 'Accept',
    confirm: /^Convert .* for /,
    results: 'Bulk Conversion Results',
    csv: 'Export CSV',
    preview: /^Preview/,
    euro: 'Euro (EUR)',
  },
}

type Lang = keyof typeof WORDS

let product: Product
let browser: Browser

beforeAll(async () => {
  product = await startProduct()
  browser = await startBrowser()
})

afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

async function register(page: Page, lang: Lang, email: string): Promise<void> {
  await page.goto(`${WORDS[lang].prefix}/register`)
  await page.fill('input[name=email]', email)
  await page.fill('input[name=password]', 'кон-батерия-скоба-7')
  await page.getByRole('button', { name: WORDS[lang].register }).click()
  await page.waitForURL(`${product.origin}${WORDS[lang].prefix || '/'}`)
}

async function upload(page: Page, lang: Lang, catalogue: TestCatalogue): Promise<void> {
  await page.goto(`${WORDS[lang].prefix}/converter?mode=bulk`)
  await page.getByLabel(WORDS[lang].upload).first().setInputFiles(catalogue.file)
  await page.getByRole('heading', { name: WORDS[lang].ready }).waitFor()
}

async function convertAll(page: Page, lang: Lang): Promise<void> {
  await page.getByRole('button', { name: WORDS[lang].convertAll }).click()
  const accept = page.getByRole('button', { name: WORDS[lang].accept })
  const confirm = page.getByRole('button', { name: WORDS[lang].confirm })
  await accept.or(confirm).waitFor()
  if (await accept.isVisible()) await accept.click()
  await confirm.click()
  await page.getByRole('heading', { name: WORDS[lang].results }).waitFor()
}

async function downloaded(
  page: Page,
  button: ReturnType<Page['getByRole']>,
): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') }
}

const balanceOf = async (page: Page) =>
  Number((await page.getByTestId('balance').innerText()).replace(/\D/g, ''))

/** The first 25 characters of a name, white space folded: what a row keeps. */
const rowName = (name: string) => name.trim().replace(/\s+/g, ' ').slice(0, 25).trimEnd()

const catalogues = hasRealCatalogues ? realCatalogues() : ownCatalogues()
const kind = hasRealCatalogues ? 'real price lists' : 'price lists of our own (the real ones are not at hand)'

describe.each(['bg', 'en'] as const)(`the main job in %s, with ${kind}`, (lang) => {
  it.each(catalogues)(
    'CONV-01 CONV-05 CONV-07 AUTH-07 · $title: upload, convert, download, find it saved',
    async (catalogue) => {
      const { page, context, complaints } = await visit(browser, product.origin)
      const email = `${lang}.${catalogue.file.name}@example.bg`
      const cost = catalogue.products.length
      await register(page, lang, email)
      expect(await balanceOf(page)).toBe(15)
      await product.levro('admin', 'grant', email, String(cost), '--note', 'end-to-end test')

      await upload(page, lang, catalogue)
      // In English the prices are said to be in euro, so that both directions are tried.
      const currency = catalogue.currency ?? (lang === 'en' ? 'EUR' : 'BGN')
      if (!catalogue.currency && lang === 'en') {
        await page.getByRole('radio', { name: WORDS.en.euro }).check()
        await expect.poll(() => page.getByRole('radio', { name: WORDS.en.euro }).isChecked()).toBe(true)
      }
      await convertAll(page, lang)
      expect(await balanceOf(page)).toBe(15)

      const expected = catalogue.products.map(({ name, price }, i) => {
        const { bgn, eur } = bothOf(price.replace(',', '.'), currency)
        return { seq: String(i + 1), name: rowName(name), bgn, eur, invalid: 'false', currency }
      })
      const totals = await page.getByTestId('totals').innerText()
      expect(totals).toContain(shown(sumOf(expected.map(({ bgn }) => bgn)), lang))
      expect(totals).toContain(shown(sumOf(expected.map(({ eur }) => eur)), lang))

      const csv = await downloaded(page, page.getByRole('button', { name: WORDS[lang].csv }))
      checkCsv(csv.text, expected)

      await page.goto(`${WORDS[lang].prefix}/account`)
      await page.getByRole('heading', { name: catalogue.file.name }).waitFor()
      expect(await page.getByTestId('job-count').innerText()).toBe('1')
      const saved = await downloaded(page, page.getByRole('button', { name: /^CSV/ }))
      expect(saved.name).toMatch(/^levro-job-[\w-]+\.csv$/)
      checkCsv(saved.text, expected)

      await page.getByRole('button', { name: WORDS[lang].preview }).click()
      const firstRow = page.getByTestId('job-rows').locator('tbody tr').first()
      expect(await firstRow.innerText()).toContain(shown(expected[0]?.eur ?? '', lang))
      expect(complaints).toEqual([])
      await context.close()
    },
  )
})

type ExpectedRow = { seq: string; name: string; bgn: string; eur: string; invalid: string; currency: string }

function checkCsv(text: string, expected: readonly ExpectedRow[]): void {
  expect(text.startsWith('\ufeff')).toBe(true)
  const [header, ...rows] = splitCsv(text.slice(1))
  expect(header).toEqual(['seq', 'name', 'bgn', 'eur', 'invalid', 'originalPrice', 'originalCurrency'])
  const got = rows.map(([seq, name, bgn, eur, invalid, , currency]) => ({
    seq,
    name,
    bgn,
    eur,
    invalid,
    currency,
  }))
  expect(got).toEqual(expected)
}
