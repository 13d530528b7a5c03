import { referenceMinor } from './reference-rate.ts'

/** A price pair with a known error, computed independently of the product. Amounts in minor units. */
export type PlantedPair = {
  readonly name: string
  /** Stotinki and cents. */
  readonly bgn: number
  readonly eur: number
  /** The correct euro price, and the error of the given one. */
  readonly right: number
  readonly off: number
}

/** The euro cents of an amount in stotinki. */
export const centsOf = (stotinki: number): number => referenceMinor(stotinki, 'BGN')

export const decimals = (hundredths: number, mark: '.' | ',' = '.'): string => {
  const digits = String(Math.abs(hundredths)).padStart(3, '0')
  return `${hundredths < 0 ? '-' : ''}${digits.slice(0, -2)}${mark}${digits.slice(-2)}`
}

/** Returns correct pairs, with the error of each given 0-based index added to the euro price, in cents. */
export function plantedPairs(count: number, errors: Readonly<Record<number, number>>): PlantedPair[] {
  return Array.from({ length: count }, (_, i) => {
    // Deterministic, spread over small and large prices.
    const bgn = 5 + ((i * 7919) % 250_000)
    const off = errors[i] ?? 0
    const right = centsOf(bgn)
    return { name: `Стока № ${i + 1}`, bgn, eur: right + off, right, off }
  })
}
