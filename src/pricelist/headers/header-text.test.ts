import { expect, test } from 'vitest'
import { withoutLookalikes } from './header-text.ts'

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
