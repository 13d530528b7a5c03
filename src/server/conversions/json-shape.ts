import { LIMITS } from '#product/limits.ts'

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
    switch (json[i] ?? 0) {
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
