import { describe, expect, it } from 'vitest'
import { formatDifferenceInHundredths, formatRoundedDifference } from './rounding-format.ts'

describe('CONV-12 · rounding differences as a person says them', () => {
  it.each([
    ['0.0669', 'bg', '+6,69', '+0,07 €'],
    ['-0.0078', 'en', '−0.78', '−€0.01'],
    ['0.0000', 'bg', '0,00', '0,00 €'],
    ['-18.7825', 'bg', '−1878,25', '−18,78 €'],
    ['1018.785', 'en', '+101,878.50', '+€1,018.79'],
  ] as const)('CONV-12 · %s in %s', (difference, lang, hundredths, whole) => {
    expect(formatDifferenceInHundredths(difference, lang).replace(/\u00a0/g, ' ')).toBe(hundredths)
    expect(formatRoundedDifference(difference, 'EUR', lang).replace(/\u00a0/g, ' ')).toBe(whole)
  })
})
