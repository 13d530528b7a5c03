import { type Decimal, isAboveMaximum, isZero, parseDecimal, parseShortPrice } from '#money/decimal.ts'
import { LIMITS } from '#product/limits.ts'
import { type Currency, parseCurrency } from '#money/currency.ts'
import type { ConvertedAmount } from '#money/amount.ts'
import { cleanName } from './product-name.ts'
import { convert, convertMinorUnits } from '#money/convert.ts'
import { lowerBound } from '#table/lower-bound.ts'

/** One row of a price list before it is converted: a plain decimal price as text, in its own currency. */
export type Row = { name: string; price: string; currency: Currency }

export const ROW_STATUSES = ['valid', 'invalid', 'empty'] as const

export type RowStatus = (typeof ROW_STATUSES)[number]

/** Why a row cannot be converted. */
export type RowProblem = 'no-price' | 'not-a-price' | 'not-positive' | 'too-large' | 'unknown-currency'

export type RowValidation =
  | { status: 'valid'; price: Decimal; currency: Currency }
  | { status: 'invalid'; problem: RowProblem }
  | { status: 'empty' }

/** Counts of rows by status; `tokenCost` is one token for each valid row. */
export type RowCounts = {
  totalRows: number
  validRows: number
  invalidRows: number
  emptyRows: number
  tokenCost: number
}

export type PriceValidation =
  | { ok: true; price: Decimal }
  | { ok: false; problem: Exclude<RowProblem, 'unknown-currency'> }

/**
 * Validates the text of one price: digits and a point only, above 0, at most 9,999,999.99. Never throws;
 * reads at most {@link LIMITS.priceLength} characters.
 */
export function validatePrice(text: string): PriceValidation {
  if (text.length > LIMITS.priceLength) return { ok: false, problem: 'not-a-price' }
  if (text.trim() === '') return { ok: false, problem: 'no-price' }
  const price = parseDecimal(text)
  if (price === undefined) return { ok: false, problem: 'not-a-price' }
  if (isZero(price)) return { ok: false, problem: 'not-positive' }
  if (isAboveMaximum(price)) return { ok: false, problem: 'too-large' }
  return { ok: true, price }
}

/** Validates and converts the text of one price; undefined where {@link validatePrice} finds a problem. */
export function convertPrice(text: string, from: Currency): ConvertedAmount | undefined {
  const hundredths = parseShortPrice(text)
  if (hundredths !== undefined) return convertMinorUnits(hundredths, from)
  const verdict = validatePrice(text)
  return verdict.ok ? convert(verdict.price, from) : undefined
}

/**
 * Validates one row. Browser, server and command line share it, so a status never differs. Accepts any value
 * of the wire: a wrong type makes an invalid row, never an exception. A row with neither name nor price is
 * empty; a named row without a price is invalid (BULK-11).
 */
export function validateRow(row: { name?: unknown; price?: unknown; currency?: unknown }): RowValidation {
  const price = priceText(row.price)
  if (price === undefined) return { status: 'invalid', problem: 'not-a-price' }
  if (price.length <= LIMITS.priceLength && price.trim() === '') {
    return cleanName(row.name) === '' ? { status: 'empty' } : { status: 'invalid', problem: 'no-price' }
  }
  const verdict = validatePrice(price)
  if (!verdict.ok) return { status: 'invalid', problem: verdict.problem }
  const currency = parseCurrency(row.currency)
  if (currency === undefined) return { status: 'invalid', problem: 'unknown-currency' }
  return { status: 'valid', price: verdict.price, currency }
}

/** The text of a price given as text or as a JSON number; undefined for any other type. */
function priceText(price: unknown): string | undefined {
  if (typeof price === 'string') return price
  if (typeof price === 'number') return String(price)
  return price === null || price === undefined ? '' : undefined
}

/** One row after conversion: amounts in minor units, or null when the row has none. */
export type ConvertedRow = {
  name: string
  money: ConvertedAmount | null
  status: RowStatus
}

/** Validates and converts one row; the name is cleaned by {@link cleanName}. */
export function convertRow(row: { name?: unknown; price?: unknown; currency?: unknown }): ConvertedRow {
  const [name, price, currency] = [cleanName(row.name), priceText(row.price), parseCurrency(row.currency)]
  const money = price === undefined || currency === undefined ? undefined : convertPrice(price, currency)
  if (money !== undefined) return { name, money, status: 'valid' }
  return { name, money: null, status: validateRow(row).status }
}

export const emptyCounts = (): RowCounts => ({
  totalRows: 0,
  validRows: 0,
  invalidRows: 0,
  emptyRows: 0,
  tokenCost: 0,
})

/** The field of {@link RowCounts} for each status. */
export const COUNT_FIELD = {
  valid: 'validRows',
  invalid: 'invalidRows',
  empty: 'emptyRows',
} as const satisfies Record<RowStatus, keyof RowCounts>

/** Adds `by` rows of `status` to `counts` in place: a price list has up to a hundred thousand rows. */
export function countRow(counts: RowCounts, status: RowStatus, by = 1): void {
  counts.totalRows += by
  counts[COUNT_FIELD[status]] += by
  counts.tokenCost = counts.validRows
}

/** The source of a row: its line in the file, 1-based, and the index of its price column, 0-based. */
export type RowOrigin = { readonly line: number; readonly nth: number }

/**
 * A stable id of a row: deletions of other rows do not change it. Ascending in file order, with `perLine` ids
 * for each line; with one price column it is the line itself.
 */
export const rowId = ({ line, nth }: RowOrigin, perLine: number): number => (line - 1) * perLine + nth + 1

export const rowOrigin = (id: number, perLine: number): RowOrigin => ({
  line: Math.floor((id - 1) / perLine) + 1,
  nth: (id - 1) % perLine,
})

/** The index of `id` in ascending ids, or the index at which it would be inserted. */
export function insertionIndex(ids: readonly number[], id: number): number {
  return lowerBound(ids, id)
}

/** The ids of the rows of a reading. */
export const rowIds = (
  { lines, nth }: { readonly lines: readonly number[]; readonly nth: readonly number[] },
  perLine: number,
): number[] => lines.map((line, i) => rowId({ line, nth: nth[i] ?? 0 }, perLine))

/** Whether the amount in either currency is 0.00. */
export const isZeroAmount = ({ national, euro }: ConvertedAmount): boolean => national === 0 || euro === 0

/** Whether the row is valid and its price so small that it converts to 0.00. */
export function isZeroRow(row: Row): boolean {
  // A price with a digit other than 0 before the point or directly after it is larger.
  if (!/^0*\.0/.test(row.price)) return false
  const { money } = convertRow(row)
  return money !== null && isZeroAmount(money)
}
