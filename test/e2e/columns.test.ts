import { describe, expect, it } from 'vitest'
import { countsOf, csvFile, type Person, stage, until, upload } from './steps.ts'
import { LANGS } from './words.ts'

const theatre = stage()

const SAID = {
  bg: {
    price: 'Цена',
    name: 'Име',
    currency: 'Валута',
    adjust: 'Промяна на колоните',
    title: 'Колони във файла',
    priceColumn: 'Цена (задължително)',
    header: 'Ред със заглавията',
    noHeader: 'Няма: всички редове са данни',
    column: 'Колона 3',
    samples: 'Примерни стойности от файла',
    apply: 'Прилагане',
  },
  en: {
    price: 'Price',
    name: 'Name',
    currency: 'Currency',
    adjust: 'Adjust columns',
    title: 'Columns of the file',
    priceColumn: 'Price (required)',
    header: 'Header row',
    noHeader: 'None: every row is data',
    column: 'Column 3',
    samples: 'Sample values from the file',
    apply: 'Apply',
  },
}

const TWO_LISTS = csvFile(
  'ceni.csv',
  'Стока;Цена на дребно;Валута\nХляб;1,95;BGN\n\nИме;Старо;Цена\nСирене;3,00;4,00\nМляко;3,00;5,00\n',
)

describe.each(LANGS)('columns of a file, in %s', (lang) => {
  const said = SAID[lang]
  const taken = ({ page }: Person) =>
    page
      .getByRole('region', { name: /./ })
      .locator('dl')
      .first()
      .locator('div')
      .allInnerTexts()
      .then((all) => all.map((text) => text.replace(/\s+/g, ' ')))

  it('BULK-03 BULK-07 · the card tells which columns are converted; another header row can be chosen, after a reload too', async () => {
    const person = await theatre.person(lang)
    const { page } = person
    await upload(person, TWO_LISTS)
    await until(() => taken(person)).toEqual([
      `${said.price} Цена на дребно`,
      `${said.name} Стока`,
      `${said.currency} Валута`,
    ])

    const adjust = page.getByRole('button', { name: said.adjust, exact: true })
    await adjust.click()
    const dialog = page.getByRole('dialog', { name: said.title })
    const header = dialog.getByLabel(said.header)
    expect(await header.locator('option').allInnerTexts()).toEqual([
      said.noHeader,
      '1: Стока · Цена на дребно · Валута',
      '2: Хляб · 1,95 · BGN',
      '4: Име · Старо · Цена',
      '5: Сирене · 3,00 · 4,00',
      '6: Мляко · 3,00 · 5,00',
    ])
    await header.selectOption({ label: '4: Име · Старо · Цена' })
    const samples = dialog.getByRole('table', { name: said.samples })
    await until(() => samples.getByRole('columnheader').allInnerTexts()).toEqual(['Име', 'Старо', 'Цена'])
    expect(await dialog.getByLabel(said.priceColumn).inputValue()).toBe('2')
    await dialog.getByRole('button', { name: said.apply }).click()
    await until(() => countsOf(page)).toEqual([2, 0, 0])
    await until(() => taken(person)).toEqual([`${said.price} Цена`, `${said.name} Име`])

    await page.reload()
    await until(() => taken(person)).toEqual([`${said.price} Цена`, `${said.name} Име`])
    await adjust.click()
    expect(await header.inputValue()).toBe('3')
    await header.selectOption({ label: said.noHeader })
    await until(() => samples.getByRole('columnheader').nth(2).innerText()).toBe(said.column)
    await dialog.getByLabel(said.priceColumn).selectOption({ label: said.column })
    await dialog.getByRole('button', { name: said.apply }).click()
    // The two prices of the second list; the titles and the first list have none there, the blank row is empty.
    await until(() => countsOf(page)).toEqual([2, 3, 1])
  })
})
