import { SECOND_MS } from '../clock.ts'

/** `burst` at once, and `perSecond` in the long run. */
export type Rate = { burst: number; perSecond: number }

export type TokenBuckets = {
  /** Seconds until the key may spend again; 0 when it may. */
  waitSeconds: (key: string) => number
  /** Spends what is known only afterwards too: the bucket may go below zero, but never by more than a minute's refill. */
  spend: (key: string, amount: number) => void
}

const MAX_DEBT_SECONDS = 60
/** Beyond it the buckets that were unused longest are forgotten. */
const MAX_KEYS = 50_000

/** Token buckets in the memory of this process, by a clock that is never set. */
export function makeTokenBuckets({ burst, perSecond }: Rate, now = () => performance.now()): TokenBuckets {
  /** In the order of their last use. */
  const buckets = new Map<string, { left: number; at: number }>()

  function leftOf(key: string): number {
    const bucket = buckets.get(key)
    if (bucket === undefined) return burst
    const refilled = ((now() - bucket.at) / SECOND_MS) * perSecond
    return Math.min(burst, bucket.left + refilled)
  }

  return {
    waitSeconds(key) {
      const missing = 1 - leftOf(key)
      return Math.max(0, Math.ceil(missing / perSecond))
    },
    spend(key, amount) {
      const left = Math.max(leftOf(key) - amount, -MAX_DEBT_SECONDS * perSecond)
      buckets.delete(key)
      buckets.set(key, { left, at: now() })
      if (buckets.size <= MAX_KEYS) return
      const [oldest] = buckets.keys()
      if (oldest !== undefined) buckets.delete(oldest)
    },
  }
}
