import { describe, expect, test } from 'vitest'
import { cellAt, isBlankAt, lengthOfRow } from '#table/table.ts'
import { firstKeys } from './rows.ts'
import { readJson } from './read-json.ts'
import { collectKeys, readJsonPriceList } from './read.ts'
import { readRows } from '#pricelist/rows/read-rows.ts'

const read = (items: unknown) =>
  readJsonPriceList(typeof items === 'string' ? items : JSON.stringify(items), 1000)

const readObject = (object: unknown) =>
  readJson({ text: JSON.stringify(object), encoding: 'utf-8', hasBom: false, undecodable: 0 }, 1000, {})

const good = { name: 'Хляб', price: '1.20', currency: 'EUR' }

function rowsOf(items: unknown) {
  const result = read(items)
  expect(result).toMatchObject({ ok: true })
  if (!result.ok) throw new Error('unreachable')
  const columns = { headerRow: 0, name: 0, price: 1, currency: 2, otherPrice: null, morePrices: [] }
  return readRows(result.table, { columns, defaultCurrency: 'BGN' })
}

describe('BULK-09 · a JSON price list is checked strictly', () => {
  test('prices as text and number, currency in any case, name left out', () => {
    const items = [
      good,
      { price: 12.5, currency: 'bgn' },
      { price: '12,50 лв.', currency: 'BGN' },
      { ...good, extra: [1] },
    ]
    expect(rowsOf(items).rows).toEqual([
      { name: 'Хляб', price: '1.2', currency: 'EUR' },
      { name: '', price: '12.5', currency: 'BGN' },
      { name: '', price: '12.5', currency: 'BGN' },
      { name: 'Хляб', price: '1.2', currency: 'EUR' },
    ])
  })

  test.each([
    [7, 'not-an-object'],
    [null, 'not-an-object'],
    [[good], 'not-an-object'],
    [{ price: 1 }, 'currency-missing'],
    [{ price: 1, currency: 'USD' }, 'currency-unknown'],
    [{ price: 1, currency: ['BGN'] }, 'currency-unknown'],
    [{ currency: 'BGN' }, 'price-missing'],
    [{ price: '', currency: 'BGN' }, 'price-missing'],
    [{ price: 0, currency: 'BGN' }, 'price-not-positive'],
    [{ price: -5, currency: 'BGN' }, 'price-not-positive'],
    [{ price: 'x', currency: 'BGN' }, 'price-not-positive'],
    [{ price: true, currency: 'BGN' }, 'price-not-positive'],
    [{ price: { valueOf: 1 }, currency: 'BGN' }, 'price-not-positive'],
    [{ ...good, name: 5 }, 'name-not-text'],
    [{ ...good, name: 'а'.repeat(26) }, 'name-too-long'],
  ])('%j: %s', (item, problem) => {
    expect(read([good, item])).toEqual({
      ok: false,
      error: { code: 'json-items', errors: [{ item: 2, problem }], more: 0 },
    })
  })

  test('1e999 is no price', () => {
    expect(read('[{"price":1e999,"currency":"BGN"}]')).toMatchObject({
      error: { errors: [{ problem: 'price-not-positive' }] },
    })
  })

  test('25 grapheme clusters', () => {
    expect(read([{ ...good, name: '👩‍👩‍👧‍👦'.repeat(25) }])).toMatchObject({ ok: true })
  })

  test('the first five errors and how many more', () => {
    const result = read(Array.from({ length: 12 }, () => ({ price: 1 })))
    expect(result).toMatchObject({ ok: false, error: { code: 'json-items', more: 7 } })
    expect(!result.ok && result.error.code === 'json-items' && result.error.errors).toHaveLength(5)
  })

  test('only the first 100 are checked; later invalid items are invalid rows', () => {
    const late = [
      { price: 1 },
      { price: 5, currency: 'USD' },
      7,
      { ...good, price: -1 },
      { name: 'x', currency: 'BGN' },
    ]
    const { rows, counts, problems } = rowsOf([...Array.from({ length: 100 }, () => good), ...late])
    expect(counts).toMatchObject({ validRows: 100, invalidRows: 5, emptyRows: 0 })
    expect(rows.slice(100).map(({ price }) => price)).toEqual(['1 ?', '5 USD', '7 ?', '-1', ''])
    expect([...problems.values()]).toEqual([
      'other-currency',
      'other-currency',
      'not-a-price',
      'negative',
      'no-price',
    ])
  })

  test('an empty array and what is no array have no rows', () => {
    for (const items of [[], {}, { rows: [1] }, 'null', '"x"']) {
      expect(read(items)).toEqual({ ok: false, error: { code: 'no-rows' } })
    }
  })

  test('READ-07 · the lists in an object are named', () => {
    expect(readObject({ rows: [{ n: 1 }] })).toEqual({
      ok: false,
      error: { code: 'no-rows', lists: ['rows'] },
    })
  })

  test('broken JSON is not JSON', () => {
    for (const text of ['[{"price":1', '[{"price":1,}]', '{', "[{'price':1}]"]) {
      expect(read(text)).toEqual({ ok: false, error: { code: 'unreadable', reason: 'not-json' } })
    }
  })
})

describe('READ-07 · a long name is an error only in JSON of the specified form', () => {
  const long = 'Прясно мляко Родопа 3,6 % 1 л'

  test('an item with a further key: names are cut as in CSV', () => {
    const items = [good, { ...good, name: long, sku: 'M-36' }, { ...good, name: long }]
    // 25 characters are 'Прясно мляко Родопа 3,6 %'.
    expect(rowsOf(items).rows.map(({ name }) => name)).toEqual([
      'Хляб',
      'Прясно мляко Родопа 3,6 %',
      'Прясно мляко Родопа 3,6 %',
    ])
  })

  test('price, currency and the type of the name stay strict there', () => {
    const item = { name: 7, price: 0, currency: 'USD', sku: 1 }
    expect(read([item, { ...good, name: long }])).toMatchObject({
      error: {
        errors: [
          { item: 1, problem: 'currency-unknown' },
          { item: 1, problem: 'price-not-positive' },
          { item: 1, problem: 'name-not-text' },
        ],
        more: 0,
      },
    })
  })

  test('with the keys of the specification alone the name is at most 25 characters', () => {
    expect(read([good, { ...good, name: long }])).toEqual({
      ok: false,
      error: { code: 'json-items', errors: [{ item: 2, problem: 'name-too-long' }], more: 0 },
    })
  })
})

describe('BULK-15 · hostile JSON', () => {
  test('three million brackets are rejected before they are parsed', () => {
    expect(read('['.repeat(3e6) + ']'.repeat(3e6))).toMatchObject({ ok: false })
    expect(read('{"a":'.repeat(1e6))).toMatchObject({ ok: false })
  })

  test('brackets in strings are no nesting', () => {
    expect(read([{ ...good, note: '['.repeat(200) + '\\"' }])).toMatchObject({ ok: true })
  })

  test('__proto__ gives an item nothing', () => {
    expect(read('[{"__proto__":{"price":1,"currency":"BGN"}}]')).toMatchObject({
      error: { errors: [{ problem: 'currency-missing' }, { problem: 'price-missing' }] },
    })
    expect(Object.hasOwn(Object.prototype, 'price')).toBe(false)
  })
})

describe('READ-07 · JSON with further keys, as product exports have it', () => {
  const ITEMS = [
    { ...good, sku: 'M-36', stock: 7, tags: ['a'], old: null },
    { title: 'Мляко', price: 1.5, currency: ' ', stock: 1e21, note: false },
    { name: null, title: 'Сок', price: null, currency: 'BGN' },
  ]
  const tableOf = (items: unknown, allKeys = true) => {
    const result = readJsonPriceList(JSON.stringify(items), 1000, allKeys)
    return result.ok ? result.table : expect.fail(JSON.stringify(result.error))
  }
  /** After so many items without a fault the others are rows, whatever they hold. */
  const late = (...items: readonly unknown[]) => [...Array.from({ length: 100 }, () => good), ...items]

  test('each key is a column after the first three, with texts, numbers and other values', () => {
    expect(tableOf(late(...ITEMS)).slice(0, 1)).toEqual([
      ['name', 'price', 'currency', 'sku', 'stock', 'tags', 'old', 'title', 'note'],
    ])
    expect(tableOf(late(...ITEMS)).slice(101)).toEqual([
      ['Хляб', '1.20', 'EUR', 'M-36', { kind: 'number', text: '7' }, '["a"]', '', '', ''],
      [
        'Мляко',
        { kind: 'number', text: '1.5' },
        '?',
        '',
        { kind: 'number', text: '1000000000000000000000' },
        '',
        '',
        'Мляко',
        'false',
      ],
      ['Сок', '', 'BGN', '', '', '', '', 'Сок', ''],
    ])
  })

  test('without being asked for them, only the first three are columns', () => {
    expect(tableOf(ITEMS.slice(0, 1), false).slice()).toEqual([
      ['name', 'price', 'currency'],
      ['Хляб', '1.20', 'EUR'],
    ])
  })

  test('values that are no items and no prices are shown, up to 64 characters', () => {
    const table = tableOf(
      late(7, [1], { ...good, price: { amount: 1 } }, { ...good, price: ['x'.repeat(60)] }),
    )
    expect(table.slice(101)).toEqual([
      ['', { kind: 'other', text: '7', what: 'value' }, ''],
      ['', { kind: 'other', text: '[1]', what: 'value' }, ''],
      ['Хляб', { kind: 'other', text: '{"amount":1}', what: 'value' }, 'EUR'],
      ['Хляб', { kind: 'other', text: `["${'x'.repeat(60)}"]`, what: 'value' }, 'EUR'],
    ])
    const [, cell] = tableOf(late({ ...good, price: ['x'.repeat(61)] })).at(101) ?? []
    expect(cell).toEqual({ kind: 'other', text: `["${'x'.repeat(61)}…`, what: 'value' })
  })

  test('a single cell equals the cell of its row', () => {
    const table = tableOf(late(...ITEMS, 7))
    for (const r of [-1, 0, 1, 100, 101, 102, 103, 104, 105]) {
      const row = r < 0 ? undefined : table.at(r)
      expect(lengthOfRow(table, r)).toBe(row?.length ?? 0)
      for (let c = -1; c < 11; c++) expect(cellAt(table, r, c)).toEqual(c < 0 ? undefined : row?.[c])
    }
    expect([isBlankAt(table, 103), isBlankAt(table, 105)]).toEqual([false, true])
    expect([table.length, table.at(-1), table.at(105)]).toEqual([105, undefined, undefined])
  })

  test('512 further keys at the most', () => {
    const wide = (keys: number) => Object.fromEntries(Array.from({ length: keys }, (_, i) => [`k${i}`, i]))
    expect(collectKeys([wide(512)])).toHaveLength(3 + 512)
    expect(collectKeys([wide(513)])).toHaveLength(3 + 512)
    expect(collectKeys([wide(512), { more: 1 }])).toHaveLength(3 + 512)
    for (const first of [wide(511), { ...good, ...wide(511) }])
      expect(collectKeys([first, { more: 1 }]).at(-1)).toBe('more')
    expect(collectKeys([7, null, [1], { price: 1, a: 1, name: 'x', b: 1 }])).toEqual([
      'name',
      'price',
      'currency',
      'a',
      'b',
    ])
  })

  test('the keys of the first items, in the order of the file', () => {
    const text = '[{"b":1,"a\\u0031":2}, 7, {"c":{"d":1}},{"e":1}]'
    const bytes = new TextEncoder().encode(text)
    expect(firstKeys(bytes, 1)).toEqual(['b', 'a1'])
    expect(firstKeys(bytes, 3)).toEqual(['b', 'a1', 'c'])
    expect(firstKeys(bytes, 9)).toEqual(['b', 'a1', 'c', 'e'])
  })
})

describe('BULK-09 · limits of a JSON price list', () => {
  test('as many items as the limit are not cut, one more is', () => {
    const text = JSON.stringify([good, good, good])
    expect(readJsonPriceList(text, 3)).toMatchObject({ ok: true, isCut: false, table: { length: 4 } })
    expect(readJsonPriceList(text, 2)).toMatchObject({ ok: true, isCut: true, table: { length: 3 } })
  })

  test('five errors are all told, of six the last is counted', () => {
    const faulty = (count: number) => Array.from({ length: count }, () => ({ price: 1 }))
    expect(read(faulty(5))).toMatchObject({ error: { errors: { length: 5 }, more: 0 } })
    expect(read(faulty(6))).toMatchObject({ error: { errors: { length: 5 }, more: 1 } })
  })

  test('item 100 is checked, item 101 is not', () => {
    const among = (at: number) => Array.from({ length: 110 }, (_, i) => (i + 1 === at ? 7 : good))
    expect(read(among(100))).toMatchObject({ error: { errors: [{ item: 100, problem: 'not-an-object' }] } })
    expect(read(among(101))).toMatchObject({ ok: true })
  })

  test('a name of 26 characters with combining marks is too long, one of 25 is not', () => {
    const letters = (count: number, marks: number) => `е${'\u0301'.repeat(marks)}`.repeat(count)
    expect(read([{ ...good, name: letters(25, 19) }])).toMatchObject({ ok: true })
    expect(read([{ ...good, name: letters(26, 1) }])).toMatchObject({
      error: { errors: [{ problem: 'name-too-long' }] },
    })
    // A text of more than 500 code units is no name, however few letters it has.
    expect(read([{ ...good, name: letters(24, 20) }])).toMatchObject({
      error: { errors: [{ problem: 'name-too-long' }] },
    })
  })

  test('a missing value is missing in any form', () => {
    const problems = (item: object) => {
      const result = read([item])
      return result.ok || result.error.code !== 'json-items' ? [] : result.error.errors.map((e) => e.problem)
    }
    for (const currency of [null, '', undefined])
      expect(problems({ price: 1, currency })).toEqual(['currency-missing'])
    for (const price of [null, '', ' ', undefined])
      expect(problems({ price, currency: 'BGN' })).toEqual(['price-missing'])
    expect(problems({ name: null, price: 1, currency: 'BGN' })).toEqual(['name-not-text'])
    expect(problems({ price: 1, currency: 'BGN' })).toEqual([])
  })

  test('64 levels are read, 65 are too many', () => {
    const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
    const item = (levels: number) => `[{"price":1,"currency":"BGN","x":${nested(levels - 2)}}]`
    expect(read(item(64))).toMatchObject({ ok: true })
    expect(read(item(65))).toEqual({ ok: false, error: { code: 'unreadable', reason: 'not-json' } })
    const object = (levels: number) => `[${'{"a":'.repeat(levels - 1)}1${'}'.repeat(levels - 1)}]`
    expect(read(object(64))).toMatchObject({ error: { code: 'json-items' } })
    expect(read(object(65))).toMatchObject({ error: { code: 'unreadable' } })
  })
})

describe('READ-07 · the lists in an object that is no list itself', () => {
  const item = { n: 1 }
  test.each([
    ['up to two levels deep', { data: { rows: [item], x: { y: [item] } } }, ['data.rows']],
    ['those of the first level first', { data: { rows: [item] }, items: [item] }, ['items', 'data.rows']],
    ['only lists with objects in them', { a: [1], b: [1, item], c: [], d: [[item]] }, ['b']],
    ['none', { a: [1] }, []],
    [
      'five at the most',
      Object.fromEntries('abcdef'.split('').map((key) => [key, [item]])),
      ['a', 'b', 'c', 'd', 'e'],
    ],
  ])('%s', (_, object, lists) => {
    const error = { code: 'no-rows', ...(lists.length > 0 && { lists }) }
    expect(readObject(object)).toEqual({ ok: false, error })
  })
})
