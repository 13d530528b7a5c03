import { dictionary } from '@zxcvbn-ts/language-common'
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { LIMITS } from '#product/limits.ts'
import { filterPositions, isBreached } from './breached-passwords.ts'

describe('breached passwords', () => {
  it('AUTH-01 · each of another list of 17,950 is found', async () => {
    const all = dictionary['passwords-common'].filter((word) => Array.from(word).length >= LIMITS.passwordMin)
    expect(all.length).toBe(17_950)
    const accepted = []
    for (const word of all) if (!(await isBreached(word))) accepted.push(word)
    expect(accepted).toEqual([])
  })

  it('AUTH-01 · other texts are not', async () => {
    const taken = []
    for (let n = 0; n < 5000; n++) {
      const text = createHash('md5').update(`${n}`).digest('base64')
      if (await isBreached(text)) taken.push(text)
    }
    expect(taken).toEqual([])
  })

  it('AUTH-01 · are found by ten positions of 24 bits, those of their SHA-256', () => {
    // FIPS 180-2: the digest of 'abc'.
    const digest = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
    const parts = digest.match(/.{6}/g) ?? []
    expect(filterPositions('abc')).toEqual(parts.map((part) => Number.parseInt(part, 16)))
    expect(filterPositions('abc')).toHaveLength(10)
  })
})
