import { DAY_MS, HOUR_MS, MINUTE_MS } from '../clock.ts'
import type { Purchase } from './purchases.ts'

/** Bank transfers may take days. What has not come by then does not come. */
const AWAITED_MS = 30 * DAY_MS
/** Buyers' banks may claim a payment back for months. */
const RECLAIMED_WITHIN_MS = 300 * DAY_MS
const LONGEST_WAIT_MS = 30 * DAY_MS

/**
 * When the provider is asked again by itself: soon while a payment is awaited, and ever more seldom. A message that never
 * came is made up for by that.
 */
export function nextLook(
  { status, problem, created_at }: Pick<Purchase, 'status' | 'problem' | 'created_at'>,
  now: number,
): number | null {
  const age = Math.max(now - created_at, 0)
  if (status === 'credited')
    return age < RECLAIMED_WITHIN_MS ? now + Math.min(Math.max(age, DAY_MS), LONGEST_WAIT_MS) : null
  const isAwaited = status === 'open' || status === 'processing' || problem === 'unknown'
  if (!isAwaited || age > AWAITED_MS) return null
  return now + Math.min(Math.max(Math.floor(age / 2), MINUTE_MS), HOUR_MS * 6)
}
