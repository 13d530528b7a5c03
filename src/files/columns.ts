import type { OpenedFile } from '#formats/format.ts'
import { columnsForHeader } from '#formats/header-choice.ts'
import { type AppliedRecipe, type RecipeMisfit, applyRecipe } from '#formats/recipe/apply.ts'
import { columnsOfPrices } from '#pricelist/columns/table-columns.ts'
import { detectColumns } from '#pricelist/columns/detect-columns.ts'
import { HEADER_ROWS, headerTitles } from '#pricelist/headers/header-row.ts'
import { namesHundredths, unsureUnitOf } from '#pricelist/rows/stated-hundredths.ts'
import type { ColumnInfo, Columns, Detection } from '#pricelist/types.ts'
import { columnName } from '#table/column-name.ts'
import type { Table } from '#table/table.ts'
import type { ReadingChoices } from './choices.ts'
import { isTitled, positionOf, uniqueName } from './column-names.ts'

/** The columns to read: those the user named, and the detected ones for the rest. */
export type Choice = {
  readonly columns: Columns
  readonly certain: boolean
  readonly unsureUnit?: UnsureUnit | undefined
  /** Titles that the recipe does not know, where it named the columns. */
  readonly added?: readonly string[]
}

/** A unit that may say that the prices are in stotinki or cents, where the user has not said what they are in. */
export type UnsureUnit = {
  readonly text: string
  /** Whether only the unit is unsure, and not which columns have the prices. */
  readonly areColumnsCertain: boolean
}

/** What a user names a column for: `bgn` and `eur` are the two prices that are compared. */
export type NamedColumn = 'name' | 'price' | 'currency' | 'bgn' | 'eur'

/** Why the choices do not fit the file. */
export type ChoiceProblem =
  | {
      readonly code: 'no-column'
      readonly as: NamedColumn
      readonly wanted: string
      readonly all: readonly ColumnInfo[]
    }
  /** Two columns have the title. */
  | SeveralColumns<'same-title'>
  /** The first has the title, the second the letters or the number. */
  | SeveralColumns<'title-or-position'>
  /** The file has so many rows, and the header row is to be a later one. */
  | { readonly code: 'no-header-row'; readonly rows: number }
  | { readonly code: 'recipe-misfit'; readonly misfit: RecipeMisfit }

/** A name that two columns have, and what names each of them alone. */
type SeveralColumns<Code> = {
  readonly code: Code
  readonly wanted: string
  readonly names: readonly [string, string]
}

export type ChoiceFailure = { readonly ok: false; readonly problem: ChoiceProblem }

const failure = (problem: ChoiceProblem): ChoiceFailure => ({ ok: false, problem })

type DetectedColumns = { readonly ok: true; readonly detection: Detection }

/** Detects the columns, by the chosen header row if there is one; JSON has no header row. */
export function detectOrUseHeader(
  file: OpenedFile,
  { header }: Pick<ReadingChoices, 'header'>,
): DetectedColumns | ChoiceFailure {
  if (header === undefined || file.format === 'json')
    return { ok: true, detection: detectColumns(file.table) }
  const { length } = file.table
  if (header !== null && header >= length) return failure({ code: 'no-header-row', rows: length })
  return { ok: true, detection: columnsForHeader(file, header) }
}

type ChosenIn = { readonly ok: true; readonly detection: Detection; readonly choice: Choice }

/** The columns by the recipe, if there is one and the choices name no price or header; else by the choices. */
export function chooseIn(
  file: OpenedFile,
  found: Detection,
  choices: ReadingChoices,
): ChosenIn | ChoiceFailure {
  const recipe = choices.price.length === 0 ? recipeColumns(file, found, choices) : undefined
  if (recipe === undefined) return chooseColumns(file.table, found, choices)
  if (!recipe.ok) return recipe
  const { columns, detection, added, certain } = recipe.applied
  const search = new ColumnSearch(file.table, detection, true)
  const name = search.find('name', choices.name) ?? columns.name
  const currency = search.find('currency', choices.currency) ?? columns.currency
  if (search.problem !== undefined) return failure(search.problem)
  return { ok: true, detection, choice: { columns: { ...columns, name, currency }, certain, added } }
}

type RecipeColumns = { readonly ok: true; readonly applied: AppliedRecipe }

/** The columns of the recipe, unless there is none or the choices name a header. */
export function recipeColumns(
  file: OpenedFile,
  found: Detection,
  { recipeChoices, header }: Pick<ReadingChoices, 'recipeChoices' | 'header'>,
): RecipeColumns | ChoiceFailure | undefined {
  if (recipeChoices === undefined || header !== undefined) return undefined
  const applied = applyRecipe(file, found, recipeChoices)
  return applied.ok ? { ok: true, applied } : failure({ code: 'recipe-misfit', misfit: applied.misfit })
}

function chooseColumns(
  table: Table,
  detection: Detection,
  choices: ReadingChoices,
): ChosenIn | ChoiceFailure {
  const { columns } = detection
  const search = new ColumnSearch(table, detection, choices.header !== undefined)
  const [price = columns.price, ...more] = choices.price.flatMap((one) => search.find('price', one) ?? [])
  const name = search.find('name', choices.name)
  const currency = search.find('currency', choices.currency)
  if (search.problem !== undefined) return failure(search.problem)
  const chosen = { ...(name !== undefined && { name }), ...(currency !== undefined && { currency }) }
  const { headerRow } = search
  if (price === null) {
    const certain = detection.certain || choices.price.length > 0
    const unpriced = { ...columns, ...chosen, headerRow }
    return { ok: true, detection, choice: { certain, unsureUnit: undefined, columns: unpriced } }
  }
  const ofPrices = columnsOfPrices(detection, [price, ...more], chosen)
  // When prices are named, no others are read.
  const { sideTables } = choices.price.length > 0 ? ofPrices : columns
  const isUnitSaid = choices.from !== undefined || choices.allIn !== undefined
  const areColumnsCertain = detection.certain || choices.price.length > 0
  const text = isUnitSaid
    ? undefined
    : (unsureUnitOf(table, headerRow, [price, ...more]) ?? statedUnit(detection))
  return {
    ok: true,
    detection,
    choice: {
      certain: text === undefined && areColumnsCertain,
      unsureUnit: text === undefined ? undefined : { text, areColumnsCertain },
      columns: { ...ofPrices, headerRow, ...(sideTables && { sideTables }) },
    },
  }
}

/** The title or text that says that prices are in other units, where these are stotinki or cents. */
const statedUnit = ({ question, otherMoney }: Detection): string | undefined =>
  question === 'other-money' && otherMoney !== undefined && namesHundredths(otherMoney)
    ? otherMoney
    : undefined

export class ColumnSearch {
  headerRow: number | null
  /** The first one of all searches. */
  problem: ChoiceProblem | undefined
  readonly #table: Table
  readonly #detection: Detection
  readonly #isHeaderNamed: boolean

  constructor(table: Table, detection: Detection, isHeaderNamed: boolean) {
    this.#isHeaderNamed = isHeaderNamed
    this.headerRow = detection.columns.headerRow
    this.#table = table
    this.#detection = detection
  }

  /**
   * Finds a column by its title in the header row, else by name (A, AA) or number. Where no header was found, a
   * title in any early row makes that row the header; but a letter or number is first a position, then the text of a
   * cell. Undefined without one, and where there is a `problem`.
   */
  find(as: NamedColumn, wanted: string | undefined): number | undefined {
    if (wanted === undefined || this.problem !== undefined) return undefined
    const index =
      this.headerRow === null
        ? (this.#byPosition(wanted) ?? this.#byTitle(wanted))
        : this.#byTitleOrPosition(wanted)
    if (this.problem !== undefined) return undefined
    if (index === undefined) this.problem = { code: 'no-column', as, wanted, all: this.#detection.all }
    return index
  }

  #byTitleOrPosition(wanted: string): number | undefined {
    const titled = this.#byTitle(wanted)
    const placed = this.#byPosition(wanted)
    if (titled !== undefined && placed !== undefined && titled !== placed)
      this.#refuse('title-or-position', wanted, [titled, placed])
    return titled ?? placed
  }

  /** Of several problems with a name the first counts. */
  #refuse(code: 'same-title' | 'title-or-position', wanted: string, columns: [number, number]): void {
    const found = headerTitles(this.#table, this.headerRow)
    const titles = this.#detection.all.map((_, index) => found[index] ?? '')
    const [one, other] = columns
    this.problem ??= { code, wanted, names: [uniqueName(titles, one), uniqueName(titles, other)] }
  }

  #byTitle(wanted: string): number | undefined {
    for (const r of this.#headerRows()) {
      const titles = headerTitles(this.#table, r)
      const index = titles.findIndex((title) => isTitled(title, wanted))
      if (index === -1) continue
      const again = titles.findIndex((title, c) => c > index && isTitled(title, wanted))
      if (again !== -1 && this.headerRow !== null) this.#refuse('same-title', wanted, [index, again])
      this.headerRow = r
      return index
    }
    return undefined
  }

  #headerRows(): number[] {
    if (this.headerRow !== null) return [this.headerRow]
    return this.#isHeaderNamed
      ? []
      : Array.from({ length: Math.min(this.#table.length, HEADER_ROWS) }, (_, r) => r)
  }

  #byPosition(wanted: string): number | undefined {
    return positionOf(wanted, this.#detection.all.length)
  }
}

/** The title, or the column name (A, AA) where it is empty or missing. */
export const titleOrName = (title: string | undefined, index: number): string => title || columnName(index)
