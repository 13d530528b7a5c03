import { encode, withBom } from '#test/fixtures/catalogues/encoders.ts'
import { bytesOf, converted } from '#test/priced-order.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { detectColumns } from '#pricelist/columns/detect-columns.ts'
import { cellText } from '#table/table.ts'
import { planForReading } from '#writeback/build-plan.ts'
import {
  type AddedRow,
  type CellContent,
  PLACEMENTS,
  type Placement,
  type WriteBackPlan,
} from '#writeback/plan.ts'
import { openFile } from '../open-file.ts'
import { readPriceList } from '../read-price-list.ts'
import { writeBack } from '../write-back.ts'

type Wish = {
  placement?: Placement
  /** Titles of further price columns. */
  more?: readonly string[]
  changed?: Readonly<Record<number, Readonly<Record<string, CellContent>>>>
  added?: readonly Readonly<Record<string, CellContent>>[]
}

/** Converts a file as `apply` does; 1 lev is 0.51 euro, 2 are 1.02 and 12.50 are 6.39; 10 euro are 19.56 lev. */
async function applied(
  bytes: Uint8Array<ArrayBuffer>,
  { placement = 'after', more = [], changed = {}, added = [] }: Wish,
) {
  const fileName = 'list.json'
  const opened = await openFile(bytes, { fileName, allKeys: true })
  if (!opened.ok) throw new Error(JSON.stringify(opened.error))
  const { file } = opened
  const titles = (file.table.at(0) ?? []).map(cellText)
  const { columns } = detectColumns(file.table)
  const wanted = { ...columns, morePrices: more.map((title) => titles.indexOf(title)) }
  const rows = readPriceList(file, fileName, { columns: wanted })
  const plan = planForReading({ columns: wanted, reading: rows, table: rows.table }, placement)
  const contents = (one: Readonly<Record<string, CellContent>>) =>
    new Map(Object.entries(one).map(([title, content]) => [titles.indexOf(title), content]))
  const whole: WriteBackPlan = {
    ...plan,
    changed: Object.entries(changed).map(([row, cells]) => ({ row: Number(row), cells: contents(cells) })),
    added: added.map((one): AddedRow => {
      const cells = contents(one)
      const price = cells.get(columns.price ?? -1)
      const amount = typeof price === 'object' ? converted(price.number, 'BGN') : undefined
      return { cells, prices: new Map(amount ? [[columns.price!, amount]] : []) }
    }),
  }
  return writeBack(bytes, file, whole)
}

const written = async (text: string, wish: Wish = {}): Promise<string> =>
  new TextDecoder().decode(bytesOf(await applied(new TextEncoder().encode(text), wish)))

describe('FILE-02 CONV-08 · new prices in JSON of any shape', () => {
  test.each([
    [
      'in an object, in the style of its keys',
      '{"meta":{"n":1},\n "products": [ {"name":"a", "price_bgn" : 1.00, "sku":"x"} ]}\n',
      '{"meta":{"n":1},\n "products": [ {"name":"a", "price_bgn" : 1.00, "price_eur" : 0.51, "sku":"x"} ]}\n',
    ],
    [
      'camel case, and a decimal comma in a text',
      '{"data":{"items":[{"productName":"a","price":"12,50","oldPrice":null}]}}',
      '{"data":{"items":[{"productName":"a","price":"12,50","priceEur":"6,39","oldPrice":null}]}}',
    ],
    [
      'Cyrillic keys',
      '[{"име":"а","цена":2},{"име":"б","цена":1}]',
      '[{"име":"а","цена":2,"цена_евро":1.02},{"име":"б","цена":1,"цена_евро":0.51}]',
    ],
    ['a key with a currency', '[{"име":"а","Цена лв.":2}]', '[{"име":"а","Цена лв.":2,"Цена евро":1.02}]'],
    [
      'keys with hyphens',
      '[{"product-name":"a","price":2}]'.replace('price', 'list-price'),
      '[{"product-name":"a","list-price":2,"list-price-eur":1.02}]',
    ],
    [
      'JSON Lines, a line for each item',
      '{"name":"a","price":1}\r\n{"name":"b","price":"2"}\r\n',
      '{"name":"a","price":1,"price_eur":0.51}\r\n{"name":"b","price":"2","price_eur":"1.02"}\r\n',
    ],
    [
      'in the offers of schema.org, an object or an array',
      '[{"name":"a","offers":{"price":1,"priceCurrency":"BGN"}},{"name":"b","offers":[{"price":"10","priceCurrency":"EUR"},{"price":"2", "priceCurrency":"BGN"}]}]',
      '[{"name":"a","offers":{"price":1,"priceEur":0.51,"priceCurrency":"BGN"}},{"name":"b","offers":[{"price":"10","priceBgn":"19.56","priceCurrency":"EUR"},{"price":"2", "priceEur":"1.02", "priceCurrency":"BGN"}]}]',
    ],
    [
      'in variants, which stand before another price of the product',
      '{"products":[{"title":"a","variants":[{"price":"1.00","id":1},{"price":"2.00","id":2}],"id":7}]}',
      '{"products":[{"title":"a","variants":[{"price":"1.00","price_eur":"0.51","id":1},{"price":"2.00","price_eur":"1.02","id":2}],"id":7}]}',
    ],
    [
      'by the keys of an object, whose last member counts of two',
      '{"S-1":{"name":"a","price":9,"price":1},"S-2":{"name":"b","price":2}}',
      '{"S-1":{"name":"a","price":9,"price":1,"price_eur":0.51},"S-2":{"name":"b","price":2,"price_eur":1.02}}',
    ],
    [
      'a key that no object has in this place',
      '[{"name":"a","price_lv":1,"price_eur":null,"x":{"price_eur":1}},{"name":"b","price_lv":2}]',
      '[{"name":"a","price_lv":1,"price_eur_2":0.51,"price_eur":null,"x":{"price_eur":1}},{"name":"b","price_lv":2,"price_eur_2":1.02}]',
    ],
    [
      'numbers and escapes of other values',
      '[{"name":"\\u0430\\/\\"","price_lv":0.1e1,"n":1234567890123456789012,"e":-1.50E+03,"t":"\\ud83d"}]',
      '[{"name":"\\u0430\\/\\"","price_lv":0.1e1,"price_eur":0.51,"n":1234567890123456789012,"e":-1.50E+03,"t":"\\ud83d"}]',
    ],
  ])('%s', async (_, before, after) => {
    expect(await written(before)).toBe(after)
  })

  test('at the end of the object of each price', async () => {
    const text = '[{"name":"a","offers":{"price":1,\n"priceCurrency":"BGN"},"price_old_lv":2,"z":0}]'
    expect(await written(text, { placement: 'end', more: ['price_old_lv'] })).toBe(
      '[{"name":"a","offers":{"price":1,\n"priceCurrency":"BGN",\n"priceEur":0.51},"price_old_lv":2,"z":0,"price_old_eur":1.02}]',
    )
  })

  test('a missing price is filled in where its key names the currency', async () => {
    const text =
      '[{"name":"a","price_eur":10},{"name":"b","price_bgn":2},{"name":"c","price_eur":null,"price_bgn":1}]'
    expect(await written(text)).toBe(
      '[{"name":"a","price_eur":10,"price_bgn_2":19.56},{"name":"b","price_bgn":2,"price_eur":1.02},{"name":"c","price_eur":0.51,"price_bgn":1}]',
    )
  })

  test('in place, with the currency of each offer, and that of a product once for its variants', async () => {
    expect(
      await written(
        '[{"name":"a","offers":{"price":"12,50 лв.","priceCurrency":"BGN"}},{"name":"b","offers":[{"price":2,"priceCurrency":"BGN"}]}]',
        { placement: 'replace' },
      ),
    ).toBe(
      '[{"name":"a","offers":{"price":"6,39 евро","priceCurrency":"EUR"}},{"name":"b","offers":[{"price":1.02,"priceCurrency":"EUR"}]}]',
    )
    expect(
      await written('[{"name":"a","variants":[{"price":1},{"price":2}],"currency":"bgn"}]', {
        placement: 'replace',
      }),
    ).toBe('[{"name":"a","variants":[{"price":0.51},{"price":1.02}],"currency":"eur"}]')
  })

  test('in place, with keys that name the currency', async () => {
    const text = '{"items":[{"name":"a","prices":{"bgn":1,"old_bgn":2}}]}'
    expect(await written(text, { placement: 'replace', more: ['prices.old_bgn'] })).toBe(
      '{"items":[{"name":"a","prices":{"eur":0.51,"old_eur":1.02}}]}',
    )
  })

  test('nothing is replaced where a currency stands beside the list', async () => {
    const text = '{"currency":"EUR","items":[{"name":"a","price":10}]}'
    const result = await applied(new TextEncoder().encode(text), { placement: 'replace' })
    expect(result.warnings).toEqual(['currency-around'])
    expect(new TextDecoder().decode(bytesOf(result))).toBe(
      text.replace('"price":10', '"price":10,"price_bgn":19.56'),
    )
  })

  test('prices whose keys name their currency are replaced beside it', async () => {
    const text = '{"currency":"BGN","items":[{"name":"a","price_bgn":1}]}'
    expect(await written(text, { placement: 'replace' })).toBe(
      text.replace('"price_bgn":1', '"price_eur":0.51'),
    )
  })

  test('nothing is replaced where one currency stands for a whole list', async () => {
    const text =
      '{"groups":[{"currency":"BGN","items":[{"name":"a","price":1}]},{"currency":"BGN","items":[{"name":"b","price":2}]}]}'
    const result = await applied(new TextEncoder().encode(text), { placement: 'replace' })
    expect(result.warnings).toEqual(['currency-around'])
    expect(new TextDecoder().decode(bytesOf(result))).toBe(
      text
        .replace('"price":1', '"price":1,"price_eur":0.51')
        .replace('"price":2', '"price":2,"price_eur":1.02'),
    )
  })

  test('of two lists only the one that was read', async () => {
    const text =
      '{"extras":[{"name":"x","price":1}],"products":[{"name":"a","price":1},{"name":"b","price":2}]}'
    expect(await written(text)).toBe(
      '{"extras":[{"name":"x","price":1}],"products":[{"name":"a","price":1,"price_eur":0.51},{"name":"b","price":2,"price_eur":1.02}]}',
    )
  })

  test.each([
    ['utf-8', [0xef, 0xbb, 0xbf]],
    ['utf-16le', [0xff, 0xfe]],
    ['utf-16be', [0xfe, 0xff]],
    ['windows-1251', []],
  ] as const)('in %s', async (encoding, bom) => {
    const file = (text: string) => withBom(encode(text, encoding), ...bom)
    const item = '{"име":"Кисело мляко и хляб","цена":1'
    expect(bytesOf(await applied(file(`{"стоки":[${item}}]}`), {}))).toEqual(
      file(`{"стоки":[${item},"цена_евро":0.51}]}`),
    )
  })
})

describe("FILE-02 CONV-08 · the user's changed and added rows in JSON of any shape", () => {
  test('changed values stay where they are, and missing ones get the objects that they need', async () => {
    const text =
      '{"items":[{"name":"a","offers":{"price":"1,00"}},{"name":"b"},{"name":"c","offers":[{"price":2},{"id":1}]}]}'
    expect(
      await written(text, {
        changed: {
          1: { name: 'A "1"', 'offers.price': { number: '1.00' } },
          2: { 'offers.price': { number: '7.50' } },
          3: { name: 'C' },
          4: { name: 'C', 'offers.price': { number: '3' } },
        },
      }),
    ).toBe(
      '{"items":[{"name":"A \\"1\\"","offers":{"price":"1,00","price_eur":"0,51"}},{"name":"b","offers":{"price":7.5}},{"name":"C","offers":[{"price":2,"price_eur":1.02},{"id":1,"price":3}]}]}'.replace(
        '"offers":{"price":7.5}',
        '"offers":[{"price":7.5}]',
      ),
    )
  })

  test('a name of several rows stays unless all of them get the new one', async () => {
    const text = '{"items":[{"name":"a","variants":[{"price":1},{"price":2}]}]}'
    const kept = await applied(new TextEncoder().encode(text), { changed: { 2: { name: 'b' } } })
    expect(new TextDecoder().decode(bytesOf(kept))).toContain('"name":"a"')
    expect(kept.warnings).toEqual(['edits-kept'])
    expect(await written(text, { changed: { 1: { name: 'b' }, 2: { name: 'b' } } })).toContain('"name":"b"')
    const other = await applied(new TextEncoder().encode(text), {
      changed: { 1: { name: 'b' }, 2: { name: 'c' } },
    })
    expect(new TextDecoder().decode(bytesOf(other))).toContain('"name":"a"')
  })

  test.each([
    [
      'of a product with several variants',
      '{"items":[{"name":"a","currency":"BGN","variants":[{"price":1},{"price":"2,00"}]}]}',
      '{"items":[{"name":"a","currency":"BGN","variants":[{"price":1},{"price":"2,00 €"}]}]}',
    ],
    [
      'of a list',
      '{"groups":[{"currency":"BGN","items":[{"name":"a","price":1},{"name":"b","price":2}]},{"currency":"EUR","items":[{"name":"c","price":3}]}]}',
      '{"groups":[{"currency":"BGN","items":[{"name":"a","price":1},{"name":"b","price":"2.00 €"}]},{"currency":"EUR","items":[{"name":"c","price":3}]}]}',
    ],
  ])('a currency %s stays, and the changed one stands beside its price', async (_, before, after) => {
    const price = before.includes('variants') ? 'variants.price' : 'price'
    const changed = { 2: { [price]: { number: '2.00' }, currency: 'EUR' } }
    const result = await written(before, { changed })
    expect(result.replace(/,"price_(?:eur|bgn)":"?[\d.,]+"?/g, '')).toBe(after)
  })

  test('a currency of several rows changes where they all get the new one', async () => {
    const text = '{"items":[{"name":"a","currency":"BGN","variants":[{"price":1},{"price":2}]}]}'
    const eur = { currency: 'EUR' }
    expect(await written(text, { changed: { 1: eur, 2: eur } })).toContain('"currency":"EUR"')
  })

  test('an added row behind a list of another currency has its own beside the price', async () => {
    const text =
      '{"groups":[{"currency":"BGN","items":[{"name":"a","price":1}]},{"currency":"BGN","items":[{"name":"c","price":3}]}]}'
    const row = { name: 'd', price: { number: '4.00' }, currency: 'EUR' }
    expect(await written(text, { added: [row] })).toContain('{"name":"d","price":"4.00 €"')
    expect(await written(text, { added: [{ ...row, currency: 'BGN' }] })).toContain('{"name":"d","price":4')
  })

  test.each([
    ['null', '{"items":[{"name":"a","offers":{"price":1}},{"name":"b","offers":null}]}'],
    ['an object', '{"items":[{"name":"a","offers":{"price":1}},{"name":"b","offers":{}}]}'],
    ['another object', '{"items":[{"name":"a","offers":{"price":1}},{"name":"b","offers":{"id":1}}]}'],
    ['an empty list', '{"items":[{"name":"a","offers":[{"price":1}]},{"name":"b","offers":[]}]}'],
    ['a text', '{"items":[{"name":"a","offers":{"price":1}},{"name":"b","offers":"?"}]}'],
    [
      'an object in place of a price',
      '{"items":[{"name":"a","offers":{"price":1}},{"name":"b","offers":{"price":{}}}]}',
    ],
  ])('a missing price is written under a key once, that has %s', async (_, text) => {
    const { parts, warnings } = await applied(new TextEncoder().encode(text), {
      changed: { 2: { 'offers.price': { number: '7.50' } } },
    })
    const result = new TextDecoder().decode(bytesOf({ format: 'json', parts, warnings }))
    expect(result.match(/"offers"/g)).toHaveLength(2)
    expect(/"price": ?7\.5/.test(result)).toBe(warnings.length === 0)
  })

  test('no product gets the key of another one', async () => {
    const text = '{"a":{"price":1},"b":{"price":2},"c":{"price":3}}'
    const kept = await applied(new TextEncoder().encode(text), {
      changed: { 2: { name: 'a' }, 3: { name: 'd' } },
      added: [{ name: 'd', price: { number: '2' } }],
    })
    const result = new TextDecoder().decode(bytesOf(kept))
    expect([...result.matchAll(/"([^"]+)":\s*\{/g)].map(([, name]) => name)).toEqual(['a', 'b', 'd', 'd 2'])
    expect(kept.warnings).toEqual(['edits-kept'])
  })

  test('an added row of offers in both currencies names its own', async () => {
    const text =
      '{"items":[{"name":"a","offers":[{"price":1,"priceCurrency":"BGN"},{"price":0.51,"priceCurrency":"EUR"}]}]}'
    expect(await written(text, { added: [{ name: 'b', 'offers.price_bgn': { number: '2.00' } }] })).toContain(
      '{"name":"b","offers":[{"price":2,"priceEur":1.02,"priceCurrency":"BGN"}]}',
    )
  })

  test('a name that is the key of a product', async () => {
    const text = '{"a":{"price":1},"b":{"price":2}}'
    expect(await written(text, { changed: { 2: { name: 'В "2"' } } })).toBe(
      '{"a":{"price":1,"price_eur":0.51},"В \\"2\\"":{"price":2,"price_eur":1.02}}',
    )
  })

  test.each([
    [
      'an item of an array, with its objects',
      '{"items": [\n  {"name": "a", "offers": {"@type": "Offer", "price": 1}}\n]}',
      { name: 'b', 'offers.price': { number: '2' } },
      '{"items": [\n  {"name": "a", "offers": {"@type": "Offer", "price": 1, "price_eur": 0.51}},\n  {"name": "b", "offers": {"price": 2, "price_eur": 1.02}}\n]}',
    ],
    [
      'a line of JSON Lines',
      '{"name":"a","price":1}\n',
      { name: 'b', price: { number: '2' } },
      '{"name":"a","price":1,"price_eur":0.51}\n{"name":"b","price":2,"price_eur":1.02}\n',
    ],
    [
      'a member of an object, under its name',
      '{"a": {"price": 1},\n "b": {"price": 2}}',
      { name: 'b', price: { number: '2' } },
      '{"a": {"price": 1,"price_eur": 0.51},\n "b": {"price": 2,"price_eur": 1.02},\n "b 2": {"price": 2,"price_eur": 1.02}}',
    ],
    [
      'a product with one variant',
      '[{"title":"a","variants":[ {"price":"1,00"}, {"price":"2,00"} ]}]',
      { title: 'b', 'variants.price': { number: '2.00' } },
      '[{"title":"a","variants":[ {"price":"1,00","price_eur":"0,51"}, {"price":"2,00","price_eur":"1,02"} ]},{"title":"b","variants":[ {"price":"2,00","price_eur":"1,02"} ]}]',
    ],
  ])('an added row: %s', async (_, before, row, after) => {
    expect(await written(before, { added: [row] })).toBe(after)
  })
})

describe('FILE-02 CONV-08 · any JSON of any shape differs by the new prices only', () => {
  type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
  /** The new amount of a price. */
  const euro = (amount: string) => converted(amount, 'BGN').euro
  const key = fc.constantFrom('sku', 'tags', 'x', 'бележка', 'a.b', '"', '__proto__x', 'deep')
  const others = fc.dictionary(key, fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>, { maxKeys: 3 })
  const amount = fc.integer({ min: 1, max: 9_999_999 }).map((cents) => (cents / 100).toFixed(2))
  const wraps: readonly ((list: Json) => Json)[] = [
    (list) => list,
    (list) => ({ meta: { n: 1 }, products: list }),
    (list) => ({ data: { items: list }, ok: true }),
    (list) => [list],
  ]
  const offers: readonly ((prices: readonly Json[]) => Json)[] = [
    (prices) => ({ price_bgn: prices[0]! }),
    (prices) => ({ offers: prices.map((price) => ({ price_bgn: price, id: 1 })) }),
    (prices) => ({ price_bgn: prices[0]!, variants: prices.map((price) => ({ price_bgn: price })) }),
    (prices) => ({ sizes: prices.map((price) => ({ price_bgn: price })), price_bgn: prices[0]! }),
    (prices) => ({ offer_data: { info: { price_bgn: prices[0]! } } }),
  ]
  /** Every price key replaced by itself and the new one. */
  const withEuro = (value: Json, isReplaced: boolean): Json => {
    if (Array.isArray(value)) return value.map((one) => withEuro(one, isReplaced))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, one]): [string, Json][] => {
        if (name !== 'price_bgn' || typeof one === 'object') return [[name, withEuro(one, isReplaced)]]
        const text = euro(String(one))
        const added: [string, Json] = ['price_eur', typeof one === 'string' ? text : Number(text)]
        return isReplaced ? [added] : [[name, one], added]
      }),
    )
  }

  test('beside each price, at the end, in its place, in any white space', async () => {
    const drawn = fc.record({
      items: fc.array(fc.record({ others, prices: fc.array(amount, { minLength: 1, maxLength: 3 }) }), {
        minLength: 1,
        maxLength: 4,
      }),
      wrap: fc.constantFrom(...wraps),
      shape: fc.constantFrom(...offers),
      isText: fc.boolean(),
      space: fc.constantFrom(undefined, 1, '\t', '  '),
      isLines: fc.boolean(),
      placement: fc.constantFrom(...PLACEMENTS),
    })
    await fc.assert(
      fc.asyncProperty(drawn, async ({ items, wrap, shape, isText, space, isLines, placement }) => {
        const list = items.map(({ others: own, prices }, i): Json => {
          const priced = shape(prices.map((price): Json => (isText ? price : Number(price))))
          return { name: `Стока ${i}`, ...own, ...(priced as object) }
        })
        const text = isLines
          ? list.map((one) => JSON.stringify(one)).join('\n')
          : JSON.stringify(wrap(list), null, space)
        const result = await written(text, { placement })
        const read = (json: string) =>
          (isLines ? json.split('\n') : [json]).map((one) => JSON.parse(one) as Json)
        const isReplaced = placement === 'replace'
        expect(read(result)).toEqual(read(text).map((one) => withEuro(one, isReplaced)))
        if (isReplaced) return
        // All that was there is there still, in the same order.
        let at = 0
        for (const sign of text) {
          at = result.indexOf(sign, at) + 1
          expect(at).toBeGreaterThan(0)
        }
      }),
      { numRuns: 150 },
    )
  })
})
