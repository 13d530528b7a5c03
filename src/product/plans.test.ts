import { expect, it } from 'vitest'
import { cheaperPacks, cheapestOffer } from './plans.ts'

it.each([
  [1, undefined],
  [500, undefined],
  // Two of 500 for 9.98 in place of 2,000 for 14.99.
  [501, [['starter', 'starter'], 1000, 9_98]],
  [1000, [['starter', 'starter'], 1000, 9_98]],
  // Three of 500 would save two cents.
  [1001, undefined],
  [2001, [['business', 'starter'], 2500, 19_98]],
  [4001, [['business', 'business', 'starter'], 4500, 34_97]],
  [6001, undefined],
  // Beyond the largest pack.
  [10_001, [['pro', 'starter'], 10_500, 64_98]],
  [30_000, [['pro', 'pro', 'pro'], 30_000, 179_97]],
  [30_001, undefined],
])('PAY-01 · for %d tokens several packs are offered where they cost less than one', (missing, expected) => {
  const found = cheaperPacks(missing)
  expect(found && [found.packs.map(({ id }) => id), found.tokens, found.price]).toEqual(expected)
})

it.each([
  [15, undefined],
  [515, [['starter'], 4_99]],
  [1000, [['starter', 'starter'], 9_98]],
  [1200, [['business'], 14_99]],
  [12_000, [['pro', 'business'], 74_98]],
  [90_000, [['enterprise'], undefined]],
])('PAY-01 · one offer covers %d prices of a new account, the cheapest', (prices, expected) => {
  const found = cheapestOffer(prices, 15)
  expect(found && [found.plans.map(({ id }) => id), found.price]).toEqual(expected)
})
