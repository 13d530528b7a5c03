import type { OmissionReason } from '#pricelist/types.ts'
import type { Currency } from '#money/amount.ts'

/** Why a row is left out; `zero`: it converts to 0.00. */
export type LeftOutReason = OmissionReason | 'zero'

/** A row that can be left out of the conversion, and whether it is. */
export type Omission = { readonly reason: LeftOutReason; readonly isLeftOut: boolean }

/** How many rows are left out of the conversion, by their reason. */
export type OmittedCounts = Record<LeftOutReason, number>

export const noneOmitted = (): OmittedCounts => ({ total: 0, 'wanted-currency': 0, zero: 0 })

export const countOmitted = (counts: OmittedCounts): number =>
  counts.total + counts['wanted-currency'] + counts.zero

/** How many valid prices are in each currency. */
export type CurrencyCounts = Record<Currency, number>
