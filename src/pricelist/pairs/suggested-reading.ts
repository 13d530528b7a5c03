import { otherCurrency } from '#money/currency.ts'
import { sideOf } from '#money/amount.ts'
import type { AmbiguousReading } from '../types.ts'
import { parsePriceText } from '../price-text.ts'
import { comparePair } from './price-pair.ts'
import type { PriceQuestion } from './read-pairs.ts'

/**
 * The reading of an ambiguous price with which the other price of its row agrees to the cent. Undefined where both readings
 * or neither agree, and where the other price is in the same currency or can be read in two ways itself.
 */
export function suggestedReading(question: PriceQuestion): AmbiguousReading | undefined {
  const { side, currency, readings } = question
  const other = parsePriceText(question[side === 'euro' ? 'national' : 'euro'])
  if (other.kind !== 'price' || other.thousands !== undefined || other.currency === currency) return undefined
  const agrees = (reading: AmbiguousReading) => {
    const pair = { [sideOf(currency)]: readings[reading], [sideOf(otherCurrency(currency))]: other.price }
    return comparePair(pair['national'] ?? '', pair['euro'] ?? '', 'either').status === 'exact'
  }
  const agreeing = (['decimal', 'thousands'] as const).filter(agrees)
  return agreeing.length === 1 ? agreeing[0] : undefined
}
