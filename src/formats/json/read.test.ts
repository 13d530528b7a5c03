import { describe, expect, test } from 'vitest'
import { readJsonPriceList } from './read.ts'
import { readRows } from '#pricelist/rows/read-rows.ts'

const read = (items: unknown) =>
  readJsonPriceList(typeof items === 'string' ? items : JSON.stringify(items), 1000)

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
    expect(read({ rows: [good] })).toEqual({ ok: false, error: { code: 'no-rows', lists: ['rows'] } })
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
