import { referenceAmounts } from '#test/reference-rate.ts'
import { OTHER_FILES } from '#test/fixtures/catalogues/other-files.ts'
import { describe, expect } from 'vitest'
import { named } from './files.ts'
import { shown } from './reference.ts'
import { csvFile, chooseFile, eventually, startApp, upload } from './steps.ts'
import { inTurn, LANGS } from './words.ts'

const app = startApp()

const TEXTS = {
  bg: {
    unsupported: 'Неподдържан вид файл. Изберете CSV, XLSX или JSON.',
    pdf: 'Файлът е PDF. Поискайте ценовата листа като Excel или CSV или копирайте таблицата в електронна таблица и я запазете като XLSX.',
    empty: 'Файлът е празен (0 байта). Експортирайте или изтеглете го отново.',
    lock: 'Файлът е временен: LibreOffice го създава, докато документът е отворен. Изберете самия документ – името му не започва с „.~lock.“.',
    sentences: {
      ZIP: 'Файлът е ZIP-архив с 3 файла, сред които readme.txt, prices.csv, но без ценова листа, която можем да прочетем. Запазете ценовата листа като CSV или Excel и изберете нея.',
      'ZIP of one file':
        'Файлът е ZIP-архив с един файл, цени.bin, от който не можем да прочетем цени. Запазете ценовата листа като CSV или Excel и изберете нея.',
      'gzip of gzip':
        'Файлът е архив в друг архив (gzip). Разархивирайте външния и изберете вътрешния или направо файла с цените.',
      '7z': 'Файлът е архив (7z). Разархивирайте го и изберете файла с цените.',
      base64:
        'Файлът е текст, кодиран за изпращане по имейл (base64). Отворете писмото с пощенската си програма и запазете прикачения файл оттам.',
      'DBF of dBase 7':
        'Файлът е таблица на dBase 7 (DBF). Отворете го с програмата, която го е създала, и го запазете като DBF на dBase III–V, като XLSX или CSV.',
      'XML feed with tables in it':
        'Файлът е XML с коренов елемент „rss“. Експортирайте продуктите като CSV или XLSX или отворете файла с Excel и го запазете като XLSX.',
    } as Record<string, string>,
    edited: 'Сегашните редове и направените в тях промени ще бъдат премахнати.',
    open: 'Отворете другия файл',
    start: 'Файлът е ',
    reasons: [
      'Нито един ред няма валидна цена в „Цена“.',
      'Друга валута: 4 реда (2, 3, 4, …), например „$12.50“',
      'Няма цена: на ред 6',
      'Първо превалутирайте тези цени в лева или в евро – или изберете друга колона.',
    ],
  },
  en: {
    unsupported: 'Unsupported file type. Please upload CSV, XLSX, or JSON.',
    pdf: 'The file is a PDF document. Ask for the list as Excel or CSV, or copy its table into a spreadsheet and save that as XLSX.',
    empty: 'The file is empty (0 bytes). Export or download it again.',
    lock: 'The file is a temporary one that LibreOffice keeps while a document is open. Choose the document itself: its name does not begin with “.~lock.”.',
    sentences: {
      ZIP: 'The file is a ZIP archive with 3 files, readme.txt, prices.csv among them, but no price list that we can read. Save the price list as CSV or Excel and choose that.',
      'ZIP of one file':
        'The file is a ZIP archive with one file, цени.bin, from which we can read no prices. Save the price list as CSV or Excel and choose that.',
      'gzip of gzip':
        'The file is an archive within another archive (gzip). Unpack the outer one and choose the inner one, or the file with the prices itself.',
      '7z': 'The file is an archive (7z). Unpack it and choose the file with the prices.',
      base64:
        'The file is text encoded for sending by email (base64). Open the message in your mail program and save the attached file from there.',
      'DBF of dBase 7':
        'The file is a table of dBase 7 (DBF). Open it in the program that made it and save it as a DBF of dBase III to V, as XLSX or CSV.',
      'XML feed with tables in it':
        'The file is XML with the root element “rss”. Export the products as CSV or XLSX, or open the file in Excel and save it as XLSX.',
    } as Record<string, string>,
    edited: 'The rows that are here now and your changes to them will be removed.',
    open: 'Open the other file',
    start: 'The file is ',
    reasons: [
      'No row has a valid price in “Цена”.',
      'Another currency: 4 rows (2, 3, 4, …), for example “$12.50”',
      'No price: in row 6',
      'Convert these prices to lev or euro first, or choose another column.',
    ],
  },
}

describe.each(LANGS)('error messages for files, in %s', (lang) => {
  const it = inTurn(lang)
  const texts = TEXTS[lang]

  it('READ-07 FILE-08 · an unsupported file is identified by its content, and the message suggests what to do', async () => {
    const visitor = await app.visitor(lang)
    const { page, words } = visitor
    const failure = page.getByRole('main').getByRole('alert')
    await visitor.go('/converter?mode=bulk')
    const errorOf = async (name: string, bytes: Uint8Array | string) => {
      await page
        .getByLabel(words.upload)
        .first()
        .setInputFiles(named(name, Buffer.from(bytes)))
      await failure.getByText(name, { exact: true }).waitFor()
      const title = await failure.getByRole('heading').innerText()
      const text = await failure.getByRole('paragraph').nth(1).innerText()
      await failure.getByRole('button', { name: words.tryAnother }).click()
      return { title, text }
    }
    for (const [i, { title: what, bytes }] of OTHER_FILES.entries()) {
      const { title, text } = await errorOf(`list-${i}.csv`, bytes)
      expect(title, what).toBe(words.unreadable)
      expect(text.startsWith(texts.start), `${what}: ${text}`).toBe(true)
      expect(text, what).not.toMatch(/undefined|\{[a-z]+\}|\(\)/)
      if (texts.sentences[what] !== undefined) expect(text).toBe(texts.sentences[what])
    }
    const pdf = OTHER_FILES.find(({ title }) => title === 'PDF')?.bytes ?? ''
    expect(await errorOf('list.pdf', pdf)).toEqual({ title: texts.unsupported, text: texts.pdf })
    expect((await errorOf('empty.csv', '')).text).toBe(texts.empty)
    const lock = await errorOf('.~lock.prices.csv#', ',ivan,host,27.11.2026 10:15,file:///home/ivan;')
    expect(lock).toEqual({ title: texts.unsupported, text: texts.lock })
  })

  it('BULK-15 BULK-01 · the error stands in the sheet of the start, and rows typed instead are not named after the file', async () => {
    const visitor = await app.visitor(lang)
    const { page, words } = visitor
    await visitor.go('/converter?mode=bulk')
    await chooseFile(visitor, csvFile('prazen.csv', ''))
    const failure = page.getByRole('main').getByRole('alert')
    await failure.getByText('prazen.csv', { exact: true }).waitFor()
    expect(await page.locator('#failure-title').evaluate((title) => title === document.activeElement)).toBe(
      true,
    )
    await page.getByRole('button', { name: words.manual, exact: true }).click()
    await page.locator('#name-1').waitFor()
    expect(await failure.count()).toBe(0)
    expect(await page.getByRole('main').getByText('prazen.csv').count()).toBe(0)
  })

  it('BULK-15 CONV-10 · a file that cannot be read takes no rows away, also after a reload', async () => {
    const visitor = await app.visitor(lang)
    const { page, words } = visitor
    await upload(visitor, csvFile('цени.csv', 'Име;Цена\nХляб;1,20\nСирене;9,90\n'))
    await page.getByLabel(lang === 'bg' ? 'Име, ред 2' : 'Name, row 2', { exact: true }).fill('Питка')
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: words.otherFile }).click(),
    ])
    await chooser.setFiles(csvFile('празен.csv', ''))
    await page.getByRole('dialog').getByText(texts.edited, { exact: true }).waitFor()
    await page.getByRole('button', { name: texts.open, exact: true }).click()
    await page.getByRole('dialog').getByText(texts.empty).waitFor()
    await page.getByRole('dialog').getByRole('button').last().click()
    const rows = async () => {
      await page.getByRole('heading', { name: words.ready }).waitFor()
      await page.getByText('цени.csv').first().waitFor()
      const names = page.getByLabel(lang === 'bg' ? /^Име, ред/ : /^Name, row/)
      return names.evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value))
    }
    await eventually(rows).toEqual(['Питка', 'Сирене'])
    await page.reload()
    await eventually(rows).toEqual(['Питка', 'Сирене'])
    // Read again from the file.
    await page.getByRole('radio', { name: words.euro }).click()
    await page
      .getByText(shown(referenceAmounts('9.90', 'EUR').bgn, lang))
      .first()
      .waitFor()
  })

  it('READ-07 BULK-07 · without a valid price the dialog and the page show the reasons with the first rows', async () => {
    const visitor = await app.visitor(lang)
    const { page, words } = visitor
    await visitor.go('/converter?mode=bulk')
    await chooseFile(
      visitor,
      csvFile('usd.csv', 'Име;Цена\nХляб;$12.50\nМляко;$3\nСирене;$4\nБоб;$5\nЧай;\n'),
    )
    const dialog = page.getByRole('dialog')
    for (const reason of texts.reasons) await dialog.getByText(reason, { exact: true }).waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    for (const reason of texts.reasons)
      await page.getByRole('main').getByText(reason, { exact: true }).waitFor()
    // Another file that cannot be read brings these rows back, and its error alone: the columns were asked for already.
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: words.otherFile }).click(),
    ])
    await chooser.setFiles(csvFile('празен.csv', ''))
    await page.getByRole('button', { name: texts.open, exact: true }).click()
    await dialog.getByText(texts.empty).waitFor()
    await page.waitForTimeout(300)
    expect(await dialog.count()).toBe(1)
  })
})
