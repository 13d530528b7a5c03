import { describe, expect, it } from 'vitest'
import { referenceAmounts } from '#test/reference-rate.ts'
import { accessibilityViolations } from './accessibility.ts'
import { keyboardPress, tabTo } from './keyboard.ts'
import { LIST, PRICES, longName } from './review-list.ts'
import { csvFile, eventually, startApp, upload } from './steps.ts'

const app = startApp()

/** As shops export it: two columns say the same in every row, and names are as long as they get. */
const SHOP_LIST = csvFile(
  'spisak-na-tsenite-ot-nay-golemiya-magazin-v-grada.csv',
  `Населено място;Търговски обект;Наименование на продукта;Код на продукта;Категория;Цена на дребно;Цена в промоция\n${PRICES.map(
    (price, i) =>
      `55871;МАГАЗИН 8 ЦЕНТЪР, ул. „Дълга“ 46;${longName(i)} – бяло, саламурено, от краве мляко;${1000 + i};${i % 40};${price};0.${10 + (i % 80)}`,
  ).join('\n')}\n`,
)

/** With a price that can be read in two ways, and one that is none. */
const QUESTION_LIST = csvFile(
  'cenova-lista.csv',
  'Наименование;Цена (лв.)\nХляб;1,90\nМед;4,15\nКафемашина;1,250\nНаем;по договаряне\nСол;0,90\n;\nЧай;2,10\n',
)

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

  it.each(['bg', 'en'] as const)(
    'BULK-03 BULK-18 · at each width the line of the file is whole, the modes can be pressed, and a question stays where a filter hides its row, in %s',
    async (lang) => {
      const user = await app.user(lang, 500)
      const { page } = user
      await page.setViewportSize({ width: 1440, height: 900 })
      await upload(user, QUESTION_LIST)
      const line = page.locator('section[aria-labelledby=file-title]')
      const questions = page.getByRole('button', { name: /^(Въпроси|Questions) 1$/ })
      const pill = line.getByText(/^1 (въпрос: ред|question: row) 4$/)
      await questions.waitFor()
      await page.locator('[data-testid=row-filter] [data-status=invalid]').click()
      await eventually(() => page.locator('tr[data-row]').count()).toBe(1)
      for (const width of [1440, 1280, 1100, 1024, 768]) {
        await page.setViewportSize({ width, height: 900 })
        await line.getByText(/^7 (реда · 5 цени|rows · 5 prices)$/).waitFor()
        const isCut = () =>
          line.evaluate((box) =>
            [box, ...box.querySelectorAll('p, .truncate')].some(
              ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1,
            ),
          )
        await eventually(isCut).toBe(false)
        for (const mode of [/^(Преглед и редакция|Review and edit)$/, /^(Преглед и прев|Review and conv)/]) {
          const button = page.getByRole('button', { name: mode })
          await button.click()
          await eventually(() => button.getAttribute('aria-pressed')).toBe('true')
        }
        if (width >= 1024) await pill.waitFor()
        await questions.waitFor()
      }
      await questions.click()
      await eventually(() => page.evaluate(() => document.activeElement?.id)).toMatch(/^price-/)
      await eventually(() => page.locator('tr[data-row]').count()).toBe(7)
      expect(await page.locator('input:focus').inputValue()).toMatch(/^1[.,]25/)
    },
  )

  it('BULK-11 · rows with nothing to correct are not shown as errors', async () => {
    const user = await app.user('bg')
    const { page } = user
    await upload(user, csvFile('внос.csv', 'Име;Цена\nХляб;1,90\nВино;12,50 USD\nСол;\n'))
    const left = page.getByRole('button', { name: 'Без промяна 2', exact: true })
    await left.waitFor()
    const counted = page.locator('[data-testid=counts] [data-status=invalid]')
    expect((await counted.textContent())?.trim()).toBe('2 невалидни')
    expect(await page.getByTestId('review').locator('.text-error').count()).toBe(0)
    await page.locator('#price-2').fill('без цена')
    await page.locator('#price-2').press('Enter')
    await page.getByRole('button', { name: 'За поправка 3', exact: true }).waitFor()
  })

  it('BULK-08 · a text with a currency that is no price is shown without another unit', async () => {
    const { page, ...visitor } = await app.visitor('bg')
    await upload(
      { page, ...visitor },
      csvFile('diapazon.csv', 'Име;Цена\nА;10-15 лв.\nБ;4,50 €\nВ;1,89 лв.\n'),
    )
    const cell = page.locator('tr[data-status=invalid] td[data-nth]')
    await cell.waitFor()
    expect((await cell.innerText()).trim()).toBe('10-15 лв.')
    // Once it is a price, its currency can be chosen.
    const input = page.locator('tr[data-row] td[data-nth] input').first()
    await input.fill('12,50')
    await input.press('Enter')
    await eventually(() => page.locator('tr[data-status=valid] td[data-nth] select').count()).toBe(3)
  })

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
      const cells = page.locator('tr[data-status=invalid] td[data-nth]')
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
    },
  )

  it.each([1440, 1024, 390])(
    'BULK-12 LAY-08 · nothing in the sheet moves or is cut where a row has the pointer or the focus, at %i px',
    async (width) => {
      const user = await app.user('bg', 500)
      const { page } = user
      await page.setViewportSize({ width, height: 900 })
      const mixed = `Име;Цена\nСирене, 800 г;14,27 лв.\n${longName(1)};3,10 лв.\nОбщо;17,37 лв.\nЧай;7,20 €\nНаем;по договаряне\nХляб;1,95 лв.\n`
      await upload(user, csvFile('смес.csv', mixed))
      const rows = page.locator('tr[data-row]')
      await eventually(() => rows.count()).toBe(6)
      const sheet = page.getByTestId('rows')
      const boxes = () =>
        sheet.evaluate((table) => {
          const { x, y } = table.getBoundingClientRect()
          return [...table.querySelectorAll('tr, td, input, input + span, select')].map((one) => {
            const box = one.getBoundingClientRect()
            return [one.id || one.tagName, box.x - x, box.y - y, box.width, box.height].join(' ')
          })
        })
      const cutNames = () =>
        sheet
          .locator('input[id^=name] + span')
          .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length)
      for (const isEditing of [false, true]) {
        if (isEditing) {
          await page.getByRole('button', { name: 'Преглед и редакция', exact: true }).click()
          await page.locator('[data-editing]').waitFor()
        }
        await page.locator('#rows-title').focus()
        await page.mouse.move(0, 0)
        const before = await boxes()
        expect(await cutNames()).toBe(0)
        for (const at of [0, 1, 2, 3, 4]) {
          await rows.nth(at).hover()
          expect(await boxes(), `pointer in row ${at}`).toEqual(before)
          for (const kind of ['name', 'price']) {
            await rows.nth(at).locator(`input[id^=${kind}]`).focus()
            await rows.nth(at).locator('button[data-delete]').filter({ visible: true }).waitFor()
            expect(await boxes(), `focus in ${kind} of row ${at}`).toEqual(before)
          }
        }
      }
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
})
