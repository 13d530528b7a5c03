import { describe, expect } from 'vitest'
import {
  countsOf,
  csvFile,
  chooseFile,
  type Visitor,
  pasteInto,
  readAlert,
  startApp,
  startTypedRows,
  eventually,
  upload,
} from './steps.ts'
import { workbookFile } from './files.ts'
import { inTurn, LANGS, decimal } from './words.ts'

const app = startApp()

const TEXTS = {
  bg: {
    counts: ['2 валидни', '1 невалиден', '1 празен'],
    cost: '2 жетона',
    nothing: 'Въведете поне една цена: 1 цена струва 1 жетон.',
    name: 'Име',
    states: ['Валиден', 'Невалиден', 'Празен', 'Валиден'],
    noPrice: 'Няма цена',
    garbled: 'Буквите не се четат правилно?',
    encoding: 'Кодировка',
    delimiter: 'Разделител',
    sheet: 'Лист',
    hidden: 'стари (скрит)',
    columns: 'Колони във файла',
    price: 'Цена (задължително)',
    samples: 'Примерни стойности от файла',
    apply: 'Приложете',
    adjust: 'Променете колоните',
    perPage: 'На страница',
    next: 'Напред',
    range: (first: number, last: number, total: number) => `${first}–${last} от ${total}`,
    add: 'Добавете ред',
    cell: (kind: 'price' | 'name', line: number) => `${kind === 'price' ? 'Цена' : 'Име'}, ред ${line}`,
    remove: (line: number) => `Изтрийте ред ${line}`,
    positive: 'Въведете положително число',
    noRows: 'Не открихме редове.',
    kept: 'Ред 7 е попълнен, затова остават 7 реда. Изтрийте излишните един по един или изчистете всичко.',
    rowCount: 'Брой редове',
    limit: 'Достигнахте ограничението от 100 реда при ръчно въвеждане',
  },
  en: {
    counts: ['2 valid', '1 invalid', '1 empty'],
    cost: '2 tokens',
    nothing: 'Enter at least one price: 1 price costs 1 token.',
    name: 'Name',
    states: ['Valid', 'Invalid', 'Empty', 'Valid'],
    noPrice: 'No price',
    garbled: 'Do the letters look wrong?',
    encoding: 'Encoding',
    delimiter: 'Delimiter',
    sheet: 'Sheet',
    hidden: 'стари (hidden)',
    columns: 'Columns of the file',
    price: 'Price (required)',
    samples: 'Sample values from the file',
    apply: 'Apply',
    adjust: 'Adjust columns',
    perPage: 'Per page',
    next: 'Next',
    range: (first: number, last: number, total: number) => `${first}–${last} of ${total}`,
    add: 'Add a row',
    cell: (kind: 'price' | 'name', line: number) => `${kind === 'price' ? 'Price' : 'Name'}, row ${line}`,
    remove: (line: number) => `Delete row ${line}`,
    positive: 'Enter a positive number',
    noRows: 'No rows detected.',
    kept: 'Row 7 is filled in, so 7 rows stay. Delete rows one by one, or clear them all.',
    rowCount: 'Number of rows',
    limit: "You've reached the 100-row limit for manual entry",
  },
}

const MIXED = csvFile('ceni.csv', 'Име;Цена\r\nХляб;1,95\r\nСирене;\r\n;\r\nМляко;3,10\r\n')
const priced = (count: number) =>
  csvFile(
    'many.csv',
    `Име,Цена\n${Array.from({ length: count }, (_, i) => `Стока ${i + 1},${i + 1}.50`).join('\n')}\n`,
  )

describe.each(LANGS)('bulk input, in %s', (lang) => {
  const it = inTurn(lang)
  const texts = TEXTS[lang]
  const rows = ({ page }: Visitor) => page.getByTestId('rows').locator('tr[data-row]')
  const cell = ({ page }: Visitor, kind: 'price' | 'name', line: number) =>
    page.getByLabel(texts.cell(kind, line), { exact: true })
  const row = (visitor: Visitor, line: number) =>
    rows(visitor).filter({ has: visitor.page.getByLabel(texts.cell('price', line), { exact: true }) })
  const button = ({ page }: Visitor, name: string) => page.getByRole('button', { name, exact: true })

  it('BULK-01 BULK-03 BULK-11 · an uploaded file shows its rows, counts and cost, with a word and an icon for each status', async () => {
    const visitor = await app.visitor(lang)
    const { page, words } = visitor
    await visitor.go('/converter?mode=bulk')
    await button(visitor, words.manual).waitFor()
    await upload(visitor, MIXED)
    expect(await page.getByTestId('counts').locator('li').allInnerTexts()).toEqual(texts.counts)
    expect(await page.getByTestId('cost').innerText()).toBe(texts.cost)
    await eventually(() => rows(visitor).count()).toBe(4)
    for (const [i, state] of texts.states.entries()) {
      expect(await rows(visitor).nth(i).locator('td').first().innerText()).toContain(state)
    }
    expect(await rows(visitor).nth(1).innerText()).toContain(texts.noPrice)
    const signs = await rows(visitor).evaluateAll((all) =>
      all.map((row) => row.querySelector('svg path')?.getAttribute('d')),
    )
    expect(new Set(signs.slice(0, 3)).size).toBe(3)
    await button(visitor, words.remove).click()
    await button(visitor, words.manual).waitFor()
  })

  it('BULK-13 · typed rows without a price say what is missing instead of a cost, and their columns are headed once', async () => {
    const visitor = await app.visitor(lang)
    const { page } = visitor
    await visitor.go('/converter?mode=bulk')
    await startTypedRows(visitor)
    const rail = page.getByTestId('review').locator('aside')
    expect(await rail.getByTestId('cost').innerText()).toBe(texts.nothing)
    expect(await rail.innerText()).not.toContain('€')
    expect(await page.getByTestId('rows').locator('thead th').nth(1).innerText()).toBe(texts.name)
  })

  it('BULK-15 · a file of titles alone is one without rows, and asks for no columns', async () => {
    const visitor = await app.visitor(lang)
    const { page, words } = visitor
    for (const text of ['Име;Цена\r\n', 'алфа,бета\n']) {
      await chooseFile(visitor, csvFile('titles.csv', text))
      const failure = page.getByRole('main').getByRole('alert')
      await failure.getByRole('heading', { name: texts.noRows, exact: true }).waitFor()
      expect(await page.getByRole('dialog').count()).toBe(0)
      await failure.getByRole('button', { name: words.tryAnother }).click()
    }
  })

  it('BULK-16 · encoding and delimiter are shown, and another delimiter reads the file again', async () => {
    const visitor = await app.visitor(lang)
    const legacy = Buffer.from(
      [...'Име;Цена\nХляб;1,95\nМляко;3,10\n'].map((c) =>
        c < '\x7f' ? c.charCodeAt(0) : c.charCodeAt(0) - 0x350,
      ),
    )
    await upload(visitor, { name: 'legacy.csv', mimeType: 'text/csv', buffer: legacy })
    await visitor.page.getByText(texts.garbled, { exact: true }).click()
    const encoding = visitor.page.getByLabel(texts.encoding)
    const delimiter = visitor.page.getByLabel(texts.delimiter)
    expect(await encoding.inputValue()).toBe('windows-1251')
    expect(await delimiter.inputValue()).toBe(';')
    await eventually(() => cell(visitor, 'name', 2).inputValue()).toBe('Хляб')
    await delimiter.selectOption('|')
    await eventually(() => visitor.page.getByLabel(texts.delimiter).inputValue()).toBe('|')
    await visitor.page.getByRole('dialog').waitFor()
    await visitor.page.keyboard.press('Escape')
    await visitor.page.getByRole('dialog').waitFor({ state: 'detached' })
    await visitor.page.getByLabel(texts.delimiter).selectOption(';')
    await eventually(() => cell(visitor, 'name', 2).inputValue()).toBe('Хляб')
  })

  it('BULK-17 · a sheet can be selected, and hidden sheets are marked', async () => {
    const visitor = await app.visitor(lang)
    await upload(visitor, workbookFile())
    const sheet = visitor.page.getByLabel(texts.sheet, { exact: true })
    expect(await sheet.locator('option').allInnerTexts()).toEqual(['нови', 'още', texts.hidden])
    expect(await sheet.inputValue()).toBe('нови')
    await eventually(() => rows(visitor).count()).toBe(2)
    await sheet.selectOption('стари')
    await eventually(() => rows(visitor).count()).toBe(3)
    await eventually(() => cell(visitor, 'price', 2).inputValue()).toBe(decimal('7.25', lang))
  })

  it('BULK-07 · without a price column a dialog with sample values asks for it, and the applied column is used', async () => {
    const visitor = await app.visitor(lang)
    const { page, words } = visitor
    await chooseFile(visitor, csvFile('none.csv', 'Код,Етикет,Бележка\nа1,сол,дребно\nа2,пипер,едро\n'))
    const dialog = page.getByRole('dialog', { name: texts.columns })
    await dialog.waitFor()
    expect(await dialog.getByRole('table', { name: texts.samples }).innerText()).toContain('пипер')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await button(visitor, words.remove).click()
    await button(visitor, words.manual).waitFor()

    // On the same page: the device removes deleted rows asynchronously.
    const input = page.getByLabel(words.upload).first()
    await eventually(() => input.count()).toBe(1)
    await input.setInputFiles(csvFile('odd.csv', 'алфа,бета\nсол,2.40 лв\nпипер,3.60 лв\n'))
    await page.getByRole('heading', { name: words.ready }).or(dialog).first().waitFor()
    if (!(await dialog.isVisible())) await button(visitor, texts.adjust).click()
    await dialog.getByLabel(texts.price).selectOption({ label: 'бета' })
    await dialog.getByRole('button', { name: texts.apply }).click()
    await page.getByRole('heading', { name: words.ready }).waitFor()
    await eventually(() => countsOf(page)).toEqual([2, 0, 0])
    await eventually(() => cell(visitor, 'price', 3).inputValue()).toBe(decimal('3.60', lang))
  })

  it('BULK-12 · uploaded rows are edited, added, deleted and paged', async () => {
    const visitor = await app.visitor(lang)
    const { page } = visitor
    await upload(visitor, priced(230))
    const size = page.getByLabel(texts.perPage)
    expect(await size.inputValue()).toBe('50')
    expect(await size.locator('option').allInnerTexts()).toEqual(['25', '50', '100', '200'])
    for (const count of ['25', '100', '200', '50']) {
      await size.selectOption(count)
      await eventually(() => rows(visitor).count()).toBe(Number(count))
    }
    await button(visitor, texts.next).click()
    await page.getByText(texts.range(51, 100, 230), { exact: true }).waitFor()
    await eventually(() => cell(visitor, 'name', 52).inputValue()).toBe('Стока 51')
    await cell(visitor, 'name', 52).fill('<b>Ново име</b> с твърде дълъг опис')
    await cell(visitor, 'price', 52).fill('')
    await cell(visitor, 'price', 52).pressSequentially('12,34')
    await cell(visitor, 'price', 53).fill('99999999999')
    await cell(visitor, 'price', 53).blur()
    // Angle brackets are removed, the text between them stays, and the name is cut to 25 characters.
    await eventually(() => cell(visitor, 'name', 52).inputValue()).toBe('bНово име/b с твърде дълъ')
    await eventually(() => cell(visitor, 'price', 52).inputValue()).toBe(decimal('12.34', lang))
    await eventually(() => cell(visitor, 'price', 53).inputValue()).toBe(decimal('9999999.99', lang))
    await eventually(() => countsOf(page)).toEqual([230, 0, 0])
    await cell(visitor, 'price', 53).fill('0')
    await cell(visitor, 'price', 53).blur()
    await row(visitor, 53).getByText(texts.positive, { exact: true }).waitFor()
    await eventually(() => countsOf(page)).toEqual([229, 1, 0])
    await button(visitor, texts.remove(53)).click()
    await eventually(() => countsOf(page)).toEqual([229, 0, 0])
    await button(visitor, texts.add).click()
    await page.getByText(texts.range(201, 230, 230), { exact: true }).waitFor()
    await eventually(() => countsOf(page)).toEqual([229, 0, 1])
  })

  it('BULK-12 · text that is not a price shows an error in its row and stays in the cell; Enter moves to the price below', async () => {
    const visitor = await app.visitor(lang)
    const { page } = visitor
    await upload(visitor, MIXED)
    for (const typed of ['-5', '1e3', '10-15', '0']) {
      await cell(visitor, 'price', 2).fill(typed)
      await cell(visitor, 'price', 2).press('Enter')
      await row(visitor, 2).getByRole('alert').getByText(texts.positive, { exact: true }).waitFor()
      await eventually(() => countsOf(page)).toEqual([1, 2, 1])
      expect(await cell(visitor, 'price', 2).inputValue()).toBe(typed)
    }
    expect(await cell(visitor, 'price', 3).evaluate((element) => element === document.activeElement)).toBe(
      true,
    )
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  it('BULK-08 BULK-12 · a price entered with separators or a currency is parsed as in a file', async () => {
    const visitor = await app.visitor(lang)
    await upload(visitor, MIXED)
    const price = cell(visitor, 'price', 2)
    for (const [pasted, shown, currency] of [
      ['1.234,56', '1234.56', 'BGN'],
      ['1,234.56', '1234.56', 'BGN'],
      ['€12,50', '12.50', 'EUR'],
      ['7 лв.', '7.00', 'BGN'],
    ] as const) {
      await price.fill(pasted)
      await price.blur()
      await eventually(() => price.inputValue()).toBe(decimal(shown, lang))
      await eventually(() => row(visitor, 2).locator('select').inputValue()).toBe(currency)
    }
  })

  it('BULK-12 BULK-13 BULK-19 · typed rows are numbered through, a filled one is named where fewer are wanted, and a paste is undone', async () => {
    const visitor = await app.visitor(lang)
    const { page } = visitor
    await visitor.go('/converter?mode=bulk')
    await startTypedRows(visitor)
    const lines = () => rows(visitor).evaluateAll((all) => all.map((one) => one.getAttribute('data-line')))
    const upTo = (last: number) => Array.from({ length: last }, (_, i) => String(i + 1))
    const wanted = page.getByLabel(texts.rowCount, { exact: true })
    for (const count of [10, 1, 10]) {
      await wanted.fill(String(count))
      await wanted.press('Enter')
      await eventually(lines).toEqual(upTo(count))
    }
    await cell(visitor, 'name', 7).fill('Кафе')
    await cell(visitor, 'name', 7).blur()
    await wanted.fill('3')
    await wanted.press('Enter')
    await page.getByText(texts.kept, { exact: true }).waitFor()
    await eventually(lines).toEqual(upTo(7))
    await pasteInto(cell(visitor, 'name', 7), 'Чай\t2,50\nМед\t9,90\n')
    await eventually(lines).toEqual(upTo(8))
    await eventually(() => countsOf(page)).toEqual([2, 0, 6])
    // In the cell of the paste, with nothing typed in it.
    await page.keyboard.press('ControlOrMeta+z')
    await eventually(lines).toEqual(upTo(7))
    expect(await cell(visitor, 'name', 7).inputValue()).toBe('Кафе')
    await page.keyboard.press('ControlOrMeta+z')
    await eventually(lines).toEqual(upTo(10))
  })

  it('BULK-12 BULK-13 · adding typed rows stops at 100 with an alert', async () => {
    const visitor = await app.visitor(lang)
    const { page } = visitor
    await visitor.go('/converter?mode=bulk')
    await startTypedRows(visitor)
    await eventually(() => rows(visitor).count()).toBe(5)
    await cell(visitor, 'name', 1).fill('Кафе')
    await cell(visitor, 'price', 1).fill('4.50')
    await cell(visitor, 'price', 1).blur()
    await eventually(() => countsOf(page)).toEqual([1, 0, 4])
    const add = button(visitor, texts.add)
    await add.evaluate((element: HTMLButtonElement) => {
      for (let i = 0; i < 100; i++) element.click()
    })
    await eventually(() => rows(visitor).count()).toBe(100)
    await add.click()
    expect((await readAlert(visitor)).text).toBe(texts.limit)
    expect(await rows(visitor).count()).toBe(100)
  })
})
