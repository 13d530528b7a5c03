import { type Decimal, isTooLarge, isZero, parseDecimal, parseShortPrice } from '#money/decimal.ts'
import { LIMITS } from '#product/limits.ts'
import { type Currency, parseCurrency } from '#money/currency.ts'
import type { ConvertedAmount } from '#money/amount.ts'
import { cleanName } from './product-name.ts'
import { convert, convertMinorUnits } from '#money/convert.ts'

/** One line of a catalogue before it is converted: a plain decimal price as text, in its own currency. */
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

export type PriceVerdict =
  | { ok: true; price: Decimal }
  | { ok: false; problem: Exclude<RowProblem, 'unknown-currency'> }

/**
 * Judges the text of one price: digits and a point alone, above 0, at most 9,999,999.99.
 * Never throws, and reads no more than {@link LIMITS.priceLength} characters.
 */
export function validatePrice(text: string): PriceVerdict {
  if (text.length > LIMITS.priceLength) return { ok: false, problem: 'not-a-price' }
  if (text.trim() === '') return { ok: false, problem: 'no-price' }
  const price = parseDecimal(text)
  if (price === undefined) return { ok: false, problem: 'not-a-price' }
  if (isZero(price)) return { ok: false, problem: 'not-positive' }
  if (isTooLarge(price)) return { ok: false, problem: 'too-large' }
  return { ok: true, price }
}

/** Judges and converts the text of one price; undefined where {@link validatePrice} says what is wrong with it. */
export function convertPrice(text: string, from: Currency): ConvertedAmount | undefined {
  const hundredths = parseShortPrice(text)
  if (hundredths !== undefined) return convertMinorUnits(hundredths, from)
  const verdict = validatePrice(text)
  return verdict.ok ? convert(verdict.price, from) : undefined
}

/**
 * Judges one row as the preview, the server and the command line all do.
 * Accepts whatever came over the wire: a value of a wrong type makes an invalid row, never an exception.
 * A row with neither name nor price is empty; a named row without a price is invalid (BULK-11).
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

/** The text of a price that came as text or as a JSON number; undefined for any other type. */
function priceText(price: unknown): string | undefined {
  if (typeof price === 'string') return price
  if (typeof price === 'number') return String(price)
  return price === null || price === undefined ? '' : undefined
}

/** One row after conversion: amounts in their smallest units, or null when the row has none. */
export type ConvertedRow = {
  name: string
  money: ConvertedAmount | null
  status: RowStatus
}

/** Judges and converts one row; the name is cleaned as {@link cleanName} says. */
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

/** Where {@link RowCounts} counts rows of a status. */
export const COUNT_FIELD = {
  valid: 'validRows',
  invalid: 'invalidRows',
  empty: 'emptyRows',
} as const satisfies Record<RowStatus, keyof RowCounts>

/** Adds a row of `status` to `counts`, or `by` of them, in place: catalogues have a hundred thousand. */
export function countRow(counts: RowCounts, status: RowStatus, by = 1): void {
  counts.totalRows += by
  counts[COUNT_FIELD[status]] += by
  counts.tokenCost = counts.validRows
}

/** Where a row is from: its line in the file, from 1, and which of the price columns, from 0. */
export type RowOrigin = { readonly line: number; readonly nth: number }

/**
 * Rows are named by a number that stays theirs whatever is deleted. It ascends as they stand in the file, with `perLine` price
 * columns one behind the other; where there is one such column it is the line itself.
 */
export const rowId = ({ line, nth }: RowOrigin, perLine: number): number => (line - 1) * perLine + nth + 1

export const rowOrigin = (id: number, perLine: number): RowOrigin => ({
  line: Math.floor((id - 1) / perLine) + 1,
  nth: (id - 1) % perLine,
})

/** Where an id stands, or would stand, among ascending ids. By halving: there may be a hundred thousand. */
export function placeOf(ids: readonly number[], id: number): number {
  let [from, to] = [0, ids.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((ids[middle] ?? 0) < id) from = middle + 1
    else to = middle
  }
  return from
}

/** The ids of the rows of a reading. */
export const idsOf = (
  { lines, nth }: { readonly lines: readonly number[]; readonly nth: readonly number[] },
  perLine: number,
): number[] => lines.map((line, i) => rowId({ line, nth: nth[i] ?? 0 }, perLine))

/** Whether an amount in either currency is 0.00. */
export const isZeroMoney = ({ national: bgn, euro: eur }: ConvertedAmount): boolean => bgn === 0 || eur === 0

/** Whether the row is valid and its price so small that it converts to 0.00. */
export function isZeroRow(row: Row): boolean {
  // No price that has a digit other than 0 before the point or first after it is that small.
  if (!/^0*\.0/.test(row.price)) return false
  const { money } = convertRow(row)
  return money !== null && isZeroMoney(money)
}
