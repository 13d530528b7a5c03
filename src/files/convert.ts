import { NoRoomError, type WriteBackResult } from '#formats/format.ts'
import { writeBack } from '#formats/write-back.ts'
import { planForReading } from '#writeback/build-plan.ts'
import { hasMixedPrices } from '#writeback/mixed-currencies.ts'
import {
  DEFAULT_PLACEMENT,
  type Placement,
  type WriteBackPlan,
  type WriteBackWarning,
  allowedPlacement,
} from '#writeback/plan.ts'
import { totalsWarnings } from '#writeback/total-prices.ts'
import type { WritingChoices } from './choices.ts'
import type { PriceListReading, WholeReading } from './read-list.ts'

/** Why the new prices cannot be written as it was chosen. */
export type WritingProblem =
  /** The file has the same prices in the other currency already. */
  | { readonly code: 'both-kept' }
  /** A column has prices in both currencies. */
  | { readonly code: 'mixed-prices' }
  | { readonly code: 'no-room'; readonly of: NoRoomError['of']; readonly placement: Placement }

export type WritingFailure = { readonly ok: false; readonly problem: WritingProblem }

type AllowedPlacement = {
  readonly ok: true
  readonly placement: Placement
  readonly warnings: readonly WriteBackWarning[]
}

/** Where the new prices go. */
export function placementFor(
  { file, choice, rows }: PriceListReading,
  wanted: Placement = DEFAULT_PLACEMENT,
): AllowedPlacement | WritingFailure {
  const source = { columns: choice.columns, reading: rows, table: rows.table, file }
  const place = allowedPlacement(wanted, source)
  if (place.warnings.includes('both-kept')) return { ok: false, problem: { code: 'both-kept' } }
  return { ok: true, ...place }
}

/** The user's file with the new prices, and what is to be known about it. */
export type ConvertedFile = {
  readonly ok: true
  readonly plan: WriteBackPlan
  readonly written: WriteBackResult
}

/** Converts a file that is ready for it (`preflight`). */
export async function convertList(
  reading: WholeReading,
  { place, mixed }: WritingChoices,
  onProgress?: (done: number) => void,
): Promise<ConvertedFile | WritingFailure> {
  const { bytes, file, choice, rows } = reading
  const allowed = placementFor(reading, place)
  if (!allowed.ok) return allowed
  const source = { columns: choice.columns, reading: rows, table: rows.table }
  const plan = planForReading(source, allowed.placement, mixed)
  if (hasMixedPrices(plan, mixed)) return { ok: false, problem: { code: 'mixed-prices' } }
  try {
    const written = await writeBack(bytes, file, plan, onProgress)
    const warnings = [...allowed.warnings, ...totalsWarnings(plan, rows), ...written.warnings]
    return { ok: true, plan, written: { ...written, warnings } }
  } catch (error) {
    if (!(error instanceof NoRoomError)) throw error
    return { ok: false, problem: { code: 'no-room', of: error.of, placement: plan.placement } }
  }
}
