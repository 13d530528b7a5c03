import { expect, test } from 'vitest'
import { headerWithoutCurrency, withoutLookalikes } from './header-text.ts'

test('READ-01 · Latin letters that look like Cyrillic ones are read as these in words of both alphabets', () => {
  const [latin, cyrillic] = [[...'abcehkmoptxy'], [...'авсенкмортху']]
  for (const [i, letter] of latin.entries()) {
    const own = cyrillic[i]!
    expect(withoutLookalikes(`ж${letter}`)).toBe(`ж${own}`)
    expect(withoutLookalikes(`${letter.toUpperCase()}Ж ${letter}`)).toBe(`${own.toUpperCase()}Ж ${letter}`)
  }
  // A letter without a double shows that the word is meant as it is.
  for (const text of ['жzа', 'жda', 'usbЖ', 'Цена USB', 'Price', 'Цена', 'цена/cena'])
    expect(withoutLookalikes(text)).toBe(text)
})

test('READ-01 · the words of a title beside its currency, where it is no longer than a title', () => {
  expect(headerWithoutCurrency('Промо цена, лв.')).toBe('промо цена')
  expect([320, 321].map((length) => headerWithoutCurrency('Цена'.padEnd(length)))).toEqual(['цена', ''])
})
