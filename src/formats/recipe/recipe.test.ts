import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { detectColumns } from '#pricelist/columns/detect-columns.ts'
import type { Columns } from '#pricelist/types.ts'
import { CURRENCY_CODES } from '#money/currency.ts'
import type { Table } from '#table/table.ts'
import { DELIMITERS, ENCODINGS } from '#table/text-source.ts'
import { PLACEMENTS } from '#writeback/plan.ts'
import type { OpenedFile } from '../format.ts'
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

  const withColumn = (title: string, ...cells: string[]): Table =>
    NOVEMBER.map((row, r) => [...row, r === 0 ? title : cells[r - 1]!])

  test('FILE-09 · and the currency column that the saved file had not, as without a recipe', () => {
    const applied = apply(withColumn('Валута', 'EUR', 'EUR'))
    expect(applied).toMatchObject({ ok: true, certain: true, columns: { price: 3, currency: 4 } })
  })

  test('FILE-09 · but not a new currency column in place of the saved one', () => {
    const saved = withColumn('Валута', 'BGN', 'BGN')
    const recipe = recipeFor(saved, { ...WHOLESALE, currency: 4 })
    const [titles = [], ...rows] = saved
    const later = [[...titles, 'Currency'], ...rows.map((row) => [...row, 'EUR'])]
    const moved = later.map((row) => [row[0]!, row[1]!, row[2]!, row[3]!, row[5]!, row[4]!])
    const misfit = { code: 'currency-column', index: 4, title: 'Currency' }
    expect(apply(moved, recipe)).toEqual({ ok: false, misfit })
  })

  test('FILE-09 · and none where none was chosen although one was there', () => {
    const saved = withColumn('Валута', 'EUR', 'EUR')
    const recipe = recipeFor(saved)
    expect(recipe.columns).toMatchObject({ currency: null })
    expect(isInSchema(recipe)).toBe(true)
    expect(parse(writeRecipe(recipe))).toEqual({ ok: true, recipe })
    expect(apply(saved, recipe)).toMatchObject({ ok: true, columns: { currency: null } })
    // Another one is not the one that was not chosen.
    const other = saved.map((row, r) => row.with(4, r === 0 ? 'Currency' : row[4]!))
    expect(apply(other, recipe)).toMatchObject({ ok: false, misfit: { code: 'currency-column' } })
  })

  test('FILE-09 · and the same prices in the other currency, which are then seen', () => {
    const saved: Table = [
      ['Код', 'Име', 'Цена'],
      ['1', 'A', '10.00'],
    ]
    const recipe = recipeFor(saved, { ...WHOLESALE, price: 2 })
    const both = [
      ['Код', 'Име', 'Цена', 'Цена EUR'],
      ['1', 'A', '10.00', '5.11'],
    ]
    expect(apply(both, recipe)).toMatchObject({
      ok: true,
      certain: true,
      columns: { price: 2, otherPrice: 3 },
    })
    const differing = both.map((row, r) => (r === 0 ? row : row.with(3, '6.20')))
    expect(detectColumns(differing).question).toBe('equal-prices')
    expect(apply(differing, recipe)).toMatchObject({ ok: true, certain: false })
  })

  test('FILE-09 · and answers the question that was answered, about the same columns', () => {
    const saved = [
      ['Стока', 'Цена', 'Крайна цена'],
      ['Хляб', '1.20', '1.10'],
    ]
    const found = detectColumns(saved)
    expect(found.question).toBe('equal-prices')
    const recipe = recipeFor(saved, { ...WHOLESALE, name: 0, price: 2 })
    expect(recipe.columns.answered).toEqual({
      question: 'equal-prices',
      candidates: found.candidates.map((index) => ({ title: saved[0]![index] })),
    })
    expect(isInSchema(recipe)).toBe(true)
    expect(parse(writeRecipe(recipe))).toEqual({ ok: true, recipe })
    expect(apply([...saved, ['Сол', '2.20', '2.00']], recipe)).toMatchObject({ ok: true, certain: true })
    const third = saved.map((row, r) => [...row, r === 0 ? 'Цена с ДДС' : '9.90'])
    expect(apply(third, recipe)).toMatchObject({ ok: true, certain: false })
    const { answered: _, ...unasked } = recipe.columns
    expect(apply(saved, { ...recipe, columns: unasked })).toMatchObject({
      ok: true,
      certain: false,
      detection: { question: 'equal-prices' },
    })
  })

  test('FILE-09 · and does not answer a question about its own price column where a list has two', () => {
    const table: Table = [
      ['Всички цени са в USD'],
      ['Код', 'Стока', 'Цена лв.', 'Цена на едро'],
      ['1', 'Хляб', '1.20', '0.90'],
    ]
    // The title of the detected price names its currency, that of the recipe's does not.
    expect(detectColumns(table).question).toBeNull()
    expect(apply(table)).toMatchObject({
      ok: true,
      certain: false,
      detection: { question: 'other-money', otherMoney: 'Всички цени са в USD', candidates: [3] },
    })
  })

  test('FILE-09 · and does not leave out rows above its header unasked', () => {
    const table: Table = [
      ['Стока', 'Цена'],
      ['Хляб', '1.20'],
      ['Артикул', 'Едро'],
      ['Мляко', '1.80'],
    ]
    const columns: Recipe['columns'] = { prices: [{ title: 'Едро' }], name: { title: 'Артикул' } }
    const applied = apply(table, { version: 1, titles: ['Артикул', 'Едро'], columns })
    expect(applied).toMatchObject({ ok: true, certain: false, detection: { question: 'rows-above' } })
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
