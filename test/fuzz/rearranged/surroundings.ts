import { type Texts, oneOf } from './texts.ts'
import type { Currency } from '#money/currency.ts'
import type { HeaderGroup } from './spec.ts'
import type { Language, Title } from './price-titles.ts'

/** Lines above a table that say nothing of its money. */
export const LINES_ABOVE = {
  bg: oneOf(`
    Ценова листа · ЦЕНОВА ЛИСТА 2026 · Ценоразпис · „Пример“ ООД
    "Алфа Трейд" ЕООД, гр. София, бул. България 1 · Тел. 02/123 45 67, факс 02/123 45 68 · ЕИК 123456789
    Валидна от 01.05.2026 г. · Дата: 01.05.2026 · office@example.com · Всички цени са крайни
    Цените са с включен ДДС · Приложение № 1 · Стр. 1 от 3 · 
  `),
  en: oneOf(`
    Price list · PRICE LIST 2026 · Example Ltd. · Valid from 01.05.2026 · Phone: +359 2 123 45 67
    Page 1 · 
  `),
} satisfies Record<Language, Texts>

/** Lines that name the rate or both currencies: no statement of one. */
export const BOTH_CURRENCIES = {
  bg: oneOf(`
    1 € = 1,95583 лв. · Фиксиран курс: 1 евро = 1.95583 лева · Цените са в лева и в евро
    Курс: 1 EUR = 1,95583 BGN · Цени в лв. и € по фиксирания курс 1,95583
  `),
  en: oneOf(`
    1 EUR = 1.95583 BGN · Exchange rate: €1 = 1.95583 lv. · Prices in BGN and EUR
  `),
} satisfies Record<Language, Texts>

export const LINES_BELOW = {
  bg: oneOf(`
    * Цените са с ДДС · Изготвил: И. Иванов · стр. 1 · Управител: ............ · Благодарим Ви!
    Забележка: наличностите се променят.
  `),
  en: oneOf(`
    Prices include VAT · Page 1 of 1 · Thank you! · Subject to change without notice
  `),
} satisfies Record<Language, Texts>

/** Statements of the currency of all prices. */
export const STATEMENTS = {
  BGN: {
    bg: oneOf(`
      Цените са в лева с ДДС · Всички цени са в лева · Цените са в лева · Цени в лева (BGN)
      Всички цени са в лв. с включен ДДС · Валута: BGN · * Посочените цени са в лева
      Цените са в български лева · Всички цени са в BGN
    `),
    en: oneOf(`
      All prices are in BGN · Prices in BGN · Currency: BGN · All prices in leva incl. VAT
    `),
  },
  EUR: {
    bg: oneOf(`
      Всички цени са в евро · Цените са в евро · Цените са в евро с ДДС · ВСИЧКИ ЦЕНИ СА В ЕВРО
      Всички цени са в EUR · Цени в евро (EUR) · Цените са в евро с включен ДДС. · Валута: EUR
      Валута: евро · * Посочените цени са в евро · Всички цени са в € · Ценова листа в евро
    `),
    en: oneOf(`
      All prices are in EUR · Prices in EUR · All prices in euro · Currency: EUR
      Prices are in euro incl. VAT
    `),
  },
} satisfies Record<Currency, Record<Language, Texts>>

export const SHEET_NAMES = {
  BGN: oneOf(`
    Цени лева · Ценова листа BGN · BGN · Prices BGN
  `),
  EUR: oneOf(`
    Цени евро · Ценова листа EUR · EUR · Prices EUR · Цени в евро
  `),
} satisfies Record<Currency, Texts>

export const FILE_NAMES = {
  BGN: oneOf(`
    ceni-bgn · Ценова листа в лева · price-list-BGN · цени_лева_2026
  `),
  EUR: oneOf(`
    prices-eur · Ценова листа в евро · price_list_EUR · ceni_evro · цени евро 2026
  `),
} satisfies Record<Currency, Texts>

const selling = (text: string, currency?: Currency): Title => titled('selling', text, currency)
const titled = (kind: Title['kind'], text: string, currency?: Currency): Title => ({
  kind,
  text,
  ...(currency && { currency }),
})

/** Titles over titles: none of the parts alone says all. */
export const GROUPS: Record<Language, readonly [HeaderGroup, ...HeaderGroup[]]> = {
  bg: [
    { above: 'Цена', parts: [titled('net', 'без ДДС'), selling('с ДДС')] },
    { above: 'Цена', parts: [selling('с ДДС'), titled('net', 'без ДДС')] },
    { above: 'Цени', parts: [selling('на дребно'), titled('wholesale', 'на едро')] },
    { above: 'Цени', parts: [titled('wholesale', 'на едро'), selling('на дребно')] },
    { above: 'Цена', parts: [selling('лв.', 'BGN'), selling('€', 'EUR')] },
    { above: 'Цена', parts: [selling('EUR', 'EUR'), selling('BGN', 'BGN')] },
    { above: 'Единична цена', parts: [titled('net', 'без ДДС'), selling('с ДДС')] },
    { above: 'Цена, лв.', parts: [titled('net', 'без ДДС', 'BGN'), selling('с ДДС', 'BGN')] },
    { above: 'Цена в евро', parts: [titled('net', 'без ДДС', 'EUR'), selling('с ДДС', 'EUR')] },
    { above: 'Цени в лева', parts: [titled('wholesale', 'Едро', 'BGN'), selling('Дребно', 'BGN')] },
    { above: 'Цена', parts: [titled('old', 'стара'), selling('нова')] },
    { above: 'Цена', parts: [selling('редовна'), titled('promo', 'промо')] },
    { above: 'Цена', parts: [titled('cost', 'доставна'), selling('продажна')] },
    {
      above: 'Цена',
      parts: [titled('cost', 'доставна'), titled('wholesale', 'на едро'), selling('на дребно')],
    },
  ],
  en: [
    { above: 'Price', parts: [titled('net', 'excl. VAT'), selling('incl. VAT')] },
    { above: 'Price', parts: [titled('net', 'net'), selling('gross')] },
    { above: 'Prices', parts: [titled('wholesale', 'Wholesale'), selling('Retail')] },
    { above: 'Price', parts: [selling('BGN', 'BGN'), selling('EUR', 'EUR')] },
    { above: 'Price', parts: [selling('Regular'), titled('promo', 'Sale')] },
    { above: 'Price', parts: [titled('old', 'Old'), selling('New')] },
  ],
}

/** Second groups of titles, of prices that are not the selling price. */
type RivalGroup = { readonly above: string; readonly kind: Title['kind'] }

export const RIVAL_GROUPS: Record<Language, readonly [RivalGroup, ...RivalGroup[]]> = {
  bg: [
    { above: 'Промо цена', kind: 'promo' },
    { above: 'Цена на едро', kind: 'wholesale' },
    { above: 'Стара цена', kind: 'old' },
    { above: 'Доставна цена', kind: 'cost' },
  ],
  en: [
    { above: 'Wholesale price', kind: 'wholesale' },
    { above: 'Old price', kind: 'old' },
    { above: 'Promo price', kind: 'promo' },
  ],
}

/** Lines with an amount that is no price of the list; `#` is replaced by the currency. */
export const MENTIONS: Record<Language, Texts> = {
  bg: oneOf(`
    Безплатна доставка над 50 # · Минимална поръчка: 100 # · Доставка: 5,00 #
  `),
  en: oneOf(`
    Free delivery over 50 # · Minimum order: 100 #
  `),
}

/** Titles over a group, for three rows of titles. */
export const TOPS: Record<Language, Texts> = {
  bg: oneOf(`
    Ценови условия · Магазин София · Цени 2026 · Търговски условия
  `),
  en: oneOf(`
    Pricing · Store 1 · Prices 2026
  `),
}

export const TOTAL_WORDS: Record<Language, Texts> = {
  bg: oneOf(`
    Общо · Общо: · ОБЩО · ОБЩО: · Всичко · Всичко: · Сума · Общо за всички · Общо лв. · Общо / Total
  `),
  en: oneOf(`
    Total · Total: · TOTAL · Grand total · Grand Total: · Sum total
  `),
}

export const GROUP_TOTAL_WORDS: Record<Language, Texts> = {
  bg: oneOf(`
    Общо за · Междинна сума · Общо · Междинна сума: · Всичко за · Общо: · Всичко
  `),
  en: oneOf(`
    Subtotal · Total for · Subtotal: · Total · Sub-total
  `),
}

/** Products whose names begin as totals do. */
export const LOOKALIKES: Record<Language, Texts> = {
  bg: oneOf(`
    Общо почистване · Total Quartz 5W-40 · Тотал 10W-40 · Общопочистващ препарат
    Всичко за дома - комплект
  `),
  en: oneOf(`
    Total Quartz 5W-40 · TOTAL Rubia 15W-40 · Colgate Total 75 ml · Total Care shampoo
  `),
}

export const SECTIONS: Record<Language, Texts> = {
  bg: oneOf(`
    Хлебни изделия · НАПИТКИ · Млечни продукти · ИНСТРУМЕНТИ
  `),
  en: oneOf(`
    Bakery · DRINKS · Dairy
  `),
}

export const NAME_TITLES: Record<Language, Texts> = {
  bg: oneOf(`
    Име · Наименование · Продукт · Стока · Артикул · Услуга · Име на продукта · Наименование на стоката
    Наименование на продукта · Наименование / Name · Продукт / Product · Стока/услуга · Описание
    НАИМЕНОВАНИЕ · Наименование (Product name)
  `),
  en: oneOf(`
    Name · Product · Product name · Item · Title · Description · Product Name · product_name · Article
  `),
}

export const CURRENCY_TITLES: Record<Language, Texts> = {
  bg: oneOf(`
    Валута · Вал. · ВАЛУТА · Валута на цената · Валута / Currency
  `),
  en: oneOf(`
    Currency · Cur. · Price currency · currency
  `),
}

export const PRODUCTS: Record<Language, Texts> = {
  bg: oneOf(`
    Хляб Добруджа · Сирене краве 400 г · Кашкавал Витоша · Прясно мляко 3,6% · Вода "Горна баня" 1,5 л
    Тръба 1/2" · Болт M8x20; поцинкован · Лампа LED 9W E27 · Олио слънчогледово 1 л · Захар 1 кг
    Боя бяла, 2,5 л · Четка за боядисване · Ориз Бисер · Леща · Шоколад млечен · Кафе мляно 200 г
    Сапун течен · Прах за пране 3 кг · Домати · Краставици · Моливи HB · Тетрадка А5
  `),
  en: oneOf(`
    Bread · Feta 400 g · Milk 3.6% · Mineral water 1.5 l · LED lamp 9W · Bolt M8x20 · Sugar
    White paint, 2.5 l · Brush · Rice · Coffee 200 g · Soap · Notebook A5 · Pencil HB · Olive oil
  `),
}
