import { describe, expect } from 'vitest'
import { storedOnDevice } from './stored-records.ts'
import { countsOf, csvFile, type Visitor, startApp, startTypedRows, eventually, upload } from './steps.ts'
import { decimal, inTurn, LANGS } from './words.ts'

const app = startApp()

const TEXTS = {
  bg: {
    cell: (kind: 'price' | 'name', line: number) => `${kind === 'price' ? 'Цена' : 'Име'}, ред ${line}`,
    currency: (line: number) => `Валута, ред ${line}`,
    remove: (line: number) => `Изтрийте ред ${line}`,
    undoEdit: (line: number) => `Отмяна на промяната в ред ${line}`,
    positive: 'Въведете положително число',
    tokens: ['1 жетон', '2 жетона'],
    sums: ['9,06 €', '17,71 лв.'],
    howMuch: 'Колко е „1.234“?',
    unnamed: '1 въпрос: валутата',
    lev: 'Лева',
    negative: 'Отрицателна',
  },
  en: {
    cell: (kind: 'price' | 'name', line: number) => `${kind === 'price' ? 'Price' : 'Name'}, row ${line}`,
    currency: (line: number) => `Currency, row ${line}`,
    remove: (line: number) => `Delete row ${line}`,
    undoEdit: (line: number) => `Undo the change in row ${line}`,
    positive: 'Enter a positive number',
    tokens: ['1 token', '2 tokens'],
    sums: ['€9.06', '17.71 BGN'],
    howMuch: 'How much is “1.234”?',
    unnamed: '1 question: the currency',
    lev: 'Lev',
    negative: 'Negative',
  },
}

describe.each(LANGS)('typed rows, in %s', (lang) => {
  const it = inTurn(lang)
  const texts = TEXTS[lang]
  const cell = ({ page }: Visitor, kind: 'price' | 'name', line: number) =>
    page.getByLabel(texts.cell(kind, line), { exact: true })
  const row = ({ page }: Visitor, line: number) => page.locator(`tr[data-row][data-line="${line}"]`)
  const button = ({ page }: Visitor, name: string) => page.getByRole('button', { name, exact: true })
  const focusedLabel = ({ page }: Visitor) =>
    page.evaluate(() => document.activeElement?.getAttribute('aria-label'))

  async function typeRows(): Promise<Visitor> {
    const visitor = await app.user(lang)
    await visitor.go('/converter?mode=bulk')
    await startTypedRows(visitor)
    await eventually(() => visitor.page.locator('tr[data-row]').count()).toBe(5)
    return visitor
  }

  /** Waits until the last edit is on the device, and reloads. */
  async function reload({ page }: Visitor, stored: string): Promise<void> {
    await eventually(async () => JSON.stringify(await storedOnDevice(page, 'rows'))).toContain(stored)
    await page.reload()
    await page.locator('tr[data-row]').first().waitFor()
  }

  it('BULK-12 BULK-13 RATE-01 · amount, sums and cost follow a price while it is typed, and no error is shown before its row is left', async () => {
    const visitor = await typeRows()
    const { page } = visitor
    const price = cell(visitor, 'price', 2)
    const amount = row(visitor, 2).locator('td').last()
    await cell(visitor, 'price', 1).fill('2,81')
    await eventually(() => page.getByTestId('cost').innerText()).toBe(texts.tokens[0])
    await cell(visitor, 'name', 2).fill('Сирене')
    await price.focus()
    // The row waits for its price, and is no row to be fixed yet.
    await eventually(() => countsOf(page)).toEqual([1, 0, 3])
    for (const [key, typed, euro] of [
      ['1', '1', '0.51'],
      ['4', '14', '7.16'],
      [',', '14,', '7.16'],
      ['9', '14,9', '7.62'],
    ] as const) {
      await page.keyboard.press(key)
      await eventually(() => amount.innerText()).toBe(decimal(euro, lang))
      expect(await price.inputValue()).toBe(typed)
      expect(await price.getAttribute('aria-invalid')).toBeNull()
      expect(await row(visitor, 2).locator('td.error').count()).toBe(0)
    }
    const sums = page.getByTestId('review-totals').locator('p')
    await eventually(async () =>
      (await sums.allInnerTexts()).map((text) => text.replaceAll('\u00a0', ' ')),
    ).toEqual(texts.sums)
    expect(await page.getByTestId('cost').innerText()).toBe(texts.tokens[1])

    // In the middle of the text the caret stays where it is.
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('5')
    await eventually(() => amount.innerText()).toBe(decimal('79.20', lang))
    expect(await price.inputValue()).toBe('154,9')
    expect(await price.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(2)
    await page.keyboard.type('x')
    await eventually(() => countsOf(page)).toEqual([1, 0, 3])
    expect(await amount.innerText()).toBe('')
    expect(await price.inputValue()).toBe('15x4,9')
    await page.keyboard.press('Enter')
    await row(visitor, 2).getByRole('alert').getByText(texts.positive, { exact: true }).waitFor()
    await eventually(() => countsOf(page)).toEqual([1, 1, 3])
    expect(await price.getAttribute('aria-invalid')).toBe('true')

    // All that was typed into the cell is one step.
    await button(visitor, texts.undoEdit(2)).first().click()
    await eventually(() => price.inputValue()).toBe('')
    expect(await cell(visitor, 'name', 2).inputValue()).toBe('Сирене')
    await button(visitor, texts.undoEdit(2)).first().click()
    await eventually(() => cell(visitor, 'name', 2).inputValue()).toBe('')
    await button(visitor, texts.undoEdit(1)).first().click()
    await eventually(() => countsOf(page)).toEqual([0, 0, 5])
  })

  it('BULK-12 · a price that is typed back as it was is no edit', async () => {
    const visitor = await app.visitor(lang)
    const { page } = visitor
    await upload(visitor, csvFile('ceni.csv', 'Име;Цена, лв.\nХляб;1,955\nСол;0,90\n'))
    const price = cell(visitor, 'price', 2)
    const text = await price.inputValue()
    await price.focus()
    await page.keyboard.press('End')
    await page.keyboard.type('7')
    await button(visitor, texts.undoEdit(2)).first().waitFor()
    await page.keyboard.press('Backspace')
    await button(visitor, texts.undoEdit(2)).first().waitFor({ state: 'detached' })
    await price.blur()
    expect(await price.inputValue()).toBe(text)
    expect(await button(visitor, texts.undoEdit(2)).count()).toBe(0)
  })

  it('READ-10 BULK-12 · the question about a typed point and the reasons of invalid rows are the same after a reload', async () => {
    const visitor = await typeRows()
    const { page } = visitor
    await cell(visitor, 'price', 1).fill('1.234')
    await cell(visitor, 'price', 2).fill('-7')
    await cell(visitor, 'price', 3).fill('1e5')
    await cell(visitor, 'name', 4).fill('Чай')
    await cell(visitor, 'name', 4).blur()
    const question = page.getByRole('group', { name: texts.howMuch, exact: true })
    await question.waitFor()
    await eventually(() => countsOf(page)).toEqual([1, 3, 1])
    const state = async () => ({
      texts: await page.locator('tbody tr').allInnerTexts(),
      titles: await page
        .locator('tbody [title]')
        .evaluateAll((all) => all.map((one) => one.getAttribute('title'))),
    })
    const before = await state()
    expect(before.titles.filter((title) => title === texts.positive)).toHaveLength(2)
    await reload(visitor, 'Чай')
    await question.waitFor()
    await eventually(state).toEqual(before)
    // Once it is answered it is not asked again.
    await question.getByRole('button').last().click()
    await question.waitFor({ state: 'detached' })
    await reload(visitor, '1234')
    await eventually(() => cell(visitor, 'price', 1).inputValue()).toBe(decimal('1234.00', lang))
    expect(await question.count()).toBe(0)
  })

  it('READ-10 BULK-12 · a typed point is asked about after a reload before its cell is left, and not while it is typed', async () => {
    const visitor = await typeRows()
    const { page } = visitor
    await cell(visitor, 'price', 1).pressSequentially('1.234')
    const question = page.getByRole('group', { name: texts.howMuch, exact: true })
    await eventually(async () => JSON.stringify(await storedOnDevice(page, 'rows'))).toContain('typedPoints')
    expect(await question.count()).toBe(0)
    await reload(visitor, '"1.234"')
    await question.waitFor()
  })

  it('BULK-12 LAY-08 · on a phone a field of a name keeps its place and size with the focus', async () => {
    const visitor = await typeRows()
    const { page } = visitor
    await page.setViewportSize({ width: 390, height: 844 })
    const boxes = () =>
      page
        .locator('tr[data-row] input')
        .evaluateAll((all) => all.map((one) => JSON.stringify(one.getBoundingClientRect())))
    await page.locator('#rows-title').focus()
    const width = async (kind: 'name' | 'price') => (await cell(visitor, kind, 2).boundingBox())?.width ?? 0
    // The columns follow the size of the window a moment later.
    await eventually(async () => (await width('name')) > (await width('price'))).toBe(true)
    const before = await boxes()
    for (const kind of ['name', 'price'] as const) {
      await cell(visitor, kind, 2).focus()
      const remove = row(visitor, 2).locator('button[data-delete]').filter({ visible: true })
      await remove.waitFor()
      expect(await boxes()).toEqual(before)
    }
  })

  it('READ-04 BULK-08 · the answer to a file without a currency is kept over a reload', async () => {
    const visitor = await app.visitor(lang)
    const { page } = visitor
    await upload(visitor, csvFile('ceni.csv', 'Име;Цена\nХляб;1,95\nСол;0,90\n'))
    const questions = page.getByTestId('review').getByText(texts.unnamed)
    await questions.first().waitFor()
    await page.getByRole('radio', { name: texts.lev }).first().check()
    await eventually(() => questions.count()).toBe(0)
    await reload(visitor, '"isCurrencySettled":true')
    await eventually(() => countsOf(page)).toEqual([2, 0, 0])
    expect(await questions.count()).toBe(0)
    await eventually(() => page.getByRole('radio', { name: texts.lev }).first().isChecked()).toBe(true)
  })

  it('LAY-08 BULK-12 · Tab leads through the cells of a row before its delete button, forwards and back', async () => {
    const visitor = await typeRows()
    const { page } = visitor
    const order = [1, 2].flatMap((line) => [
      texts.cell('name', line),
      texts.cell('price', line),
      texts.currency(line),
      texts.remove(line),
    ])
    await cell(visitor, 'name', 1).focus()
    for (const label of order) {
      expect(await focusedLabel(visitor)).toBe(label)
      await page.keyboard.press('Tab')
    }
    expect(await focusedLabel(visitor)).toBe(texts.cell('name', 3))
    for (const label of order.toReversed()) {
      await page.keyboard.press('Shift+Tab')
      expect(await focusedLabel(visitor)).toBe(label)
    }
  })

  it('BULK-13 BULK-14 LAY-08 · no amount is cut on a phone, and undo stays within reach', async () => {
    const visitor = await typeRows()
    const { page } = visitor
    await page.setViewportSize({ width: 390, height: 844 })
    for (const line of [1, 2, 3]) await cell(visitor, 'price', line).fill('9999999.99')
    await cell(visitor, 'name', 4).focus()
    await eventually(() => page.getByTestId('review-totals').innerText()).toMatch(/15.338.756/)
    for (const width of [390, 360]) {
      await page.setViewportSize({ width, height: 844 })
      const amounts = page
        .locator('tr[data-row] td.amount, tr[data-row] input + span, [data-testid=phone-sums] p')
        .or(page.getByTestId('review-totals').locator('p'))
      const cut = () =>
        amounts.evaluateAll((all) =>
          all.flatMap((one) => (one.scrollWidth > one.clientWidth ? one.textContent : [])),
        )
      await eventually(cut).toEqual([])
      // Nor the one that is being edited.
      const edited = cell(visitor, 'price', 1)
      await edited.focus()
      expect(await edited.evaluate((input) => input.scrollWidth - input.clientWidth)).toBe(0)
      await cell(visitor, 'name', 4).focus()
      expect(await amounts.count()).toBeGreaterThan(12)
      expect(await button(visitor, texts.undoEdit(3)).filter({ visible: true }).count()).toBe(1)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }
  })
})
