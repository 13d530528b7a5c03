import { NATIONAL } from '#money/currency.ts'
import { detectColumns } from '#pricelist/columns/detect-columns.ts'
import type { OpenedFile } from '#formats/format.ts'
import { findStatedCurrency } from '#formats/read-price-list.ts'
import { type RecipeMisfit, applyRecipe } from '#formats/recipe/apply.ts'
import { MAX_RECIPE_BYTES, parseRecipe, writeRecipe } from '#formats/recipe/document.ts'
import { type Recipe, recipeOf } from '#formats/recipe/recipe.ts'
import type { FileChoices, FileSummary } from '#reports/types.ts'
import { pickFileChoices } from './choices.ts'
import type { FileReading, RowsSummary } from '../types.ts'

/**
 * The document of how the rows of a file are read. Of its encoding, delimiter and sheet it has what the user chose: what was detected
 * for one file may be wrong for another. Null where the columns are not known, or the titles are too long.
 * @param detected the file, opened without choices
 */
export function recipeFor(
  { file, choices, columnsKnown }: RowsSummary,
  detected: FileChoices | undefined,
): string | null {
  const price = choices?.columns.price ?? null
  if (!file || !choices || !columnsKnown || price === null) return null
  const { columns, defaultCurrency, wanted, placement, totals, ambiguous } = choices
  // A currency that the file states is not a choice.
  const isChosen = defaultCurrency !== (file.usualCurrency ?? NATIONAL)
  const recipe = recipeOf(
    file.detection,
    { ...columns, price },
    {
      file: chosenOf(file, detected),
      answers: {
        ...(isChosen && { currency: defaultCurrency }),
        ...(wanted && { wanted }),
        ...(placement && { placement }),
        ...(totals && { totals }),
        ...(ambiguous && { ambiguous }),
      },
    },
  )
  return writeRecipe(recipe) ?? null
}

/** The choices about a file that differ from what is detected. */
const chosenOf = (file: FileChoices, { encoding, delimiter, sheet }: FileChoices = {}): FileChoices =>
  pickFileChoices({
    ...(file.encoding !== encoding && { encoding: file.encoding }),
    ...(file.delimiter !== delimiter && { delimiter: file.delimiter }),
    ...(file.sheet !== sheet && { sheet: file.sheet }),
  })

/** Reads a document; one that is too large is not read whole. */
export const loadRecipe = async (document: Blob): Promise<ReturnType<typeof parseRecipe>> =>
  parseRecipe(new Uint8Array(await document.slice(0, MAX_RECIPE_BYTES + 1).arrayBuffer()))

/** How a file is read by a recipe, or why it does not fit. */
export function readingByRecipe(
  opened: OpenedFile,
  file: FileSummary,
  hash: string | null,
  recipe: Recipe,
): { readonly ok: true; readonly how: FileReading } | { readonly ok: false; readonly misfit: RecipeMisfit } {
  const applied = applyRecipe(opened, detectColumns(opened.table), recipe)
  if (!applied.ok) return applied
  const { columns, detection, certain } = applied
  const { currency = NATIONAL, wanted, placement, totals, ambiguous } = recipe.answers ?? {}
  const how: FileReading = {
    file: { ...file, detection },
    choices: {
      columns,
      defaultCurrency: findStatedCurrency(opened, file.name, columns) ?? currency,
      ...(wanted && { wanted }),
      ...(placement && { placement }),
      ...(totals && { totals }),
      ...(ambiguous && { ambiguous }),
    },
    columnsKnown: certain,
    isRemembered: true,
    hash,
  }
  return { ok: true, how }
}
