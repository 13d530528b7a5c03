import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { CHECK_WORDS } from './check-page.ts'
import { csvFile, eventually, signedOutMark, startApp, upload } from './steps.ts'
import { LANGS } from './words.ts'

const app = startApp()

const PHONE = { width: 390, height: 844 }
const TABLET = { width: 768, height: 1024 }

const ROWS = csvFile(
  'price-list.csv',
  `Код;Име;Цена (лв.)\n${Array.from({ length: 40 }, (_, i) => `${i};Стока ${i};${i === 3 ? '' : '1,20'}`).join('\n')}\n`,
)

const boxOf = async (shown: Locator) => (await shown.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }

const bottomOf = async (shown: Locator): Promise<number> => {
  const { y, height } = await boxOf(shown)
  return y + height
}

const groundOf = (shown: Locator): Promise<string> =>
  shown.evaluate((one) => getComputedStyle(one).backgroundColor)

describe.each(LANGS)('pages of phones and tablets, in %s', (lang) => {
  it('BULK-03 BULK-12 · on a tablet the file and the filters take a line each, and the first row is near the top', async () => {
    const user = await app.user(lang)
    const { page } = user
    await page.setViewportSize(TABLET)
    await upload(user, ROWS)
    const row = page.locator('tr[data-row]').first()
    await row.waitFor()
    expect((await boxOf(row)).y).toBeLessThanOrEqual(220)
    const [first, modes] = [page.getByTestId('row-filter'), page.locator('button[aria-pressed]').last()]
    expect((await boxOf(first)).y).toBeCloseTo((await boxOf(modes)).y, -1)
    const right = (await boxOf(modes)).x + (await boxOf(modes)).width
    expect(right).toBeLessThanOrEqual(TABLET.width - 16)
  })

  it('BULK-01 · on a phone the heads of the empty sheet stand above the choice of a file', async () => {
    const { page, go, words } = await app.visitor(lang)
    await page.setViewportSize(PHONE)
    await go('/converter?mode=bulk')
    const card = page.locator('.card').filter({ has: page.getByText(words.upload, { exact: true }) })
    await card.waitFor()
    const heads = page.locator('main [aria-hidden=true] > i > span:not(:empty)')
    expect(await heads.count()).toBe(3)
    for (const head of await heads.all()) {
      expect(await bottomOf(head)).toBeLessThanOrEqual((await boxOf(card)).y - 12)
      expect(await head.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    }
  })

  it.each([PHONE, TABLET, { width: 1440, height: 900 }])(
    'BULK-01 · the choice of the mode has one place: for one amount, before a file and with it: %o',
    async (window) => {
      const visitor = await app.visitor(lang)
      const { page, go } = visitor
      await page.setViewportSize(window)
      const modes = page.locator('[data-mode] fieldset').first().locator('div')
      await go('/converter')
      const place = await boxOf(modes)
      await modes.locator('label').nth(1).click()
      await eventually(() => page.locator('[data-mode=bulk]').count()).toBe(1)
      await eventually(() => boxOf(modes)).toEqual(place)
      await upload(visitor, ROWS)
      await page.locator('tr[data-row]').first().waitFor()
      await page.evaluate(() => scrollTo(0, 0))
      await eventually(() => boxOf(modes)).toEqual(place)
      // The file begins behind it, or below.
      const file = await boxOf(page.locator('section[aria-labelledby=file-title]'))
      const isBeside = window.width >= TABLET.width
      if (isBeside)
        expect((await boxOf(page.getByText(ROWS.name).first())).x).toBeGreaterThan(place.x + place.width)
      else expect(file.y).toBeGreaterThanOrEqual(place.y + place.height)
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
    },
  )

  it('BULK-02 · where nothing can be dragged the page does not speak of dropping', async () => {
    const hint = lang === 'bg' ? /пуснете/ : /drop it/
    for (const isTouched of [false, true]) {
      const { page, go } = await app.visitor(lang, {
        viewport: TABLET,
        hasTouch: isTouched,
        isMobile: isTouched,
      })
      await go('/converter?mode=bulk')
      await page.locator('#choose-title').waitFor({ state: 'attached' })
      expect(await page.getByText(hint).isVisible()).toBe(!isTouched)
    }
  })

  it('HOME-01 HOME-04 · on a phone the main button takes one line, and the sheet begins in the first screen', async () => {
    const visitor = await app.visitor(lang)
    const { page, go } = visitor
    await page.setViewportSize(PHONE)
    await go('/')
    await signedOutMark(visitor).waitFor()
    const button = page.getByRole('main').locator(`a[href$="/register"]`)
    const lines = await button.evaluate((one) => {
      const range = document.createRange()
      range.selectNodeContents(one)
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
    })
    expect(lines).toBe(1)
    expect((await boxOf(page.getByTestId('example-sheet'))).y).toBeLessThan(690)
  })

  it('BULK-02 · nothing of the page is seen through the target of a dragged file', async () => {
    const { page, go } = await app.visitor(lang)
    await go('/')
    const target = page.getByTestId('drop-overlay')
    await eventually(async () => {
      await page.getByRole('main').evaluate((main) => {
        const dataTransfer = new DataTransfer()
        dataTransfer.items.add(new File([''], 'a.csv', { type: 'text/csv' }))
        main.dispatchEvent(new DragEvent('dragover', { dataTransfer, bubbles: true, cancelable: true }))
      })
      return target.count()
    }).toBe(1)
    expect(await groundOf(target)).toMatch(/^rgb\(/)
  })

  it('PAY-01 · a plan is one row, on a tablet too, and one button is filled: that beside the number', async () => {
    const visitor = await app.visitor(lang)
    const { page } = visitor
    await page.setViewportSize(TABLET)
    await visitor.go('/pricing')
    await signedOutMark(visitor).waitFor()
    await page.locator('input[name=prices]').fill('1200')
    const advised = page.getByTestId('plan-business')
    await advised.locator('.pill').waitFor()
    for (const size of [TABLET, { width: 1440, height: 900 }]) {
      await page.setViewportSize(size)
      for (const plan of await page.locator('[data-testid^=plan-]').all()) {
        const row = await boxOf(plan)
        expect(row.height).toBeLessThan(size === TABLET ? 150 : 90)
        const [price, button] = [await boxOf(plan.locator('> p').nth(1)), await boxOf(plan.getByRole('link'))]
        expect(button.x).toBeGreaterThan(price.x)
        // In one line, and in the upper part or the middle of the row.
        expect(button.height).toBeLessThan(50)
        expect(button.y + button.height / 2).toBeLessThanOrEqual(row.y + row.height / 2 + 2)
      }
    }
    const main = page.locator('main output + *').getByRole('link').first()
    for (const plan of [advised, page.getByTestId('plan-pro')])
      expect(await groundOf(plan.getByRole('link'))).not.toBe(await groundOf(main))
  })

  it('CHECK-04 · on a phone a bar leads to the corrected file, and goes when that is in sight', async () => {
    const visitor = await app.visitor(lang)
    const { page } = visitor
    await page.setViewportSize(PHONE)
    await visitor.go('/check')
    await page.getByText(CHECK_WORDS[lang].sample, { exact: true }).click()
    // Until the rows are there, what is below them is in sight.
    await page.getByTestId('mismatches').locator('tbody tr').nth(4).waitFor()
    await eventually(() => page.evaluate(() => document.activeElement?.id)).toBe('check-title')
    // The corrected file is the first after the strip, the list and the figures follow.
    const places = ['strip', 'corrected-file', 'mismatches', 'ledger'].map((id) => page.getByTestId(id))
    const tops = await Promise.all(places.map(async (place) => (await boxOf(place)).y))
    expect(tops).toEqual(tops.toSorted((one, other) => one - other))
    // A name stands above its prices.
    const row = page.getByTestId('mismatches').locator('tbody tr').nth(4)
    expect(await bottomOf(row.getByRole('rowheader'))).toBeLessThanOrEqual(
      (await boxOf(row.getByRole('cell').first())).y + 1,
    )
    await row.scrollIntoViewIfNeeded()
    const bar = page.locator('[data-sticky-bar]')
    await bar.waitFor()
    expect((await boxOf(bar)).height).toBeLessThanOrEqual(66)
    expect(await bottomOf(bar)).toBeLessThanOrEqual(PHONE.height)
    const button = bar.getByRole('button')
    await button.click()
    const title = page.locator('#correct-title')
    await eventually(() => title.evaluate((one) => one === document.activeElement)).toBe(true)
    await eventually(() => bar.isVisible()).toBe(false)
  })
})
