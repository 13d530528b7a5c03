import { describe, expect, it } from 'vitest'
import { type Rate, makeTokenBuckets } from './token-buckets.ts'

/** Buckets with a clock that a test sets. */
function bucketsOf(rate: Rate) {
  const time = { now: 5000 }
  return { time, ...makeTokenBuckets(rate, () => time.now) }
}

describe('a bucket', () => {
  it('API-03 · gives its burst at once, and refills', () => {
    const { waitSeconds, spend, time } = bucketsOf({ burst: 3, perSecond: 20 })
    for (let n = 0; n < 3; n++) {
      expect(waitSeconds('a')).toBe(0)
      spend('a', 1)
    }
    expect(waitSeconds('a')).toBe(1)
    expect(waitSeconds('b'), 'another key').toBe(0)
    time.now += 49
    expect(waitSeconds('a')).toBe(1)
    time.now += 1
    expect(waitSeconds('a')).toBe(0)
    spend('a', 1)
    expect(waitSeconds('a')).toBe(1)
  })

  it('API-03 · never holds more than its burst', () => {
    const { waitSeconds, spend, time } = bucketsOf({ burst: 3, perSecond: 20 })
    spend('a', 1)
    time.now += 3_600_000
    spend('a', 2)
    expect(waitSeconds('a')).toBe(0)
    spend('a', 1)
    expect(waitSeconds('a')).toBe(1)
  })

  it('API-03 · tells the seconds until it may spend again, rounded up', () => {
    const { waitSeconds, spend, time } = bucketsOf({ burst: 2, perSecond: 0.25 })
    spend('a', 2)
    expect(waitSeconds('a')).toBe(4)
    time.now += 999
    expect(waitSeconds('a')).toBe(4)
    time.now += 1
    expect(waitSeconds('a')).toBe(3)
    time.now += 2999
    expect(waitSeconds('a')).toBe(1)
    time.now += 1
    expect(waitSeconds('a')).toBe(0)
  })

  it('API-03 · delays the next by a minute at most after a response that was larger than it', () => {
    const { waitSeconds, spend, time } = bucketsOf({ burst: 1000, perSecond: 100 })
    spend('a', 4000)
    // 3,000 are owed, and one is needed.
    expect(waitSeconds('a')).toBe(31)
    time.now += 30_010
    expect(waitSeconds('a')).toBe(0)
    spend('a', 1e12)
    expect(waitSeconds('a')).toBe(61)
    time.now += 60_010
    expect(waitSeconds('a')).toBe(0)
  })

  it('API-03 · is forgotten when 50,000 others were used since, and not before', () => {
    const { waitSeconds, spend } = bucketsOf({ burst: 1, perSecond: 1 })
    for (const key of ['first', 'second', 'first']) spend(key, 1)
    for (let n = 0; n < 49_998; n++) spend(`other ${n}`, 1)
    expect(['first', 'second'].map(waitSeconds)).toEqual([2, 1])
    spend('one more', 1)
    expect(['first', 'second', 'one more'].map(waitSeconds)).toEqual([2, 0, 1])
  })

  it('API-03 · refills by the time that has passed', async () => {
    const { waitSeconds, spend } = makeTokenBuckets({ burst: 1, perSecond: 1000 })
    spend('a', 1)
    await expect.poll(() => waitSeconds('a')).toBe(0)
  })
})
