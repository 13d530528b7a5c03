import type { JobRow } from '#api/conversions.ts'
import { LIMITS } from '#product/limits.ts'
import { parseCurrency } from '#money/currency.ts'
import { toMajorUnits } from '#money/amount.ts'
import { type RowCounts, convertRow, countRow, emptyCounts, isZeroAmount } from '#pricelist/row.ts'
import { hashBody } from './bytes.ts'
import { type BulkProblem, parseBulkInput } from './parse-body.ts'
import { type PackedRows, serializeChunks, compressChunks } from './row-chunks.ts'

/** `zeroRows`: valid rows with an amount of 0.00. */
type BulkCounts = RowCounts & { zeroRows: number }

const MAX_CURRENCY_LENGTH = 16

/**
 * Validates, converts and counts the rows of a request, those from index `start` on; a row that is not an
 * object is invalid.
 */
function convertRows(rows: readonly unknown[], start: number, counts: BulkCounts): JobRow[] {
  return rows.map((row, index) => {
    const fields = isObject(row) ? row : { price: false }
    const { name, money, status } = convertRow(fields)
    countRow(counts, status)
    if (money !== null && isZeroAmount(money)) counts.zeroRows++
    return {
      seq: start + index + 1,
      name,
      bgn: money && toMajorUnits(money.national),
      eur: money && toMajorUnits(money.euro),
      invalid: status === 'invalid',
      // Empty rows have no number and cost nothing: white space in them is not stored.
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

/** The text or number as it was sent, shortened to `maxLength`; empty for other types. */
function asSent(value: unknown, maxLength: number): string {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' ? value.slice(0, maxLength).toWellFormed() : ''
}

/** A computed bulk request, ready to be charged and stored. */
export type ConvertedBulk = {
  filename: string | null
  counts: BulkCounts
  packed: PackedRows
  bodyHash: string
}

export type BulkResult = { ok: true; bulk: ConvertedBulk } | { ok: false; problem: BulkProblem }

/** Does all the work of a bulk request that needs no database, on the main thread or in a worker. */
export function convertBulkBody(body: Uint8Array): BulkResult {
  const input = parseBulkInput(body)
  if (typeof input === 'string') return { ok: false, problem: input }
  const counts = { ...emptyCounts(), zeroRows: 0 }
  const texts = serializeChunks(input.rows, (rows, start) => convertRows(rows, start, counts))
  if (counts.validRows === 0) return { ok: false, problem: 'no_valid_rows' }
  if (hasTooManyInvalid(counts)) return { ok: false, problem: 'too_many_invalid_rows' }
  const bulk = { filename: input.filename, counts, packed: compressChunks(texts), bodyHash: hashBody(body) }
  return { ok: true, bulk }
}

/** Invalid rows are stored with their texts and cost nothing: one token must not buy megabytes. */
const hasTooManyInvalid = ({ validRows, invalidRows }: RowCounts): boolean =>
  invalidRows > LIMITS.bulkInvalidRows + LIMITS.bulkInvalidPerValid * validRows
