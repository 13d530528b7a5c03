import { expect, it } from 'vitest'
import { digitsOf } from './accuracy.tsx'

it.each([
  [1_250_000n, 195_583n, 6, '6.391148'],
  [1250n, 196n, 6, '6.377551'],
  [639n * 195_583n, 10_000_000n, 7, '12.4977537'],
  [1n, 3n, 2, '0.33'],
  [2n, 3n, 4, '0.6666'],
])('HOME-01 · %s ÷ %s begins with the digits of a sum on paper', (top, bottom, decimals, digits) => {
  expect(digitsOf(top, bottom, decimals)).toBe(digits)
})
