import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { makeTokenBuckets } from './token-buckets.ts'

it('API-03 · a bucket gives its burst at once, and refills', async () => {
  const buckets = makeTokenBuckets({ burst: 3, perSecond: 20 })
  for (let n = 0; n < 3; n++) {
    expect(buckets.waitSeconds('a')).toBe(0)
    buckets.spend('a', 1)
  }
  expect(buckets.waitSeconds('a')).toBe(1)
  expect(buckets.waitSeconds('b')).toBe(0)
  await delay(80)
  expect(buckets.waitSeconds('a')).toBe(0)
})

it('API-03 · a response that was larger than the bucket delays the next by a minute at most', () => {
  const buckets = makeTokenBuckets({ burst: 1000, perSecond: 100 })
  buckets.spend('a', 4000)
  expect(buckets.waitSeconds('a')).toBe(31)
  buckets.spend('a', 1e12)
  expect(buckets.waitSeconds('a')).toBe(61)
})
