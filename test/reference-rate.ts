/** Conversion by integer division, independent of the product: the oracle of all tests without vectors. */

/** Divides and rounds half up. */
const halfUp = (top: bigint, bottom: bigint): bigint =>
  top / bottom + ((top % bottom) * 2n >= bottom ? 1n : 0n)

/** A plain decimal text as an integer over a power of ten. */
function fractionOf(text: string): { value: bigint; one: bigint } {
  const [whole = '0', fraction = ''] = text.split('.')
  return { value: BigInt((whole || '0') + fraction), one: 10n ** BigInt(fraction.length) }
}

/** Hundredths as text with two decimals. */
export function decimalsOf(hundredths: bigint): string {
  const digits = hundredths.toString().padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/**
 * @param text plain decimal text, in the main unit of the source currency
 * @param from `EUR`, or the code of the national currency
 * @param rateText 1 EUR in the national currency
 * @returns the amount in the other currency, as text with two decimals
 */
export function referenceAmount(text: string, from: string, rateText = '1.95583'): string {
  const price = fractionOf(text)
  const rate = fractionOf(rateText)
  return decimalsOf(
    from === 'EUR'
      ? halfUp(price.value * rate.value * 100n, price.one * rate.one)
      : halfUp(price.value * rate.one * 100n, price.one * rate.value),
  )
}

/** The same for hundredths of one currency and of the other. */
export const referenceMinor = (minor: number, from: string): number =>
  Number(referenceAmount(decimalsOf(BigInt(minor)), from).replace('.', ''))

/** A price in both currencies, as texts with two decimals. */
export function referenceAmounts(text: string, from: 'BGN' | 'EUR'): { bgn: string; eur: string } {
  const { value, one } = fractionOf(text)
  const own = decimalsOf(halfUp(value * 100n, one))
  const other = referenceAmount(text, from)
  return from === 'BGN' ? { bgn: own, eur: other } : { bgn: other, eur: own }
}
