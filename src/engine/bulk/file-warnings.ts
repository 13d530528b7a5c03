import {
  type Columns,
  type Detection,
  type OpenedFile,
  type RivalColumn,
  type RowsReading,
  priceColumnsOf,
} from '#pricelist/types.ts'
import { meaningOfHeader } from '#pricelist/headers/header-meaning.ts'
import { type Doubt, doubtsOf } from '#pricelist/warnings.ts'
import { tableUnder } from '#formats/header-choice.ts'
import { type ProblemSummary, summarizeProblems } from '#pricelist/rows/price-problems.ts'
import { type ShopOffer, offerOf } from '#pricelist/columns/shop-exports.ts'
import type { FileFacts, RowChoices, RowsFacts } from '../types.ts'

/** A column with prices that is not converted; `kind` is null where its title says nothing. */
export type Rival = Omit<RivalColumn, 'kind'> & { readonly kind: RivalColumn['kind'] | null }

/**
 * The columns with prices that are not converted: those found beside the price, and where the person chose another one, what
 * was found for it or asked about. Tables beside each other are told apart from these.
 */
export function rivalsOf(
  { columns: found, question, candidates, rivals, tables, all }: Detection,
  chosen: Columns,
): Rival[] {
  const taken = [...priceColumnsOf(chosen), chosen.otherPrice, ...tables.map(({ price }) => price)]
  // Where no title names a price, what was found is a guess.
  const ofFound = question === 'no-price-title' ? [] : [found.price, found.otherPrice, ...candidates]
  const named = rivals.map(({ index }) => index)
  const others = [...new Set(ofFound)].flatMap((index) => {
    const column = index === null || named.includes(index) ? undefined : all[index]
    if (!column?.isPriced) return []
    const { title } = column
    return [{ index: column.index, title, kind: meaningOfHeader(title).kind ?? null }]
  })
  return [...others, ...rivals].filter(({ index }) => !taken.includes(index))
}

/** What stays as it is however the rows of a file are read. */
export type FileKnown = {
  /** By what the file is known again; null where the browser cannot tell. */
  hash: string | null
  /** Whether the columns are those that the person chose for an earlier file of this shape. */
  isRemembered: boolean
}

/** How the rows of a file are read, and what is known of it. */
export type FileReading = FileKnown & { file: FileFacts; choices: RowChoices; columnsKnown: boolean }

/** What is to be known about a file before tokens are spent on it. */
export type FileGuards = FileKnown & {
  doubts: readonly Doubt[]
  shop: ShopOffer | null
  /** Columns with prices that are not converted. */
  rivals: readonly Rival[]
  /** Why rows have no price, where none has a valid one. */
  problems?: readonly ProblemSummary[]
}

export function guardsOf(
  opened: OpenedFile,
  { name, detection }: FileFacts,
  choices: RowChoices,
  reading: RowsReading,
  known: FileKnown,
): FileGuards {
  const table = tableUnder(opened, choices.columns.headerRow)
  const { sheet } = opened
  return {
    hash: known.hash,
    isRemembered: known.isRemembered,
    doubts: doubtsOf({ table, ...(sheet !== undefined && { sheet }) }, name, detection, choices, reading),
    shop: offerOf(table, detection, choices.columns, totalsIn(reading)) ?? null,
    rivals: rivalsOf(detection, choices.columns),
    ...(reading.counts.validRows === 0 && { problems: summarizeProblems(reading) }),
  }
}

/** The rows of the table that are left out as totals. */
const totalsIn = ({ omitted, lines }: RowsReading): Set<number> =>
  new Set([...omitted].flatMap(([i, reason]) => (reason === 'total' ? [lines[i]! - 1] : [])))

/** What is known of the file under other choices: the remembered ones are given up by choosing others. */
export const knownOf = ({ guards, choices }: RowsFacts, next: RowChoices): FileKnown => ({
  hash: guards?.hash ?? null,
  isRemembered:
    guards?.isRemembered === true &&
    next.defaultCurrency === choices?.defaultCurrency &&
    JSON.stringify(next.columns) === JSON.stringify(choices.columns),
})
