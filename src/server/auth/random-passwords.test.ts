import { dictionary } from '@zxcvbn-ts/language-common'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { cpuMs } from '#test/cpu-time.ts'
import { isBreached } from './breached-passwords.ts'
import { findWeakness } from './password-policy.ts'

/** Numbers that are the same in every run: xorshift32. */
function* randomTexts(count: number, letters: string | readonly string[], length = 12): Generator<string> {
  let state = 2026
  for (let i = 0; i < count; i++) {
    let text = ''
    for (let n = 0; n < length; n++) {
      state ^= state << 13
      state ^= state >>> 17
      state ^= state << 5
      text += letters[(state >>> 0) % letters.length]!
    }
    yield text
  }
}

/** Texts as password managers and dice make them. */
const GOOD: Record<string, () => Generator<string>> = {
  'letters and digits': () =>
    randomTexts(20_000, 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'),
  'signs too': () => randomTexts(20_000, 'abcdefghijkmnopqrstuvwxyz0123456789!@#$%^&*()-_=+'),
  'Bulgarian letters and digits': () => randomTexts(20_000, 'абвгдежзийклмнопрстуфхцчшщъьюя0123456789'),
  digits: () => randomTexts(20_000, '0123456789'),
  emoji: () => randomTexts(20_000, ['😀', '🍵', '🎉', '🚀', '🐶', '🌍', '🍞', '🎲', '🌲', '🐟']),
  'four words': () => randomTexts(20_000, WORDS, 4),
}

const WORDS = dictionary['passwords-common']
  .filter((word) => /^[a-z]{4,8}$/.test(word))
  .slice(0, 2048)
  .map((word) => `${word} `)

describe('random passwords', () => {
  it.each(Object.entries(GOOD))(
    'AUTH-01 · are refused at most once in ten thousand: of %s',
    async (_, texts) => {
      const refused = []
      for (const text of texts()) if (await findWeakness(text, 'ivan.petrov@example.bg')) refused.push(text)
      expect(refused.length, refused.join('\n')).toBeLessThanOrEqual(2)
    },
  )

  it('AUTH-01 · C09 · names and passwords that fit in endless ways are compared at once', async () => {
    const email = 'abc.abcabc.abcabcabc.bca@cab.abcabcabcabc.bg'
    const before = cpuMs()
    expect(await findWeakness(`${'abc'.repeat(84)}xyz`, email)).toBeUndefined()
    expect(cpuMs() - before).toBeLessThan(1000)
  })
})

describe('breached passwords', () => {
  it.each(['abcdefghijklmnopqrstuvwxyz0123456789', 'абвгдежзийклмнопрстуфхцчшщъьюя'])(
    'AUTH-01 · at most 1 in 100,000 other texts is taken for one, of the letters %s',
    async (letters) => {
      let taken = 0
      for (const text of randomTexts(500_000, letters)) if (await isBreached(text)) taken++
      expect(taken).toBeLessThanOrEqual(5)
    },
  )

  it('AUTH-01 · the list is read on first use, without blocking the event loop', async () => {
    const script = `
      const { isBreached } = await import('./src/server/auth/breached-passwords.ts')
      const before = process.memoryUsage().arrayBuffers
      let isPending = true
      let turns = 0
      const turn = () => {
        turns++
        if (isPending) setImmediate(turn)
      }
      setImmediate(turn)
      const found = await isBreached('iloveyou')
      isPending = false
      const read = process.memoryUsage().arrayBuffers - before
      console.log(JSON.stringify({ found, read, turns }))`
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
    const { found, read, turns } = JSON.parse(stdout) as { found: boolean; read: number; turns: number }
    expect(found).toBe(true)
    expect(read).toBeGreaterThanOrEqual(2 ** 21)
    expect(read).toBeLessThan(2 ** 22)
    expect(turns, 'of the event loop while it was read').toBeGreaterThan(3)
  })
})
