import { useCallback, useState } from 'react'
import { formatCount } from '#money/format.ts'
import type { Lang } from '#i18n/language.ts'
import { m } from '#i18n/messages/messages.js'
import { readAmbiguousPrice } from '#engine/bulk/typed-price.ts'
import type { PreviewRow, RowsSummary } from '#engine/types.ts'
import { priceTextOf } from './lines.ts'
import { readingText } from './price-question.tsx'

/** More prices that can be read in two ways are told of together alone. */
const MARKED_AT_MOST = 10

/** Prices that can be read in two ways, of which the others of their column told how they are meant, not the user. */
export function findDoubts(page: readonly PreviewRow[], rows: RowsSummary): readonly PreviewRow[] {
  if (countTold(rows) > MARKED_AT_MOST) return []
  if (countTold(rows) === 0) return []
  return page.filter((row) => {
    if (row.status !== 'valid' || row.isConverted) return false
    const readings = readAmbiguousPrice(priceTextOf(row, rows))?.readings
    return readings?.decimal === row.price || readings?.thousands === row.price
  })
}

/** How many prices their column told how to read. */
function countTold({ choices, assumptions }: RowsSummary): number {
  if (choices?.ambiguous !== undefined) return 0
  const told = assumptions.find(({ what }) => what === 'ambiguous-prices')
  return told?.what === 'ambiguous-prices' && !told.asked ? told.rows : 0
}

/** How many of them the user has neither confirmed nor corrected. */
export const countAssumed = (rows: RowsSummary, settled: number): number =>
  rows.columnsKnown ? Math.max(0, countTold(rows) - settled) : 0

/** Says how many prices are read by assumption, and how a single one; undefined where none is. */
export function assumedText(
  rows: RowsSummary,
  settled: number,
  row: PreviewRow | undefined,
  lang: Lang,
): string | undefined {
  const count = countAssumed(rows, settled)
  if (count === 0) return undefined
  const n = formatCount(count, lang)
  return count === 1 && row
    ? m.price_read_as({ n, reading: readingText(row, lang) })
    : m.prices_assumed({ count, n })
}

export type Doubts = {
  /** Rows whose price the user has confirmed or corrected. */
  settled: ReadonlySet<number>
  /** The same function at each render. */
  onSettled: (id: number) => void
}

const NONE: ReadonlySet<number> = new Set()

/** The answers about prices of these rows, until they are others. */
export function useDoubts(isReading: boolean): Doubts {
  const [settled, setSettled] = useState(NONE)
  if (isReading && settled !== NONE) setSettled(NONE)
  const onSettled = useCallback((id: number) => setSettled((before) => new Set([...before, id])), [])
  return { settled, onSettled }
}
