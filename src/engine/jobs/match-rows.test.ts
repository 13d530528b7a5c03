import { describe, expect, it } from 'vitest'
import { cpuMs } from '#test/cpu-time.ts'
import { matchRows } from './match-rows.ts'

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
