import { encode, withBom } from '#test/fixtures/catalogues/encoders.ts'
import { bytesOf, converted, orderOf, pricedColumn } from '#test/priced-order.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openFile } from '../open-file.ts'
import { patchJson } from './patch.ts'
import { type AddedRow, type CellContent, PLACEMENTS, type WriteBackPlan } from '#writeback/plan.ts'

/** 1 lev is 0.51 euro, 2 are 1.02 and 12.50 are 6.39; 10 euro are 19.56 lev. Columns: name, price, currency. */
const written = (text: string, order: Partial<WriteBackPlan>): string =>
  new TextDecoder().decode(bytesOf(patchJson(new TextEncoder().encode(text), orderOf(order))))

const cells = (content: Readonly<Record<number, CellContent>>): ReadonlyMap<number, CellContent> =>
  new Map(Object.entries(content).map(([c, one]) => [Number(c), one]))

const ONE = [pricedColumn(1, { 1: '1.00' })]

describe('CONV-08 · new keys in a JSON price list', () => {
  test.each([
    [
      '{"name":"a","price":"1,00","currency":"BGN"}',
      '{"name":"a","price":"1,00","price_eur":"0,51","currency":"BGN"}',
    ],
    ['{"price":1,"currency":"BGN"}', '{"price":1,"price_eur":0.51,"currency":"BGN"}'],
    ['{ "price": 1.00, "currency": "BGN" }', '{ "price": 1.00, "price_eur": 0.51, "currency": "BGN" }'],
    [
      '{\n  "name" : "a",\r\n\t"price" : "1"\n, "currency" : "BGN"\n}',
      '{\n  "name" : "a",\r\n\t"price" : "1",\r\n\t"price_eur" : "0.51"\n, "currency" : "BGN"\n}',
    ],
    ['{"currency":"BGN" , "price":"1.00"}', '{"currency":"BGN" , "price":"1.00" , "price_eur":"0.51"}'],
    // A key that is there twice counts where it stands last; one with escapes is what it means.
    ['{"price":9,"currency":"BGN","price":1}', '{"price":9,"currency":"BGN","price":1,"price_eur":0.51}'],
    ['{"\\u0070rice":1,"currency":"BGN"}', '{"\\u0070rice":1,"price_eur":0.51,"currency":"BGN"}'],
    [
      '{"x":{"price":[2,{"a":"}]\\"{"}]},"__proto__":{"price":3},"price":1,"currency":"BGN"}',
      '{"x":{"price":[2,{"a":"}]\\"{"}]},"__proto__":{"price":3},"price":1,"price_eur":0.51,"currency":"BGN"}',
    ],
    [
      '{"price":1,"price_eur":null,"currency":"BGN"}',
      '{"price":1,"price_eur_2":0.51,"price_eur":null,"currency":"BGN"}',
    ],
  ])('%s, beside the price', (item, expected) => {
    const around = (one: string) => ` [ ${one} ,\n{"price":"2","currency":"EUR"}]\n`
    expect(written(around(item), { columns: ONE })).toBe(around(expected))
  })

  test('at the end of each item', () => {
    expect(written('[{"price":1,\n"currency":"BGN",\n"x":[1, 2]}]', { columns: ONE, placement: 'end' })).toBe(
      '[{"price":1,\n"currency":"BGN",\n"x":[1, 2],\n"price_eur":0.51}]',
    )
  })

  test('each item names the currency that it did not have', () => {
    expect(
      written('[{"price":1,"currency":"BGN"},{"price":10,"currency":"EUR"}]', {
        columns: [pricedColumn(1, { 1: '1', 2: '10 EUR' })],
      }),
    ).toBe('[{"price":1,"price_eur":0.51,"currency":"BGN"},{"price":10,"price_bgn":19.56,"currency":"EUR"}]')
  })

  test('a number is replaced by a text where the currency is written with each price', () => {
    const column = pricedColumn(1, { 1: '1.00' })
    const marked = new Map(Array.from(column.cells, ([row, cell]) => [row, { ...cell, isMarked: true }]))
    expect(
      written('[{"price":1,"unit":"кг"}]', {
        placement: 'replace',
        columns: [{ ...column, cells: marked }],
      }),
    ).toBe('[{"price":"0.51 €","unit":"кг"}]')
  })

  test('replacing the price, with its currency in the same case', () => {
    expect(
      written(
        '[{"name":"лв","price":"12,50 лв./бр","currency":"bgn"},{"currency":" EUR ","price":1e1},{"price":"x","currency":"BGN"}]',
        {
          placement: 'replace',
          currencyColumn: 2,
          columns: [pricedColumn(1, { 1: '12.50', 2: '10 EUR' })],
        },
      ),
    ).toBe(
      '[{"name":"лв","price":"6,39 евро/бр","currency":"eur"},{"currency":" BGN ","price":19.56},{"price":"x","currency":"BGN"}]',
    )
  })

  test('of further keys, which are columns after the first three', async () => {
    const text =
      '[{"old_bgn":"2","price":1,"7":0,"currency":"BGN"},{"price":1,"currency":"BGN","old_bgn":"1,00"}]'
    const opened = await openFile(new TextEncoder().encode(text), { fileName: 'a.json', allKeys: true })
    if (!opened.ok) throw new Error(opened.error.code)
    expect(opened.file.table.at(0)).toEqual(['name', 'price', 'currency', '7', 'old_bgn'])
    const columns = [pricedColumn(4, { 1: '2', 2: '1' })]
    expect(written(text, { columns })).toBe(
      '[{"old_bgn":"2","old_eur":"1,02","price":1,"7":0,"currency":"BGN"},{"price":1,"currency":"BGN","old_bgn":"1,00","old_eur":"0,51"}]',
    )
    expect(written(text, { columns, placement: 'replace' })).toBe(
      '[{"old_eur":"1,02","price":1,"7":0,"currency":"BGN"},{"price":1,"currency":"BGN","old_eur":"0,51"}]',
    )
  })

  test('a new key is the same in every item, and no item has it for another price', () => {
    const text = '[{"price":1,"currency":"BGN"},{"price":2,"price_eur":7,"currency":"BGN"}]'
    const columns = [pricedColumn(1, { 1: '1', 2: '2' })]
    expect(written(text, { columns })).toBe(
      '[{"price":1,"price_eur_2":0.51,"currency":"BGN"},{"price":2,"price_eur_2":1.02,"price_eur":7,"currency":"BGN"}]',
    )
  })

  test('two prices that would get the same key have different ones in all items', () => {
    const text =
      '[{"price":1,"old_lv":1,"currency":"BGN"},{"price":1,"old_bgn":2,"currency":"BGN"},{"price":1,"old_lv":1,"old_bgn":2,"currency":"BGN"}]'
    const columns = [pricedColumn(3, { 1: '1', 3: '1' }), pricedColumn(4, { 2: '2', 3: '2' })]
    expect(written(text, { columns, placement: 'end' })).toBe(
      '[{"price":1,"old_lv":1,"currency":"BGN","old_eur":0.51},{"price":1,"old_bgn":2,"currency":"BGN","old_eur_2":1.02},{"price":1,"old_lv":1,"old_bgn":2,"currency":"BGN","old_eur":0.51,"old_eur_2":1.02}]',
    )
  })

  test('a translated key is none that another item has', () => {
    const text = '[{"p_bgn":1,"price":1,"currency":"BGN"},{"price":2,"p_eur":9,"p_bgn":2,"currency":"BGN"}]'
    const columns = [pricedColumn(3, { 1: '1', 2: '2' })]
    expect(
      written(text, {
        columns,
        placement: 'replace',
        added: [{ cells: cells({ 3: { number: '2' } }), prices: new Map([[3, converted('2', 'BGN')]]) }],
      }),
    ).toBe(
      '[{"p_eur_2":0.51,"price":1,"currency":"BGN"},{"price":2,"p_eur":9,"p_eur_2":1.02,"currency":"BGN"},{"p_eur_2":1.02}]',
    )
  })

  test.each([
    ['utf-8', [0xef, 0xbb, 0xbf]],
    ['utf-16le', [0xff, 0xfe]],
    ['utf-16be', [0xfe, 0xff]],
    ['windows-1251', []],
  ] as const)('%s stays', (encoding, bom) => {
    const file = (text: string) => withBom(encode(text, encoding), ...bom)
    const item = (price: string) => `[{"name":"Кисело мляко и хляб","price":"${price}","currency":"BGN"}]`
    const order = orderOf({ columns: ONE, placement: 'replace' })
    expect(bytesOf(patchJson(file(item('1 лв')), order))).toEqual(file(item('0.51 евро')))
  })

  test('characters that the encoding lacks are escaped, and all in a file that escapes them', () => {
    const latin = encode('[{"name":"é","price":"10 €","currency":"EUR"}]', 'windows-1252')
    const columns = [pricedColumn(1, { 1: '10 EUR' })]
    expect(bytesOf(patchJson(latin, orderOf({ columns, placement: 'replace' })))).toEqual(
      encode('[{"name":"é","price":"19.56 \\u043b\\u0432.","currency":"EUR"}]', 'windows-1252'),
    )
    expect(
      written('[{"price":"1 \\u043b\\u0432","currency":"BGN"}]', { columns: ONE, placement: 'replace' }),
    ).toBe('[{"price":"0.51 \\u0435\\u0432\\u0440\\u043e","currency":"BGN"}]')
  })
})

describe("CONV-08 · the user's changed and added rows", () => {
  const added = (content: Readonly<Record<number, CellContent>>, price?: string): AddedRow => ({
    cells: cells(content),
    prices: new Map(price === undefined ? [] : [[1, converted(price, 'BGN')]]),
  })

  test('changed values keep their type, and missing keys are added at the end', () => {
    expect(
      written('[{"price":"1,00","currency":"BGN"},{"name":"b","price":2,\n"currency":"BGN"},{}]', {
        columns: [pricedColumn(1, { 1: '12.50', 2: '1', 3: '2' })],
        changed: [
          { row: 1, cells: cells({ 0: 'Сок "1 л"', 1: { number: '12.50' } }) },
          { row: 2, cells: cells({ 0: '=b', 1: { number: '01.00' } }) },
          { row: 3, cells: cells({ 1: { number: '2' }, 2: 'BGN' }) },
        ],
      }),
    ).toBe(
      '[{"price":"12,50","price_eur":"6,39","currency":"BGN","name":"Сок \\"1 л\\""},' +
        '{"name":"=b","price":1,"price_eur":0.51,\n"currency":"BGN"},' +
        '{"price": 2, "price_eur": 1.02, "currency": "BGN"}]',
    )
  })

  test('a changed number of a key without prices has the decimal mark of those of another', () => {
    const changed = [{ row: 1, cells: cells({ 3: { number: '2.50' } }) }]
    expect(written('[{"price":"1,00","old":"x"}]', { columns: ONE, changed })).toBe(
      '[{"price":"1,00","price_eur":"0,51","old":"2,50"}]',
    )
  })

  test('a changed price in a currency of its own is a text that names it', () => {
    const changed = [1, 2, 3].map((row) => ({
      row,
      cells: cells({ 1: { number: '28.82', currency: 'EUR' } }),
    }))
    expect(written('[{"price":"1,00"},{"price":2},{"name":"c"}]', { columns: ONE, changed })).toBe(
      '[{"price":"28,82 €","price_eur":"0,51"},{"price":"28,82 €"},{"name":"c","price":"28,82 €"}]',
    )
  })

  const LIST = '[\n  {\n    "name": "a",\n    "price": "1,00",\n    "currency": "BGN"\n  }\n]\n'
  const ROW = added({ 0: 'Нов', 1: { number: '2' }, 2: 'BGN' }, '2')
  const item = (name: string, price: string, currency = 'BGN') =>
    `  {\n    "name": "${name}",\n    "price": ${price},\n    "currency": "${currency}"\n  }`

  test('added items are formatted as the last one', () => {
    expect(written(LIST, { columns: ONE, added: [ROW, added({ 0: 'x' })] })).toBe(
      `[\n${item('a', '"1,00",\n    "price_eur": "0,51"')},\n` +
        `${item('Нов', '"2",\n    "price_eur": "1,02"')},\n  {\n    "name": "x"\n  }\n]\n`,
    )
  })

  test('added items are converted as the others', () => {
    expect(written(LIST, { columns: ONE, added: [ROW], placement: 'replace', currencyColumn: 2 })).toBe(
      `[\n${item('a', '"0,51"', 'EUR')},\n${item('Нов', '"1,02"', 'EUR')}\n]\n`,
    )
    expect(
      written('[{"price":1,"currency":"BGN"},\n{"price":2,"currency":"BGN"}]', {
        columns: ONE,
        placement: 'end',
        added: [added({ 0: 'x', 1: { number: '2' }, 2: 'BGN' }, '2')],
      }),
    ).toBe(
      '[{"price":1,"currency":"BGN","price_eur":0.51},\n{"price":2,"currency":"BGN"},\n{"price":2,"currency":"BGN","name":"x","price_eur":1.02}]',
    )
  })
})

describe('CONV-08 · any JSON price list is unchanged but for its new keys', () => {
  const space = fc.constantFrom('', ' ', '\n', '\r\n\t', '  ')
  const key = fc.oneof(fc.string({ maxLength: 4 }), fc.constantFrom('__proto__', '"', '\\', '{', 'цена'))
  const other = fc.tuple(
    key.filter((one) => !['name', 'price', 'currency'].includes(one)),
    fc.jsonValue({ maxDepth: 3 }),
  )
  const price = fc.tuple(fc.integer({ min: 1, max: 99_999_999 }), fc.boolean())
  const drawn = fc.array(
    fc.tuple(fc.array(other, { maxLength: 3 }), price, fc.nat(3), space, space, space, space),
    {
      minLength: 1,
      maxLength: 5,
    },
  )

  test('next to the price, and at the end', () => {
    fc.assert(
      fc.property(drawn, space, fc.constantFrom(...PLACEMENTS), (items, around, placement) => {
        const textOf = (amounts: boolean) =>
          `${around}[${items
            .map(([others, [cents, isText], place, open, before, colon, close], i) => {
              const amount = (cents / 100).toFixed(2)
              const { euro: eur } = converted(amount, 'BGN')
              const literal = (one: string) => (isText ? `"${one}"` : one)
              const isReplaced = amounts && placement === 'replace'
              const members = others.map(([name, value]) => [JSON.stringify(name), JSON.stringify(value)])
              members.splice(place, 0, ['"price"', literal(isReplaced ? eur : amount)])
              members.push(['"currency"', isReplaced ? '"EUR"' : '"BGN"'])
              const at = members.findIndex(([name]) => name === '"price"')
              const added = ['"price_eur"', literal(eur)]
              if (amounts && placement === 'after') members.splice(at + 1, 0, added)
              if (amounts && placement === 'end') members.push(added)
              const written = members.map(([name, value]) => `${name}${colon}:${colon}${value}`)
              return `{${open}${written.join(`${close},${before}`)}${close}}${i % 2 ? '' : around}`
            })
            .join(`,${around}`)}]${around}`
        const prices = items.map(([, [cents]], i) => [i + 1, (cents / 100).toFixed(2)] as const)
        const order = {
          placement,
          currencyColumn: 2,
          columns: [pricedColumn(1, Object.fromEntries(prices))],
        }
        expect(written(textOf(false), order)).toBe(textOf(true))
      }),
      { numRuns: 1000 },
    )
  })
})

describe('CONV-08 · items of JSON that are no price', () => {
  const ITEM = '{"price":1,"currency":"BGN"}'
  const row = (price: string): AddedRow => ({
    cells: cells({ 1: { number: price }, 2: 'BGN' }),
    prices: new Map([[1, converted(price, 'BGN')]]),
  })
  const WRITTEN = '{"price":1,"price_eur":0.51,"currency":"BGN"}'
  const ADDED = '{"price":2,"price_eur":1.02,"currency":"BGN"}'

  test.each(['7', '"x"', 'null', '[1,{"price":9}]', '{}', '[]', '"]"', '{ }'])(
    '%s stays between the others',
    (other) => {
      expect(written(`[${other},${ITEM}, ${other}]`, { columns: [pricedColumn(1, { 2: '1' })] })).toBe(
        `[${other},${WRITTEN}, ${other}]`,
      )
    },
  )

  test.each(['7', '{}', '{ }'])('added items are formatted as the last one with keys, not as %s', (other) => {
    const order = { columns: ONE, added: [row('2')] }
    expect(written(`[${ITEM},\n${other}]`, order)).toBe(`[${WRITTEN},\n${other},\n${ADDED}]`)
  })

  test('nothing is added where no item has keys', () => {
    for (const text of ['[]', '[7]', '[{}]', ' [ ] ']) expect(written(text, { added: [row('2')] })).toBe(text)
  })

  test('an item whose only price is changed, and one without changes', () => {
    const order = {
      columns: [pricedColumn(1, { 1: '2' })],
      changed: [{ row: 1, cells: cells({ 1: { number: '2' } }) }],
    }
    expect(written(`[{"price" : 1}, ${ITEM}]`, order)).toBe(`[{"price" : 2,"price_eur" : 1.02}, ${ITEM}]`)
  })
})
