import { encode, withBom } from '#test/fixtures/catalogues/encoders.ts'
import { describe, expect, test } from 'vitest'
import { detectColumns } from '#pricelist/columns/detect-columns.ts'
import { cellAt, cellText, isBlankAt, lengthOfRow } from '#table/table.ts'
import { openFile } from '../open-file.ts'

async function open(content: unknown, options: { sheet?: string; fileName?: string } = {}) {
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  return openFile(new TextEncoder().encode(text), { fileName: 'list.json', ...options })
}

async function opened(content: unknown, options: { sheet?: string; fileName?: string } = {}) {
  const result = await open(content, options)
  return result.ok ? result.file : expect.fail(JSON.stringify(result.error))
}

/** The titles of the columns that are taken, and the cells of these columns. */
async function readingOf(content: unknown, options: { sheet?: string } = {}) {
  const { table } = await opened(content, options)
  const { columns, certain, rivals } = detectColumns(table)
  const taken = [columns.name, columns.price, columns.currency]
  const cells = (r: number) => taken.map((c) => (c === null ? '–' : cellText(cellAt(table, r, c))))
  return {
    titles: cells(0),
    rows: Array.from({ length: table.length - 1 }, (_, i) => cells(i + 1).join(' | ')),
    certain,
    others: rivals.map(({ title }) => title),
  }
}

const offer = (price: number | string, currency = 'BGN') => ({
  '@type': 'Offer',
  price,
  priceCurrency: currency,
})

describe('FILE-02 · the list with prices is found at any depth', () => {
  test.each<[string, unknown, string[], string[]]>([
    [
      'under a key, beside others',
      {
        meta: { count: 2 },
        products: [
          { name: 'Хляб', price_bgn: 1.2 },
          { name: 'Сок', price_bgn: '2,50' },
        ],
      },
      ['name', 'price_bgn', '–'],
      ['Хляб | 1.2 | –', 'Сок | 2,50 | –'],
    ],
    [
      'under two keys',
      { data: { items: [{ title: 'Хляб', priceBGN: 1 }] } },
      ['title', 'priceBGN', '–'],
      ['Хляб | 1 | –'],
    ],
    [
      'as the whole file',
      [{ наименование: 'Хляб', 'Цена лв.': 1 }],
      ['наименование', 'Цена лв.', '–'],
      ['Хляб | 1 | –'],
    ],
    [
      'in arrays of arrays',
      [
        [
          { име: 'Хляб', цена: 1 },
          { име: 'Сок', цена: 2 },
        ],
        [{ име: 'Ориз', цена: 3 }],
      ],
      ['име', 'цена', '–'],
      ['Хляб | 1 | –', 'Сок | 2 | –', 'Ориз | 3 | –'],
    ],
    [
      'in the categories of a menu, with the currency of each',
      {
        categories: [
          { name: 'Супи', currency: 'EUR', items: [{ name: 'Таратор', price: 5 }] },
          {
            name: 'Салати',
            currency: 'BGN',
            items: [
              { name: 'Шопска', price: 7 },
              { name: 'Зелена', price: 6 },
            ],
          },
        ],
      },
      ['name', 'price', 'currency'],
      ['Таратор | 5 | EUR', 'Шопска | 7 | BGN', 'Зелена | 6 | BGN'],
    ],
    [
      'by the keys of an object',
      { 'S-1': { name: 'Хляб', price: 1 }, 'S-2': { name: 'Сок', price: 2 } },
      ['name', 'price', '–'],
      ['Хляб | 1 | –', 'Сок | 2 | –'],
    ],
    [
      'by keys that are the names',
      { prices: { Хляб: { price: 1 }, Сок: { price: 2, note: 'x' } } },
      ['name', 'price', '–'],
      ['Хляб | 1 | –', 'Сок | 2 | –'],
    ],
    [
      'by the keys of three lists',
      {
        Супи: [{ name: 'Таратор', price: 5 }],
        Салати: [{ name: 'Шопска', price: 7 }],
        Други: [{ name: 'Хляб', price: 1 }],
      },
      ['name', 'price', '–'],
      ['Таратор | 5 | –', 'Шопска | 7 | –', 'Хляб | 1 | –'],
    ],
    [
      'of schema.org, whose offers are an object or an array',
      {
        '@context': 'https://schema.org',
        '@graph': [
          { '@type': 'Product', name: 'Кафе', offers: offer('12.50') },
          { '@type': 'Product', name: 'Чай', offers: [offer(4.2), offer(5.2, 'EUR')] },
        ],
      },
      ['name', 'offers.price', 'offers.priceCurrency'],
      ['Кафе | 12.50 | BGN', 'Чай | 4.2 | BGN', 'Чай | 5.2 | EUR'],
    ],
    [
      'of schema.org, one product alone',
      { '@type': 'Product', name: 'Кафе', offers: offer(12.5) },
      ['name', 'offers.price', 'offers.priceCurrency'],
      ['Кафе | 12.5 | BGN'],
    ],
    [
      'of schema.org, the variants of one product',
      {
        '@type': 'ProductGroup',
        name: 'Тениска',
        hasVariant: [
          { '@type': 'Product', name: 'Тениска S', offers: offer(10) },
          { '@type': 'Product', name: 'Тениска M', offers: offer(11) },
        ],
      },
      ['name', 'offers.price', 'offers.priceCurrency'],
      ['Тениска S | 10 | BGN', 'Тениска M | 11 | BGN'],
    ],
    [
      'of Shopify, with the name in the row of each variant',
      {
        products: [
          {
            id: 1,
            title: 'Тениска',
            variants: [
              { title: 'S', price: '19.90' },
              { title: 'M', price: '21.90' },
            ],
            images: [{ src: 'x' }],
          },
          { id: 2, title: 'Шапка', variants: [{ title: 'Default Title', price: '9.90' }] },
        ],
      },
      ['title', 'variants.price', '–'],
      ['Тениска | 19.90 | –', 'Тениска | 21.90 | –', 'Шапка | 9.90 | –'],
    ],
    [
      'of the GraphQL interface of Shopify',
      {
        data: {
          products: {
            edges: [
              {
                node: {
                  title: 'Чаша',
                  variants: { edges: [{ node: { price: { amount: '10.0', currencyCode: 'BGN' } } }] },
                },
              },
            ],
          },
        },
      },
      ['node.title', 'node.variants.edges.node.price.amount', 'node.variants.edges.node.price.currencyCode'],
      ['Чаша | 10.0 | BGN'],
    ],
    [
      'with prices and names by language and currency',
      { items: [{ name: { bg: 'Хляб', en: 'Bread' }, price: { value: 5.5, currency: 'BGN' } }] },
      ['name.bg', 'price.value', 'price.currency'],
      ['Хляб | 5.5 | BGN'],
    ],
    [
      'of products with variants, each with its own price and currency',
      {
        products: [
          {
            title: 'Тениска',
            price: 20,
            currency: 'BGN',
            variants: [{ price: 20 }, { price: '11.25', currency: 'EUR' }],
          },
          { title: 'Риза', variants: [{ price: 31 }, { price: 32 }], price: null, currency: 'BGN' },
          { title: 'Шапка', price: 9, currency: 'BGN', variants: [] },
        ],
      },
      ['title', 'price', 'currency'],
      [
        'Тениска | 20 | BGN',
        'Тениска | 20 | BGN',
        'Тениска | 11.25 | EUR',
        'Риза | 31 | BGN',
        'Риза | 32 | BGN',
        'Шапка | 9 | BGN',
      ],
    ],
    [
      'of groups with a currency, which some products have too',
      {
        groups: [
          {
            currency: 'BGN',
            items: [
              { name: 'a', price: 1, currency: 'EUR' },
              { name: 'b', price: 2 },
              { name: 'c', price: 3, currency: null },
            ],
          },
          { currency: 'EUR', items: [{ name: 'd', price: 4 }] },
        ],
      },
      ['name', 'price', 'currency'],
      ['a | 1 | EUR', 'b | 2 | BGN', 'c | 3 | BGN', 'd | 4 | EUR'],
    ],
    [
      'of groups with a currency, whose variants have their own under another key',
      {
        groups: [
          {
            currency: 'BGN',
            items: [{ name: 'a', variants: [{ price: 1, priceCurrency: 'EUR' }, { price: 2 }] }],
          },
          { currency: 'EUR', items: [{ name: 'd', variants: [{ price: 4 }] }] },
        ],
      },
      ['name', 'variants.price', 'priceCurrency'],
      ['a | 1 | EUR', 'a | 2 | BGN', 'd | 4 | EUR'],
    ],
    [
      'of offers, each product with one in lev and one in euro',
      {
        products: [
          { name: 'Кафе', offers: [offer(12.5), offer('6.39', 'EUR')] },
          { name: 'Чай', offers: [offer('2.05', 'EUR'), offer(4)] },
          { name: 'Сок', offers: [offer(3)] },
        ],
      },
      ['name', 'offers.price_bgn', '–'],
      ['Кафе | 12.5 | –', 'Чай | 4 | –', 'Сок | 3 | –'],
    ],
    [
      'of offers, of which a product has two in one currency',
      {
        products: [
          { name: 'Кафе', offers: [offer(12.5), offer('6.39', 'EUR')] },
          { name: 'Чай', offers: [offer(4), offer(5)] },
        ],
      },
      ['name', 'offers.price', 'offers.priceCurrency'],
      ['Кафе | 12.5 | BGN', 'Кафе | 6.39 | EUR', 'Чай | 4 | BGN', 'Чай | 5 | BGN'],
    ],
    [
      'of JSON Lines',
      '{"name":"Хляб","price":1.20,"currency":"BGN"}\n{"name":"Сок","price":2.5,"currency":"EUR"}\n',
      ['name', 'price', 'currency'],
      ['Хляб | 1.20 | BGN', 'Сок | 2.5 | EUR'],
    ],
    [
      'of objects without line ends',
      '{"name":"Хляб","price":1.20}{"name":"Сок","price":2.5}',
      ['name', 'price', '–'],
      ['Хляб | 1.20 | –', 'Сок | 2.5 | –'],
    ],
  ])('%s', async (_, content, titles, rows) => {
    expect(await readingOf(content)).toMatchObject({ titles, rows, certain: true })
  })

  test('of several kinds of prices the selling one is taken, and the others are told', async () => {
    const items = [{ name: 'Хляб', old_price: 3, sale_price: 1, price_lv: 2 }]
    expect(await readingOf(items)).toMatchObject({
      titles: ['name', 'price_lv', '–'],
      others: ['sale_price'],
    })
  })

  test('the fields of a product are no list', async () => {
    const prices = { retail: { price: 5 }, wholesale: { price: 4 } }
    expect(
      await readingOf({
        items: [
          { name: 'Хляб', prices },
          { name: 'Сок', prices },
        ],
      }),
    ).toMatchObject({
      titles: ['name', 'prices.retail.price', '–'],
      rows: ['Хляб | 5 | –', 'Сок | 5 | –'],
      others: ['prices.wholesale.price'],
    })
  })

  test('amounts are asked about only where nothing has a price', async () => {
    expect(await readingOf([{ име: 'Хляб', стойност: 5 }])).toMatchObject({ certain: false })
    const order = { total: 7, items: [{ name: 'Хляб', price: 5 }] }
    expect(await readingOf({ orders: [order] })).toMatchObject({ rows: ['Хляб | 5 | –'] })
    expect((await opened({ orders: [order] })).sheets).toHaveLength(1)
  })

  test.each([
    [
      'of the store interface of WooCommerce',
      [{ name: 'Хляб', prices: { price: '1250', currency_code: 'BGN', currency_minor_unit: 2 } }],
    ],
    ['of a product page of Shopify', { title: 'Хляб', price: 1990, price_varies: false }],
    ['of Stripe', { data: [{ nickname: 'Хляб', unit_amount: 1250, currency: 'bgn' }] }],
  ])('prices in whole cents are no prices: %s', async (_, content) => {
    const { table } = await opened(content)
    expect(table.at(0)).toEqual(expect.arrayContaining([expect.stringMatching(/ \(cents\)$/)]))
    expect(detectColumns(table).certain).toBe(false)
  })
})

describe('BULK-09 FILE-02 · an array that is not of the strict form', () => {
  const shop = [
    { id: 1, name: 'a', price: '1.89 лв.' },
    { id: 2, name: 'b', price: '' },
    { id: 3, name: 'c', price: { amount: '2.50', currency: 'BGN' } },
  ]

  test('is refused with the way to read it, and is read where it is chosen as a list', async () => {
    expect(await open(shop)).toMatchObject({ error: { code: 'json-items', isReadable: true } })
    expect(await readingOf(shop.slice(0, 2), { sheet: '[]' })).toMatchObject({
      titles: ['name', 'price', '–'],
      rows: ['a | 1.89 лв. | –', 'b |  | –'],
    })
    expect(await opened(shop, { sheet: '[]' })).toMatchObject({ sheet: '[]' })
  })

  test('is refused without it where no list has prices', async () => {
    const result = await open([{ name: 'a', price: null }])
    expect(result.ok ? {} : result.error).not.toHaveProperty('isReadable')
  })
})

describe('FILE-02 · of several lists the one with names and most prices is read, and the others are told', () => {
  const two = {
    extras: [{ name: 'Плик', price: 0.1 }],
    products: [
      { name: 'Хляб', price: 1 },
      { name: 'Сок', price: 2 },
    ],
  }
  const names = ({ sheets = [] }: Awaited<ReturnType<typeof opened>>) => sheets.map(({ name }) => name)

  test('each is a sheet by its keys', async () => {
    const file = await opened(two)
    expect([file.sheet, names(file), file.equalSheets]).toEqual([
      'products',
      ['products', 'extras'],
      ['extras'],
    ])
    expect((await opened(two, { sheet: 'products' })).equalSheets).toBeUndefined()
    const three = { ...two, products: [...two.products, { name: 'Ориз', price: 3 }] }
    expect((await opened(three)).equalSheets).toBeUndefined()
    expect(await readingOf(two, { sheet: 'extras' })).toMatchObject({ rows: ['Плик | 0.1 | –'] })
    expect(await open(two, { sheet: 'x' })).toMatchObject({
      error: { code: 'unknown-sheet', sheets: { length: 2 } },
    })
  })

  test('two lists by currency are two, and so are the former prices of a product', async () => {
    expect(
      names(await opened({ bgn: [{ name: 'Хляб', price: 2 }], eur: [{ name: 'Хляб', price: 1 }] })),
    ).toEqual(['bgn', 'eur'])
    const product = { name: 'Хляб', price: 5, history: [{ price: 4 }, { price: 3 }] }
    const withHistory = await opened({ items: [product, product] })
    expect([names(withHistory), withHistory.equalSheets]).toEqual([['items', 'items.history'], undefined])
  })

  test('lists whose keys look the same have names of their own', async () => {
    const list = [{ name: 'Хляб', price: 2 }]
    expect(names(await opened({ 'a.b': list, a: { b: list } }))).toEqual(['a.b', 'a.b (2)'])
  })

  test('the texts beside it can state the currency', async () => {
    const file = await opened({
      meta: { currency: 'EUR', rows: 1 },
      note: 'x'.repeat(200),
      items: [{ name: 'Хляб', price: 2 }],
    })
    expect(file).toMatchObject({ notes: ['currency: EUR'], sheet: 'items' })
  })
})

describe('FILE-02 · what is no price of a product', () => {
  test('a price in a currency that is not converted, stated beside the list', async () => {
    const file = { meta: { currency: 'RUB' }, items: [{ name: 'Хляб', price: 199 }] }
    expect(await readingOf(file)).toMatchObject({
      titles: ['name', 'price', 'currency'],
      rows: ['Хляб | 199 | RUB'],
    })
    const own = { currency: 'RUB', items: [{ name: 'Хляб', price: 199, currency: 'BGN' }] }
    expect(await readingOf(own)).toMatchObject({ rows: ['Хляб | 199 | BGN'] })
  })

  test.each([
    { extensions: { cost: { requestedCost: 11 } } },
    { generated: 'today', total_products: 3442 },
    { orders: [{ id: 1, total: 5 }] },
  ])('%j', async (content) => {
    expect(await open(content)).toMatchObject({ ok: false, error: { code: 'no-rows' } })
  })
})

describe('BULK-09 FILE-02 · the strict rule', () => {
  test('is for an array with an item that has the key price', async () => {
    const errors = [{ item: 1, problem: 'currency-missing' }]
    const error = { code: 'json-items', errors, more: 0, isReadable: true }
    expect(await open([{ name: 'Хляб', price: 1, price_bgn: 1 }])).toEqual({ ok: false, error })
    const good = { name: 'Хляб', price: 1, currency: 'BGN' }
    expect(await opened([good])).toMatchObject({ isStrict: true })
    expect(await open([good, { name: 'Сок', price_bgn: 1 }])).toMatchObject({
      error: { errors: [{ item: 2 }, { item: 2 }] },
    })
    expect((await opened([{ ...good, price: undefined, price_bgn: 1 }])).isStrict).toBeUndefined()
  })

  test('is shown where nothing is found', async () => {
    expect(await open([{ n: 'Хляб', v: 1 }])).toMatchObject({
      error: { errors: [{ problem: 'currency-missing' }, { problem: 'price-missing' }] },
    })
    expect(await open({ rows: [{ n: 1 }] })).toMatchObject({ error: { code: 'no-rows', lists: ['rows'] } })
    expect(await open('{"n":1}\n{"n":2}')).toMatchObject({ error: { code: 'no-rows', lists: ['[]'] } })
  })

  test.each([
    ['// цени\n[{"name":"a","price_bgn":1}]', 'json-comment'],
    ['[{"name":"a","price_bgn":1},]', 'json-comma'],
    ['[{"name":"a","price_bgn":1}', 'not-json'],
    ["{'name':'a','price':1}", 'not-json'],
  ])('%s is refused in words', async (text, reason) => {
    expect(await open(text)).toEqual({ ok: false, error: { code: 'unreadable', reason } })
  })
})

describe('FILE-02 · the values of JSON of any shape', () => {
  test('are exact, whatever the encoding', async () => {
    const text =
      '{"списък":[{"име":"Кисело мляко \\"Родопа\\"","цена":1234567.10,"цена":0.1e1,"нова":true,"код":"007","x":null}]}'
    for (const bytes of [
      encode(text, 'utf-8'),
      withBom(encode(text, 'utf-8'), 0xef, 0xbb, 0xbf),
      withBom(encode(text, 'utf-16le'), 0xff, 0xfe),
      withBom(encode(text, 'utf-16be'), 0xfe, 0xff),
      encode(text, 'windows-1251'),
    ]) {
      const result = await openFile(bytes, { fileName: 'list.json' })
      expect(result.ok && result.file.table.slice(0)).toEqual([
        ['име', 'цена', 'нова', 'код', 'x'],
        [
          'Кисело мляко "Родопа"',
          { kind: 'number', text: '1' },
          { kind: 'other', text: 'true', what: 'boolean' },
          '007',
          undefined,
        ],
      ])
    }
  })

  test('a single cell equals the cell of its row', async () => {
    const { table } = await opened({
      a: [
        { name: 'x', variants: [{ price: 1 }, { price: '' }] },
        { name: '', variants: [{}] },
      ],
    })
    for (let r = 0; r < 5; r++) {
      expect(lengthOfRow(table, r)).toBe(table.at(r)?.length ?? 0)
      for (let c = 0; c < 3; c++) expect(cellAt(table, r, c)).toEqual(table.at(r)?.[c])
    }
    expect([table.length, isBlankAt(table, 2), table.at(-1)]).toEqual([3, false, undefined])
  })

  test('JSON under another name is read as JSON', async () => {
    expect(
      await opened('{"name":"Хляб","price":1}\n{"name":"Сок","price":2}', { fileName: 'list.csv' }),
    ).toMatchObject({
      format: 'json',
      warnings: [{ code: 'extension-differs' }],
    })
  })

  test('rows beyond the limit are cut', async () => {
    const text = JSON.stringify({ items: [1, 2, 3].map((price) => ({ name: 'Хляб', price })) })
    const result = await openFile(new TextEncoder().encode(text), { fileName: 'a.json', limits: { rows: 2 } })
    expect(result).toMatchObject({
      file: { table: { length: 3 }, warnings: [{ code: 'rows-cut', limit: 2 }] },
    })
  })

  test('BULK-15 · 512 columns, and as many keys as a hostile file has', async () => {
    const wide = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`k${i}`, i]))
    const { table } = await opened({
      items: [
        { name: 'a', price: 1, ...wide },
        { name: 'b', price: 2, variants: [{ ...wide, price: 3 }] },
      ],
    })
    expect(lengthOfRow(table, 0)).toBe(512)
    expect((await open({ a: wide, b: [wide] })).ok).toBe(false)
  })
})
