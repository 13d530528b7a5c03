import { CURRENCY_CODES } from '#money/currency.ts'
import { type AmbiguousReading, COLUMN_QUESTIONS, type TotalsAnswer } from '#pricelist/types.ts'
import { DELIMITERS, ENCODINGS } from '#table/text-source.ts'
import { PLACEMENTS } from '#writeback/plan.ts'
import { RECIPE_VERSION, type Recipe, type RecipeColumn, positionsOf, titleKey } from './recipe.ts'

export const MAX_RECIPE_BYTES = 64 * 1024

/** Why a document is no recipe. `path` is the place in it: `columns.prices[0].nth`. */
export type RecipeError =
  | { readonly code: 'too-big' }
  | { readonly code: 'not-json' }
  | { readonly code: 'unknown-version'; readonly version: number }
  | { readonly code: 'unknown-key' | 'missing-key' | 'wrong-value'; readonly path: string }

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
  if (typeof version === 'number' && version !== RECIPE_VERSION)
    return { ok: false, error: { code: 'unknown-version', version } }
  const error = RECIPE(value, '') ?? misplacedColumn(value as Recipe)
  return error === undefined ? { ok: true, recipe: value as Recipe } : { ok: false, error }
}

/** A column that the titles do not have. */
function misplacedColumn({ titles, columns }: Recipe): RecipeError | undefined {
  const { prices, name, currency, otherPrice, sideTables = [], answered } = columns
  const named: [path: string, column: RecipeColumn | null | undefined][] = [
    ...prices.map((column, i): [string, RecipeColumn] => [`prices[${i}]`, column]),
    ['name', name],
    ['currency', currency],
    ['otherPrice', otherPrice],
    ...sideTables.flatMap((table, i) =>
      (['price', 'name', 'currency'] as const).map((key): [string, RecipeColumn | null | undefined] => [
        `sideTables[${i}].${key}`,
        table[key],
      ]),
    ),
    ...(answered?.candidates ?? []).map((column, i): [string, RecipeColumn] => [
      `answered.candidates[${i}]`,
      column,
    ]),
  ]
  for (const [path, column] of named) {
    if (column === undefined || column === null) continue
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

const COLUMN_OR_NONE: Check = (value, path) => (value === null ? undefined : COLUMN(value, path))

const OWN_COLUMNS = { name: COLUMN_OR_NONE, currency: COLUMN_OR_NONE }

const ANSWERED = object({ question: oneOf(COLUMN_QUESTIONS), candidates: list(COLUMN, 0) })

const RECIPE = object(
  {
    version: oneOf([RECIPE_VERSION]),
    titles: list(TEXT, 1),
    columns: object(
      { prices: list(COLUMN, 1) },
      {
        ...OWN_COLUMNS,
        otherPrice: COLUMN,
        sideTables: list(object({ price: COLUMN }, OWN_COLUMNS), 1),
        answered: ANSWERED,
      },
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
