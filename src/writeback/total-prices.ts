import type { Cents, ConvertedAmount, MinorUnits } from '#money/amount.ts'
import type { Currency } from '#money/currency.ts'
import type { RowsReading, TotalRow } from '#pricelist/types.ts'
import type { CellsByRow, ConvertedCell } from './converted-cells.ts'
import type { Placement, WriteBackPlan, WriteBackWarning } from './plan.ts'

/** A price column whose total rows get their sums. */
type SummedColumn = {
  readonly cells: CellsByRow
  readonly sums: Set<number>
  readonly put: (row: number, from: Currency, money: ConvertedAmount) => void
}

/**
 * Gives each total row that is not converted itself the sum of the converted prices of its addends (READ-05). A total
 * with an unconverted addend gets none; where prices are replaced, neither does one of prices in both currencies.
 */
export function addTotals(
  columns: readonly SummedColumn[],
  reading: Pick<RowsReading, 'rows' | 'lines' | 'nth' | 'totals'>,
  placement: Placement,
): void {
  let open = reading.totals.filter((total) => !isConverted(columns, reading, total))
  // A total of totals may precede or follow them: alternating directions until no further total can be computed.
  for (let isForward = true; open.length > 0; isForward = !isForward) {
    const left = (isForward ? open : open.toReversed()).filter(
      (total) => !putSum(columns, reading, total, placement),
    )
    if (left.length === open.length && !isForward) return
    open = isForward ? left : left.toReversed()
  }
}

const isConverted = (
  columns: readonly SummedColumn[],
  { lines, nth }: Pick<RowsReading, 'lines' | 'nth'>,
  { index }: TotalRow,
): boolean => columns[nth[index]!]?.cells.has(lines[index]! - 1) ?? true

/** @returns whether every addend was known, so that the sum was set */
function putSum(
  columns: readonly SummedColumn[],
  { rows, lines, nth }: Pick<RowsReading, 'rows' | 'lines' | 'nth'>,
  { index, addends }: TotalRow,
  placement: Placement,
): boolean {
  const place = columns[nth[index]!]
  if (place === undefined || addends.length === 0) return false
  let [bgn, eur] = [0, 0]
  const from = new Set<Currency>()
  for (const addend of addends) {
    const cell = columns[nth[addend]!]?.cells.get(lines[addend]! - 1)
    if (cell === undefined) return false
    bgn += minorUnits(cell.national)
    eur += minorUnits(cell.euro)
    from.add(cell.from)
  }
  const [only, other] = from
  if (other !== undefined && placement === 'replace') return false
  const row = lines[index]! - 1
  const currency = only !== undefined && other === undefined ? only : rows[index]!.currency
  place.put(row, currency, { national: bgn as MinorUnits<'national'>, euro: eur as Cents })
  place.sums.add(row)
  return true
}

/** `12.34` as 1234. */
const minorUnits = (amount: ConvertedCell['national']): number => Number(amount.replace('.', ''))

/** The lines of totals that are left out and have a price, ascending and each once. */
export type OmittedTotals = {
  /** Whose new price is the sum of new prices. */
  readonly summed: readonly number[]
  /** Without a new price. */
  readonly unsummed: readonly number[]
}

export function omittedTotals(
  { columns }: WriteBackPlan,
  { rows, lines, nth, omitted }: Pick<RowsReading, 'rows' | 'lines' | 'nth' | 'omitted'>,
): OmittedTotals {
  const [summed, unsummed] = [new Set<number>(), new Set<number>()]
  for (const [index, reason] of omitted) {
    if (reason !== 'total' || rows[index]?.price === '') continue
    const line = lines[index]!
    const isSummed = columns[nth[index]!]?.cells.has(line - 1) === true
    ;(isSummed ? summed : unsummed).add(line)
  }
  const sorted = (found: ReadonlySet<number>) => [...found].toSorted((one, other) => one - other)
  return { summed: sorted(summed), unsummed: sorted(unsummed) }
}

/** Whether replaced prices leave totals in the old currency. */
export const totalsWarnings = (
  plan: WriteBackPlan,
  reading: Pick<RowsReading, 'rows' | 'lines' | 'nth' | 'omitted'>,
): readonly WriteBackWarning[] =>
  plan.placement === 'replace' && omittedTotals(plan, reading).unsummed.length > 0 ? ['totals-kept'] : []
