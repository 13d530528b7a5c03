import { otherSheets } from '#formats/format.ts'
import type { Currency } from '#money/currency.ts'
import { isOfMoney, meaningOfHeader } from '#pricelist/headers/header-meaning.ts'
import { headerTitles } from '#pricelist/headers/header-row.ts'
import {
  type Assumption,
  type CurrencyStatement,
  type OmissionReason,
  type PriceKind,
  priceColumnsOf,
} from '#pricelist/types.ts'
import { columnName } from '#table/column-name.ts'
import type { PriceListReading } from './read-list.ts'

/** Limit of row numbers in each list. */
const MAX_LISTED_ROWS = 5

export type Lines = { readonly count: number; readonly first: readonly number[] }

/** A column of prices; `kind` is null when the title says nothing. */
export type PriceColumn = {
  readonly title: string
  readonly column: string
  readonly kind: PriceKind | null
}

/** What was read from a file and what was left out, as `inspect` prints it. Row numbers are 1-based. */
export type ReadingReport = {
  readonly taken: {
    readonly prices: readonly PriceColumn[]
    readonly currency: Readonly<Record<Currency, number>> & {
      /** Prices whose currency comes only from a statement or the default. */
      readonly assumed: number
      readonly assumedAs: Currency | null
      readonly stated: CurrencyStatement | null
    }
    /** Tables to the right of the first whose rows are read too. */
    readonly sideTables: number
  }
  readonly left: {
    /** Other sheets with data that are not hidden. */
    readonly sheets: readonly string[]
    readonly columns: readonly PriceColumn[]
    readonly totals: Lines
    /** Prices that are in the currency of --to already. */
    readonly inWantedCurrency: Lines
    /** Named rows that have no price. */
    readonly withoutPrice: Lines
    readonly invalid: Lines
  }
}

export function makeReadingReport(reading: PriceListReading): ReadingReport {
  const { file, choice, detection, rows } = reading
  const { columns, certain } = choice
  const taken = certain ? priceColumnsOf(columns) : []
  const used = [...taken, columns.otherPrice]
  const others = detection.all.filter(({ index, isPriced }) => isPriced && !used.includes(index))
  const assumed = assumedCurrency(reading.assumptions)
  const omittedFor = (reason: OmissionReason, count?: number) =>
    linesOf(reading, rows.omitted, (one) => one === reason, count)
  const counts = rows.unlisted?.lines
  return {
    taken: {
      prices: taken.map((index) => columnOf(reading, index)),
      currency: {
        ...rows.currencies,
        assumed: assumed?.rows ?? 0,
        assumedAs: assumed?.currency ?? null,
        stated: assumed?.stated ?? null,
      },
      sideTables: columns.sideTables?.length ?? 0,
    },
    left: {
      sheets: otherSheets(file),
      columns: others.map(({ index }) => columnOf(reading, index)),
      totals: omittedFor('total'),
      inWantedCurrency: omittedFor('wanted-currency', counts?.wanted),
      withoutPrice: linesOf(reading, rows.problems, (one) => one === 'no-price', counts?.withoutPrice),
      invalid: linesOf(reading, rows.problems, (one) => one !== 'no-price', counts?.invalid),
    },
  }
}

const assumedCurrency = (assumptions: readonly Assumption[]) =>
  assumptions.find((one): one is Extract<Assumption, { what: 'currency' }> => one.what === 'currency')

function columnOf({ rows, choice }: PriceListReading, index: number): PriceColumn {
  const title = headerTitles(rows.table, choice.columns.headerRow)[index] ?? ''
  return { title, column: columnName(index), kind: meaningOfHeader(title).kind ?? null }
}

/** The lines of the rows that have one of the reasons. `count`: how many there are, where not all are listed. */
function linesOf<Reason>(
  { rows }: PriceListReading,
  reasons: ReadonlyMap<number, Reason>,
  isOne: (reason: Reason) => boolean,
  count?: number,
): Lines {
  const lines = new Set<number>()
  for (const [i, reason] of reasons) if (isOne(reason)) lines.add(rows.lines[i]!)
  return {
    count: count ?? lines.size,
    first: [...lines].sort((one, other) => one - other).slice(0, MAX_LISTED_ROWS),
  }
}

/**
 * The columns of money that `replace` does not change.
 * @param computed those that formulas work out from the replaced prices
 */
export function keptColumns(
  reading: PriceListReading,
  computed: ReadonlySet<number> = new Set(),
): readonly PriceColumn[] {
  const names = new Set(Array.from(computed, columnName))
  return makeReadingReport(reading).left.columns.filter(
    ({ title, column }) => isOfMoney(title) && !names.has(column),
  )
}
