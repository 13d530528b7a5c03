import { type Currency, otherCurrency } from '#money/currency.ts'
import type { ByteText } from '../bytes/byte-text.ts'
import type { Encoder } from '../bytes/encoder.ts'
import {
  type JsonItem,
  type JsonMember,
  isTextMember,
  literalOf,
  memberText,
  numberLiteral,
  textOfMember,
  typedText,
} from './items.ts'
import { type DecimalMark, markedPrice, replacedPrice, withMark } from '#writeback/price-style.ts'
import { newTitle, translateTitle } from '#writeback/price-titles.ts'
import { type CellContent, type WriteBackPlan, amountIn } from '#writeback/plan.ts'
import type { ConvertedCell } from '#writeback/converted-cells.ts'

/** Columns of the table that every JSON catalogue has: name, price and currency. */
export const FIXED_COLUMNS = 3

export type JsonPatchContext = {
  readonly encoder: Encoder
  /** By column of the table. */
  readonly keys: readonly string[]
  /** Every key that any item has. */
  readonly taken: ReadonlySet<string>
  readonly marks: ReadonlyMap<number, DecimalMark>
  readonly order: WriteBackPlan
}

export type Cells = ReadonlyMap<number, CellContent>
export type Prices = ReadonlyMap<number, ConvertedCell>

/** An edit of the bytes of one item. */
export type Edit = { readonly start: number; readonly end: number; readonly text: string }

/** Keys and values that are not in the file, or not as they are to be. */
export class JsonValues {
  readonly #view: ByteText
  readonly #task: JsonPatchContext
  /** New keys by column and currency: every item calls the same price the same, and no item has that key already. */
  readonly #newKeys = new Map<string, string>()
  readonly #taken: string[]

  constructor(view: ByteText, task: JsonPatchContext) {
    this.#view = view
    this.#task = task
    this.#taken = [...task.taken]
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
      if (!isText && cell.isMarked !== true) return amount
      const inPlace = cell.isMarked === true ? markedPrice : replacedPrice
      return this.literal(inPlace(own ?? '', amount, to, this.#markOf(c)), like)
    }
    if (placement === 'replace' && c === currencyColumn && own !== undefined) {
      const turned = turnedCurrency(own, prices)
      if (turned !== undefined) return this.literal(turned, like)
    }
    if (content === undefined || own === undefined) return undefined
    return (isText ? undefined : numberLiteral(content)) ?? this.literal(own, like)
  }

  /** A key that names the currency of a replaced price, with the other one; undefined where it stays. */
  turnedKey(c: number, { from }: ConvertedCell): string | undefined {
    const to = otherCurrency(from)
    const isNamed = c >= FIXED_COLUMNS && translateTitle(this.#task.keys[c]!, to) !== undefined
    return isNamed && this.#task.order.placement === 'replace' ? this.#newKey(c, to) : undefined
  }

  /** The new key and its amount, of the type that the price has. */
  newMember(item: JsonItem, c: number, member: JsonMember | undefined, cell: ConvertedCell): string {
    const to = otherCurrency(cell.from)
    const key = this.#newKey(c, to)
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

  /** A key that names its currency is turned into the other one, else it gets it. */
  #newKey(c: number, to: Currency): string {
    const known = this.#newKeys.get(c + to)
    if (known !== undefined) return known
    const key = newTitle(this.#task.keys[c]!, to, this.#taken)
    this.#taken.push(key)
    this.#newKeys.set(c + to, key)
    return key
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
    const turned = translateTitle(word, otherCurrency(from))
    if (turned !== undefined) return turned
  }
  return undefined
}
