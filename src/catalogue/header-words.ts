import { LETTERS, wholeWords } from './letter.ts'
import type { Currency } from '#domain/money.ts'

/** Of prices on sale: below all prices that hold always. */
export const RANK_OF_SALE = 60

/** Ranks of headers; the highest in the file wins, the leftmost of equals. */
const PRICE_RANKS: readonly (readonly [rank: number, headers: readonly string[]])[] = [
  [
    100,
    [
      'price',
      'цена',
      'ед цена',
      'единична цена',
      'продажна цена',
      'unit price',
      'цена за брой',
      'цена за бр',
      'цена бр',
      'цена за единица',
      'ед прод цена',
      'единична продажна цена',
      'прод цена',
      'цена продажна',
      'selling price',
      'sell price',
      'sales price',
      'list price',
      'item price',
      'product price',
      'price per unit',
      'цена на продукта',
      'цена на артикул',
      'цена на артикула',
      'цена на стоката',
      'каталожна цена',
      'базова цена',
      'cena',
      'ед ц',
      'edinichna cena',
      'ed cena',
      'prodajna cena',
      'цена за 1 бр',
      'единична',
      'base price',
    ],
  ],
  [
    95,
    [
      'regular price',
      'редовна цена',
      'нормална цена',
      'variant price',
      'цена на дребно',
      'price tax excl',
      'цена с ддс',
      'retail price',
      'price tax incl',
      'крайна цена',
      'пълна цена',
      'стандартна цена',
      'price with tax',
      'rrp',
      'msrp',
      'цена дребно',
      'final price',
      'gross price',
      'магазинна цена',
      'пцд',
      'на дребно',
      'дребно',
      'retail',
      'цена без отстъпка',
      'цена преди отстъпка',
      'price without discount',
    ],
  ],
  [90, ['цена без ддс', 'net price', 'price without tax', 'нетна цена']],
  [70, ['на едро', 'едро', 'wholesale']],
  [RANK_OF_SALE, ['промо', 'промоция', 'promo', 'special', 'sale']],
]

const NAME_RANKS: readonly (readonly [rank: number, headers: readonly string[]])[] = [
  [
    100,
    [
      'name',
      'title',
      'product',
      'item',
      'наименование',
      'име на продукт',
      'име на продукта',
      'наименование на продукта',
      'стока',
      'артикул',
      'услуга',
      'име',
      'продукт',
      'product name',
      'item name',
      'product title',
      'item title',
      'име на артикул',
      'име на артикула',
      'име на стока',
      'име на стоката',
      'наименование на стоката',
      'наименование на стока',
      'наименование на артикул',
      'наименование на артикула',
      'наименование на продукт',
      'наименование на услугата',
      'вид услуга',
      'service',
      'service name',
      'заглавие',
      'наименование продукт',
      'наименование артикул',
      'продукт услуга',
      'стока услуга',
      'naimenovanie',
      'stoka',
      'artikul',
      'ime',
      'produkt',
      'артикул наименование',
    ],
  ],
  [
    80,
    [
      'model',
      'модел',
      'стока име за печат',
      'ястие',
      'продукти',
      'стоки',
      'артикули',
      'услуги',
      'products',
      'items',
    ],
  ],
  [
    50,
    ['description', 'handle', 'описание', 'item description', 'product description', 'описание на продукта'],
  ],
]

const exactRank = (ranks: typeof PRICE_RANKS): ReadonlyMap<string, number> =>
  new Map(ranks.flatMap(([rank, headers]) => headers.map((header) => [header, rank] as const)))

export const PRICES = exactRank(PRICE_RANKS)
export const NAMES = exactRank(NAME_RANKS)

/** Words that say which of several prices it is, the least wanted first; a header takes the first that fits. */
export const PRICE_WORDS: readonly (readonly [rank: number, word: RegExp])[] = [
  [30, wholeWords('old|стар[аи]|предишна|compare at|was|стойност|сума|total|общо|subtotal|amount|value')],
  [40, wholeWords('cost|costs|доставн[аи]|доставка|purchase|buying|покупна|себестойност|входяща')],
  [
    RANK_OF_SALE,
    wholeWords(
      `sale|special|promo[${LETTERS}]*|промо[${LETTERS}]*|намален[${LETTERS}]*|акция|discounted|отстъпка|offer|deal`,
    ),
  ],
  [70, wholeWords('едро|wholesale|bulk|търговец|дистрибутор')],
]

export const PRICE_WORD = wholeWords('price|prices|цена|цени')

/** With one of these a header with the word price is about something else. */
export const NO_PRICE = wholeWords(
  'количество|к-во|кол|quantity|qty|код|code|sku|баркод|barcode|ean|дата|date|дати|от дата|до дата|валидна|валидност|valid|' +
    'starts|ends|start|end|from|to|ддс|vat|отстъпка|discount|процент|percent|марка|brand|show|type|вид|тип|list|листа|' +
    'група|group|category|категория|currency|валута|мярка|unit of|rule|rules|id|номер|number|rank|label|note|бележка|' +
    'история|history|per kg|промяна|change|status|включена|included|text|visible|hide|source|източник',
)

export const NAME_WORD = wholeWords(
  'name|names|title|product|products|item|наименование|име|продукт|продукта|продукти|стока|стоки|стоката|артикул|артикула|' +
    'услуга|услуги|услугата|model|модел|ястие|ястия|description|описание|handle',
)

export const NO_NAME = wholeWords(
  'код|кода|code|id|ids|sku|баркод|barcode|ean|upc|gtin|isbn|номер|number|no|цена|price|количество|quantity|qty|' +
    'мярка|category|категория|категории|група|group|type|тип|вид|марка|brand|производител|manufacturer|доставчик|supplier|' +
    'vendor|url|link|линк|image|снимка|снимки|picture|photo|дата|date|тегло|weight|size|размер|color|цвят|tags|tag|' +
    'meta|seo|stock|наличност|статус|status|партида|магазин|store|обект|file|user|customer|клиента?|фирма|company|' +
    'валута|currency|стойност|сума|total|брой|count|sort|order|position|parent|shipping|tax|ддс|length|width|height',
)

export const CURRENCY_HEADERS: ReadonlySet<string> = new Set([
  'currency',
  'валута',
  'currency code',
  'код валута',
  'код на валута',
  'код на валутата',
  'curr',
  'вал',
  'price currency',
  'валута на цената',
  'currency iso',
  'парична единица',
  'variant currency',
  'валута цена',
  'ccy',
])

export const CURRENCY_WORDS = {
  BGN: wholeWords('bgn|lv|leva|lev|лв|лева|лев|левове'),
  EUR: wholeWords('eur|euro|euros|евро|€'),
} satisfies Record<Currency, RegExp>

/** Money that is not converted, and thousands or hundredths of it: such a column is no price in lev or euro. */
export const OTHER_MONEY = new RegExp(
  `(?!€)\\p{Sc}|${
    wholeWords(
      'usd|dollars?|щ д|gbp|pounds?|chf|ron|lei|лей|леи|try|tl|лир[аи]|rsd|mkd|pln|czk|huf|rub|uah|cny|jpy|хил|млн|ст|cents?|' +
        `thousands?|(?:долар|паунд|франк|динар|денар|руб|хиляд|стотинк)[${LETTERS}]*`,
    ).source
  }`,
  'u',
)

export const VAT_WORDS = wholeWords(
  'с вкл(?:ючено?)? ддс|с включен ддс|с ддс|вкл(?:ючено?)? ддс|ддс вкл(?:ючено?)?|incl(?:uding)? (?:vat|tax)|(?:vat|tax) incl(?:uded)?|with (?:vat|tax)|inc (?:vat|tax)',
)
export const NO_VAT_WORDS = wholeWords(
  'без ддс|excl(?:uding)? (?:vat|tax)|(?:vat|tax) excl(?:uded)?|without (?:vat|tax)|ex (?:vat|tax)|no (?:vat|tax)|net',
)
