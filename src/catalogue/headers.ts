import type { Currency } from '#domain/money.ts'

/** What a header says: how well it names a price or a name, whether it names the currency, and which it mentions. */
export type HeaderMeaning = {
  readonly price: number
  readonly name: number
  readonly isCurrency: boolean
  readonly currency?: Currency
}

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
    ],
  ],
  [90, ['цена без ддс', 'net price', 'price without tax', 'нетна цена']],
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

const PRICES = exactRank(PRICE_RANKS)
const NAMES = exactRank(NAME_RANKS)

const words = (pattern: string): RegExp => new RegExp(`(?<!\\p{L})(?:${pattern})(?!\\p{L})`, 'u')

/** Words that say which of several prices it is, the least wanted first; a header takes the first that fits. */
const PRICE_WORDS: readonly (readonly [rank: number, word: RegExp])[] = [
  [30, words('old|стар[аи]|предишна|compare at|was|стойност|сума|total|общо|subtotal|amount|value')],
  [40, words('cost|costs|доставн[аи]|доставка|purchase|buying|покупна|себестойност|входяща')],
  [60, words('sale|special|promo\\p{L}*|промо\\p{L}*|намален\\p{L}*|акция|discounted|отстъпка|offer|deal')],
  [70, words('едро|wholesale|bulk|търговец|дистрибутор')],
]

const PRICE_WORD = words('price|prices|цена|цени')

/** With one of these a header with the word price is about something else. */
const NO_PRICE = words(
  'количество|к-во|кол|quantity|qty|код|code|sku|баркод|barcode|ean|дата|date|дати|от дата|до дата|валидна|валидност|valid|' +
    'starts|ends|start|end|from|to|ддс|vat|отстъпка|discount|процент|percent|марка|brand|show|type|вид|тип|list|листа|' +
    'група|group|category|категория|currency|валута|мярка|unit of|rule|rules|id|номер|number|rank|label|note|бележка|' +
    'история|history|per kg|промяна|change|status|включена|included|text|visible|hide|source|източник',
)

const NAME_WORD = words(
  'name|names|title|product|products|item|наименование|име|продукт|продукта|продукти|стока|стоки|стоката|артикул|артикула|' +
    'услуга|услуги|услугата|model|модел|ястие|ястия|description|описание|handle',
)

const NO_NAME = words(
  'код|кода|code|id|ids|sku|баркод|barcode|ean|upc|gtin|isbn|номер|number|no|цена|price|количество|quantity|qty|' +
    'мярка|category|категория|категории|група|group|type|тип|вид|марка|brand|производител|manufacturer|доставчик|supplier|' +
    'vendor|url|link|линк|image|снимка|снимки|picture|photo|дата|date|тегло|weight|size|размер|color|цвят|tags|tag|' +
    'meta|seo|stock|наличност|статус|status|партида|магазин|store|обект|file|user|customer|клиент|фирма|company|' +
    'валута|currency|стойност|сума|total|брой|count|sort|order|position|parent|shipping|tax|ддс|length|width|height',
)

const CURRENCY_HEADERS: ReadonlySet<string> = new Set([
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

const CURRENCY_WORDS = {
  BGN: words('bgn|lv|leva|lev|лв|лева|лев|левове'),
  EUR: words('eur|euro|euros|евро|€'),
} satisfies Record<Currency, RegExp>

const VAT_WORDS = words(
  'с вкл(?:ючено?)? ддс|с включен ддс|с ддс|вкл(?:ючено?)? ддс|ддс вкл(?:ючено?)?|incl(?:uding)? (?:vat|tax)|(?:vat|tax) incl(?:uded)?|with (?:vat|tax)|inc (?:vat|tax)',
)
const NO_VAT_WORDS = words(
  'без ддс|excl(?:uding)? (?:vat|tax)|(?:vat|tax) excl(?:uded)?|without (?:vat|tax)|ex (?:vat|tax)|no (?:vat|tax)|net',
)

/** Beyond this a text is a sentence, not a header. */
const LONGEST_HEADER = 80

const NOTHING: HeaderMeaning = { price: 0, name: 0, isCurrency: false }

/**
 * A header without what differs from program to program: case, quotes, stars, `#`, `№`, punctuation, words run together
 * (`unitPrice`, `unitprice`).
 */
export const normalizeHeader = (title: string): string =>
  title
    .replace(/[\u00ad\u200b-\u200f\u2060\ufeff]/g, '')
    .replace(/№/g, ' ')
    .normalize('NFKC')
    .replace(/(?<=[a-zа-я])(?=[A-ZА-Я])/gu, ' ')
    .toLowerCase()
    .replace(/["'„“”«»‘’`´*#:]/g, '')
    .replace(/[_\-‐-―./\\()[\]|,;+=]/g, ' ')
    .replace(/€/g, ' € ')
    .replace(/(?<=[a-z]{3})price(?![a-z])/g, ' price')
    .replace(/\s+/g, ' ')
    .trim()

/** What a header means by the tables above. */
export function meaningOfHeader(title: string): HeaderMeaning {
  if (title.length > 4 * LONGEST_HEADER) return NOTHING
  const header = normalizeHeader(title)
  if (header === '' || header.length > LONGEST_HEADER) return NOTHING
  if (CURRENCY_HEADERS.has(header)) return { price: 0, name: 0, isCurrency: true }
  const bgn = CURRENCY_WORDS.BGN.test(header)
  const eur = CURRENCY_WORDS.EUR.test(header)
  const bare = tidy(
    without(header, [CURRENCY_WORDS.BGN, CURRENCY_WORDS.EUR]).replace(/(?<!\p{L})(?:в|in)$/u, ''),
  )
  const meaning = { price: rankOfPrice(bare), name: rankOfName(header), isCurrency: false }
  return bgn === eur ? meaning : { ...meaning, currency: bgn ? 'BGN' : 'EUR' }
}

const tidy = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** Every occurrence of each pattern taken out. */
function without(text: string, patterns: readonly RegExp[]): string {
  let rest = text
  for (const pattern of patterns) rest = rest.replace(new RegExp(pattern.source, 'gu'), ' ')
  return rest
}

function rankOfPrice(header: string): number {
  // Nothing is left of a header that was a currency alone.
  if (header === '') return 92
  const exact = PRICES.get(header)
  if (exact !== undefined) return exact
  const hasNoVat = NO_VAT_WORDS.test(header)
  const hasVat = !hasNoVat && VAT_WORDS.test(header)
  const core = tidy(without(header, [NO_VAT_WORDS, VAT_WORDS]))
  const known = PRICES.get(core)
  if (known !== undefined) return Math.min(known, hasNoVat ? 90 : hasVat ? 95 : 100)
  return rankByWords(core)
}

function rankByWords(header: string): number {
  const isPrice = PRICE_WORD.test(header)
  const special = PRICE_WORDS.find(([, word]) => word.test(header))?.[0]
  const isAboutElse = NO_PRICE.test(without(header, [/отстъпка/u]))
  if (special !== undefined && (isPrice || special === 30 || special === 40)) return isAboutElse ? 0 : special
  return isPrice && !isAboutElse ? 55 : 0
}

function rankOfName(header: string): number {
  const exact = NAMES.get(header)
  if (exact !== undefined) return exact
  if (/^(?:name|title|наименование|име) \p{L}{2}(?: \p{L}{2})?$/u.test(header)) return 95
  return NAME_WORD.test(header) && !NO_NAME.test(header) ? 45 : 0
}
