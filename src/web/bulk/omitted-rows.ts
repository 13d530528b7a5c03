import type { OmissionReason } from '#catalogue/catalogue.ts'

/** How many rows are left out of the conversion, by their reason. */
export type OmittedCounts = Record<OmissionReason, number>

export const noneOmitted = (): OmittedCounts => ({ total: 0, 'wanted-currency': 0 })

export const countOmitted = (counts: OmittedCounts): number => counts.total + counts['wanted-currency']
