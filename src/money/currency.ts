import type { Lang } from '#i18n/language.ts'
import { BGN_EUR } from './pair.ts'

/** How the sign of a currency is written next to an amount. */
type Sign = { readonly text: string; readonly isFirst: boolean }

type CurrencyInfo = {
  readonly sign: Readonly<Record<Lang, Sign>>
}

const after = (text: string): Sign => ({ text, isFirst: false })
const before = (text: string): Sign => ({ text, isFirst: true })

/** The currencies of price lists, by ISO 4217 code: one national currency and the euro. */
export const CURRENCIES = {
  BGN: { sign: { bg: after('лв.'), en: after('BGN') } },
  EUR: { sign: { bg: after('€'), en: before('€') } },
} as const satisfies Record<string, CurrencyInfo>

export type Currency = keyof typeof CURRENCIES

export const CURRENCY_CODES = Object.keys(CURRENCIES) as readonly Currency[]

/** The national currency of the product's pair. */
export const NATIONAL = BGN_EUR.national
export const EURO = 'EUR' as const

export const otherCurrency = (currency: Currency): Currency => (currency === EURO ? NATIONAL : EURO)

/** A value for each currency. */
export const byCurrency = <T>(make: (currency: Currency) => T): Record<Currency, T> =>
  Object.fromEntries(CURRENCY_CODES.map((currency) => [currency, make(currency)])) as Record<Currency, T>

export const isCurrency = (value: unknown): value is Currency =>
  typeof value === 'string' && Object.hasOwn(CURRENCIES, value)

/**
 * Reads a currency code in any case, as the wire and JSON price lists carry it.
 * @returns the code, or undefined for anything that is not exactly one of them.
 */
export function parseCurrency(value: unknown): Currency | undefined {
  if (isCurrency(value)) return value
  if (typeof value !== 'string' || value.length > 16) return undefined
  const code = value.trim().toUpperCase()
  return isCurrency(code) ? code : undefined
}
