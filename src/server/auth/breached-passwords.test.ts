import { dictionary } from '@zxcvbn-ts/language-common'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { LIMITS } from '#product/limits.ts'
import { FILTER_BITS, filterPositions, isBreached, makeFilter } from './breached-passwords.ts'

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

  it('AUTH-01 · are not looked up in a file that is missing or cut, and it is read again', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'levro-filter-'))
    const file = join(folder, 'filter.bin')
    const isFound = makeFilter(file)
    await expect(isFound('secret')).rejects.toThrow('ENOENT')
    for (const length of [FILTER_BITS / 8 - 1, FILTER_BITS / 8 + 1, 0]) {
      writeFileSync(file, new Uint8Array(length).fill(255))
      await expect(isFound('secret')).rejects.toThrow('damaged')
    }
    // 24 bits of positions are 2 MB.
    const bits = new Uint8Array(2 * 1024 * 1024)
    const positions = filterPositions('secret')
    for (const at of positions) bits[Math.floor(at / 8)]! |= 2 ** (at % 8)
    writeFileSync(file, bits)
    expect([await isFound('secret'), await isFound('another')]).toEqual([true, false])
    rmSync(folder, { recursive: true })
    expect(await isFound('secret'), 'it was read').toBe(true)
    for (const missing of positions) {
      const cut = bits.with(Math.floor(missing / 8), 0)
      const other = mkdtempSync(join(tmpdir(), 'levro-filter-'))
      writeFileSync(join(other, 'filter.bin'), cut)
      expect(await makeFilter(join(other, 'filter.bin'))('secret')).toBe(false)
      rmSync(other, { recursive: true })
    }
  })
})
