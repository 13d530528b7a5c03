import { SHOP_EXPORTS, type ShopExport } from '#test/fixtures/catalogues/shop-exports.ts'
import { LISTED_WITH_ROWS, areCataloguesThere, readListed } from '#test/listed-catalogues.ts'
import { describe, expect, test } from 'vitest'
import { detectColumns } from './detect-columns.ts'
import { openFile } from '#formats/open-file.ts'
import { type Shop, findShop, suggestColumns } from './shop-exports.ts'
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

/** The titles of a file of a platform. */
type RealTitles = {
  shop: Shop
  source: string
  titles: string[]
  /** Without any of them it is not recognised. */
  needed: string[]
  /** By how many of the others it is. */
  marks: number
  prices: string[]
}

const REAL_TITLES: readonly RealTitles[] = [
  {
    shop: 'woocommerce',
    source: 'includes/export/class-wc-product-csv-exporter.php',
    titles:
      'ID|Type|SKU|Name|Published|Is featured?|Visibility in catalog|Short description|Description|Date sale price starts|' +
      'Date sale price ends|Tax status|Tax class|In stock?|Stock|Backorders allowed?|Sold individually?|Weight (kg)|Length (cm)|' +
      'Width (cm)|Height (cm)|Allow customer reviews?|Purchase note|Sale price|Regular price|Categories|Tags|Shipping class|Images',
    needed: ['Name', 'Regular price'],
    marks: 8,
    prices: ['Sale price', 'Regular price'],
  },
  {
    shop: 'woocommerce',
    source: 'its export in Bulgarian',
    titles:
      'ID|Вид|Код|Име|Публикувано|Подбран ли е?|Видимост в каталога|Кратко описание|Описание|Начална дата на намалението|' +
      'Крайна дата на намалението|Състояние на таксата|Клас на такса|В наличност?|Наличност|Ниска наличност|' +
      'Разрешаване на поръчки при изчерпани наличности?|Индивидуално продаване?|Тегло (kg)|Дължина (cm)|Ширина (cm)|Височина (cm)|' +
      'Да се позволи ли на потребителите да въвеждат отзиви?|Бележка при поръчка|Промоционална цена:|Редовна цена:|Категории|' +
      'Етикети|Клас на доставка|Изображения',
    needed: ['Име', 'Редовна цена:'],
    marks: 8,
    prices: ['Промоционална цена:', 'Редовна цена:'],
  },
  {
    shop: 'shopify',
    source: 'an export of before 2025',
    titles:
      'Handle|Title|Body (HTML)|Vendor|Type|Tags|Published|Option1 Name|Option1 Value|Option2 Name|Option2 Value|Option3 Name|' +
      'Option3 Value|Variant SKU|Variant Grams|Variant Inventory Tracker|Variant Inventory Qty|Variant Inventory Policy|' +
      'Variant Fulfillment Service|Variant Price|Variant Compare At Price|Variant Requires Shipping|Variant Taxable|Variant Barcode|' +
      'Image Src|Image Position|Image Alt Text|Gift Card|SEO Title|SEO Description|Variant Image|Variant Weight Unit|Variant Tax Code',
    needed: ['Handle', 'Title', 'Variant Price'],
    marks: 5,
    prices: ['Variant Price', 'Variant Compare At Price'],
  },
  {
    shop: 'shopify',
    source: 'product_template.csv of help.shopify.com',
    titles:
      'Title|URL handle|Description|Vendor|Product category|Type|Tags|Published on online store|Status|SKU|Barcode|Option1 name|' +
      'Option1 value|Option1 Linked To|Option2 name|Option2 value|Option2 Linked To|Option3 name|Option3 value|Option3 Linked To|' +
      'Price|Compare-at price|Cost per item|Charge tax|Tax code|Unit price total measure|Unit price total measure unit|' +
      'Unit price base measure|Unit price base measure unit|Inventory tracker|Inventory quantity',
    needed: ['Title', 'URL handle', 'Price'],
    marks: 4,
    prices: ['Price', 'Compare-at price', 'Cost per item'],
  },
  {
    shop: 'opencart',
    source: 'Export/Import of OpenCart 3',
    titles:
      'product_id|name(en-gb)|categories|sku|upc|ean|jan|isbn|mpn|location|quantity|model|manufacturer|image_name|shipping|price|' +
      'points|date_added|date_modified|date_available|weight|weight_unit|length|width|height|length_unit|status|tax_class_id|' +
      'description(en-gb)|meta_title(en-gb)|meta_description(en-gb)|meta_keywords(en-gb)|stock_status_id|store_ids|layout|' +
      'related_ids|tags(en-gb)|sort_order|subtract|minimum',
    needed: ['product_id', 'model', 'price'],
    marks: 7,
    prices: ['price'],
  },
  {
    shop: 'opencart',
    source: 'Export/Import of OpenCart 1.5',
    titles:
      'product_id|name|categories|sku|upc|ean|jan|isbn|mpn|location|quantity|model|manufacturer|image_name|requires\nshipping|price|' +
      'points|date_added|date_modified|date_available|weight|unit|length|width|height|length\nunit|status\nenabled|tax_class_id|' +
      'viewed|language_id|seo_keyword|description|meta_description|meta_keywords|stock_status_id|store_ids|layout|related_ids|tags',
    needed: ['product_id', 'model', 'price'],
    marks: 5,
    prices: ['price'],
  },
  {
    shop: 'opencart',
    source: 'CSV Price Pro',
    titles:
      '_ID_|_MAIN_CATEGORY_|_NAME_|_MODEL_|_PRICE_|_SPECIAL_|_STOCK_STATUS_|_STATUS_|_ATTRIBUTES_|_IMAGE_|_IMAGES_|_DESCRIPTION_',
    needed: ['_NAME_', '_PRICE_'],
    marks: 2,
    prices: ['_PRICE_'],
  },
  {
    shop: 'prestashop',
    source: 'docs/csv_import/products_import.csv',
    titles:
      'Product ID|Active (0/1)|Name *|Categories (x,y,z...)|Price tax excluded|Tax rules ID|Wholesale price|On sale (0/1)|' +
      'Discount amount|Discount percent|Discount from (yyyy-mm-dd)|Discount to (yyyy-mm-dd)|Reference #|Supplier reference #|Supplier|' +
      'Manufacturer|EAN13|UPC|MPN|Ecotax|Width|Height|Depth|Weight|Quantity|Minimal quantity|Low stock level|Unity|Unit price|Summary',
    needed: ['Active (0/1)', 'Name *'],
    marks: 5,
    prices: ['Price tax excluded', 'Wholesale price'],
  },
  {
    shop: 'prestashop',
    source: 'the same of PrestaShop 1.4',
    titles:
      'id|Active (0/1)|Name*|Categories (x,y,z,...)|Price tax excl.|Tax rules id|Wholesale price|On sale (0/1)|Discount amount|' +
      'Discount percent|Reference #|Supplier reference #|Supplier|Manufacturer|EAN13|UPC|Ecotax|Weight|Quantity|Short description',
    needed: ['Active (0/1)', 'Name*'],
    marks: 5,
    prices: ['Price tax excl.', 'Wholesale price'],
  },
  {
    shop: 'magento',
    source: 'an export of Magento 2',
    titles:
      'sku|store_view_code|attribute_set_code|product_type|categories|product_websites|name|description|short_description|weight|' +
      'product_online|tax_class_name|visibility|price|special_price|special_price_from_date|special_price_to_date|url_key|meta_title|' +
      'meta_keywords|meta_description|created_at|updated_at|new_from_date|new_to_date|map_price|msrp_price|map_enabled|qty',
    needed: ['sku', 'name', 'price'],
    marks: 5,
    prices: ['price', 'special_price', 'map_price', 'msrp_price'],
  },
  {
    shop: 'magento',
    source: 'an export of Magento 1',
    titles:
      'sku|_store|_attribute_set|_type|_category|_root_category|_product_websites|color|cost|country_of_manufacture|created_at|' +
      'description|gallery|has_options|image|manufacturer|media_gallery|minimal_price|msrp|msrp_enabled|name|news_from_date|price|' +
      'short_description|special_from_date|special_price|special_to_date|status|tax_class_id|updated_at',
    needed: ['sku', 'name', 'price'],
    marks: 5,
    prices: ['cost', 'msrp', 'price', 'special_price'],
  },
].map((one) => ({ ...one, shop: one.shop as Shop, titles: one.titles.split('|') }))

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
    // Wide letters are the same, a colon within a title is none.
    expect(findShop(['Handle', 'Title', 'Ｖariant Price', 'Variant SKU'])?.shop).toBe('shopify')
    expect(findShop(['product:.id', 'product.name', 'variant.price'])).toBeUndefined()
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

  test.each(REAL_TITLES)('SHOP-01 · $shop, $source', ({ shop, titles, needed, marks, prices }) => {
    const found = findShop(titles)
    expect(found?.shop).toBe(shop)
    expect(found?.prices.map((index) => titles[index])).toEqual(prices)
    const without = (title: string) => titles.filter((one) => one !== title)
    expect(titles.filter((title) => findShop(without(title))?.shop !== shop)).toEqual(needed)
    const isFound = (...others: string[]) => findShop([...needed, ...others])?.shop === shop
    const others = titles.filter((title) => !needed.includes(title))
    const isMark = (title: string) =>
      isFound(title) || others.some((one) => !isFound(one) && isFound(one, title))
    expect(others.filter(isMark)).toHaveLength(marks)
  })

  test.each([
    ['woocommerce', ['Name', 'Regular price', 'In stock?'], 'Published'],
    ['woocommerce', ['Име', 'Редовна цена', 'В наличност?'], 'Клас на доставка'],
    ['shopify', ['Handle', 'Title', 'Variant Price'], 'Body (HTML)'],
    ['shopify', ['Title', 'URL handle', 'Price'], 'Inventory tracker'],
    ['opencart', ['product_id', 'model', 'price', 'minimum'], 'subtract'],
    ['opencart', ['_NAME_', '_PRICE_'], '_CATEGORY_'],
    ['prestashop', ['Active (0/1)', 'Name *', 'Ecotax'], 'Price tax excluded'],
    ['prestashop', ['Product ID', 'Name', 'Price (tax excl.)', 'Reference'], 'Category'],
    ['magento', ['sku', 'name', 'price', 'product_online'], 'product_type'],
    ['magento', ['sku', 'name', 'price', '_type'], '_store'],
    ['cloudcart', ['product.id', 'product.name'], 'variant.price'],
    ['microinvest', ['Name', 'PriceOut1', 'Code'], 'BarCode1'],
    ['google', ['id', 'title', 'link', 'price', 'availability'], 'image link'],
    ['pazaruvaj', ['Identifier', 'Name', 'Product_url', 'Price', 'Category'], 'Image_url'],
  ])('SHOP-01 · of %s are not yet %j, but with %s', (shop, titles, more) => {
    expect(findShop(titles)).toBeUndefined()
    expect(findShop([...titles, more])?.shop).toBe(shop)
  })

  test.each([
    ['woocommerce', 'Name|Published|Tax status|Regular price|Sale price|Cost of goods', 3],
    ['shopify', 'Handle|Title|Option1 Name|Variant Price|Variant Compare At Price|Cost per item', 3],
    ['opencart', 'product_id|model|subtract|minimum|price|special|special_price|cost', 4],
    ['prestashop', 'Active (0/1)|Name*|Ecotax|Price tax excl.|Price tax incl.|Wholesale price', 3],
    [
      'prestashop',
      'Active (0/1)|Name*|Tax rules ID|Price tax excluded|Price tax included|Wholesale price',
      3,
    ],
    ['prestashop', 'Product ID|Name|Reference|Price (tax excl.)|Price (tax incl.)', 2],
    ['magento', 'sku|name|store_view_code|product_type|price|special_price|cost|msrp_price|map_price', 5],
    ['magento', 'sku|name|_store|_type|price|special_price|cost|msrp', 4],
    ['cloudcart', 'product.id|product.name|product.price|variant.price|variant.discount_price', 3],
    ['microinvest', 'Code|BarCode1|Name|PriceIn|PriceOut1|PriceOut2|PriceOut3|PriceOut10', 4],
    ['google', 'id|title|link|image_link|availability|price|sale_price', 2],
    ['pazaruvaj', 'Identifier|Name|Product_url|Image_url|Category|Price|Net_price', 2],
  ])('SHOP-01 · prices of %s: %s', (shop, text, prices) => {
    const titles = text.split('|')
    const all = titles.map((_, c) => c)
    expect(findShop(titles)).toEqual({ shop, prices: all.slice(-prices) })
  })

  test.each([
    [
      'opencart',
      'product_id|model|price',
      2,
      'tax_class_id|stock_status_id|store_ids|date_available|image_name|subtract|minimum',
    ],
    ['opencart', '_NAME_|_PRICE_', 1, '_ID_|_MODEL_|_SKU_|_CATEGORY_|_MANUFACTURER_|_QUANTITY_'],
    [
      'prestashop',
      'Active (0/1)|Name',
      2,
      'Price tax excl.|Price tax incl.|Price tax excluded|Price tax included|Tax rules ID|Wholesale price|On sale (0/1)|Ecotax',
    ],
    ['prestashop', 'Product ID|Name|Price (tax excl.)', 2, 'Price (tax incl.)|Reference|Category|Position'],
    [
      'magento',
      'sku|name|price',
      2,
      'store_view_code|attribute_set_code|product_type|product_websites|product_online',
    ],
    ['magento', 'sku|name|price', 2, '_store|_attribute_set|_type|_category|_product_websites'],
    ['cloudcart', 'product.id|product.name', 1, 'variant.parent_id|variant.price|variant.sku|product.price'],
    ['microinvest', 'Name|PriceOut1', 2, 'Code|BarCode1|Measure1|TaxGroup|GroupID|PriceIn|PriceOut2'],
    [
      'google',
      'id|title|link|price',
      2,
      'image_link|image link|availability|condition|gtin|google_product_category|google product category',
    ],
    [
      'pazaruvaj',
      'Identifier|Name|Product_url|Price',
      2,
      'Image_url|Manufacturer|Category|Net_price|Delivery_Time|Delivery_Cost',
    ],
  ])('SHOP-01 · a file of %s has %s and %d of %s', (shop, needed, least, marks) => {
    const found = marks.split('|').map((_, i, all) => {
      const some = Array.from({ length: least }, (__, k) => all[(i + k) % all.length]!)
      return [some.slice(1), some].map((own) => findShop([...needed.split('|'), ...own])?.shop)
    })
    expect(found).toEqual(found.map(() => [undefined, shop]))
  })

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

  test('SHOP-01 · the price in the other currency is not offered, and nothing where there is no other', () => {
    const table = ['Име;Цена лв.;Цена €', 'Хляб;1,96;1,00'].map((row) => row.split(';'))
    const detection = detectColumns(table)
    expect(suggestColumns(table, detection, detection.columns)).toBeUndefined()
    const alone = suggestColumns(table, detection, { ...detection.columns, otherPrice: null })
    expect(alone?.columns.map(({ index }) => index)).toEqual([2])
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

test("SHOP-01 · which selling price of Microinvest's goods is meant is asked, and the delivery price is none of them", () => {
  const table = [
    ['Code', 'BarCode1', 'Name', 'PriceIn', 'PriceOut1', 'PriceOut2'],
    ['1', '5449', 'Хляб', '1.00', '1.20', '1.50'],
    ['2', '5450', 'Мляко', '1.40', '1.69', '2.10'],
  ]
  const { question, candidates } = detectColumns(table)
  expect([question, candidates]).toEqual(['equal-prices', [4, 5]])
})
