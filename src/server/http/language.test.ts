import { expect, it } from 'vitest'
import { preferredLang } from './language.ts'

it.each([
  [undefined, 'bg'],
  ['', 'bg'],
  ['en', 'en'],
  ['en-GB,bg;q=0.8', 'en'],
  ['EN-us', 'en'],
  ['bg,en;q=0.9', 'bg'],
  ['bg;q=0.3, en;q=0.9', 'en'],
  ['de,en;q=0.9', 'bg'],
  ['*', 'bg'],
  ['eng', 'bg'],
  ['en;q=0', 'bg'],
  ['en;q=x', 'bg'],
  [`${'x,'.repeat(100_000)}en`, 'bg'],
])('API-01 · the language of %j is %s', (header, lang) => {
  expect(preferredLang(header)).toBe(lang)
})
