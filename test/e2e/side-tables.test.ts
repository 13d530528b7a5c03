import { describe, expect, it } from 'vitest'
import { faultsOf } from './accessibility.ts'
import { askToConvert, countsOf, csvFile, type Person, stage, eventually, upload } from './steps.ts'
import { LANGS } from './words.ts'

const theatre = stage()

const SAID = {
  bg: {
    all: 'Има 2 таблици една до друга. Прочетени са всички.',
    some: 'Има 2 таблици една до друга. Прочетени са само отметнатите.',
    one: 'Има 2 таблици една до друга, а валутата е в отделна колона. Затова се чете само една: изберете коя.',
    first: 'Таблица 1 (напр. „Хляб“)',
    second: 'Таблица 2 (напр. „Бира“)',
    columns: 'Цена (B), Цена (E)',
  },
  en: {
    all: 'There are 2 tables beside each other. All of them were read.',
    some: 'There are 2 tables beside each other. Only the ticked ones were read.',
    one: 'There are 2 tables beside each other, and the currency has a column of its own. So only one of them is read: choose which.',
    first: 'Table 1 (such as “Хляб”)',
    second: 'Table 2 (such as “Бира”)',
    columns: 'Цена (B), Цена (E)',
  },
}

const BESIDE = csvFile('две.csv', 'Име;Цена;;Име;Цена\nХляб;1,80;;Бира;2,80\nМляко;3,20;;;\n')
const WITH_CURRENCY = csvFile(
  'две.csv',
  'Име;Цена;Валута;Име;Цена;Валута\nХляб;1,80;BGN;Бира;2,80;EUR\nМляко;3,20;BGN;;;\n',
)

describe.each(LANGS)('side-by-side tables, in %s', (lang) => {
  const said = SAID[lang]
  const namesIn = async ({ page }: Person): Promise<string[]> =>
    page
      .getByTestId('rows')
      .locator('tbody tr')
      .evaluateAll((rows) => rows.map((row) => row.querySelector('input')?.value ?? ''))

  it('READ-11 · all tables are read with a notice, and either can be excluded', async () => {
    const person = await theatre.member(lang)
    const { page } = person
    await upload(person, BESIDE)
    await page.getByText(said.all).waitFor()
    await eventually(() => namesIn(person)).toEqual(['Хляб', 'Бира', 'Мляко'])
    expect(await faultsOf(page, 'tables beside each other')).toEqual([])
    await askToConvert(person)
    await page.getByRole('dialog').getByText(said.columns).waitFor()
    await page.getByRole('button', { name: person.words.cancel, exact: true }).click()

    await page.getByRole('checkbox', { name: said.second }).uncheck()
    await page.getByText(said.some).waitFor()
    await eventually(() => namesIn(person)).toEqual(['Хляб', 'Мляко'])
    expect(await page.getByRole('checkbox', { name: said.first }).isDisabled()).toBe(true)
    await page.getByRole('checkbox', { name: said.second }).check()
    await eventually(() => countsOf(page)).toEqual([3, 0, 0])
    await page.getByRole('checkbox', { name: said.first }).uncheck()
    await eventually(() => namesIn(person)).toEqual(['Бира', ''])
    await page.getByRole('checkbox', { name: said.first }).check()
    await eventually(() => namesIn(person)).toEqual(['Хляб', 'Бира', 'Мляко'])
  })

  it('READ-11 · with a currency column only one table is read, and the other can be chosen', async () => {
    const person = await theatre.person(lang)
    const { page } = person
    await upload(person, WITH_CURRENCY)
    await page.getByText(said.one).waitFor()
    expect(await page.getByTestId('rivals').count()).toBe(0)
    await eventually(() => namesIn(person)).toEqual(['Хляб', 'Мляко'])
    expect(await faultsOf(page, 'one of two tables')).toEqual([])
    await page.getByRole('radio', { name: said.second }).check()
    await eventually(() => page.getByTestId('rows').locator('select').first().inputValue()).toBe('EUR')
    await eventually(async () => (await namesIn(person))[0]).toBe('Бира')
  })
})
