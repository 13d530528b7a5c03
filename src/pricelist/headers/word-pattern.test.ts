import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import * as words from './header-words.ts'
import { WordPattern } from './word-pattern.ts'

const PATTERNS = [...Object.values(words), ...Object.values(words.CURRENCY_WORDS)].filter(
  (one) => one instanceof WordPattern,
)

const PIECES = [...new Set(PATTERNS.flatMap(({ source }) => source.split(/[^a-zа-я0-9%€]+/)))]

const text = fc
  .array(
    fc.tuple(fc.constantFrom(...PIECES, '7', '2026', '№', '½', '-', 'ж'), fc.constantFrom(' ', ' ', ' ', '')),
  )
  .map((pieces) => pieces.flat().join('').trim())

test('READ-01 · each word of titles is found and taken out as by the whole pattern, compiled or not', () => {
  expect(PATTERNS.length).toBeGreaterThan(30)
  const plain = PATTERNS.map(({ source, flags }) => new RegExp(source, flags))
  fc.assert(
    fc.property(text, (title) => {
      const found = (patterns: readonly RegExp[]) =>
        patterns.map((pattern) => (pattern.test(title) ? title.replace(pattern, ' ') : null))
      expect(found(PATTERNS)).toEqual(found(plain))
    }),
    { numRuns: 3000 },
  )
})

test.each([
  ['a group that may be absent', '(?:на )?дребно', ['дребно', 'на дребно'], ['едро', 'надребно']],
  ['groups within a group', '(?:с|вкл(?:ючено)?) ддс', ['с ддс', 'включено ддс'], ['без ддс', 'скъпо']],
  ['a letter that may be absent', 'gr?|units?', ['g', 'gr', 'unit', 'units'], ['grams', 'un']],
  ['any digit', '\\d ?г', ['0 г', '9г', '5 г'], ['г']],
  ['a sign before a word', 'цена', ['{цена', '(цена', '`цена', '0цена', '/цена'], ['зцена', 'aцена']],
  ['digits', '\\d+ ?г|(?:19|20)\\d\\d', ['5 г', '100г', '2026'], ['г', '26']],
  ['a group repeated', '(?:на )*дребно', ['дребно', 'на на дребно'], ['едро', 'надребно']],
  ['a class', '[сc]тока', ['стока', 'cтока'], ['тока']],
  ['an end of any letters', 'промо[а-я]*', ['промо', 'промоция'], ['про', 'компромо']],
])('READ-01 · %s', (_, pattern, matching, others) => {
  const word = new WordPattern(pattern, 'a-zа-я')
  for (const one of matching) expect(word.test(one)).toBe(true)
  for (const one of others) expect(word.test(one)).toBe(false)
})

test.each([
  ['another word', 'дребно|едро', 'цена с ддс'],
  ['a word with the same first two letters', 'дребно', 'дръжка'],
  ['a longer word', 'л|кг', 'лимон'],
  ['a shorter word', 'килограм', 'ки'],
  ['the end of a word', 'промо', 'компромо'],
  ['no digit', '\\d+ ?г|(?:19|20)\\d\\d|5г', 'година'],
  ['a group that may be absent', '(?:на )?едро', 'над'],
  ['what stands in front of a group', 'едр(?:о|ова)', 'еднаква'],
  ['the first letter of a word before a space', '(?:с|вкл(?:ючено)?) ддс', 'сол без ддс'],
  ['the second word', 'ед(?:инична)? цена', 'цена'],
  ['a longer word than the one before a letter that may be absent', 'gra?m|ml?', 'gold'],
])('READ-01 · a pattern is not compiled for %s', (_, pattern, text) => {
  expect(isCompiledFor(pattern, text)).toBe(false)
})

test.each([...'azая'])('READ-01 · no word begins or ends beside the letter %s', (letter) => {
  expect(isCompiledFor('промо|promo', `${letter}промо ${letter}promo`)).toBe(false)
  expect(isCompiledFor('л|l', `л${letter} l${letter}`)).toBe(false)
  expect(isCompiledFor('л|l', `${letter} л l`)).toBe(true)
})

function isCompiledFor(words: string, text: string): boolean {
  const pattern = new WordPattern(words, 'a-zа-я')
  const exec = vi.spyOn(RegExp.prototype, 'exec')
  try {
    pattern.test(text)
    return exec.mock.contexts.includes(pattern)
  } finally {
    exec.mockRestore()
  }
}
