import { expect, test } from 'vitest'
import { LETTERS, wholeWords } from './currency-words.ts'

const LETTER = new RegExp(`^[${LETTERS}]$`, 'u')
const UNICODE_LETTER = /^\p{L}$/u

/** Behind the blocks of Latin, Greek and Cyrillic. */
const OTHER_SCRIPTS = 0x530
/** Signs, a few of them letters. */
const SIGNS = { from: 0x2000, to: 0x2bff }

test('BULK-05 · the letters of words are those of Unicode in Latin, Greek and Cyrillic, and none is missed in others', () => {
  const wrong = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).filter(
    (sign, code) => {
      const isExact = code < OTHER_SCRIPTS || (code >= SIGNS.from && code <= SIGNS.to)
      if (isExact) return LETTER.test(sign) !== UNICODE_LETTER.test(sign)
      return UNICODE_LETTER.test(sign) && !LETTER.test(sign)
    },
  )
  expect(wrong).toEqual([])
})

test('BULK-05 · a word is whole between spaces, digits and signs, and not within another', () => {
  const word = wholeWords('лв|lv')
  for (const text of ['лв', '12лв', '(лв.)', 'цена/lv', '12,50 lv']) expect(word.test(text)).toBe(true)
  for (const text of ['лвът', 'плв', 'élv', 'lvй']) expect(word.test(text)).toBe(false)
})
