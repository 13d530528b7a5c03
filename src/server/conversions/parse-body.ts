import { isUtf8 } from 'node:buffer'
import { LIMITS } from '#product/limits.ts'
import { cleanFileName } from './file-name.ts'
import { isParseable } from './json-shape.ts'

/** What a bulk request asks for. The rows are as they came; each is judged on its own. */
export type BulkInput = { rows: readonly unknown[]; filename: string | null }

export type BulkProblem = 'bad_request' | 'no_valid_rows' | 'too_many_rows' | 'too_many_invalid_rows'

const SOURCES: readonly unknown[] = ['upload', 'manual', undefined]

/** Reads the bytes of a bulk request; everything beside `rows`, `filename` and `source` is ignored. */
export function readBulkInput(body: Uint8Array): BulkInput | 'bad_request' | 'too_many_rows' {
  const json = parseJson(body)
  if (typeof json !== 'object' || json === null) return 'bad_request'
  const { rows, filename, source }: { rows?: unknown; filename?: unknown; source?: unknown } = json
  if (!Array.isArray(rows) || !SOURCES.includes(source)) return 'bad_request'
  if (rows.length > LIMITS.bulkRows) return 'too_many_rows'
  if (filename === undefined || filename === null) return { rows, filename: null }
  return typeof filename === 'string' ? { rows, filename: cleanFileName(filename) } : 'bad_request'
}

function parseJson(body: Uint8Array): unknown {
  if (!isUtf8(body) || !isParseable(body)) return undefined
  try {
    return JSON.parse(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8'))
  } catch {
    return undefined
  }
}
