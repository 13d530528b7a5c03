import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { detectColumns } from '#pricelist/columns/detect-columns.ts'
import type { Columns } from '#pricelist/types.ts'
import { CURRENCY_CODES } from '#money/currency.ts'
import type { Table } from '#table/table.ts'
import { DELIMITERS, ENCODINGS } from '#table/text-source.ts'
import { PLACEMENTS } from '#writeback/plan.ts'
import type { OpenedFile } from '../format.ts'
import { readPriceList } from '../read-price-list.ts'
import { applyRecipe } from './apply.ts'
import { parseRecipe, writeRecipe } from './document.ts'
import { type Recipe, recipeOf } from './recipe.ts'

const fileOf = (table: Table): OpenedFile => ({ format: 'csv', table, warnings: [] })

const NOVEMBER: Table = [
  ['Код', 'Стока', 'Цена', 'Цена на едро'],
  ['1', 'Хляб', '1.20', '0.90'],
  ['2', 'Мляко', '2.40', '1.80'],
]

const WHOLESALE = { headerRow: 0, name: 1, price: 3, currency: null, otherPrice: null, morePrices: [] }

const recipeFor = (table: Table, columns: Columns & { price: number } = WHOLESALE): Recipe =>
  recipeOf(detectColumns(table), columns, {})

const apply = (table: Table, recipe = recipeFor(NOVEMBER)) =>
  applyRecipe(fileOf(table), detectColumns(table), recipe)

const parse = (value: unknown) =>
  parseRecipe(new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value)))

/** The published schema, by a validator that is not ours. */
const isInSchema = new Ajv2020({ strict: false }).compile(
  JSON.parse(readFileSync(new URL('../../../docs/recipe.schema.json', import.meta.url), 'utf8')) as object,
)

describe('a recipe finds the columns of a later file', () => {
  test('FILE-09 · by their titles, wherever they and the header stand', () => {
    const table: Table = [
      ['Ценоразпис', '', '', '', ''],
      ['цена  на едро', 'Промо', 'Код', ' СТОКА', 'Цена'],
      ['8.10', '7.00', '7', 'Сирене', '9.80'],
    ]
    const applied = apply(table)
    expect(applied).toMatchObject({ ok: true, certain: true, added: ['Промо'] })
    expect(applied.ok && applied.columns).toEqual({ ...WHOLESALE, headerRow: 1, name: 3, price: 0 })
  })

  test('FILE-09 · below a header that is not the detected one', () => {
    const table: Table = [
      ['Стока', 'Цена'],
      ['Хляб', '1.20'],
      ['Артикул', 'Едро'],
      ['Мляко', '1.80'],
    ]
    const recipe: Recipe = {
      version: 1,
      titles: ['Артикул', 'Едро'],
      columns: { prices: [{ title: 'Едро' }], name: { title: 'Артикул' } },
    }
    const applied = apply(table, recipe)
    expect(applied.ok && applied.columns).toMatchObject({ headerRow: 2, name: 0, price: 1 })
  })

  test('FILE-09 · and says which column is not there, or no longer the only one', () => {
    const [titles = [], ...rows] = NOVEMBER
    const renamed = [titles.with(3, 'Цена дребно'), ...rows]
    const twice = [titles.with(2, 'Цена на едро'), ...rows]
    expect(apply(renamed)).toEqual({ ok: false, misfit: { code: 'column-missing', title: 'Цена на едро' } })
    const misfit = { code: 'column-count', title: 'Цена на едро', expected: 1, found: 2 }
    expect(apply(twice)).toEqual({ ok: false, misfit })
  })

  test('FILE-09 · of columns with the same title, the one in the same order', () => {
    const table: Table = [
      ['Стока', 'Цена', 'Цена'],
      ['Хляб', '1.20', '0.90'],
    ]
    const recipe = recipeFor(table, { ...WHOLESALE, name: 0, price: 2 })
    expect(recipe.columns.prices).toEqual([{ title: 'Цена', nth: 2 }])
    const moved = table.map(([name = '', one = '', two = '']) => [one, two, name])
    const applied = apply(moved, recipe)
    expect(applied.ok && applied.columns).toMatchObject({ name: 2, price: 1 })
  })

  test('FILE-09 · without a title by the position alone, if all other titles are the same', () => {
    const table: Table = [
      ['Стока', 'Цена', ''],
      ['Хляб', '1.20', '0.90'],
    ]
    const recipe = recipeFor(table, { ...WHOLESALE, name: 0, price: 2 })
    const again = apply([...table, ['Сол', '0.80', '0.70']], recipe)
    expect(again.ok && again.columns.price).toBe(2)
    const changed = [['Стока', 'Цена', '', 'Код'], ...table.slice(1)]
    expect(apply(changed, recipe)).toEqual({ ok: false, misfit: { code: 'other-titles', position: 3 } })
  })

  test('FILE-09 · and does not answer that its prices are in other money', () => {
    const table: Table = [['Всички цени са в USD'], ...NOVEMBER]
    expect(detectColumns(table).question).toBe('other-money')
    expect(apply(table)).toMatchObject({ ok: true, certain: false })
  })
})

describe('a recipe is read strictly', () => {
  const right: Recipe = {
    ...recipeFor(NOVEMBER),
    file: { encoding: 'mik', delimiter: ';', sheet: 'Цени' },
    answers: { currency: 'EUR', wanted: 'EUR', placement: 'end', totals: 'keep', ambiguous: 'decimal' },
  }

  test('FILE-09 · as it was written', () => {
    expect(parse(writeRecipe(right))).toEqual({ ok: true, recipe: right })
    expect(isInSchema(right)).toBe(true)
  })

  test('FILE-09 · with each value that the schema lists, and with no other', () => {
    const values = [
      ...ENCODINGS,
      ...DELIMITERS,
      ...PLACEMENTS,
      ...CURRENCY_CODES,
      'omit',
      'keep',
      'decimal',
      'thousands',
      '',
    ]
    const keys = ['encoding', 'delimiter', 'currency', 'wanted', 'placement', 'totals', 'ambiguous']
    for (const key of keys)
      for (const value of values) {
        const recipe = { ...right, [key in right.file! ? 'file' : 'answers']: { [key]: value } }
        expect([key, value, parse(recipe).ok]).toEqual([key, value, isInSchema(recipe)])
      }
  })

  test.each<[string, object]>([
    ['[1', { code: 'not-json' }],
    ['[]', { code: 'wrong-value', path: '' }],
    ['null', { code: 'wrong-value', path: '' }],
    ['{}', { code: 'missing-key', path: 'version' }],
    ['{"version":2,"new":1}', { code: 'unknown-version', version: 2 }],
    ['{"version":"1","titles":[],"columns":{}}', { code: 'wrong-value', path: 'version' }],
    [' '.repeat(64 * 1024 + 1), { code: 'too-big' }],
  ])('FILE-09 · %.40s', (text, error) => {
    expect(parse(text)).toEqual({ ok: false, error })
  })

  const { columns } = right
  test.each<[object, string, string]>([
    [{ ...right, note: '' }, 'unknown-key', 'note'],
    [{ ...right, answers: { total: 'keep' } }, 'unknown-key', 'answers.total'],
    [{ ...right, answers: { totals: 'convert' } }, 'wrong-value', 'answers.totals'],
    [{ ...right, answers: { currency: 'USD' } }, 'wrong-value', 'answers.currency'],
    [{ ...right, file: { encoding: 'utf-7' } }, 'wrong-value', 'file.encoding'],
    [{ ...right, columns: {} }, 'missing-key', 'columns.prices'],
    [{ ...right, columns: { ...columns, prices: [] } }, 'wrong-value', 'columns.prices'],
    [{ ...right, columns: { ...columns, prices: [{ title: 'Друга' }] } }, 'wrong-value', 'columns.prices[0]'],
    [{ ...right, columns: { ...columns, name: { position: 2 } } }, 'wrong-value', 'columns.name'],
    [{ ...right, columns: { ...columns, name: { title: 'Код', nth: 2 } } }, 'wrong-value', 'columns.name'],
    [
      { ...right, columns: { ...columns, name: { title: 'Код', nth: 1.5 } } },
      'wrong-value',
      'columns.name.nth',
    ],
    [{ ...right, columns: { ...columns, name: { title: 'Код', at: 2 } } }, 'unknown-key', 'columns.name.at'],
    [{ ...right, titles: ['a', 1] }, 'wrong-value', 'titles[1]'],
  ])('FILE-09 · %# %j', (value, code, path) => {
    expect(parse(value)).toEqual({ ok: false, error: { code, path } })
    // A schema cannot say that a column is among the titles.
    expect(isInSchema(value)).toBe(
      code === 'wrong-value' && /^columns[.]\w+(?:\[0\])?$/.test(path) && path !== 'columns.prices',
    )
  })

  test('FILE-09 · bytes that are not UTF-8 are refused', () => {
    expect(parseRecipe(Uint8Array.of(0x22, 0xff, 0x22))).toEqual({ ok: false, error: { code: 'not-json' } })
  })

  test('FILE-09 · and never written larger than it can be read', () => {
    expect(writeRecipe({ ...right, titles: ['я'.repeat(40_000)] })).toBeUndefined()
  })
})

test('FILE-09 · the recipe of a file gives the same prices when its columns are shuffled', () => {
  const title = fc.constantFrom(
    'Код',
    'Стока',
    'Цена',
    'Цена на едро',
    'Цена EUR',
    'Бройка',
    'Бележка',
    'Едро',
  )
  const drawn = fc.uniqueArray(title, { minLength: 3, maxLength: 8 }).chain((titles) =>
    fc.record({
      titles: fc.constant(titles),
      order: fc.shuffledSubarray([...titles.keys()], { minLength: titles.length }),
      cents: fc.array(fc.array(fc.integer({ min: 1, max: 99_999 }), { minLength: 8, maxLength: 8 }), {
        minLength: 1,
        maxLength: 6,
      }),
      main: fc.shuffledSubarray([...titles.keys()], { minLength: 2, maxLength: 3 }),
    }),
  )
  fc.assert(
    fc.property(drawn, ({ titles, order, cents, main }) => {
      const table = [titles, ...cents.map((row) => titles.map((_, c) => (row[c]! / 100).toFixed(2)))]
      const [name = 0, price = 1, ...morePrices] = main
      const columns = { ...WHOLESALE, name, price, morePrices }
      const recipe = recipeOf(
        { all: titles.map((one, index) => ({ index, title: one, samples: [], isPriced: true })) },
        columns,
        {},
      )
      expect(parse(writeRecipe(recipe))).toEqual({ ok: true, recipe })
      expect(isInSchema(recipe)).toBe(true)
      const shuffled = fileOf(table.map((row) => order.map((c) => row[c]!)))
      const applied = applyRecipe(shuffled, detectColumns(shuffled.table), recipe)
      if (!applied.ok) throw new Error(applied.misfit.code)
      const rowsOf = (file: OpenedFile, chosen: Columns) =>
        readPriceList(file, 'a.csv', { columns: chosen }).rows
      expect(rowsOf(shuffled, applied.columns)).toEqual(rowsOf(fileOf(table), columns))
    }),
  )
})
