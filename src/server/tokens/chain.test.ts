import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type Entry, FIRST_HASH, accountTag, digestOf, findHead, formatHead, nextHash } from './chain.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

const ENTRY: Omit<Entry, 'digest' | 'position'> = {
  account_id: '0199',
  seq: 3,
  reason: 'refund',
  ref: 'Поръчка',
  delta: -5,
  balance_after: 10,
  uncovered: 2,
  note: null,
  purchase_id: 'p1',
  at: 1_767_225_600_000,
}

// What is stored is compared with what is computed for years: none of it may change.
describe('the hashes of the ledger', () => {
  it('AUTH-11 · an entry has a digest of everything that it says', () => {
    expect(digestOf(ENTRY)).toBe(sha256('["0199",3,"refund","Поръчка",-5,10,2,null,"p1",1767225600000]'))
    // Its key order, and what is stored with it, make no difference.
    const reversed = Object.fromEntries(Object.entries(ENTRY).toReversed()) as typeof ENTRY
    expect(digestOf({ ...reversed, digest: 'x', position: 7 } as Entry)).toBe(digestOf(ENTRY))
  })

  it.each(Object.keys(ENTRY))('AUTH-11 · an entry with another %s has another digest', (field) => {
    expect(digestOf({ ...ENTRY, [field]: 'another' })).not.toBe(digestOf(ENTRY))
  })

  it('AUTH-11 · a link names its account by 128 bits of a hash', () => {
    expect(accountTag('0199')).toBe(sha256('levro account 0199').slice(0, 32))
    expect(accountTag('0199')).toHaveLength(32)
  })

  it('AUTH-11 · the hash of a link is over the one before, its account, digest and whether it came late', () => {
    expect(FIRST_HASH).toBe('')
    const link = { account_tag: 'tag', digest: 'digest', late: 1 }
    expect(nextHash('before', link)).toBe(sha256('before tag digest 1'))
    expect(nextHash(FIRST_HASH, { ...link, late: 0 })).toBe(sha256(' tag digest 0'))
  })
})

describe('a head', () => {
  const [one, two] = [sha256('one'), sha256('two')]

  it('AUTH-11 · is written so that it is found again', () => {
    expect(formatHead({ position: 12, hash: one })).toBe(`12:${one}`)
    expect(findHead(`the ledger ends at 12:${one}, by this check`)).toEqual({ position: 12, hash: one })
  })

  it.each([
    ['the last of several', `7:${one}\n9:${two}\n`, { position: 9, hash: two }],
    ['a number of 15 digits', `123456789012345:${one}`, { position: 123_456_789_012_345, hash: one }],
    ['none', 'nothing is chained', undefined],
    ['an empty text', '', undefined],
    ['a hash that is cut', `7:${one.slice(1)}`, undefined],
    ['a hash that is too long', `7:${one}0`, undefined],
    ['a hash without number', `:${one}`, undefined],
    ['a word instead of a number', `head:${one}`, undefined],
    ['other letters', `7:${'g'.repeat(64)}`, undefined],
    ['upper case', `7:${one.toUpperCase()}`, undefined],
  ])('AUTH-11 · is found in a text: %s', (_title, text, head) => {
    expect(findHead(text)).toEqual(head)
  })
})
