import { describe, expect, it } from 'vitest'
import type { Columns } from '#pricelist/types.ts'
import { answersFor } from './choices.ts'

const columns: Columns = {
  headerRow: 0,
  name: 0,
  price: 1,
  currency: null,
  otherPrice: null,
  morePrices: [],
}
const CHOICES = { columns, defaultCurrency: 'BGN' } as const
const ANSWERS = { settled: [3], typedPoints: [[4, '1.234']], isCurrencySettled: true } as const

describe('what the user has said about prices', () => {
  it('READ-10 · holds while the same prices are read', () => {
    expect(answersFor({ ...CHOICES, defaultCurrency: 'EUR' }, CHOICES, ANSWERS)).toEqual(ANSWERS)
    expect(answersFor({ ...CHOICES, columns: { ...columns, name: null } }, CHOICES, ANSWERS)).toEqual(ANSWERS)
  })

  it.each([{ price: 2 }, { morePrices: [2] }, { headerRow: 1 }])(
    'READ-10 · is forgotten when other prices are read (%o), but not their currency',
    (other) => {
      const choices = { ...CHOICES, columns: { ...columns, ...other } }
      expect(answersFor(choices, CHOICES, ANSWERS)).toEqual({
        settled: [],
        typedPoints: [],
        isCurrencySettled: true,
      })
    },
  )
})
