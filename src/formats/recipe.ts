import { CURRENCY_CODES, type Currency } from '#money/currency.ts'
import { HEADER_ROWS, headerTitles } from '#pricelist/headers/header-row.ts'
import type {
  AmbiguousReading,
  ColumnQuestion,
  Columns,
  Detection,
  SideTable,
  TotalsAnswer,
} from '#pricelist/types.ts'
import { DELIMITERS, type Delimiter, ENCODINGS, type Encoding } from '#table/text-source.ts'
import { PLACEMENTS, type Placement } from '#writeback/plan.ts'
import type { OpenedFile } from './format.ts'
import { columnsForHeader } from './header-choice.ts'

const VERSION = 1

export const MAX_RECIPE_BYTES = 64 * 1024

/**
 * A column by its title, so that it is found where it has moved; `nth` says which of those with the same title it is. A column
 * without a title has its position. Both count from 1.
 */
export type RecipeColumn = { readonly title: string; readonly nth?: number } | { readonly position: number }

/** A table: it has no name or currency column where none is named. */
type RecipeTable = {
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
  readonly version: typeof VERSION
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

/** Why a document is no recipe. `path` is the place in it: `columns.prices[0].nth`. */
export type RecipeError =
  | { readonly code: 'too-big' }
  | { readonly code: 'not-json' }
  | { readonly code: 'unknown-version'; readonly version: number }
  | { readonly code: 'unknown-key' | 'missing-key' | 'wrong-value'; readonly path: string }

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

/** Equal for titles that differ in letter case and spaces only. */
export const titleKey = (title: string): string =>
  title.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase()

const positionsOf = (titles: readonly string[], title: string): number[] => {
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
    version: VERSION,
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

/** The document; undefined where it would be larger than {@link MAX_RECIPE_BYTES}. */
export function writeRecipe(recipe: Recipe): string | undefined {
  const text = `${JSON.stringify(recipe, undefined, 2)}\n`
  return new TextEncoder().encode(text).length > MAX_RECIPE_BYTES ? undefined : text
}

/** Reads a document strictly: a key that this version does not know may be a choice that would not be kept. */
export function parseRecipe(
  bytes: Uint8Array,
): { readonly ok: true; readonly recipe: Recipe } | { readonly ok: false; readonly error: RecipeError } {
  if (bytes.length > MAX_RECIPE_BYTES) return { ok: false, error: { code: 'too-big' } }
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return { ok: false, error: { code: 'not-json' } }
  }
  const version = isObject(value) ? value['version'] : undefined
  if (typeof version === 'number' && version !== VERSION)
    return { ok: false, error: { code: 'unknown-version', version } }
  const error = RECIPE(value, '') ?? misplacedColumn(value as Recipe)
  return error === undefined ? { ok: true, recipe: value as Recipe } : { ok: false, error }
}

/** A column that the titles do not have. */
function misplacedColumn({ titles, columns }: Recipe): RecipeError | undefined {
  const { prices, name, currency, otherPrice, sideTables = [] } = columns
  const named: [path: string, column: RecipeColumn | undefined][] = [
    ...prices.map((column, i): [string, RecipeColumn] => [`prices[${i}]`, column]),
    ['name', name],
    ['currency', currency],
    ['otherPrice', otherPrice],
    ...sideTables.flatMap((table, i) =>
      (['price', 'name', 'currency'] as const).map((key): [string, RecipeColumn | undefined] => [
        `sideTables[${i}].${key}`,
        table[key],
      ]),
    ),
  ]
  for (const [path, column] of named) {
    if (column === undefined) continue
    const isThere =
      'position' in column
        ? titleKey(titles[column.position - 1] ?? '?') === ''
        : isNth(positionsOf(titles, column.title).length, column.nth)
    if (!isThere) return { code: 'wrong-value', path: `columns.${path}` }
  }
  return undefined
}

/** Whether `nth` says which of `count` columns with one title is meant. */
const isNth = (count: number, nth: number | undefined): boolean =>
  nth === undefined ? count === 1 : nth <= count

/** Returns what is wrong with a value at a place. */
type Check = (value: unknown, path: string) => RecipeError | undefined

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const where =
  (isRight: (value: unknown) => boolean): Check =>
  (value, path) =>
    isRight(value) ? undefined : { code: 'wrong-value', path }

const oneOf = (values: readonly unknown[]): Check => where((value) => values.includes(value))

const TEXT = where((value) => typeof value === 'string')
const TITLE = where((value) => typeof value === 'string' && titleKey(value) !== '')
const COUNT = where((value) => Number.isSafeInteger(value) && Number(value) > 0)

const list =
  (item: Check, least: number): Check =>
  (value, path) => {
    if (!Array.isArray(value) || value.length < least) return { code: 'wrong-value', path }
    for (const [i, one] of value.entries()) {
      const error = item(one, `${path}[${i}]`)
      if (error !== undefined) return error
    }
    return undefined
  }

const object =
  (required: Readonly<Record<string, Check>>, optional: Readonly<Record<string, Check>> = {}): Check =>
  (value, path) => {
    if (!isObject(value)) return { code: 'wrong-value', path }
    const at = (key: string) => (path === '' ? key : `${path}.${key}`)
    for (const key of Object.keys(value))
      if (!Object.hasOwn(required, key) && !Object.hasOwn(optional, key))
        return { code: 'unknown-key', path: at(key) }
    for (const key of Object.keys(required))
      if (!Object.hasOwn(value, key)) return { code: 'missing-key', path: at(key) }
    for (const [key, one] of Object.entries(value)) {
      const error = (Object.hasOwn(required, key) ? required : optional)[key]!(one, at(key))
      if (error !== undefined) return error
    }
    return undefined
  }

const TITLED = object({ title: TITLE }, { nth: COUNT })
const POSITIONED = object({ position: COUNT })

const COLUMN: Check = (value, path) =>
  (isObject(value) && Object.hasOwn(value, 'position') ? POSITIONED : TITLED)(value, path)

const OWN_COLUMNS = { name: COLUMN, currency: COLUMN }

const RECIPE = object(
  {
    version: oneOf([VERSION]),
    titles: list(TEXT, 1),
    columns: object(
      { prices: list(COLUMN, 1) },
      { ...OWN_COLUMNS, otherPrice: COLUMN, sideTables: list(object({ price: COLUMN }, OWN_COLUMNS), 1) },
    ),
  },
  {
    file: object({}, { encoding: oneOf(ENCODINGS), delimiter: oneOf(DELIMITERS), sheet: TEXT }),
    answers: object(
      {},
      {
        currency: oneOf(CURRENCY_CODES),
        wanted: oneOf(CURRENCY_CODES),
        placement: oneOf(PLACEMENTS),
        totals: oneOf(['omit', 'keep'] satisfies TotalsAnswer[]),
        ambiguous: oneOf(['decimal', 'thousands'] satisfies AmbiguousReading[]),
      },
    ),
  },
)
