import type { AmbiguousReading, PriceProblem } from '#pricelist/types.ts'
import { parsePriceText } from '#pricelist/price-text.ts'
import type { Currency } from '#money/currency.ts'
import { MAX_AMOUNT, toDecimalText } from '#money/amount.ts'
import { validatePrice } from '#pricelist/row.ts'

/** A price cell after editing: a plain decimal, or the typed text with its problem. */
export type TypedPrice = { price: string; currency?: Currency; problem?: PriceProblem }

/**
 * Reads a typed or pasted price like a cell of a file: the whole text must be the price, otherwise it stays as typed with a
 * problem (READ-09). '1,000' is ambiguous (READ-10). A number above the maximum becomes the maximum (BULK-12).
 * @param isPasted a pasted point may separate thousands; a typed one is decimal
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
  const isPoint = reading.notation === 'ambiguous-point' && isNumber && !isPasted
  if (reading.thousands === undefined || isPoint) return { price: reading.price, ...named }
  return { price: ambiguousText(typed), problem: 'ambiguous', ...named }
}

/** Marks an ambiguous text that is also a valid price, such as '1.000': rows are validated by their text alone. */
const ambiguousText = (typed: string): string => (validatePrice(typed).ok ? `${typed} ?` : typed)

/** An ambiguous price: its text without the mark, and both readings as plain decimals. Undefined for other prices. */
export function readAmbiguousPrice(
  price: string,
): { text: string; readings: Record<AmbiguousReading, string> } | undefined {
  const text = price.replace(/ \?$/, '')
  const reading = parsePriceText(text)
  if (reading.kind !== 'price' || reading.thousands === undefined) return undefined
  return { text, readings: { decimal: reading.price, thousands: reading.thousands } }
}
