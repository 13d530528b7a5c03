/** The protocol of a conversion, opened by independent programs. */
import { read } from '@e965/xlsx'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, describe, expect, it, test } from 'vitest'
import { areCataloguesThere, readListed } from '../listed-catalogues.ts'
import { convertByOffice, runTool } from '../system-tool.ts'
import { named } from './files.ts'
import { makeLargeFile } from './large-file.ts'
import { catalogue, converted, withPlainSpaces, protocol, TEXTS, SHA, tablesOf } from './protocols.ts'
import { convertAll, csvFile, openResultRows, startApp, startTypedRows, eventually, upload } from './steps.ts'
import { decimal, inTurn, LANGS } from './words.ts'

const app = startApp()
const folder = mkdtempSync(join(tmpdir(), 'levro-proof-'))
const large = makeLargeFile(10_000)
afterAll(() => {
  large.remove()
  rmSync(folder, { recursive: true, force: true })
})

describe.each(LANGS)('protocol, in %s', (lang) => {
  const it = inTurn(lang)

  const texts = TEXTS[lang]

  it('PROOF-03 · the PDF has purpose, source file, rules, totals and exceptions', async () => {
    const user = await converted(app, lang)
    const path = await protocol(user, 'PDF', folder)
    const text = (await runTool('pdftotext', '-layout', path, '-')).replaceAll('\u00a0', ' ')
    // The fingerprint is not broken into lines.
    expect(text).toContain(SHA)
    expect(withPlainSpaces(await runTool('pdfinfo', path))).toContain(`${texts.title} – ${catalogue.name}`)
    const words = withPlainSpaces(text)
    const facts = [texts.title, texts.input.purpose, texts.input.by, catalogue.name, texts.page, ...texts.law]
    for (const fact of [...facts, texts.exceptions, texts.rows, '2866/98', '2025/1409'])
      expect(words).toContain(fact)
    expect(words).toMatch(/UTC([+-]\d\d:\d\d)? \([A-Z]/)
    for (const note of Object.values(texts.notes)) {
      // A long note takes two lines of its cell.
      const [first = ''] = note.split(/[:,]/)
      expect(words).toContain(first)
    }
    // 10 + 12.50 + 0.001 + 3.20 + 1.95 = 27.651 lev is 14.1377…; 5.11 + 6.39 + 0.00 + 1.64 + 1.00 = 14.14.
    for (const amount of ['27.651', '14.14', '500.00', '977.92'])
      expect(words).toContain(decimal(amount, lang))
    const [, , ...fonts] = (await runTool('pdffonts', path)).trimEnd().split('\n')
    for (const font of fonts) expect(font).toMatch(/^Manrope .* yes +(yes|no) +yes /)
  })

  it('PROOF-03 · the XLSX has every row with its calculation, and every exception', async () => {
    const user = await converted(app, lang)
    // The source of the conversion is stored with the results.
    await user.page.reload()
    const path = await protocol(user, 'XLSX', folder)
    const office = join(folder, 'office')
    await convertByOffice({ file: path, to: 'xlsx', folder: office })
    const book = read(await readFile(join(office, basename(path))))
    expect(book.SheetNames).toEqual(texts.sheets)
    const [facts = [], rows = [], exceptions = []] = tablesOf(book)
    const values = facts.flat()
    for (const fact of [
      texts.title,
      texts.input.purpose,
      texts.input.by,
      `${catalogue.name} · ${texts.bytes}`,
      SHA,
      8,
      6,
    ])
      expect(values).toContain(fact)
    // By row 14.14 and 977.92; the sums 27.651 and 500 converted once: 14.1377… and 977.915.
    expect(facts.slice(-2).map((row) => row.slice(1, 6))).toEqual([
      [5, 27.651, 14.14, 14.14, 0],
      [1, 500, 977.92, 977.92, 0],
    ])
    expect(rows.slice(1).map((row) => row.slice(0, 7))).toEqual([
      [1, 2, 'Хляб „Добруджа“', 10, 'BGN', 10, 5.11],
      [2, 3, 'Стол', 500, 'EUR', 977.92, 500],
      [3, 4, 'Сирене', 12.5, 'BGN', 12.5, 6.39],
      [4, 5, 'По договаряне', null, 'BGN', null, null],
      [5, 6, null, null, expect.anything(), null, null],
      [6, 7, 'Стотинка', 0.001, 'BGN', 0, 0],
      [7, 8, 'Мляко', 3.2, 'BGN', 3.2, 1.64],
      [8, 10, 'Чай', 1.95, 'BGN', 1.95, 1],
    ])
    expect(rows.slice(1, 4).map((row) => row[7])).toEqual(texts.sums)
    // 5.11 - 5.112918…; 977.92 - 977.915; 6.39 - 6.391148….
    expect(rows.slice(1, 4).map((row) => row[8])).toEqual([-0.0029, 0.005, -0.0011])
    const { none, empty, zero, changed, removed } = texts.notes
    expect(exceptions.slice(1).map((row) => [row[0], row[1], row[2], row[4]])).toEqual([
      [4, 5, 'По договаряне', none],
      [5, 6, null, empty],
      [6, 7, 'Стотинка', zero],
      [7, 8, 'Мляко', changed],
      [null, 9, 'За махане', removed],
    ])
  })

  it('PROOF-03 · each of several prices of a product names its column', async () => {
    const user = await app.user(lang, 20)
    const { page, words } = user
    const [main, sale] = ['Редовна цена', 'Промоционална цена']
    await upload(user, csvFile('promo.csv', `Име;${main};${sale}\nЧай;10,00;12,50\nМед;1,95;\nСол;1;-5\n`))
    await page.getByRole('button', { name: texts.columns }).click()
    await page.getByRole('checkbox', { name: sale }).check()
    await page.getByRole('button', { name: texts.apply, exact: true }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: words.ready }).waitFor()
    await convertAll(user)
    const [, rows = [], exceptions = []] = tablesOf(
      read(await readFile(await protocol(user, 'XLSX', folder))),
    )
    expect(rows.slice(1).map((row) => [row[1], row[2], row[3], row[7]])).toEqual([
      [2, 'Чай', main, 5.11],
      [2, 'Чай', sale, 6.39],
      [3, 'Мед', main, 1],
      [4, 'Сол', main, 0.51],
      [4, 'Сол', sale, null],
    ])
    expect(exceptions.slice(1).map((row) => row.slice(1, 4))).toEqual([[4, `Сол (${sale})`, '-5']])
  })

  it('PROOF-03 · typed rows have no source file and no fingerprint', async () => {
    const user = await app.user(lang, 20)
    const { page } = user
    await user.go('/converter?mode=bulk')
    await startTypedRows(user)
    await page.getByLabel(texts.price(1), { exact: true }).fill('10')
    await page.getByLabel(texts.price(1), { exact: true }).blur()
    await convertAll(user)
    const [facts = [], rows = []] = tablesOf(read(await readFile(await protocol(user, 'XLSX', folder))))
    expect(facts.flat()).toContain(texts.typed)
    expect(facts.flat()).not.toContain('SHA-256')
    expect(rows[1]?.slice(0, 2)).toEqual([1, null])
  })

  test.skipIf(!areCataloguesThere)(
    'PROOF-03 · a real price list has its fingerprint and all its rows in the protocol',
    async () => {
      const name = 'woocommerce-products.csv'
      const bytes = Buffer.from(readListed(name))
      const user = await app.user(lang, 100)
      await upload(user, named(name, bytes))
      await convertAll(user)
      const [facts = [], rows = []] = tablesOf(read(await readFile(await protocol(user, 'XLSX', folder))))
      expect(facts.flat()).toContain(createHash('sha256').update(bytes).digest('hex'))
      const shown = await user.page.getByTestId('job-rows').getAttribute('aria-rowcount')
      expect(rows).toHaveLength(Number(shown))
      for (const row of rows.slice(1)) expect(row[7] === null).toBe(row[5] === null)
    },
  )
})

it('PROOF-03 · with many exceptions the PDF lists the first ones and refers to the XLSX', async () => {
  const user = await app.user('en', 20)
  const bad = Array.from({ length: 420 }, (_, i) => `Стока ${i + 1};-1`)
  await upload(
    user,
    csvFile('flawed.csv', ['Име;Цена', ...Array.from({ length: 10 }, () => 'Чай;1'), ...bad].join('\n')),
  )
  await convertAll(user)
  const text = withPlainSpaces(
    await runTool('pdftotext', '-layout', await protocol(user, 'PDF', folder), '-'),
  )
  expect(text).toContain('Exceptions: 420')
  // 10 × 0.51 by row; 10 / 1.95583 = 5.1129… of the total.
  expect(text).toContain('Lev to euro 10 10.00 BGN €5.10 €5.11 −€0.01')
  expect(text).toContain('310 311 Стока 300 -1 A negative price')
  expect(text).not.toContain('Стока 301 ')
  expect(text).toContain('And 120 more: all of them are in the XLSX report.')
  const [, , exceptions = []] = tablesOf(read(await readFile(await protocol(user, 'XLSX', folder))))
  expect(exceptions).toHaveLength(421)
})

it('PROOF-03 · calculations and protocol of 10,000 rows leave the page responsive', async () => {
  const user = await app.user('en', 10_000)
  const { page, words } = user
  const texts = TEXTS.en
  await user.go('/converter?mode=bulk')
  await page.getByLabel(words.upload).first().setInputFiles(large.path)
  await page.getByRole('heading', { name: words.ready }).waitFor()
  await convertAll(user)
  await openResultRows(user)
  await page.getByRole('button', { name: /^Show all/ }).click()
  await eventually(() => page.getByTestId('job-rows').locator('tbody tr').count()).toBe(250)
  const toggle = page.getByRole('button', { name: texts.show })
  await toggle.click()
  await eventually(() => page.getByTestId('sum').count()).toBe(250)
  // The page stays responsive while the file is created.
  const making = protocol(user, 'XLSX', folder)
  await page.getByRole('dialog').waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await toggle.click()
  await eventually(() => page.getByTestId('sum').count()).toBe(0)
  const path = await making
  const [, rows = []] = tablesOf(read(await readFile(path)))
  expect(rows).toHaveLength(10_001)
  expect(rows[10_000]?.[2]).toBe('Стока номер 10000')
  expect(rows.every((row) => row[7] !== null)).toBe(true)
})
