import {
  type RowCounts,
  type Row,
  convertPrice,
  countRow,
  emptyCounts,
  isZeroAmount,
  validateRow,
} from '#pricelist/row.ts'
import { byCurrency } from '#money/currency.ts'
import type { PriceProblem } from '#pricelist/types.ts'
import {
  type CurrencyCounts,
  type Omission,
  type OmittedCounts,
  type PreviewStatus,
  type RowsSummary,
  emptyOmittedCounts,
  isLeftAsIs,
} from '../types.ts'

/** `converted`: by an earlier conversion of the first rows. */
export type StoredStatus = PreviewStatus | 'converted'

/** What the store counts of its rows. */
export type StoreSummary = Pick<
  RowsSummary,
  'counts' | 'omitted' | 'inCurrency' | 'inOther' | 'leftRows' | 'zeroRows' | 'totals' | 'convertedRows'
>

/** Currencies that are counted by name; a list can name any number of them. */
const NAMED_AT_MOST = 6

/** What is known of a row besides its texts. */
type RowMarks = {
  omission?: Omission | undefined
  problem?: PriceProblem | undefined
  /** The problem is that of a price typed into the cell. */
  isTypedProblem?: boolean
  isConverted?: boolean
}

/** The currency of a price such as `from 12.5 USD`, `$12.50` or `3 щ.д.`: a code or a sign, else the last word. */
function unitOf(price: string): string {
  const words = price.match(/\p{L}[\p{L}.]*|\p{Sc}/gu) ?? []
  const code = words.find((word) => /^(?:[a-z]{3}|\p{Sc})$/iu.test(word))
  return code?.toUpperCase() ?? words.at(-1) ?? ''
}

const VALID = { status: 'valid' } as const

/** Counts and sums of rows, updated row by row: a price list has up to a hundred thousand. */
export class RowTally {
  /** Of the rows that are to be converted. */
  readonly counts: RowCounts = emptyCounts()
  readonly omitted: OmittedCounts = emptyOmittedCounts()
  /** Valid prices by currency, including those omitted because they are in the wanted one. */
  readonly inCurrency: CurrencyCounts = byCurrency(() => 0)
  /** Prices in other currencies, by name; under '' those of all that are not named. */
  readonly #inOther = new Map<string, number>()
  /** Valid rows that convert to 0.00 and are to be converted. */
  zeroRows = 0
  /** Invalid rows with nothing to correct: they have no price, or one in a currency that is not converted. */
  leftRows = 0
  /** Of the valid prices that are converted or to be converted. In whole hundredths: far below 2^53 for any list. */
  readonly totals = { bgn: 0, eur: 0 }
  convertedRows = 0

  /**
   * Adds or takes away one row.
   * @returns its status
   */
  count(
    row: Row,
    { omission, problem, isTypedProblem = false, isConverted = false }: RowMarks,
    by: 1 | -1,
  ): StoredStatus {
    if (omission?.isLeftOut === true && !isConverted) {
      this.omitted[omission.reason] += by
      if (omission.reason === 'wanted-currency') this.inCurrency[row.currency] += by
      return 'omitted'
    }
    const money = convertPrice(row.price, row.currency)
    if (money) {
      this.inCurrency[row.currency] += by
      this.totals.bgn += by * money.national
      this.totals.eur += by * money.euro
    }
    if (isConverted) {
      this.convertedRows += by
      return 'converted'
    }
    const validation = money ? VALID : validateRow(row)
    const { status } = validation
    countRow(this.counts, status, by)
    if (money && isZeroAmount(money)) this.zeroRows += by
    if (validation.status === 'invalid') {
      const found = problem ?? validation.problem
      if (found === 'other-currency') this.#countOther(unitOf(row.price), by)
      if (!isTypedProblem && isLeftAsIs(found)) this.leftRows += by
    }
    return status
  }

  /** A name is kept once it has been counted, so that a row is taken away from where it was added. */
  #countOther(unit: string, by: 1 | -1): void {
    const name = this.#inOther.has(unit) || this.#inOther.size < NAMED_AT_MOST ? unit : ''
    this.#inOther.set(name, (this.#inOther.get(name) ?? 0) + by)
  }

  /** A copy of the current counts. */
  summarize(): StoreSummary {
    const { counts, omitted, inCurrency, leftRows, zeroRows, totals, convertedRows } = this
    return {
      counts: { ...counts },
      omitted: { ...omitted },
      inCurrency: { ...inCurrency },
      inOther: [...this.#inOther].filter(([, count]) => count > 0),
      leftRows,
      zeroRows,
      totals: { ...totals },
      convertedRows,
    }
  }
}
