import type { Money } from '#money/amount.ts'
import { convertRow, type Row } from './row.ts'

/** Whether an amount in either currency is 0.00. */
export const isZeroMoney = ({ bgn, eur }: Money): boolean => bgn === 0 || eur === 0

/** Whether the row is valid and its price so small that it converts to 0.00. */
export function isZeroRow(row: Row): boolean {
  // No price that has a digit other than 0 before the point or first after it is that small.
  if (!/^0*\.0/.test(row.price)) return false
  const { money } = convertRow(row)
  return money !== null && isZeroMoney(money)
}
