import { describe, expect, test } from 'vitest'
import { encode, withBom } from '#test/fixtures/catalogues/encoders.ts'
import { bytesOf, converted, orderOf, pricedColumn } from '#test/priced-order.ts'
import { type CellContent, PLACEMENTS, type Placement, type WriteBackPlan } from '#writeback/plan.ts'
import { cellText } from '#table/table.ts'
import type { Encoding } from '#table/text-source.ts'
import { openFile } from '../open-file.ts'
import { writeBack } from '../write-back.ts'

async function writtenBytes(
  bytes: Uint8Array<ArrayBuffer>,
  order: Partial<WriteBackPlan>,
  options: { readonly sheet?: string; readonly encoding?: Encoding } = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const opened = await openFile(bytes, { fileName: 'feed.xml', ...options })
  if (!opened.ok) throw new Error(JSON.stringify(opened.error))
  return bytesOf(await writeBack(bytes, opened.file, orderOf(order)))
}

const written = async (xml: string, order: Partial<WriteBackPlan>, options?: { readonly sheet?: string }) =>
  new TextDecoder().decode(await writtenBytes(encode(xml, 'utf-8'), order, options))

async function titlesOf(xml: string): Promise<string[]> {
  const opened = await openFile(encode(xml, 'utf-8'), { fileName: 'feed.xml' })
  return opened.ok ? opened.file.table.at(0)!.map(cellText) : []
}

/**
 * A price of 12.50 lev in the first record and of 1.00 in the second: 6.39 and 0.51 euro. `record` has the name, then the
 * price with `{}` in place of its number.
 */
const two = (record: string): string =>
  `<list>\n  ${record.replace('{}', '12.50')}\n  ${record.replace('{}', '1.00')}\n</list>\n`

const PRICES = pricedColumn(1, { 1: '12.50', 2: '1.00' })

/** The second record as it is written. */
async function secondOf(record: string, placement: Placement, order: Partial<WriteBackPlan> = {}) {
  const result = await written(two(record), { placement, columns: [PRICES], ...order })
  const lines = result.split('\n')
  expect([lines[0], ...lines.slice(-2)]).toEqual(['<list>', '</list>', ''])
  return lines.slice(1 + (lines.length - 3) / 2, -2).join('\n')
}

describe('FILE-03 CONV-08 · a new element or attribute beside the old price', () => {
  test.each([
    [
      '<item><name>a</name><price>{}</price></item>',
      '  <item><name>a</name><price>1.00</price><price_eur>0.51</price_eur></item>',
    ],
    [
      '<item>\n    <name>a</name>\n\t<price>{}</price>\n    <x/></item>',
      '  <item>\n    <name>a</name>\n\t<price>1.00</price>\n\t<price_eur>0.51</price_eur>\n    <x/></item>',
    ],
    [
      '<item><name>a</name> <price>\n {} \n</price><!-- c --></item>',
      '  <item><name>a</name> <price>\n 1.00 \n</price> <price_eur>0.51</price_eur><!-- c --></item>',
    ],
    [
      '<item><name>a</name><price><![CDATA[{}]]></price></item>',
      '  <item><name>a</name><price><![CDATA[1.00]]></price><price_eur>0.51</price_eur></item>',
    ],
    [
      '<g:item xmlns:g="u"><g:name>a</g:name><g:price>{} BGN</g:price></g:item>',
      '  <g:item xmlns:g="u"><g:name>a</g:name><g:price>1.00 BGN</g:price><g:price_eur>0.51</g:price_eur></g:item>',
    ],
    // A prefix that only the element itself declares.
    [
      '<item><name>a</name><g:price xmlns:g="u">{}</g:price></item>',
      '  <item><name>a</name><g:price xmlns:g="u">1.00</g:price><g:price_eur xmlns:g="u">0.51</g:price_eur></item>',
    ],
    ['<item name="a" price="{}"/>', '  <item name="a" price="1.00" price_eur="0.51"/>'],
    [
      "<item name='a'\n\tprice = '{}' x='1'/>",
      "  <item name='a'\n\tprice = '1.00'\n\tprice_eur='0.51' x='1'/>",
    ],
    [
      '<item><name>a</name><price><amount>{}</amount><currency>BGN</currency></price></item>',
      '  <item><name>a</name><price><amount>1.00</amount><currency>BGN</currency></price><price_eur>0.51</price_eur></item>',
    ],
    [
      '<item><name>a</name><price value="{}" currency="BGN"/></item>',
      '  <item><name>a</name><price value="1.00" value_eur="0.51" currency="BGN"/></item>',
    ],
    [
      '<row><field name="name">a</field><field name="price">{}</field></row>',
      '  <row><field name="name">a</field><field name="price">1.00</field><field name="price_eur">0.51</field></row>',
    ],
    // A name that is taken, also in another record, gets a number.
    [
      '<item><name>a</name><price>{}</price><price_eur/></item>',
      '  <item><name>a</name><price>1.00</price><price_eur_2>0.51</price_eur_2><price_eur/></item>',
    ],
    [
      '<item><n>a</n><PRICE_VAT>{}</PRICE_VAT></item>',
      '  <item><n>a</n><PRICE_VAT>1.00</PRICE_VAT><PRICE_VAT_EUR>0.51</PRICE_VAT_EUR></item>',
    ],
    [
      '<item><n>a</n><unitPrice>{}</unitPrice></item>',
      '  <item><n>a</n><unitPrice>1.00</unitPrice><unitPriceEur>0.51</unitPriceEur></item>',
    ],
    [
      '<item><n>a</n><Price>{}</Price></item>',
      '  <item><n>a</n><Price>1.00</Price><PriceEur>0.51</PriceEur></item>',
    ],
    [
      '<item><n>a</n><unit-price>{}</unit-price></item>',
      '  <item><n>a</n><unit-price>1.00</unit-price><unit-price-eur>0.51</unit-price-eur></item>',
    ],
    [
      '<item><n>a</n><price_bgn>{}</price_bgn></item>',
      '  <item><n>a</n><price_bgn>1.00</price_bgn><price_eur>0.51</price_eur></item>',
    ],
    [
      '<item><n>a</n><цена>{}</цена></item>',
      '  <item><n>a</n><цена>1.00</цена><цена_eur>0.51</цена_eur></item>',
    ],
  ])('%s', async (record, expected) => {
    expect(await secondOf(record, 'after')).toBe(expected)
  })

  test.each([
    [
      '<item>\n    <name>a</name>\n    <price>{}</price>\n    <x>y</x>\n  </item>',
      '  <item>\n    <name>a</name>\n    <price>1.00</price>\n    <x>y</x>\n    <price_eur>0.51</price_eur>\n  </item>',
    ],
    [
      '<item><name>a</name><p:prices xmlns:p="u"><p:price>{}</p:price></p:prices></item>',
      '  <item><name>a</name><p:prices xmlns:p="u"><p:price>1.00</p:price><p:price_eur>0.51</p:price_eur></p:prices></item>',
    ],
    ['<item name="a" price="{}" x="1" />', '  <item name="a" price="1.00" x="1" price_eur="0.51" />'],
    [
      '<item name="a" price="{}" x="1"></item>',
      '  <item name="a" price="1.00" x="1" price_eur="0.51"></item>',
    ],
  ])('at the end: %s', async (record, expected) => {
    expect(await secondOf(record, 'end')).toBe(expected)
  })

  test('each price for a currency of its own, and the name of the other is not used twice', async () => {
    const record =
      '<item><name>a</name><prices><price currency="BGN">{}</price><price currency="USD">9</price></prices></item>'
    expect(await secondOf(record, 'after')).toBe(
      '  <item><name>a</name><prices><price currency="BGN">1.00</price><price currency="EUR">0.51</price><price currency="USD">9</price></prices></item>',
    )
    const both = record.replace('USD', 'EUR')
    expect(await secondOf(both, 'after')).toBe(
      '  <item><name>a</name><prices><price currency="BGN">1.00</price><price_eur>0.51</price_eur><price currency="EUR">9</price></prices></item>',
    )
  })

  test('nothing but prices with their names in attributes', async () => {
    expect(
      await written('<list><price name="a">1.00</price><price name="b">2.00</price></list>', {
        columns: [pricedColumn(0, { 1: '1.00' })],
      }),
    ).toBe('<list><price name="a" price_eur="0.51">1.00</price><price name="b">2.00</price></list>')
  })

  test('a price of a kind and a currency gets one of the same kind', async () => {
    const other =
      '<price type="wholesale" currency="BGN">1</price><price type="retail" currency="EUR">9</price>'
    const price = '<price type="retail" currency="BGN">1.00</price>'
    const xml = `<r><item><name>a</name>${price}${other}</item><item><name>b</name><price type="wholesale" currency="BGN">1.00</price></item></r>`
    const titles = await titlesOf(xml)
    const column = titles.indexOf('price BGN wholesale')
    expect(await written(xml, { columns: [pricedColumn(column, { 2: '1.00' })] })).toBe(
      xml.replace(
        '</price></item></r>',
        '</price><price currency="EUR" type="wholesale">0.51</price></item></r>',
      ),
    )
  })

  test('several prices, and records without one', async () => {
    const xml =
      '<r><item><name>a</name><price>1,00</price><sale_price>2,00</sale_price></item><item><name>b</name></item><item><price>12,50</price></item></r>'
    expect(
      await written(xml, {
        columns: [pricedColumn(1, { 1: '1.00', 3: '12.50' }), pricedColumn(2, { 1: '2.00' })],
      }),
    ).toBe(
      '<r><item><name>a</name><price>1,00</price><price_eur>0,51</price_eur><sale_price>2,00</sale_price><sale_price_eur>1,02</sale_price_eur></item><item><name>b</name></item><item><price>12,50</price><price_eur>6,39</price_eur></item></r>',
    )
  })

  test('the records of the chosen kind alone', async () => {
    const xml =
      '<r><item><name>a</name><price>1.00</price><v><w><size>S</size><price>2.00</price></w><w><size>M</size><price>1.00</price></w></v></item><item><name>b</name><price>1.00</price></item></r>'
    expect(
      await written(xml, { columns: [pricedColumn(1, { 1: '2.00', 2: '1.00' })] }, { sheet: 'r/item/v/w' }),
    ).toBe(
      '<r><item><name>a</name><price>1.00</price><v><w><size>S</size><price>2.00</price><price_eur>1.02</price_eur></w><w><size>M</size><price>1.00</price><price_eur>0.51</price_eur></w></v></item><item><name>b</name><price>1.00</price></item></r>',
    )
  })
})

describe('FILE-03 CONV-08 · the new price in place of the old one', () => {
  test.each([
    ['<item><name>a</name><price>{}</price></item>', '  <item><name>a</name><price>0.51</price></item>'],
    [
      '<item><name>a</name><price>\n\t{} BGN <!-- c -->\n</price></item>',
      '  <item><name>a</name><price>\n\t0.51 EUR <!-- c -->\n</price></item>',
    ],
    [
      '<item><name>a</name><price><![CDATA[ {} лв./бр ]]></price></item>',
      '  <item><name>a</name><price><![CDATA[ 0.51 евро/бр ]]></price></item>',
    ],
    [
      '<item><name>a</name><price><!-- 1 --><![CDATA[{}]]><?p?> BGN</price></item>',
      '  <item><name>a</name><price><!-- 1 --><![CDATA[0.51 EUR]]><?p?> </price></item>',
    ],
    ["<item name='a' price='{} BGN'/>", "  <item name='a' price='0.51 EUR'/>"],
    [
      '<item><name>a</name><price currency="BGN">{}</price></item>',
      '  <item><name>a</name><price currency="EUR">0.51</price></item>',
    ],
    [
      '<item><name>a</name><price value="{}" currency="лв."/></item>',
      '  <item><name>a</name><price value="0.51" currency="евро"/></item>',
    ],
    [
      '<item><name>a</name><price><currency>BGN</currency><amount>{}</amount></price></item>',
      '  <item><name>a</name><price><currency>EUR</currency><amount>0.51</amount></price></item>',
    ],
    // A unit, a word and a rate of VAT are no other price of the currency.
    [
      '<item><name>a</name><price unit="бр" currency="BGN">{}</price></item>',
      '  <item><name>a</name><price unit="бр" currency="EUR">0.51</price></item>',
    ],
    [
      '<item><name>a</name><price unit="100 г" valuta="BGN">{}</price></item>',
      '  <item><name>a</name><price unit="100 г" valuta="EUR">0.51</price></item>',
    ],
    [
      '<item><name>a</name><cena vid="едро" valuta="BGN" dds="с ДДС">{}</cena></item>',
      '  <item><name>a</name><cena vid="едро" valuta="EUR" dds="с ДДС">0.51</cena></item>',
    ],
    [
      '<item><name>a</name><price vat="20" currency="BGN">{}</price></item>',
      '  <item><name>a</name><price vat="20" currency="EUR">0.51</price></item>',
    ],
    // An amount of VAT is.
    [
      '<item><name>a</name><price vat="0.17" currency="BGN">{}</price></item>',
      '  <item><name>a</name><price vat="0.17" currency="BGN">0.51 €</price></item>',
    ],
    // The currency of the element around it is that of another price too.
    [
      '<item><name>a</name><prices currency="BGN"><retail>{}</retail><wholesale>9</wholesale></prices></item>',
      '  <item><name>a</name><prices currency="BGN"><retail>0.51 €</retail><wholesale>9</wholesale></prices></item>',
    ],
    [
      '<item><name>a</name><prices_bgn><retail>{}</retail></prices_bgn></item>',
      '  <item><name>a</name><prices_bgn><retail>0.51 €</retail></prices_bgn></item>',
    ],
    [
      '<item><name>a</name><price_bgn>{}</price_bgn></item>',
      '  <item><name>a</name><price_eur>0.51</price_eur></item>',
    ],
    ['<item name="a" priceBGN="{}"/>', '  <item name="a" priceEUR="0.51"/>'],
    [
      '<row><field name="name">a</field><field name="price_bgn">{}</field></row>',
      '  <row><field name="name">a</field><field name="price_eur">0.51</field></row>',
    ],
  ])('%s', async (record, expected) => {
    expect(await secondOf(record, 'replace')).toBe(expected)
  })

  test('with the currency in an element of its own, or without one in that record', async () => {
    const xml =
      '<r><item><name>a</name><price>1.00</price><currencyId>BGN</currencyId></item><item><name>b</name><price>12.50</price></item></r>'
    expect(
      await written(xml, {
        placement: 'replace',
        currencyColumn: 2,
        columns: [pricedColumn(1, { 1: '1.00', 2: '12.50' })],
      }),
    ).toBe(
      '<r><item><name>a</name><price>0.51</price><currencyId>EUR</currencyId></item><item><name>b</name><price>6.39 €</price></item></r>',
    )
  })

  test('the currency is written beside a price where the user chose so', async () => {
    const cells = new Map([[1, { ...converted('12.50', 'BGN'), isMarked: true }]])
    const xml = '<r><item><name>a</name><price>12,50</price></item></r>'
    expect(await written(xml, { placement: 'replace', columns: [{ column: 1, cells }] })).toBe(
      '<r><item><name>a</name><price>6,39 €</price></item></r>',
    )
  })
})

const cells = (content: Readonly<Record<number, CellContent>>): ReadonlyMap<number, CellContent> =>
  new Map(Object.entries(content).map(([c, one]) => [Number(c), one]))

describe('FILE-03 CONV-08 · edited cells and added rows', () => {
  const XML = `<r>
  <item id="1">
    <name>a</name>
    <price currency="BGN">1.00</price>
  </item>
  <item id="2">
    <name/>
    <prices/>
    <price currency="BGN">2.00</price>
  </item>
</r>`

  test('texts are escaped, empty elements are filled, and missing ones added', async () => {
    expect(await titlesOf(XML)).toEqual(['id', 'name', 'price'])
    const changed = [
      { row: 1, cells: cells({ 0: '"<&>"', 1: 'б < & ]]>', 2: '12.50 EUR' }) },
      { row: 2, cells: cells({ 1: 'Сол', 2: '2.10 BGN' }) },
    ]
    expect(await written(XML, { changed })).toBe(`<r>
  <item id="&quot;&lt;&amp;>&quot;">
    <name>б &lt; &amp; ]]&gt;</name>
    <price currency="EUR">12.50</price>
  </item>
  <item id="2">
    <name>Сол</name>
    <prices/>
    <price currency="BGN">2.10</price>
  </item>
</r>`)
    const missing = '<r><item><name>a</name><price>1</price><x y="1"/></item><item z="1"/></r>'
    expect(await titlesOf(missing)).toEqual(['name', 'price', 'x y', 'z'])
    expect(
      await written(missing, {
        changed: [
          { row: 1, cells: cells({ 3: '3' }) },
          { row: 2, cells: cells({ 0: 'b', 1: { number: '2.5' }, 2: 'c' }) },
        ],
      }),
    ).toBe(
      '<r><item z="3"><name>a</name><price>1</price><x y="1"/></item><item z="1"><name>b</name><price>2.5</price><x y="c"/></item></r>',
    )
  })

  const added = [
    {
      cells: cells({ 1: 'Нов & стар', 2: { number: '12.50' } }),
      prices: new Map([[2, converted('12.50', 'BGN')]]),
    },
  ]

  test.each([
    [
      'after',
      '<name>Нов &amp; стар</name>\n    <price currency="BGN">12.50</price>\n    <price_eur>6.39</price_eur>',
    ],
    [
      'end',
      '<name>Нов &amp; стар</name>\n    <price currency="BGN">12.50</price>\n    <price_eur>6.39</price_eur>',
    ],
    ['replace', '<name>Нов &amp; стар</name>\n    <price currency="EUR">6.39</price>'],
  ] as const)('a new record, %s', async (placement, inner) => {
    expect(await written(XML, { placement, added })).toBe(
      XML.replace('\n</r>', `\n  <item>\n    ${inner}\n  </item>\n</r>`),
    )
  })

  test('a new record of attributes', async () => {
    const xml =
      '<r>\n<item name="a" price="1.00" currency="BGN"/>\n<item name="b" price="2.00" currency="BGN"/>\n</r>'
    const row = {
      cells: cells({ 0: 'Нов', 1: { number: '12.5' }, 2: 'BGN' }),
      prices: new Map([[1, converted('12.50', 'BGN')]]),
    }
    expect(await written(xml, { added: [row] })).toBe(
      xml.replace('\n</r>', '\n<item name="Нов" price="12.5" price_eur="6.39" currency="BGN"/>\n</r>'),
    )
  })
})

describe('FILE-03 CONV-08 · one currency for all records', () => {
  const XML =
    '<r currency="BGN"><item><name>a</name><price>1.00</price></item><item><name>b</name><price>2.00</price></item></r>'

  test('stays, with the prices that it is of: new ones are added', async () => {
    expect(await titlesOf(XML)).toEqual(['name', 'price', 'currency'])
    expect(
      await written(XML, {
        placement: 'replace',
        currencyColumn: 2,
        columns: [pricedColumn(1, { 1: '1.00' })],
      }),
    ).toBe(XML.replace('<price>1.00</price>', '<price>1.00</price><price_eur>0.51</price_eur>'))
  })

  test('stays where other kinds of records in the record have it too', async () => {
    const item = (price: string) =>
      `<item><name>a</name><currency>BGN</currency><price>${price}</price><variants><variant><size>S</size><price>7.00</price></variant><variant><size>M</size><price>8.00</price></variant></variants></item>`
    const xml = `<list>${item('12.50')}${item('1.00')}</list>`
    const titles = await titlesOf(xml)
    const prices = pricedColumn(titles.indexOf('price'), { 1: '12.50', 2: '1.00' })
    const order = {
      placement: 'replace' as const,
      columns: [prices],
      currencyColumn: titles.indexOf('currency'),
    }
    const result = await written(xml, order, { sheet: 'list/item' })
    expect(result.match(/<currency>BGN/g)).toHaveLength(2)
    expect(result).toContain('<price_eur>6.39</price_eur>')
    const bytes = encode(xml, 'utf-8')
    const opened = await openFile(bytes, { fileName: 'feed.xml', sheet: 'list/item' })
    if (!opened.ok) throw new Error(opened.error.code)
    const { warnings } = await writeBack(bytes, opened.file, orderOf({ ...order, currencyColumn: null }))
    expect(warnings).toEqual(['lists-kept'])
  })

  test('another one gets an element', async () => {
    const changed = [{ row: 2, cells: cells({ 1: { number: '3.00' }, 2: 'EUR' }) }]
    expect(await written(XML, { currencyColumn: 2, changed })).toBe(
      XML.replace('<price>2.00</price>', '<price>3.00</price><currency>EUR</currency>'),
    )
    const added = [
      {
        cells: cells({ 0: 'c', 1: { number: '12.50' }, 2: 'BGN' }),
        prices: new Map([[1, converted('12.50', 'BGN')]]),
      },
    ]
    expect(await written(XML, { placement: 'replace', currencyColumn: 2, added })).toBe(
      XML.replace(
        '</r>',
        '<item><name>c</name><price>12.50</price><price_eur>6.39</price_eur><currency>BGN</currency></item></r>',
      ),
    )
  })
})

describe('FILE-03 · every other byte stays', () => {
  const FEED = `<?xml version="1.0" encoding="{}"?>\r\n<!DOCTYPE r [ <!ENTITY e "<item>"> ]>\r\n<r  >\r\n\t<item ><name>Хляб &#39;&nbsp;</name ><цена>12,50 лв.</цена><img /></item>\r\n\t<!-- <item> --><item><name><![CDATA[<b>Сол</b>]]></name><цена>1,00 лв.</цена></item>\r\n</r>\r\n<!-- край -->`
  const ORDER = { columns: [pricedColumn(1, { 1: '12.50', 2: '1.00' })] }

  const expected = (xml: string) =>
    xml
      .replace('<цена>12,50 лв.</цена>', '<цена>12,50 лв.</цена><цена_eur>6,39</цена_eur>')
      .replace('<цена>1,00 лв.</цена>', '<цена>1,00 лв.</цена><цена_eur>0,51</цена_eur>')
  const replaced = (xml: string) => xml.replace('12,50 лв.', '6,39 евро').replace('1,00 лв.', '0,51 евро')

  test.each(['utf-8', 'windows-1251', 'utf-16le', 'utf-16be'] as const)('%s', async (encoding) => {
    const xml = FEED.replace('{}', encoding)
    expect(await writtenBytes(encode(xml, encoding), ORDER)).toEqual(encode(expected(xml), encoding))
    expect(await writtenBytes(encode(xml, encoding), { ...ORDER, placement: 'replace' })).toEqual(
      encode(replaced(xml), encoding),
    )
  })

  test('a letter that the encoding lacks is a reference', async () => {
    const xml = FEED.replace('{}', 'koi8-r')
    const changed = [
      { row: 1, cells: cells({ 0: 'Хляб „é”', 1: '9 €' }) },
      { row: 2, cells: cells({ 0: 'Сол €' }) },
    ]
    expect(await writtenBytes(encode(xml, 'koi8-r'), { changed })).toEqual(
      encode(
        xml
          .replace('Хляб &#39;&nbsp;', 'Хляб &#8222;&#233;&#8221;')
          .replace('12,50 лв.', '9 &#8364;')
          .replace('<b>Сол</b>]]>', 'Сол ]]>&#8364;<![CDATA[]]>'),
        'koi8-r',
      ),
    )
  })

  test('byte order marks, and bytes that are no UTF-8', async () => {
    const xml = FEED.replace('{}', 'UTF-8')
    const marked = withBom(encode(xml, 'utf-8'), 0xef, 0xbb, 0xbf)
    expect(await writtenBytes(marked, ORDER)).toEqual(
      withBom(encode(expected(xml), 'utf-8'), 0xef, 0xbb, 0xbf),
    )
    const wide = withBom(encode(xml, 'utf-16le'), 0xff, 0xfe)
    expect(await writtenBytes(wide, ORDER)).toEqual(withBom(encode(expected(xml), 'utf-16le'), 0xff, 0xfe))
    const broken = (text: string) =>
      Uint8Array.from([...encode(text, 'utf-8')].map((byte) => (byte === 0x24 ? 0xff : byte)))
    const damaged = xml.replace('край', 'край$')
    expect(await writtenBytes(broken(damaged), ORDER)).toEqual(broken(expected(damaged)))
  })

  test('the chosen encoding', async () => {
    const xml = FEED.replace(' encoding="{}"', '').replaceAll('цена', 'price')
    const bytes = encode(xml, 'koi8-r')
    expect(await writtenBytes(bytes, ORDER, { encoding: 'koi8-r' })).toEqual(
      encode(expected(xml.replaceAll('price', 'цена')).replaceAll('цена', 'price'), 'koi8-r'),
    )
  })

  test('a plan without prices changes nothing', async () => {
    const bytes = encode(FEED.replace('{}', 'utf-8'), 'utf-8')
    for (const placement of PLACEMENTS) expect(await writtenBytes(bytes, { placement })).toEqual(bytes)
  })
})
