import { expect, it } from 'vitest'
import { findOwnOrigin } from './checkout.ts'

const [OWN, OTHER] = ['https://levro.example', 'https://www.levro.example']
const originOf = (text: string) => findOwnOrigin(text, '/pricing', [OWN, OTHER])

it.each([
  ['/pricing', OWN],
  ['/pricing/', OWN],
  ['/en/pricing?cancelled=1#top', OWN],
  ['/bg/pricing', OWN],
  [`${OWN}/pricing`, OWN],
  [`${OTHER}/bg/pricing/`, OTHER],
  ['/checkout', undefined],
  ['/pricing/more', undefined],
  ['/more/en/pricing', undefined],
  ['/pricing/en/', undefined],
  ['/more/pricing', undefined],
  ['/en/en/pricing', undefined],
  ['/pri/cing', undefined],
  ['/enpricing', undefined],
  ['/', undefined],
  ['https://evil.example/pricing', undefined],
  [`https://user@levro.example/pricing`, undefined],
  [`https://:secret@levro.example/pricing`, undefined],
  ['https://[/pricing', undefined],
  ['/pricing\n', undefined],
  ['/pricing\u2028', undefined],
  ['/pricing\u2029', undefined],
  ['\\pricing', undefined],
])('PAY-03 · the address %j of a browser leads to %s', (text, origin) => {
  expect(originOf(text)).toBe(origin)
})

it('PAY-03 · a site without an origin has no address of its own', () => {
  expect(findOwnOrigin('/pricing', '/pricing', [])).toBeUndefined()
})
