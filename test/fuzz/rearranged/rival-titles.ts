import { oneOf } from './texts.ts'
import type { Language, Title, TitleKind } from './price-titles.ts'

type Titles = Record<Language, readonly [string, ...string[]]>

/** Titles of other prices, each with its other meaning. */
export const RIVAL_TITLES = {
  net: {
    bg: oneOf(`
      Цена без ДДС · Цена (без ДДС) · Ед. цена без ДДС · Ед.ц. без ДДС · Цена, без ДДС · Нетна цена
      Цена нето · Продажна цена без ДДС · ПЦ без ДДС · Цена без ДДС / Price excl. VAT · Цена без данък
      Цена на дребно без ДДС · Крайна цена без ДДС · Цена⏎без ДДС · Цена без вкл. ДДС · Цена /без ДДС/
      Каталожна цена без ДДС · Нова цена без ДДС · Цена за бр. без ДДС · Cena bez DDS
      Единична цена без ДДС
    `),
    en: oneOf(`
      Net price · Price net · Price excl. VAT · Price excl VAT · Price without VAT · Price (excl. tax)
      Unit price net · net_price · priceExclVat · price_without_tax · Price ex VAT
      Unit price excl. VAT
    `),
  },
  wholesale: {
    bg: oneOf(`
      Цена на едро · Цена едро · Едро · Цена на едро с ДДС · Цена на едро без ДДС · Ед. цена на едро
      Цена за търговци · Цена търговец · Цена за търговец · Цена на едро / Wholesale price
      Wholesale price / Цена на едро · Цена⏎на едро · Cena na edro · Нова цена на едро
    `),
    en: oneOf(`
      Wholesale price · Wholesale · wholesale_price · Wholesale price incl. VAT · wholesalePrice
    `),
  },
  promo: {
    bg: oneOf(`
      Промо цена · Промоционална цена · Промоция · Цена промоция · Акция · Цена акция · Промо
      Намалена цена · Цена с отстъпка · Цена след отстъпка · Промо цена с ДДС · Промо цена / Promo price
      Промоционална цена с ДДС · Крайна промо цена · Ед. цена с отстъпка · Нова промо цена · Promo cena
    `),
    en: oneOf(`
      Sale price · Special price · Promo price · Discounted price · Promotional price · sale_price
      special_price · Price after discount · Sale Price
    `),
  },
  cost: {
    bg: oneOf(`
      Доставна цена · Дост. цена · Цена доставна · Себестойност · Доставна цена без ДДС
      Доставна ед. цена · Доставна цена / Cost price · Доставна цена с ДДС · Покупна цена
      Dostavna cena
    `),
    en: oneOf(`
      Cost · Cost price · Purchase price · Unit cost · cost_price · Cost per item · purchase_price
    `),
  },
  old: {
    bg: oneOf(`
      Стара цена · Предишна цена · Предходна цена · Стара цена с ДДС · Стара цена / Old price
      Предишна цена с ДДС · Стара ед. цена · Stara cena
    `),
    en: oneOf(`
      Old price · Previous price · Compare at price · old_price · Compare-at price
      Variant Compare At Price
    `),
  },
  amount: {
    bg: oneOf(`
      Стойност · Сума · Общо · Обща стойност · Обща сума · Стойност с ДДС · Стойност без ДДС
      Сума с ДДС · Общо с ДДС · Всичко · Обща стойност / Total value · Стойност / Amount · Сума / Total
      Общо (Total) · Общо без ДДС · Ст-ст
    `),
    en: oneOf(`
      Total · Amount · Value · Line total · Subtotal · Total amount · Total value · line_total
      Total incl. VAT
    `),
  },
  foreign: {
    bg: oneOf(`
      Цена USD · Цена в долари · Цена $ · Цена (USD) · Цена, USD · Цена в USD · Цена GBP · Цена RON
    `),
    en: oneOf(`
      Price USD · Price ($) · Price in USD · USD · Price GBP · Price (£) · price_usd
    `),
  },
} satisfies Partial<Record<TitleKind, Titles>>

/** Titles of other prices that a reader understands and the rules do not list. */
export const UNLISTED_TITLES = {
  wholesale: {
    bg: oneOf(`
      Дилърска цена · Цена за дилъри · Дистрибуторска цена · Партньорска цена · Цена B2B · Едрова цена
    `),
    en: oneOf(`
      Dealer price · Trade price · Reseller price · B2B price · Distributor price
    `),
  },
  promo: {
    bg: oneOf(`
      Специална цена · Цена с клубна карта · Клубна цена · Разпродажна цена · Цена след намаление
    `),
    en: oneOf(`
      Club price · Member price · Clearance price · Loyalty price
    `),
  },
  cost: {
    bg: oneOf(`
      Входна цена · Закупна цена · Цена от доставчика · Фактурна цена · Цена на доставчик
    `),
    en: oneOf(`
      Landed cost · Buying price · Supplier price
    `),
  },
  old: {
    bg: oneOf(`
      Цена преди намалението · Досегашна цена · Цена преди отстъпка · Цена преди промоцията
      Зачеркната цена
    `),
    en: oneOf(`
      Was price · Price before discount · Original price
    `),
  },
  amount: {
    bg: oneOf(`
      Обща цена · Цена общо · Крайна сума
    `),
    en: oneOf(`
      Total price · Extended price · total_price · Ext. price
    `),
  },
} satisfies Partial<Record<TitleKind, Titles>>

export type RivalKind = keyof typeof RIVAL_TITLES

/** The cells under a title that is no price. */
export type Content = 'percent' | 'money' | 'date' | 'code' | 'count' | 'weight' | 'text' | 'barcode'

export type NoPrice = { readonly content: Content; readonly titles: Titles }

/** Columns that hold no price; of the first ones the titles say 'price' all the same. */
export const NO_PRICES: readonly [NoPrice, ...NoPrice[]] = [
  {
    content: 'date',
    titles: {
      bg: oneOf(`
        Дата на цената · Цена валидна от · Валидна цена до · Дата на последна цена · Валидност на цената
        Цена - валидна до · Дата на промяна на цената · Цена в сила от
      `),
      en: oneOf(`
        Price date · Price valid from · Price valid until · Price updated on · price_date
      `),
    },
  },
  {
    content: 'percent',
    titles: {
      bg: oneOf(`
        Промяна на цената · Промяна на цената % · Изменение на цената, % · Разлика в цената, %
        Отстъпка от цената · Отстъпка от цената, % · % отстъпка от цената · Надценка върху цената
        Марж от цената
      `),
      en: oneOf(`
        Price change · Price change % · Price difference, % · Discount from price · Price margin %
      `),
    },
  },
  {
    content: 'money',
    titles: {
      bg: oneOf(`
        Доставка (цена) · Цена на доставката · Цена за доставка · Цена доставка · Цена на транспорта
        Депозит · Цена депозит · Разлика в цената · Промяна в цената · Доставка · Транспорт · Надценка
        Отстъпка · Отстъпка лв. · Марж · Разлика · Такса доставка · Депозит за амбалаж
      `),
      en: oneOf(`
        Delivery price · Shipping price · Deposit · Price difference · Shipping · Delivery · Discount
        Margin
      `),
    },
  },
  {
    content: 'code',
    titles: {
      bg: oneOf(`
        Код на цената · Ценови код · Код · Арт. № · Кат. № · Код на стоката · Номер · Артикулен номер
      `),
      en: oneOf(`
        Price code · SKU · Code · Part No. · Item No · ID · Variant SKU
      `),
    },
  },
  {
    content: 'percent',
    titles: {
      bg: oneOf(`
        Отстъпка % · % отстъпка · Отст. % · Надценка % · Марж % · ДДС % · ДДС · Намаление % · ТО %
      `),
      en: oneOf(`
        Discount % · Disc. % · Markup % · VAT % · VAT · Tax rate · Margin %
      `),
    },
  },
  {
    content: 'count',
    titles: {
      bg: oneOf(`
        Количество · К-во · Кол. · Наличност · Брой · Бр. · Мин. количество · Бр. в кашон · Склад
      `),
      en: oneOf(`
        Quantity · Qty · Stock · Pcs · In stock · Min. qty · Variant Inventory Qty
      `),
    },
  },
  {
    content: 'weight',
    titles: {
      bg: oneOf(`
        Тегло · Тегло, кг · Нето тегло · Нето, кг · Бруто кг · Грамаж · Обем · Разфасовка · Размер
      `),
      en: oneOf(`
        Weight · Net weight · Weight (kg) · Gross weight · Volume · Size
      `),
    },
  },
  {
    content: 'barcode',
    titles: {
      bg: oneOf(`
        Баркод · EAN · EAN13 · Бар код
      `),
      en: oneOf(`
        Barcode · EAN · GTIN · UPC
      `),
    },
  },
  {
    content: 'date',
    titles: {
      bg: oneOf(`
        Дата · Валидна от · Валидна до · Последна промяна · Срок на годност
      `),
      en: oneOf(`
        Date · Valid from · Valid until · Updated
      `),
    },
  },
  {
    content: 'text',
    titles: {
      bg: oneOf(`
        Категория · Група · Марка · Бележка · Производител · Мярка · Опаковка · Ценова група · Вид цена
      `),
      en: oneOf(`
        Category · Brand · Note · Unit · Vendor · Type · Price group · Price type
      `),
    },
  },
]

export const rivalTitle = (kind: RivalKind, text: string): Title => ({ kind, text })
