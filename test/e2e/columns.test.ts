import { describe, expect } from 'vitest'
import { accessibilityViolations } from './accessibility.ts'
import { isStoredOnDevice } from './stored-records.ts'
import { chooseFile, countsOf, csvFile, type Visitor, startApp, eventually, upload } from './steps.ts'
import { decimal, inTurn, LANGS } from './words.ts'

const app = startApp()

const TEXTS = {
  bg: {
    price: 'Цена от',
    name: 'Име от',
    currency: 'Валута от',
    firstPrice: 'Цена, ред 3',
    firstName: 'Име, ред 3',
    told: '1 въпрос: ред 3',
    guess: /Нито едно заглавие не е на цена/,
    adjust: 'Променете колоните',
    title: 'Колони във файла',
    priceColumn: 'Цена (задължително)',
    header: 'Ред със заглавията',
    noHeader: 'Няма: всички редове са данни',
    column: 'Колона 3',
    samples: 'Примерни стойности от файла',
    apply: 'Приложете',
    others: 'Още 3 колони',
    choose: 'Посочете колоната с цените',
    first: 'Първо изберете колоната с цените.',
    save: 'Запазете във файл',
    load: 'Заредете от файл',
    settings: 'nastroyki',
    applyFirst: 'За да запазите тези настройки, първо ги приложете.',
    bySettings: 'По настройките от',
    earlier: 'Като в по‑ранен файл',
    misfit: 'Настройките не са за този файл: в него няма колона „Цена на едро“.',
  },
  en: {
    price: 'Price from',
    name: 'Name from',
    currency: 'Currency from',
    firstPrice: 'Price, row 3',
    firstName: 'Name, row 3',
    told: '1 question: row 3',
    guess: /No header names a price/,
    adjust: 'Adjust columns',
    title: 'Columns of the file',
    priceColumn: 'Price (required)',
    header: 'Header row',
    noHeader: 'None: every row is data',
    column: 'Column 3',
    samples: 'Sample values from the file',
    apply: 'Apply',
    others: '3 more columns',
    choose: 'Choose the price column',
    first: 'Choose the price column first.',
    save: 'Save as a file',
    load: 'Load from a file',
    earlier: 'As in an earlier file',
    settings: 'settings',
    applyFirst: 'To save these settings, apply them first.',
    bySettings: 'By the settings from',
    misfit: 'The settings are not for this file: it has no column “Цена на едро”.',
  },
}

const TWO_LISTS = csvFile(
  'ceni.csv',
  'Стока;Цена на дребно;Валута\nХляб;1,95;BGN\n\nИме;Старо;Цена\nСирене;3,00;4,00\nМляко;3,00;5,00\n',
)

describe.each(LANGS)('columns of a file, in %s', (lang) => {
  const it = inTurn(lang)
  const texts = TEXTS[lang]
  const usedColumns = async ({ page }: Visitor) => {
    const all = await page.locator('[data-testid=columns] div').allInnerTexts()
    return all.map((text) => text.replace(/\s+/g, ' '))
  }
  const dialogOf = ({ page }: Visitor) => page.getByRole('dialog', { name: texts.title })
  const adjustOf = ({ page }: Visitor) => page.getByRole('button', { name: texts.adjust, exact: true })

  it('FILE-09 · the settings of a list are saved as a file, and loaded for a later one', async () => {
    const visitor = await app.visitor(lang)
    const { page } = visitor
    const dialog = dialogOf(visitor)
    await upload(visitor, csvFile('nov.csv', 'Код;Стока;Цена;Цена на едро\n1;Хляб;1,95;1,50\n'))
    await adjustOf(visitor).click()
    await dialog.getByLabel(texts.priceColumn).selectOption({ label: 'Цена на едро' })
    await dialog.getByRole('button', { name: texts.apply }).click()
    await adjustOf(visitor).click()
    await dialog.getByLabel(texts.priceColumn).selectOption({ label: 'Цена' })
    const save = dialog.getByRole('button', { name: texts.save })
    expect(await save.getAttribute('aria-disabled')).toBe('true')
    await dialog.getByText(texts.applyFirst).waitFor()
    await dialog.getByLabel(texts.priceColumn).selectOption({ label: 'Цена на едро' })
    const [download] = await Promise.all([page.waitForEvent('download'), save.click()])
    expect(download.suggestedFilename()).toBe(`nov-${texts.settings}.json`)
    const path = await download.path()

    const other = await app.visitor(lang)
    await upload(other, csvFile('dec.csv', 'Цена на едро;Цена;Стока\n3,10;4,20;Чай\n'))
    await adjustOf(other).click()
    await dialogOf(other).getByLabel(texts.load).setInputFiles(path)
    await eventually(() => usedColumns(other)).toEqual([`${texts.price} Цена на едро`, `${texts.name} Стока`])
    await other.page.getByText(texts.bySettings).waitFor()
  })

  it('FILE-09 · settings of another list are refused in words, and the dialog fits a phone', async () => {
    const visitor = await app.visitor(lang)
    const { page } = visitor
    await page.setViewportSize({ width: 320, height: 640 })
    await upload(visitor, csvFile('drug.csv', 'Стока;Цена\nЧай;4,20\n'))
    await adjustOf(visitor).click()
    const dialog = dialogOf(visitor)
    const load = dialog.getByRole('button', { name: texts.load, exact: true })
    await load.scrollIntoViewIfNeeded()
    expect(await dialog.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
    expect(await accessibilityViolations(page, 'settings in a file, on a phone')).toEqual([])
    const recipe = {
      version: 1,
      titles: ['Стока', 'Цена', 'Цена на едро'],
      columns: { prices: [{ title: 'Цена на едро' }] },
    }
    await dialog.getByLabel(texts.load).setInputFiles({
      name: 'r.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(recipe)),
    })
    await page.getByText(texts.misfit).waitFor()
    expect(await usedColumns(visitor)).toEqual([`${texts.price} Цена`, `${texts.name} Стока`])
  })

  it('BULK-03 BULK-07 · the file card names the used columns; another header row can be chosen, also after a reload', async () => {
    const visitor = await app.visitor(lang)
    const { page } = visitor
    await upload(visitor, TWO_LISTS)
    await eventually(() => usedColumns(visitor)).toEqual([
      `${texts.price} Цена на дребно`,
      `${texts.name} Стока`,
      `${texts.currency} Валута`,
    ])

    const adjust = adjustOf(visitor)
    await adjust.click()
    const dialog = dialogOf(visitor)
    const header = dialog.getByLabel(texts.header)
    expect(await header.locator('option').allInnerTexts()).toEqual([
      texts.noHeader,
      '1: Стока · Цена на дребно · Валута',
      '2: Хляб · 1,95 · BGN',
      '4: Име · Старо · Цена',
      '5: Сирене · 3,00 · 4,00',
      '6: Мляко · 3,00 · 5,00',
    ])
    await header.selectOption({ label: '4: Име · Старо · Цена' })
    const samples = dialog.getByRole('table', { name: texts.samples })
    await eventually(() => samples.getByRole('columnheader').allInnerTexts()).toEqual([
      'Име',
      'Старо',
      'Цена',
    ])
    expect(await dialog.getByLabel(texts.priceColumn).inputValue()).toBe('2')
    await dialog.getByRole('button', { name: texts.apply }).click()
    await eventually(() => countsOf(page)).toEqual([2, 0, 0])
    await eventually(() => usedColumns(visitor)).toEqual([`${texts.price} Цена`, `${texts.name} Име`])

    await page.reload()
    await eventually(() => usedColumns(visitor)).toEqual([`${texts.price} Цена`, `${texts.name} Име`])
    await adjust.click()
    expect(await header.inputValue()).toBe('3')
    await header.selectOption({ label: texts.noHeader })
    await eventually(() => samples.getByRole('columnheader').nth(2).innerText()).toBe(texts.column)
    await dialog.getByLabel(texts.priceColumn).selectOption({ label: texts.column })
    await dialog.getByRole('button', { name: texts.apply }).click()
    // Two prices of the second list are valid; its titles and the first list have no price in this column; one row is empty.
    await eventually(() => countsOf(page)).toEqual([2, 3, 1])
  })

  it('BULK-07 · a large file is read again for another header row without losing the choice; Escape cancels', async () => {
    const visitor = await app.visitor(lang)
    const { page } = visitor
    const rows = Array.from({ length: 40_000 }, (_, i) => `Стока ${i};1,10;2,${10 + (i % 90)}`)
    await upload(visitor, csvFile('many.csv', ['Име;Цена;Нова', 'Код;Общо;Цена', ...rows].join('\n')))
    await eventually(() => usedColumns(visitor)).toEqual([`${texts.price} Цена`, `${texts.name} Име`])
    // The file is stored after the rows.
    await eventually(() => isStoredOnDevice(page, 'file')).toBe(true)
    await page.reload()
    await adjustOf(visitor).press('Enter')
    const dialog = dialogOf(visitor)
    const header = dialog.getByLabel(texts.header)
    await header.selectOption('1')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await adjustOf(visitor).evaluate((element) => element === document.activeElement)).toBe(true)

    await page.reload()
    await adjustOf(visitor).press('Enter')
    await header.selectOption('1')
    expect(await header.inputValue()).toBe('1')
    // Apply waits until the columns under the other header row are detected.
    await dialog.getByRole('button', { name: texts.apply }).click()
    await eventually(() => page.locator('section[aria-labelledby=file-title]').count()).toBe(1)
    await eventually(() => countsOf(page)).toEqual([40_000, 0, 0])
    await eventually(() => page.getByLabel(texts.firstPrice, { exact: true }).inputValue()).toBe(
      decimal('2.10', lang),
    )
    expect(await dialog.count()).toBe(0)
  })

  it('BULK-08 BULK-07 · a price disambiguated by its column is named without a question that blocks; applying unchanged columns keeps edits', async () => {
    const visitor = await app.visitor(lang)
    const { page } = visitor
    await upload(visitor, csvFile('told.csv', 'Стока;Цена, лв.\nА;12,50\nБ;3,250\nВ;7,10\n'))
    await page.getByText(texts.told, { exact: true }).waitFor()
    expect(await page.getByTestId('notice').filter({ hasText: '3,250' }).count()).toBe(0)

    const name = page.getByLabel(texts.firstName, { exact: true })
    await name.fill('Боб')
    await name.blur()
    await adjustOf(visitor).click()
    await dialogOf(visitor).getByRole('button', { name: texts.apply }).click()
    await eventually(() => page.getByRole('dialog').count()).toBe(0)
    expect(await name.inputValue()).toBe('Боб')

    // Without a known title the columns stay unchanged.
    await adjustOf(visitor).click()
    await dialogOf(visitor).getByLabel(texts.header).selectOption({ label: texts.noHeader })
    await dialogOf(visitor).getByText(texts.guess).waitFor()
    expect(await dialogOf(visitor).getByLabel(texts.priceColumn).inputValue()).toBe('1')
  })

  it('BULK-07 · on a phone the dialog shows two values of the name and the price, whole, and the other columns on request', async () => {
    const visitor = await app.visitor(lang, { viewport: { width: 390, height: 844 } })
    await upload(
      visitor,
      csvFile(
        'wide.csv',
        `Код;Наименование;Мярка;Доставна цена;Цена\n${['Хляб', 'Мляко', 'Сирене', 'Боб'].map((name, i) => `${i};${name};бр.;1,10;${i + 2},50`).join('\n')}\n`,
      ),
    )
    await adjustOf(visitor).click()
    const dialog = dialogOf(visitor)
    const samples = dialog.getByRole('table', { name: texts.samples })
    const heads = samples.getByRole('columnheader')
    expect(await heads.allInnerTexts()).toEqual(['Наименование', 'Цена'])
    expect(await samples.getByRole('cell').allInnerTexts()).toEqual(['Хляб', '2,50', 'Мляко', '3,50'])
    // The price is chosen above them.
    expect(
      await dialog.getByLabel(texts.priceColumn).evaluate((select) => {
        const table = select.closest('dialog')?.querySelector('table')
        return table ? select.getBoundingClientRect().bottom <= table.getBoundingClientRect().top : false
      }),
    ).toBe(true)
    const region = dialog.getByRole('region', { name: texts.samples })
    expect(await region.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
    await dialog.getByRole('button', { name: texts.others, exact: true }).click()
    expect(await heads.allInnerTexts()).toEqual(['Код', 'Наименование', 'Мярка', 'Доставна цена', 'Цена'])
  })

  it('BULK-07 · where no title names a price, none is chosen in advance, and the main button leads to the choice', async () => {
    const visitor = await app.visitor(lang, { viewport: { width: 390, height: 844 } })
    const { page } = visitor
    await chooseFile(visitor, csvFile('k.csv', 'Артикул;К1;К2\nХляб;1,95;3,10\nМляко;2,95;4,10\n'))
    const dialog = dialogOf(visitor)
    const apply = dialog.getByRole('button', { name: texts.apply, exact: true })
    const price = dialog.getByLabel(texts.priceColumn)
    expect(await price.inputValue()).toBe('')
    expect(await apply.getAttribute('aria-disabled')).toBe('true')
    const reason = await apply.getAttribute('aria-describedby')
    expect(await dialog.locator(`[id="${reason}"]`).innerText()).toBe(texts.first)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    // In the bar of the phone.
    const choose = page.getByRole('button', { name: texts.choose, exact: true }).filter({ visible: true })
    expect((await choose.boundingBox())?.y).toBeGreaterThan(700)
    await choose.click()
    await price.selectOption({ label: 'К2' })
    expect(await apply.getAttribute('aria-disabled')).toBeNull()
    expect(await dialog.getByText(texts.first).count()).toBe(0)
    await apply.click()
    await eventually(() => countsOf(page)).toEqual([2, 0, 0])
    await eventually(() => usedColumns(visitor)).toEqual([`${texts.price} К2`, `${texts.name} Артикул`])
  })

  it('BULK-07 · rows stored by an earlier version open the columns dialog', async () => {
    const visitor = await app.visitor(lang)
    const { page } = visitor
    await upload(visitor, TWO_LISTS)
    await eventually(() => page.evaluate(deleteFirstRows)).toBe(true)
    await page.reload()
    await adjustOf(visitor).click()
    const options = dialogOf(visitor).getByLabel(texts.header).locator('option')
    expect(await options.allInnerTexts()).toEqual([texts.noHeader, '1: …'])
  })
})

/** Deletes `firstRows` from the stored rows, as the first version stored them. Resolves to whether rows were stored. */
function deleteFirstRows(): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('levro')
    opening.addEventListener('error', () => reject(new Error('no database')))
    opening.addEventListener('success', () => {
      const store = opening.result.transaction('bulk', 'readwrite').objectStore('bulk')
      const reading = store.get('rows')
      reading.addEventListener('success', () => {
        const rows: { facts: { file: { detection: { firstRows?: unknown } } } } | undefined = reading.result
        if (rows) {
          delete rows.facts.file.detection.firstRows
          store.put(rows, 'rows')
        }
        store.transaction.addEventListener('complete', () => {
          opening.result.close()
          resolve(rows !== undefined)
        })
      })
    })
  })
}
