import { readAmbiguousPrice } from '#engine/bulk/typed-price.ts'
import type { PreviewRow, RowsSummary } from '#engine/types.ts'
import { priceTextOf } from './lines.ts'

/** More prices that can be read in two ways are told of together alone. */
const MARKED_AT_MOST = 10

/** Prices that can be read in two ways, of which the others of their column told how they are meant, not the user. */
export function findDoubts(page: readonly PreviewRow[], rows: RowsSummary): readonly PreviewRow[] {
  if (rows.choices?.ambiguous !== undefined) return []
  const told = rows.assumptions.find(({ what }) => what === 'ambiguous-prices')
  if (told?.what !== 'ambiguous-prices' || told.asked || told.rows > MARKED_AT_MOST) return []
  return page.filter((row) => {
    if (row.status !== 'valid' || row.isConverted) return false
    const readings = readAmbiguousPrice(priceTextOf(row, rows))?.readings
    return readings?.decimal === row.price || readings?.thousands === row.price
  })
}
