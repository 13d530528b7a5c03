import type { PriceProblem } from '#catalogue/catalogue.ts'
import { parsePriceText } from '#catalogue/price-text.ts'
import { type Currency, MAX_AMOUNT, toDecimalText } from '#domain/money.ts'

/** What a price cell holds after it was left: a plain decimal, or the text as it was typed and what is wrong with it. */
export type TypedPrice = { price: string; currency?: Currency; problem?: PriceProblem }

/** Keys that write no price are not taken; commas, groups and signs wait until the cell is left (BULK-12). */
export const isPriceKey = (key: string): boolean => /^[\d.,' \u00a0-]$/.test(key)

/**
 * Reads a typed or pasted price as the cells of a file are read, so that no sign, group or second number is dropped and
 * the rest taken for the price. Above the maximum it is the maximum; letters around a number are left out (BULK-12).
 */
export function readTypedPrice(text: string): TypedPrice {
  const reading = parsePriceText(text)
  if (reading.kind === 'blank') return { price: '' }
  if (reading.kind === 'price')
    return { price: reading.price, ...(reading.currency && { currency: reading.currency }) }
  if (reading.problem === 'too-large') return { price: toDecimalText(MAX_AMOUNT) }
  const bare = text.replace(/^[^\d.,(+\p{Pd}]+|[^\d.,)\p{Pd}]+$/gu, '')
  const isWordy = reading.problem === 'not-a-price' || reading.problem === 'no-number'
  if (isWordy && bare !== text) return readTypedPrice(bare)
  return { price: text.trim(), problem: reading.problem }
}
