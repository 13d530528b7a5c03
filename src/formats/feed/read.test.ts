import { describe, expect, test } from 'vitest'
import { encode, withBom } from '#test/fixtures/catalogues/encoders.ts'
import { detectColumns } from '#pricelist/columns/detect-columns.ts'
import { cellText } from '#table/table.ts'
import type { OpenOptions } from '../format.ts'
import { openFile } from '../open-file.ts'
import { readPriceList } from '../read-price-list.ts'

type Options = Partial<OpenOptions>

const opened = async (bytes: Uint8Array<ArrayBuffer>, options: Options = {}) =>
  openFile(bytes, { fileName: 'feed.xml', ...options })

async function open(xml: string, options?: Options) {
  const result = await opened(encode(xml, 'utf-8'), options)
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.file
}

const tableOf = async (xml: string, options?: Options): Promise<string[][]> =>
  [...(await open(xml, options)).table].map((row) => row.map(cellText))

/** What is converted: the title of the price, and name, price and currency of each row. */
async function pricesOf(xml: string, options?: Options) {
  const file = await open(xml, options)
  const { columns, question } = detectColumns(file.table)
  const { rows } = readPriceList(file, 'feed.xml', { columns })
  const title = cellText(file.table.at(0)![columns.price ?? -1])
  return { question, title, rows: rows.map(({ name, price, currency }) => `${name} ${price} ${currency}`) }
}

const GOOGLE = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">
<channel>
  <title>Магазин</title><link>https://a.bg</link>
  <item>
    <g:id>1</g:id><title><![CDATA[Хляб & сол]]></title>
    <g:image_link>a.jpg</g:image_link><g:additional_image_link>b</g:additional_image_link><g:additional_image_link>c</g:additional_image_link>
    <g:price>12.50 BGN</g:price>
    <g:sale_price>10.00 BGN</g:sale_price>
    <g:shipping><g:country>BG</g:country><g:price>5.00 BGN</g:price></g:shipping>
    <g:shipping><g:country>RO</g:country><g:price>9.00 BGN</g:price></g:shipping>
    <g:unit_pricing_measure>750ml</g:unit_pricing_measure>
  </item>
  <item><g:id>2</g:id><title>Мляко</title><g:price>
      3.20 BGN
  </g:price></item>
</channel></rss>`

describe('FILE-03 · the records of feeds are found, and the price that is paid', () => {
  test.each([
    ['Google Merchant RSS', GOOGLE, 'price', ['Хляб & сол 12.5 BGN', 'Мляко 3.2 BGN']],
    [
      'Google Merchant Atom',
      `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:g="http://base.google.com/ns/1.0"><title>a</title>
       <entry><g:id>1</g:id><g:title>Хляб</g:title><g:price>1.20 EUR</g:price><g:sale_price>1.00 EUR</g:sale_price></entry>
       <entry><g:id>2</g:id><g:title>Сол</g:title><g:price>2.20 EUR</g:price></entry></feed>`,
      'price',
      ['Хляб 1.2 EUR', 'Сол 2.2 EUR'],
    ],
    [
      'Pazaruvaj',
      `<products><product><identifier>1</identifier><manufacturer>М</manufacturer><name>Хляб</name><category>Храни</category>
       <price>12.50</price><net_price>10.42</net_price><delivery_cost>4.99</delivery_cost></product>
       <product><identifier>2</identifier><manufacturer>М</manufacturer><name>Сол</name><category>Храни</category>
       <price>2.40</price><net_price>2.00</net_price><delivery_cost>4.99</delivery_cost></product></products>`,
      'price',
      ['Хляб 12.5 BGN', 'Сол 2.4 BGN'],
    ],
    [
      'Skroutz',
      `<mystore><created_at>2025-01-01 10:00</created_at><products>
       <product><id>1</id><name>Хляб</name><price_with_vat>12.50</price_with_vat><vat>20.00</vat><weight>500</weight></product>
       <product><id>2</id><name>Сол</name><price_with_vat>2.40</price_with_vat><vat>20.00</vat><weight>1000</weight></product></products></mystore>`,
      'price_with_vat',
      ['Хляб 12.5 BGN', 'Сол 2.4 BGN'],
    ],
    [
      'Heureka and GLAMI',
      `<SHOP><SHOPITEM><ITEM_ID>1</ITEM_ID><PRODUCTNAME>Хляб</PRODUCTNAME><PRICE_VAT>12,50</PRICE_VAT>
       <DELIVERY><DELIVERY_ID>ECONT</DELIVERY_ID><DELIVERY_PRICE>5</DELIVERY_PRICE></DELIVERY>
       <DELIVERY><DELIVERY_ID>SPEEDY</DELIVERY_ID><DELIVERY_PRICE>6</DELIVERY_PRICE></DELIVERY>
       <PARAM><PARAM_NAME>Цвят</PARAM_NAME><VAL>бял</VAL></PARAM><PARAM><PARAM_NAME>Кг</PARAM_NAME><VAL>1</VAL></PARAM></SHOPITEM>
       <SHOPITEM><ITEM_ID>2</ITEM_ID><PRODUCTNAME>Сол</PRODUCTNAME><PRICE_VAT>2,40</PRICE_VAT></SHOPITEM></SHOP>`,
      'price with VAT',
      ['Хляб 12.5 BGN', 'Сол 2.4 BGN'],
    ],
    [
      'YML',
      `<yml_catalog><shop><currencies><currency id="BGN" rate="1"/><currency id="EUR" rate="1.95583"/></currencies>
       <categories><category id="1">Храни</category><category id="2">Други</category></categories><offers>
       <offer id="1" available="true"><price>12.50</price><oldprice>15</oldprice><currencyId>BGN</currencyId><name>Хляб</name><param name="Цвят">бял</param></offer>
       <offer id="2" available="true"><price>2.40</price><currencyId>EUR</currencyId><name>Сол</name></offer></offers></shop></yml_catalog>`,
      'price',
      ['Хляб 12.5 BGN', 'Сол 2.4 EUR'],
    ],
    [
      'prices in attributes',
      `<offers><offer name="Хляб &amp; сол" price="12.50" currency="BGN"/><offer name='Мляко "3%"' price='2.40' currency='EUR'></offer></offers>`,
      'price',
      ['Хляб & сол 12.5 BGN', 'Мляко "3%" 2.4 EUR'],
    ],
    [
      'an amount and its currency in the price',
      `<c><product><title>Хляб</title><price><amount>12.50</amount><currency>BGN</currency></price></product>
       <product><title>Сол</title><price><amount>2.40</amount><currency>EUR</currency></price></product></c>`,
      'price',
      ['Хляб 12.5 BGN', 'Сол 2.4 EUR'],
    ],
    [
      'the amount and its currency as attributes of the price',
      `<c><product><title>Хляб</title><price value="12.50" currency="BGN"/></product><product><title>Сол</title><price value="2.40" currency="EUR"/></product></c>`,
      'price',
      ['Хляб 12.5 BGN', 'Сол 2.4 EUR'],
    ],
    [
      'the currency in an attribute of the price',
      `<c><product><title>Хляб</title><price currency="BGN">12.50</price><sale_price currency="EUR">1</sale_price></product>
       <product><title>Сол</title><price currency="EUR">2.40</price></product></c>`,
      'price',
      ['Хляб 12.5 BGN', 'Сол 2.4 EUR'],
    ],
    [
      'the currency of all prices in the element around them',
      `<c><product><title>Хляб</title><prices currency="EUR"><retail>12.50</retail><wholesale>10</wholesale></prices></product>
       <product><title>Сол</title><prices currency="EUR"><retail>2.40</retail><wholesale>2</wholesale></prices></product></c>`,
      'prices retail',
      ['Хляб 12.5 EUR', 'Сол 2.4 EUR'],
    ],
    [
      'one price for each currency',
      `<c><product><title>Хляб</title><prices><price currency="BGN">12.50</price><price currency="EUR">6.39</price></prices></product>
       <product><title>Сол</title><prices><price currency="BGN">2.40</price><price currency="EUR">1.23</price></prices></product></c>`,
      'price BGN',
      ['Хляб 12.5 BGN', 'Сол 2.4 BGN'],
    ],
    [
      'fields that an attribute names',
      `<resultset><row><field name="id">1</field><field name="name">Хляб</field><field name="price">12.50</field></row>
       <row><field name="id">2</field><field name="name">Сол</field><field name="price">2.40</field></row></resultset>`,
      'price',
      ['Хляб 12.5 BGN', 'Сол 2.4 BGN'],
    ],
    [
      'rows of attributes below their description',
      `<DATAPACKET Version="2.0"><METADATA><FIELDS><FIELD attrname="NAME" fieldtype="string"/><FIELD attrname="CENA" fieldtype="r8"/></FIELDS></METADATA>
       <ROWDATA><ROW NAME="Хляб" CENA="12.50"/><ROW NAME="Сол" CENA="2.40"/></ROWDATA></DATAPACKET>`,
      'CENA',
      ['Хляб 12.5 BGN', 'Сол 2.4 BGN'],
    ],
    [
      'Bulgarian names, in several groups',
      `<меню><група име="Супи"><ястие><име>Таратор</име><цена>3,50 лв.</цена></ястие><ястие><име>Боб</име><цена>4,20 лв.</цена></ястие></група>
       <група име="Други"><ястие><име>Хляб</име><цена>0,50 лв.</цена></ястие></група></меню>`,
      'цена',
      ['Таратор 3.5 BGN', 'Боб 4.2 BGN', 'Хляб 0.5 BGN'],
    ],
    [
      'nothing but prices with their names in attributes',
      '<list><price name="Хляб">12.50</price><price name="Сол">2.40</price></list>',
      'price',
      ['Хляб 12.5 BGN', 'Сол 2.4 BGN'],
    ],
    [
      'one currency around all records, and another in a record',
      `<shop><settings><currency>EUR</currency></settings><items><item><name>Хляб</name><price>12.50</price></item>
       <item><name>Сол</name><price>2.40</price><currency>BGN</currency></item></items></shop>`,
      'price',
      ['Хляб 12.5 EUR', 'Сол 2.4 BGN'],
    ],
    [
      'one currency as an attribute of the list',
      '<offers currency="EUR"><offer name="Хляб" price="12.50"/><offer name="Сол" price="2.40"/></offers>',
      'price',
      ['Хляб 12.5 EUR', 'Сол 2.4 EUR'],
    ],
    [
      'a single record',
      '<products><product><name>Хляб</name><price>12.50</price></product></products>',
      'price',
      ['Хляб 12.5 BGN'],
    ],
    [
      'a price in another currency is none',
      '<r><item><title>Хляб</title><price currency="USD">12.50</price></item><item><title>Сол</title><price currency="BGN">2.40</price></item></r>',
      'price',
      ['Хляб 12.50 USD BGN', 'Сол 2.4 BGN'],
    ],
  ] as const)('%s', async (_, xml, title, rows) => {
    expect(await pricesOf(xml)).toEqual({ question: null, title, rows })
  })

  test('columns are the elements and attributes of a record, each title once', async () => {
    expect(
      await tableOf(
        '<r><item id="1" xml:lang="bg"><g:title xmlns:g="u">A</g:title><title>B</title><price>1</price><empty/></item><item id="2"><price>2</price><new>x</new></item></r>',
      ),
    ).toEqual([
      ['id', 'title', 'title 2', 'price', 'new'],
      ['1', 'A', 'B', '1', ''],
      ['2', '', '', '2', 'x'],
    ])
  })

  test.each([
    [
      'a type',
      '<i><n>a</n><price type="retail" currency="BGN">1.50</price><price type="wholesale" currency="BGN">1.00</price></i>' +
        '<i><n>b</n><price type="wholesale" currency="BGN">2.50</price><price type="retail" currency="BGN">3.00</price></i>',
      ['n', 'price BGN retail', 'price BGN wholesale'],
      ['b', '3.00', '2.50'],
    ],
    [
      'a kind in Bulgarian',
      '<i><n>a</n><cena vid="едро" valuta="BGN">1.50</cena><cena vid="дребно" valuta="BGN">1.95</cena></i>' +
        '<i><n>b</n><cena vid="дребно" valuta="BGN">3.10</cena><cena vid="едро" valuta="BGN">2.50</cena></i>',
      ['n', 'cena BGN едро', 'cena BGN дребно'],
      ['b', '2.50', '3.10'],
    ],
    [
      'a type in two currencies',
      '<i><n>a</n><price type="retail" currency="BGN">1.96</price><price type="wholesale" currency="BGN">1.00</price><price type="retail" currency="EUR">1.00</price></i>' +
        '<i><n>b</n><price type="wholesale" currency="BGN">2.50</price><price type="retail" currency="EUR">2.00</price><price type="retail" currency="BGN">3.91</price></i>',
      ['n', 'price BGN retail', 'price BGN wholesale', 'price EUR retail'],
      ['b', '3.91', '2.50', '2.00'],
    ],
  ])('prices that %s tells apart are in the same columns in any order', async (_, items, titles, second) => {
    const opened = await openFile(encode(`<r>${items}</r>`, 'utf-8'), { fileName: 'a.xml' })
    const table = opened.ok ? opened.file.table.slice() : []
    expect([table[0], table[2]]).toEqual([titles, second])
  })

  test('numbers on two lines stay on two', async () => {
    expect(await tableOf('<r><item name="a" price="1\n100"/><item name="b" price="2&#10;200"/></r>')).toEqual(
      [
        ['name', 'price'],
        ['a', '1\n100'],
        ['b', '2\n200'],
      ],
    )
  })

  test('an image or a parameter is shown once, prices all', async () => {
    expect(
      await tableOf(
        '<r><item><title>A</title><img>1</img><img>2</img><price>1</price><price>2</price></item><item><title>B</title><price>3</price></item></r>',
      ),
    ).toEqual([
      ['title', 'img', 'price', 'price 2'],
      ['A', '1', '1', '2'],
      ['B', '', '3', ''],
    ])
  })

  test('groups of records in different currencies are statements that disagree', async () => {
    const group = (currency: string) =>
      `<group currency="${currency}"><item><name>a</name><price>1</price></item><item><name>b</name><price>2</price></item></group>`
    const { notes } = await open(`<shop>${group('BGN')}${group('EUR')}</shop>`)
    expect(notes).toEqual(['currency: BGN', 'currency: EUR'])
    expect(await open(`<shop>${group('EUR')}${group('EUR')}</shop>`)).not.toHaveProperty('notes')
  })

  test('of two kinds of records each is a sheet, named by its path', async () => {
    const xml =
      '<shop><product><name>Тениска</name><price>20</price><variants><variant><size>S</size><price>21</price></variant><variant><size>M</size><price>22</price></variant></variants></product><product><name>Шапка</name><price>12</price></product></shop>'
    const file = await open(xml)
    expect(file.sheet).toBe('shop/product')
    expect(file.sheets?.map(({ name }) => name)).toEqual(['shop/product', 'shop/product/variants/variant'])
    // Neither is the better list: the user is asked.
    expect(file.equalSheets).toEqual(['shop/product/variants/variant'])
    expect(await tableOf(xml)).toEqual([
      ['name', 'price'],
      ['Тениска', '20'],
      ['Шапка', '12'],
    ])
    expect(await tableOf(xml, { sheet: 'shop/product/variants/variant' })).toEqual([
      ['size', 'price'],
      ['S', '21'],
      ['M', '22'],
    ])
    expect(await opened(encode(xml, 'utf-8'), { sheet: 'x' })).toMatchObject({
      error: { code: 'unknown-sheet' },
    })
  })

  test('only as many records as wanted', async () => {
    const xml = `<r>${'<item><name>A</name><price>1</price></item>'.repeat(5)}</r>`
    const file = await open(xml, { limits: { rows: 3 } })
    expect(file.table).toHaveLength(4)
    expect(file.warnings).toEqual([{ code: 'rows-cut', limit: 3 }])
    expect((await open(xml, { limits: { rows: 5 } })).warnings).toEqual([])
  })
})

const one = (inner: string) =>
  `<r><item><name>Хляб</name>${inner}</item><item><name>Сол</name><price>1</price></item></r>`

describe('FILE-03 · texts of any form', () => {
  test('Cyrillic names of one length are different in UTF-16', async () => {
    const record = (name: string, price: string) =>
      `<стока><код>1</код><име>${name}</име><брой>9</брой><цена>${price}</цена></стока>`
    const xml = `<?xml version="1.0" encoding="UTF-16"?><р>${record('Хляб', '3,00')}${record('Сол', '4,00')}</р>`
    const result = await opened(withBom(encode(xml, 'utf-16le'), 0xff, 0xfe))
    expect(result.ok && [...result.file.table].map((row) => row.map(cellText))).toEqual([
      ['код', 'име', 'брой', 'цена'],
      ['1', 'Хляб', '9', '3,00'],
      ['1', 'Сол', '9', '4,00'],
    ])
  })

  test('the currency of a shop that names one is that of its prices', async () => {
    const offers = ['A', 'B'].map((name) => `<offer><name>${name}</name><price>12.50</price></offer>`)
    const { rows } = await pricesOf(
      `<yml_catalog><shop><currencies><currency id="EUR" rate="1"/></currencies><offers>${offers.join('')}</offers></shop></yml_catalog>`,
    )
    expect(rows).toEqual(['A 12.5 EUR', 'B 12.5 EUR'])
  })

  test.each([
    ['<price>12.50</price>', '12.50'],
    ['<price> \n\t12.50\r\n</price>', '12.50'],
    ['<price><![CDATA[12.50]]></price>', '12.50'],
    ['<price>12<!-- <b> -->.<?pi ?>50</price>', '12.50'],
    ['<price>12<![CDATA[.5]]>0</price>', '12.50'],
    ['<price>12.50<b>9</b></price>', '12.50'],
    ['<price>12.50 &#1083;&#x432;.</price>', '12.50 лв.'],
    ['<price x=">" y=\'"\'>12.50</price>', '12.50'],
    ['<price\n>12.50</price\n>', '12.50'],
    ['<price>12.50 &amp;lt;</price>', '12.50 &lt;'],
    // Entities that the document type defines are never expanded.
    ['<price>&cena;</price>', '&cena;'],
    ['<price/>', ''],
    ['<price></price>', ''],
    ['', ''],
  ])('%j', async (inner, text) => {
    const table = await tableOf(one(inner))
    const c = table[0]!.indexOf('price')
    expect(table.map((row) => row[c])).toEqual(['price', text, '1'])
  })

  const BOMB = `<?xml version="1.0"?>
<!DOCTYPE r [ <!-- it's "quoted -->
  <!ENTITY a0 "<item><name>x</name><price>1</price></item>">
  <!ENTITY % p SYSTEM "file:///etc/passwd">
  <!ENTITY a1 "&a0;&a0;&a0;&a0;&a0;&a0;&a0;&a0;&a0;&a0;"><?pi ]> ?>
]>
<r><item><name>&a1;</name><price>2</price></item><item><name>Сол</name><price>1</price></item></r>`

  test.each(['a', 'main', 'section', 'form', 'i'])(
    'the root can have the name of an element of web pages: %s',
    async (root) => {
      const xml = `<?xml version="1.0"?><${root}><r><n>Хляб &amp; сол</n><price>1.95&#32;&#x43b;в.</price></r><r><n>Чай</n><price>3.10 лв.</price></r></${root}>`
      const opened = await openFile(encode(xml, 'utf-8'), { fileName: 'a.xml' })
      expect(opened.ok && [opened.file.format, opened.file.table.slice()]).toEqual([
        'xml',
        [
          ['n', 'price'],
          ['Хляб & сол', '1.95 лв.'],
          ['Чай', '3.10 лв.'],
        ],
      ])
    },
  )

  test('without a price it is refused in words, not read as text', async () => {
    const xml =
      '<?xml version="1.0"?>\n<!DOCTYPE a [<!ENTITY lv "лв.">]>\n<a><r><n>Хляб</n><p>1.95 &lv;</p></r><r><n>Чай</n><p>3.10 &lv;</p></r></a>'
    expect(await openFile(encode(xml, 'utf-8'), { fileName: 'a.xml' })).toMatchObject({
      error: { code: 'other-file', file: { kind: 'xml', format: 'a' } },
    })
  })

  test('a document type is skipped', async () => {
    const xml = BOMB.replace(/&a\d;(?=<)/, 'Хляб')
    expect(await tableOf(xml)).toEqual([
      ['name', 'price'],
      ['Хляб', '2'],
      ['Сол', '1'],
    ])
  })

  const CYRILLIC =
    '<цени><стока име="Бяла чаша"><цена>12,50 лв.</цена></стока><стока име="Чиния"><цена>3</цена></стока></цени>'
  const TABLE = [
    ['име', 'цена'],
    ['Бяла чаша', '12,50 лв.'],
    ['Чиния', '3'],
  ]

  test.each([
    ['utf-8', 'UTF-8'],
    ['windows-1251', 'windows-1251'],
    ['windows-1251', 'CP1251'],
    ['koi8-r', 'KOI8-R'],
    ['iso-8859-5', 'ISO-8859-5'],
    ['ibm866', 'cp866'],
    ['x-mac-cyrillic', 'x-mac-cyrillic'],
    ['utf-16le', 'UTF-16'],
    ['utf-16be', 'UTF-16'],
  ] as const)('%s, as %s declares it', async (encoding, name) => {
    const xml = `<?xml version="1.0" encoding='${name}' ?>${CYRILLIC}`
    const result = await opened(encode(xml, encoding))
    if (!result.ok) throw new Error(JSON.stringify(result.error))
    expect([...result.file.table]).toEqual(TABLE)
    expect(result.file.encoding).toBeUndefined()
  })

  test.each([
    ['utf-8', [0xef, 0xbb, 0xbf]],
    ['utf-16le', [0xff, 0xfe]],
    ['utf-16be', [0xfe, 0xff]],
  ] as const)('a byte order mark of %s', async (encoding, bom) => {
    const result = await opened(withBom(encode(CYRILLIC, encoding), ...bom))
    expect(result.ok && [...result.file.table]).toEqual(TABLE)
  })

  test('an encoding that nothing declares is detected and can be chosen', async () => {
    const bytes = encode(one('<price>2</price>'), 'windows-1251')
    const result = await opened(bytes)
    expect(result).toMatchObject({ ok: true, file: { encoding: 'windows-1251' } })
    const chosen = await opened(bytes, { encoding: 'koi8-r' })
    expect(chosen).toMatchObject({ ok: true, file: { encoding: 'koi8-r' } })
  })
})

describe('FILE-03 · what is no list of prices', () => {
  test.each([
    ['<rss><channel><item><title>a</title></item><item><title>b</title></item></channel></rss>', 'rss'],
    ['<config><entry key="port" value="80"/><entry key="max" value="12"/></config>', 'config'],
    ['<project><dependency><version>1.2</version></dependency></project>', 'project'],
    ['<products><product><name>a</name><price></price></product></products>', 'products'],
    [
      '<n:AuditFile xmlns:n="u"><Line><Name>a</Name><UnitPrice>1</UnitPrice></Line><Line><Name>b</Name><UnitPrice>2</UnitPrice></Line></n:AuditFile>',
      'n:AuditFile',
    ],
    ['<rates><rate currency="USD">1.74</rate><rate currency="EUR">1.95583</rate></rates>', 'rates'],
    // More different names than a list has.
    [`<price>${Array.from({ length: 600 }, (_, i) => `<p${i}/>`).join('')}</price>`, 'price'],
  ])('%s', async (xml, root) => {
    expect(await opened(encode(xml, 'utf-8'))).toEqual({
      ok: false,
      error: { code: 'other-file', file: { kind: 'xml', format: root } },
    })
  })

  test.each([
    ['<?xml version="1.0"?>\n<r><item><price>1</price></item>\n<item><name>Б<br></name></item></r>', 3, 18],
    ['<?xml version="1.0"?><r><item><price>1</price></itm></r>', 1, 47],
    ['<?xml version="1.0"?>\r\n<r><item><price>1</price></item>', 2, 33],
    ['<?xml version="1.0"?>\n<r><item price=1 name="b"/></r>', 2, 4],
    ['<?xml version="1.0"?>\n<r><item price="1"name="b"/></r>', 2, 4],
    ['<?xml version="1.0"?>\n<r><item price="1" new/></r>', 2, 4],
    ['<?xml version="1.0"?>\n<r><item price="1" price="2"/></r>', 2, 4],
    ['<?xml version="1.0"?>\n<r><price>1 < 2</price></r>', 2, 13],
    ['<?xml version="1.0"?>\n<r><price>1</price></r><r/>', 2, 24],
    ['<?xml version="1.0"?>\n<r><price>1</price></r>x', 2, 24],
    [`<?xml version="1.0"?>${'<price>'.repeat(65)}`, 1, 470],
  ])('not well-formed: %j', async (xml, line, column) => {
    expect(await opened(encode(xml, 'utf-8'))).toEqual({
      ok: false,
      error: { code: 'xml-fault', line, column },
    })
  })

  test.each([
    ['a name', '<!ENTITY x "Хляб">', '<name>&x;</name><price>1</price>'],
    [
      'a price',
      '<!ENTITY % p SYSTEM "p.dtd"> <!ENTITY x "1">',
      '<name>a</name><price>&x;</price><old>2</old>',
    ],
    ['a currency', "<!ENTITY лв '<b>лв.</b>'>", '<price currency="&лв;">1</price>'],
    ['entities of entities', '<!ENTITY a "&b;&b;"><!ENTITY b "x">', '<name>&a;</name><price>1</price>'],
  ])('entities that the file declares are refused with the reason: %s', async (_, declared, item) => {
    const plain = '<p><name>b</name><price>2</price></p>'
    const xml = `<?xml version="1.0"?>\n<!DOCTYPE r [${declared}]>\n<r><p>${item}</p>${plain}</r>`
    expect(await opened(encode(xml, 'utf-8'))).toEqual({
      ok: false,
      error: { code: 'unreadable', reason: 'xml-entities' },
    })
  })

  test.each([
    [
      'declared, and not used',
      '<!DOCTYPE r [<!ENTITY x "a">]>',
      'Хляб&nbsp;&amp; сол &#1083; &lt;&gt;&quot;&apos;',
    ],
    ['of a document type elsewhere', '<!DOCTYPE r SYSTEM "r.dtd">', 'Хляб&nbsp;бял'],
    ['of none', '<!-- a -->\n'.repeat(2000), 'Хляб &x;'],
  ])('other entities are no reason: %s', async (_, prolog, name) => {
    const xml = `${prolog}<r><p><name>${name}</name><price>1</price></p><p><name>b</name><price>2</price></p></r>`
    expect((await opened(encode(xml, 'utf-8'))).ok).toBe(true)
  })

  test('comments before the root do not take long', async () => {
    const xml = `${'<!-- a -->\n'.repeat(1000)}<r><x>1</x></r>`
    expect(await opened(encode(xml, 'utf-8'))).toMatchObject({ error: { code: 'other-file' } })
  })

  test('bare ampersands are accepted', async () => {
    expect(await tableOf(one('<price>2</price>').replace('Хляб', 'Хляб & сол'))).toContainEqual([
      'Хляб & сол',
      '2',
    ])
  })

  test('a hundred thousand levels and comments without an end take no long', async () => {
    const deep = `<?xml version="1.0"?><price>${'<r>'.repeat(100_000)}`
    expect((await opened(encode(deep, 'utf-8'))).ok).toBe(false)
    const comments = `<?xml version="1.0"?><price>${'<!--'.repeat(100_000)}`
    expect((await opened(encode(comments, 'utf-8'))).ok).toBe(false)
    const quotes = `<?xml version="1.0"?><!DOCTYPE r [${'<!x "'.repeat(100_000)}`
    expect(await opened(encode(quotes, 'utf-8'))).toBeDefined()
  })
})
