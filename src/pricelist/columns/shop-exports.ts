import { firstRowOfData } from './column-numbers.ts'
import { type Columns, type Detection, priceColumnsOf } from '../types.ts'
import type { Table } from '#table/table.ts'
import { RANKS } from '../headers/header-words.ts'
import { meaningOfHeader } from '../headers/header-meaning.ts'
import { readPriceColumn } from '../rows/price-column.ts'
import { isInTableOfPrice } from './table-columns.ts'

/** Shop platforms whose exports are recognised. */
export type Shop =
  | 'woocommerce'
  | 'shopify'
  | 'opencart'
  | 'prestashop'
  | 'magento'
  | 'cloudcart'
  | 'microinvest'
  | 'google'
  | 'pazaruvaj'

/** The titles that identify an export: all of `all` and at least `least` of `some`; further ones are ignored. */
type Signature = {
  readonly shop: Shop
  readonly all: readonly string[]
  readonly some: readonly string[]
  readonly least: number
  /** Columns with a price in each row; discounts and unit prices are not among them. */
  readonly prices: readonly string[]
}

/**
 * Titles as the platforms write them, compared without case. WooCommerce translates its titles; the others do
 * not, or only in list views.
 */
const SIGNATURES: readonly Signature[] = [
  {
    shop: 'woocommerce',
    all: ['name', 'regular price'],
    some: [
      'published',
      'is featured?',
      'visibility in catalog',
      'date sale price starts',
      'tax status',
      'in stock?',
      'backorders allowed?',
      'sold individually?',
    ],
    least: 2,
    prices: ['regular price', 'sale price', 'cost of goods'],
  },
  {
    shop: 'woocommerce',
    all: ['име', 'редовна цена'],
    some: [
      'публикувано',
      'подбран ли е?',
      'видимост в каталога',
      'начална дата на намалението',
      'състояние на таксата',
      'в наличност?',
      'индивидуално продаване?',
      'клас на доставка',
    ],
    least: 2,
    prices: ['редовна цена', 'промоционална цена'],
  },
  {
    shop: 'shopify',
    all: ['handle', 'title', 'variant price'],
    some: [
      'variant sku',
      'variant compare at price',
      'option1 name',
      'body (html)',
      'variant inventory policy',
    ],
    least: 1,
    prices: ['variant price', 'variant compare at price', 'cost per item'],
  },
  {
    shop: 'shopify',
    all: ['url handle', 'title', 'price'],
    some: ['compare-at price', 'option1 name', 'published on online store', 'inventory tracker'],
    least: 1,
    prices: ['price', 'compare-at price', 'cost per item'],
  },
  {
    // The extension Export/Import, and exports of the database table.
    shop: 'opencart',
    all: ['product_id', 'model', 'price'],
    some: [
      'tax_class_id',
      'stock_status_id',
      'store_ids',
      'date_available',
      'image_name',
      'subtract',
      'minimum',
    ],
    least: 2,
    prices: ['price', 'special', 'special_price', 'cost'],
  },
  {
    // The extension CSV Price Pro.
    shop: 'opencart',
    all: ['_name_', '_price_'],
    some: ['_id_', '_model_', '_sku_', '_category_', '_manufacturer_', '_quantity_'],
    least: 1,
    prices: ['_price_'],
  },
  {
    // The layout of product imports, used by many export modules too.
    shop: 'prestashop',
    all: ['active (0/1)', 'name'],
    some: [
      'price tax excl.',
      'price tax incl.',
      'price tax excluded',
      'price tax included',
      'tax rules id',
      'wholesale price',
      'on sale (0/1)',
      'ecotax',
    ],
    least: 2,
    prices: [
      'price tax excl.',
      'price tax incl.',
      'price tax excluded',
      'price tax included',
      'wholesale price',
    ],
  },
  {
    // The product list of the back office.
    shop: 'prestashop',
    all: ['product id', 'name', 'price (tax excl.)'],
    some: ['price (tax incl.)', 'reference', 'category', 'position'],
    least: 2,
    prices: ['price (tax excl.)', 'price (tax incl.)'],
  },
  {
    shop: 'magento',
    all: ['sku', 'name', 'price'],
    some: ['store_view_code', 'attribute_set_code', 'product_type', 'product_websites', 'product_online'],
    least: 2,
    prices: ['price', 'special_price', 'cost', 'msrp_price', 'map_price'],
  },
  {
    // Magento 1.
    shop: 'magento',
    all: ['sku', 'name', 'price'],
    some: ['_store', '_attribute_set', '_type', '_category', '_product_websites'],
    least: 2,
    prices: ['price', 'special_price', 'cost', 'msrp'],
  },
  {
    // CloudCart exports no files; these are the field names of its import files.
    shop: 'cloudcart',
    all: ['product.id', 'product.name'],
    some: ['variant.parent_id', 'variant.price', 'variant.sku', 'product.price'],
    least: 1,
    prices: ['product.price', 'variant.price', 'variant.discount_price'],
  },
  {
    // The table of goods of Microinvest's programs. Of its ten selling prices the user says which one is meant.
    shop: 'microinvest',
    all: ['name', 'priceout1'],
    some: ['code', 'barcode1', 'measure1', 'taxgroup', 'groupid', 'pricein', 'priceout2'],
    least: 2,
    prices: Array.from({ length: 10 }, (_, i) => `priceout${i + 1}`),
  },
  {
    // Product data of Google Merchant Center: as XML, and as text where names can have spaces.
    shop: 'google',
    all: ['id', 'title', 'link', 'price'],
    some: [
      'image_link',
      'image link',
      'availability',
      'condition',
      'gtin',
      'google_product_category',
      'google product category',
    ],
    least: 2,
    prices: ['price', 'sale_price', 'sale price'],
  },
  {
    // Also of its sister sites Árukereső and Compari.
    shop: 'pazaruvaj',
    all: ['identifier', 'name', 'product_url', 'price'],
    some: ['image_url', 'manufacturer', 'category', 'net_price', 'delivery_time', 'delivery_cost'],
    least: 2,
    prices: ['price', 'net_price'],
  },
]

const plain = (title: string): string =>
  title
    .normalize('NFKC')
    .replace(/["*\u00ad\u200b-\u200f\u2060\ufeff]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/ ?:$/, '')
    .toLowerCase()

/** The platform whose export has these titles, and the indexes of the price titles. */
export function findShop(titles: readonly string[]): { shop: Shop; prices: number[] } | undefined {
  const headers = titles.map(plain)
  const has = (header: string) => headers.includes(header)
  const found = SIGNATURES.find(({ all, some, least }) => all.every(has) && some.filter(has).length >= least)
  if (found === undefined) return undefined
  const prices = headers.flatMap((header, i) => (found.prices.includes(header) ? [i] : []))
  return { shop: found.shop, prices }
}

/** A further price column: suggested, never converted unasked, because each price costs a token. */
export type OfferedColumn = { readonly index: number; readonly title: string; readonly prices: number }

/** `shop` is null for a file that is not an export of a known platform. */
export type ColumnSuggestion = { readonly shop: Shop | null; readonly columns: readonly OfferedColumn[] }

/**
 * The price columns that are not chosen yet, and the platform that the file was exported from where it is
 * known. For other files, only columns whose titles name a price that a customer pays: no former price, no
 * cost, no total.
 * @param totals rows of the table that are omitted as totals: their prices are not counted
 */
export function suggestColumns(
  table: Table,
  detection: Detection,
  columns: Columns,
  totals?: ReadonlySet<number>,
): ColumnSuggestion | undefined {
  const { all } = detection
  const titles: string[] = []
  for (const { index, title } of all) titles[index] = title
  const found = findShop(titles)
  const from = firstRowOfData(table, columns.headerRow)
  const prices =
    found?.prices ??
    all
      .filter(({ title, isPriced }) => isPriced && meaningOfHeader(title).price >= RANKS.promotional)
      .map(({ index }) => index)
  const taken = [...priceColumnsOf(columns), columns.otherPrice]
  const offered = prices
    .filter((index) => !taken.includes(index) && isInTableOfPrice(index, columns, detection))
    .map((index) => {
      const { cells } = readPriceColumn(table, index, from, table.length, undefined, totals)
      const prices = cells.filter(({ kind }) => kind === 'price').length
      return { index, title: titles[index]!, prices }
    })
  const columnsWithPrices = offered.filter(({ prices }) => prices > 0)
  if (found === undefined && columnsWithPrices.length === 0) return undefined
  return { shop: found?.shop ?? null, columns: columnsWithPrices }
}
