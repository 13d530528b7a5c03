import type { FileReason } from '#api/file-reasons.ts'
import type { CheckFileChoices, ConvertFileChoices } from '#api/files.ts'
import type { CheckedColumns } from '#files/check.ts'
import {
  type ReadingChoices,
  type WritingChoices,
  contradictsMixed,
  parseDelimiter,
  parseEncoding,
  withRecipeChoices,
} from '#files/choices.ts'
import { parseRecipe } from '#formats/recipe/document.ts'
import type { Recipe } from '#formats/recipe/recipe.ts'
import type { PairDirection } from '#pricelist/pairs/price-pair.ts'
import type { FileChoices } from './types.ts'

/** Why the choices of a request cannot be used, whatever the file. */
export type InvalidChoice = { readonly ok: false; readonly reason: FileReason; readonly text?: string }

/** Why the body of a request cannot be used. */
export type InvalidBody = InvalidChoice & { readonly code: 'file_unreadable' | 'invalid_choice' }

type Choices = ReadingChoices & WritingChoices & CheckedColumns & { readonly direction: PairDirection }

type ParsedChoices = { readonly ok: true; readonly choices: Choices } | InvalidChoice

const NONE: ReadingChoices & WritingChoices = {
  from: undefined,
  to: undefined,
  totals: undefined,
  allIn: undefined,
  sheet: undefined,
  header: undefined,
  name: undefined,
  price: [],
  currency: undefined,
  encoding: undefined,
  delimiter: undefined,
  ambiguous: undefined,
  place: undefined,
  mixed: undefined,
}

const CHOICE_NAMES = {
  name: true,
  sheet: true,
  header: true,
  encoding: true,
  delimiter: true,
  ambiguous: true,
  webhook: true,
  from: true,
  allIn: true,
  to: true,
  place: true,
  totals: true,
  mixed: true,
  price: true,
  bgn: true,
  eur: true,
  direction: true,
} satisfies Record<keyof (ConvertFileChoices & CheckFileChoices), true>

/** Whether a name is that of a parameter, also as some clients write a list: `price[]`, `price[0]`. */
export const isChoiceName = (name: string): boolean => Object.hasOwn(CHOICE_NAMES, name.replace(/\[.*$/s, ''))

/** The query of a request without what is not about the file. */
export const fileChoices = ({
  webhook: _webhook,
  ...choices
}: ConvertFileChoices | CheckFileChoices): FileChoices => choices

/** The choices of the query and of the recipe, of which those of the query come first. */
export function parseChoices(query: FileChoices, recipeText: Uint8Array | undefined): ParsedChoices {
  const {
    name: _name,
    encoding: encodingName,
    delimiter: delimiterName,
    header,
    price,
    direction = 'either',
    ...given
  } = query
  const encoding = encodingName === undefined ? undefined : parseEncoding(encodingName)
  if (encodingName !== undefined && encoding === undefined) return invalid('unknown_encoding', encodingName)
  const delimiter = delimiterName === undefined ? undefined : parseDelimiter(delimiterName)
  if (delimiterName !== undefined && delimiter === undefined)
    return invalid('unknown_delimiter', delimiterName)
  if ((given.bgn === undefined) !== (given.eur === undefined)) return invalid('half_a_pair')
  const chosen: Choices = {
    ...NONE,
    bgn: undefined,
    eur: undefined,
    ...given,
    direction,
    encoding,
    delimiter,
    price: [price ?? []].flat(),
    header: header === undefined ? undefined : header === 'none' ? null : Number(header) - 1,
  }
  const recipe = recipeText && readRecipe(recipeText)
  if (recipe === null) return invalid('invalid_recipe')
  const choices = recipe === undefined ? chosen : withRecipeChoices(chosen, recipe)
  const isMixedAlone = choices.mixed !== undefined && choices.place !== 'replace'
  return isMixedAlone || contradictsMixed(choices) ? invalid('contradiction') : { ok: true, choices }
}

/** Null for a document that is no recipe. */
function readRecipe(bytes: Uint8Array): Recipe | null {
  const parsed = parseRecipe(bytes)
  return parsed.ok ? parsed.recipe : null
}

const invalid = (reason: FileReason, text?: string): InvalidChoice => ({
  ok: false,
  reason,
  ...(text !== undefined && { text }),
})
