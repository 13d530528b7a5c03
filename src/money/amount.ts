declare const unit: unique symbol

/** An amount in the smallest unit of currency `C`: a non-negative integer. */
export type MinorUnits<C extends string = string> = number & { readonly [unit]: C }

/** Euro cents. */
export type Cents = MinorUnits<'EUR'>

/** One price in both currencies of a pair. */
export type ConvertedAmount = { readonly national: MinorUnits<'national'>; readonly euro: Cents }

/** The amount in the currency that the price was not in. @param from the code of the currency it was in */
export const targetAmount = ({ national, euro }: ConvertedAmount, from: string): number =>
  from === 'EUR' ? national : euro

/** The largest price the product takes, 9,999,999.99, in hundredths of its own currency. */
export const MAX_AMOUNT = 999_999_999

/**
 * The amount as a plain number of its main unit (1234 → 12.34), for JSON alone.
 * A quotient of an integer below 2^53 by 100 prints back as the same two decimals.
 */
export const toMajorUnits = (hundredths: number): number => hundredths / 100

/** '.00' to '.99': a look-up takes a third of the time of padding and cutting digits. */
const CENTS_TEXT = Array.from({ length: 100 }, (_, cents) => `.${String(cents).padStart(2, '0')}`)

/** The amount as text with two decimals and a point: `12.34`. Made from whole numbers, never through a fraction. */
export function toDecimalText(hundredths: number): string {
  const cents = hundredths % 100
  return `${(hundredths - cents) / 100}${CENTS_TEXT[cents]}`
}
