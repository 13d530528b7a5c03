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
  ['bg;q=0.3, en-GB;q=0.2, en;q=0.9', 'en'],
  ['en-GB;q=0.2, bg;q=0.3', 'bg'],
  ['en;q=0.8, bg;q=0.8', 'en'],
  ['bg , en', 'bg'],
  ['de,en;q=0.9', 'en'],
  ['de-DE,de;q=0.9,en;q=0.8,bg;q=0.7', 'en'],
  ['de', 'bg'],
  ['*', 'bg'],
  ['en, *', 'en'],
  ['en;q=0.5, *', 'bg'],
  ['bg;q=0, *', 'en'],
  ['bg;q=0', 'en'],
  ['bg;q=0.000, de', 'en'],
  ['*;q=0', 'bg'],
  ['bg;q=0, en;q=0', 'bg'],
  ['en;q=0.1, *;q=0', 'en'],
  ['eng', 'bg'],
  ['en;q=0', 'bg'],
  ['en;q=x', 'bg'],
  ['en;q=-1', 'bg'],
  ['en;q=2, bg;q=0.1', 'bg'],
  ['en;q=0.0001', 'bg'],
  ['en ; Q=0.7, bg;q=0.6', 'en'],
  [`${'x,'.repeat(100_000)}en`, 'bg'],
])('API-01 · the language of %j is %s', (header, lang) => {
  expect(preferredLang(header)).toBe(lang)
})
