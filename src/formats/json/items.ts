import { decimalText, parseDecimal } from '#money/decimal.ts'
import type { ByteText } from '../bytes/byte-text.ts'
import type { Encoder } from '../bytes/encoder.ts'
import { type DecimalMark, withMark } from '#writeback/price-style.ts'
import type { CellContent } from '#writeback/plan.ts'

/** A member of an item, as offsets in the text: from quote to quote, and the value without spaces around it. */
export type JsonMember = {
  readonly keyStart: number
  readonly keyEnd: number
  readonly valueStart: number
  readonly valueEnd: number
}

/** One item of the array; `members` is undefined for one that is no object. */
export type JsonItem = {
  readonly start: number
  /** Behind its last bracket. */
  readonly end: number
  readonly members: readonly JsonMember[] | undefined
}

/** Walks over the items of an array in text that JSON.parse takes. Linear, and without recursion. */
export function* jsonItems(text: string): Generator<JsonItem> {
  let at = afterSpace(text, afterSpace(text, 0) + 1)
  while (at < text.length && text[at] !== ']') {
    const item =
      text[at] === '{' ? objectAt(text, at) : { start: at, end: endOfValue(text, at), members: undefined }
    yield item
    at = afterSpace(text, item.end)
    if (text[at] === ',') at = afterSpace(text, at + 1)
  }
}

function objectAt(text: string, start: number): JsonItem {
  const members: JsonMember[] = []
  let at = afterSpace(text, start + 1)
  while (at < text.length && text[at] !== '}') {
    const keyEnd = endOfString(text, at)
    const valueStart = afterSpace(text, afterSpace(text, keyEnd) + 1)
    const valueEnd = endOfValue(text, valueStart)
    members.push({ keyStart: at, keyEnd, valueStart, valueEnd })
    at = afterSpace(text, valueEnd)
    if (text[at] === ',') at = afterSpace(text, at + 1)
  }
  return { start, end: at + 1, members }
}

const QUOTE = 0x22
const COMMA = 0x2c
const ESCAPE = 0x5c
const OPENING: ReadonlySet<number> = new Set([0x5b, 0x7b])
const CLOSING: ReadonlySet<number> = new Set([0x5d, 0x7d])

/** Of JSON: space, tab and line ends. */
const isSpace = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09

function afterSpace(text: string, from: number): number {
  let at = from
  while (isSpace(text.charCodeAt(at))) at++
  return at
}

/** Behind the closing quote of the string that opens at `open`. */
function endOfString(text: string, open: number): number {
  for (let at = open + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === ESCAPE) at++
    else if (code === QUOTE) return at + 1
  }
  return text.length
}

function endOfValue(text: string, start: number): number {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) {
      at = endOfString(text, at) - 1
      if (depth === 0) return at + 1
    } else if (OPENING.has(code)) depth++
    else if (CLOSING.has(code)) {
      // The bracket of the item itself ends a number behind which nothing else stands.
      if (depth === 0) return at
      if (--depth === 0) return at + 1
    } else if (depth === 0 && (code === COMMA || isSpace(code))) return at
  }
  return text.length
}

/** The key that a member is read under. */
export function keyOf(view: ByteText, { keyStart, keyEnd }: JsonMember): string {
  const literal = view.read(keyStart, keyEnd)
  return literal.includes('\\') ? (JSON.parse(literal) as string) : literal.slice(1, -1)
}

/** The member with this key; of several the last counts, as in JSON.parse. */
export const memberOf = (view: ByteText, item: JsonItem, key: string): JsonMember | undefined =>
  item.members?.findLast((member) => keyOf(view, member) === key)

/** The text that a member's value is, or the literal of one that is none. */
export function textOfMember(view: ByteText, { valueStart, valueEnd }: JsonMember): string {
  const literal = view.read(valueStart, valueEnd)
  return literal.startsWith('"') ? (JSON.parse(literal) as string) : literal
}

export const isTextMember = (view: ByteText, { valueStart }: JsonMember): boolean =>
  view.text[valueStart] === '"'

/** What stands between a member and the one before it, for one more: `,` and a new line, or as the others have it. */
export function separatorOf(text: string, { start, members = [] }: JsonItem, member: JsonMember): string {
  const i = members.indexOf(member)
  const [before, after] = i > 0 ? [members[i - 1]!, member] : [member, members[1]]
  return after === undefined
    ? `,${text.slice(start + 1, member.keyStart)}`
    : text.slice(before.valueEnd, after.keyStart)
}

/** `"price_eur": "6.39"`, with the colon as the member has it that it is made after. */
export const memberText = (text: string, like: JsonMember | undefined, key: string, value: string): string =>
  key + (like === undefined ? ': ' : text.slice(like.keyEnd, like.valueStart)) + value

/** A string literal; letters that the encoding lacks are escaped, or all where the file does so. */
export const literalOf = (text: string, encoder: Encoder, isEscaped: boolean): string =>
  JSON.stringify(text).replace(/[^\0-\x7f]/g, (unit) =>
    isEscaped || !encoder.canWrite(unit) ? `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}` : unit,
  )

/** What the person has typed, as a text where the file has texts. */
export function typedText(content: CellContent, mark: DecimalMark): string {
  return typeof content === 'string' ? content : withMark(content.number, mark)
}

/** The literal of a number as JSON has it; undefined for what is no plain decimal. */
export function numberLiteral(content: CellContent): string | undefined {
  const decimal = typeof content === 'string' ? undefined : parseDecimal(content.number)
  return decimal && decimalText(decimal)
}
