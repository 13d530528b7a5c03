import { describe, expect, it } from 'vitest'
import { cpuMs } from '#test/cpu-time.ts'
import { keyOfJobRow, keyOfRow, matchRows } from './match-rows.ts'

/** A file of one-letter rows, with the ids 11, 12, … */
const fileOf = (letters: string) => ({
  keys: [...letters],
  ids: Array.from(letters, (_, i) => 11 + i),
  nextId: 11 + letters.length,
})
const match = (job: string, file: string) => matchRows([...job], fileOf(file))

describe('the rows of a saved job in a file', () => {
  it.each([
    ['abc', 'abc', [11, 12, 13], 0],
    ['ac', 'abc', [11, 13], 0],
    ['aa', 'aab', [11, 12], 0],
    ['', 'abc', [], 0],
    ['aXc', 'abc', [11, 12, 13], 1],
    ['aXYd', 'abcd', [11, 12, 13, 14], 2],
    ['abX', 'abc', [11, 12, 13], 1],
    ['abcXY', 'abc', [11, 12, 13, 14, 15], 2],
    ['abXYZ', 'abc', [11, 12, 13, 14, 15], 3],
  ])('CONV-08 · %j in %j: %j, %i changed', (job, file, ids, changed) => {
    expect(match(job, file)).toEqual({ ids, changed })
  })

  it.each([
    ['aXd', 'abcd'],
    ['aXYc', 'abc'],
  ])('CONV-08 · %j is not in %j', (job, file) => {
    expect(match(job, file)).toBeUndefined()
  })

  it('CONV-08 · a hundred thousand equal rows are matched at once', () => {
    const rows = 'a'.repeat(100_000)
    const started = cpuMs()
    expect(match(rows, rows)?.changed).toBe(0)
    expect(cpuMs() - started).toBeLessThan(2000)
  })
})

describe('the key of a row', () => {
  const saved = (name: string, originalPrice: string, originalCurrency = 'BGN') =>
    keyOfJobRow({ seq: 1, name, bgn: null, eur: null, invalid: false, originalPrice, originalCurrency })
  const given = (name: string, price: string, currency: 'BGN' | 'EUR' = 'BGN') =>
    keyOfRow({ name, price, currency })

  it('CONV-08 · is that of what the server has stored of it', () => {
    expect(given('Хляб', '1.95')).toBe(saved('Хляб', '1.95'))
    expect(given('Сирене краве от прясно мляко', '2')).toBe(saved('Сирене краве от прясно мл', '2'))
    expect(given('Хляб', '1'.repeat(70))).toBe(saved('Хляб', '1'.repeat(64)))
    expect(given('', '  ')).toBe(saved('', ''))
    expect(given('Хляб', '  ')).toBe(saved('Хляб', '  '))
  })

  it('CONV-08 · differs with name, price and currency', () => {
    const keys = [
      given('Хляб', '1'),
      given('Хляб', '2'),
      given('Сол', '1'),
      given('Хляб', '1', 'EUR'),
      given('', '1'),
    ]
    expect(new Set(keys).size).toBe(5)
  })
})
