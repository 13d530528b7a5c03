import type { Currency } from '#money/currency.ts'
import type { AmbiguousReading, Columns, Detection, SideTable, TotalsAnswer } from '#pricelist/types.ts'
import type { Delimiter, Encoding } from '#table/text-source.ts'
import type { Placement } from '#writeback/plan.ts'

export const RECIPE_VERSION = 1

/**
 * A column by its title, so that it is found where it has moved; `nth` says which of those with the same title it is. A column
 * without a title has its position. Both count from 1.
 */
export type RecipeColumn = { readonly title: string; readonly nth?: number } | { readonly position: number }

/** A table: it has no name or currency column where none is named. */
export type RecipeTable = {
  readonly price: RecipeColumn
  readonly name?: RecipeColumn
  readonly currency?: RecipeColumn
}

/** What the user answered or chose beyond the columns. What is absent is detected or asked, as without a recipe. */
export type RecipeAnswers = {
  /** Of prices that name none, where the file states none around its table either. */
  readonly currency?: Currency
  /** Prices in this currency stay as they are. */
  readonly wanted?: Currency
  readonly placement?: Placement
  readonly totals?: TotalsAnswer
  readonly ambiguous?: AmbiguousReading
}

/** The choices for files of one shape, as a document (docs/recipe.schema.json). */
export type Recipe = {
  readonly version: typeof RECIPE_VERSION
  /** The title of each column, empty for none; all are empty where the file has no header. */
  readonly titles: readonly string[]
  readonly columns: Omit<RecipeTable, 'price'> & {
    readonly prices: readonly RecipeColumn[]
    /** The column of the other currency, where the file has both. */
    readonly otherPrice?: RecipeColumn
    /** Tables to the right of the first. */
    readonly sideTables?: readonly RecipeTable[]
  }
  readonly file?: { readonly encoding?: Encoding; readonly delimiter?: Delimiter; readonly sheet?: string }
  readonly answers?: RecipeAnswers
}

/** Equal for titles that differ in letter case and spaces only. */
export const titleKey = (title: string): string =>
  title.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase()

/** The positions of a title, 0-based. */
export const positionsOf = (titles: readonly string[], title: string): number[] => {
  const key = titleKey(title)
  return titles.flatMap((one, index) => (titleKey(one) === key ? [index] : []))
}

/** The recipe of a file that is read by these columns. */
export function recipeOf(
  { all }: Pick<Detection, 'all'>,
  { price, name, currency, otherPrice, morePrices, sideTables = [] }: Columns & { readonly price: number },
  { file, answers }: Pick<Recipe, 'file' | 'answers'>,
): Recipe {
  const titles = all.map(({ title }) => title)
  const columnOf = (index: number): RecipeColumn => {
    const title = titles[index] ?? ''
    if (titleKey(title) === '') return { position: index + 1 }
    const same = positionsOf(titles, title)
    return { title, ...(same.length > 1 && { nth: same.indexOf(index) + 1 }) }
  }
  const ownOf = (table: Pick<SideTable, 'name' | 'currency'>) => ({
    ...(table.name !== null && { name: columnOf(table.name) }),
    ...(table.currency !== null && { currency: columnOf(table.currency) }),
  })
  const others = sideTables.map((table) => ({ price: columnOf(table.price), ...ownOf(table) }))
  return {
    version: RECIPE_VERSION,
    titles,
    columns: {
      prices: [price, ...morePrices].map(columnOf),
      ...ownOf({ name, currency }),
      ...(otherPrice !== null && { otherPrice: columnOf(otherPrice) }),
      ...(others.length > 0 && { sideTables: others }),
    },
    ...(file && Object.keys(file).length > 0 && { file }),
    ...(answers && Object.keys(answers).length > 0 && { answers }),
  }
}
