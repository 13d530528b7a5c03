import { NATIONAL } from '#money/currency.ts'
import type { AmbiguousReading } from '../types.ts'
import { parsePriceText } from '../price-text.ts'
import { comparePair } from './price-pair.ts'
import type { PriceQuestion } from './read-pairs.ts'

/**
 * The reading of an ambiguous price with which the other price of its row agrees to the cent: never both. Undefined where neither
 * agrees, and where the other price is in the same currency or can be read in two ways itself.
 */
export function suggestedReading(question: PriceQuestion): AmbiguousReading | undefined {
  const { side, currency, readings } = question
  const other = parsePriceText(question[side === 'euro' ? 'national' : 'euro'])
  if (other.kind !== 'price' || other.thousands !== undefined || other.currency === currency) return undefined
  const agrees = (reading: AmbiguousReading) => {
    const price = readings[reading]
    const pair = currency === NATIONAL ? ([price, other.price] as const) : ([other.price, price] as const)
    return comparePair(...pair, 'either').status === 'exact'
  }
  return (['decimal', 'thousands'] as const).find(agrees)
}
