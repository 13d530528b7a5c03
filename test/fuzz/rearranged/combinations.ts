import { oneOf } from './texts.ts'
import { askProduct, type Answer } from '../product.ts'

/** Titles under which a Bulgarian shop keeps its selling price. */
export const SENSIBLE_TITLES: readonly string[] = oneOf(`
  Цена · Price · Ед. цена · Ед.ц. · Единична цена · Единична цена с ДДС · Цена за единица · Цена за бр.
  Цена/бр. · Продажна цена · Прод. цена · Крайна цена · Редовна цена · Нова цена · Актуална цена
  Текуща цена · Клиентска цена · Цена клиент · Цена за клиента · Цена на дребно · Дребно · Цена с ДДС
  Цена (с ДДС) · Цена вкл. ДДС · Цена с включен ДДС · ПЦ · ПЦ с ДДС · ПЦД · Цена лв. · Цена (лв.)
  Цена, лв. · Цена в лева · Цена BGN · Цена в евро · Цена € · Цена EUR · Цена с ДДС, лв. · Цена за кг
  Цена за л · Цена за 100 г · Цена/кг · Цена в магазина · Цена в аптека · Онлайн цена · Каталожна цена
  Базова цена · Препоръчителна цена · Цена към 01.05.2026 · Цена 2026 · Нова цена от 01.05.2026
  Цена / Price · Цена с ДДС / Price incl. VAT · Ед. цена (Unit price) · Цена (Price) · Цена⏎Price
  Единична цена / Unit price · Цена на дребно / Retail price · Unit price · Retail price · Regular price
  Selling price · Price incl. VAT · Final price · List price · Variant Price · unit_price · RRP
  Price per kg · cena · Cena s DDS · ЦЕНА С ДДС
`)

export const SEVEN_RIVALS: readonly string[] = [
  'Цена без ДДС',
  'Цена на едро',
  'Промо цена',
  'Сума',
  'Доставна цена',
  'Стара цена',
  'Отстъпка',
]

type Combination = {
  readonly title: string
  readonly rival: string
  readonly order: 'price first' | 'rival first'
}

export const COMBINATIONS: readonly Combination[] = SENSIBLE_TITLES.flatMap((title) =>
  SEVEN_RIVALS.flatMap((rival) => [
    { title, rival, order: 'price first' as const },
    { title, rival, order: 'rival first' as const },
  ]),
)

const PRODUCTS = [
  ['Стока 1', '12,00', '9,90'],
  ['Стока 2', '8,50', '6,75'],
  ['Стока 3', '104,20', '83,40'],
] as const

const PRICES = ['12', '8.5', '104.2']

/** `right`, `asked`, `refused` or the reading of a table of a name, a selling price and another price. */
export async function tryCombination({ title, rival, order }: Combination): Promise<string> {
  const line = (name: string, price: string, other: string): string =>
    [name, ...(order === 'price first' ? [price, other] : [other, price])].join(';')
  const text = [
    line('Име', `"${title}"`, rival),
    ...PRODUCTS.map((row) => line(row[0], row[1], row[2])),
    '',
  ].join('\n')
  const answer = await askProduct({ fileName: 'list.csv', bytes: new TextEncoder().encode(text) })
  return told(answer)
}

function told(answer: Answer): string {
  if (answer.kind !== 'read') return answer.kind
  const isRight =
    answer.rows.length === PRICES.length &&
    answer.rows.every(({ price }, i) => Number(price) === Number(PRICES[i]))
  return isRight ? 'right' : `reads ${answer.rows.map(({ price }) => price).join(', ')} of '${answer.taken}'`
}
