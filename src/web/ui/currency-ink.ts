import { type Currency, EURO } from '#money/currency.ts'

/** The text colour of amounts in a currency. */
export const inkOf = (currency: Currency): string => (currency === EURO ? 'text-euro' : 'text-national')
