import { csvStyle, csvLine } from '#formats/csv/write.ts'
import type { Lang } from '#i18n/language.ts'
import { PRODUCT } from '#product/product.ts'
import type { Row } from '#pricelist/row.ts'
import { csvBlob, xlsxBlob } from './blobs.ts'

export const TEMPLATE_KINDS = ['csv', 'xlsx', 'json'] as const

export type TemplateKind = (typeof TEMPLATE_KINDS)[number]

const HEADER = {
  bg: ['Наименование', 'Цена', 'Валута'],
  en: ['Name', 'Price', 'Currency'],
} satisfies Record<Lang, readonly [string, string, string]>

const ROWS = {
  bg: [
    { name: 'Баница със сирене', price: '3.20', currency: 'BGN' },
    { name: 'Айран, 300 мл', price: '1.80', currency: 'BGN' },
    { name: 'Обедно меню', price: '12.50', currency: 'BGN' },
    { name: 'Торта, парче', price: '4.10', currency: 'EUR' },
    { name: 'Кафе на зърна, 1 кг', price: '1249.99', currency: 'BGN' },
  ],
  en: [
    { name: 'Cheese pastry', price: '3.20', currency: 'BGN' },
    { name: 'Ayran, 300 ml', price: '1.80', currency: 'BGN' },
    { name: 'Lunch menu', price: '12.50', currency: 'BGN' },
    { name: 'Cake, one slice', price: '4.10', currency: 'EUR' },
    { name: 'Espresso machine', price: '1249.99', currency: 'BGN' },
  ],
} satisfies Record<Lang, readonly Row[]>

/** A small price list to start from, in the user's language, which can be converted as it is (BULK-14). */
export async function makeTemplate(kind: TemplateKind, lang: Lang): Promise<Blob> {
  switch (kind) {
    case 'csv':
      return csvBlob(csvTemplate(lang))
    case 'json':
      return new Blob([`${JSON.stringify(ROWS[lang], null, 2)}\n`], { type: 'application/json' })
    case 'xlsx': {
      const { tableXlsx } = await import('#formats/xlsx/write/workbook.ts')
      const [sheetName, createdAt] = [HEADER[lang][1], new Date().toISOString()]
      const about = { lang, sheetName, title: PRODUCT.name[lang], createdAt, hasHeader: true }
      return xlsxBlob(tableXlsx(xlsxTemplate(lang), about))
    }
  }
}

function csvTemplate(lang: Lang): string[] {
  const { delimiter, mark } = csvStyle(lang)
  const rows = ROWS[lang].map(({ name, price, currency }) => [name, price.replace('.', mark), currency])
  return [HEADER[lang], ...rows].map((line) => csvLine(line, delimiter))
}

const xlsxTemplate = (lang: Lang) => [
  HEADER[lang],
  ...ROWS[lang].map(({ name, price, currency }) => [name, { number: price }, currency]),
]
