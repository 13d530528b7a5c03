import { NATIONAL } from '#money/currency.ts'
import { detectColumns } from '#pricelist/columns/detect-columns.ts'
import type { OpenedFile } from '#formats/format.ts'
import { findStatedCurrency } from '#formats/read-price-list.ts'
import {
  MAX_RECIPE_BYTES,
  type Recipe,
  type RecipeMisfit,
  applyRecipe,
  parseRecipe,
  recipeOf,
  writeRecipe,
} from '#formats/recipe.ts'
import type { FileSummary } from '#reports/types.ts'
import type { FileReading, RowsSummary } from '../types.ts'

/**
 * The document of how the rows of a file are read, without its encoding, delimiter and sheet: most files of its kind are detected
 * as it is, and where one is not, what was detected for another would be wrong. Null where their columns are not known, or its titles are too long. */
export function recipeFor({ file, choices, columnsKnown }: RowsSummary): string | null {
  const price = choices?.columns.price ?? null
  if (!file || !choices || !columnsKnown || price === null) return null
  const { columns, defaultCurrency, wanted, totals, ambiguous } = choices
  // A currency that the file states is not a choice.
  const isChosen = defaultCurrency !== (file.usualCurrency ?? NATIONAL)
  const recipe = recipeOf(
    file.detection,
    { ...columns, price },
    {
      answers: {
        ...(isChosen && { currency: defaultCurrency }),
        ...(wanted && { wanted }),
        ...(totals && { totals }),
        ...(ambiguous && { ambiguous }),
      },
    },
  )
  return writeRecipe(recipe) ?? null
}

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
  const { currency = NATIONAL, wanted, totals, ambiguous } = recipe.answers ?? {}
  const how: FileReading = {
    file: { ...file, detection },
    choices: {
      columns,
      defaultCurrency: findStatedCurrency(opened, file.name, columns) ?? currency,
      ...(wanted && { wanted }),
      ...(totals && { totals }),
      ...(ambiguous && { ambiguous }),
    },
    columnsKnown: certain,
    isRemembered: true,
    hash,
  }
  return { ok: true, how }
}
