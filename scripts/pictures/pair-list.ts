import { decimals, centsOf } from '#test/planted-pairs.ts'
import type { Lang } from '#test/e2e/words.ts'
import { priceList } from './price-list.ts'

/** Cents added to the right euro price, by 0-based row. */
const ERRORS: Readonly<Record<number, number>> = { 4: 1, 17: -1, 40: 1, 63: 12, 90: -1, 112: 100, 150: 1 }

/** The price list of the small shop with euro prices; with `isWrong`, seven of them are wrong. */
export function pairList(lang: Lang, { isWrong = false, header = true } = {}) {
  const { name, mimeType, buffer } = priceList(lang, { isFlawed: isWrong })
  const [titles = '', ...lines] = buffer.toString().split('\r\n')
  const rows = lines.map((line, i) => {
    const [, price = ''] = line.split(';')
    if (!/^\d+\.\d\d$/.test(price)) return `${line};`
    const error = isWrong ? (ERRORS[i] ?? 0) : 0
    return `${line};${decimals(centsOf(Number(price.replace('.', ''))) + error)}`
  })
  const both = lang === 'bg' ? `${titles};Цена (€)` : `${titles};Price (EUR)`
  const first = header ? both : lang === 'bg' ? 'Наименование;А;Б' : 'Product;A;B'
  return { name, mimeType, buffer: Buffer.from([first, ...rows].join('\r\n')) }
}

const csv = (name: string, lines: readonly string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\r\n')),
})

const titlesIn = (lang: Lang): string =>
  lang === 'bg' ? 'Наименование;Цена (лв.);Цена (€)' : 'Product;Price (BGN);Price (EUR)'

const GOODS_BG = ['Хладилна витрина', 'Пещ за хляб', 'Кафемашина']
const GOODS_EN = ['Refrigerated display', 'Bread oven', 'Coffee machine']

/** Prices that can be read in two ways. */
export const ambiguousPairs = (lang: Lang) =>
  csv(lang === 'bg' ? 'ceni-na-edro.csv' : 'wholesale.csv', [
    titlesIn(lang),
    ...['12,500;6391,15', '23,950;12245,44', '8,700;4448,24'].map(
      (prices, i) => `${(lang === 'bg' ? GOODS_BG : GOODS_EN)[i]};${prices}`,
    ),
  ])

/** Twenty thousand pairs, with errors in two places and a few large ones. */
export function largePairList(lang: Lang) {
  const errorOf = (i: number): number => {
    if (i > 6000 && i < 7400) return i % 3 === 0 ? 1 : 0
    if (i > 13_000 && i < 13_500) return i % 5 === 0 ? -2 : 0
    return i === 17_040 ? 240 : 0
  }
  const lines = Array.from({ length: 20_000 }, (_, i) => {
    const stotinki = 99 + ((i * 7919) % 90_000)
    return `${lang === 'bg' ? 'Артикул' : 'Item'} ${i + 1};${decimals(stotinki)};${decimals(centsOf(stotinki) + errorOf(i))}`
  })
  return csv(lang === 'bg' ? 'sklad-2026.csv' : 'stock-2026.csv', [titlesIn(lang), ...lines])
}
