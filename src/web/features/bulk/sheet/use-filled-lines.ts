import type { RowsSummary } from '#engine/types.ts'
import { useConvertedCount } from '../rail/progress.tsx'
import type { SheetLine } from './lines.ts'

/**
 * How many lines of the page show what they are converted to: below those that do already, as large a part of the others
 * as is converted of the list, so that they fill with the count. None for users who want less motion.
 */
export function useFilledLines(
  converting: number | undefined,
  { counts }: RowsSummary,
  lines: readonly SheetLine[],
): number {
  const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  const done = useConvertedCount(isStill ? undefined : converting)
  // The first ones alone: theirs are in sight already.
  if (converting === undefined || done === 0 || converting < counts.validRows) return 0
  const open = lines.flatMap((line, i) =>
    line.some(({ status, converted }) => status === 'valid' && converted === null) ? [i] : [],
  )
  const last = open[Math.floor((done / Math.max(1, converting - 1)) * open.length)]
  return last ?? lines.length
}
