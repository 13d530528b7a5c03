import { otherCurrency } from '#domain/money.ts'
import type { ByteView } from './byte-view.ts'
import type { Encoder } from './encoder.ts'
import type { JsonItem, JsonMember } from './json-items.ts'
import { isTextMember, literalOf, memberText, numberLiteral, textOfMember, typedText } from './json-member.ts'
import { type DecimalMark, replacedPrice, withMark } from './new-amount.ts'
import { newTitle, titleInOther } from './new-title.ts'
import { amountIn, type CellContent, type ConvertedCell, type WriteBackOrder } from './order.ts'

/** Columns of the table that every JSON catalogue has: name, price and currency. */
export const FIXED_COLUMNS = 3

export type JsonTask = {
  readonly encoder: Encoder
  /** By column of the table. */
  readonly keys: readonly string[]
  readonly marks: ReadonlyMap<number, DecimalMark>
  readonly order: WriteBackOrder
}

export type Cells = ReadonlyMap<number, CellContent>
export type Prices = ReadonlyMap<number, ConvertedCell>

/** An edit of the bytes of one item. */
export type Edit = { readonly start: number; readonly end: number; readonly text: string }

/** Keys and values that are not in the file, or not as they are to be. */
export class JsonValues {
  readonly #view: ByteView
  readonly #task: JsonTask

  constructor(view: ByteView, task: JsonTask) {
    this.#view = view
    this.#task = task
  }

  /** The literal that is to stand as the value of a key; undefined where it stays. */
  valueOf(c: number, like: JsonMember | undefined, typed: Cells, prices: Prices): string | undefined {
    const { placement, currencyColumn } = this.#task.order
    const content = typed.get(c)
    const isText = like === undefined ? typeof content === 'string' : isTextMember(this.#view, like)
    const own =
      content === undefined ? like && textOfMember(this.#view, like) : typedText(content, this.#markOf(c))
    const cell = prices.get(c)
    if (placement === 'replace' && cell !== undefined) {
      const to = otherCurrency(cell.from)
      const amount = amountIn(cell, to)
      return isText ? this.literal(replacedPrice(own ?? '', amount, to, this.#markOf(c)), like) : amount
    }
    if (placement === 'replace' && c === currencyColumn && own !== undefined) {
      const turned = turnedCurrency(own, prices)
      if (turned !== undefined) return this.literal(turned, like)
    }
    if (content === undefined || own === undefined) return undefined
    return (isText ? undefined : numberLiteral(content)) ?? this.literal(own, like)
  }

  /** A key that names the currency of its price, with the other one. */
  turnedKey(
    c: number,
    key: string,
    member: JsonMember | undefined,
    cell: ConvertedCell,
    taken: readonly string[],
  ): Edit[] {
    const turned = titleInOther(key, otherCurrency(cell.from))
    if (c < FIXED_COLUMNS || member === undefined || turned === undefined || taken.includes(turned)) return []
    return [{ start: member.keyStart, end: member.keyEnd, text: this.literal(turned, member) }]
  }

  /** The new key and its amount, of the type that the price has; the key is taken from then on. */
  newMember(
    item: JsonItem,
    c: number,
    member: JsonMember | undefined,
    cell: ConvertedCell,
    taken: string[],
  ): string {
    const to = otherCurrency(cell.from)
    const key = newTitle(this.#task.keys[c]!, to, taken)
    taken.push(key)
    const like = member ?? item.members?.[0]
    const isText = member !== undefined && isTextMember(this.#view, member)
    const amount = amountIn(cell, to)
    const value = isText ? this.literal(withMark(amount, this.#markOf(c)), member) : amount
    return memberText(this.#view.text, like, this.literal(key, member), value)
  }

  /** A member for a key that the item does not have. */
  member(item: JsonItem, key: string, value: string): string {
    return memberText(this.#view.text, item.members?.[0], this.literal(key, undefined), value)
  }

  #markOf(c: number): DecimalMark {
    return this.#task.marks.get(c) ?? this.#task.marks.values().next().value ?? '.'
  }

  /** A string literal in the manner of the member that it is for. */
  literal(text: string, like: JsonMember | undefined): string {
    const isEscaped =
      like !== undefined && this.#view.text.slice(like.keyStart, like.valueEnd).includes('\\u')
    return literalOf(text, this.#task.encoder, isEscaped)
  }
}

/** `bgn` as `eur`, where a price that is replaced was in it. */
function turnedCurrency(word: string, prices: Prices): string | undefined {
  for (const { from } of prices.values()) {
    const turned = titleInOther(word, otherCurrency(from))
    if (turned !== undefined) return turned
  }
  return undefined
}
