import { describe, expect } from 'vitest'
import { accessibilityViolations } from './accessibility.ts'
import { askToConvert, countsOf, csvFile, type Visitor, startApp, eventually, upload } from './steps.ts'
import { inTurn, LANGS } from './words.ts'

const app = startApp()

const TEXTS = {
  bg: {
    all: 'Има 2 таблици една до друга. Прочетени са всички.',
    some: 'Има 2 таблици една до друга. Прочетени са само отметнатите.',
    one: 'Има 2 таблици една до друга, а валутата е в отделна колона. Затова се чете само една: изберете коя.',
    first: 'Таблица 1 (напр. „Хляб“)',
    second: 'Таблица 2 (напр. „Бира“)',
    columns: 'Цена (B), Цена (E)',
  },
  en: {
    all: 'There are 2 tables next to each other. All of them were read.',
    some: 'There are 2 tables next to each other. Only the ticked ones were read.',
    one: 'There are 2 tables next to each other, and the currency has a column of its own. So only one of them is read: choose which.',
    first: 'Table 1 (such as “Хляб”)',
    second: 'Table 2 (such as “Бира”)',
    columns: 'Цена (B), Цена (E)',
  },
}

const SIDE_BY_SIDE = csvFile('две.csv', 'Име;Цена;;Име;Цена\nХляб;1,80;;Бира;2,80\nМляко;3,20;;;\n')
const WITH_CURRENCY = csvFile(
  'две.csv',
  'Име;Цена;Валута;Име;Цена;Валута\nХляб;1,80;BGN;Бира;2,80;EUR\nМляко;3,20;BGN;;;\n',
)

describe.each(LANGS)('side-by-side tables, in %s', (lang) => {
  const it = inTurn(lang)
  const texts = TEXTS[lang]
  const namesIn = async ({ page }: Visitor): Promise<string[]> =>
    page
      .getByTestId('rows')
      .locator('tbody input[id^=name]')
      .evaluateAll((cells) => cells.map((cell) => (cell as HTMLInputElement).value))

  it('READ-11 · all tables are read with a notice, and either can be excluded', async () => {
    const user = await app.user(lang)
    const { page } = user
    await upload(user, SIDE_BY_SIDE)
    await page.getByText(texts.all).waitFor()
    await eventually(() => namesIn(user)).toEqual(['Хляб', 'Бира', 'Мляко'])
    expect(await accessibilityViolations(page, 'side-by-side tables')).toEqual([])
    await askToConvert(user)
    await page.getByRole('dialog').getByText(texts.columns).waitFor()
    await page.getByRole('button', { name: user.words.cancel, exact: true }).click()

    await page.getByRole('checkbox', { name: texts.second }).uncheck()
    await page.getByText(texts.some).waitFor()
    await eventually(() => namesIn(user)).toEqual(['Хляб', 'Мляко'])
    expect(await page.getByRole('checkbox', { name: texts.first }).isDisabled()).toBe(true)
    await page.getByRole('checkbox', { name: texts.second }).check()
    await eventually(() => countsOf(page)).toEqual([3, 0, 0])
    await page.getByRole('checkbox', { name: texts.first }).uncheck()
    await eventually(() => namesIn(user)).toEqual(['Бира', ''])
    await page.getByRole('checkbox', { name: texts.first }).check()
    await eventually(() => namesIn(user)).toEqual(['Хляб', 'Бира', 'Мляко'])
  })

  it('READ-11 · with a currency column only one table is read, and the other can be chosen', async () => {
    const visitor = await app.visitor(lang)
    const { page } = visitor
    await upload(visitor, WITH_CURRENCY)
    await page.getByText(texts.one).waitFor()
    expect(await page.getByTestId('rivals').count()).toBe(0)
    await eventually(() => namesIn(visitor)).toEqual(['Хляб', 'Мляко'])
    expect(await accessibilityViolations(page, 'one of two tables')).toEqual([])
    await page.getByRole('radio', { name: texts.second }).check()
    await eventually(() => page.getByTestId('rows').locator('select').first().inputValue()).toBe('EUR')
    await eventually(async () => (await namesIn(visitor))[0]).toBe('Бира')
  })
})
