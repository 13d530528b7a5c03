import { oneOf } from './texts.ts'
import type { Currency } from '#money/currency.ts'

/**
 * The meaning of a column title (docs/price-lists.md). `foreign` is a currency that is not converted, `none`
 * is no price whatever its title contains.
 */
export const TITLE_KINDS = [
  'selling',
  'place',
  'list',
  'measure',
  'bare',
  'net',
  'wholesale',
  'promo',
  'cost',
  'old',
  'amount',
  'foreign',
  'none',
] as const

export type TitleKind = (typeof TITLE_KINDS)[number]

export type Title = {
  readonly text: string
  readonly kind: TitleKind
  /** The currency that the title names. */
  readonly currency?: Currency
  /** Its meaning is clear to a reader but not listed in the rules: a question about it is acceptable. */
  readonly isUnlisted?: boolean
}

export type Language = 'bg' | 'en'

type SellingKind = Extract<TitleKind, 'selling' | 'place' | 'list' | 'measure' | 'bare'>

/** Titles of the price that customers pay, as Bulgarian price lists and shop exports have them. */
export const SELLING_TITLES = {
  selling: {
    bg: oneOf(`
      Цена · Цени · Ед. цена · Ед.цена · Единична цена · Единична цена с ДДС · Ед. цена с ДДС · Ед.ц.
      Ед. ц. · ед.ц. с ДДС · Цена за единица · Цена ед. · Цена за бр. · Цена за 1 бр. · Цена за брой
      Цена/бр. · Цена бр. · Цена на бройка · Цена за опаковка · Цена за комплект · Продажна цена
      Прод. цена · Прод.цена · Прод. цена с ДДС · Продажна цена с ДДС · Пр. цена · Крайна цена
      Крайна цена с ДДС · Крайна продажна цена · Редовна цена · Редовна цена с ДДС · Нова цена
      Нова цена с ДДС · Актуална цена · Текуща цена · Настояща цена · Действаща цена · Клиентска цена
      Цена клиент · Потребителска цена · Нормална цена · Стандартна цена · Цена на дребно · Цена дребно
      Цена на дребно с ДДС · Ед. цена на дребно · Дребно · Цена с ДДС · Цена (с ДДС) · Цена с вкл. ДДС
      Цена вкл. ДДС · Цена с включен ДДС · Цена с 20% ДДС · Цена с включено ДДС · Цена, с ДДС
      Цена /с ДДС/ · Цена с ДДС за бр. · ПЦ · ПЦД · ПЦ с ДДС · П.Ц. · Цена към 01.05.2026
      Цена към 01.05.2026 г. · Цена 2026 · Цена 2026 г. · Цена от 1 май · Цена от 01.05.2026
      Цена (2026) · Цена за 2026 г. · Цена - май 2026 · Цена за месец май · Нова цена от 01.05.2026
      Нова цена 2026 · Актуална цена към 01.05.2026 · Цена с ДДС към 1 май · Цена днес
      Продажна цена 2026 · Цена за сезон 2026 · Цена на продукта · Цена на стоката · Цена на артикула
      Цена на артикул · Цена продукт · Продукт - цена · Наша цена · Цена, валидна днес · cena · Cena
      Ed. cena · Edinichna cena · Cena s DDS · Prodajna cena · Krajna cena · Cena na drebno
      Цена / Price · Цена/Price · Price / Цена · Цена (Price) · Price (Цена) · Цена⏎Price · Цена | Price
      Цена - Price · Ед. цена (Unit price) · Единична цена / Unit price · Ед. цена / Unit Price
      Единична цена⏎Unit price · Цена с ДДС / Price incl. VAT · Цена с ДДС (Price incl. VAT)
      Цена с ДДС⏎Price with VAT · Price incl. VAT / Цена с ДДС · Цена на дребно / Retail price
      Retail price / Цена на дребно · Продажна цена / Selling price · Крайна цена / Final price
      Цена за бр. / Price per piece · Редовна цена / Regular price · Нова цена / New price
      Клиентска цена / Customer price · Цена 2026 / Price 2026 · Цена за единица (Price per unit)
    `),
    en: oneOf(`
      Price · Prices · Unit price · Unit Price · Price per unit · Price/unit · Price each · Price ea.
      Retail price · Retail Price · Regular price · Selling price · Sell price · Customer price
      Consumer price · Final price · Current price · New price · Actual price · Our price · Normal price
      Price incl. VAT · Price incl VAT · Price with VAT · Price (incl. VAT) · Price inc. tax
      Gross price · Price gross · Price (VAT included) · Unit price incl. VAT · Retail price incl. VAT
      Variant Price · Product price · Item price · Price per piece · Price/pc · Price per pack · RRP
      RRP incl. VAT · Price 2026 · Price as of 01.05.2026 · Price from 01.05.2026 · New price 2026
      Price 05/2026 · unit_price · unitPrice · retail_price · selling_price · sell_price · product_price
      price_with_vat · priceInclVat · price_incl_tax · finalPrice · regular_price · current_price
      PRICE_RETAIL · Price / Цена · Unit price (Ед. цена) · Retail price / Цена на дребно
    `),
  },
  place: {
    bg: oneOf(`
      Цена в магазина · Цена в магазин · Цена магазин · Цена в аптека · Цена в аптеката · Цена аптека
      Цена за клиент · Цена за клиенти · Цена за клиента · Цена за краен клиент · Цена онлайн
      Онлайн цена · Цена в онлайн магазина · Цена на каса · Цена на рафта · Цена в обекта · Цена в сайта
      Цена на място · Цена в ресторанта · Цена в магазина / Store price · Цена в магазина с ДДС
      Цена в аптека с ДДС
    `),
    en: oneOf(`
      Store price · Shop price · Online price · Price in store · Web price · Price online · store_price
    `),
  },
  list: {
    bg: oneOf(`
      Каталожна цена · Базова цена · Препоръчителна цена · Препоръчителна цена на дребно
      Препоръчителна продажна цена · Каталожна цена с ДДС · Цена по каталог · Препоръчителна цена с ДДС
      Каталожна цена / List price
    `),
    en: oneOf(`
      List price · list_price · Recommended retail price · Catalogue price · Base price · MSRP · SRP
    `),
  },
  measure: {
    bg: oneOf(`
      Цена за кг · Цена за кг. · Цена/кг · Цена за 1 кг · Цена за килограм · Цена за л · Цена за л.
      Цена за литър · Цена за 100 г · Цена за 100 гр. · Цена за 100 мл · Цена на кг · Ед. цена за кг
      Цена за кв.м · Цена за м2 · Цена за метър · Цена за кг с ДДС · Цена за кг / Price per kg
    `),
    en: oneOf(`
      Price per kg · Price/kg · Price per litre · Price per 100 g · Price per m2 · price_per_kg
    `),
  },
  bare: {
    bg: oneOf(`
      лв. · лв · Лева · в лева · BGN · € · EUR · евро · Евро · в евро · Лв. с ДДС · Евро с ДДС
    `),
    en: oneOf(`
      BGN · EUR · € · Euro · Lev · EUR incl. VAT
    `),
  },
} satisfies Record<SellingKind, Record<Language, readonly [string, ...string[]]>>

const BARE_EURO = /EUR|€|евро/i

export function sellingTitle(kind: SellingKind, text: string): Title {
  if (kind !== 'bare') return { kind, text }
  return { kind, text, currency: BARE_EURO.test(text) ? 'EUR' : 'BGN' }
}

/** How a title names its currency after its words and a space, but before a comma and a line end. */
export const CURRENCY_TAILS = {
  BGN: oneOf(`
    (лв.) · , лв. · лв. · лв · в лева · BGN · (BGN) · , BGN · [лв.] · /лв./ · - лв. · ⏎лв. · в лв. · в BGN
    ⏎(лв) · / лв. · (лева) · - BGN · /BGN/
  `),
  EUR: oneOf(`
    (€) · , € · € · EUR · (EUR) · , EUR · евро · в евро · (евро) · /€/ · - EUR · ⏎€ · [EUR] · в EUR
    ⏎(EUR) · / EUR · Euro · в €
  `),
} satisfies Record<Currency, readonly [string, ...string[]]>

export const withTail = (title: string, tail: string): string =>
  /^[,\n]/.test(tail) ? title + tail : `${title} ${tail}`
