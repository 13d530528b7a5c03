import { type Currency, otherCurrency } from '#money/currency.ts'
import type { ByteText } from '../bytes/byte-text.ts'
import type { Encoder } from '../bytes/encoder.ts'
import {
  type JsonItem,
  type JsonMember,
  isTextMember,
  stringLiteral,
  formatMember,
  numberLiteral,
  memberValueText,
  enteredText,
} from './items.ts'
import { type DecimalMark, markedPrice, replacedPrice, withMark } from '#writeback/price-style.ts'
import { newTitle, translateTitle } from '#writeback/price-titles.ts'
import { type CellContent, type WriteBackPlan, amountIn } from '#writeback/plan.ts'
import type { ConvertedCell } from '#writeback/converted-cells.ts'

/** Columns that the table of every JSON price list has: name, price and currency. */
export const FIXED_COLUMNS = 3

export type JsonPatchContext = {
  readonly encoder: Encoder
  /** By column of the table. */
  readonly keys: readonly string[]
  /** Every key that any item has. */
  readonly usedKeys: ReadonlySet<string>
  readonly marks: ReadonlyMap<number, DecimalMark>
  readonly plan: WriteBackPlan
}

export type Cells = ReadonlyMap<number, CellContent>
export type Prices = ReadonlyMap<number, ConvertedCell>

/** Creates new and changed keys and values. */
export class JsonValues {
  readonly #view: ByteText
  readonly #context: JsonPatchContext
  /** New keys by column and currency, the same in all items. No item has one of them already. */
  readonly #newKeys = new Map<string, string>()
  readonly #usedKeys: string[]

  constructor(view: ByteText, context: JsonPatchContext) {
    this.#view = view
    this.#context = context
    this.#usedKeys = [...context.usedKeys]
  }

  /**
   * The literal of a new value; undefined where the value is unchanged.
   * @param like the member that has it now
   */
  newValue(c: number, like: JsonMember | undefined, typed: Cells, prices: Prices): string | undefined {
    const { placement, currencyColumn } = this.#context.plan
    const content = typed.get(c)
    const isText = like === undefined ? typeof content === 'string' : isTextMember(this.#view, like)
    const own =
      content === undefined
        ? like && memberValueText(this.#view, like)
        : enteredText(content, this.#markOf(c))
    const cell = prices.get(c)
    if (placement === 'replace' && cell !== undefined) {
      const to = otherCurrency(cell.from)
      const amount = amountIn(cell, to)
      if (!isText && cell.isMarked !== true) return amount
      const inPlace = cell.isMarked === true ? markedPrice : replacedPrice
      return this.literal(inPlace(own ?? '', amount, to, this.#markOf(c)), like)
    }
    if (placement === 'replace' && c === currencyColumn && own !== undefined) {
      const translated = translateCurrency(own, prices)
      if (translated !== undefined) return this.literal(translated, like)
    }
    if (content === undefined || own === undefined) return undefined
    return (isText ? undefined : numberLiteral(content)) ?? this.literal(own, like)
  }

  /** A key that names the currency of a replaced price, with the other one; undefined where the key is unchanged. */
  translatedKey(c: number, { from }: ConvertedCell): string | undefined {
    const to = otherCurrency(from)
    const isNamed = c >= FIXED_COLUMNS && translateTitle(this.#context.keys[c]!, to) !== undefined
    return isNamed && this.#context.plan.placement === 'replace' ? this.#keyFor(c, to) : undefined
  }

  /** A member with the converted amount: a string where the price is one, else a number. */
  newMember(item: JsonItem, c: number, member: JsonMember | undefined, cell: ConvertedCell): string {
    const to = otherCurrency(cell.from)
    const key = this.#keyFor(c, to)
    const like = member ?? item.members?.[0]
    const isText = member !== undefined && isTextMember(this.#view, member)
    const amount = amountIn(cell, to)
    const value = isText ? this.literal(withMark(amount, this.#markOf(c)), member) : amount
    return formatMember(this.#view.text, like, this.literal(key, member), value)
  }

  member(item: JsonItem, key: string, value: string): string {
    return formatMember(this.#view.text, item.members?.[0], this.literal(key, undefined), value)
  }

  /** The key of a column with the other currency in place of its own, or added to it. */
  #keyFor(c: number, to: Currency): string {
    const known = this.#newKeys.get(c + to)
    if (known !== undefined) return known
    const key = newTitle(this.#context.keys[c]!, to, this.#usedKeys)
    this.#usedKeys.push(key)
    this.#newKeys.set(c + to, key)
    return key
  }

  #markOf(c: number): DecimalMark {
    return this.#context.marks.get(c) ?? this.#context.marks.values().next().value ?? '.'
  }

  /** A string literal, escaped as in the member `like`. */
  literal(text: string, like: JsonMember | undefined): string {
    const isEscaped =
      like !== undefined && this.#view.text.slice(like.keyStart, like.valueEnd).includes('\\u')
    return stringLiteral(text, this.#context.encoder, isEscaped)
  }
}

/** Translates the name of a currency that a replaced price had. */
function translateCurrency(word: string, prices: Prices): string | undefined {
  for (const { from } of prices.values()) {
    const translated = translateTitle(word, otherCurrency(from))
    if (translated !== undefined) return translated
  }
  return undefined
}
