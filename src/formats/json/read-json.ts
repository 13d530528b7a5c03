import type { DecodedText } from '../bytes/encoding.ts'
import { type OpenOptions, type ReadFailure, type ReadResult, WHOLE_FILE, failure } from '../format.ts'
import { parseItems } from './parse-items.ts'
import { readLists } from './read-lists.ts'
import { isInHundredths, isSpecified, readJsonPriceList } from './read.ts'
import { type JsonFault, type JsonTape, ROOT, parseTape } from './tape.ts'

const FAULTS = {
  comment: 'json-comment',
  comma: 'json-comma',
  other: 'not-json',
} as const satisfies Record<JsonFault, string>

/**
 * Reads JSON of any shape (FILE-02). An array with an item that has the key `price` is read strictly (BULK-09); in any other
 * JSON, and where the user chooses the whole array as a list (`[]`), the list with prices is searched. Where none is found
 * the errors are the strict ones. Strict items with a unit of hundredths are read as a list that is found.
 * @param limit rows read at most
 */
export function readJson(
  { text, encoding, hasBom }: DecodedText,
  limit: number,
  { allKeys, sheet: given }: Pick<OpenOptions, 'allKeys' | 'sheet'>,
): Extract<ReadResult, { ok: true }> | ReadFailure {
  let chosen = given
  const parse = () => parseTape({ text, read: (start, end) => text.slice(start, end) })
  const strict = () => {
    const result = readJsonPriceList(text, limit, allKeys)
    if (!result.ok) {
      const { error } = result
      if (error.code !== 'json-items') return failure(error)
      const parsed = parse()
      const isReadable = parsed.ok && readLists(parsed.tape, { limit, sheet: WHOLE_FILE }) !== undefined
      return failure(isReadable ? { ...error, isReadable } : error)
    }
    const { ok: _, ...read } = result
    return { ok: true as const, file: { format: 'json' as const, isStrict: true as const, ...read } }
  }
  const isArray = /^\s*\[/.test(text)
  const items = isArray && chosen !== WHOLE_FILE ? parseItems(text, limit) : undefined
  if (isSpecified(items)) {
    const result = strict()
    // Its columns are asked about as those of a list that is found are.
    if (!result.ok || !isInHundredths(items?.items ?? [])) return result
    chosen = WHOLE_FILE
  }
  const parsed = parse()
  if (!parsed.ok) return failure({ code: 'unreadable', reason: FAULTS[parsed.fault] })
  const reading = readLists(parsed.tape, { limit, sheet: chosen })
  if (reading === undefined) {
    if (isArray && !isLines(parsed.tape)) return strict()
    const lists = listsIn(parsed.tape)
    return failure({ code: 'no-rows', ...(lists.length > 0 && { lists }) })
  }
  if (!('table' in reading)) return failure({ code: 'unknown-sheet', sheets: reading.sheets, kind: 'list' })
  const { sheets, sheet, ...read } = reading
  const isOnlyList = chosen === undefined && sheets.length === 1 && sheet === WHOLE_FILE
  return {
    ok: true,
    file: { format: 'json', encoding, hasBom, ...(!isOnlyList && { sheets, sheet }), ...read },
  }
}

const isLines = (tape: JsonTape): boolean => tape.childrenOf(ROOT).length > 1

const MAX_LISTS = 5

/** Paths of the arrays of objects in an object, up to two levels deep; JSON Lines are one list. */
function listsIn(tape: JsonTape): string[] {
  const [value] = tape.childrenOf(ROOT)
  if (isLines(tape)) return isListOfObjects(tape, ROOT) ? [WHOLE_FILE] : []
  if (value === undefined || !tape.isObject(value)) return []
  const keys = (within: number, before: string) =>
    tape.childrenOf(within).flatMap((one) => (isListOfObjects(tape, one) ? [before + tape.keyOf(one)] : []))
  const inner = tape
    .childrenOf(value)
    .flatMap((one) => (tape.isObject(one) ? keys(one, `${tape.keyOf(one)}.`) : []))
  return [...keys(value, ''), ...inner].slice(0, MAX_LISTS)
}

function isListOfObjects(tape: JsonTape, node: number): boolean {
  if (!tape.isList(node)) return false
  for (let item = node + 1; item < tape.nextOf(node); item = tape.nextOf(item))
    if (tape.isObject(item)) return true
  return false
}
