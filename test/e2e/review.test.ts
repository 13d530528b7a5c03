import { describe, expect, it } from 'vitest'
import { referenceAmounts } from '#test/reference-rate.ts'
import { accessibilityViolations } from './accessibility.ts'
import { keyboardPress, tabTo } from './keyboard.ts'
import { shown, sumOf } from './reference.ts'
import {
  askToConvert,
  csvFile,
  downloaded,
  eventually,
  fromMenu,
  ownFile,
  startApp,
  upload,
  type Visitor,
} from './steps.ts'

const app = startApp()

const longName = (i: number) => `Стока с дълго име, опаковка № ${i + 1}`
const PRICES = Array.from({ length: 199 }, (_, i) => `${i + 1}.35`)
const LIST = csvFile(
  'cenova-lista.csv',
  `Код;Наименование;Цена без ДДС;Цена с ДДС\n${PRICES.map((price, i) => `${1000 + i};${longName(i)};${i + 1}.10;${price}`).join('\n')}\n`,
)

/** As shops export it: two columns say the same in every row, and names are as long as they get. */
const SHOP_LIST = csvFile(
  'spisak-na-tsenite-ot-nay-golemiya-magazin-v-grada.csv',
  `Населено място;Търговски обект;Наименование на продукта;Код на продукта;Категория;Цена на дребно;Цена в промоция\n${PRICES.map(
    (price, i) =>
      `55871;МАГАЗИН 8 ЦЕНТЪР, ул. „Дълга“ 46;${longName(i)} – бяло, саламурено, от краве мляко;${1000 + i};${i % 40};${price};0.${10 + (i % 80)}`,
  ).join('\n')}\n`,
)

/** Of a list for which there are 115 tokens. */
const PART = {
  bg: {
    convert: 'Превалутирайте първите 115',
    converted: '115 цени са превалутирани',
    left: 'Първите 115 са превалутирани. Остават 84 цени.',
  },
  en: {
    convert: 'Convert the first 115',
    converted: '115 prices converted',
    left: 'The first 115 are converted. 84 prices are left.',
  },
}

const READ_AGAIN = 'Прочетете отново'

const EUROS = PRICES.map((price) => referenceAmounts(price, 'BGN').eur)

async function convertFirst({ page, words }: Visitor): Promise<void> {
  const first = { name: 'Превалутирайте първите 15', exact: true }
  await page.getByTestId('review').getByRole('button', first).click()
  await page.getByRole('button', { name: words.accept, exact: true }).click()
  await page.getByRole('button', { name: words.confirm }).click()
  // Of the prices that are converted, not of all.
  await page.locator('progress[max="15"]').first().waitFor()
  await page.getByRole('heading', { name: words.results }).waitFor()
}

async function convertRest(
  { page, words }: Visitor,
  name: string | RegExp = /^Превалутирайте останалите/,
): Promise<void> {
  await page.getByRole('button', { name }).first().click()
  await page.getByRole('button', { name: words.confirm }).click()
}

/** The new column of the list, next to its price. */
const euroColumn = ({ text }: { text: string }): (string | undefined)[] =>
  text
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => line.split(';')[4])

/** The prices of the jobs in the account, the newest first. */
async function jobsOf({ context }: Visitor): Promise<number[]> {
  const reply = await context.request.get('/api/convert/jobs')
  const { jobs } = (await reply.json()) as { jobs: { validRows: number }[] }
  return jobs.map(({ validRows }) => validRows)
}

describe('the review', () => {
  it.each([
    ['of few columns', LIST],
    ['of a shop with many columns', SHOP_LIST],
  ])('BULK-12 · at least 16 rows of a list %s are in sight, the first at 200 px at most', async (_, list) => {
    const user = await app.user('bg', 500)
    const { page } = user
    await page.setViewportSize({ width: 1440, height: 900 })
    await upload(user, list)
    const row = page.locator('tr[data-row]').first()
    await eventually(async () => (await row.boundingBox())?.y ?? Infinity).toBeLessThanOrEqual(200)
    const countInSight = () =>
      page.evaluate(() => {
        const foot = document.querySelector('[data-sticky-bar]')?.getBoundingClientRect().top ?? innerHeight
        const rows = [...document.querySelectorAll('tr[data-row]')]
        return rows.filter((one) => one.getBoundingClientRect().bottom <= foot).length
      })
    await eventually(countInSight).toBeGreaterThanOrEqual(16)
    expect(await accessibilityViolations(page, 'the review')).toEqual([])
  })

  it.each(['bg', 'en'] as const)(
    'BULK-12 · on a tablet the file, what was assumed of it, and filters with modes take a line each, in %s',
    async (lang) => {
      const user = await app.user(lang, 0)
      const { page } = user
      await page.setViewportSize({ width: 768, height: 1024 })
      await upload(user, LIST)
      const row = page.locator('tr[data-row]').first()
      await eventually(async () => (await row.boundingBox())?.y ?? Infinity).toBeLessThanOrEqual(250)
      const filter = page.getByTestId('row-filter')
      const modes = page.getByRole('button', { name: /^(Преглед и|Review and) / })
      const middle = (box: { y: number; height: number } | null) => (box ? box.y + box.height / 2 : NaN)
      expect(middle(await modes.first().boundingBox())).toBeCloseTo(middle(await filter.boundingBox()), 0)
    },
  )

  it('BULK-12 · columns that say the same in every row are folded, and opened only the sheet is scrolled sideways', async () => {
    const user = await app.user('bg', 500)
    const { page } = user
    await page.setViewportSize({ width: 1440, height: 900 })
    await upload(user, SHOP_LIST)
    const heads = page.locator('[data-testid=rows] thead th')
    await page.locator('tr[data-row]').first().waitFor()
    const folded = (await heads.allInnerTexts()).join(' ')
    expect(folded).not.toContain('Търговски обект')
    expect(folded).toContain('Цена в промоция')
    await page.getByRole('button', { name: /^Още \d+ колони$/ }).click()
    await eventually(() => heads.count()).toBe(9)
    for (const width of [320, 390, 768, 1024, 1280, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      const sheet = page.locator('[data-testid=rows]').locator('..')
      await eventually(() => sheet.evaluate((box) => box.scrollWidth > box.clientWidth)).toBe(true)
      // To the side and down: the sums and the pages are as wide as the window, too.
      await sheet.evaluate((box) => box.scrollTo(box.scrollWidth, 0))
      await page.evaluate(() => scrollTo(500, document.documentElement.scrollHeight))
      expect(
        await page.evaluate(() => [document.documentElement.scrollWidth - innerWidth, scrollX]),
        `${width}`,
      ).toEqual([0, 0])
      const box = await sheet.boundingBox()
      const line = await page.locator('tr[data-row] > td').first().boundingBox()
      expect(line?.x, `${width}`).toBe(box?.x)
      if (width < 1280) continue
      for (const cell of ['input[id^=name]', 'input[id^=price]', 'td.euro']) {
        const shown = await page.locator(`tr[data-row] ${cell}`).first().boundingBox()
        expect(shown?.x, `${cell} at ${width}`).toBeGreaterThanOrEqual(box?.x ?? Infinity)
        expect((shown?.x ?? 0) + (shown?.width ?? 0), `${cell} at ${width}`).toBeLessThanOrEqual(
          (box?.x ?? 0) + (box?.width ?? 0) + 1,
        )
      }
    }
    expect(await accessibilityViolations(page, 'the opened columns')).toEqual([])
  })

  it('BULK-12 · only the first 15 prices are converted before the conversion, and names are whole', async () => {
    const user = await app.user('bg', 500)
    const { page } = user
    await upload(user, LIST)
    const cells = page.locator('tr[data-row] > td:last-child')
    await eventually(() => cells.count()).toBe(50)
    const shown = (await cells.allInnerTexts()).filter((text) => text.trim() !== '')
    expect(shown).toEqual(
      PRICES.slice(0, 15).map((price) => referenceAmounts(price, 'BGN').eur.replace('.', ',')),
    )
    await page.getByText('Стока с дълго име, опаковка № 7', { exact: true }).waitFor()
  })

  it('BULK-12 BULK-18 · why a price is invalid is a whole word in a row of one line, and the sentence for assistive technology', async () => {
    const user = await app.user('bg')
    const { page } = user
    const prices = ['1,95', '-7', '10-15', '', '15%', '0', '1..5', '12 $', '99999999', 'абв']
    const lines = prices.map((price, i) => `Стока ${i + 1};${price}`).join('\n')
    await upload(user, csvFile('problemi.csv', `Име;Цена (лв.)\n${lines}\n`))
    for (const [width, height] of [
      [1440, 37],
      [390, 45],
      [375, 45],
    ] as const) {
      await page.setViewportSize({ width, height: 844 })
      const heights = () =>
        page
          .locator('tr[data-row]')
          .evaluateAll((found) => found.map((row) => row.getBoundingClientRect().height))
      // The columns follow the width of the window.
      await eventually(async () => Math.max(...(await heights()))).toBeLessThanOrEqual(height)
      const rows = await page.locator('tr[data-row]').evaluateAll((found) =>
        found.map((row) => {
          const word = row.querySelector('td:last-child [title] [aria-hidden]')
          const range = document.createRange()
          if (word) range.selectNodeContents(word)
          const text = range.getBoundingClientRect()
          const cell = row.lastElementChild?.getBoundingClientRect()
          return {
            isWhole: !word || (text.left > (cell?.left ?? 0) && text.right < (cell?.right ?? 0)),
            word: word?.textContent,
            sentence: word?.parentElement?.title,
          }
        }),
      )
      expect(rows.filter(({ isWhole }) => !isWhole)).toEqual([])
      expect(rows[1]).toMatchObject({ word: 'с минус', sentence: 'Отрицателна цена' })
      expect(rows[2]).toMatchObject({ word: 'диапазон', sentence: 'Диапазон, а не една цена' })
    }
    const price = page.getByLabel('Цена, ред 4', { exact: true })
    const reason = page.locator(`#${await price.getAttribute('aria-describedby')}`)
    expect(await reason.innerText()).toBe('Диапазон, а не една цена')
    expect(await accessibilityViolations(page, 'invalid prices')).toEqual([])
  })

  it('BULK-07 · a column is given another meaning by its head', async () => {
    const user = await app.user('bg', 500)
    const { page } = user
    await upload(user, LIST)
    await page.getByRole('button', { name: /Цена без ДДС.*каква е тази колона/ }).click()
    await page.getByRole('button', { name: /^Цена за превалутиране/ }).click()
    await eventually(() => page.getByLabel('Цена, ред 2', { exact: true }).inputValue()).toBe('1,10')
    // At the head of the price another column can take its place; nothing is offered that cannot be chosen.
    await page.getByRole('button', { name: /Цена без ДДС.*каква е тази колона/ }).click()
    expect(
      await page
        .getByRole('group', { name: /каква е тази колона/ })
        .getByRole('button')
        .allInnerTexts(),
    ).toEqual(['Цена за превалутиране', 'Цената е в „Цена с ДДС“'])
    await page.getByRole('button', { name: 'Цената е в „Цена с ДДС“', exact: true }).click()
    await eventually(() => page.getByLabel('Цена, ред 2', { exact: true }).inputValue()).toBe('1,35')
  })

  it('CONV-03 PAY-03 · missing tokens are counted, and the pack that covers them is bought from the review', async () => {
    const user = await app.user('bg')
    const { page } = user
    await upload(user, LIST)
    const buy = page.getByTestId('buy')
    await buy.getByText(/право на отказ/).waitFor()
    expect(await buy.getByRole('radio', { checked: true }).count()).toBe(1)
    await page.getByTestId('review').getByText('184 жетона', { exact: true }).first().waitFor()
    expect(await buy.getByRole('link', { name: /^Купете/ }).getAttribute('href')).toBe(
      '/checkout?priceId=starter',
    )
  })

  it('CONV-03 PAY-03 · with questions and offers, the purchase and the first prices are in the first screen', async () => {
    const user = await app.user('bg')
    const { page } = user
    await page.setViewportSize({ width: 1440, height: 900 })
    const lines = PRICES.map((price, i) => `38001234${10_000 + i};Стока ${i + 1};${price};${i + 1}.10`)
    await upload(
      user,
      csvFile('magazin.csv', `Баркод;Стока;Цена на дребно;Цена в промоция\n${lines.join('\n')}\n`),
    )
    const review = page.getByTestId('review')
    const bottomOf = async (role: 'link' | 'button', name: RegExp) => {
      const box = await review.getByRole(role, { name }).first().boundingBox()
      return box ? box.y + box.height : Infinity
    }
    await review.getByRole('link', { name: /^Купете/ }).waitFor()
    expect(await bottomOf('link', /^Купете/)).toBeLessThan(900)
    expect(await bottomOf('button', /^Превалутирайте първите 15$/)).toBeLessThan(900)
    const currency = page.getByRole('group', { name: 'Без валута: 199' })
    expect((await currency.boundingBox())?.height).toBeLessThanOrEqual(60)
    const code = page.getByText('3800123410000', { exact: true })
    expect(await code.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)).toBe(true)
    expect(await accessibilityViolations(page, 'the rail with a lack of tokens')).toEqual([])
  })

  it.each([
    ['bg', 1440],
    ['bg', 390],
    ['en', 1440],
    ['en', 390],
  ] as const)(
    'BULK-08 BULK-12 · a price in another currency is shown whole, without a unit, in %s at %i px',
    async (lang, width) => {
      const user = await app.user(lang, 500)
      const { page } = user
      await page.setViewportSize({ width, height: 900 })
      await upload(user, csvFile('valuti.csv', 'Име;Цена;Валута\nА;12.5;USD\nБ;7.35;BGN\nВ;1250.00;TRY\n'))
      const cells = page.locator('tr[data-status=invalid] td.error')
      await cells.nth(1).waitFor()
      expect(await cells.allInnerTexts()).toEqual(
        lang === 'bg' ? ['12,50\u00a0USD', '1250,00\u00a0TRY'] : ['12.50\u00a0USD', '1,250.00\u00a0TRY'],
      )
      const areWhole = await cells
        .locator('span[title]')
        .evaluateAll((all) => all.every(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth))
      expect(areWhole).toBe(true)
      const row = page.locator('tr[data-status=invalid]').first()
      await row.getByText(lang === 'bg' ? 'без промяна' : 'unchanged', { exact: true }).waitFor()
      const stays =
        lang === 'bg' ? '2 цени в USD и TRY остават, както са.' : '2 prices in USD and TRY stay as they are.'
      // Above the rows of a phone; beside them on a wide page.
      await page.getByText(stays, { exact: true }).filter({ visible: true }).first().waitFor()
      if (width === 1440)
        await page
          .getByText(lang === 'bg' ? '2 в други валути' : '2 in other currencies', { exact: true })
          .waitFor()
    },
  )

  it('BULK-14 · on a phone the bar is at most 64 px high and the first row is in the first screen', async () => {
    const user = await app.user('bg', 500)
    const { page } = user
    await page.setViewportSize({ width: 390, height: 844 })
    await upload(user, LIST)
    const bar = page.locator('[data-sticky-bar]').last()
    const box = await bar.boundingBox()
    expect(box?.height).toBeLessThanOrEqual(64)
    const row = await page.locator('tr[data-row]').first().boundingBox()
    expect((row?.y ?? Infinity) + (row?.height ?? 0)).toBeLessThan(box?.y ?? 0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })

  it('LAY-08 · by keyboard the rows come before what they cost and can be skipped, and the rail is left at its beginning', async () => {
    const user = await app.user('bg', 500)
    const { page } = user
    await page.setViewportSize({ width: 1440, height: 640 })
    await upload(user, LIST)
    const rail = page.getByTestId('review').locator('aside')
    await page.locator('tr[data-row]').first().waitFor()
    expect(
      await rail.evaluate((aside) => {
        const row = document.querySelector('tr[data-row]')
        return row && (row.compareDocumentPosition(aside) & Node.DOCUMENT_POSITION_FOLLOWING) > 0
      }),
    ).toBe(true)
    await keyboardPress(user)('Прескочете редовете')
    await eventually(() => rail.evaluate((aside) => aside === document.activeElement)).toBe(true)
    await tabTo(user, 'Превалутирайте всички 199')
    const scrolled = () => rail.evaluate(({ scrollTop }) => scrollTop)
    await rail.evaluate((aside) => aside.scrollTo(0, aside.scrollHeight))
    expect(await scrolled()).toBeGreaterThan(0)
    await tabTo(user, 'Каталог')
    expect(await scrolled()).toBe(0)
  })

  it('CONV-03 CONV-05 CONV-08 CONV-11 · the first 15 are converted and charged, then the rest, into one result', async () => {
    const user = await app.user('bg', 500)
    const { page } = user
    await upload(user, LIST)
    await convertFirst(user)
    await eventually(() => page.getByTestId('balance').innerText()).toBe('500')
    await page
      .getByTestId('waiting')
      .getByText(/^Още 184 цени .* остават, както са били/)
      .waitFor()
    expect(euroColumn(await downloaded(page, ownFile(user)))).toEqual([
      ...EUROS.slice(0, 15),
      ...EUROS.slice(15).map(() => ''),
    ])
    await page.reload()
    await page.getByTestId('waiting').waitFor()
    // A file that cannot be read takes neither the rows nor their result away.
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Друг файл', exact: true }).click(),
    ])
    await chooser.setFiles(csvFile('празен.csv', ''))
    await page.getByRole('button', { name: 'Отворете другия файл', exact: true }).click()
    await page
      .getByRole('dialog')
      .getByText(/^Файлът е празен|празен/)
      .first()
      .waitFor()
    await page.getByRole('dialog').getByRole('button').last().click()
    await page.getByTestId('waiting').waitFor()
    await convertRest(user)
    await eventually(() => page.getByTestId('balance').innerText()).toBe('316')
    await eventually(() => page.locator('tr[data-row]').count()).toBe(0)
    await page.reload()
    await page.getByRole('heading', { name: '199 цени са превалутирани' }).waitFor()
    expect(await page.getByTestId('waiting').count()).toBe(0)
    expect(euroColumn(await downloaded(page, ownFile(user)))).toEqual(EUROS)
    const csv = await downloaded(page, await fromMenu(user, user.words.csv))
    expect(
      csv.text
        .trim()
        .split('\r\n')
        .slice(1)
        .map((line) => line.split(';').slice(0, 2)),
    ).toEqual(PRICES.map((_, i) => [String(i + 1), longName(i)]))
    expect(await jobsOf(user)).toEqual([184, 15])
  })

  it.each(['bg', 'en'] as const)(
    'CONV-03 CONV-05 CONV-08 · tokens for a part of the list convert as many of its first prices, in %s',
    async (lang) => {
      const texts = PART[lang]
      const user = await app.user(lang, 100)
      const { page } = user
      await upload(user, LIST)
      await page.getByTestId('review').getByRole('button', { name: texts.convert, exact: true }).click()
      await page.getByRole('button', { name: user.words.accept, exact: true }).click()
      await page.getByRole('button', { name: user.words.confirm }).click()
      await page.getByRole('heading', { name: texts.converted }).waitFor()
      await eventually(() => page.getByTestId('balance').innerText()).toBe('0')
      await page.getByTestId('review').getByText(texts.left, { exact: true }).waitFor()
      expect(euroColumn(await downloaded(page, ownFile(user)))).toEqual([
        ...EUROS.slice(0, 115),
        ...EUROS.slice(115).map(() => ''),
      ])
      expect(await jobsOf(user)).toEqual([115])
    },
  )

  it('CONV-03 CONV-05 · after the first 15 the review says what they have cost, and the result offers the rest', async () => {
    const user = await app.user('bg')
    const { page } = user
    await upload(user, LIST)
    const buy = page.getByTestId('buy')
    await buy.getByText(/Засега нищо не е удържано\.$/).waitFor()
    await convertFirst(user)
    await buy.getByText(/Удържани са 15 жетона за първите 15 цени\.$/).waitFor()
    const rail = page.getByTestId('review').locator('aside')
    await rail.getByText('Целият списък: 199 цени', { exact: true }).waitFor()
    await rail.getByText('Първите 15 са превалутирани. Остават 184 цени.', { exact: true }).waitFor()
    expect(await rail.getByTestId('cost').innerText()).toBe('184 жетона')
    // Without tokens it leads to the packs.
    await page.getByRole('region', { name: '15 цени са превалутирани' }).waitFor()
    await page.getByText('500 жетона за 4,99 € стигат за останалите 184 цени.', { exact: true }).waitFor()
    const offer = page
      .getByRole('region', { name: '15 цени са превалутирани' })
      .getByRole('button', { name: 'Купете жетони', exact: true })
    const place = await offer.boundingBox()
    expect(place?.y).toBeGreaterThan((await ownFile(user).boundingBox())?.y ?? Infinity)
    // Every number says what it counts.
    await page.getByText('199 цени · 15 превалутирани · в лева', { exact: true }).waitFor()
    expect(
      (await page.locator('[data-testid=row-filter] [data-status=valid]').innerText()).split(/\s+/),
    ).toEqual(['Остават', '184'])
    await offer.click()
    await eventually(() => page.evaluate(() => document.activeElement?.id)).toBe('buy-tokens')
    // The sums are in sight too.
    await eventually(async () => ((await page.getByTestId('review-totals').boundingBox())?.y ?? 0) > 60).toBe(
      true,
    )
    await app.product.grant(user.email, 200)
    await page.reload()
    // The rail calls it the same.
    const rest = page.getByRole('button', { name: 'Превалутирайте останалите 184', exact: true })
    await eventually(() => rest.count()).toBe(2)
    await rest.last().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: user.words.confirm }).waitFor()
    const sums = (await dialog.locator('dd').allInnerTexts()).slice(1, 3)
    expect(sums).toEqual([
      `${shown(sumOf(PRICES.slice(15)), 'bg')}\u00a0лв.`,
      `${shown(sumOf(EUROS.slice(15)), 'bg')}\u00a0€`,
    ])
    await dialog.getByRole('button', { name: user.words.confirm }).click()
    await page.getByRole('heading', { name: '199 цени са превалутирани' }).waitFor()
  })

  it('CONV-05 · the rest is counted in the place of its button, where nothing moves, and the result follows', async () => {
    const user = await app.user('bg', 500)
    const { page } = user
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 })
      await upload(user, LIST)
      if (width === 1440) await convertFirst(user)
      else {
        const review = page.getByTestId('review')
        await review.getByRole('button', { name: 'Превалутирайте първите 15', exact: true }).click()
        await page.getByRole('button', { name: user.words.confirm }).click()
      }
      await page.getByTestId('waiting').waitFor()
      const tops = async () =>
        Promise.all(
          ['#results-title', '[data-testid=waiting]', '#export-own', '[data-testid=own-file]'].map(
            async (part) => Math.round((await page.locator(part).boundingBox())?.y ?? NaN),
          ),
        )
      if (width === 1440) {
        await page.getByTestId('review').getByText('15 от 199', { exact: true }).waitFor()
        expect(await ownFile(user).innerText()).toMatch(/^Изтеглете\s/)
      } else {
        const places = await page.getByRole('group', { name: 'Къде да са новите цени' }).boundingBox()
        expect(places?.height).toBeLessThan(90)
      }
      await page.getByRole('button', { name: 'Превалутирайте останалите 184', exact: true }).last().click()
      await page.getByRole('button', { name: user.words.confirm }).waitFor()
      const before = await tops()
      await page.getByRole('button', { name: user.words.confirm }).click()
      const progress = page.getByTestId('rest-progress')
      await progress.getByText(/от 184\sцени$/).waitFor()
      expect(await progress.getByRole('progressbar').getAttribute('max')).toBe('184')
      const moved = (await tops()).map((top, i) => Math.abs(top - (before[i] ?? NaN)))
      // Parts of a pixel are rounded.
      expect(Math.max(...moved), `${width}`).toBeLessThanOrEqual(1)
      expect(await progress.evaluate((element) => element === document.activeElement)).toBe(true)
      const box = await progress.boundingBox()
      expect(box?.y).toBeGreaterThan(0)
      expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThan(844)
      await page.getByRole('heading', { name: '199 цени са превалутирани' }).waitFor()
    }
  })

  it.each([
    ['', 'no-preference', 50],
    [', and not for who wants less motion', 'reduce', 15],
  ] as const)(
    'CONV-02 · while the rows are converted no row moves, and the euro column is filled as they are counted%s',
    async (_, reducedMotion, count) => {
      const user = await app.user('bg', 500)
      const { page, words } = user
      await page.emulateMedia({ reducedMotion })
      // Without a response the count goes on to the last but one.
      await page.route('**/api/convert/bulk', () => undefined)
      await upload(user, LIST)
      const cells = page.locator('tr[data-row] > td:last-child')
      await eventually(() => cells.count()).toBe(50)
      const top = async () => (await page.locator('tr[data-row]').nth(20).boundingBox())?.y
      await askToConvert(user)
      await page.getByRole('button', { name: words.confirm }).waitFor()
      const before = await top()
      await page.getByRole('button', { name: words.confirm }).click()
      await page.locator('progress[value="198"]').first().waitFor()
      expect(await top()).toBe(before)
      const filled = (await cells.allInnerTexts()).filter((text) => /\d/.test(text))
      expect(filled).toEqual(EUROS.slice(0, count).map((euro) => euro.replace('.', ',')))
    },
  )

  it('CONV-05 CONV-08 CONV-11 · after the first 15 another currency begins anew, if it is confirmed', async () => {
    const user = await app.user('bg', 500)
    const { page, words } = user
    await upload(user, LIST)
    await convertFirst(user)
    const euro = page.getByTestId('review').getByRole('radio', { name: 'Евро', exact: true })
    await euro.click()
    await page
      .getByRole('dialog')
      .getByText(/^15 цени вече са превалутирани\./)
      .waitFor()
    await page.getByRole('button', { name: words.cancel, exact: true }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await euro.isChecked()).toBe(false)
    expect(await page.getByTestId('cost').first().innerText()).toBe('184 жетона')

    await euro.click()
    await page.getByRole('button', { name: READ_AGAIN, exact: true }).click()
    await eventually(() => page.getByTestId('cost').first().innerText()).toBe('199 жетона')
    await convertRest(user, words.convertAll)
    await page.getByRole('heading', { name: '199 цени са превалутирани' }).waitFor()
    const { text } = await downloaded(page, ownFile(user))
    const [, first, ...others] = text.trim().split(/\r?\n/)
    expect(first).toBe(`1000;${longName(0)};1.10;1.35;${referenceAmounts('1.35', 'EUR').bgn}`)
    expect(others).toHaveLength(198)
    expect(await jobsOf(user)).toEqual([199, 15])
  })

  it('CONV-05 CONV-08 · among prices that wait, none is replaced in the own file, and other columns begin anew', async () => {
    const user = await app.user('bg', 500)
    const { page } = user
    await upload(user, LIST)
    await convertFirst(user)
    await page.getByRole('radio', { name: 'На мястото на старите', exact: true }).check()
    const replaced = await downloaded(page, ownFile(user))
    expect(replaced.text.split('\n')[1]).toMatch(/;1\.35;0\.69$/)
    await page.getByText(/^В колоната щеше да има цени и в лева, и в евро, докато останалите/).waitFor()
    const head = page.getByRole('button', { name: /Цена без ДДС.*каква е тази колона/ })
    // The menu closes when the page moves.
    await head.scrollIntoViewIfNeeded()
    await head.click()
    await page.getByRole('button', { name: /^Цена за превалутиране/ }).click()
    await page
      .getByRole('dialog')
      .getByText(/^15 цени вече са превалутирани\./)
      .waitFor()
    await page.getByRole('button', { name: READ_AGAIN, exact: true }).click()
    await eventually(() => page.getByLabel('Цена, ред 2', { exact: true }).inputValue()).toBe('1,10')
    await convertRest(user, user.words.convertAll)
    await page.getByRole('heading', { name: '199 цени са превалутирани' }).waitFor()
    expect(await jobsOf(user)).toEqual([199, 15])
  })
})
