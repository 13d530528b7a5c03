import { workbook } from '#test/fixtures/catalogues/workbooks.ts'
import { describe, expect } from 'vitest'
import { accessibilityViolations } from './accessibility.ts'
import { named } from './files.ts'
import { countsOf, chooseFile, removeFile, startApp, eventually } from './steps.ts'
import { inTurn, LANGS } from './words.ts'

const app = startApp()

const TEXTS = {
  bg: {
    hint: 'Цените може да са в друг лист на файла:',
    sheet: 'Лист „Цени“',
    select: 'Лист',
    which: 'Файлът има няколко еднакво подходящи списъка с цени. Кой да се превалутира?',
    lists: ['„services“', '„products“'],
    unread:
      'Чете се само избраният лист. Данни има и в „Едро“, „Внос“: за да прочетете друг лист, изберете го тук.',
    left: '„Цени“, „Внос“',
  },
  en: {
    hint: 'The prices may be in another sheet of the file:',
    sheet: 'Sheet “Цени”',
    select: 'Sheet',
    which: 'The file has several equally suitable lists of prices. Which one should be converted?',
    lists: ['“services”', '“products”'],
    unread:
      'Only the chosen sheet is read. There is data in “Едро”, “Внос” too: to read another sheet, choose it here.',
    left: '“Цени”, “Внос”',
  },
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

const list = (...prices: number[]) => [['Име', 'Цена'], ...prices.map((price, i) => [`Стока ${i}`, price])]
const SHEETS = named(
  'листове.xlsx',
  Buffer.from(workbook({ Цени: list(1.95), Едро: list(1.5, 2.5, 3.5), Празен: [], Внос: list(7, 8) })),
)

const LISTS = named(
  'каталог.json',
  Buffer.from(
    JSON.stringify({
      products: [
        { name: 'Хляб', priceBgn: 1.95 },
        { name: 'Мляко', priceBgn: 2.5 },
      ],
      services: [
        { name: 'Доставка', priceBgn: 5 },
        { name: 'Монтаж', priceBgn: 30 },
        { name: 'Ремонт', priceBgn: 40 },
      ],
    }),
  ),
)

describe.each(LANGS)('workbooks with several sheets, in %s', (lang) => {
  const it = inTurn(lang)
  const texts = TEXTS[lang]

  it('READ-07 BULK-17 · a sheet without prices suggests the other sheets, in the dialog and on the page', async () => {
    const visitor = await app.visitor(lang)
    const { page, words } = visitor
    await chooseFile(visitor, BOOK)
    const dialog = page.getByRole('dialog')
    await dialog.getByText(texts.hint).waitFor()
    expect(await accessibilityViolations(page, 'other sheets in the dialog')).toEqual([])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.getByText(texts.hint).waitFor()
    expect(await accessibilityViolations(page, 'other sheets on the page')).toEqual([])
    await page.getByRole('button', { name: texts.sheet }).click()
    await page.getByRole('heading', { name: words.ready }).waitFor()
    await eventually(() => countsOf(page)).toEqual([2, 0, 0])
    expect(await page.getByText(texts.hint).count()).toBe(0)

    await removeFile(visitor)
    await chooseFile(visitor, BOOK)
    await dialog.getByRole('button', { name: texts.sheet }).click()
    await page.getByRole('heading', { name: words.ready }).waitFor()
    expect(await dialog.count()).toBe(0)
  })

  it('FILE-02 · of equally good lists in JSON the user chooses one before they are converted', async () => {
    const user = await app.user(lang)
    const { page, words } = user
    await chooseFile(user, LISTS)
    const question = page.locator('#question')
    await question.getByText(texts.which).waitFor()
    expect(await question.getByRole('button').allInnerTexts()).toEqual(texts.lists)
    expect(await page.getByTestId('unread-sheets').count()).toBe(0)
    expect(await accessibilityViolations(page, 'equally good lists')).toEqual([])
    expect(await page.locator('#convert-all').getAttribute('aria-disabled')).toBe('true')
    await question.getByRole('button').last().click()
    await page.getByRole('heading', { name: words.ready }).waitFor()
    await eventually(() => countsOf(page)).toEqual([2, 0, 0])
    expect(await question.count()).toBe(0)
    expect(await page.locator('#convert-all').getAttribute('aria-disabled')).toBeNull()
  })

  it('READ-07 BULK-17 · unread sheets with data are named at the sheet selector', async () => {
    const visitor = await app.visitor(lang)
    const { page, words } = visitor
    await chooseFile(visitor, SHEETS)
    await page.getByRole('heading', { name: words.ready }).waitFor()
    const unread = page.getByTestId('unread-sheets')
    expect(await unread.innerText()).toBe(texts.unread)
    const select = page.getByLabel(texts.select, { exact: true })
    expect(await select.getAttribute('aria-describedby')).toBe(await unread.getAttribute('id'))
    expect(await accessibilityViolations(page, 'unread sheets')).toEqual([])
    await select.selectOption('Едро')
    await eventually(() => countsOf(page)).toEqual([3, 0, 0])
    await eventually(() => unread.innerText()).toContain(texts.left)
  })
})
