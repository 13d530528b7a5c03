import { referenceAmounts } from './reference-rate.ts'
import type { Currency } from '#money/currency.ts'
import type { ConvertedCell } from '#writeback/converted-cells.ts'
import type { PricedColumn, WriteBackPlan } from '#writeback/plan.ts'
import type { WriteBackResult } from '#formats/format.ts'

/** A price in both currencies. */
export function converted(price: string, from: Currency): ConvertedCell {
  const { bgn, eur } = referenceAmounts(price, from)
  return { from, national: bgn, euro: eur }
}

/** A price column by row index: `12.50`, or `12.50 EUR`; lev by default. */
export const pricedColumn = (column: number, prices: Readonly<Record<number, string>>): PricedColumn => ({
  column,
  cells: new Map(
    Object.entries(prices).map(([row, price]) => {
      const [amount = '', currency = 'BGN'] = price.split(' ')
      return [Number(row), converted(amount, currency as Currency)]
    }),
  ),
})

/** A plan with the new column after its source under a header in the first row, with overrides. */
export const orderOf = (part: Partial<WriteBackPlan>): WriteBackPlan => ({
  placement: 'after',
  headerRow: 0,
  currencyColumn: null,
  columns: [],
  changed: [],
  added: [],
  ...part,
})

/** Joins the parts of the returned file. */
export function bytesOf({ parts }: WriteBackResult): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}
