import { type Currency, otherCurrency } from '#money/currency.ts'
import type { Encoder } from '../bytes/encoder.ts'
import { enteredText, numberLiteral, stringLiteral } from './literals.ts'
import type { JsonRows } from './rows.ts'
import { meaningOfHeader } from '#pricelist/headers/header-meaning.ts'
import { type DecimalMark, markedPrice, replacedPrice, withMark } from '#writeback/price-style.ts'
import { translateCurrencyName, translateTitle } from '#writeback/price-titles.ts'
import { type AddedRow, type CellContent, type WriteBackPlan, amountIn } from '#writeback/plan.ts'
import type { ConvertedCell } from '#writeback/converted-cells.ts'

export type JsonPatchContext = {
  readonly rows: JsonRows
  readonly encoder: Encoder
  readonly marks: ReadonlyMap<number, DecimalMark>
  readonly plan: WriteBackPlan
  readonly changed: ReadonlyMap<number, Cells>
  readonly added: readonly AddedRow[]
  /** The key beside that of a column, for prices in `currency`; no object has one of them already. */
  keyFor(column: number, currency: Currency): string
  /** Columns whose prices are texts. */
  readonly textColumns: ReadonlySet<number>
  /** Whether keys name the currency of their prices, and change with it. */
  isKeyTranslated(column: number): boolean
}

export type Cells = ReadonlyMap<number, CellContent>
export type Prices = ReadonlyMap<number, ConvertedCell>

/** Creates new and changed keys and values. Nodes are those of members. */
export class JsonValues {
  readonly #context: JsonPatchContext
  /** New keys by column and currency, the same in all items. */
  readonly #newKeys = new Map<string, string>()

  constructor(context: JsonPatchContext) {
    this.#context = context
  }

  /**
   * The literal of a new value; undefined where the value is unchanged.
   * @param like the node that has it now
   */
  newValue(c: number, like: number | undefined, typed: Cells, prices: Prices): string | undefined {
    const { plan } = this.#context
    const { placement, currencyColumn } = plan
    const content = typed.get(c)
    const isText = like === undefined ? typeof content === 'string' : this.#isText(like)
    const own =
      content === undefined
        ? like === undefined
          ? undefined
          : this.#valueOf(like)
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
      const translated = translateCurrencyName(own, prices.values())
      if (translated !== undefined)
        return (isText ? undefined : numberLiteral({ number: translated })) ?? this.literal(translated, like)
    }
    if (content === undefined || own === undefined) return undefined
    return (isText ? undefined : numberLiteral(content)) ?? this.literal(own, like)
  }

  /** A key that names the currency of a replaced price, with the other one; undefined where the key is unchanged. */
  translatedKey(c: number, { from }: ConvertedCell): string | undefined {
    const to = otherCurrency(from)
    const key = this.#context.rows.columns[c]?.steps.at(-1)?.key
    if (key === undefined || !this.#context.isKeyTranslated(c) || this.#context.plan.placement !== 'replace')
      return undefined
    return translateTitle(key, to) === undefined ? undefined : this.#keyFor(c, to)
  }

  /**
   * A member with the converted amount: a string where the price is one, else a number.
   * @param like a member whose white space it has
   */
  newMember(
    c: number,
    price: number | undefined,
    like: number | undefined,
    cell: ConvertedCell,
  ): { readonly key: string; readonly text: string } {
    const to = otherCurrency(cell.from)
    const isText = price !== undefined && this.#isText(price)
    const amount = amountIn(cell, to)
    const value = isText ? this.literal(withMark(amount, this.#markOf(c)), price) : amount
    const key = this.#keyFor(c, to)
    return { key, text: this.formatMember(price ?? like, this.literal(key, price), value) }
  }

  /**
   * The literal of a missing price, which the other price column of the file has: undefined where the key does not name the
   * currency that it is converted to.
   */
  filledValue(c: number, price: number | undefined, cell: ConvertedCell): string | undefined {
    const { rows, plan, textColumns } = this.#context
    const to = otherCurrency(cell.from)
    const isMissing = price === undefined || (!this.#isText(price) && rows.tape.valueOf(price) === 'null')
    const key = rows.columns[c]?.steps.at(-1)?.key
    if (!isMissing || key === undefined || plan.placement === 'replace') return undefined
    if (!this.#context.isKeyTranslated(c) || meaningOfHeader(key).currency !== to) return undefined
    const amount = amountIn(cell, to)
    return textColumns.has(c) ? this.literal(withMark(amount, this.#markOf(c)), price) : amount
  }

  /** `"price_eur": "6.39"`, with the white space around the colon as in the member `like`. */
  formatMember(like: number | undefined, key: string, value: string): string {
    if (like === undefined) return `${key}: ${value}`
    const { tape } = this.#context.rows
    return key + tape.source.text.slice(tape.keyEndOf(like), tape.startOf(like)) + value
  }

  /** A string literal, escaped as in the member `like`. */
  literal(text: string, like: number | undefined): string {
    return stringLiteral(text, this.#context.encoder, like !== undefined && this.#isEscaped(like))
  }

  #isEscaped(node: number): boolean {
    const { tape } = this.#context.rows
    const member = node < 0 ? -1 - node : node
    const key = tape.keyStartOf(member)
    const start = key < 0 ? tape.startOf(member) : key
    const end = node < 0 ? tape.keyEndOf(member) : tape.endOf(member)
    return tape.source.text.slice(start, end).includes('\\u')
  }

  #isText(node: number): boolean {
    return node < 0 || this.#context.rows.tape.isText(node)
  }

  #valueOf(node: number): string {
    const { tape } = this.#context.rows
    return node < 0 ? tape.keyOf(-1 - node) : tape.valueOf(node)
  }

  #keyFor(c: number, to: Currency): string {
    const known = this.#newKeys.get(c + to)
    if (known !== undefined) return known
    const key = this.#context.keyFor(c, to)
    this.#newKeys.set(c + to, key)
    return key
  }

  #markOf(c: number): DecimalMark {
    return this.#context.marks.get(c) ?? this.#context.marks.values().next().value ?? '.'
  }
}
