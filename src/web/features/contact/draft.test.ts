import { describe, expect, it } from 'vitest'
import type { Draft } from '#engine/storage/contact-draft.ts'
import { isTooLong, missingFields, charactersLeft } from './draft.ts'

const FULL: Draft = {
  name: 'Ива',
  email: 'iva@example.bg',
  topic: 'general',
  message: 'Здравейте',
  isAgreed: true,
  website: '',
}

describe('a message that is being written', () => {
  it('INFO-02 · needs a name, an address, words and the terms, in the order of the form', () => {
    expect(missingFields(FULL)).toEqual([])
    const empty = { ...FULL, name: ' ', email: '', message: ' \n', isAgreed: false }
    expect(missingFields(empty)).toEqual(['name', 'email', 'message', 'terms'])
  })

  it.each(['a@b.c', 'iva.petrova+shop@mail.example.bg', ' iva@example.bg ', 'ива@пример.бг'])(
    'INFO-02 · %j fits an address',
    (email) => expect(missingFields({ ...FULL, email })).toEqual([]),
  )

  it.each(['a', 'a@', '@b.c', 'a@b', 'a@b.', 'a@.c', 'a b@c.d', 'a@b@c.d', 'a@b c.d'])(
    'INFO-02 · %j fits none',
    (email) => expect(missingFields({ ...FULL, email })).toEqual(['valid_email']),
  )

  it('INFO-02 · is counted in characters, without the space around it, as on the server', () => {
    expect(charactersLeft(' 😀я\n', 100)).toBe(98)
    expect(isTooLong({ ...FULL, name: '😀'.repeat(100), message: ` ${'я'.repeat(5000)} ` })).toBe(false)
    expect(isTooLong({ ...FULL, name: 'я'.repeat(101) })).toBe(true)
    expect(isTooLong({ ...FULL, message: 'я'.repeat(5001) })).toBe(true)
  })
})
