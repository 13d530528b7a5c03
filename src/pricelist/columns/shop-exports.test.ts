import { SHOP_EXPORTS, type ShopExport } from '#test/fixtures/catalogues/shop-exports.ts'
import { LISTED_WITH_ROWS, areCataloguesThere, readListed } from '#test/listed-catalogues.ts'
import { describe, expect, test } from 'vitest'
import { detectColumns } from './detect-columns.ts'
import { openFile } from '#formats/open-file.ts'
import { findShop, suggestColumns } from './shop-exports.ts'
import { withPrice } from './table-columns.ts'

async function read(bytes: Uint8Array<ArrayBuffer>, fileName: string) {
  const opened = await openFile(bytes, { fileName })
  if (!opened.ok) throw new Error(JSON.stringify(opened.error))
  const { table } = opened.file
  const detection = detectColumns(table)
  const { columns, all, certain } = detection
  return { columns, all, certain, offer: suggestColumns(table, detection, columns) }
}

const readExport = ({ text, fileName }: ShopExport) => read(new TextEncoder().encode(text), fileName)

describe('exports of shops are recognised', () => {
  test.each(SHOP_EXPORTS)('SHOP-01 · $shop, $fileName', async (shopExport) => {
    const { columns, all, certain, offer } = await readExport(shopExport)
    const titleOf = (index: number | null) => all.find((column) => column.index === index)?.title
    expect(certain).toBe(true)
    expect(titleOf(columns.name)).toBe(shopExport.name)
    expect(titleOf(columns.price)).toBe(shopExport.price)
    expect(offer?.shop).toBe(shopExport.shop)
    expect(offer?.columns.map(({ title, prices }) => [title, prices])).toEqual(shopExport.offered)
  })

  test('SHOP-01 · in whatever order the headers stand, in any case, with further ones', () => {
    const titles = ['Extra', 'VARIANT PRICE', 'Title', 'Cost per item', ' Variant  SKU ', 'Handle']
    expect(findShop(titles)).toEqual({ shop: 'shopify', prices: [1, 3] })
  })

  test('SHOP-01 · headers that any price list can have are of no shop', () => {
    for (const titles of [
      ['Наименование', 'Цена'],
      ['Name', 'Price'],
      ['sku', 'name', 'price'],
      ['Name', 'Regular price', 'Sale price'],
      ['Title', 'Price', 'Compare-at price'],
      ['product_id', 'name', 'price'],
      ['Име', 'Редовна цена', 'Промоционална цена'],
      [],
    ])
      expect(findShop(titles)).toBeUndefined()
  })

  test.each<[string, { all: string[]; some: string[]; enough: number; prices: string[] }]>([
    [
      'woocommerce',
      {
        all: ['Name', 'Regular price'],
        some: [
          'Published',
          'Is featured?',
          'Visibility in catalog',
          'Date sale price starts',
          'Tax status',
          'In stock?',
          'Backorders allowed?',
          'Sold individually?',
        ],
        enough: 2,
        prices: ['Regular price', 'Sale price', 'Cost of goods'],
      },
    ],
    [
      'woocommerce',
      {
        all: ['Име', 'Редовна цена:'],
        some: [
          'Публикувано',
          'Подбран ли е?',
          'Видимост в каталога',
          'Начална дата на намалението',
          'Състояние на таксата',
          'В наличност?',
          'Индивидуално продаване?',
          'Клас на доставка',
        ],
        enough: 2,
        prices: ['Редовна цена:', 'Промоционална цена:'],
      },
    ],
    [
      'shopify',
      {
        all: ['Handle', 'Title', 'Variant Price'],
        some: [
          'Variant SKU',
          'Variant Compare At Price',
          'Option1 Name',
          'Body (HTML)',
          'Variant Inventory Policy',
        ],
        enough: 1,
        prices: ['Variant Price', 'Variant Compare At Price', 'Cost per item'],
      },
    ],
    [
      'shopify',
      {
        all: ['URL handle', 'Title', 'Price'],
        some: ['Compare-at price', 'Option1 name', 'Published on online store', 'Inventory tracker'],
        enough: 1,
        prices: ['Price', 'Compare-at price', 'Cost per item'],
      },
    ],
    [
      'opencart',
      {
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
        enough: 2,
        prices: ['price', 'special', 'special_price', 'cost'],
      },
    ],
    [
      'opencart',
      {
        all: ['_NAME_', '_PRICE_'],
        some: ['_ID_', '_MODEL_', '_SKU_', '_CATEGORY_', '_MANUFACTURER_', '_QUANTITY_'],
        enough: 1,
        prices: ['_PRICE_'],
      },
    ],
    [
      'prestashop',
      {
        all: ['Active (0/1)', 'Name *'],
        some: [
          'Price tax excl.',
          'Price tax incl.',
          'Price tax excluded',
          'Price tax included',
          'Tax rules ID',
          'Wholesale price',
          'On sale (0/1)',
          'Ecotax',
        ],
        enough: 2,
        prices: [
          'Price tax excl.',
          'Price tax incl.',
          'Price tax excluded',
          'Price tax included',
          'Wholesale price',
        ],
      },
    ],
    [
      'prestashop',
      {
        all: ['Product ID', 'Name', 'Price (tax excl.)'],
        some: ['Price (tax incl.)', 'Reference', 'Category', 'Position'],
        enough: 2,
        prices: ['Price (tax excl.)', 'Price (tax incl.)'],
      },
    ],
    [
      'magento',
      {
        all: ['sku', 'name', 'price'],
        some: ['store_view_code', 'attribute_set_code', 'product_type', 'product_websites', 'product_online'],
        enough: 2,
        prices: ['price', 'special_price', 'cost', 'msrp_price', 'map_price'],
      },
    ],
    [
      'magento',
      {
        all: ['sku', 'name', 'price'],
        some: ['_store', '_attribute_set', '_type', '_category', '_product_websites'],
        enough: 2,
        prices: ['price', 'special_price', 'cost', 'msrp'],
      },
    ],
    [
      'cloudcart',
      {
        all: ['product.id', 'product.name'],
        some: ['variant.parent_id', 'variant.price', 'variant.sku', 'product.price'],
        enough: 1,
        prices: ['product.price', 'variant.price', 'variant.discount_price'],
      },
    ],
  ])(
    'SHOP-01 · %s by the titles of its own, any so many of them: %j',
    (shop, { all, some, enough, prices }) => {
      for (const i of some.keys()) {
        const marks = [...some, ...some].slice(i, i + enough)
        expect([marks, findShop([...all, ...marks])?.shop]).toEqual([marks, shop])
        expect(findShop([...all, ...marks.slice(1)])?.shop).not.toBe(shop)
        for (const missing of all)
          expect(findShop([...all.filter((title) => title !== missing), ...marks])?.shop).not.toBe(shop)
      }
      const titles = ['Notes', ...new Set([...all, ...some, ...prices])]
      const found = findShop(titles)?.prices.map((index) => titles[index])
      expect(found?.toSorted()).toEqual(prices.toSorted())
    },
  )

  test('SHOP-01 · of any other file prices on sale, on wholesale and the like are offered; costs and old prices are not', async () => {
    const text =
      'Стока;Цена;Промо цена;Цена на едро;Доставна цена;Стара цена\nХляб;2,50;2,10;1,90;1,20;2,80\n'
    const opened = await openFile(new TextEncoder().encode(text), { fileName: 'a.csv' })
    if (!opened.ok) throw new Error(opened.error.code)
    const detection = detectColumns(opened.file.table)
    const offer = suggestColumns(opened.file.table, detection, detection.columns)
    expect(offer?.shop).toBeNull()
    expect(offer?.columns.map(({ title }) => title)).toEqual(['Промо цена', 'Цена на едро'])
  })

  test('READ-11 · prices of another table beside the first are not offered with its names', () => {
    const table = [
      ['Име', 'Цена', 'Промо цена', 'Име', 'Цена', 'Промо цена'],
      ['Хляб', '1,80', '1,60', 'Бира', '2,80', '2,60'],
    ]
    const detection = detectColumns(table)
    const offered = (columns = detection.columns) =>
      suggestColumns(table, detection, columns)?.columns.map(({ index }) => index)
    expect(offered()).toEqual([2])
    expect(offered(withPrice(detection.columns, 4, detection))).toEqual([5])
  })

  test('SHOP-01 · what is chosen already is not offered', async () => {
    const woo = SHOP_EXPORTS[1]!
    const opened = await openFile(new TextEncoder().encode(woo.text), { fileName: woo.fileName })
    if (!opened.ok) throw new Error(opened.error.code)
    const { table } = opened.file
    const detection = detectColumns(table)
    const sale = detection.all.find(({ title }) => title === 'Sale price')!.index
    const offer = suggestColumns(table, detection, { ...detection.columns, price: sale })
    expect(offer?.columns.map(({ title }) => title)).toEqual(['Regular price', 'Cost of goods'])
  })
})

/** Counted with another program: cells of these columns that are above 0. */
const GRIZLI: { shop: null; offered: [string, number][] } = {
  shop: null,
  offered: [['Цена в промоция', 155]],
}

const SHOPS: Record<string, { shop: string | null; offered: [string, number][] }> = {
  'grizli-semicolon.csv': GRIZLI,
  'grizli-windows-1251.csv': GRIZLI,
  'grizli-utf-16.csv': GRIZLI,
  'grizli.xlsx': GRIZLI,
  'grizli.xlsm': GRIZLI,
  'grizli.xls': GRIZLI,
  'grizli.xlsb': GRIZLI,
  'apostolov-decimal-comma-bom.csv': { shop: null, offered: [['Цена в промоция', 10]] },
  'edea-7000-rows.csv': { shop: null, offered: [['Цена в промоция', 812]] },
  'woocommerce-products.csv': { shop: 'woocommerce', offered: [['Sale price', 7]] },
  'prestashop-products.csv': { shop: 'prestashop', offered: [['Wholesale price', 1]] },
  'shopify-apparel.csv': { shop: 'shopify', offered: [] },
}

describe.runIf(areCataloguesThere)('real price lists', () => {
  test.each(LISTED_WITH_ROWS)('SHOP-01 · $file', async ({ file, expect: expected }) => {
    const { columns, all, offer } = await read(readListed(file), file)
    if (expected.priceColumn) expect(all[columns.price!]?.title).toBe(expected.priceColumn)
    expect(
      offer && { shop: offer.shop, offered: offer.columns.map(({ title, prices }) => [title, prices]) },
    ).toEqual(SHOPS[file])
  })
})
