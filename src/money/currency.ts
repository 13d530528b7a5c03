import type { Lang } from '#i18n/language.ts'

/** How the sign of a currency is written next to an amount. */
type Sign = { readonly text: string; readonly isFirst: boolean }

type CurrencyInfo = {
  /** Decimals of its smallest unit (ISO 4217). */
  readonly minorUnits: number
  readonly sign: Readonly<Record<Lang, Sign>>
}

const after = (text: string): Sign => ({ text, isFirst: false })
const before = (text: string): Sign => ({ text, isFirst: true })

/** The currencies of price lists, by ISO 4217 code. */
export const CURRENCIES = {
  BGN: { minorUnits: 2, sign: { bg: after('лв.'), en: after('BGN') } },
  EUR: { minorUnits: 2, sign: { bg: after('€'), en: before('€') } },
} as const satisfies Record<string, CurrencyInfo>

export type Currency = keyof typeof CURRENCIES

export const CURRENCY_CODES = Object.keys(CURRENCIES) as readonly Currency[]

export const otherCurrency = (currency: Currency): Currency => (currency === 'BGN' ? 'EUR' : 'BGN')

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
