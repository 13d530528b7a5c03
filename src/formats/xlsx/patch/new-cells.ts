import { type Currency, otherCurrency } from '#money/currency.ts'
import type { ColumnLayout } from './new-columns.ts'
import {
  type DecimalMark,
  decimalMarkOf,
  hasExtraText,
  markedPrice,
  replacedPrice,
} from '#writeback/price-style.ts'
import { newTitle, translateTitle } from '#writeback/price-titles.ts'
import { type CellContent, type WriteBackPlan, amountIn, targetCurrencies } from '#writeback/plan.ts'
import type { ConvertedCell } from '#writeback/converted-cells.ts'
import { cellKey } from './scan-sheet.ts'

/** A cell to be written, in the place of the one that stands there. */
export type NewCell = {
  /** Index in the returned sheet. */
  readonly column: number
  readonly content: CellContent
  /** The cell whose style it takes: by its column in the user's sheet, in this row or in the last one. */
  readonly styleOf: number
  /** What its number format is to name. */
  readonly currency: Currency | null
  /** Whether a formula that stands in its place stays, with the content as its value. */
  readonly keepsFormula?: boolean
}

/** What the sheet says where new titles and currencies are told after it. */
type Words = {
  readonly titles: ReadonlyMap<number, string>
  readonly currencies: ReadonlyMap<number, string>
  /** Rows below the header in which titles of price columns stand again, and those columns. */
  readonly titlesAgain: ReadonlyMap<number, ReadonlySet<number>>
  /** By index of the column and of the row: prices that are text and are replaced. */
  readonly priceTexts: ReadonlyMap<number, ReadonlyMap<number, string>>
  /** Cells that others are worked out from by their form. */
  readonly locked: ReadonlySet<string>
  /** The last row that holds anything. */
  readonly lastRow: number
  /** Titles that belong to tables or are worked out. */
  readonly isTitleKept: (row: number, column: number) => boolean
}

/** All new cells by row, told from the order and from where its columns go. */
export class NewCells {
  readonly #order: WriteBackPlan
  readonly #places: ColumnLayout
  readonly #words: Words
  readonly #changed: ReadonlyMap<number, ReadonlyMap<number, CellContent>>
  readonly #targets: ReadonlyMap<number, readonly Currency[]>
  readonly #marks: ReadonlyMap<number, DecimalMark>
  readonly #sums: ReadonlyMap<number, ReadonlySet<number> | undefined>
  #newTitles: readonly NewCell[] | undefined

  constructor(order: WriteBackPlan, places: ColumnLayout, words: Words) {
    this.#order = order
    this.#places = places
    this.#words = words
    this.#changed = new Map(order.changed.map(({ row, cells }) => [row, cells]))
    this.#targets = new Map(order.columns.map((priced) => [priced.column, targetCurrencies(priced)]))
    this.#sums = new Map(order.columns.map(({ column, sums }) => [column, sums]))
    this.#marks = new Map(
      Array.from(words.priceTexts, ([column, texts]) => [column, decimalMarkOf(texts.values())]),
    )
  }

  /** Whether a title would turn and is kept all the same. */
  get keepsTitles(): boolean {
    const rows = [this.#order.headerRow ?? -1, ...this.#words.titlesAgain.keys()]
    return rows.some((row) => this.#turnedTitles(row).some((title) => this.#isKept(row, title)))
  }

  /** Indexes of the rows that have any, in order. */
  rows(): number[] {
    const { headerRow, columns, added } = this.#order
    const rows = new Set([...columns.flatMap(({ cells }) => [...cells.keys()]), ...this.#changed.keys()])
    if (headerRow !== null) rows.add(headerRow)
    for (const row of this.#words.titlesAgain.keys()) rows.add(row)
    for (const i of added.keys()) rows.add(this.#words.lastRow + 1 + i)
    return [...rows].toSorted((a, b) => a - b)
  }

  /** Whether the row is one that was added behind the last. */
  isAdded(row: number): boolean {
    return row > this.#words.lastRow
  }

  /** The new cells of a row, by column. */
  of(row: number): NewCell[] {
    const cells = new Map<number, NewCell>()
    const put = (cell: NewCell) => void cells.set(cell.column, cell)
    const added = this.isAdded(row) ? this.#order.added[row - this.#words.lastRow - 1] : undefined
    const own = added?.cells ?? this.#changed.get(row)
    for (const [column, content] of own ?? []) {
      if (this.#words.locked.has(cellKey(row, column))) continue
      put({ column: this.#places.shift(column), content, styleOf: column, currency: null })
    }
    for (const title of this.#titlesOf(row)) put(title)
    for (const { column, cells: prices } of this.#order.columns) {
      const price = added === undefined ? prices.get(row) : added.prices.get(column)
      if (price !== undefined) for (const cell of this.#pricesOf(column, row, price, own)) put(cell)
    }
    return [...cells.values()].toSorted((a, b) => a.column - b.column)
  }

  *#pricesOf(
    source: number,
    row: number,
    price: ConvertedCell,
    own: ReadonlyMap<number, CellContent> | undefined,
  ): Generator<NewCell> {
    if (this.#places.kind === 'columns') {
      for (const { column, source: of, currency } of this.#places.columns)
        if (of === source)
          yield { column, content: { number: amountIn(price, currency) }, styleOf: source, currency }
      return
    }
    const currency = this.#replacing(source, price)
    const replaced = this.#replaced(source, price, currency, this.#textAt(source, row, own))
    yield this.#sums.get(source)?.has(row) === true ? { ...replaced, keepsFormula: true } : replaced
    const { currencyColumn } = this.#order
    if (currencyColumn === null) return
    const word = own?.get(currencyColumn) ?? this.#words.currencies.get(row)
    const turned = typeof word === 'string' ? translateTitle(word, currency) : undefined
    if (turned !== undefined)
      yield { column: currencyColumn, content: turned, styleOf: currencyColumn, currency: null }
  }

  /** What stands in a price cell as text. */
  #textAt(
    column: number,
    row: number,
    own: ReadonlyMap<number, CellContent> | undefined,
  ): string | undefined {
    const typed = own?.get(column)
    if (typed !== undefined) return typeof typed === 'string' ? typed : undefined
    return this.#words.priceTexts.get(column)?.get(row)
  }

  /** A number, but text where more than the price is said: '12,50 лв./бр' becomes '6,39 евро/бр'. */
  #replaced(column: number, price: ConvertedCell, currency: Currency, text: string | undefined): NewCell {
    const number = amountIn(price, currency)
    const inPlace = price.isMarked === true ? markedPrice : replacedPrice
    const mark = this.#marks.get(column) ?? decimalMarkOf(text === undefined ? [] : [text])
    const replaced = text === undefined ? '' : inPlace(text, number, currency, mark)
    if (hasExtraText(replaced)) return { column, content: replaced, styleOf: column, currency: null }
    return { column, content: { number }, styleOf: column, currency }
  }

  /** The currency that a replaced price is in: the other one of the column, or of the cell where it has both. */
  #replacing(source: number, { from }: ConvertedCell): Currency {
    const [first, second] = this.#targets.get(source) ?? []
    return first !== undefined && second === undefined ? first : otherCurrency(from)
  }

  #titlesOf(row: number): readonly NewCell[] {
    return this.#turnedTitles(row).filter((title) => !this.#isKept(row, title))
  }

  #isKept(row: number, { column }: NewCell): boolean {
    return this.#places.kind === 'replace' && this.#words.isTitleKept(row, column)
  }

  #turnedTitles(row: number): readonly NewCell[] {
    const again = this.#words.titlesAgain.get(row)
    if (again === undefined && row !== this.#order.headerRow) return []
    this.#newTitles ??= this.#titles()
    return again === undefined ? this.#newTitles : this.#newTitles.filter(({ styleOf }) => again.has(styleOf))
  }

  #titles(): NewCell[] {
    const { titles } = this.#words
    if (this.#places.kind === 'columns') {
      const taken = [...titles.values()]
      return this.#places.columns.map(({ column, source, currency }) => {
        const title = newTitle(titles.get(source) ?? '', currency, taken)
        taken.push(title)
        return { column, content: title, styleOf: source, currency: null }
      })
    }
    return this.#order.columns.flatMap(({ column }) => {
      const [target, second] = this.#targets.get(column) ?? []
      if (target === undefined || second !== undefined) return []
      const title = titles.get(column) ?? ''
      if (translateTitle(title, target) === undefined) return []
      const others = Array.from(titles, ([at, other]) => (at === column ? '' : other))
      const turned = newTitle(title, target, others)
      return [{ column, content: turned, styleOf: column, currency: null }]
    })
  }
}
