import type { JobPart, JobSource } from '#api/conversions.ts'
import { LIMITS } from '#product/limits.ts'
import { isUtf8 } from 'node:buffer'

const MAX_SCANNED_LENGTH = 4096

// Control characters, line ends, and marks that turn the direction of text around.
const REMOVED_CHARACTERS = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/gu

/**
 * Cleans a file name for storage and display: no folders, no control characters, limited length; null when
 * nothing remains.
 */
export function cleanFileName(text: string): string | null {
  const name = text.slice(-MAX_SCANNED_LENGTH).split(/[/\\]/).at(-1) ?? ''
  const tidy = name.toWellFormed().replace(REMOVED_CHARACTERS, '').trim()
  return Array.from(tidy).slice(0, LIMITS.fileNameLength).join('').trim() || null
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d

const MAX_DEPTH = 32
/** A row of three fields has four; 31 MB of distinct keys at 40 held a worker for six seconds. */
const MAX_VALUES_PER_ROW = 8
const MAX_VALUES = MAX_VALUES_PER_ROW * LIMITS.bulkRows

/**
 * Whether JSON text is flat and sparse enough to be parsed: `JSON.parse` takes seconds for megabytes of brackets, and
 * tiny values take fifty times their text in memory.
 */
export function isParseable(json: Uint8Array): boolean {
  let depth = 0
  let values = 0
  for (let i = 0; i < json.length; i++) {
    switch (json[i]!) {
      case QUOTE:
        i = endOfString(json, i)
        break
      case OPEN_BRACKET:
      case OPEN_BRACE:
        values++
        if (++depth > MAX_DEPTH) return false
        break
      case CLOSE_BRACKET:
      case CLOSE_BRACE:
        depth--
        break
      case COMMA:
        values++
        break
      default:
    }
  }
  return values <= MAX_VALUES
}

function endOfString(json: Uint8Array, start: number): number {
  let i = start + 1
  while (i < json.length && json[i] !== QUOTE) i += json[i] === BACKSLASH ? 2 : 1
  return i
}

/** A bulk request. The rows are unchecked: each is validated on its own. */
export type BulkInput = {
  rows: readonly unknown[]
  filename: string | null
  source: JobSource | null
  part: JobPart | null
}

export type BulkProblem = 'bad_request' | 'no_valid_rows' | 'too_many_rows' | 'too_many_invalid_rows'

const SOURCES: readonly JobSource[] = ['upload', 'manual', 'correction']
const PARTS: readonly JobPart[] = ['first', 'rest']

/** Parses the bytes of a bulk request; fields other than those of {@link BulkInput} are ignored. */
export function parseBulkInput(body: Uint8Array): BulkInput | 'bad_request' | 'too_many_rows' {
  const json = parseJson(body)
  if (typeof json !== 'object' || json === null) return 'bad_request'
  const { rows, filename, source, part }: Partial<Record<keyof BulkInput, unknown>> = json
  const known = {
    source: SOURCES.find((one) => one === source) ?? null,
    part: PARTS.find((one) => one === part) ?? null,
  }
  if (!Array.isArray(rows)) return 'bad_request'
  if ((known.source === null && source !== undefined) || (known.part === null && part !== undefined))
    return 'bad_request'
  if (rows.length > LIMITS.bulkRows) return 'too_many_rows'
  if (filename === undefined || filename === null) return { rows, filename: null, ...known }
  if (typeof filename !== 'string') return 'bad_request'
  return { rows, filename: cleanFileName(filename), ...known }
}

function parseJson(body: Uint8Array): unknown {
  if (!isUtf8(body) || !isParseable(body)) return undefined
  try {
    return JSON.parse(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString())
  } catch {
    return undefined
  }
}
