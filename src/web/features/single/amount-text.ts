import { pairInText, parsePriceText } from '#pricelist/price-text.ts'
import { type Currency, otherCurrency } from '#money/amount.ts'
import { type Converted, convertTyped, type Fault } from './shared-amount.ts'

export type AmountText = {
  outcome: Converted | Fault
  /** The text names the other currency than the direction, and was converted from that one. */
  isOtherCurrency: boolean
  /** '1000' of '1,000', whose decimal reading is the outcome. */
  thousands?: string
}

/** Reads an amount as the cells of a price list are read: `12.50 лв.`, `€ 3.20`; a currency named in it is kept (READ-10). */
export function readAmountText(text: string, from: Currency): AmountText {
  const reading = parsePriceText(text)
  if (reading.kind !== 'price') {
    const isTooLarge = reading.kind === 'invalid' && reading.problem === 'too-large'
    return { outcome: isTooLarge ? 'too-large' : 'no-amount', isOtherCurrency: false }
  }
  const named = reading.currency ?? from
  const pair = named === from ? undefined : pairInText(text, reading.price)
  // Both currencies are named: the one of the direction is among them.
  if (pair)
    return { outcome: convertTyped(from === 'BGN' ? pair.bgn : pair.eur, from), isOtherCurrency: false }
  return {
    outcome: convertTyped(reading.price, named),
    isOtherCurrency: named === otherCurrency(from),
    ...(reading.thousands !== undefined && { thousands: reading.thousands }),
  }
}
