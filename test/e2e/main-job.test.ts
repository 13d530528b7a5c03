import { describe, expect, it } from 'vitest'
import { hasRealPriceLists, madeUpPriceLists, realPriceLists } from './price-lists.ts'
import { roundingWords, shown, splitCsv, sumOf } from './reference.ts'
import { referenceAmounts } from '#test/reference-rate.ts'
import {
  balanceOf,
  convertAll,
  downloaded,
  eventually,
  fromMenu,
  jobAction,
  register,
  startApp,
  upload,
} from './steps.ts'
import { type Lang, LANGS, WORDS, decimal } from './words.ts'

const app = startApp()

/** A name as a row stores it: white space collapsed, cut to 25 characters. */
const rowName = (name: string) => name.trim().replace(/\s+/g, ' ').slice(0, 25).trimEnd()

const plain = (text: string) => text.replace(/\u00a0/g, ' ')

const catalogues = hasRealPriceLists ? realPriceLists() : madeUpPriceLists()
const kind = hasRealPriceLists ? 'real price lists' : 'made-up price lists (the real ones are not available)'

describe.each(LANGS)(`the main job in %s, with ${kind}`, (lang) => {
  // A conversion takes seconds: each kind of file is converted in one of the languages.
  it.each(catalogues.filter((_, i) => LANGS[i % LANGS.length] === lang))(
    'CONV-01 CONV-05 CONV-07 CONV-12 AUTH-07 · $title is uploaded, converted, downloaded and saved',
    async (catalogue) => {
      const visitor = await app.visitor(lang, { reducedMotion: 'no-preference' })
      const { page } = visitor
      const email = `${lang}.${catalogue.file.name}@example.bg`
      const cost = catalogue.products.length
      await register(visitor, email)
      await eventually(() => balanceOf(page)).toBe(15)
      await app.product.grant(email, cost)

      await upload(visitor, catalogue.file)
      // English chooses euro, so that both directions are tested.
      const currency = catalogue.currency ?? (lang === 'en' ? 'EUR' : 'BGN')
      if (!catalogue.currency && lang === 'en') {
        await page.getByRole('radio', { name: WORDS.en.euro }).check()
        await expect.poll(() => page.getByRole('radio', { name: WORDS.en.euro }).isChecked()).toBe(true)
      }
      await convertAll(visitor)
      await expect.poll(() => balanceOf(page)).toBe(15)

      const expected = catalogue.products.map(({ name, price }, i) => {
        const { bgn, eur } = referenceAmounts(price.replace(',', '.'), currency)
        return { seq: String(i + 1), name: rowName(name), bgn, eur, invalid: 'false', currency }
      })
      const totals = await page.getByTestId('totals').innerText()
      expect(totals).toContain(shown(sumOf(expected.map(({ bgn }) => bgn)), lang))
      expect(totals).toContain(shown(sumOf(expected.map(({ eur }) => eur)), lang))

      const prices = catalogue.products.map(({ price }) => price.replace(',', '.'))
      const rounding = plain(await page.getByTestId('rounding').innerText())
      expect(rounding).toBe(roundingWords(prices, currency, lang))

      const csv = await downloaded(page, await fromMenu(visitor, WORDS[lang].csv))
      checkResultsCsv(csv.text, expected, lang)

      await visitor.go('/account')
      await page.getByTestId('job-title').filter({ hasText: catalogue.file.name }).waitFor()
      expect(await page.getByTestId('job-count').innerText()).toBe('1')
      const saved = await downloaded(page, await jobAction(visitor, 'CSV'))
      expect(saved.name).toMatch(/^levro-job-[\w-]+\.csv$/)
      checkCsv(saved.text, expected)

      await page.getByRole('button', { name: WORDS[lang].preview }).click()
      const firstRow = page.getByTestId('job-rows').locator('tbody tr').first()
      expect(await firstRow.innerText()).toContain(shown(expected[0]?.eur ?? '', lang))
    },
  )
})

type ExpectedRow = { seq: string; name: string; bgn: string; eur: string; invalid: string; currency: string }

/** The CSV of the page, with the delimiter and the decimal mark of its language. */
function checkResultsCsv(text: string, expected: readonly ExpectedRow[], lang: Lang): void {
  expect(text.startsWith('\ufeff')).toBe(true)
  const [, ...rows] = splitCsv(text.slice(1), lang === 'bg' ? ';' : ',')
  expect(rows.map(([seq, , bgn, eur, , , currency]) => ({ seq, bgn, eur, currency }))).toEqual(
    expected.map(({ seq, bgn, eur, currency }) => ({
      seq,
      bgn: decimal(bgn, lang),
      eur: decimal(eur, lang),
      currency,
    })),
  )
}

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
