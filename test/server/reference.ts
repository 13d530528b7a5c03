import type { JobRow } from '#api/conversions.ts'

/** An independent calculation in big integers: nothing here is the product's code. */
export function referenceConversion(price: string, currency: 'BGN' | 'EUR'): { bgn: number; eur: number } {
  const [whole = '0', fraction = ''] = price.split('.')
  const numerator = BigInt((whole || '0') + fraction)
  const denominator = 10n ** BigInt(fraction.length)
  const own = halfUp(numerator * 100n, denominator)
  return currency === 'BGN'
    ? { bgn: own, eur: halfUp(numerator * 100n * 100_000n, denominator * 195_583n) }
    : { bgn: halfUp(numerator * 100n * 195_583n, denominator * 100_000n), eur: own }
}

const halfUp = (numerator: bigint, denominator: bigint): number =>
  Number((numerator * 2n + denominator) / (denominator * 2n)) / 100

/** The rows that must come of valid ones that were sent. */
export const expectedRows = (sent: ReturnType<typeof makeRows>): JobRow[] =>
  sent.map(({ name, price, currency }, index) => ({
    seq: index + 1,
    name,
    ...referenceConversion(price, currency),
    invalid: false,
    originalPrice: price,
    originalCurrency: currency,
  }))

/** Numbers that look random and are the same in every run. */
export function* pseudoRandom(seed: number): Generator<number, never> {
  let state = seed
  for (;;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    yield state / 2 ** 32
  }
}

/** Valid rows of many shapes of price. */
export function makeRows(
  count: number,
  seed = 1,
): { name: string; price: string; currency: 'BGN' | 'EUR' }[] {
  const random = pseudoRandom(seed)
  const next = (below: number) => Math.floor(random.next().value * below)
  return Array.from({ length: count }, (_, index) => ({
    name: `Стока ${index + 1}`,
    price:
      next(4) === 0 ? `${next(99_999)}.${next(9)}${next(9)}${next(9)}5` : `${next(9999)}.${10 + next(89)}`,
    currency: next(2) === 0 ? 'BGN' : 'EUR',
  }))
}
