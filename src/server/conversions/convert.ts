import type { JobRow } from '#api/conversions.ts'
import { LIMITS } from '#product/limits.ts'
import { parseCurrency } from '#money/currency.ts'
import { toMajorUnits } from '#money/amount.ts'
import { type RowCounts, convertRow, countRow, emptyCounts, isZeroAmount } from '#pricelist/row.ts'
import { hashOf } from './bytes.ts'
import { type BulkProblem, readBulkInput } from './parse-body.ts'
import { type PackedRows, chunkTexts, packTexts } from './row-chunks.ts'

/** `zeroRows`: valid rows with an amount of 0.00. */
export type BulkCounts = RowCounts & { zeroRows: number }

const MAX_CURRENCY_LENGTH = 16

/**
 * Judges and converts rows as they came over the wire, those from `start` on, and counts them; a row that is no object is an
 * invalid one.
 */
export function convertRows(rows: readonly unknown[], start: number, counts: BulkCounts): JobRow[] {
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

/** A bulk request worked out, ready to be charged and stored. */
export type ConvertedBulk = {
  filename: string | null
  counts: BulkCounts
  packed: PackedRows
  bodyHash: string
}

export type BulkResult = { ok: true; bulk: ConvertedBulk } | { ok: false; problem: BulkProblem }

/** All the work of a bulk request that needs no database; the same code on the main thread and in the worker. */
export function convertBulkBody(body: Uint8Array): BulkResult {
  const input = readBulkInput(body)
  if (typeof input === 'string') return { ok: false, problem: input }
  const counts = { ...emptyCounts(), zeroRows: 0 }
  const texts = chunkTexts(input.rows, (rows, start) => convertRows(rows, start, counts))
  if (counts.validRows === 0) return { ok: false, problem: 'no_valid_rows' }
  if (hasTooManyInvalid(counts)) return { ok: false, problem: 'too_many_invalid_rows' }
  const bulk = { filename: input.filename, counts, packed: packTexts(texts), bodyHash: hashOf(body) }
  return { ok: true, bulk }
}

/** They are stored with their texts and cost nothing: one token is not to buy megabytes. */
const hasTooManyInvalid = ({ validRows, invalidRows }: RowCounts): boolean =>
  invalidRows > LIMITS.bulkInvalidRows + LIMITS.bulkInvalidPerValid * validRows
