import { withRecipeChoices } from '#files/choices.ts'
import type { RecipeMisfit } from '#formats/recipe/apply.ts'
import { MAX_RECIPE_BYTES, type RecipeError, parseRecipe, writeRecipe } from '#formats/recipe/document.ts'
import { type Recipe, type RecipeAnswers, type RecipeColumn, recipeOf } from '#formats/recipe/recipe.ts'
import type { Currency } from '#money/currency.ts'
import type { Columns, Detection } from '#pricelist/types.ts'
import { columnName } from '#table/column-name.ts'
import { type CliOptions, UsageError } from './args.ts'
import { CliError, FILE_PROBLEMS, codeOf, counted } from './error.ts'
import { isSameFile, printAbout } from './output.ts'

// An import would load much more (see read-file.ts).
const { closeSync, openSync, readSync } = process.getBuiltinModule('node:fs')

/**
 * The options, with the choices of the recipe where none was given.
 * @throws {CliError} when it cannot be read
 * @throws {UsageError} when the result would replace it
 */
export function withRecipe<Options extends CliOptions>(request: Options, path: string): Options {
  if (request.out !== undefined && isSameFile(request.out, path))
    throw new UsageError('--out would overwrite the recipe itself.')
  const parsed = parseRecipe(readRecipe(path))
  if (!parsed.ok) throw new CliError(`${path}: ${errorText(parsed.error)}`)
  return withRecipeChoices(request, parsed.recipe)
}

/** At most one byte more than a recipe may have. */
function readRecipe(path: string): Uint8Array {
  const bytes = new Uint8Array(MAX_RECIPE_BYTES + 1)
  try {
    const descriptor = openSync(path, 'r')
    try {
      let length = 0
      for (;;) {
        const read = readSync(descriptor, bytes, length, bytes.length - length, null)
        length += read
        if (read === 0 || length === bytes.length) return bytes.subarray(0, length)
      }
    } finally {
      closeSync(descriptor)
    }
  } catch (error) {
    throw new CliError(
      `${path}: the recipe cannot be read: ${FILE_PROBLEMS[codeOf(error)] ?? 'it is no file'}.`,
    )
  }
}

function errorText(error: RecipeError): string {
  switch (error.code) {
    case 'too-big':
      return `a recipe has ${MAX_RECIPE_BYTES / 1024} kB at most.`
    case 'not-json':
      return 'the recipe is not valid JSON in UTF-8.'
    case 'unknown-version':
      return `the recipe is of version ${error.version}, and only version 1 is known.`
    case 'unknown-key':
      return `a recipe has no '${error.path}'.`
    case 'missing-key':
      return `the recipe has no '${error.path}', which it needs.`
    case 'wrong-value':
    default:
      return error.path === ''
        ? 'a recipe is a JSON object.'
        : `'${error.path}' of the recipe has a value that is not allowed.`
  }
}

/** Why the recipe does not fit the file, as a sentence. */
export function misfitText(misfit: RecipeMisfit): string {
  const advice = 'name the columns with --price and --name, or save a new recipe.'
  switch (misfit.code) {
    case 'column-missing':
      return `The recipe does not fit: the file has no column '${misfit.title}'; ${advice}`
    case 'column-count':
      return `The recipe does not fit: the file has ${counted(misfit.found, 'column')} '${misfit.title}', and it was saved for ${misfit.expected}; ${advice}`
    case 'currency-column':
      return `The recipe does not fit: the column ${nameOf(misfit.title === '' ? { position: misfit.index + 1 } : { title: misfit.title })} names currencies, and it was saved for a file without it; ${advice}`
    case 'other-titles':
    default:
      return `The recipe does not fit: column ${columnName(misfit.position - 1)} has no title, and the other titles are not those that the recipe was saved for; ${advice}`
  }
}

/** The currency of the recipe for prices that name none, where no option says another one. */
const recipeCurrency = ({ from, allIn, recipeChoices }: CliOptions): Currency | undefined =>
  from === undefined && allIn === undefined ? recipeChoices?.answers?.currency : undefined

/** What the user has named the currency by: of all prices, whatever titles and columns say, or of those that name none. */
export type NamedCurrency = { readonly by: string; readonly isOfAll: boolean }

/** What names the currency of prices, if the user has. */
export function whoNamesCurrency(request: CliOptions): NamedCurrency | undefined {
  if (request.allIn !== undefined) return { by: '--all-in', isOfAll: true }
  if (request.from !== undefined) return { by: '--from', isOfAll: false }
  return recipeCurrency(request) === undefined ? undefined : { by: 'the recipe', isOfAll: false }
}

/** Writes to standard error what is used of the recipe for prices, and which columns of the file it does not know. */
export function printRecipeNotes(request: CliOptions, added: readonly string[] | undefined): void {
  const { recipeChoices: recipe } = request
  if (recipe === undefined) return
  const { prices } = recipe.columns
  const { wanted, placement, totals } = recipe.answers ?? {}
  const currency = recipeCurrency(request)
  printUsed(request, recipe, added !== undefined, [
    added && `prices ${prices.map(nameOf).join(', ')}`,
    currency && `${currency} where nothing names a currency`,
    optionText('--to', wanted, request.to),
    optionText('--place', placement, request.place),
    optionText('--totals', totals, request.totals),
  ])
  if (request.quiet || added === undefined || added.length === 0) return
  const columns = `${added.length === 1 ? 'column' : 'columns'} ${shortened(added.map((title) => `'${title}'`))}`
  printAbout(request, `Note: the recipe was saved for a file without the ${columns}.`)
}

/** Writes to standard error what is used of the recipe for a check. */
export function printRecipeOfCheck(request: CliOptions, areColumnsUsed: boolean): void {
  if (request.recipeChoices !== undefined) printUsed(request, request.recipeChoices, areColumnsUsed, [])
}

function printUsed(
  request: CliOptions,
  { columns, file, answers }: Recipe,
  areColumnsUsed: boolean,
  others: readonly unknown[],
): void {
  if (request.quiet) return
  const { name } = columns
  const used = [
    ...others,
    areColumnsUsed && request.name === undefined && name && `names ${nameOf(name)}`,
    optionText('--ambiguous', answers?.ambiguous, request.ambiguous),
    optionText('--encoding', file?.encoding, request.encoding),
    optionText('--delimiter', file?.delimiter, request.delimiter),
    optionText('--sheet', file?.sheet, request.sheet),
  ].filter((text) => typeof text === 'string')
  printAbout(
    request,
    `Recipe ${request.recipe}: ${used.length === 0 ? 'nothing of it is used' : used.join('; ')}.`,
  )
}

const MAX_LISTED = 12

const shortened = (texts: readonly string[]): string =>
  texts.slice(0, MAX_LISTED).join(', ') +
  (texts.length > MAX_LISTED ? ` and ${texts.length - MAX_LISTED} more` : '')

const optionText = (option: string, value: string | undefined, taken: string | undefined) =>
  value !== undefined && value === taken ? `${option} ${value === '\t' ? 'tab' : value}` : undefined

const nameOf = (column: RecipeColumn): string =>
  'position' in column ? columnName(column.position - 1) : `'${column.title}'`

/**
 * The recipe of a file as it was read with these options.
 * @throws {CliError} where its titles are too long for one
 */
export function recipeText(request: CliOptions, detection: Detection, columns: Columns): string {
  const { encoding, delimiter, sheet } = request
  const text = writeRecipe(
    recipeOf(
      detection,
      { ...columns, price: columns.price! },
      {
        file: {
          ...(encoding && { encoding }),
          ...(delimiter && { delimiter }),
          ...(sheet !== undefined && { sheet }),
        },
        answers: answersOf(request),
      },
    ),
  )
  if (text === undefined)
    throw new CliError(
      `The titles of the file are too long: a recipe has ${MAX_RECIPE_BYTES / 1024} kB at most.`,
    )
  return text
}

function answersOf({ from, to, place, totals, ambiguous, recipeChoices }: CliOptions): RecipeAnswers {
  const currency = from ?? recipeChoices?.answers?.currency
  return {
    ...(currency && { currency }),
    ...(to && { wanted: to }),
    ...(place && { placement: place }),
    ...(totals && totals !== 'convert' && { totals }),
    ...(ambiguous && { ambiguous }),
  }
}
