import { type RowCounts, type RowOrigin, emptyCounts, rowId } from '#pricelist/row.ts'
import type { ConversionSummary, ResultRow } from '#reports/types.ts'

/** The rows that one conversion has converted; `jobId` is its job. */
type Part = {
  readonly jobId: string
  readonly counts: RowCounts
  readonly rows: readonly ResultRow[]
}

/** `jobId` is the last one. */
export type MergedResults = Part & {
  readonly jobIds: readonly string[]
  /** The id of each row, ascending. */
  readonly ids: readonly number[]
}

/**
 * Results of one reading that was converted in parts, in the order of the file and numbered through. Undefined where a row
 * has no known line, or was converted twice.
 * @param perLine number of price columns
 */
export function mergeResults(
  earlier: Part & Pick<ConversionSummary, 'jobIds'>,
  later: Part,
  perLine: number,
): MergedResults | undefined {
  const jobIds = [...(earlier.jobIds ?? [earlier.jobId]), later.jobId]
  const rows = new Map<number, ResultRow>()
  for (const row of earlier.rows) rows.set(resultId(row, perLine), { part: 0, ...row })
  for (const row of later.rows) rows.set(resultId(row, perLine), { ...row, part: jobIds.length - 1 })
  if (rows.has(NaN) || rows.size < earlier.rows.length + later.rows.length) return undefined
  const ids = [...rows.keys()].toSorted((a, b) => a - b)
  return {
    jobId: later.jobId,
    rows: ids.map((id, i) => ({ ...rows.get(id)!, seq: i + 1 })),
    counts: sumCounts(earlier.counts, later.counts),
    jobIds,
    ids,
  }
}

/** The id that the row had before its conversion; NaN where its line is unknown. */
export const resultId = ({ line = NaN, nth = 0 }: Partial<RowOrigin>, perLine: number): number =>
  rowId({ line, nth }, perLine)

function sumCounts(one: RowCounts, other: RowCounts): RowCounts {
  const sum = emptyCounts()
  for (const key of Object.keys(sum) as (keyof RowCounts)[]) sum[key] = one[key] + other[key]
  return sum
}
