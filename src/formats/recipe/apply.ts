import { HEADER_ROWS, headerTitles } from '#pricelist/headers/header-row.ts'
import type { ColumnQuestion, Columns, Detection } from '#pricelist/types.ts'
import type { OpenedFile } from '../format.ts'
import { columnsForHeader } from '../header-choice.ts'
import { type Recipe, type RecipeColumn, type RecipeTable, positionsOf, titleKey } from './recipe.ts'

/** Why a recipe does not fit a file. */
export type RecipeMisfit =
  | { readonly code: 'column-missing'; readonly title: string }
  | {
      readonly code: 'column-count'
      readonly title: string
      readonly expected: number
      readonly found: number
    }
  /** A column is known by its position alone, and the other titles are not those of the recipe. */
  | { readonly code: 'other-titles'; readonly position: number }

/** They are about this file and not about the choice of a column, so a recipe of another file answers none of them. */
const QUESTIONS_OF_FILE: ReadonlySet<ColumnQuestion | null> = new Set([
  'titles-shifted',
  'other-money',
  'damaged-header',
  'rows-above',
])

export type AppliedRecipe = {
  readonly columns: Columns
  /** The detection below the header that has the titles. */
  readonly detection: Detection
  /** False where the file itself gives a reason to ask that no choice of columns answers. */
  readonly certain: boolean
  /** The titles of the file that those of the recipe do not have. */
  readonly added: readonly string[]
}

/**
 * Finds the columns of a recipe in a file: below the detected header, or else the first row that has all of their titles.
 * @param found the columns as detected
 */
export function applyRecipe(
  file: OpenedFile,
  found: Detection,
  recipe: Recipe,
): ({ readonly ok: true } & AppliedRecipe) | { readonly ok: false; readonly misfit: RecipeMisfit } {
  const titles = found.all.map(({ title }) => title)
  const columns = columnsIn(titles, recipe)
  if (!('code' in columns)) return { ok: true, ...withDetection(columns, found, recipe) }
  const rows = Math.min(file.table.length, HEADER_ROWS)
  for (let r = 0; r < rows && !hasNoTitles(recipe); r++) {
    if ('code' in columnsIn(headerTitles(file.table, r), recipe)) continue
    const detection = columnsForHeader(file, r)
    const below = columnsIn(
      detection.all.map(({ title }) => title),
      recipe,
    )
    if (!('code' in below)) return { ok: true, ...withDetection(below, detection, recipe) }
  }
  return { ok: false, misfit: columns }
}

const hasNoTitles = ({ titles }: Recipe): boolean => titles.every((title) => titleKey(title) === '')

function withDetection(
  columns: Omit<Columns, 'headerRow'>,
  detection: Detection,
  recipe: Recipe,
): AppliedRecipe {
  const known = new Set(recipe.titles.map(titleKey))
  return {
    columns: { headerRow: detection.columns.headerRow, ...columns },
    detection,
    certain: !QUESTIONS_OF_FILE.has(detection.question),
    added: detection.all
      .map(({ title }) => title)
      .filter((title) => title !== '' && !known.has(titleKey(title))),
  }
}

/** Stops the search for columns at the first that does not fit. */
class Misfit extends Error {
  readonly reason: RecipeMisfit

  constructor(reason: RecipeMisfit) {
    super(reason.code)
    this.reason = reason
  }
}

function columnsIn(titles: readonly string[], recipe: Recipe): Omit<Columns, 'headerRow'> | RecipeMisfit {
  const find = (column: RecipeColumn): number => findColumn(titles, recipe.titles, column)
  const findOptional = (column: RecipeColumn | undefined) => (column === undefined ? null : find(column))
  const ownOf = ({ name, currency }: Omit<RecipeTable, 'price'>) => ({
    name: findOptional(name),
    currency: findOptional(currency),
  })
  const { prices, otherPrice, sideTables = [] } = recipe.columns
  try {
    const [price = null, ...morePrices] = new Set(prices.map(find))
    const others = sideTables.map((table) => ({ price: find(table.price), ...ownOf(table) }))
    return {
      price,
      morePrices,
      ...ownOf(recipe.columns),
      otherPrice: findOptional(otherPrice),
      ...(others.length > 0 && { sideTables: others }),
    }
  } catch (error) {
    if (error instanceof Misfit) return error.reason
    throw error
  }
}

/** @throws {Misfit} */
function findColumn(titles: readonly string[], saved: readonly string[], column: RecipeColumn): number {
  if ('position' in column) {
    const { position } = column
    const isSame =
      titles.length === saved.length &&
      titles.every((title, index) => titleKey(title) === titleKey(saved[index]!))
    if (!isSame) throw new Misfit({ code: 'other-titles', position })
    return position - 1
  }
  const { title, nth = 1 } = column
  const at = positionsOf(titles, title)
  const expected = positionsOf(saved, title).length
  if (at.length === 0) throw new Misfit({ code: 'column-missing', title })
  if (at.length !== expected) throw new Misfit({ code: 'column-count', title, expected, found: at.length })
  return at[nth - 1]!
}
