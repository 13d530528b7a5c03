declare const unit: unique symbol

/** An amount in the smallest unit of currency `C`: a non-negative integer. */
export type MinorUnits<C extends string = string> = number & { readonly [unit]: C }

/** Euro cents. */
export type Cents = MinorUnits<'EUR'>

/** One price in both currencies of a pair. */
export type ConvertedAmount = { readonly national: MinorUnits<'national'>; readonly euro: Cents }

/** Which currency of a pair. */
export type Side = keyof ConvertedAmount

export const sideOf = (currency: string): Side => (currency === 'EUR' ? 'euro' : 'national')

/** The amount in one currency of the pair. */
export const amountIn = (amount: ConvertedAmount, currency: string): number => amount[sideOf(currency)]

/**
 * The amount in the other currency of the pair.
 * @param from the code of the source currency
 */
export const targetAmount = ({ national, euro }: ConvertedAmount, from: string): number =>
  from === 'EUR' ? national : euro

/** The largest price the product takes, 9,999,999.99, in hundredths of its own currency. */
export const MAX_AMOUNT = 999_999_999

/**
 * The amount in its main unit (1234 → 12.34), for JSON only. An integer below 2^53 divided by 100 prints with
 * the same two decimals.
 */
export const toMajorUnits = (hundredths: number): number => hundredths / 100

/** '.00' to '.99': a lookup takes a third of the time of padding. */
const CENTS_TEXT = Array.from({ length: 100 }, (_, cents) => `.${String(cents).padStart(2, '0')}`)

/** The amount as text with two decimals and a point: `12.34`. Computed in integers. */
export function toDecimalText(hundredths: number): string {
  const cents = hundredths % 100
  return `${(hundredths - cents) / 100}${CENTS_TEXT[cents]}`
}
