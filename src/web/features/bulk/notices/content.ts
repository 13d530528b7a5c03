import type { Assumption } from '#pricelist/types.ts'
import type { PriceListWarning } from '#pricelist/warnings.ts'
import { type Currency, otherCurrency } from '#money/currency.ts'
import { isSevere } from '#engine/bulk/choices.ts'
import type { RowsSummary } from '#engine/types.ts'
import { findOpenQuestion } from './questions.tsx'

export type NoticeContent = Pick<RowsSummary, 'zeroRows' | 'pairs'> & {
  assumptions: readonly Assumption[]
  warnings: readonly PriceListWarning[]
  /** Whether the currency of every price is known. */
  areCurrenciesKnown: boolean
}

const NO_PAIRS = { count: 0, first: [] }

/**
 * Selects what the notices show: not what depends on an open question. A conflict of currency statements replaces the
 * assumption and the warning about the same currency, so that the user is asked once.
 */
export function selectNoticeContent(rows: RowsSummary): NoticeContent {
  const { columnsKnown, assumptions, choices, zeroRows, pairs, guards } = rows
  const warnings = guards?.doubts ?? []
  if (!columnsKnown)
    return { assumptions: [], warnings: [], zeroRows: 0, pairs: NO_PAIRS, areCurrenciesKnown: false }
  if (!assumptions.some(({ what }) => what === 'currency-conflict'))
    return { assumptions, warnings, zeroRows, pairs, areCurrenciesKnown: true }
  const isAnswered = choices?.isCurrencyForced === true
  return {
    assumptions: assumptions.filter(({ what }) => what !== 'currency'),
    warnings: isAnswered ? warnings.filter(({ what }) => what !== 'currency-named') : [],
    zeroRows: isAnswered ? zeroRows : 0,
    pairs,
    areCurrenciesKnown: isAnswered,
  }
}

/** Whether the columns are those of an earlier file. */
export const areColumnsRemembered = (rows: RowsSummary): boolean =>
  rows.columnsKnown && findOpenQuestion(rows) === undefined && rows.guards?.isRemembered === true

/** The prices that name no currency, and which one is taken for them. */
export type AssumedCurrency = Extract<Assumption, { what: 'currency' }>

/** Which currency is taken for prices that name none. */
export const findAssumedCurrency = (rows: RowsSummary): AssumedCurrency | undefined =>
  selectNoticeContent(rows).assumptions.find(
    (assumption): assumption is AssumedCurrency => assumption.what === 'currency',
  )

/** Nothing in the file names the currency. */
export const isAssumedCurrency = (assumption: Assumption): assumption is AssumedCurrency =>
  assumption.what === 'currency' && assumption.stated === undefined

/** The warnings that say that the result may be useless: above what the conversion costs. */
export const severeWarnings = (rows: RowsSummary): readonly PriceListWarning[] =>
  selectNoticeContent(rows).warnings.filter(isSevere)

/** The currency that the prices are probably in, if it differs from the assumed one. */
export function likelyCurrency(warning: PriceListWarning): Currency | undefined {
  switch (warning.what) {
    case 'currency-named':
      return warning.named
    case 'converted-column':
      return warning.currency === warning.taken ? otherCurrency(warning.taken) : undefined
    case 'sale-above-regular':
      return undefined
  }
}
