declare const unit: unique symbol

/** Whole stotinki: 1/100 of a lev. Always an integer, never negative. */
export type Stotinki = number & { readonly [unit]: 'BGN' }

/** Whole euro cents: 1/100 of a euro. Always an integer, never negative. */
export type Cents = number & { readonly [unit]: 'EUR' }

/** One price in both currencies, in their smallest units. */
export type ConvertedAmount = { readonly national: Stotinki; readonly euro: Cents }

/** The largest price the product takes, 9,999,999.99, in hundredths of its own currency. */
export const MAX_AMOUNT = 999_999_999

/**
 * The amount as a plain number of its main unit (1234 → 12.34), for JSON alone.
 * A quotient of an integer below 2^53 by 100 prints back as the same two decimals.
 */
export const toMajorUnits = (hundredths: number): number => hundredths / 100

/** What stands behind the whole part: '.00' to '.99'. Looked up: padding and cutting digits takes three times as long. */
const CENTS_TEXT = Array.from({ length: 100 }, (_, cents) => `.${String(cents).padStart(2, '0')}`)

/** The amount as text with two decimals and a point: `12.34`. Made from whole numbers, never through a fraction. */
export function toDecimalText(hundredths: number): string {
  const cents = hundredths % 100
  return `${(hundredths - cents) / 100}${CENTS_TEXT[cents]}`
}
