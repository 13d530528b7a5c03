import type { Lang } from '#test/e2e/words.ts'

/** Name in each language, price of the smallest package in stotinki, package sizes. */
type Goods = readonly [bg: string, en: string, price: number, ...sizes: string[]]

const GOODS: readonly Goods[] = [
  ['Сирене', 'Cheese', 749, '400 g', '800 g', '4 kg'],
  ['Кашкавал', 'Kashkaval', 1189, '400 g', '800 g'],
  ['Кисело мляко', 'Yoghurt', 169, '400 g', '1 kg'],
  ['Мляко', 'Milk', 295, '1 l', '2 l'],
  ['Масло', 'Butter', 465, '125 g', '250 g'],
  ['Лютеница', 'Lyutenitsa', 389, '280 g', '560 g'],
  ['Мед', 'Honey', 850, '250 g', '450 g', '900 g'],
  ['Боб', 'Beans', 1290, '500 g', '1 kg'],
  ['Ориз', 'Rice', 379, '500 g', '1 kg', '5 kg'],
  ['Брашно', 'Flour', 179, '1 kg', '2 kg', '5 kg'],
  ['Олио', 'Oil', 345, '1 l', '3 l', '5 l'],
  ['Розово масло', 'Rose oil', 4900, '1 ml', '5 ml'],
  ['Чай', 'Tea', 325, '20 g', '50 g'],
  ['Кафе', 'Coffee', 689, '100 g', '250 g', '500 g'],
  ['Халва', 'Halva', 419, '200 g', '400 g'],
  ['Локум', 'Lokum', 279, '140 g', '350 g'],
  ['Вино', 'Wine', 1499, '0,75 l', '3 l'],
  ['Вода', 'Water', 89, '0,5 l', '1,5 l', '10 l'],
  ['Домати', 'Tomatoes', 459, '500 g', '1 kg'],
  ['Череши', 'Cherries', 390, '500 g', '1 kg'],
  ['Орехи', 'Walnuts', 549, '150 g', '500 g'],
  ['Сапун', 'Soap', 350, '60 g', '100 g'],
]

/** A file with warnings: a column with euro prices, and the currency in its name. */
export const convertedList = (lang: Lang) =>
  csv('ceni-eur.csv', [
    lang === 'bg' ? 'Стока;Цена;Нова' : 'Item;Price;New',
    ...['19.90;10.17', '7.35;3.76', '129.00;65.96', '4.20;2.15'].map(
      (prices, i) => `${GOODS[i]![lang === 'bg' ? 0 : 1]};${prices}`,
    ),
  ])

/** An export of a shop with prices on sale and costs, one of them above the regular price. */
export const shopExport = (lang: Lang) =>
  csv('products_export_1.csv', [
    'Handle;Title;Variant SKU;Variant Price;Variant Compare At Price;Cost per item',
    ...['24.90;29.90;11.20', '48.00;40.00;19.50', '12.00;;4.10'].map(
      (prices, i) => `item-${i};${GOODS[i]![lang === 'bg' ? 0 : 1]};SKU-${i};${prices}`,
    ),
  ])

/** Names the currency of each price, some of which are neither in lev nor in euro. */
export const currencyList = (lang: Lang) =>
  csv(lang === 'bg' ? 'Валути.csv' : 'Currencies.csv', [
    lang === 'bg' ? 'Име;Цена;Валута' : 'Name;Price;Currency',
    ...['12.5;USD', '7.35;BGN', '129;TRY', '4.20;BGN', '1250.00;USD', '18.90;BGN', '3.5;TRY'].map(
      (price, i) => `${GOODS[i]![lang === 'bg' ? 0 : 1]};${price}`,
    ),
  ])

/** A list that asks two questions: which of the stated currencies is right, and how '1,500' is meant. */
export const questionsList = (lang: Lang) =>
  csv(lang === 'bg' ? 'мебели.csv' : 'furniture.csv', [
    lang === 'bg' ? 'Всички цени са в лева с ДДС;;' : 'All prices in BGN;;',
    ';;',
    lang === 'bg' ? 'Наименование;Код;Цена, EUR' : 'Product;Code;Price, EUR',
    ...GOODS.slice(0, 12).map(([bg, en], i) => `${lang === 'bg' ? bg : en};A${i};${i + 1},${i % 2}00`),
  ])

const csv = (name: string, lines: readonly string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\n')),
})

const UNITS: Record<string, string> = { g: 'г', kg: 'кг', l: 'л', ml: 'мл' }

/** Origin in each language, and its surcharge in percent. */
const ORIGINS: readonly (readonly [bg: string, en: string, percent: number])[] = [
  ['Родопи', 'Rodopi', 0],
  ['Тракия', 'Thrace', 7],
  ['Пирин', 'Pirin', -4],
  ['Рила', 'Rila', 13],
  ['Дунав', 'Danube', -9],
]

const IN_SMALLEST: Record<string, number> = { kg: 1000, l: 1000 }

const quantityOf = (size: string): number => {
  const [amount = '', unit = ''] = size.split(' ')
  return Number(amount.replace(',', '.')) * (IN_SMALLEST[unit] ?? 1)
}

/** Price in lev. Larger packages cost less per unit. `times` is the size relative to the smallest package. */
const priceOf = (smallest: number, times: number, percent: number): string =>
  ((smallest * times ** 0.93 * (100 + percent)) / 10_000).toFixed(2)

const sizeOf = (size: string, lang: Lang): string =>
  lang === 'bg' ? size.replace(/[a-z]+$/, (unit) => UNITS[unit] ?? unit) : size.replace(',', '.')

/** The price list of a small shop in lev, as a CSV file. With `isFlawed`, two of its rows have no valid price. */
export function priceList(lang: Lang, { isFlawed = false } = {}) {
  const inLang = <T>(bg: T, en: T): T => (lang === 'bg' ? bg : en)
  const rows = ORIGINS.flatMap(([bgOrigin, enOrigin, percent]) =>
    GOODS.flatMap(([bg, en, price, ...sizes]) =>
      sizes.map((size, _, [smallest = size]) => [
        `${inLang(bg, en)} ${inLang(bgOrigin, enOrigin)} ${sizeOf(size, lang)}`,
        priceOf(price, quantityOf(size) / quantityOf(smallest), percent),
      ]),
    ),
  )
  if (isFlawed) {
    rows.splice(2, 0, [
      inLang('Яйца размер L, 10 броя', 'Eggs size L, 10'),
      inLang('по договаряне', 'on request'),
    ])
    rows.splice(6, 0, [inLang('Сезонни плодове', 'Fruit of the season'), ''])
  }
  const header = inLang(['Наименование', 'Цена (лв.)'], ['Product', 'Price (BGN)'])
  const text = [header, ...rows].map((row) => row.join(';')).join('\r\n')
  return {
    name: inLang('ценова-листа.csv', 'price-list.csv'),
    mimeType: 'text/csv',
    buffer: Buffer.from(text),
  }
}

/** A list with everything to look at: titles below a note, net prices, a total, a euro price, a question, a text. */
export function mixedList(lang: Lang) {
  const inLang = <T>(bg: T, en: T): T => (lang === 'bg' ? bg : en)
  const rows = GOODS.flatMap(([bg, en, price, ...sizes]) =>
    sizes.map((size, _, [smallest = size]) => {
      const gross = priceOf(price, quantityOf(size) / quantityOf(smallest), 0)
      return [`${inLang(bg, en)}, ${sizeOf(size, lang)}`, (Number(gross) / 1.2).toFixed(2), gross]
    }),
  ).map(([name = '', ...prices], i) => [
    String(1001 + i),
    name,
    inLang('бр.', 'pc.'),
    ...prices.map((price) => price.replace('.', ',')),
  ])
  const piece = inLang('бр.', 'pc.')
  const sumOf = (column: number) =>
    rows
      .slice(0, 6)
      .reduce((sum, row) => sum + Number(row[column]?.replace(',', '.')), 0)
      .toFixed(2)
      .replace('.', ',')
  rows.splice(6, 0, ['', inLang('Общо: млечни', 'Total: dairy'), '', sumOf(3), sumOf(4)])
  rows.splice(9, 0, [
    '1190',
    inLang('Чай зелен, вносен, 100 г', 'Green tea, imported, 100 g'),
    piece,
    '',
    '€ 7,20',
  ])
  rows.splice(10, 0, ['1191', inLang('Кафемашина, 15 бара', 'Espresso machine, 15 bar'), piece, '', '1,250'])
  rows.splice(11, 0, [
    '1192',
    inLang('Наем на кафемашина', 'Espresso machine for rent'),
    inLang('месец', 'month'),
    '',
    inLang('по договаряне', 'on request'),
  ])
  rows.splice(14, 0, ['', '', '', '', ''])
  return csv(inLang('cenova-lista.csv', 'price-list.csv'), [
    inLang('Всички цени са в лева;;;;', 'All prices in BGN;;;;'),
    inLang(
      'Код;Наименование;Мярка;Цена без ДДС;Цена с ДДС',
      'Code;Product;Unit;Price without VAT;Price with VAT',
    ),
    ...rows.map((row) => row.join(';')),
  ])
}

/** A list with more columns than the sheet has room for. */
export function wideList(lang: Lang) {
  const inLang = <T>(bg: T, en: T): T => (lang === 'bg' ? bg : en)
  return csv(inLang('stoka.csv', 'goods.csv'), [
    inLang(
      'Код;Баркод;Наименование;Категория;Мярка;Произход и доставчик;Цена с ДДС;Доставна цена без ДДС;Наличност',
      'Code;Barcode;Product;Category;Unit;Origin and supplier;Price with VAT;Cost without VAT;In stock',
    ),
    ...GOODS.map(([bg, en, price], i) =>
      [
        1001 + i,
        3_800_201_000_000 + i * 7919,
        `${inLang(bg, en)} ${ORIGINS[i % 5]![inLang(0, 1)]}`,
        inLang(i % 2 ? 'Млечни продукти' : 'Бакалия', i % 2 ? 'Dairy products' : 'Grocery'),
        inLang(i % 3 ? 'бр.' : 'кг', i % 3 ? 'pc.' : 'kg'),
        inLang(`България, „Снабдяване ${i}“ ООД`, `Bulgaria, Supply ${i} Ltd`),
        priceOf(price, 1, 0),
        priceOf(price, 1, -40),
        12 + ((i * 17) % 90),
      ].join(';'),
    ),
  ])
}

/** A list with three prices of each product. */
export function tradeList(lang: Lang) {
  const inLang = <T>(bg: T, en: T): T => (lang === 'bg' ? bg : en)
  return csv(inLang('търговски-цени.csv', 'trade-prices.csv'), [
    inLang('Код;Наименование;Цена;Промо цена;Цена на едро', 'Code;Product;Price;Promo price;Wholesale price'),
    ...GOODS.map(([bg, en, price], i) =>
      [
        String(1001 + i),
        inLang(bg, en),
        priceOf(price, 1, 0),
        i % 3 === 0 ? priceOf(price, 1, -15) : '',
        priceOf(price, 1, -28),
      ].join(';'),
    ),
  ])
}

/** A list whose prices do not say how '1,250' is meant. */
export const questionList = (lang: Lang) =>
  csv(lang === 'bg' ? 'кафемашини.csv' : 'machines.csv', [
    lang === 'bg' ? 'Наименование;Цена (лв.)' : 'Product;Price (BGN)',
    ...GOODS.map(
      ([bg, en, price], i) =>
        `${lang === 'bg' ? bg : en};${i === 3 ? '1,250' : String(Math.round(price / 10))}`,
    ),
  ])
