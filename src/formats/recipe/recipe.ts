import type { Currency } from '#money/currency.ts'
import { tableOfPrice } from '#pricelist/columns/table-columns.ts'
import type {
  AmbiguousReading,
  ColumnQuestion,
  Columns,
  Detection,
  SideTable,
  TotalsAnswer,
} from '#pricelist/types.ts'
import type { Delimiter, Encoding } from '#table/text-source.ts'
import type { Placement } from '#writeback/plan.ts'

export const RECIPE_VERSION = 1

/**
 * A column by its title, so that it is found where it has moved; `nth` says which of those with the same title it is. A column
 * without a title has its position. Both count from 1.
 */
export type RecipeColumn = { readonly title: string; readonly nth?: number } | { readonly position: number }

/** A table. A name or currency column that is absent is detected, as none was; null was chosen against the detected one. */
export type RecipeTable = {
  readonly price: RecipeColumn
  readonly name?: RecipeColumn | null
  readonly currency?: RecipeColumn | null
}

/** The question about the price column that the user answered, and the columns it was about. */
export type AnsweredQuestion = {
  readonly question: ColumnQuestion
  readonly candidates: readonly RecipeColumn[]
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
    readonly answered?: AnsweredQuestion
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

/** The recipe of a file that is read by these columns, of which the user was asked or is sure. */
export function recipeOf(
  found: Detection,
  { price, name, currency, otherPrice, morePrices, sideTables = [] }: Columns & { readonly price: number },
  { file, answers }: Pick<Recipe, 'file' | 'answers'>,
): Recipe {
  const titles = found.all.map(({ title }) => title)
  const columnOf = (index: number): RecipeColumn => {
    const title = titles[index] ?? ''
    if (titleKey(title) === '') return { position: index + 1 }
    const same = positionsOf(titles, title)
    return { title, ...(same.length > 1 && { nth: same.indexOf(index) + 1 }) }
  }
  const chosen = (column: number | null, detected: number | null): RecipeColumn | null | undefined =>
    column === null ? (detected === null || detected === price ? undefined : null) : columnOf(column)
  const ownOf = (table: SideTable) => {
    const own = tableOfPrice(found, table.price)
    const [ofName, ofCurrency] = [chosen(table.name, own.name), chosen(table.currency, own.currency)]
    return {
      ...(ofName !== undefined && { name: ofName }),
      ...(ofCurrency !== undefined && { currency: ofCurrency }),
    }
  }
  const { question, candidates } = found
  const isAnswered = !found.certain && question !== null
  const others = sideTables.map((table) => ({ price: columnOf(table.price), ...ownOf(table) }))
  return {
    version: RECIPE_VERSION,
    titles,
    columns: {
      prices: [price, ...morePrices].map(columnOf),
      ...ownOf({ price, name, currency }),
      ...(otherPrice !== null && { otherPrice: columnOf(otherPrice) }),
      ...(others.length > 0 && { sideTables: others }),
      ...(isAnswered && { answered: { question, candidates: candidates.map(columnOf) } }),
    },
    ...(file && Object.keys(file).length > 0 && { file }),
    ...(answers && Object.keys(answers).length > 0 && { answers }),
  }
}
