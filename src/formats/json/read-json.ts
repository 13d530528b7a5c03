import type { DecodedText } from '../bytes/encoding.ts'
import { type OpenOptions, type ReadFailure, type ReadResult, failure } from '../format.ts'
import { parseItems } from './parse-items.ts'
import { WHOLE_FILE } from './find-lists.ts'
import { readLists } from './read-lists.ts'
import { isSpecified, readJsonPriceList } from './read.ts'
import { type JsonFault, ROOT, parseTape } from './tape.ts'

const FAULTS = {
  comment: 'json-comment',
  comma: 'json-comma',
  other: 'not-json',
} as const satisfies Record<JsonFault, string>

/**
 * Reads JSON of any shape (FILE-02). An array with an item that has the key `price` is read strictly (BULK-09); in any other
 * JSON the list with prices is searched, and where none is found the errors are the strict ones.
 * @param limit rows read at most
 */
export function readJson(
  { text, encoding, hasBom }: DecodedText,
  limit: number,
  { allKeys, sheet: chosen }: Pick<OpenOptions, 'allKeys' | 'sheet'>,
): Extract<ReadResult, { ok: true }> | ReadFailure {
  const strict = () => {
    const result = readJsonPriceList(text, limit, allKeys)
    if (!result.ok) return failure(result.error)
    const { ok: _, ...read } = result
    return { ok: true as const, file: { format: 'json' as const, isStrict: true as const, ...read } }
  }
  if (/^\s*\[/.test(text) && isSpecified(parseItems(text, limit))) return strict()
  const parsed = parseTape({ text, read: (start, end) => text.slice(start, end) })
  if (!parsed.ok) return failure({ code: 'unreadable', reason: FAULTS[parsed.fault] })
  const reading = readLists(parsed.tape, { limit, sheet: chosen })
  if (reading === undefined)
    return parsed.tape.childrenOf(ROOT).length > 1 ? failure({ code: 'no-rows' }) : strict()
  if (!('table' in reading)) return failure({ code: 'unknown-sheet', sheets: reading.sheets, kind: 'list' })
  const { sheets, sheet, ...read } = reading
  const isOnlyList = sheets.length === 1 && sheet === WHOLE_FILE
  return {
    ok: true,
    file: { format: 'json', encoding, hasBom, ...(!isOnlyList && { sheets, sheet }), ...read },
  }
}
