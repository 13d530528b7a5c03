import { describe, expect } from 'vitest'
import { isStoredOnDevice } from './stored-records.ts'
import {
  countsOf,
  csvFile,
  pasteInto,
  type Visitor,
  readAlert,
  startApp,
  startTypedRows,
  eventually,
  upload,
} from './steps.ts'
import { decimal, inTurn, LANGS } from './words.ts'

const app = startApp()

const TEXTS = {
  bg: {
    cell: (kind: 'price' | 'name', line: number) => `${kind === 'price' ? 'Цена' : 'Име'}, ред ${line}`,
    currency: (line: number) => `Валута, ред ${line}`,
    filter: { all: /^Всички/, valid: /^Цени/, invalid: /^За поправка/, empty: /^Празни/ },
    next: 'Следващ ред за поправка',
    none: 'Тук няма редове.',
    typed: 'Брой редове',
    set: 'Задайте',
    quick: (count: number) => `${count} реда`,
    notValid: 'Моля, въведете валидно число',
    noTokens: 'Жетоните не достигат за толкова превалутирания',
    limit: 'Достигнахте ограничението от 100 реда при ръчно въвеждане',
    remove: (line: number) => `Изтрийте ред ${line}`,
    undoEdit: (line: number) => `Отмяна на промяната в ред ${line}`,
    undoDelete: (line: number) => `Отмяна на изтриването на ред ${line}`,
    undoClear: (count: number) => `Отмяна на изчистването на ${count} реда`,
    undoPaste: (count: number) => `Отмяна на поставянето на ${count} реда`,
    clearRows: 'Изчистете редовете',
    pasted: (count: number) => `Поставени са ${count} реда`,
    question: 'Колко е „12,500“?',
    howMuch: (text: string) => `Колко е „${text}“?`,
    readings: ['1,00 лв. → 0,51 €', '1000,00 лв. → 511,29 €'],
    point: ['1,234 лв. → 0,63 €', '1234,00 лв. → 630,93 €'],
    oneQuestion: '1 въпрос: ред 1',
    positive: 'Въведете положително число',
    decimal: '12,50',
    thousands: /^12\s500,00$/,
  },
  en: {
    cell: (kind: 'price' | 'name', line: number) => `${kind === 'price' ? 'Price' : 'Name'}, row ${line}`,
    currency: (line: number) => `Currency, row ${line}`,
    filter: { all: /^All/, valid: /^Prices/, invalid: /^To fix/, empty: /^Empty/ },
    next: 'Next row to fix',
    none: 'There are no such rows.',
    typed: 'Number of rows',
    set: 'Set',
    quick: (count: number) => `${count} rows`,
    notValid: 'Please enter a valid number',
    noTokens: 'Not enough tokens for that many conversions',
    limit: "You've reached the 100-row limit for manual entry",
    remove: (line: number) => `Delete row ${line}`,
    undoEdit: (line: number) => `Undo the change in row ${line}`,
    undoDelete: (line: number) => `Undo the deletion of row ${line}`,
    undoClear: (count: number) => `Undo the clearing of ${count} rows`,
    undoPaste: (count: number) => `Undo pasting ${count} rows`,
    clearRows: 'Clear rows',
    pasted: (count: number) => `${count} rows were pasted`,
    question: 'How much is “12,500”?',
    howMuch: (text: string) => `How much is “${text}”?`,
    readings: ['1.00 BGN → €0.51', '1,000.00 BGN → €511.29'],
    point: ['1.234 BGN → €0.63', '1,234.00 BGN → €630.93'],
    oneQuestion: '1 question: row 1',
    positive: 'Enter a positive number',
    decimal: '12.50',
    thousands: '12,500.00',
  },
}

/** 230 rows: every 20th has words in place of a price, and row 101 is empty. */
const mixed = csvFile(
  'mixed.csv',
  [
    'Име;Цена',
    ...Array.from(
      { length: 230 },
      (_, i) => `Стока ${i + 1};${i % 20 === 19 ? 'по договаряне' : `${i + 1},50`}`,
    ),
  ]
    .join('\n')
    .replace('Стока 100;по договаряне', ';'),
)

describe.each(LANGS)('the rows table, in %s', (lang) => {
  const it = inTurn(lang)
  const texts = TEXTS[lang]
  const rows = ({ page }: Visitor) => page.getByTestId('rows').locator('tr[data-row]')
  const cell = ({ page }: Visitor, kind: 'price' | 'name', line: number) =>
    page.getByLabel(texts.cell(kind, line), { exact: true })
  const button = ({ page }: Visitor, name: string | RegExp) =>
    page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })
  const isFocused = (visitor: Visitor, kind: 'price' | 'name', line: number) =>
    cell(visitor, kind, line).evaluate((element) => element === document.activeElement)
  const lines = async (visitor: Visitor) =>
    rows(visitor).evaluateAll((all) => all.map((row) => Number((row as HTMLElement).dataset['line'])))

  async function typeRows(tokens?: number): Promise<Visitor> {
    const visitor = tokens === undefined ? await app.visitor(lang) : await app.user(lang, tokens)
    await visitor.go('/converter?mode=bulk')
    await startTypedRows(visitor)
    await eventually(() => rows(visitor).count()).toBe(5)
    return visitor
  }

  it('BULK-18 · rows are filtered by status, a corrected row stays visible, and Next finds each invalid row', async () => {
    const visitor = await app.visitor(lang)
    await upload(visitor, mixed)
    await eventually(() => countsOf(visitor.page)).toEqual([219, 10, 1])
    await button(visitor, texts.filter.invalid).click()
    await eventually(() => lines(visitor)).toEqual([21, 41, 61, 81, 121, 141, 161, 181, 201, 221])
    expect(await button(visitor, texts.filter.invalid).getAttribute('aria-pressed')).toBe('true')
    await cell(visitor, 'price', 61).fill('7.10')
    await cell(visitor, 'price', 61).blur()
    await eventually(() => countsOf(visitor.page)).toEqual([220, 9, 1])
    expect(await lines(visitor)).toContain(61)
    await button(visitor, texts.filter.invalid).click()
    await eventually(() => rows(visitor).count()).toBe(9)
    await button(visitor, texts.filter.empty).click()
    await eventually(() => lines(visitor)).toEqual([101])

    // Next works also from a filter without invalid rows.
    await button(visitor, texts.next).click()
    await eventually(() => isFocused(visitor, 'price', 81)).toBe(true)
    expect(await button(visitor, texts.filter.all).getAttribute('aria-pressed')).toBe('true')
    for (const line of [121, 141, 161, 181, 201, 221, 21]) {
      await button(visitor, texts.next).click()
      await eventually(() => isFocused(visitor, 'price', line)).toBe(true)
    }
    await button(visitor, texts.filter.valid).click()
    await eventually(() => rows(visitor).count()).toBe(50)
    await cell(visitor, 'price', 2).fill('')
    await cell(visitor, 'price', 2).blur()
    await eventually(() => countsOf(visitor.page)).toEqual([219, 10, 1])
  })

  it('BULK-18 · a filter without rows shows a message, and Next is hidden without invalid rows or beside the only one', async () => {
    const visitor = await typeRows()
    const price = cell(visitor, 'price', 1)
    await price.fill('абв')
    await price.blur()
    await button(visitor, texts.filter.invalid).click()
    await eventually(() => rows(visitor).count()).toBe(1)
    // The only row that is shown is not led to.
    expect(await button(visitor, texts.next).count()).toBe(0)
    await price.fill('2')
    await price.blur()
    await button(visitor, texts.filter.invalid).click()
    await visitor.page.getByText(texts.none, { exact: true }).waitFor()
    expect(await button(visitor, texts.next).count()).toBe(0)
  })

  it('BULK-13 · preset counts and a typed count set the number of rows and keep filled rows', async () => {
    const visitor = await typeRows(100)
    for (const count of [25, 10, 50]) {
      await button(visitor, texts.quick(count)).click()
      await eventually(() => rows(visitor).count()).toBe(count)
    }
    await cell(visitor, 'name', 7).fill('Кафе')
    await cell(visitor, 'name', 7).blur()
    await eventually(() => countsOf(visitor.page)).toEqual([0, 1, 49])
    await button(visitor, texts.quick(5)).click()
    await eventually(() => rows(visitor).count()).toBe(7)
    const typed = visitor.page.getByLabel(texts.typed, { exact: true })
    await typed.fill('100')
    await typed.press('Enter')
    await eventually(() => rows(visitor).count()).toBe(100)
    for (const text of ['', '0', '-3', '2,5', 'abc', '101']) {
      await typed.fill(text)
      await button(visitor, texts.set).click()
      expect((await readAlert(visitor)).text, text).toBe(texts.notValid)
    }
    expect(await rows(visitor).count()).toBe(100)
  })

  it('BULK-13 · the number of rows is limited by the balance', async () => {
    const visitor = await typeRows(0)
    const typed = visitor.page.getByLabel(texts.typed, { exact: true })
    await typed.fill('15')
    await typed.press('Enter')
    await eventually(() => rows(visitor).count()).toBe(15)
    for (const ask of [
      async () => {
        await typed.fill('16')
        await typed.press('Enter')
      },
      () => button(visitor, texts.quick(25)).click(),
    ]) {
      await ask()
      expect((await readAlert(visitor)).text).toBe(texts.noTokens)
      expect(await rows(visitor).count()).toBe(15)
    }
  })

  it('BULK-19 · a pasted block fills the rows from the focused cell, adds missing rows, and is undone step by step', async () => {
    const visitor = await typeRows()
    const { page } = visitor
    await pasteInto(
      cell(visitor, 'name', 2),
      'Хляб\t1,95\tлв.\r\n"Сирене\n""Краве"""\t1 234,56\tEUR\r\n\t\t\r\nМляко\t€3.10\t\r\nНещо\tабв\t\r\nОлио\t2\t\r\n',
    )
    await page.getByText(texts.pasted(6), { exact: true }).waitFor()
    await eventually(() => lines(visitor)).toEqual([1, 2, 3, 4, 5, 6, 7])
    const values = async (line: number) => [
      await cell(visitor, 'name', line).inputValue(),
      await cell(visitor, 'price', line).inputValue(),
      await page.getByLabel(texts.currency(line), { exact: true }).inputValue(),
    ]
    expect(await values(2)).toEqual(['Хляб', decimal('1.95', lang), 'BGN'])
    expect(await values(3)).toEqual(['Сирене "Краве"', decimal('1234.56', lang), 'EUR'])
    expect((await values(4)).slice(0, 2)).toEqual(['', ''])
    expect(await values(5)).toEqual(['Мляко', decimal('3.10', lang), 'EUR'])
    expect((await values(6)).slice(0, 2)).toEqual(['Нещо', 'абв'])
    expect(await values(7)).toEqual(['Олио', decimal('2.00', lang), 'BGN'])
    await eventually(() => countsOf(page)).toEqual([4, 1, 2])

    // A pasted column of prices keeps the names.
    await pasteInto(cell(visitor, 'price', 2), '5,10\n6,20')
    await eventually(() => values(3)).toEqual(['Сирене "Краве"', decimal('6.20', lang), 'EUR'])
    // A single value is pasted by the browser.
    await pasteInto(cell(visitor, 'name', 1), 'Само име\r\n')
    await cell(visitor, 'name', 1).blur()
    await eventually(() => cell(visitor, 'name', 1).inputValue()).toBe('Само име')

    // Undo step by step, starting with the typed name.
    await button(visitor, texts.undoEdit(1)).click()
    await eventually(() => cell(visitor, 'name', 1).inputValue()).toBe('')
    await button(visitor, texts.undoPaste(2)).click()
    await eventually(() => cell(visitor, 'price', 3).inputValue()).toBe(decimal('1234.56', lang))
    await button(visitor, texts.undoPaste(6)).click()
    await eventually(() => lines(visitor)).toEqual([1, 2, 3, 4, 5])
    await eventually(() => values(2)).toEqual(['', '', 'BGN'])
  })

  it('BULK-19 · a pasted header names the columns in any order, and 100 rows are the maximum', async () => {
    const visitor = await typeRows()
    const many = Array.from({ length: 120 }, (_, i) => `${1000 + i}\t${i + 1},10\tСтока ${i + 1}`)
    await pasteInto(cell(visitor, 'name', 1), ['Код\tЦена\tНаименование', ...many].join('\n'))
    expect((await readAlert(visitor)).text).toBe(texts.limit)
    await eventually(() => countsOf(visitor.page)).toEqual([100, 0, 0])
    expect(await cell(visitor, 'name', 100).inputValue()).toBe('Стока 100')
    expect(await cell(visitor, 'price', 100).inputValue()).toBe(decimal('100.10', lang))
  })

  it('BULK-19 BULK-08 · an ambiguous pasted price is asked about before the rows are filled', async () => {
    const visitor = await typeRows()
    const dialog = visitor.page.getByRole('dialog', { name: texts.question })
    const block = 'Чай\t12,500\nКафе\t14,250'
    await pasteInto(cell(visitor, 'name', 1), block)
    await dialog.getByRole('button', { name: visitor.words.cancel }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await countsOf(visitor.page)).toEqual([0, 0, 5])
    for (const [answer, price] of [
      [texts.decimal, '12.50'],
      [texts.thousands, '12500.00'],
    ] as const) {
      await pasteInto(cell(visitor, 'name', 1), block)
      await dialog.getByRole('button', { name: answer }).click()
      await eventually(() => cell(visitor, 'price', 1).inputValue()).toBe(decimal(price, lang))
    }
  })

  it('READ-09 · text that is not a whole price stays in the cell and makes the row invalid', async () => {
    const visitor = await typeRows()
    const price = cell(visitor, 'price', 1)
    for (const typed of ['1e5', '12a,3x4', '15%', '-7', '1..5', '1,2,3', '١٢', 'abc']) {
      await price.fill('')
      await price.pressSequentially(typed)
      await price.press('Enter')
      await rows(visitor).first().getByRole('alert').getByText(texts.positive, { exact: true }).waitFor()
      expect(await price.inputValue()).toBe(typed)
      await eventually(() => countsOf(visitor.page)).toEqual([0, 1, 4])
    }
    await pasteInto(cell(visitor, 'price', 2), '1e5\n5,10')
    await eventually(() => countsOf(visitor.page)).toEqual([1, 2, 2])
    await eventually(() => cell(visitor, 'price', 2).inputValue()).toBe('1e5')
  })

  it('READ-10 · an ambiguous typed price is asked about in its row', async () => {
    const visitor = await typeRows()
    const { page } = visitor
    const price = cell(visitor, 'price', 1)
    const question = page.getByRole('group', { name: texts.howMuch('1,000'), exact: true })
    const choice = (nth: 0 | 1) => question.getByRole('button').nth(nth)

    await price.fill('1,000')
    await price.press('Enter')
    await question.waitFor()
    expect(await price.inputValue()).toBe('1,000')
    expect(await price.getAttribute('aria-invalid')).toBe('true')
    await eventually(() => countsOf(page)).toEqual([0, 1, 4])
    const answers = await question.getByRole('button').allInnerTexts()
    expect(answers.map((answer) => answer.replaceAll('\u00a0', ' '))).toEqual(texts.readings)

    // The question survives a reload and a filter, and is answered by keyboard.
    await eventually(() => isStoredOnDevice(page, 'rows')).toBe(true)
    await page.reload()
    await question.waitFor()
    await button(visitor, texts.filter.invalid).click()
    await eventually(() => lines(visitor)).toEqual([1])
    await price.focus()
    for (let i = 0; i < 4; i++) await page.keyboard.press('Tab')
    expect(await choice(1).evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await eventually(() => price.inputValue()).toBe(decimal('1000.00', lang))
    await eventually(() => isFocused(visitor, 'price', 1)).toBe(true)
    await eventually(() => countsOf(page)).toEqual([1, 0, 4])

    await button(visitor, texts.undoEdit(1)).click()
    await question.waitFor()
    expect(await price.inputValue()).toBe('1,000')
    await choice(0).click()
    await eventually(() => price.inputValue()).toBe(decimal('1.00', lang))
    await eventually(() => countsOf(page)).toEqual([1, 0, 4])
  })

  it('READ-10 BULK-12 · a typed point is a decimal mark; a pasted point and a price with a currency are asked about', async () => {
    const visitor = await typeRows()
    const { page } = visitor
    await cell(visitor, 'price', 1).pressSequentially('1.000')
    await cell(visitor, 'price', 1).press('Enter')
    await eventually(() => cell(visitor, 'price', 1).inputValue()).toBe(decimal('1.00', lang))
    await pasteInto(cell(visitor, 'price', 2), '1.000')
    await cell(visitor, 'price', 2).press('Enter')
    const asked = (text: string) => page.getByRole('group', { name: texts.howMuch(text), exact: true })
    // The other reading of the typed one is offered in the same words, above.
    await asked('1.000').nth(1).getByRole('button').last().click()
    await eventually(() => cell(visitor, 'price', 2).inputValue()).toBe(decimal('1000.00', lang))
    await pasteInto(cell(visitor, 'price', 3), '1,000 €')
    await cell(visitor, 'price', 3).press('Enter')
    await asked('1,000 €').getByRole('button').last().click()
    await eventually(() => cell(visitor, 'price', 3).inputValue()).toBe(decimal('1000.00', lang))
    expect(await page.getByLabel(texts.currency(3), { exact: true }).inputValue()).toBe('EUR')
    await eventually(() => countsOf(page)).toEqual([3, 0, 2])
  })

  it('READ-10 · a typed 1.234 is one lev and 23.4 stotinki and valid, and the other reading is offered beside it', async () => {
    const visitor = await typeRows()
    const { page } = visitor
    const price = cell(visitor, 'price', 1)
    const question = page.getByRole('group', { name: texts.howMuch('1.234'), exact: true })
    const converted = rows(visitor).first().locator('td').last()
    await price.pressSequentially('1.234')
    await price.blur()
    await question.waitFor()
    const answers = await question.getByRole('button').allInnerTexts()
    expect(answers.map((answer) => answer.replaceAll('\u00a0', ' '))).toEqual(texts.point)
    await eventually(() => countsOf(page)).toEqual([1, 0, 4])
    expect(await converted.innerText()).toBe('?')
    await page.getByText(texts.oneQuestion, { exact: true }).waitFor()

    // What was chosen stands in the cell, with the focus and without.
    await question.getByRole('button').first().click()
    await question.waitFor({ state: 'detached' })
    await eventually(() => price.inputValue()).toBe(decimal('1.234', lang))
    expect(await rows(visitor).first().getByTitle(decimal('1.234', lang), { exact: true }).count()).toBe(1)
    expect(await converted.innerText()).toBe(decimal('0.63', lang))
    expect(await page.getByText(texts.oneQuestion, { exact: true }).count()).toBe(0)

    await price.fill('2.345')
    await price.blur()
    await page
      .getByRole('group', { name: texts.howMuch('2.345'), exact: true })
      .getByRole('button')
      .last()
      .click()
    await eventually(() => price.inputValue()).toBe(decimal('2345.00', lang))
  })

  it('BULK-19 · a block pasted during an edit replaces the edit', async () => {
    const visitor = await typeRows()
    for (const kind of ['name', 'price'] as const) {
      await cell(visitor, kind, 1).fill('99')
      await pasteInto(cell(visitor, kind, 1), kind === 'name' ? 'Хляб\t1,95\nЧай\t2' : '3,10\n4')
      await cell(visitor, kind, 1).blur()
    }
    await eventually(() => cell(visitor, 'price', 1).inputValue()).toBe(decimal('3.10', lang))
    expect(await cell(visitor, 'name', 1).inputValue()).toBe('Хляб')
    await eventually(() => countsOf(visitor.page)).toEqual([2, 0, 3])
  })

  it('BULK-19 · a block pasted right after typing is not overwritten by what was typed', async () => {
    const visitor = await typeRows()
    // In one task: the worker has not answered the first text when the second one is typed and the block is pasted.
    await cell(visitor, 'price', 1).evaluate((input: HTMLInputElement) => {
      input.focus()
      for (const text of ['9', '99']) {
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
        input.dispatchEvent(new InputEvent('input', { bubbles: true }))
      }
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', '3,10\n4')
      input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    })
    // The worker answers in order: by then it has received all of the above.
    await cell(visitor, 'price', 3).fill('7')
    await eventually(() => countsOf(visitor.page)).toEqual([3, 0, 2])
    expect(await cell(visitor, 'price', 1).inputValue()).toBe(decimal('3.10', lang))
    expect(await cell(visitor, 'price', 2).inputValue()).toBe(decimal('4.00', lang))
  })

  it('BULK-12 · changing the currency discards the undo of an earlier deletion', async () => {
    const visitor = await app.visitor(lang)
    await upload(visitor, csvFile('две.csv', 'Име;Цена\nХляб;1,95\nЧай;2,50\n'))
    await button(visitor, texts.remove(3)).click()
    await button(visitor, texts.undoDelete(3)).waitFor()
    await visitor.page.getByRole('radio', { name: visitor.words.euro }).check()
    await eventually(() => visitor.page.getByLabel(texts.currency(2), { exact: true }).inputValue()).toBe(
      'EUR',
    )
    expect(await button(visitor, texts.undoDelete(3)).count()).toBe(0)
  })

  it('BULK-12 CONV-10 · deletions and clearing are undone one after the other', async () => {
    const visitor = await app.visitor(lang)
    const { page, words } = visitor
    await upload(visitor, mixed)
    await eventually(() => rows(visitor).count()).toBe(50)
    for (const line of [3, 5]) await button(visitor, texts.remove(line)).click()
    await eventually(() => countsOf(page)).toEqual([217, 10, 1])
    await button(visitor, texts.undoDelete(5)).click()
    await eventually(() => isFocused(visitor, 'name', 5)).toBe(true)
    // Outside of a field the shortcut undoes too.
    await page.getByText(mixed.name, { exact: true }).click()
    await page.keyboard.press('ControlOrMeta+z')
    await eventually(() => isFocused(visitor, 'name', 3)).toBe(true)
    expect(await cell(visitor, 'price', 3).inputValue()).toBe(decimal('2.50', lang))
    await eventually(() => countsOf(page)).toEqual([219, 10, 1])

    await cell(visitor, 'price', 3).fill('9.99')
    await cell(visitor, 'price', 3).blur()
    await button(visitor, words.clear).click()
    await page.getByRole('dialog').getByRole('button', { name: texts.clearRows }).click()
    await button(visitor, words.manual).waitFor()
    await button(visitor, texts.undoClear(230)).click()
    await eventually(() => cell(visitor, 'price', 3).inputValue()).toBe(decimal('9.99', lang))
    await eventually(() => countsOf(page)).toEqual([219, 10, 1])
    // Rows and file are stored on the device again.
    await page.reload()
    await eventually(() => cell(visitor, 'price', 3).inputValue()).toBe(decimal('9.99', lang))
    await page.getByRole('heading', { name: words.ready }).waitFor()
  })
})
