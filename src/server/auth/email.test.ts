import { describe, expect, it } from 'vitest'
import { parseEmail } from './email.ts'

describe('parseEmail', () => {
  it.each([
    ['a@b.bg', 'a@b.bg', 'a@b.bg'],
    ['  A.b+tag@Example.BG ', 'a.b+tag@example.bg', 'A.b+tag@example.bg'],
    ["!#$%&'*+/=?^_`{|}~-@b.bg", "!#$%&'*+/=?^_`{|}~-@b.bg", "!#$%&'*+/=?^_`{|}~-@b.bg"],
    ['a.b?.c+d@b.bg', 'a.b?.c+d@b.bg', 'a.b?.c+d@b.bg'],
    ['a@1.b1', 'a@1.b1', 'a@1.b1'],
    ['a@b.1b', 'a@b.1b', 'a@b.1b'],
    ['a@b.1.bg', 'a@b.1.bg', 'a@b.1.bg'],
    ['a@b-c.d--e.bg', 'a@b-c.d--e.bg', 'a@b-c.d--e.bg'],
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
    'a@b.1',
    'a@b.c.1',
    'a@b.bg@c.bg',
    'a@.bg',
    'a@b.',
    'a@b_c.bg',
    'a@-.bg',
    ' @b.bg',
    'a @b.bg',
    'a@ b.bg',
    'а@b.bg',
    '\u212a@b.bg',
    `${'a'.repeat(65)}@b.bg`,
    `a@${'b'.repeat(64)}.bg`,
    `a@${'b.'.repeat(130)}bg`,
  ])('AUTH-01 · %j is not an address', (text) => {
    expect(parseEmail(text)).toBeUndefined()
  })

  it('AUTH-01 · has 254 characters at most, 64 before the @ and 63 between dots (RFC 5321, 4.5.3; RFC 1035, 2.3.4)', () => {
    const [local, label] = ['a'.repeat(64), 'b'.repeat(63)]
    const isAddress = (text: string) => parseEmail(text) !== undefined
    expect([isAddress(`${local}@b.bg`), isAddress(`${local}a@b.bg`)]).toEqual([true, false])
    expect([isAddress(`a@${label}.bg`), isAddress(`a@${label}b.bg`)]).toEqual([true, false])
    const longest = `${local}@${label}.${label}.${'c'.repeat(58)}.bg`
    expect(longest).toHaveLength(254)
    expect([isAddress(longest), isAddress(longest.replace('.bg', '.com'))]).toEqual([true, false])
    expect(isAddress(longest.padStart(400).padEnd(508)), 'spaces do not count').toBe(true)
    expect(isAddress(longest.padEnd(509)), 'but cost time').toBe(false)
  })

  it('AUTH-01 · a text of ten megabytes is not an address', () => {
    expect(parseEmail(`${'a.'.repeat(5_000_000)}@b.bg`)).toBeUndefined()
  })
})
