import type { ColumnSample } from './column-sample.ts'

type Sampled = { readonly index: number; readonly sample: ColumnSample }

const PRICE_SHARE = 0.6

/**
 * Price and name by what the cells are, for files without a header that says it. For a dialog only: the price column is
 * mostly prices, no codes, no counter, with most decimals; the name column has most distinct text.
 */
export function guessColumns(columns: readonly Sampled[]): { price: number | null; name: number | null } {
  const price = highest(
    columns.filter(isLikePrices),
    ({ sample }) => (sample.decimals + 1) / (sample.filled + 1),
  )
  const name = highest(
    columns.filter(({ index, sample }) => index !== price && sample.words * 2 > sample.filled),
    ({ sample }) => sample.distinctText,
  )
  return { price, name }
}

const isLikePrices = ({ sample }: Sampled): boolean =>
  sample.filled > 0 && sample.prices >= PRICE_SHARE * sample.filled && sample.codes === 0 && !sample.isCounter

function highest(columns: readonly Sampled[], worthOf: (column: Sampled) => number): number | null {
  let found: number | null = null
  let most = 0
  for (const column of columns) {
    const worth = worthOf(column)
    if (worth > most) [found, most] = [column.index, worth]
  }
  return found
}
