import { LIMITS } from '#product/limits.ts'
import { type RowCounts, noRows } from '#pricelist/row.ts'
import { hashOf } from './bytes.ts'
import { type BulkProblem, readBulkInput } from './parse-body.ts'
import { type PackedRows, chunkTexts, packTexts } from './row-chunks.ts'
import { type BulkCounts, toJobRows } from './job-rows.ts'

/** A bulk request worked out, ready to be charged and stored. */
export type ConvertedBulk = {
  filename: string | null
  counts: BulkCounts
  packed: PackedRows
  bodyHash: string
}

export type BulkVerdict = { ok: true; bulk: ConvertedBulk } | { ok: false; problem: BulkProblem }

/** All the work of a bulk request that needs no database; the same code on the main thread and in the worker. */
export function convertBulkBody(body: Uint8Array): BulkVerdict {
  const input = readBulkInput(body)
  if (typeof input === 'string') return { ok: false, problem: input }
  const counts = { ...noRows(), zeroRows: 0 }
  const texts = chunkTexts(input.rows, (rows, start) => toJobRows(rows, start, counts))
  if (counts.validRows === 0) return { ok: false, problem: 'no_valid_rows' }
  if (hasTooManyInvalid(counts)) return { ok: false, problem: 'too_many_invalid_rows' }
  const bulk = { filename: input.filename, counts, packed: packTexts(texts), bodyHash: hashOf(body) }
  return { ok: true, bulk }
}

/** They are stored with their texts and cost nothing: one token is not to buy megabytes. */
const hasTooManyInvalid = ({ validRows, invalidRows }: RowCounts): boolean =>
  invalidRows > LIMITS.bulkInvalidRows + LIMITS.bulkInvalidPerValid * validRows
