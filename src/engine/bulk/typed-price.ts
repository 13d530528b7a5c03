import type { AmbiguousReading, PriceProblem } from '#pricelist/types.ts'
import { parsePriceText } from '#pricelist/price-text.ts'
import type { Currency } from '#money/currency.ts'
import { MAX_AMOUNT, toDecimalText } from '#money/amount.ts'
import { validatePrice } from '#pricelist/row.ts'

/** What a price cell holds after it was left: a plain decimal, or the text as it was typed and what is wrong with it. */
export type TypedPrice = { price: string; currency?: Currency; problem?: PriceProblem }

/**
 * Reads a typed or pasted price as the cells of a file are read: the whole text is the price, or it stays as it is and is
 * none (READ-09). '1,000' is asked about (READ-10). A number above the maximum is the maximum (BULK-12).
 * @param isPasted a point may group thousands then; a typed one is decimal
 */
export function readTypedPrice(text: string, isPasted = false): TypedPrice {
  const reading = parsePriceText(text)
  if (reading.kind === 'blank') return { price: '' }
  const typed = text.trim()
  const isNumber = /^[\d.,\s]+$/.test(typed)
  if (reading.kind === 'invalid') {
    if (reading.problem === 'too-large' && isNumber) return { price: toDecimalText(MAX_AMOUNT) }
    return { price: typed, problem: reading.problem }
  }
  const named = reading.currency && { currency: reading.currency }
  const isPoint = reading.form === 'ambiguous-point' && isNumber && !isPasted
  if (reading.thousands === undefined || isPoint) return { price: reading.price, ...named }
  return { price: ambiguousText(typed), problem: 'ambiguous', ...named }
}

/** A row is valid by the text of its price: '1.000' alone would be. */
const ambiguousText = (typed: string): string => (validatePrice(typed).ok ? `${typed} ?` : typed)

/** A price that is asked about: its text without a mark of ours, and both readings as plain decimals. */
export function questionOf(
  price: string,
): { text: string; readings: Record<AmbiguousReading, string> } | undefined {
  const text = price.replace(/ \?$/, '')
  const reading = parsePriceText(text)
  if (reading.kind !== 'price' || reading.thousands === undefined) return undefined
  return { text, readings: { decimal: reading.price, thousands: reading.thousands } }
}
