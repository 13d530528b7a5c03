/** Texts and actions of the price check. The texts are written here, never imported from the product. */
import type { Locator } from 'playwright-core'
import { decimals, type PlantedPair } from '#test/planted-pairs.ts'
import { csvFile, type Visitor, eventually, type Upload } from './steps.ts'

export const CHECK_WORDS = {
  bg: {
    mode: 'Проверка',
    sample: 'Опитайте с примерен файл',
    sampleFile: 'primerni-ceni.csv',
    sampleOff: '5 от 48 двойки цени не са точни.',
    figures: [
      'Проверени двойки',
      'Точни',
      'С разлика',
      'С точно 1 цент',
      'Най-голяма, на ред 46',
      'Сбор на разликите без знак',
    ],
    strip: 'Лента с двойки цени: 48, от тях точни: 43, с разлика: 5',
    where: 'Къде са разликите',
    share: 'Споделете като картина',
    protocol: 'Протокол от проверката',
    protocolTitle: 'Протокол от проверка на цени',
    named: 'С името на файла',
    save: 'Изтеглете PNG',
    shareFile: 'Споделете',
    headers: ['Име', 'В лева', 'В евро', 'Вярна цена'],
    garbled: 'Буквите не се четат правилно?',
    offline: 'Няма връзка с интернет. Проверката работи и без нея.',
    converter: 'Конвертор',
    choose: 'Файл с цени в лева и в евро',
    right: 'Всички 500 двойки цени са точни до цента.',
    off: (off: string, total: string) => `${off} от ${total} двойки цени не са точни.`,
    oneOff: '1 от 2 двойки цени не е точна.',
    onlyOff: 'Единствената двойка цени не е точна.',
    again: 'Проверете друг файл',
    eurOriginal: 'В евро',
    either: 'Без значение',
    columns: 'Кои колони да сравним?',
    noPair: 'По заглавията не познахме',
    lev: 'Цена в лева',
    euro: 'Цена в евро',
    compare: 'Сравнете',
    others: 'Променете колоните',
    found: 'Отново по заглавията',
    missing: '2 двойки не са проверени',
    reasons: ['Само цена в лева: 1 (ред 3)', 'Текст, който не е цена: 1 (ред 4)'],
    list: 'Двойки с разлика',
    row: (row: number) => `ред ${row}`,
    above: 'завишена',
    below: 'занижена',
    next: 'Напред',
    xlsx: 'Изтеглете XLSX',
    suffix: 'проверка',
    file: 'list-проверка',
    assumed: 'Никъде не пише, че „Цена на дребно“ е в лева.',
    encoding: 'Кодировка',
    unsupported: 'Неподдържан вид файл. Изберете CSV, XLSX или JSON.',
    suggested: 'Цената в евро сочи 12\u00a0500,00 лв.',
    decimals: /^12,50 лв\. = 6,39 €$/,
    thousands: '12 500',
    question: 'Как да четем цените?',
  },
  en: {
    mode: 'Check',
    sample: 'Try a sample file',
    sampleFile: 'sample-prices.csv',
    sampleOff: '5 of 48 pairs are off.',
    figures: [
      'Pairs checked',
      'Exact',
      'Off',
      'By exactly 1 cent',
      'Largest, in row 46',
      'Sum of the differences, without signs',
    ],
    strip: 'Strip of pairs of prices: 48, of them exact: 43, off: 5',
    where: 'Where the differences are',
    share: 'Share as a picture',
    protocol: 'Report on the check',
    protocolTitle: 'Report on a check of prices',
    named: 'With the name of the file',
    save: 'Download PNG',
    shareFile: 'Share',
    headers: ['Name', 'In lev', 'In euro', 'Right price'],
    garbled: 'Do the letters look wrong?',
    offline: 'No internet connection. The check works without it.',
    converter: 'Converter',
    choose: 'A file with prices in lev and in euro',
    right: 'All 500 pairs are right to the cent.',
    off: (off: string, total: string) => `${off} of ${total} pairs are off.`,
    oneOff: '1 of 2 pairs is off.',
    onlyOff: 'The only pair of prices is off.',
    again: 'Check another file',
    eurOriginal: 'In euro',
    either: 'Either',
    columns: 'Which columns are to be compared?',
    noPair: 'The titles do not tell',
    lev: 'Price in lev',
    euro: 'Price in euro',
    compare: 'Compare',
    others: 'Change the columns',
    found: 'By their titles again',
    missing: '2 pairs were not checked',
    reasons: ['Only a price in lev: 1 (row 3)', 'A text that is no price: 1 (row 4)'],
    list: 'Pairs that are off',
    row: (row: number) => `row ${row}`,
    above: 'too high',
    below: 'too low',
    next: 'Next',
    xlsx: 'Export XLSX',
    suffix: 'check',
    file: 'list-check',
    assumed: 'Nothing says that “Цена на дребно” is in lev.',
    encoding: 'Encoding',
    unsupported: 'Unsupported file type. Please upload CSV, XLSX, or JSON.',
    suggested: 'The euro price points to 12,500.00 BGN.',
    decimals: /^12\.50 BGN = €6\.39$/,
    thousands: '12,500',
    question: 'How should the prices be read?',
  },
} as const

export const plain = (text: string): string => text.replace(/\s+/g, ' ').trim()

export async function openCheck(visitor: Visitor): Promise<void> {
  await visitor.go('/check')
  await visitor.page.getByRole('heading', { name: CHECK_WORDS[visitor.lang].choose }).waitFor()
}

export async function chooseFile(visitor: Visitor, file: Upload): Promise<void> {
  await openCheck(visitor)
  await visitor.page.getByLabel(visitor.words.upload).setInputFiles(file)
}

/** Two pairs; the first is a mismatch. */
export const ONE_OF_TWO = 'Име;Цена лв.;Цена €\nа;1,96;1,01\nб;1,96;1,00\n'

/** Drops a file on the footer of the page. */
export const dropFile = ({ page }: Visitor, name: string, text: string): Promise<void> =>
  page.getByRole('contentinfo').evaluate(
    (target, [fileName, content]) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([content], fileName))
      for (const type of ['dragover', 'drop'])
        target.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
    },
    [name, text] as const,
  )

export const resultTitle = ({ page }: Visitor): Locator => page.locator('#check-title')

export async function checkFile(visitor: Visitor, file: Upload, title: string): Promise<void> {
  await chooseFile(visitor, file)
  await eventually(async () => plain(await resultTitle(visitor).innerText())).toBe(title)
}

export const rowsOf = ({ page }: Visitor): Locator => page.getByTestId('mismatches').locator('tbody tr')
export const cellsOf = async (row: Locator): Promise<string[]> =>
  (await row.locator('th, td').allInnerTexts()).map(plain)
export const button = ({ page }: Visitor, name: string): Locator =>
  page.getByRole('button', { name, exact: true })

export const listOf = (pairs: readonly PlantedPair[], titles = 'Име;Цена лв.;Цена €'): Upload =>
  csvFile(
    'list.csv',
    [titles, ...pairs.map(({ name, bgn, eur }) => `${name};${decimals(bgn)};${decimals(eur)}`)].join('\n'),
  )
