import { type Currency, CURRENCY_CODES, otherCurrency } from '#money/currency.ts'
import { parsePriceText } from '#pricelist/price-text.ts'
import {
  type DecimalMark,
  DecimalMarkCounter,
  decimalMarks,
  markedPrice,
  readAs,
  replacedPrice,
  withMark,
  withSign,
} from '#writeback/price-style.ts'
import { translateCurrencyName, withCode } from '#writeback/price-titles.ts'
import { type CellContent, type PricedColumn, type WriteBackPlan, amountIn } from '#writeback/plan.ts'
import type { ConvertedCell } from '#writeback/converted-cells.ts'
import type { Encoder } from '../bytes/encoder.ts'
import { type FieldForm, isNumber, isText } from './field-width.ts'

/** A row of the table or an added one: its new prices, the user's new content, and the text that it has. */
export type RowChange = {
  readonly contentColumns: Iterable<number>
  priceOf(column: PricedColumn): ConvertedCell | undefined
  contentAt(c: number): CellContent | undefined
  textOf(c: number): string
}

/** What is to be written in the fields of a row: plain decimals in fields of numbers, texts in those of texts. */
export class PlannedValues {
  readonly #plan: WriteBackPlan
  readonly #columns: readonly FieldForm[]
  readonly #encoder: Encoder
  readonly #priceColumns: ReadonlyMap<number, PricedColumn>
  readonly #marks: ReadonlyMap<number, DecimalMark>

  /** @param textAt the text of a cell of the table */
  constructor(
    plan: WriteBackPlan,
    columns: readonly FieldForm[],
    encoder: Encoder,
    textAt: (row: number, c: number) => string,
  ) {
    this.#plan = plan
    this.#columns = columns
    this.#encoder = encoder
    this.#priceColumns = new Map(plan.columns.map((column) => [column.column, column]))
    this.#marks = marksOf(plan, columns, textAt)
  }

  /** The new value of a field; undefined where it stays, null where a field of its type cannot have it. */
  valueOf(c: number, row: RowChange): string | null | undefined {
    const field = this.#columns[c]
    const content = row.contentAt(c)
    const isReplacing = this.#plan.placement === 'replace'
    const column = isReplacing ? this.#priceColumns.get(c) : undefined
    const price = column && row.priceOf(column)
    if (
      field === undefined ||
      (content === undefined && price === undefined && c !== this.#plan.currencyColumn)
    )
      return undefined
    if (isText(field)) return this.#textOf(c, row, content, price)
    if (!isNumber(field)) return content === undefined ? undefined : null
    if (price !== undefined) return amountIn(price, otherCurrency(price.from))
    return content === undefined ? undefined : numberOf(content)
  }

  #textOf(
    c: number,
    row: RowChange,
    content: CellContent | undefined,
    price: ConvertedCell | undefined,
  ): string | undefined {
    const entered = content === undefined ? undefined : this.#entered(c, content)
    if (price !== undefined) {
      const to = otherCurrency(price.from)
      const inPlace = price.isMarked === true ? markedPrice : replacedPrice
      const text = inPlace(entered ?? row.textOf(c), amountIn(price, to), to, this.#markOf(c))
      return this.#encodable(text, to)
    }
    if (this.#plan.placement !== 'replace' || c !== this.#plan.currencyColumn) return entered
    return this.#translatedCurrency(entered ?? row.textOf(c), row) ?? entered
  }

  #entered(c: number, content: CellContent): string {
    if (typeof content === 'string')
      return this.#priceColumns.has(c) ? this.#encodable(content, ...CURRENCY_CODES) : content
    const written = withMark(content.number, this.#markOf(c))
    return content.currency === undefined
      ? written
      : this.#encodable(withSign(written, content.currency), content.currency)
  }

  /** The name of the other currency, where the field names that of a replaced price. */
  #translatedCurrency(word: string, row: RowChange): string | undefined {
    const prices = this.#plan.columns.flatMap((column) => row.priceOf(column) ?? [])
    const translated = translateCurrencyName(word, prices)
    return translated === undefined ? undefined : this.#encodable(translated, ...CURRENCY_CODES)
  }

  #markOf(c: number): DecimalMark {
    return this.#marks.get(c) ?? '.'
  }

  /** The text with the codes of these currencies in place of words that the encoding of the table lacks. */
  #encodable(text: string, ...currencies: readonly Currency[]): string {
    let written = text
    for (const currency of currencies)
      if (!this.#encoder.canWrite(written)) written = withCode(written, currency)
    return written
  }
}

/** The plain decimal of the user's content; null for a text, and for a currency that no number can name. */
function numberOf(content: CellContent): string | null {
  if (typeof content !== 'string') return content.currency === undefined ? content.number : null
  if (content.trim() === '') return ''
  const reading = parsePriceText(content)
  return reading.kind === 'price' && reading.currency === undefined ? reading.price : null
}

/** The decimal marks of prices in fields of texts. */
function marksOf(
  { columns }: WriteBackPlan,
  fields: readonly FieldForm[],
  textAt: (row: number, c: number) => string,
): ReadonlyMap<number, DecimalMark> {
  const counters = new Map<number, DecimalMarkCounter>()
  for (const { column, cells } of columns) {
    const field = fields[column]
    if (field === undefined || !isText(field)) continue
    const counter = new DecimalMarkCounter(readAs(cells))
    for (const row of cells.keys()) counter.count(textAt(row, column), row)
    counters.set(column, counter)
  }
  return decimalMarks(counters, [...counters.keys()])
}
