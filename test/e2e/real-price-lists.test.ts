import { describe, expect, it } from 'vitest'
import {
  areCataloguesThere,
  LISTED,
  LISTED_WITH_ROWS,
  type Listed,
  readListed,
} from '#test/listed-catalogues.ts'
import { named } from './files.ts'
import { shown } from './reference.ts'
import { convertAll, countsOf, chooseFile, type Visitor, startApp, eventually, upload } from './steps.ts'
import { LANGS } from './words.ts'

const app = startApp()

const TEXTS = {
  bg: { encoding: 'Кодировка', delimiter: 'Разделител', columns: 'Колони във файла' },
  en: { encoding: 'Encoding', delimiter: 'Delimiter', columns: 'Columns of the file' },
}

const fileOf = ({ file }: Listed) => named(file, Buffer.from(readListed(file)))

const listed = (file: string): Listed => {
  const found = LISTED.find((one) => one.file === file)
  if (!found) throw new Error(`${file} is not in the list`)
  return found
}

/** Bulgarian reads prices without a currency as lev, English as euro, so that both expected totals are tested. */
const currencyOf = { bg: 'BGN', en: 'EUR' } as const

async function pickCurrency({ page, lang, words }: Visitor): Promise<void> {
  const euro = page.getByRole('radio', { name: words.euro })
  if (lang === 'bg' || !(await euro.isVisible())) return
  // The answer reads the rows again, which may render the question anew: `check` would click what is there then.
  await euro.click()
  await eventually(() => euro.isChecked()).toBe(true)
}

describe.runIf(areCataloguesThere).each(LANGS)('real price lists in the browser, in %s', (lang) => {
  const texts = TEXTS[lang]

  // A conversion takes seconds: each list is tested in one of the languages.
  it.each(LISTED_WITH_ROWS.filter((_, i) => LANGS[i % 2] === lang))(
    'BULK-05 BULK-16 CONV-12 · $file: row counts and totals match the list',
    async (one) => {
      const expected = one.expect
      const count = expected.dataRows ?? expected.items ?? 0
      const user = await app.user(lang, count)
      const { page } = user
      await upload(user, fileOf(one))
      await eventually(() => countsOf(page)).toEqual([
        expected.valid ?? 0,
        expected.invalid ?? 0,
        expected.empty ?? 0,
      ])
      if (one.encoding) expect(one.encoding).toContain(await page.getByLabel(texts.encoding).inputValue())
      if (one.delimiter) expect(await page.getByLabel(texts.delimiter).inputValue()).toBe(one.delimiter)
      await pickCurrency(user)
      await convertAll(user)
      const totals = await page.getByTestId('totals').innerText()
      const sum =
        expected.sumInBgn ??
        (currencyOf[lang] === 'BGN' ? expected.sumIfPricesAreBgn_inEur : expected.sumIfPricesAreEur_inBgn)
      expect(totals).toContain(shown(sum ?? '?', lang))
    },
  )

  it('BULK-15 · an encrypted workbook is rejected, a damaged but readable one is read', async () => {
    const visitor = await app.visitor(lang)
    const { page, words } = visitor
    await chooseFile(visitor, fileOf(listed('encrypted.xls')))
    await page.getByRole('heading', { name: words.unreadable }).waitFor()
    await page.getByRole('button', { name: words.tryAnother }).click()
    await page
      .getByLabel(words.upload)
      .first()
      .setInputFiles(fileOf(listed('damaged-but-readable.xls')))
    await page.getByTestId('rows').locator('tr[data-row]').first().waitFor()
  })

  it.each(['title-rows-above-header-no-prices.xls', 'state-register-no-prices.xlsx'])(
    'BULK-07 · %s: without a price column the columns dialog opens',
    async (file) => {
      const visitor = await app.visitor(lang)
      await chooseFile(visitor, fileOf(listed(file)))
      await visitor.page.getByRole('dialog', { name: texts.columns }).waitFor()
    },
  )

  it('BULK-17 · hidden sheets are listed last and marked', async () => {
    const visitor = await app.visitor(lang)
    await chooseFile(visitor, fileOf(listed('hidden-sheets.xlsx')))
    const sheet = visitor.page.getByLabel(lang === 'bg' ? 'Лист' : 'Sheet', { exact: true })
    await sheet.waitFor()
    const [first, ...hidden] = await sheet.locator('option').allInnerTexts()
    expect(first).toBe('Visible')
    expect(hidden.every((name) => /\((скрит|hidden)\)$/.test(name))).toBe(true)
  })
})
