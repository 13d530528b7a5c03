import { decimalText, parseDecimal } from '#money/decimal.ts'
import type { ByteView } from '../bytes/byte-text.ts'
import type { Encoder } from '../bytes/encoder.ts'
import type { JsonItem, JsonMember } from './items.ts'
import { type DecimalMark, withMark } from '#writeback/price-style.ts'
import type { CellContent } from '#writeback/plan.ts'

/** The key that a member is read under. */
export function keyOf(view: ByteView, { keyStart, keyEnd }: JsonMember): string {
  const literal = view.read(keyStart, keyEnd)
  return literal.includes('\\') ? (JSON.parse(literal) as string) : literal.slice(1, -1)
}

/** The member with this key; of several the last counts, as in JSON.parse. */
export const memberOf = (view: ByteView, item: JsonItem, key: string): JsonMember | undefined =>
  item.members?.findLast((member) => keyOf(view, member) === key)

/** The text that a member's value is, or the literal of one that is none. */
export function textOfMember(view: ByteView, { valueStart, valueEnd }: JsonMember): string {
  const literal = view.read(valueStart, valueEnd)
  return literal.startsWith('"') ? (JSON.parse(literal) as string) : literal
}

export const isTextMember = (view: ByteView, { valueStart }: JsonMember): boolean =>
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
