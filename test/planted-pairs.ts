import { referenceMinor } from './reference-rate.ts'

/** A list of pairs of prices in which some are wrong, worked out apart from the product. */
export type PlantedPair = {
  readonly name: string
  /** Stotinki and cents. */
  readonly bgn: number
  readonly eur: number
  /** The right euro price, and how far the given one is above it. */
  readonly right: number
  readonly off: number
}

/** The euro cents of an amount in stotinki. */
export const centsOf = (stotinki: number): number => referenceMinor(stotinki, 'BGN')

export const decimals = (hundredths: number, mark: '.' | ',' = '.'): string => {
  const digits = String(Math.abs(hundredths)).padStart(3, '0')
  return `${hundredths < 0 ? '-' : ''}${digits.slice(0, -2)}${mark}${digits.slice(-2)}`
}

/** Right pairs with errors at the places named, counted from 0; by default one cent too much. */
export function plantedPairs(count: number, errors: Readonly<Record<number, number>>): PlantedPair[] {
  return Array.from({ length: count }, (_, i) => {
    // Spread over small and large prices, always the same.
    const bgn = 5 + ((i * 7919) % 250_000)
    const off = errors[i] ?? 0
    const right = centsOf(bgn)
    return { name: `Стока № ${i + 1}`, bgn, eur: right + off, right, off }
  })
}
