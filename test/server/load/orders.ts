import type { JobRow } from '#api/conversions.ts'
import { expectedRows, makeRows } from '../reference.ts'

/** Requests and their expected rows. Computed once, to keep the load generator light. */
export type LoadOrder = { sent: ReturnType<typeof makeRows>; expected: JobRow[] }

const SMALL_ORDERS = 60
const LARGE_ROWS = 5000

function makeOrder(count: number, seed: number): LoadOrder {
  const sent = makeRows(count, seed)
  return { sent, expected: expectedRows(sent) }
}

export const smallOrders = Array.from({ length: SMALL_ORDERS }, (_, n) => makeOrder(10 + ((n * 7) % 91), n))
export const largeOrder = makeOrder(LARGE_ROWS, SMALL_ORDERS)

const FIELDS = ['seq', 'name', 'bgn', 'eur', 'invalid', 'originalPrice', 'originalCurrency'] as const

/** Describes the first wrong row; undefined when all are correct. */
export function wrongRow(rows: readonly JobRow[], expected: readonly JobRow[]): string | undefined {
  if (rows.length !== expected.length) return `${rows.length} rows instead of ${expected.length}`
  const wrong = rows.find((row, n) => FIELDS.some((field) => row[field] !== expected[n]?.[field]))
  return wrong && `a row is ${JSON.stringify(wrong)}`
}
