/** The result of a conversion: sums, what rounding did, the user's own file and the menu. */
import * as xlsx from '@e965/xlsx'
import { describe, expect, test } from 'vitest'
import { decimalsOf, referenceAmounts } from '#test/reference-rate.ts'
import { accessibilityViolations } from './accessibility.ts'
import { named } from './files.ts'
import { focusedName, tabTo } from './keyboard.ts'
import { roundingWords, shown, splitCsv, sumOf } from './reference.ts'
import {
  convertAll,
  csvFile,
  downloaded,
  eventually,
  fromMenu,
  ownFile,
  openResultRows,
  startApp,
  startTypedRows,
  upload,
  type Visitor,
} from './steps.ts'
import { inTurn, LANGS } from './words.ts'

const app = startApp()

const TEXTS = {
  bg: {
    title: { EUR: 'Къде отидоха центовете', BGN: 'Къде отидоха стотинките' },
    counts: (down: number, up: number, exact: number) =>
      exact === 1
        ? `${down} цени са закръглени надолу, ${up} – нагоре, а 1 излиза точно.`
        : `${down} цени са закръглени надолу, ${up} – нагоре.`,
    inTarget: '1 цена вече беше в евро.',
    converted: (n: number) => `${n} цени са превалутирани`,
    before: 'Преди',
    after: 'След',
    replace: 'На мястото на старите',
    reason: 'Диапазон, а не една цена',
    items: ['Вашият файл: Като XLSX', 'Изтеглете CSV', 'Изтеглете XLSX', 'Изтеглете PDF', 'Копирайте'],
    word: 'rezultati',
    price: 'Цена, ред 1',
    saved: (file: string) => `Изтеглен: ${file}`,
  },
  en: {
    title: { EUR: 'Where the cents went', BGN: 'Where the stotinki went' },
    counts: (down: number, up: number, exact: number) =>
      exact === 1
        ? `${down} prices were rounded down, ${up} up and 1 came out exact.`
        : `${down} prices were rounded down, ${up} up.`,
    inTarget: '1 price was in euro already.',
    converted: (n: number) => `${n} prices converted`,
    before: 'Before',
    after: 'After',
    replace: 'In place of the old ones',
    reason: 'A range, not one price',
    items: ['Your own file: As XLSX', 'Export CSV', 'Export XLSX', 'Export PDF', 'Copy'],
    word: 'results',
    price: 'Price, row 1',
    saved: (file: string) => `Downloaded: ${file}`,
  },
}

type From = 'BGN' | 'EUR'

/** Rounded minus exact in hundredths, as integers over the denominator of the rate. */
function differencesOf(prices: readonly string[], from: From): { top: bigint; bottom: bigint }[] {
  const [top, bottom] = from === 'BGN' ? [100_000n, 195_583n] : [195_583n, 100_000n]
  return prices.map((price) => {
    const { bgn, eur } = referenceAmounts(price, from)
    const rounded = BigInt((from === 'BGN' ? eur : bgn).replace('.', ''))
    return { top: rounded * bottom - BigInt(price.replace('.', '')) * top, bottom }
  })
}

/** Counts by twentieths of a hundredth. */
function binsOf(prices: readonly string[], from: From): number[] {
  const bins = Array.from({ length: 20 }, () => 0)
  for (const { top, bottom } of differencesOf(prices, from)) {
    if (top === 0n) continue
    const bin = Math.min(19, Number(((2n * top + bottom) * 10n) / bottom))
    bins[bin] = (bins[bin] ?? 0) + 1
  }
  return bins
}

const countsIn = async ({ page }: Visitor): Promise<number[]> =>
  (await page.getByTestId('rounding-bins').locator('td').allTextContents()).map((text) =>
    Number(text.replace(/\D/g, '')),
  )
const plain = (text: string) => text.replaceAll('\u00a0', ' ')

describe.each(LANGS)('results, in %s', (lang) => {
  const it = inTurn(lang)

  const texts = TEXTS[lang]

  test.each(['BGN', 'EUR'] as const)(
    'CONV-12 · prices in %s: the histogram, its counts and the sum of the differences are exact',
    async (from) => {
      const user = await app.user(lang, 400)
      const { page } = user
      // 1955.83 lev are 1000.00 euro, and 1000 euro are 1955.83 lev.
      const whole = from === 'BGN' ? '1955.83' : '1000.00'
      const prices = [...Array.from({ length: 199 }, (_, i) => decimalsOf(BigInt(37 + i * 173))), whole]
      const lines = prices.map((price, i) => `Стока ${i + 1};${price.replace('.', ',')};${from}`)
      // Already in the currency of the result.
      if (from === 'BGN') lines.push('Чай;2,00;EUR')
      await upload(user, csvFile('ceni.csv', ['Име;Цена;Валута', ...lines].join('\n')))
      await convertAll(user)
      const target = from === 'BGN' ? 'EUR' : 'BGN'
      await page.getByRole('heading', { name: texts.title[target] }).waitFor()
      expect(await countsIn(user)).toEqual(binsOf(prices, from))
      const differences = differencesOf(prices, from)
      const down = differences.filter(({ top }) => top < 0n).length
      const up = differences.filter(({ top }) => top > 0n).length
      expect(down + up).toBe(199)
      expect(await page.getByTestId('rounding-counts').innerText()).toBe(texts.counts(down, up, 1))
      expect(plain(await page.getByTestId('rounding').innerText())).toBe(roundingWords(prices, from, lang))
      // Four decimals, cut off.
      const sizes = differences.map(({ top, bottom }) => ((top < 0n ? -top : top) * 10_000n) / bottom)
      const largest = sizes.reduce((most, size) => (size > most ? size : most))
      const decimal = `0${lang === 'bg' ? ',' : '.'}${String(largest).padStart(4, '0')}`
      expect(await page.getByTestId('rounding-largest').innerText()).toContain(decimal)
      if (from === 'BGN')
        expect(await page.getByTestId('rounding-card').innerText()).toContain(texts.inTarget)
      const { bgn, eur } = { bgn: 'bgn', eur: 'eur' } as const
      const sum = sumOf(prices.map((price) => referenceAmounts(price, from)[target === 'EUR' ? eur : bgn]))
      if (from === 'EUR')
        expect(plain(await page.getByTestId('totals').innerText())).toContain(plain(shown(sum, lang)))
      expect(await accessibilityViolations(page, 'the result')).toEqual([])
    },
  )

  it('CONV-06 CONV-08 · the rows have line, whole name, original price, currency and reason, and the own file is shown before and after', async () => {
    const user = await app.user(lang, 20)
    const { page } = user
    const name = 'Сирене краве, бидон, от малката мандра в Родопите'
    await upload(
      user,
      csvFile(
        'моят ценоразпис.csv',
        `Код;Наименование;Цена, лв.\n1;${name};12,50\n2;Наем;10-15\n3;Хляб;1,95\n`,
      ),
    )
    await convertAll(user)
    await page.getByRole('heading', { name: texts.converted(2) }).waitFor()
    await openResultRows(user)
    const rows = page.getByTestId('job-rows').locator('tbody tr')
    const eur = (price: string) => shown(referenceAmounts(price, 'BGN').eur, lang)
    await eventually(() => rows.count()).toBe(3)
    expect((await rows.nth(0).innerText()).split(/\s*\t\s*|\n+/).filter(Boolean)).toEqual([
      '2',
      name,
      shown('12.50', lang),
      lang === 'bg' ? 'лв.' : 'BGN',
      lang === 'bg' ? '6,39115…' : '6.39115…',
      eur('12.50'),
    ])
    // Both columns of amounts are tinted whole, each in the colour of its head.
    for (const column of ['lev', 'euro']) {
      const tints = page.getByTestId('job-rows').locator(`th.${column}, tbody td.${column}`)
      const colours = await tints.evaluateAll((cells) =>
        cells.map((cell) => getComputedStyle(cell).backgroundColor),
      )
      expect(new Set(colours).size, column).toBe(1)
    }
    expect(await rows.nth(1).innerText()).toContain(texts.reason)
    expect(await rows.nth(1).innerText()).toContain('10-15')

    const file = async () =>
      (await page.getByTestId('own-file').locator('tr').allInnerTexts()).map((row) => row.split('\t'))
    await eventually(file).toEqual([
      ['1', 'Код', 'Наименование', 'Цена, лв.', 'Цена, евро'],
      ['2', '1', name, '12,50', referenceAmounts('12.50', 'BGN').eur.replace('.', ',')],
      ['3', '2', 'Наем', '10-15', ''],
      ['4', '3', 'Хляб', '1,95', referenceAmounts('1.95', 'BGN').eur.replace('.', ',')],
    ])
    await page.getByLabel(texts.before, { exact: true }).check()
    expect((await file())[1]).toEqual(['2', '1', name, '12,50'])
    await page.getByRole('radio', { name: texts.replace, exact: true }).check()
    // Another placement is shown as it changes the file. What is shown is what is downloaded.
    expect(await page.getByLabel(texts.after, { exact: true }).isChecked()).toBe(true)
    await eventually(async () => (await file())[0]).toEqual(['1', 'Код', 'Наименование', 'Цена, евро'])
    const saved = splitCsv((await downloaded(page, ownFile(user))).text, ';')
    expect((await file()).map(([, ...cells]) => cells)).toEqual(saved)
    // The whole name is in the export of the results too.
    const csv = await downloaded(page, await fromMenu(user, texts.items[1] ?? ''))
    expect(csv.name).toBe(`моят ценоразпис-levro-${texts.word}.csv`)
    expect(csv.text).toContain(name)
  })

  it('CONV-08 · the own file is shown with its numbers as they are, and none of them grouped', async () => {
    const user = await app.user(lang, 20)
    const { page } = user
    const book = xlsx.utils.book_new()
    const sheet = xlsx.utils.aoa_to_sheet([
      ['Код', 'Име', 'Тегло', 'Цена, лв.'],
      [55871, 'Хляб', 1234.5, 1250.5],
      [13428, 'Сирене', 2, 12.5],
    ])
    xlsx.utils.book_append_sheet(book, sheet, 'цени')
    await upload(user, named('ceni.xlsx', xlsx.write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer))
    await convertAll(user)
    const file = page.getByTestId('own-file').locator('tr')
    await eventually(() => file.count()).toBe(3)
    const mark = (text: string) => (lang === 'bg' ? text.replace('.', ',') : text)
    expect((await file.allInnerTexts()).map((row) => row.split('\t')).slice(1)).toEqual([
      ['2', '55871', 'Хляб', mark('1234.5'), mark('1250.50'), mark(referenceAmounts('1250.50', 'BGN').eur)],
      ['3', '13428', 'Сирене', '2', mark('12.50'), mark(referenceAmounts('12.50', 'BGN').eur)],
    ])
  })

  it('CONV-08 · on a phone the preview of the own file shows old and new prices whole', async () => {
    const user = await app.user(lang)
    const { page } = user
    const rows =
      'Хладилник двукамерен;12 345,60 лв.\nВила;1 234 567,89 лв.\nКафе;12,50 лв. за кашон\nЧай;по договаряне\n'
    await upload(user, csvFile('цени.csv', `Артикул;Цена лв.\n${rows}`))
    await convertAll(user)
    await page.setViewportSize({ width: 390, height: 844 })
    const file = page.getByTestId('own-file')
    await file.waitFor()
    // By 1.95583: 631224.54 euro.
    await file.getByText('631224,54', { exact: true }).waitFor()
    const cut = await file.evaluate((table) =>
      [table.parentElement!, ...table.querySelectorAll('td')]
        .filter((one) => one.scrollWidth > one.clientWidth && /\d/.test(one.textContent))
        .map((one) => one.textContent),
    )
    expect(cut).toEqual([])
  })

  it('CONV-07 LAY-08 · the menu of the results works by keyboard', async () => {
    const user = await app.user(lang, 20)
    const { page, words } = user
    await upload(user, csvFile('ceni.csv', 'Име;Цена\nХляб;1,95\n'))
    await convertAll(user)
    await page.locator('#results-title').focus()
    await tabTo(user, words.more)
    await page.keyboard.press('ArrowDown')
    for (const item of texts.items) {
      await eventually(() => focusedName(page)).toBe(item)
      await page.keyboard.press('ArrowDown')
    }
    await eventually(() => focusedName(page)).toBe(texts.items[0] ?? '')
    expect(await accessibilityViolations(page, 'the menu of the results')).toEqual([])
    await page.keyboard.press('End')
    await eventually(() => focusedName(page)).toBe(texts.items.at(-1) ?? '')
    await page.keyboard.press('Escape')
    await eventually(() => focusedName(page)).toBe(words.more)
    expect(await page.getByRole('button', { name: texts.items[1] ?? '', exact: true }).count()).toBe(0)
    // So does a step out of it.
    await page.keyboard.press('ArrowUp')
    await eventually(() => focusedName(page)).toBe(texts.items.at(-1) ?? '')
    await page.keyboard.press('Tab')
    await eventually(() =>
      page.getByRole('button', { name: texts.items[1] ?? '', exact: true }).count(),
    ).toBe(0)
    await page.getByRole('button', { name: words.more, exact: true }).focus()
    // A press elsewhere closes it as well.
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: texts.items[1] ?? '', exact: true }).waitFor()
    await page.getByTestId('rounding-card').click()
    await eventually(() =>
      page.getByRole('button', { name: texts.items[1] ?? '', exact: true }).count(),
    ).toBe(0)
  })

  it('CONV-07 LAY-08 · on a phone the bar is hidden while the download is in sight, and nothing lies over the menu', async () => {
    const user = await app.user(lang, 20)
    const { page, words } = user
    await page.setViewportSize({ width: 390, height: 844 })
    await upload(user, csvFile('ceni-s-dalgo-ime-na-magazina-ot-tazi-godina.csv', 'Име;Цена\nХляб;1,95\n'))
    await convertAll(user)
    const bar = page.locator('[data-sticky-bar]').last()
    await eventually(() => bar.isVisible()).toBe(false)
    const main = ownFile(user)
    // In one line, with the whole name as its title.
    expect((await main.boundingBox())?.height).toBeLessThanOrEqual(56)
    expect(await main.locator('[title]').getAttribute('title')).toMatch(/^ceni-.*-godina-levro\.csv$/)
    await page.getByRole('button', { name: words.more, exact: true }).click()
    const last = page.getByRole('button', { name: texts.items.at(-1) ?? '', exact: true }).first()
    await eventually(() =>
      last.evaluate((item) => {
        const { left, top, width, height } = item.getBoundingClientRect()
        return item.contains(document.elementFromPoint(left + width / 2, top + height / 2))
      }),
    ).toBe(true)
    await page.keyboard.press('Escape')
    const { name } = await downloaded(page, main)
    await page.getByText(texts.saved(name)).waitFor()
    await openResultRows(user)
    await page.getByTestId('job-rows').scrollIntoViewIfNeeded()
    await page.mouse.wheel(0, 900)
    await eventually(() => bar.isVisible()).toBe(true)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })

  it('CONV-07 CONV-08 · of typed rows the main download is a workbook named by the day', async () => {
    const user = await app.user(lang, 20)
    const { page } = user
    await user.go('/converter?mode=bulk')
    await startTypedRows(user)
    await page.getByLabel(texts.price, { exact: true }).fill('10')
    await page.getByLabel(texts.price, { exact: true }).blur()
    await convertAll(user)
    const main = page.getByRole('button', { name: new RegExp(`levro-${texts.word}-[\\d-]{10}\\.xlsx$`) })
    const { name } = await downloaded(page, main)
    expect(name).toMatch(new RegExp(`^levro-${texts.word}-\\d{4}-\\d\\d-\\d\\d\\.xlsx$`))
    expect(await page.getByTestId('own-file').count()).toBe(0)
  })
})
