import type { JobPart, JobRow, JobSource } from '#api/conversions.ts'
import { toWireAmounts } from '#api/job-row.ts'
import { LIMITS } from '#product/limits.ts'
import type { Side } from '#money/amount.ts'
import { parseCurrency } from '#money/currency.ts'
import { type RowCounts, convertRow, countRow, emptyCounts, isZeroAmount } from '#pricelist/row.ts'
import { hashBody } from './bytes.ts'
import { type BulkProblem, parseBulkInput } from './parse-body.ts'
import { type PackedRows, ROWS_PER_CHUNK, compressChunks } from './row-chunks.ts'

/** Sums of the amounts, in minor units. */
export type JobTotals = Record<Side, number>

/** `zeroRows`: valid rows with an amount of 0.00; `totals`: sums of the amounts of all rows. */
type BulkCounts = RowCounts & { zeroRows: number; totals: JobTotals }

const MAX_CURRENCY_LENGTH = 16

/**
 * Validates, converts and counts the rows of a request: the JSON array of each chunk. Each is serialised before the next
 * is made, so that objects die young: with all rows at once the whole took an eighth longer.
 */
function convertRows(rows: readonly unknown[], counts: BulkCounts): Buffer[] {
  const texts: Buffer[] = []
  for (let start = 0; start < rows.length; start += ROWS_PER_CHUNK) {
    const chunk = rows.slice(start, start + ROWS_PER_CHUNK)
    const converted = chunk.map((row, index) => toJobRow(row, start + index + 1, counts))
    texts.push(Buffer.from(JSON.stringify(converted)))
  }
  return texts
}

/** A row that is not an object is invalid. */
function toJobRow(row: unknown, seq: number, counts: BulkCounts): JobRow {
  const fields = isObject(row) ? row : { price: false }
  const { name, money, status } = convertRow(fields)
  countRow(counts, status)
  if (money !== null) {
    counts.totals.national += money.national
    counts.totals.euro += money.euro
    if (isZeroAmount(money)) counts.zeroRows++
  }
  const { bgn, eur } = toWireAmounts(money)
  return {
    seq,
    name,
    bgn,
    eur,
    invalid: status === 'invalid',
    // Empty rows have no number and cost nothing: white space in them is not stored.
    originalPrice: status === 'empty' ? '' : asSent(fields.price, LIMITS.priceLength),
    originalCurrency:
      status === 'invalid'
        ? asSent(fields.currency, MAX_CURRENCY_LENGTH)
        : (parseCurrency(fields.currency) ?? ''),
  }
}

type Fields = { name?: unknown; price?: unknown; currency?: unknown }

const isObject = (row: unknown): row is Fields =>
  typeof row === 'object' && row !== null && !Array.isArray(row)

/** The text or number as it was sent, shortened to `maxLength`; empty for other types. */
function asSent(value: unknown, maxLength: number): string {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' ? value.slice(0, maxLength).toWellFormed() : ''
}

/** A computed bulk request, ready to be charged and stored. */
export type ConvertedBulk = PackedRows & {
  filename: string | null
  source: JobSource | null
  part: JobPart | null
  counts: BulkCounts
  bodyHash: string
}

export type BulkResult = { ok: true; bulk: ConvertedBulk } | { ok: false; problem: BulkProblem }

/** Does all the work of a bulk request that needs no database, on the main thread or in a worker. */
export function convertBulkBody(body: Uint8Array): BulkResult {
  const input = parseBulkInput(body)
  if (typeof input === 'string') return { ok: false, problem: input }
  const { rows, ...about } = input
  return convertAll(rows, { ...about, bodyHash: hashBody(body) })
}

/** Converts rows that are to be charged and stored as one job. */
export function convertAll(
  rows: readonly unknown[],
  about: Pick<ConvertedBulk, 'filename' | 'source' | 'part' | 'bodyHash'>,
): BulkResult {
  const counts = { ...emptyCounts(), zeroRows: 0, totals: { national: 0, euro: 0 } }
  const texts = convertRows(rows, counts)
  if (counts.validRows === 0) return { ok: false, problem: 'no_valid_rows' }
  if (hasTooManyInvalid(counts)) return { ok: false, problem: 'too_many_invalid_rows' }
  return { ok: true, bulk: { ...compressChunks(texts), ...about, counts } }
}

/** Invalid rows are stored with their texts and cost nothing: one token must not buy megabytes. */
const hasTooManyInvalid = ({ validRows, invalidRows }: RowCounts): boolean =>
  invalidRows > LIMITS.bulkInvalidRows + LIMITS.bulkInvalidPerValid * validRows
