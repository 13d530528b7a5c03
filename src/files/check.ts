import type { OpenedFile } from '#formats/format.ts'
import { tableForHeader } from '#formats/header-choice.ts'
import { readFilePairs } from '#formats/read-price-list.ts'
import { statedHundredths } from '#pricelist/rows/stated-hundredths.ts'
import { type CheckChoices, type CheckSummary, checkPairs } from '#pricelist/pairs/check-pairs.ts'
import { type PairSearch, findPairColumns, withTable } from '#pricelist/pairs/pair-columns.ts'
import type { PairDirection } from '#pricelist/pairs/price-pair.ts'
import type { MissingPair } from '#pricelist/pairs/read-pairs.ts'
import type { Mismatch } from '#pricelist/pairs/check-pairs.ts'
import type { ColumnInfo } from '#pricelist/types.ts'
import type { Table } from '#table/table.ts'
import type { ReadingChoices } from './choices.ts'
import { type ChoiceProblem, ColumnSearch, detectOrUseHeader, recipeColumns } from './columns.ts'

/** What the user has chosen about a check; `bgn` and `eur` go together. */
export type CheckedColumns = Pick<ReadingChoices, 'name' | 'header' | 'ambiguous' | 'recipeChoices'> & {
  readonly bgn: string | undefined
  readonly eur: string | undefined
}

export type CheckProblem =
  | ChoiceProblem
  /** Both prices are to be in one column. */
  | { readonly code: 'same-column' }
  /** Only one column has prices, so that there is none to compare them with. */
  | { readonly code: 'no-second-price'; readonly all: readonly ColumnInfo[]; readonly only: number }
  /** No titles name a price in both currencies. */
  | {
      readonly code: 'no-pair-columns'
      readonly all: readonly ColumnInfo[]
      /** The first column with prices in each currency. */
      readonly guess: PairSearch['guess']
    }

type ChosenPairs =
  | { readonly ok: true; readonly choices: CheckChoices }
  | { readonly ok: false; readonly problem: CheckProblem }

/** The columns that the user named, else those detected from titles and cells. */
export function choosePairs(file: OpenedFile, chosen: CheckedColumns): ChosenPairs {
  const detected = detectOrUseHeader(file, chosen)
  if (!detected.ok) return detected
  const recipe = chosen.bgn === undefined ? recipeColumns(file, detected.detection, chosen) : undefined
  if (recipe?.ok === false) return recipe
  const { detection } = recipe?.applied ?? detected
  const search = new ColumnSearch(file.table, detection, chosen.header !== undefined)
  const bgn = search.find('bgn', chosen.bgn)
  const eur = search.find('eur', chosen.eur)
  const name = search.find('name', chosen.name) ?? (recipe?.applied ?? detection).columns.name
  if (search.problem !== undefined) return { ok: false, problem: search.problem }
  const areNamed = bgn !== undefined && eur !== undefined
  if (areNamed && bgn === eur) return { ok: false, problem: { code: 'same-column' } }
  const { headerRow } = search
  const table = tableForHeader(file, headerRow)
  const found = areNamed
    ? { pairs: [withTable({ national: bgn, euro: eur }, detection)] }
    : findPairColumns(table, detection)
  const pairs = chosen.name === undefined ? found.pairs : found.pairs.map(({ table: _own, ...pair }) => pair)
  if (pairs.length === 0 && 'guess' in found)
    return { ok: false, problem: noPairs(detection.all, found.guess) }
  return {
    ok: true,
    choices: {
      columns: { headerRow, name, currency: detection.columns.currency },
      pairs,
      areNamed,
      ...(chosen.ambiguous && { ambiguous: chosen.ambiguous }),
    },
  }
}

function noPairs(all: readonly ColumnInfo[], guess: PairSearch['guess']): CheckProblem {
  const [only, ...others] = all.filter(({ isPriced }) => isPriced)
  return only !== undefined && others.length === 0
    ? { code: 'no-second-price', all, only: only.index }
    : { code: 'no-pair-columns', all, guess }
}

/** What was found in one file. */
export type CheckedPairs = {
  readonly ok: true
  readonly table: Table
  readonly summary: CheckSummary
  readonly mismatches: readonly Mismatch[]
  readonly missing: readonly MissingPair[]
}

/** A price that can be read in two ways. */
type AmbiguousPrice = { readonly ok: false; readonly example: string }

/** Compares the pairs of a file that is in memory. */
export function checkList(
  file: OpenedFile,
  choices: CheckChoices,
  direction: PairDirection,
): CheckedPairs | AmbiguousPrice {
  const table = tableForHeader(file, choices.columns.headerRow)
  const reading = readFilePairs(file, table, choices)
  if (reading.question !== undefined) return { ok: false, example: reading.question.example }
  const { summary, mismatches, missing } = checkPairs(reading, direction)
  return { ok: true, table, summary, mismatches, missing }
}

/** The title of a column of stotinki or cents, whose prices are not checked. */
export const hundredthsTitle = (table: Table, { columns, pairs }: CheckChoices): string | undefined =>
  pairs
    .flatMap(({ national, euro }) => [national, euro])
    .map((column) => statedHundredths(table, columns, column)?.title)
    .find((one) => one !== undefined)
