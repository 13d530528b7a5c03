import { describe, expect, it } from 'vitest'
import { parseEmail } from './email.ts'

describe('parseEmail', () => {
  it.each([
    ['a@b.bg', 'a@b.bg', 'a@b.bg'],
    ['  A.b+tag@Example.BG ', 'a.b+tag@example.bg', 'A.b+tag@example.bg'],
    ["o'neil@xn--e1aybc.xn--90ae", "o'neil@xn--e1aybc.xn--90ae", "o'neil@xn--e1aybc.xn--90ae"],
  ])('AUTH-01 · %j has key %j and address %j', (text, key, address) => {
    expect(parseEmail(text)).toEqual({ key, address })
  })

  it.each([
    '',
    'a',
    '@b.bg',
    'a@',
    'a@b',
    'a@b@c.bg',
    'victim@example.org＠evil.example',
    'a＠b.bg',
    'a@b.bg,victim@x.bg',
    'a@b.bg;victim@x.bg',
    'a@b.bg\nBcc: v@x.bg',
    'a@b.bg\r\nBcc: v@x.bg',
    'a\u0000@b.bg',
    '"a b"@c.bg',
    'a b@c.bg',
    '<a@b.bg>',
    'a..b@c.bg',
    '.a@c.bg',
    'a.@c.bg',
    'a@-b.bg',
    'a@b-.bg',
    'a@b..bg',
    'a@127.0.0.1',
    'а@b.bg',
    '\u212a@b.bg',
    `${'a'.repeat(65)}@b.bg`,
    `a@${'b'.repeat(64)}.bg`,
    `a@${'b.'.repeat(130)}bg`,
  ])('AUTH-01 · %j is not an address', (text) => {
    expect(parseEmail(text)).toBeUndefined()
  })

  it('AUTH-01 · a text of ten megabytes is not an address', () => {
    expect(parseEmail(`${'a.'.repeat(5_000_000)}@b.bg`)).toBeUndefined()
  })
})
