import { expect, it } from 'vitest'
import { MAX_HELD_BYTES, MAX_LARGE_HELD_BYTES, makeBodyMemory } from './body-memory.ts'

const MB = 1024 * 1024
const SECOND = 1000

function start() {
  const time = { now: 0 }
  const memory = makeBodyMemory(
    (ip) => ip,
    () => time.now,
  )
  const lost: string[] = []
  /** A body of a network that has so many bytes. */
  function body(name: string, network: string, megabytes = 0) {
    const hold = memory.open(network)
    hold.receive(() => lost.push(name))
    const add = (more: number, isLarge = true) => {
      const isTaken = hold.grow(more * MB, isLarge)
      if (isTaken) hold.count(more * MB)
      return isTaken
    }
    if (megabytes > 0) expect(add(megabytes), name).toBe(true)
    return { ...hold, add }
  }
  return { time, lost, body }
}

it('API-03 · a network has half of the memory at most', () => {
  const { body, lost } = start()
  body('one', 'a', MAX_LARGE_HELD_BYTES / MB / 2)
  expect(body('two', 'a').add(1)).toBe(false)
  expect(body('three', 'a').add(MAX_HELD_BYTES / MB / 2 - MAX_LARGE_HELD_BYTES / MB / 2, false)).toBe(true)
  expect(body('four', 'a').add(1, false)).toBe(false)
  expect(body('five', 'b').add(32)).toBe(true)
  expect(lost).toEqual([])
})

it('API-03 · the slowest body gives way to a faster one, never a new, a faster or a complete one', () => {
  const { body, lost, time } = start()
  const names = ['a', 'b', 'c', 'd', 'e'] as const
  const [a, b, c, , e] = names.map((name) => body(name, name, 32))
  expect(body('f', 'f').add(1), 'all are new').toBe(false)
  time.now += 5 * SECOND
  a?.count(1 * MB)
  for (const hold of [b, c]) hold?.count(100_000)
  e?.received()
  time.now += 5 * SECOND
  const late = body('g', 'g')
  expect(late.add(1)).toBe(true)
  expect(lost, 'd has stopped; e is complete').toEqual(['d'])
  expect(late.add(31)).toBe(true)
  time.now += 6 * SECOND
  for (const hold of [a, b, c]) hold?.count(10 * MB)
  time.now += 6 * SECOND
  expect(late.add(1), 'it has become the slowest').toBe(false)
  expect(lost).toEqual(['d'])
})

it('API-03 · a body that has lost its memory, or has ended, takes none', () => {
  const { body, lost, time } = start()
  const old = [1, 2].map((n) => body(String(n), 'a', 40))
  time.now += 5 * SECOND
  const fast = body('fast', 'a', 32)
  expect(lost).toEqual(['1'])
  expect(old[0]?.add(1)).toBe(false)
  old[0]?.end()
  for (const hold of [old[1], fast]) {
    hold?.keep()
    hold?.end()
  }
  expect(body('third', 'a').add(40), 'both are kept').toBe(true)
  for (const hold of [old[1], fast]) hold?.release()
  expect(body('fourth', 'b').add(MAX_LARGE_HELD_BYTES / MB / 2)).toBe(true)
  expect(body('fifth', 'c').add(40)).toBe(true)
})
