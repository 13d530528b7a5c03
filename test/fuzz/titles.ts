import type { Currency } from '#money/currency.ts'
import type { Dice } from './dice.ts'

/** Titles of the price that a catalogue is converted by. */
const PRICES = [
  'Цена',
  'Price',
  'ЦЕНА',
  'Ед. цена',
  'Единична цена',
  'Продажна цена',
  'Цена с ДДС',
  'Unit Price',
  'unitPrice',
  'PRICE',
  'Regular price',
  'Редовна цена',
  'Цена на дребно',
  'ЦЕНА ЗА БР.',
  'Крайна цена',
  '"Цена"',
  '*Цена:',
  ' Цена ',
] as const

const IN_CURRENCY = {
  BGN: [
    'Цена (лв.)',
    'Цена, лв.',
    'Цена\nв лева',
    'Price BGN',
    'ЦЕНА ЛВ',
    'Цена с ДДС, лв.',
    'Цена / BGN',
    'Ед. цена лв.',
  ],
  EUR: [
    'Цена (€)',
    'Цена, EUR',
    'Цена\nв евро',
    'Price EUR',
    'ЦЕНА ЕВРО',
    'Цена с ДДС, €',
    'Price (Euro)',
    'Ед. цена €',
  ],
} as const satisfies Record<Currency, readonly string[]>

const IN_OTHER_MONEY = [
  'Цена USD',
  'Price ($)',
  'Цена в долари',
  'Price GBP',
  'Цена, £',
  'Цена (хил. лв.)',
  'Цена в стотинки',
  'Цена RON',
] as const

const NAMES = [
  'Наименование',
  'Име',
  'Product',
  'Name',
  'ПРОДУКТ',
  'Артикул',
  'Стока/услуга',
  'Наименование на\nстоката',
  'Title',
  'Модел',
  'Описание',
] as const

const CURRENCIES = ['Валута', 'Currency', 'ВАЛУТА', 'Код на валута'] as const

export const nameTitle = (dice: Dice): string => dice.pick(NAMES)
export const currencyTitle = (dice: Dice): string => dice.pick(CURRENCIES)
/** A price in money that is not converted, or in other units of it. */
export const otherMoneyTitle = (dice: Dice): string => dice.pick(IN_OTHER_MONEY)

export const priceTitle = (dice: Dice, currency: Currency | undefined): string =>
  dice.pick(currency === undefined ? PRICES : IN_CURRENCY[currency])

/** A column that is no price to convert by: its titles, and what is in it. */
export type ExtraColumn = {
  readonly titles: readonly [string, ...string[]]
  readonly cell: (dice: Dice, i: number) => string
}

const decimal = (dice: Dice): string => `${dice.from(1, 99)}${dice.pick([',', '.'])}${dice.from(10, 99)}`

export const EXTRAS: readonly [ExtraColumn, ...ExtraColumn[]] = [
  { titles: ['Количество', 'К-во', 'Qty', 'Quantity', 'Брой'], cell: (dice) => String(dice.from(1, 120)) },
  { titles: ['№', 'No', '#'], cell: (_dice, i) => String(i + 1) },
  { titles: ['Код', 'SKU', 'Код на стоката'], cell: (dice) => String(dice.from(1, 99_999)).padStart(6, '0') },
  { titles: ['Баркод', 'EAN', 'Barcode'], cell: (dice) => `380${dice.from(1_000_000_000, 1_999_999_999)}` },
  { titles: ['Мярка', 'Unit', 'М.ед.'], cell: (dice) => dice.pick(['бр', 'кг', 'л', '']) },
  { titles: ['Отстъпка %', 'Discount %', 'Отстъпка'], cell: (dice) => String(dice.from(0, 50)) },
  { titles: ['ДДС %', 'ДДС', 'VAT'], cell: (dice) => dice.pick(['20', '9', '20%']) },
  { titles: ['Дата', 'Валидна от', 'Date'], cell: (dice) => `${dice.from(10, 28)}.05.2026` },
  { titles: ['Стара цена', 'Old price', 'Стойност', 'Сума'], cell: decimal },
  { titles: ['Доставна цена', 'Cost', 'Покупна цена'], cell: decimal },
  {
    titles: ['Категория', 'Група', 'Бележка', 'Марка'],
    cell: (dice) => dice.pick(['', 'храни', 'ново, 2 бр.', 'А; Б']),
  },
  { titles: ['', 'Тегло', 'Размер'], cell: (dice) => dice.pick(['', '1,5', '0.5 кг', '100']) },
]
