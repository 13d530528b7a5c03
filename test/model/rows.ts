import fc from 'fast-check'
import { referenceConversion } from '../server/reference.ts'

/** A row of a saved job. */
export type ModelRow = {
  seq: number
  name: string
  bgn: number | null
  eur: number | null
  invalid: boolean
  originalPrice: string
  originalCurrency: string
}

/** The request of one row and its expected result, known by construction. */
export type SentRow = { sent: unknown; status: 'valid' | 'invalid' | 'empty'; row: Omit<ModelRow, 'seq'> }

const names = fc.constantFrom('Хляб', 'Сирене', 'Milk', 'Нещо <b>', '')
const currencies = fc.constantFrom('BGN' as const, 'EUR' as const)

const shown = (name: string): string => name.replaceAll(/[<>]/g, '')

type Priced = { name: string; price: string | number; currency: 'BGN' | 'EUR' }

const validRow = ({ name, price, currency }: Priced): SentRow => ({
  sent: { name, price, currency },
  status: 'valid',
  row: {
    name: shown(name),
    ...referenceConversion(String(price), currency),
    invalid: false,
    originalPrice: String(price),
    originalCurrency: currency,
  },
})

export const plainRow = (price: string): SentRow => validRow({ name: 'Хляб', price, currency: 'BGN' })

const valid = (price: fc.Arbitrary<string | number>): fc.Arbitrary<SentRow> =>
  fc.record({ name: names, price, currency: currencies }).map(validRow)

const cents = fc.integer({ min: 1, max: 999_999_999 })
const twoDecimals = cents.map((n) => `${Math.floor(n / 100)}.${String(n % 100).padStart(2, '0')}`)
const longer = fc
  .tuple(fc.integer({ min: 1, max: 99_999 }), fc.integer({ min: 0, max: 9_999_999 }))
  .map(([whole, rest]) => `${whole}.${String(rest).padStart(7, '0')}`)
// Half a cent and its neighbours.
const halves = fc.nat(9999).map((n) => `${n}.${n % 2 === 0 ? '005' : '01499999'}`)
const numbers = fc.integer({ min: 1, max: 9_999_999 })

const nothing = { bgn: null, eur: null }

const invalid: fc.Arbitrary<SentRow> = fc
  .constantFrom('-1', '0', '0.00', 'abc', '1,50', '10000000', '1e3', '٣')
  .chain((price) => fc.record({ name: names, price: fc.constant(price), currency: currencies }))
  .map((sent) => ({
    sent,
    status: 'invalid',
    row: {
      name: shown(sent.name),
      ...nothing,
      invalid: true,
      originalPrice: sent.price,
      originalCurrency: sent.currency,
    },
  }))

const strange: fc.Arbitrary<SentRow> = fc.constantFrom<SentRow>(
  ...[null, 5, [], 'BGN'].map((sent) => ({
    sent,
    status: 'invalid' as const,
    row: { name: '', ...nothing, invalid: true, originalPrice: '', originalCurrency: '' },
  })),
  {
    sent: { name: 'Чай', price: '2', currency: 'USD' },
    status: 'invalid',
    row: { name: 'Чай', ...nothing, invalid: true, originalPrice: '2', originalCurrency: 'USD' },
  },
  {
    sent: { name: 'Чай', currency: 'BGN' },
    status: 'invalid',
    row: { name: 'Чай', ...nothing, invalid: true, originalPrice: '', originalCurrency: 'BGN' },
  },
)

const empty: fc.Arbitrary<SentRow> = fc.constantFrom('', null, undefined).map((price) => ({
  sent: { name: '', price, currency: 'BGN' },
  status: 'empty',
  row: { name: '', ...nothing, invalid: false, originalPrice: '', originalCurrency: 'BGN' },
}))

export const row: fc.Arbitrary<SentRow> = fc.oneof(
  { weight: 4, arbitrary: valid(twoDecimals) },
  { weight: 2, arbitrary: valid(longer) },
  { weight: 2, arbitrary: valid(halves) },
  { weight: 1, arbitrary: valid(numbers) },
  { weight: 2, arbitrary: invalid },
  { weight: 1, arbitrary: strange },
  { weight: 1, arbitrary: empty },
)
