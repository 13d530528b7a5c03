import type { RowsSummary } from '#engine/types.ts'
import { m } from '#i18n/messages/messages.js'
import { targetCurrency } from '../sheet/columns.ts'

/**
 * Says what the file would be like with the new prices in place of the old ones, which is chosen after the conversion: prices that
 * are not converted stay beside the new ones, or the old ones cannot be replaced. Undefined where no other price is left.
 */
export function replacedText(rows: RowsSummary): string | undefined {
  const { rivals = [], replacing = [] } = rows.guards ?? {}
  if (!rows.columnsKnown) return undefined
  if (replacing.includes('rows-cut')) return m.not_replaced_cut()
  if (replacing.includes('currency-shared')) return m.not_replaced_shared()
  const target = targetCurrency(rows)
  const kept = rivals.filter(({ currency }) => currency !== target)
  return kept.length > 0 ? m.replaced_beside({ count: kept.length }) : undefined
}
