/** Texts and steps of a protocol, shared by its tests. */
import { type WorkBook, utils } from '@e965/xlsx'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { expect } from 'vitest'
import {
  convertAll,
  csvFile,
  type Visitor,
  type TestApp,
  eventually,
  upload,
  openResultRows,
} from './steps.ts'
import type { Lang } from './words.ts'

/** One row of each status; line numbers count from the header, which is line 1. */
export const catalogue = csvFile(
  'ценова листа.csv',
  [
    'Наименование;Цена;Валута',
    'Хляб „Добруджа“;10;BGN',
    'Стол;500;EUR',
    'Сирене;12,50;BGN',
    'По договаряне;;BGN',
    ';;',
    'Стотинка;0,001;BGN',
    'Мляко;3,10;BGN',
    'За махане;7,77;BGN',
    'Чай;1,95;BGN',
  ].join('\r\n'),
)

export const TEXTS = {
  bg: {
    columns: 'Променете колоните',
    apply: 'Приложете',
    show: 'Покажете изчисленията',
    protocol: 'Протокол',
    title: 'Протокол за превалутиране',
    purpose: 'Цел',
    by: 'Съставител',
    make: 'Изгответе протокола',
    input: { purpose: 'Коригираща декларация, декември', by: 'Мария Петрова' },
    sheets: ['Протокол', 'Редове', 'Изключения'],
    price: (line: number) => `Цена, ред ${line}`,
    remove: (line: number) => `Изтрийте ред ${line}`,
    sums: [
      '10 ÷ 1,95583 = 5,11292… → 5,11',
      '500 × 1,95583 = 977,915 → 977,92',
      '12,50 ÷ 1,95583 = 6,39115… → 6,39',
    ],
    spoken: '500 по 1,95583 е 977,915, закръглено 977,92',
    law: ['№ 1103/97, членове 4 и 5', 'Закон за въвеждане на еврото в Република България'],
    rows: '8: 6 валидни, 1 невалиден, 1 празен · 6 жетона',
    notes: {
      empty: 'Празен',
      none: 'Няма цена',
      zero: 'Превалутирана е на 0,00',
      changed: 'Променен на ръка, във файла: 3,10 лв.',
      removed: 'Премахнат на ръка, не е превалутиран',
    },
    bytes: `${catalogue.buffer.length} байта`,
    page: 'Страница 1 от 1',
    exceptions: 'Изключения: 5',
    typed: 'Въведени на ръка',
  },
  en: {
    columns: 'Adjust columns',
    apply: 'Apply',
    show: 'Show the calculations',
    protocol: 'Report',
    title: 'Conversion report',
    purpose: 'Purpose',
    by: 'Prepared by',
    make: 'Make the report',
    input: { purpose: 'Corrective return, December', by: 'Maria Petrova' },
    sheets: ['Report', 'Rows', 'Exceptions'],
    price: (line: number) => `Price, row ${line}`,
    remove: (line: number) => `Delete row ${line}`,
    sums: [
      '10 ÷ 1.95583 = 5.11292… → 5.11',
      '500 × 1.95583 = 977.915 → 977.92',
      '12.50 ÷ 1.95583 = 6.39115… → 6.39',
    ],
    spoken: '500 times 1.95583 is 977.915, rounded 977.92',
    law: ['No 1103/97, Articles 4 and 5', 'Act on the Introduction of the Euro'],
    rows: '8: 6 valid, 1 invalid, 1 empty · 6 tokens',
    notes: {
      empty: 'Empty',
      none: 'No price',
      zero: 'Converts to 0.00',
      changed: 'Changed by hand, in the file: 3.10 BGN',
      removed: 'Removed by hand, not converted',
    },
    bytes: `${catalogue.buffer.length} bytes`,
    page: 'Page 1 of 1',
    exceptions: 'Exceptions: 5',
    typed: 'Entered by hand',
  },
} satisfies Record<Lang, unknown>

export const SHA = createHash('sha256').update(catalogue.buffer).digest('hex')

/** Uploads the price list, edits row 8, deletes row 9, and converts. */
export async function converted(app: TestApp, lang: Lang): Promise<Visitor> {
  const user = await app.user(lang, 100)
  const { page } = user
  await upload(user, catalogue)
  const price = page.getByLabel(TEXTS[lang].price(8), { exact: true })
  await price.fill('3.20')
  await price.blur()
  await page.getByRole('button', { name: TEXTS[lang].remove(9), exact: true }).click()
  await eventually(() => page.getByLabel(TEXTS[lang].price(9), { exact: true }).count()).toBe(0)
  await convertAll(user)
  await openResultRows(user)
  return user
}

/** Creates a protocol in the browser and returns the path of the saved file. */
export async function protocol(
  { page, lang }: Visitor,
  format: 'PDF' | 'XLSX',
  folder: string,
): Promise<string> {
  const texts = TEXTS[lang]
  await page.getByRole('button', { name: texts.protocol, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(texts.purpose, { exact: true }).fill(texts.input.purpose)
  await dialog.getByLabel(texts.by, { exact: true }).fill(texts.input.by)
  await dialog.getByLabel(new RegExp(`^${format}`)).check()
  const make = dialog.getByRole('button', { name: texts.make })
  const [download] = await Promise.all([page.waitForEvent('download', { timeout: 60_000 }), make.click()])
  const extension = format.toLowerCase()
  expect(download.suggestedFilename()).toMatch(
    new RegExp(`levro-${lang === 'bg' ? 'protokol' : 'protocol'}(-[\\d-]+)?\\.${extension}$`),
  )
  const path = join(folder, `${lang}-${download.suggestedFilename()}`)
  await download.saveAs(path)
  return path
}

/** Replaces no-break spaces and collapses white space. */
export const withPlainSpaces = (text: string) => text.replaceAll('\u00a0', ' ').replace(/\s+/g, ' ').trim()

export const tablesOf = (book: WorkBook) =>
  book.SheetNames.map((name) =>
    utils
      .sheet_to_json<unknown[]>(book.Sheets[name] ?? {}, { header: 1, defval: null })
      .map((row) => row.map((cell) => (typeof cell === 'string' ? withPlainSpaces(cell) : cell))),
  )
