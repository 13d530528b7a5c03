import type { Columns, Detection } from '#pricelist/types.ts'
import { columnIndex, columnName } from '#table/column-name.ts'
import type { Table } from '#table/table.ts'
import type { OpenedFile } from '#formats/format.ts'
import { type AppliedRecipe, applyRecipe } from '#formats/recipe/apply.ts'
import { HEADER_ROWS, headerTitles } from '#pricelist/headers/header-row.ts'
import { columnsOfPrices } from '#pricelist/columns/table-columns.ts'
import { namesHundredths, unsureUnitOf } from '#pricelist/rows/stated-hundredths.ts'
import type { CliOptions } from './args.ts'
import { CliError } from './error.ts'
import { misfitText } from './recipe.ts'

/** The columns to read: those the user named, and the detected ones for the rest. */
export type Choice = {
  readonly columns: Columns
  readonly certain: boolean
  /** A unit that may say that the prices are in stotinki or cents, where the user has not said what they are in. */
  readonly unsureUnit?: string | undefined
  /** Titles that the recipe does not know, where it named the columns. */
  readonly added?: readonly string[]
}

/** The columns by the recipe, if there is one and the options name no price or header; else by the options. */
export function chooseIn(
  file: OpenedFile,
  found: Detection,
  request: CliOptions,
): { readonly detection: Detection; readonly choice: Choice } {
  const applied = request.price.length === 0 ? recipeColumns(file, found, request) : undefined
  if (applied === undefined) return { detection: found, choice: chooseColumns(file.table, found, request) }
  const { columns, detection, added, certain } = applied
  const search = new ColumnSearch(file.table, detection, true)
  const name = search.find('--name', request.name) ?? columns.name
  const currency = search.find('--currency', request.currency) ?? columns.currency
  return { detection, choice: { columns: { ...columns, name, currency }, certain, added } }
}

/** @throws {CliError} when the recipe does not fit the file */
export function recipeColumns(
  file: OpenedFile,
  found: Detection,
  { recipeChoices, header }: CliOptions,
): AppliedRecipe | undefined {
  if (recipeChoices === undefined || header !== undefined) return undefined
  const applied = applyRecipe(file, found, recipeChoices)
  if (!applied.ok) throw new CliError(misfitText(applied.misfit))
  return applied
}

function chooseColumns(table: Table, detection: Detection, request: CliOptions): Choice {
  const { columns } = detection
  const search = new ColumnSearch(table, detection, request.header !== undefined)
  const [price = columns.price, ...more] = request.price.flatMap((one) => search.find('--price', one) ?? [])
  const name = search.find('--name', request.name)
  const currency = search.find('--currency', request.currency)
  const chosen = { ...(name !== undefined && { name }), ...(currency !== undefined && { currency }) }
  const { headerRow } = search
  if (price === null) {
    const certain = detection.certain || request.price.length > 0
    return { certain, unsureUnit: undefined, columns: { ...columns, ...chosen, headerRow } }
  }
  const ofPrices = columnsOfPrices(detection, [price, ...more], chosen)
  // When prices are named, no others are read.
  const { sideTables } = request.price.length > 0 ? ofPrices : columns
  const isUnitSaid = request.from !== undefined || request.allIn !== undefined
  const unsureUnit = isUnitSaid
    ? undefined
    : (unsureUnitOf(table, headerRow, [price, ...more]) ?? statedUnit(detection))
  return {
    certain: unsureUnit === undefined && (detection.certain || request.price.length > 0),
    unsureUnit,
    columns: { ...ofPrices, headerRow, ...(sideTables && { sideTables }) },
  }
}

/** The title or text that says that prices are in other units, where these are stotinki or cents. */
const statedUnit = ({ question, otherMoney }: Detection): string | undefined =>
  question === 'other-money' && otherMoney !== undefined && namesHundredths(otherMoney)
    ? otherMoney
    : undefined

export class ColumnSearch {
  headerRow: number | null
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
   * title in any early row makes that row the header; but a number is first a position, then the text of a
   * cell.
   */
  find(flag: string, wanted: string | undefined): number | undefined {
    if (wanted === undefined) return undefined
    const index =
      this.headerRow === null
        ? (this.#byPosition(wanted) ?? this.#byTitle(wanted))
        : (this.#byTitle(wanted) ?? this.#byPosition(wanted))
    if (index === undefined)
      throw new CliError(`${flag}: the file has no column '${wanted}'. ${this.#listed()}`)
    return index
  }

  #byTitle(wanted: string): number | undefined {
    for (const r of this.#headerRows()) {
      const titles = headerTitles(this.#table, r)
      const index = titles.findIndex((title) => isSame(title, wanted))
      if (index === -1) continue
      const again = titles.findIndex((title, c) => c > index && isSame(title, wanted))
      if (again !== -1 && this.headerRow !== null)
        throw new CliError(
          `More than one column has the title '${wanted}': say ${columnName(index)} or ${columnName(again)}.`,
        )
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
    const name = wanted.trim().toUpperCase()
    const index = /^\d{1,5}$/.test(name) ? Number(name) - 1 : columnIndex(name)
    return index >= 0 && index < this.#detection.all.length ? index : undefined
  }

  #listed(): string {
    return `It has ${listColumns(this.#detection)}.`
  }
}

const isSame = (title: string, wanted: string): boolean =>
  title.trim().toLowerCase() === wanted.trim().toLowerCase()

/** `'Цена' (B)`, or the column name alone where there is no title. */
export function describeColumn({ all }: Pick<Detection, 'all'>, index: number): string {
  const title = all.find((column) => column.index === index)?.title ?? ''
  return columnLabel(oneLine(title), columnName(index))
}

/** `'Цена' (B)`, or `B` for an empty title. */
export const columnLabel = (title: string, name: string): string =>
  title === '' ? name : `'${title}' (${name})`

export const oneLine = (title: string): string => title.replace(/\s+/g, ' ')

/** The title, or the column name (A, AA) where it is empty or missing. */
export const titleOrName = (title: string | undefined, index: number): string => title || columnName(index)

const MAX_LISTED_COLUMNS = 12

/** Lists up to 12 columns: `A 'Код', B 'Име'`. */
export function listColumns({ all }: Detection): string {
  const named = all
    .slice(0, MAX_LISTED_COLUMNS)
    .map(({ index, title }) => columnName(index) + (title === '' ? '' : ` '${title}'`))
  const more = all.length - named.length
  return `the columns ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
