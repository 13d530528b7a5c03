import { wholeWords } from './header-words.ts'
import { LETTERS } from '../currency/currency-words.ts'

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
      'article',
      'goods',
      'номенклатура',
      'асортимент',
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

const exactRank = (ranks: typeof NAME_RANKS): ReadonlyMap<string, number> =>
  new Map(ranks.flatMap(([rank, headers]) => headers.map((header) => [header, rank] as const)))

const NAMES = exactRank(NAME_RANKS)

const NAME_WORD = wholeWords(
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

/** `name bg`, `име en us`. */
const NAME_IN_LANGUAGE = new RegExp(`^(?:name|title|наименование|име) [${LETTERS}]{2}(?: [${LETTERS}]{2})?$`)

/** Minimum rank of a title that is a known name word and nothing else. */
export const SURE_NAME = 95

/** Minimum rank of a title that consists of words for names or descriptions. */
export const WHOLE_NAME = 50

/** How well a title names the products; 0 where it does not. */
export function rankOfName(header: string): number {
  const exact = NAMES.get(header)
  if (exact !== undefined) return exact
  if (header.includes(' ') && NAME_IN_LANGUAGE.test(header)) return 95
  return NAME_WORD.test(header) && !NO_NAME.test(header) ? 45 : 0
}

/** The rank of a name title in two languages. */
export const rankOfNames = (parts: readonly string[]): number => {
  const ranks = parts.map(rankOfName)
  return ranks.length > 1 && !ranks.includes(0) ? Math.max(...ranks) : 0
}
