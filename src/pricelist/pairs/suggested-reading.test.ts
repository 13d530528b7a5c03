import { describe, expect, it } from 'vitest'
import { EURO, NATIONAL } from '#money/currency.ts'
import type { PriceQuestion } from './read-pairs.ts'
import { suggestedReading } from './suggested-reading.ts'

const QUESTION: PriceQuestion = {
  example: '12,500',
  side: 'national',
  readings: { decimal: '12.500', thousands: '12500' },
  currency: NATIONAL,
  row: 2,
  name: '',
  national: '12,500',
  euro: '6391,15',
}

describe('CHECK-01 · the reading that the other price of the pair agrees with', () => {
  it.each([
    ['6391,15', 'thousands'],
    ['6,39 €', 'decimal'],
    ['6391,16', undefined],
    ['', undefined],
    ['6,391', undefined],
    ['?', undefined],
  ])('CHECK-01 · a lev price of 12,500 and a euro price of %s', (euro, reading) => {
    expect(suggestedReading({ ...QUESTION, euro })).toBe(reading)
  })

  it('CHECK-01 · a euro price of 12,500 and a lev price of 24 447,88', () => {
    const inEuro = { ...QUESTION, currency: EURO, euro: '12,500', national: '24 447,88 лв.' } as const
    expect(suggestedReading({ ...inEuro, side: 'euro' })).toBe('thousands')
    // Each price in the column of the other.
    const swapped = { ...inEuro, national: '12,500 €', euro: '24 447,88 лв.' }
    expect(suggestedReading({ ...swapped, side: 'national' })).toBe('thousands')
    expect(suggestedReading({ ...swapped, side: 'national', euro: '12,50 €' })).toBeUndefined()
  })
})
