/**
 * The conversion by long division, written apart from the product's own: the exact fraction, then a look at the remainder
 * (half up). The oracle of every test that needs an amount which no vector has.
 * @param text plain decimal text, in the main unit of the source currency
 * @param from `EUR`, or the code of the national currency
 * @param rateText 1 EUR in the national currency
 * @returns the amount in the other currency, as text with two decimals
 */
export function referenceAmount(text: string, from: string, rateText = '1.95583'): string {
  const [whole = '0', fraction = ''] = text.split('.')
  const [rateWhole = '', rateFraction = ''] = rateText.split('.')
  const price = BigInt(whole + fraction)
  const one = 10n ** BigInt(fraction.length)
  const rate = BigInt(rateWhole + rateFraction)
  const rateOne = 10n ** BigInt(rateFraction.length)
  const [top, bottom] =
    from === 'EUR' ? [price * rate * 100n, one * rateOne] : [price * rateOne * 100n, one * rate]
  const quotient = top / bottom
  const rounded = (top % bottom) * 2n >= bottom ? quotient + 1n : quotient
  const digits = rounded.toString().padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}
