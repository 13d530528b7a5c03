import { type Currency, otherCurrency } from '#money/currency.ts'
import type { Delimiter } from '#table/text-source.ts'
import { escapeFormula } from './write.ts'
import { currencyOfWord } from '#pricelist/currency/currency-words.ts'
import type { CsvScan } from './patch-scan.ts'
import type { Encoder } from '../bytes/encoder.ts'
import { type DecimalMark, markedPrice, replacedPrice, withMark } from '#writeback/price-style.ts'
import { newTitle, replaceTitle, translateTitle, withCode } from '#writeback/price-titles.ts'
import {
  type CellContent,
  type PricedColumn,
  type WriteBackPlan,
  amountIn,
  targetCurrencies,
} from '#writeback/plan.ts'
import type { ConvertedCell } from '#writeback/converted-cells.ts'

/** A row of the file or one that was added: its price of a column, and what the person has put in a cell. */
export type CsvRowChange = {
  priceOf(column: PricedColumn): ConvertedCell | undefined
  contentOf(c: number): CellContent | undefined
}

/** How a row is written: whether its field has quotes, and whether it bears more of them. */
export type RowStyle = { isQuoted(c: number): boolean; mayBeQuoted(): boolean }

type NewColumn = { readonly source: PricedColumn; readonly target: Currency; readonly title: string }

/** What a title is turned into, and the number that it gets behind it where another has that title. */
type Turned = { readonly to: Currency; readonly number: string }

/** The texts of cells that are not in the file, or not as they are to be. */
export class CsvCellWriter {
  /** Columns behind which new ones stand. */
  readonly places: ReadonlyMap<number, readonly NewColumn[]>
  readonly #order: WriteBackPlan
  readonly #survey: CsvScan
  readonly #delimiter: Delimiter
  readonly #encoder: Encoder
  readonly #priced: ReadonlyMap<number, PricedColumn>
  readonly #turned: ReadonlyMap<number, readonly Turned[]>

  constructor(order: WriteBackPlan, survey: CsvScan, delimiter: Delimiter, encoder: Encoder) {
    this.#order = order
    this.#survey = survey
    this.#delimiter = delimiter
    this.#encoder = encoder
    this.#priced = new Map(order.columns.map((column) => [column.column, column]))
    this.places = this.#placesOf(order)
    this.#turned = this.#turnedTitles(order)
  }

  /** The new cells behind column `c`, each with its delimiter before it; `row` is null above the data. */
  behind(c: number, row: CsvRowChange | 'header' | null, style: RowStyle): string {
    let cells = ''
    for (const { source, target, title } of this.places.get(c) ?? []) {
      const isQuoted = style.isQuoted(source.column)
      const price = row === null || row === 'header' ? undefined : row.priceOf(source)
      if (row === 'header') cells += this.#delimiter + this.quoted(title, isQuoted)
      else if (price === undefined) cells += this.#delimiter + this.quoted('', isQuoted)
      else cells += this.#delimiter + this.#amount(amountIn(price, target), source.column, style)
    }
    return cells
  }

  /** What is to stand in a cell instead of its own text; undefined where that stays. */
  contentOf(c: number, row: CsvRowChange, own: () => string, style: RowStyle): string | undefined {
    const typed = this.#typed(c, row.contentOf(c))
    if (this.#order.placement !== 'replace') return typed
    const column = this.#priced.get(c)
    const price = column && row.priceOf(column)
    if (price !== undefined) return this.#replaced(typed ?? own(), price, c, style)
    if (c !== this.#order.currencyColumn) return typed
    return this.#otherWord(typed ?? own(), row) ?? typed
  }

  /**
   * The title of a column, or the half of one that names the currency of its prices, with the other one; undefined where it
   * stays. Further down titles stand again, and it is the same as above.
   */
  turnedTitle(c: number, title: string): string | undefined {
    for (const { to, number } of this.#turned.get(c) ?? []) {
      const turned = translateTitle(title, to)
      if (turned !== undefined) return this.#writable(number === '' ? turned : turned.trimEnd() + number, to)
    }
    return undefined
  }

  /** The text as a field; in quotes where it must be. */
  quoted(text: string, isQuoted: boolean): string {
    return isQuoted || this.needsQuotes(text) || text !== text.trim()
      ? `"${text.replaceAll('"', '""')}"`
      : text
  }

  needsQuotes(text: string): boolean {
    return text.includes(this.#delimiter) || /["\r\n]/.test(text)
  }

  #placesOf({ placement, columns }: WriteBackPlan): Map<number, NewColumn[]> {
    const places = new Map<number, NewColumn[]>()
    if (placement === 'replace') return places
    const taken = this.#survey.isSecondHeader ? [] : [...this.#survey.titles]
    for (const source of columns.toSorted((a, b) => a.column - b.column)) {
      const place = placement === 'end' ? this.#survey.width - 1 : source.column
      for (const target of targetCurrencies(source)) {
        const title = this.#writable(
          newTitle(this.#survey.titles[source.column] ?? '', target, taken),
          target,
        )
        // Under titles of their own, currencies may be alike.
        if (!this.#survey.isSecondHeader) taken.push(title)
        places.set(place, [...(places.get(place) ?? []), { source, target, title }])
      }
    }
    return places
  }

  #turnedTitles({ placement, columns }: WriteBackPlan): Map<number, Turned[]> {
    const turned = new Map<number, Turned[]>()
    if (placement !== 'replace') return turned
    const { titles, isSecondHeader } = this.#survey
    const taken = [...titles]
    for (const source of columns) {
      if (source.cells.size === 0) continue
      const c = source.column
      const title = (titles[c] ?? '').trim()
      const others = isSecondHeader ? [] : taken.toSpliced(c, 1)
      const targets = targetCurrencies(source).toReversed()
      turned.set(
        c,
        targets.map((to) => ({ to, number: numberBehind(title, to, others) })),
      )
      taken.push(...targets.flatMap((to) => replaceTitle(title, to, others) ?? []))
    }
    return turned
  }

  #markOf(c: number): DecimalMark {
    return this.#survey.marks.get(c) ?? '.'
  }

  /** One more quote in a row with an open one would close it: there the point is the mark that needs none. */
  #amount(amount: string, c: number, style: RowStyle): string {
    const mark = this.#markOf(c)
    const isQuoted = style.isQuoted(c)
    if (mark === this.#delimiter && !isQuoted && !style.mayBeQuoted()) return amount
    const text = withMark(amount, mark)
    return isQuoted || mark === this.#delimiter ? `"${text}"` : text
  }

  #replaced(text: string, price: ConvertedCell, c: number, style: RowStyle): string {
    const to = otherCurrency(price.from)
    const amount = amountIn(price, to)
    const inPlace = price.isMarked === true ? markedPrice : replacedPrice
    const replaced = this.#writable(inPlace(text, amount, to, this.#markOf(c)), to)
    if (!this.needsQuotes(replaced) || style.isQuoted(c) || style.mayBeQuoted()) return replaced
    return price.isMarked === true ? `${amount} ${to}` : amount
  }

  #typed(c: number, content: CellContent | undefined): string | undefined {
    if (content === undefined) return undefined
    return typeof content === 'string' ? escapeFormula(content) : withMark(content.number, this.#markOf(c))
  }

  /** The word for the other currency, where this one names the currency of a price that is replaced. */
  #otherWord(word: string, row: CsvRowChange): string | undefined {
    const named = currencyOfWord(word)
    const isReplaced = this.#order.columns.some((column) => row.priceOf(column)?.from === named)
    if (named === undefined || !isReplaced) return undefined
    const to = otherCurrency(named)
    const turned = translateTitle(word, to) ?? to
    return this.#writable(currencyOfWord(turned) === to ? turned : to, to)
  }

  #writable(text: string, currency: Currency): string {
    return this.#encoder.canWrite(text) ? text : withCode(text, currency)
  }
}

function numberBehind(title: string, to: Currency, others: readonly string[]): string {
  const turned = replaceTitle(title, to, others)
  return turned?.slice(translateTitle(title, to)!.length) ?? ''
}
