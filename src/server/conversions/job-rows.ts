import type { JobRow } from '#api/conversions.ts'
import { LIMITS } from '#product/limits.ts'
import { parseCurrency, toNumber } from '#money/amount.ts'
import { type RowCounts, convertRow, countRow } from '#pricelist/row.ts'
import { isZeroMoney } from '#pricelist/zero-row.ts'

/** `zeroRows`: valid rows with an amount of 0.00. */
export type BulkCounts = RowCounts & { zeroRows: number }

const MAX_CURRENCY_LENGTH = 16

/**
 * Judges and converts rows as they came over the wire, those from `start` on, and counts them; a row that is no object is an
 * invalid one.
 */
export function toJobRows(rows: readonly unknown[], start: number, counts: BulkCounts): JobRow[] {
  return rows.map((row, index) => {
    const fields = isObject(row) ? row : { price: false }
    const { name, money, status } = convertRow(fields)
    countRow(counts, status)
    if (money !== null && isZeroMoney(money)) counts.zeroRows++
    return {
      seq: start + index + 1,
      name,
      bgn: money && toNumber(money.bgn),
      eur: money && toNumber(money.eur),
      invalid: status === 'invalid',
      // Empty rows are without number and cost nothing: of the kinds of space in one, none is kept.
      originalPrice: status === 'empty' ? '' : asSent(fields.price, LIMITS.priceLength),
      originalCurrency:
        status === 'invalid'
          ? asSent(fields.currency, MAX_CURRENCY_LENGTH)
          : (parseCurrency(fields.currency) ?? ''),
    }
  })
}

type Fields = { name?: unknown; price?: unknown; currency?: unknown }

const isObject = (row: unknown): row is Fields =>
  typeof row === 'object' && row !== null && !Array.isArray(row)

/** The text or number as it was sent, bounded; nothing for values of other types. */
function asSent(value: unknown, maxLength: number): string {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' ? value.slice(0, maxLength).toWellFormed() : ''
}
