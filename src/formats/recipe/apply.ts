import { columnsOfPrices, tableOfPrice, type ChosenColumns } from '#pricelist/columns/table-columns.ts'
import { questionsAbout } from '#pricelist/columns/detect-columns.ts'
import { HEADER_ROWS, headerTitles } from '#pricelist/headers/header-row.ts'
import { type ColumnQuestion, type Columns, type Detection, priceColumnsOf } from '#pricelist/types.ts'
import type { OpenedFile } from '../format.ts'
import { columnsForHeader, tableForHeader } from '../header-choice.ts'
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
  /** A column that the recipe does not know names the currencies of its prices, and it has another one for them, or none. */
  | { readonly code: 'currency-column'; readonly index: number; readonly title: string }

/** Whatever the user answered about another file, this one can be damaged, or in other money. */
const QUESTIONS_OF_FILE: ReadonlySet<ColumnQuestion | null> = new Set([
  'titles-shifted',
  'other-money',
  'damaged-header',
  'rows-above',
])

export type AppliedRecipe = {
  readonly columns: Columns
  /** The detection below the header that has the titles; its question is one that the recipe does not answer. */
  readonly detection: Detection
  /** False where there is such a question. */
  readonly certain: boolean
  /** The titles of the file that those of the recipe do not have. */
  readonly added: readonly string[]
}

type Outcome = ({ readonly ok: true } & AppliedRecipe) | { readonly ok: false; readonly misfit: RecipeMisfit }

/**
 * Finds the columns of a recipe in a file: below the detected header, or else the first row that has all of their titles.
 * What the recipe does not say of them is detected.
 * @param found the columns as detected
 */
export function applyRecipe(file: OpenedFile, found: Detection, recipe: Recipe): Outcome {
  const titles = titlesOf(found)
  const columns = columnsIn(titles, recipe)
  if (!('code' in columns)) return applied(file, found, columns, recipe)
  const rows = Math.min(file.table.length, HEADER_ROWS)
  for (let r = 0; r < rows && !hasNoTitles(recipe); r++) {
    if ('code' in columnsIn(headerTitles(file.table, r), recipe)) continue
    const detection = columnsForHeader(file, r)
    const below = columnsIn(titlesOf(detection), recipe)
    if (!('code' in below)) return applied(file, detection, below, recipe)
  }
  return { ok: false, misfit: columns }
}

const titlesOf = ({ all }: Detection): string[] => all.map(({ title }) => title)

const hasNoTitles = ({ titles }: Recipe): boolean => titles.every((title) => titleKey(title) === '')

function applied(file: OpenedFile, detection: Detection, named: NamedColumns, recipe: Recipe): Outcome {
  const columns = columnsOf(detection, named)
  const titles = titlesOf(detection)
  for (const price of priceColumnsOf(columns)) {
    const { currency: detected } = tableOfPrice(detection, price)
    const isOther = detected !== null && detected !== price && detected !== currencyOf(columns, price)
    if (isOther && !isKnown(titles, recipe, detected))
      return {
        ok: false,
        misfit: { code: 'currency-column', index: detected, title: titles[detected] ?? '' },
      }
  }
  const question = openQuestion(file, detection, columns, recipe)
  const known = new Set(recipe.titles.map(titleKey))
  return {
    ok: true,
    columns,
    detection: question === undefined ? detection : { ...detection, ...question, certain: false },
    certain: question === undefined,
    added: titles.filter((title) => title !== '' && !known.has(titleKey(title))),
  }
}

function columnsOf(detection: Detection, { prices, own, otherPrice, sideTables }: NamedColumns): Columns {
  const columns = columnsOfPrices(detection, prices, own)
  const tables = sideTables.map(({ price, ...chosen }) => ({
    ...tableOfPrice(detection, price),
    ...chosen,
    price,
  }))
  const all = [...(columns.sideTables ?? []), ...tables]
  return {
    ...columns,
    ...(otherPrice !== undefined && { otherPrice }),
    ...(all.length > 0 && { sideTables: all }),
  }
}

/** The currency column of a price column. */
const currencyOf = ({ currency, sideTables = [] }: Columns, price: number): number | null =>
  (sideTables.find((table) => table.price === price) ?? { currency }).currency

/** Whether the file that the recipe was saved for had a column, by its title. */
function isKnown(titles: readonly string[], recipe: Recipe, index: number): boolean {
  const title = titles[index] ?? ''
  return titleKey(title) === ''
    ? areSameTitles(titles, recipe.titles)
    : positionsOf(recipe.titles, title).length === positionsOf(titles, title).length
}

/** The first question of the file that the recipe does not answer. */
function openQuestion(
  file: OpenedFile,
  detection: Detection,
  columns: Columns,
  recipe: Recipe,
): Pick<Detection, 'question' | 'otherMoney' | 'candidates'> | undefined {
  const { answered } = recipe.columns
  const titles = titlesOf(detection)
  const candidates = new Set(
    answered?.candidates.flatMap((column) => {
      const index = findColumn(titles, recipe.titles, column)
      return typeof index === 'number' ? [index] : []
    }),
  )
  const isAnswered = (question: ColumnQuestion | null, about: readonly number[]): boolean =>
    !QUESTIONS_OF_FILE.has(question) &&
    question === answered?.question &&
    about.every((index) => candidates.has(index))
  if (!detection.certain && !isAnswered(detection.question, detection.candidates)) return detection
  const table = tableForHeader(file, columns.headerRow)
  for (const price of priceColumnsOf(columns)) {
    const open = questionsAbout(table, columns, price).find(({ question }) => !isAnswered(question, [price]))
    if (open !== undefined) return { ...open, candidates: [price] }
  }
  return undefined
}

/** The columns that a recipe names, by their index. */
type NamedColumns = {
  readonly prices: readonly [number, ...number[]]
  readonly own: ChosenColumns
  readonly otherPrice: number | undefined
  readonly sideTables: readonly (ChosenColumns & { readonly price: number })[]
}

function columnsIn(titles: readonly string[], recipe: Recipe): NamedColumns | RecipeMisfit {
  let misfit: RecipeMisfit | undefined
  const find = (column: RecipeColumn): number => {
    const found = findColumn(titles, recipe.titles, column)
    if (typeof found === 'number') return found
    misfit ??= found
    return -1
  }
  const findOwn = ({ name, currency }: Omit<RecipeTable, 'price'>): ChosenColumns => ({
    ...(name !== undefined && { name: name && find(name) }),
    ...(currency !== undefined && { currency: currency && find(currency) }),
  })
  const { prices, otherPrice, sideTables = [] } = recipe.columns
  const [price, ...morePrices] = prices.map(find)
  const named: NamedColumns = {
    prices: [price!, ...morePrices],
    own: findOwn(recipe.columns),
    otherPrice: otherPrice && find(otherPrice),
    sideTables: sideTables.map((table) => ({ price: find(table.price), ...findOwn(table) })),
  }
  return misfit ?? named
}

function findColumn(
  titles: readonly string[],
  saved: readonly string[],
  column: RecipeColumn,
): number | RecipeMisfit {
  if ('position' in column) {
    const { position } = column
    if (!areSameTitles(titles, saved)) return { code: 'other-titles', position }
    return position - 1
  }
  const { title, nth = 1 } = column
  const at = positionsOf(titles, title)
  const expected = positionsOf(saved, title).length
  if (at.length === 0) return { code: 'column-missing', title }
  if (at.length !== expected) return { code: 'column-count', title, expected, found: at.length }
  return at[nth - 1]!
}

const areSameTitles = (titles: readonly string[], saved: readonly string[]): boolean =>
  titles.length === saved.length &&
  titles.every((title, index) => titleKey(title) === titleKey(saved[index]!))
