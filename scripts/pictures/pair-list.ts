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
