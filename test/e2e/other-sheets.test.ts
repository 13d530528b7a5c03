import { workbook } from '#test/fixtures/catalogues/workbooks.ts'
import { describe, expect, it } from 'vitest'
import { faultsOf } from './faults.ts'
import { named } from './files.ts'
import { countsOf, give, removeFile, stage, until } from './steps.ts'
import { LANGS } from './words.ts'

const theatre = stage()

const SAID = {
  bg: { hint: 'Цените може да са в друг лист на файла:', sheet: 'Лист „Цени“' },
  en: { hint: 'The prices may be in another sheet of the file:', sheet: 'Sheet “Цени”' },
}

const BOOK = named(
  'с-корица.xlsx',
  Buffer.from(
    workbook({
      Корица: [['Ценова листа 2026'], ['ЕТ Пример'], ['Тел. 02 555 555']],
      Цени: [
        ['Име', 'Цена'],
        ['Хляб', 1.95],
        ['Мляко', 12.5],
      ],
    }),
  ),
)

describe.each(LANGS)('a workbook that begins with a cover, in %s', (lang) => {
  const said = SAID[lang]

  it('READ-07 BULK-17 · where a sheet has no prices the others are offered, in the dialog and on the page', async () => {
    const person = await theatre.person(lang)
    const { page, words } = person
    await give(person, BOOK)
    const dialog = page.getByRole('dialog')
    await dialog.getByText(said.hint).waitFor()
    expect(await faultsOf(page, 'other sheets in the dialog')).toEqual([])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.getByText(said.hint).waitFor()
    expect(await faultsOf(page, 'other sheets on the page')).toEqual([])
    await page.getByRole('button', { name: said.sheet }).click()
    await page.getByRole('heading', { name: words.ready }).waitFor()
    await until(() => countsOf(page)).toEqual([2, 0, 0])
    expect(await page.getByText(said.hint).count()).toBe(0)

    await removeFile(person)
    await give(person, BOOK)
    await dialog.getByRole('button', { name: said.sheet }).click()
    await page.getByRole('heading', { name: words.ready }).waitFor()
    expect(await dialog.count()).toBe(0)
  })
})
