import { describe, expect, it } from 'vitest'
import { isKeptOnDevice } from './stored-records.ts'
import { countsOf, csvFile, pasteInto, type Person, readAlert, stage, eventually, upload } from './steps.ts'
import { LANGS } from './words.ts'

const theatre = stage()

const SAID = {
  bg: {
    cell: (kind: 'price' | 'name', line: number) => `${kind === 'price' ? 'Цена' : 'Име'}, ред ${line}`,
    currency: (line: number) => `Валута, ред ${line}`,
    filter: { all: /^Всички/, valid: /^Валидни/, invalid: /^Невалидни/, empty: /^Празни/ },
    next: 'Следващ невалиден ред',
    none: 'Тук няма редове.',
    typed: 'Брой редове',
    set: 'Задаване',
    quick: (count: number) => `${count} реда`,
    notValid: 'Моля, въведете валидно число',
    noTokens: 'Жетоните не достигат за толкова превалутирания',
    limit: 'Достигнахте ограничението от 100 реда при ръчно въвеждане',
    remove: (line: number) => `Изтриване на ред ${line}`,
    undoEdit: (line: number) => `Отмяна на промяната в ред ${line}`,
    undoDelete: (line: number) => `Отмяна на изтриването на ред ${line}`,
    undoClear: (count: number) => `Отмяна на изчистването на ${count} реда`,
    undoPaste: (count: number) => `Отмяна на поставянето на ${count} реда`,
    clearRows: 'Изчистване на редовете',
    pasted: (count: number) => `Поставени са ${count} реда`,
    question: 'Колко е „12,500“?',
    howMuch: (text: string) => `Колко е „${text}“?`,
    one: '1,00',
    positive: 'Въведете положително число',
    decimal: '12,50',
    thousands: /^12\s500,00$/,
  },
  en: {
    cell: (kind: 'price' | 'name', line: number) => `${kind === 'price' ? 'Price' : 'Name'}, row ${line}`,
    currency: (line: number) => `Currency, row ${line}`,
    filter: { all: /^All/, valid: /^Valid/, invalid: /^Invalid/, empty: /^Empty/ },
    next: 'Next invalid row',
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
    one: '1.00',
    positive: 'Enter a positive number',
    decimal: '12.50',
    thousands: '12,500.00',
  },
}

/** 230 rows: every 20th has no price, the last ten are blank but for one. */
const mixed = csvFile(
  'mixed.csv',
  [
    'Име;Цена',
    ...Array.from({ length: 230 }, (_, i) => `Стока ${i + 1};${i % 20 === 19 ? '' : `${i + 1},50`}`),
  ]
    .join('\n')
    .replace('Стока 100;', ';'),
)

describe.each(LANGS)('the rows table, in %s', (lang) => {
  const said = SAID[lang]
  const rows = ({ page }: Person) => page.getByTestId('rows').locator('tbody tr')
  const cell = ({ page }: Person, kind: 'price' | 'name', line: number) =>
    page.getByLabel(said.cell(kind, line), { exact: true })
  const button = ({ page }: Person, name: string | RegExp) =>
    page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })
  const isFocused = (person: Person, kind: 'price' | 'name', line: number) =>
    cell(person, kind, line).evaluate((element) => element === document.activeElement)
  const lines = async (person: Person) =>
    rows(person).evaluateAll((all) => all.map((row) => Number((row as HTMLElement).dataset['line'])))

  async function typeRows(tokens?: number): Promise<Person> {
    const person = tokens === undefined ? await theatre.person(lang) : await theatre.member(lang, tokens)
    await person.go('/converter?mode=bulk')
    await button(person, person.words.manual).click()
    await eventually(() => rows(person).count()).toBe(5)
    return person
  }

  it('BULK-18 · rows are filtered by status, a corrected row stays visible, and Next finds each invalid row', async () => {
    const person = await theatre.person(lang)
    await upload(person, mixed)
    await eventually(() => countsOf(person.page)).toEqual([219, 10, 1])
    await button(person, said.filter.invalid).click()
    await eventually(() => lines(person)).toEqual([21, 41, 61, 81, 121, 141, 161, 181, 201, 221])
    expect(await button(person, said.filter.invalid).getAttribute('aria-pressed')).toBe('true')
    await cell(person, 'price', 61).fill('7.10')
    await cell(person, 'price', 61).blur()
    await eventually(() => countsOf(person.page)).toEqual([220, 9, 1])
    expect(await lines(person)).toContain(61)
    await button(person, said.filter.invalid).click()
    await eventually(() => rows(person).count()).toBe(9)
    await button(person, said.filter.empty).click()
    await eventually(() => lines(person)).toEqual([101])

    // From rows that are all in order, the way leads to the next that is not.
    await button(person, said.next).click()
    await eventually(() => isFocused(person, 'price', 81)).toBe(true)
    expect(await button(person, said.filter.all).getAttribute('aria-pressed')).toBe('true')
    for (const line of [121, 141, 161, 181, 201, 221, 21]) {
      await button(person, said.next).click()
      await eventually(() => isFocused(person, 'price', line)).toBe(true)
    }
    await button(person, said.filter.valid).click()
    await eventually(() => rows(person).count()).toBe(50)
    await cell(person, 'price', 2).fill('')
    await cell(person, 'price', 2).blur()
    await eventually(() => countsOf(person.page)).toEqual([219, 10, 1])
  })

  it('BULK-18 · a filter without rows shows a message, and Next is hidden without invalid rows', async () => {
    const person = await typeRows()
    await button(person, said.filter.invalid).click()
    await person.page.getByText(said.none, { exact: true }).waitFor()
    expect(await button(person, said.next).count()).toBe(0)
  })

  it('BULK-13 · preset counts and a typed count set the number of rows and keep filled rows', async () => {
    const person = await typeRows(100)
    for (const count of [25, 10, 50]) {
      await button(person, said.quick(count)).click()
      await eventually(() => rows(person).count()).toBe(count)
    }
    await cell(person, 'name', 7).fill('Кафе')
    await cell(person, 'name', 7).blur()
    await eventually(() => countsOf(person.page)).toEqual([0, 1, 49])
    await button(person, said.quick(5)).click()
    await eventually(() => rows(person).count()).toBe(7)
    const typed = person.page.getByLabel(said.typed, { exact: true })
    await typed.fill('100')
    await typed.press('Enter')
    await eventually(() => rows(person).count()).toBe(100)
    for (const text of ['', '0', '-3', '2,5', 'abc', '101']) {
      await typed.fill(text)
      await button(person, said.set).click()
      expect((await readAlert(person)).text, text).toBe(said.notValid)
    }
    expect(await rows(person).count()).toBe(100)
  })

  it('BULK-13 · the number of rows is limited by the balance', async () => {
    const person = await typeRows(0)
    const typed = person.page.getByLabel(said.typed, { exact: true })
    await typed.fill('15')
    await typed.press('Enter')
    await eventually(() => rows(person).count()).toBe(15)
    for (const ask of [
      async () => {
        await typed.fill('16')
        await typed.press('Enter')
      },
      () => button(person, said.quick(25)).click(),
    ]) {
      await ask()
      expect((await readAlert(person)).text).toBe(said.noTokens)
      expect(await rows(person).count()).toBe(15)
    }
  })

  it('BULK-19 · a pasted block fills the rows from the focused cell, adds missing rows, and is undone step by step', async () => {
    const person = await typeRows()
    const { page } = person
    await pasteInto(
      cell(person, 'name', 2),
      'Хляб\t1,95\tлв.\r\n"Сирене\n""Краве"""\t1 234,56\tEUR\r\n\t\t\r\nМляко\t€3.10\t\r\nНещо\tабв\t\r\nОлио\t2\t\r\n',
    )
    await page.getByText(said.pasted(6), { exact: true }).waitFor()
    await eventually(() => lines(person)).toEqual([1, 2, 3, 4, 5, 6, 7])
    const values = async (line: number) => [
      await cell(person, 'name', line).inputValue(),
      await cell(person, 'price', line).inputValue(),
      await page.getByLabel(said.currency(line), { exact: true }).inputValue(),
    ]
    expect(await values(2)).toEqual(['Хляб', '1.95', 'BGN'])
    expect(await values(3)).toEqual(['Сирене "Краве"', '1234.56', 'EUR'])
    expect((await values(4)).slice(0, 2)).toEqual(['', ''])
    expect(await values(5)).toEqual(['Мляко', '3.10', 'EUR'])
    expect((await values(6)).slice(0, 2)).toEqual(['Нещо', 'абв'])
    expect(await values(7)).toEqual(['Олио', '2.00', 'BGN'])
    await eventually(() => countsOf(page)).toEqual([4, 1, 2])

    // A column of prices alone leaves the names.
    await pasteInto(cell(person, 'price', 2), '5,10\n6,20')
    await eventually(() => values(3)).toEqual(['Сирене "Краве"', '6.20', 'EUR'])
    // One value is the cell's own matter.
    await pasteInto(cell(person, 'name', 1), 'Само име\r\n')
    await cell(person, 'name', 1).blur()
    await eventually(() => cell(person, 'name', 1).inputValue()).toBe('Само име')

    // Step by step backwards: first the name that was typed.
    await button(person, said.undoEdit(1)).click()
    await eventually(() => cell(person, 'name', 1).inputValue()).toBe('')
    await button(person, said.undoPaste(2)).click()
    await eventually(() => cell(person, 'price', 3).inputValue()).toBe('1234.56')
    await button(person, said.undoPaste(6)).click()
    await eventually(() => lines(person)).toEqual([1, 2, 3, 4, 5])
    await eventually(() => values(2)).toEqual(['', '', 'BGN'])
  })

  it('BULK-19 · a pasted header names the columns in any order, and 100 rows are the maximum', async () => {
    const person = await typeRows()
    const many = Array.from({ length: 120 }, (_, i) => `${1000 + i}\t${i + 1},10\tСтока ${i + 1}`)
    await pasteInto(cell(person, 'name', 1), ['Код\tЦена\tНаименование', ...many].join('\n'))
    expect((await readAlert(person)).text).toBe(said.limit)
    await eventually(() => countsOf(person.page)).toEqual([100, 0, 0])
    expect(await cell(person, 'name', 100).inputValue()).toBe('Стока 100')
    expect(await cell(person, 'price', 100).inputValue()).toBe('100.10')
  })

  it('BULK-19 BULK-08 · an ambiguous pasted price is asked about before the rows are filled', async () => {
    const person = await typeRows()
    const dialog = person.page.getByRole('dialog', { name: said.question })
    const block = 'Чай\t12,500\nКафе\t14,250'
    await pasteInto(cell(person, 'name', 1), block)
    await dialog.getByRole('button', { name: person.words.cancel }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await countsOf(person.page)).toEqual([0, 0, 5])
    for (const [answer, price] of [
      [said.decimal, '12.50'],
      [said.thousands, '12500.00'],
    ] as const) {
      await pasteInto(cell(person, 'name', 1), block)
      await dialog.getByRole('button', { name: answer }).click()
      await eventually(() => cell(person, 'price', 1).inputValue()).toBe(price)
    }
  })

  it('READ-09 · text that is not a whole price stays in the cell and makes the row invalid', async () => {
    const person = await typeRows()
    const price = cell(person, 'price', 1)
    for (const typed of ['1e5', '12a,3x4', '15%', '-7', '1..5', '1,2,3', '١٢', 'abc']) {
      await price.fill('')
      await price.pressSequentially(typed)
      await price.press('Enter')
      await rows(person).first().getByRole('alert').getByText(said.positive, { exact: true }).waitFor()
      expect(await price.inputValue()).toBe(typed)
      await eventually(() => countsOf(person.page)).toEqual([0, 1, 4])
    }
    await pasteInto(cell(person, 'price', 2), '1e5\n5,10')
    await eventually(() => countsOf(person.page)).toEqual([1, 2, 2])
    expect(await cell(person, 'price', 2).inputValue()).toBe('1e5')
  })

  it('READ-10 · an ambiguous typed price is asked about in its row', async () => {
    const person = await typeRows()
    const { page } = person
    const price = cell(person, 'price', 1)
    const question = page.getByRole('group', { name: said.howMuch('1,000'), exact: true })
    const choice = (name: string) => question.getByRole('button', { name, exact: true })

    await price.fill('1,000')
    await price.press('Enter')
    await question.waitFor()
    expect(await price.inputValue()).toBe('1,000')
    expect(await price.getAttribute('aria-invalid')).toBe('true')
    await eventually(() => countsOf(page)).toEqual([0, 1, 4])
    expect(await question.getByRole('button').allInnerTexts()).toEqual([said.one, '1\u00a0000'])

    // It is still asked after a reload and under a filter, and answered by the keys alone.
    await eventually(() => isKeptOnDevice(page, 'rows')).toBe(true)
    await page.reload()
    await question.waitFor()
    await button(person, said.filter.invalid).click()
    await eventually(() => lines(person)).toEqual([1])
    await button(person, said.next).click()
    await eventually(() => isFocused(person, 'price', 1)).toBe(true)
    for (let i = 0; i < 3; i++) await page.keyboard.press('Tab')
    expect(await choice('1 000').evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await eventually(() => price.inputValue()).toBe('1000.00')
    await eventually(() => isFocused(person, 'price', 1)).toBe(true)
    await eventually(() => countsOf(page)).toEqual([1, 0, 4])

    await button(person, said.undoEdit(1)).click()
    await question.waitFor()
    expect(await price.inputValue()).toBe('1,000')
    await choice(said.one).click()
    await eventually(() => price.inputValue()).toBe('1.00')
    await eventually(() => countsOf(page)).toEqual([1, 0, 4])
  })

  it('READ-10 BULK-12 · a typed point is a decimal mark; a pasted point and a price with a currency are asked about', async () => {
    const person = await typeRows()
    const { page } = person
    await cell(person, 'price', 1).pressSequentially('1.000')
    await cell(person, 'price', 1).press('Enter')
    await eventually(() => cell(person, 'price', 1).inputValue()).toBe('1.00')
    await pasteInto(cell(person, 'price', 2), '1.000')
    await cell(person, 'price', 2).press('Enter')
    const asked = (text: string) => page.getByRole('group', { name: said.howMuch(text), exact: true })
    await asked('1.000').getByRole('button').last().click()
    await eventually(() => cell(person, 'price', 2).inputValue()).toBe('1000.00')
    await pasteInto(cell(person, 'price', 3), '1,000 €')
    await cell(person, 'price', 3).press('Enter')
    await asked('1,000 €').getByRole('button').last().click()
    await eventually(() => cell(person, 'price', 3).inputValue()).toBe('1000.00')
    expect(await page.getByLabel(said.currency(3), { exact: true }).inputValue()).toBe('EUR')
    await eventually(() => countsOf(page)).toEqual([3, 0, 2])
  })

  it('BULK-19 · a block pasted during an edit replaces the edit', async () => {
    const person = await typeRows()
    for (const kind of ['name', 'price'] as const) {
      await cell(person, kind, 1).fill('99')
      await pasteInto(cell(person, kind, 1), kind === 'name' ? 'Хляб\t1,95\nЧай\t2' : '3,10\n4')
      await cell(person, kind, 1).blur()
    }
    await eventually(() => cell(person, 'price', 1).inputValue()).toBe('3.10')
    expect(await cell(person, 'name', 1).inputValue()).toBe('Хляб')
    await eventually(() => countsOf(person.page)).toEqual([2, 0, 3])
  })

  it('BULK-12 · changing the currency discards the undo of an earlier deletion', async () => {
    const person = await theatre.person(lang)
    await upload(person, csvFile('две.csv', 'Име;Цена\nХляб;1,95\nЧай;2,50\n'))
    await button(person, said.remove(3)).click()
    await button(person, said.undoDelete(3)).waitFor()
    await person.page.getByRole('radio', { name: person.words.euro }).check()
    await eventually(() => person.page.getByLabel(said.currency(2), { exact: true }).inputValue()).toBe('EUR')
    expect(await button(person, said.undoDelete(3)).count()).toBe(0)
  })

  it('BULK-12 CONV-10 · deletions and clearing are undone one after the other', async () => {
    const person = await theatre.person(lang)
    const { page, words } = person
    await upload(person, mixed)
    await eventually(() => rows(person).count()).toBe(50)
    for (const line of [3, 5]) await button(person, said.remove(line)).click()
    await eventually(() => countsOf(page)).toEqual([217, 10, 1])
    await button(person, said.undoDelete(5)).click()
    await eventually(() => isFocused(person, 'name', 5)).toBe(true)
    // Outside of a field the keys do the same.
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('ControlOrMeta+z')
    await eventually(() => isFocused(person, 'name', 3)).toBe(true)
    expect(await cell(person, 'price', 3).inputValue()).toBe('2.50')
    await eventually(() => countsOf(page)).toEqual([219, 10, 1])

    await cell(person, 'price', 3).fill('9.99')
    await cell(person, 'price', 3).blur()
    await button(person, words.clear).click()
    await page.getByRole('dialog').getByRole('button', { name: said.clearRows }).click()
    await button(person, words.manual).waitFor()
    await button(person, said.undoClear(230)).click()
    await eventually(() => cell(person, 'price', 3).inputValue()).toBe('9.99')
    await eventually(() => countsOf(page)).toEqual([219, 10, 1])
    // They are on the device again, with their file.
    await page.reload()
    await eventually(() => cell(person, 'price', 3).inputValue()).toBe('9.99')
    await page.getByRole('heading', { name: words.ready }).waitFor()
  })
})
