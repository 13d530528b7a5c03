import { decimalText, parseDecimal } from '#money/decimal.ts'
import { ByteText } from '../bytes/byte-text.ts'
import { decodeText } from '../bytes/encoding.ts'
import type { Encoder } from '../bytes/encoder.ts'
import { stringEnd } from './parse-items.ts'
import { type DecimalMark, withMark, withSign } from '#writeback/price-style.ts'
import type { CellContent } from '#writeback/plan.ts'

/** Offsets of a member: its key with the quotes, and its value without the white space around it. */
export type JsonMember = {
  readonly keyStart: number
  readonly keyEnd: number
  readonly valueStart: number
  readonly valueEnd: number
}

/** Offsets of an item of the array; `members` is undefined where it is no object. */
export type JsonItem = {
  readonly start: number
  /** After its last bracket. */
  readonly end: number
  readonly members: readonly JsonMember[] | undefined
}

/** Scans the items of an array in valid JSON. Linear in time, without recursion. */
export function* jsonItems(text: string): Generator<JsonItem> {
  let at = skipSpace(text, skipSpace(text, 0) + 1)
  while (at < text.length && text[at] !== ']') {
    const item =
      text[at] === '{' ? readObject(text, at) : { start: at, end: endOfValue(text, at), members: undefined }
    yield item
    at = skipSpace(text, item.end)
    if (text[at] === ',') at = skipSpace(text, at + 1)
  }
}

function readObject(text: string, start: number): JsonItem {
  const members: JsonMember[] = []
  let at = skipSpace(text, start + 1)
  while (at < text.length && text[at] !== '}') {
    const keyEnd = stringEnd(text, at)
    const valueStart = skipSpace(text, skipSpace(text, keyEnd) + 1)
    const valueEnd = endOfValue(text, valueStart)
    members.push({ keyStart: at, keyEnd, valueStart, valueEnd })
    at = skipSpace(text, valueEnd)
    if (text[at] === ',') at = skipSpace(text, at + 1)
  }
  return { start, end: at + 1, members }
}

const QUOTE = 0x22
const COMMA = 0x2c
const OPENING: ReadonlySet<number> = new Set([0x5b, 0x7b])
const CLOSING: ReadonlySet<number> = new Set([0x5d, 0x7d])

/** White space of RFC 8259. */
const isSpace = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09

function skipSpace(text: string, from: number): number {
  let at = from
  while (isSpace(text.charCodeAt(at))) at++
  return at
}

function endOfValue(text: string, start: number): number {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) {
      at = stringEnd(text, at) - 1
      if (depth === 0) return at + 1
    } else if (OPENING.has(code)) depth++
    else if (CLOSING.has(code)) {
      // The closing bracket of the item ends its last value.
      if (depth === 0) return at
      if (--depth === 0) return at + 1
    } else if (depth === 0 && (code === COMMA || isSpace(code))) return at
  }
  return text.length
}

export function memberKey(view: ByteText, { keyStart, keyEnd }: JsonMember): string {
  const literal = view.read(keyStart, keyEnd)
  return literal.includes('\\') ? (JSON.parse(literal) as string) : literal.slice(1, -1)
}

/** The keys of the first items, in the order of the file. */
export function firstKeys(bytes: Uint8Array<ArrayBuffer>, items: number): string[] {
  const { encoding, hasBom, realigned } = decodeText(bytes)
  const view = new ByteText(realigned?.bytes ?? bytes, encoding, hasBom)
  const keys = new Set<string>()
  let count = 0
  for (const { members = [] } of jsonItems(view.text)) {
    for (const member of members) keys.add(memberKey(view, member))
    if (++count === items) break
  }
  return [...keys]
}

/** The member with this key; the last of several, as in JSON.parse. */
export const findMember = (view: ByteText, item: JsonItem, key: string): JsonMember | undefined =>
  item.members?.findLast((member) => memberKey(view, member) === key)

/** The value of a string member, or the literal of another value. */
export function memberValueText(view: ByteText, { valueStart, valueEnd }: JsonMember): string {
  const literal = view.read(valueStart, valueEnd)
  return literal.startsWith('"') ? (JSON.parse(literal) as string) : literal
}

export const isTextMember = (view: ByteText, { valueStart }: JsonMember): boolean =>
  view.text[valueStart] === '"'

/** The text between a member and its neighbour, with which one more member is added: `,` and white space as in the file. */
export function memberSeparator(text: string, { start, members = [] }: JsonItem, member: JsonMember): string {
  const i = members.indexOf(member)
  const [before, after] = i > 0 ? [members[i - 1]!, member] : [member, members[1]]
  return after === undefined
    ? `,${text.slice(start + 1, member.keyStart)}`
    : text.slice(before.valueEnd, after.keyStart)
}

/** `"price_eur": "6.39"`, with the white space around the colon as in the member `like`. */
export const formatMember = (
  text: string,
  like: JsonMember | undefined,
  key: string,
  value: string,
): string => key + (like === undefined ? ': ' : text.slice(like.keyEnd, like.valueStart)) + value

/**
 * A string literal.
 * @param isEscaped whether all non-ASCII characters are escaped, not only those that the encoding lacks
 */
export const stringLiteral = (text: string, encoder: Encoder, isEscaped: boolean): string =>
  JSON.stringify(text).replace(/[^\0-\x7f]/g, (unit) =>
    isEscaped || !encoder.canWrite(unit) ? `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}` : unit,
  )

/** The user's content of a cell as text, numbers with the decimal mark of the file. */
export function enteredText(content: CellContent, mark: DecimalMark): string {
  if (typeof content === 'string') return content
  const { number, currency } = content
  const written = withMark(number, mark)
  return currency === undefined ? written : withSign(written, currency)
}

/** A number literal; undefined for text and for a number that is written with its currency. */
export function numberLiteral(content: CellContent): string | undefined {
  if (typeof content === 'string' || content.currency !== undefined) return undefined
  const decimal = parseDecimal(content.number)
  return decimal && decimalText(decimal)
}
