import { LIMITS } from '#product/limits.ts'
import { type Currency, toDecimalText } from '#money/amount.ts'
import { convertTyped } from './shared-amount.ts'

export type Mode = 'BGN_TO_EUR' | 'EUR_TO_BGN'

/** One conversion kept on the device; amounts as decimal text: two decimals, or all that were typed. */
export type RecentConversion = { bgn: string; eur: string; mode: Mode; timestamp: number }

const KEY = 'levro.recent'
const AMOUNT = new RegExp(`^\\d{1,8}\\.\\d{2,${LIMITS.priceLength}}$`)

/** The conversions kept on this device, newest first. Damaged entries are left out, never an error (SNG-05). */
export function loadRecent(): RecentConversion[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isRecent).slice(0, LIMITS.recentConversions) : []
  } catch {
    return []
  }
}

/** Adds to what is kept now, by this tab or another. The same conversion again moves to the top. */
export function addRecent(added: RecentConversion): RecentConversion[] {
  const others = loadRecent().filter(
    ({ bgn, eur, mode }) => bgn !== added.bgn || eur !== added.eur || mode !== added.mode,
  )
  const next = [added, ...others].slice(0, LIMITS.recentConversions)
  try {
    localStorage.setItem(KEY, JSON.stringify(next))
  } catch {
    // A full or forbidden store loses only the memory of it.
  }
  return next
}

export function clearRecent(): RecentConversion[] {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // As above.
  }
  return []
}

function isRecent(value: unknown): value is RecentConversion {
  if (typeof value !== 'object' || value === null) return false
  const { bgn, eur, mode, timestamp } = value as Record<string, unknown>
  return (
    typeof bgn === 'string' &&
    typeof eur === 'string' &&
    AMOUNT.test(bgn) &&
    AMOUNT.test(eur) &&
    (mode === 'BGN_TO_EUR' || mode === 'EUR_TO_BGN') &&
    Number.isSafeInteger(timestamp) &&
    isRight(
      mode === 'BGN_TO_EUR' ? { typed: bgn, from: 'BGN', to: eur } : { typed: eur, from: 'EUR', to: bgn },
    )
  )
}

/** Whether it is a conversion of ours: what was remembered rounded once was not. */
function isRight({ typed, from, to }: { typed: string; from: Currency; to: string }): boolean {
  const outcome = convertTyped(typed, from)
  if (typeof outcome === 'string') return false
  return toDecimalText(from === 'BGN' ? outcome.money.eur : outcome.money.bgn) === to
}
