import fc from 'fast-check'
import { expect, test } from 'vitest'
import { detectColumns } from '#pricelist/columns/detect-columns.ts'
import { withPrice } from '#pricelist/columns/table-columns.ts'
import type { Columns, Detection } from '#pricelist/types.ts'
import type { Table } from '#table/table.ts'
import type { OpenedFile } from '../format.ts'
import { readPriceList } from '../read-price-list.ts'
import { applyRecipe } from './apply.ts'
import { parseRecipe, writeRecipe } from './document.ts'
import { type Recipe, type RecipeAnswers, recipeOf } from './recipe.ts'

const fileOf = (table: Table): OpenedFile => ({ format: 'csv', table, warnings: [] })

/** The cells of a column by its title, for products and their amounts. */
const CELLS = {
  Код: (i: number) => String(100 + i),
  Стока: (i: number) => ['Хляб', 'Мляко', 'Сирене', 'Кафе', 'Общо', 'Чай'][i % 6]!,
  Бележка: (i: number) => (i % 2 ? 'нова' : ''),
  Бройка: (i: number) => String(i + 1),
  Валута: (_: number, variant: number) => ['EUR', 'BGN', 'лв.', 'USD', 'стотинки', ''][variant % 6]!,
  Мярка: (_: number, variant: number) => ['бр.', 'стотинки', 'кг'][variant % 3]!,
}
const PRICES = [
  'Цена',
  'Цена на едро',
  'Цена EUR',
  'Цена лв.',
  'Крайна цена',
  'Цена на едро EUR',
  'Промо',
  'Цена в стотинки',
  'Цена ст.',
]

/** How an amount in hundredths is written. */
const AMOUNTS = [
  (cents: number) => (cents / 100).toFixed(2),
  (cents: number) => (cents / 100).toFixed(2).replace('.', ','),
  (cents: number) => (cents / 1000).toFixed(3),
  (cents: number) => String(cents),
  (cents: number) => `${(cents / 100).toFixed(2)} €`,
]

const ABOVE = ['Всички цени са в лева', 'Всички цени са в евро', 'Цени в USD', 'Ценоразпис']

const drawnTable = fc
  .record({
    titles: fc.shuffledSubarray([...(Object.keys(CELLS) as (keyof typeof CELLS)[]), ...PRICES], {
      minLength: 2,
      maxLength: 7,
    }),
    above: fc.option(fc.constantFrom(...ABOVE)),
    cents: fc.array(fc.integer({ min: 1, max: 99_999 }), { minLength: 12, maxLength: 12 }),
    rows: fc.integer({ min: 1, max: 5 }),
    amounts: fc.array(fc.constantFrom(...AMOUNTS), { minLength: 7, maxLength: 7 }),
    variant: fc.nat(5),
    /** Whether the euro prices are those of the first price column, converted. */
    areConverted: fc.boolean(),
  })
  .filter(({ titles }) => titles.some((title) => PRICES.includes(title)))
  .map(({ titles, above, cents, rows, amounts, variant, areConverted }) => {
    const cell = (title: string, c: number, i: number): string => {
      if (title in CELLS) return CELLS[title as keyof typeof CELLS](i, variant)
      const own = cents[(areConverted ? i : 3 * c + i) % cents.length]!
      return amounts[areConverted ? 0 : c % 7]!(
        areConverted && title.endsWith('EUR') ? Math.round((own * 100_000) / 195_583) : own,
      )
    }
    const table = [
      titles,
      ...Array.from({ length: rows }, (_, i) => titles.map((title, c) => cell(title, c, i))),
    ]
    return above === null ? table : [[above], ...table]
  })

const drawnAnswers: fc.Arbitrary<RecipeAnswers> = fc.record(
  {
    currency: fc.constantFrom('BGN', 'EUR'),
    wanted: fc.constantFrom('BGN', 'EUR'),
    totals: fc.constantFrom('omit', 'keep'),
    ambiguous: fc.constantFrom('decimal', 'thousands'),
  },
  { requiredKeys: [] },
)

/** A saved file and a later one: another file altogether, or with its columns in another order and one more or fewer. */
const drawnFiles = fc
  .tuple(drawnTable, drawnTable, fc.boolean(), fc.nat(10))
  .map(([saved, other, isAlike, n]) => {
    if (!isAlike) return { saved, later: other }
    const own = saved.at(-2)!.map((_, c) => c)
    const order = [...own.slice(n % own.length), ...own.slice(0, n % own.length)]
    const added = other.findIndex((row) => row.length > 1)
    const later = saved.map((row, r) =>
      row.length === 1 && own.length > 1
        ? row
        : [
            ...order.map((c) => row[c]!),
            other[Math.min(added + (r - (saved.length - rowsOf(saved))), other.length - 1)]![0]!,
          ],
    )
    return { saved, later }
  })
const rowsOf = (table: readonly (readonly string[])[]): number => table.filter((row) => row.length > 1).length

/** What a user answers: a price column, and the name and the currency column as they are shown with it. */
function answered(found: Detection, price: number): Columns {
  const columns = withPrice(found.columns, price, found)
  return found.columns.price === price ? { ...columns, otherPrice: found.columns.otherPrice } : columns
}

const readBy = (table: Table, columns: Columns, { currency, ...answers }: RecipeAnswers) => {
  const { rows, assumptions, omitted, problems } = readPriceList(fileOf(table), 'list.csv', {
    columns,
    ...(currency && { usualCurrency: currency }),
    ...answers,
  })
  return { rows, assumptions, omitted, problems }
}

test('FILE-09 · a later file is read by a recipe as by hand with its answers, or asked about', () => {
  fc.assert(
    fc.property(drawnFiles, fc.nat(8), drawnAnswers, ({ saved, later }, nth, answers) => {
      const found = detectColumns(saved)
      const prices = found.all.filter(({ title }) => PRICES.includes(title))
      const chosen = prices[nth % Math.max(prices.length, 1)]
      if (chosen === undefined) return
      const recipe: Recipe = recipeOf(
        found,
        { ...answered(found, chosen.index), price: chosen.index },
        { answers },
      )
      expect(parseRecipe(new TextEncoder().encode(writeRecipe(recipe)))).toEqual({ ok: true, recipe })
      const detected = detectColumns(later)
      const applied = applyRecipe(fileOf(later), detected, recipe)
      if (!applied.ok || !applied.certain) return
      // The later file asks the same question about the same columns, or none.
      const price = applied.detection.all.find(({ title }) => title === chosen.title)!.index
      const { question, candidates, all } = detected
      if (question !== null) {
        expect(question).toBe(found.question)
        const known = found.candidates.map((index) => found.all[index]!.title)
        expect(known).toEqual(expect.arrayContaining(candidates.map((index) => all[index]!.title)))
      }
      // By hand: the same columns, and the currency column that the file has then.
      const saidOf = (column: number | null) => (column === null ? undefined : found.all[column]!.title)
      const same = (column: number | null, byItself: number | null) => {
        const title = saidOf(column)
        return title === undefined
          ? byItself
          : applied.detection.all.find((one) => one.title === title)!.index
      }
      const own = answered(found, chosen.index)
      const byItself = answered(applied.detection, price)
      const byHand = {
        ...byItself,
        name: same(own.name, byItself.name),
        currency: same(own.currency, byItself.currency),
      }
      expect(readBy(later, applied.columns, answers)).toEqual(readBy(later, byHand, answers))
    }),
    { numRuns: 200 },
  )
})
