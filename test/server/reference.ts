import { referenceAmounts } from '#test/reference-rate.ts'
import type { JobRow } from '#api/conversions.ts'

/** The amounts of the API for a price. */
export function referenceConversion(price: string, currency: 'BGN' | 'EUR'): { bgn: number; eur: number } {
  const { bgn, eur } = referenceAmounts(price, currency)
  return { bgn: Number(bgn), eur: Number(eur) }
}

/** The expected rows of valid rows. */
export const expectedRows = (sent: ReturnType<typeof makeRows>): JobRow[] =>
  sent.map(({ name, price, currency }, index) => ({
    seq: index + 1,
    name,
    ...referenceConversion(price, currency),
    invalid: false,
    originalPrice: price,
    originalCurrency: currency,
  }))

/** Pseudo-random numbers, the same in every run. */
export function* pseudoRandom(seed: number): Generator<number, never> {
  let state = seed
  for (;;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    yield state / 2 ** 32
  }
}

/** Valid rows with many forms of prices. */
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
