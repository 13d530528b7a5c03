import { enlarged } from '#table/enlarged.ts'
import { type Currency, otherCurrency } from '#money/currency.ts'
import type { ColumnLayout } from './new-columns.ts'
import {
  type DecimalMark,
  DecimalMarkCounter,
  decimalMarkIn,
  decimalMarks,
  hasExtraText,
  markedPrice,
  readAs,
  replacedPrice,
} from '#writeback/price-style.ts'
import {
  titleNewColumns,
  translateCurrencyName,
  translateTitle,
  translateTitles,
} from '#writeback/price-titles.ts'
import { type CellContent, type WriteBackPlan, amountIn, targetCurrencies } from '#writeback/plan.ts'
import type { ConvertedCell } from '#writeback/converted-cells.ts'
import { cellKey } from './rows.ts'

/** A cell to write, instead of the existing one. */
export type NewCell = {
  /** Index in the patched sheet. */
  readonly column: number
  readonly content: CellContent
  /** Column of the user's sheet whose cell gives the style: the cell in this row, or in the last row for added rows. */
  readonly styleOf: number
  /** Currency of its number format. */
  readonly currency: Currency | null
  /** Whether an existing formula is kept, with the content as its cached value. */
  readonly keepsFormula?: boolean
}

/** Texts and restrictions of the sheet that new cells depend on. */
type SheetTexts = {
  readonly titles: ReadonlyMap<number, string>
  readonly currencies: ReadonlyMap<number, string>
  /** By row below the header: price columns whose title is repeated there. */
  readonly repeatedTitles: ReadonlyMap<number, ReadonlySet<number>>
  /** By column and row: text prices that are replaced. */
  readonly priceTexts: ReadonlyMap<number, ReadonlyMap<number, string>>
  /** Keys of cells whose formula spans several cells, so that they cannot change alone. */
  readonly locked: ReadonlySet<string>
  /** The last row with a value or a formula. */
  readonly lastRow: number
  /** Columns whose amounts formulas work out from replaced prices. */
  readonly computed?: readonly number[]
  /** Whether a title belongs to a table or is computed, so that it cannot change. */
  readonly isTitleFixed: (row: number, column: number) => boolean
}

/** The new cells of each row, from the plan and the layout of its columns. */
export class NewCells {
  readonly #plan: WriteBackPlan
  readonly #layout: ColumnLayout
  readonly #texts: SheetTexts
  readonly #changed: ReadonlyMap<number, ReadonlyMap<number, CellContent>>
  /** Indexes of the price columns of the plan. */
  readonly #indexes: ReadonlyMap<number, number>
  readonly #targets: ReadonlyMap<number, readonly Currency[]>
  readonly #marks: ReadonlyMap<number, DecimalMark>
  readonly #sums: ReadonlyMap<number, ReadonlySet<number> | undefined>
  #newTitles: readonly NewCell[] | undefined

  constructor(plan: WriteBackPlan, layout: ColumnLayout, words: SheetTexts) {
    this.#plan = plan
    this.#layout = layout
    this.#texts = words
    this.#changed = new Map(plan.changed.map(({ row, cells }) => [row, cells]))
    this.#indexes = new Map(plan.columns.map(({ column }, i) => [column, i]))
    this.#targets = new Map(plan.columns.map((priced) => [priced.column, targetCurrencies(priced)]))
    this.#sums = new Map(plan.columns.map(({ column, sums }) => [column, sums]))
    this.#marks = marksOf(plan, words.priceTexts)
  }

  /** Whether a title still names the old currency because it cannot change. */
  get hasUnchangedTitles(): boolean {
    const rows = [this.#plan.headerRow ?? -1, ...this.#texts.repeatedTitles.keys()]
    return rows.some((row) => this.#titlesInRow(row).some((title) => this.#isUnchanged(row, title)))
  }

  /** Whether the title of one of some columns names the currency that replaced prices were in. */
  namesOld(columns: Iterable<number>): boolean {
    const currencies = [...this.#targets.values()].flat()
    const titles = Array.from(columns, (column) => this.#texts.titles.get(column) ?? '')
    return titles.some((title) => currencies.some((one) => translateTitle(title, one) !== undefined))
  }

  /** By row, 1 where it has new cells. */
  rows(): Uint8Array {
    const { headerRow, columns, added } = this.#plan
    const last = this.#texts.lastRow
    let rows = new Uint8Array(Math.max(1, last + 1 + added.length))
    const mark = (row: number) => {
      while (row >= rows.length) rows = enlarged(rows)
      rows[row] = 1
    }
    for (const { cells } of columns) for (const row of cells.keys()) mark(row)
    for (const row of this.#changed.keys()) mark(row)
    if (headerRow !== null) mark(headerRow)
    for (const row of this.#texts.repeatedTitles.keys()) mark(row)
    for (const i of added.keys()) mark(last + 1 + i)
    return rows
  }

  isAdded(row: number): boolean {
    return row > this.#texts.lastRow
  }

  /** The new cells of a row, sorted by column. */
  inRow(row: number): readonly NewCell[] {
    // A negative index is looked up as a name, which is slow.
    const added = this.isAdded(row) ? this.#plan.added[row - this.#texts.lastRow - 1] : undefined
    const own = added?.cells ?? this.#changed.get(row)
    const titles = this.#writtenTitles(row)
    const prices = this.#plan.columns.map(({ column, cells }) =>
      added === undefined ? cells.get(row) : added.prices.get(column),
    )
    if (own === undefined && titles.length === 0 && this.#layout.kind === 'columns')
      return this.#inNewColumns(prices)
    const cells = new Map<number, NewCell>()
    const put = (cell: NewCell) => void cells.set(cell.column, cell)
    for (const [column, content] of own ?? []) {
      if (this.#texts.locked.has(cellKey(row, column))) continue
      const currency = typeof content === 'string' ? null : (content.currency ?? null)
      put({ column: this.#layout.shift(column), content, styleOf: column, currency })
    }
    for (const title of titles) put(title)
    if (this.#layout.kind === 'columns') for (const cell of this.#inNewColumns(prices)) put(cell)
    else
      for (const [i, { column }] of this.#plan.columns.entries()) {
        const price = prices[i]
        if (price !== undefined) for (const cell of this.#replaced(column, row, price, own)) put(cell)
      }
    return [...cells.values()].toSorted((a, b) => a.column - b.column)
  }

  /** @param prices of a row, by price column of the plan */
  #inNewColumns(prices: readonly (ConvertedCell | undefined)[]): NewCell[] {
    const cells: NewCell[] = []
    for (const { column, source, currency } of this.#layout.columns) {
      const price = prices[this.#indexes.get(source)!]
      if (price !== undefined)
        cells.push({ column, content: { number: amountIn(price, currency) }, styleOf: source, currency })
    }
    return cells
  }

  *#replaced(
    source: number,
    row: number,
    price: ConvertedCell,
    own: ReadonlyMap<number, CellContent> | undefined,
  ): Generator<NewCell> {
    const currency = this.#targetCurrency(source, price)
    const replaced = this.#replacement(source, price, currency, this.#textAt(source, row, own))
    yield this.#sums.get(source)?.has(row) === true ? { ...replaced, keepsFormula: true } : replaced
    const { currencyColumn } = this.#plan
    if (currencyColumn === null) return
    const word = own?.get(currencyColumn) ?? this.#texts.currencies.get(row)
    const translated = typeof word === 'string' ? translateCurrencyName(word, [price]) : undefined
    if (translated !== undefined)
      yield { column: currencyColumn, content: translated, styleOf: currencyColumn, currency: null }
  }

  /** The text of a price cell; undefined for a number. */
  #textAt(
    column: number,
    row: number,
    own: ReadonlyMap<number, CellContent> | undefined,
  ): string | undefined {
    const typed = own?.get(column)
    if (typed !== undefined) return typeof typed === 'string' ? typed : undefined
    return this.#texts.priceTexts.get(column)?.get(row)
  }

  /** A number, but text where the cell says more than the price: '12,50 лв./бр' becomes '6,39 евро/бр'. */
  #replacement(column: number, price: ConvertedCell, currency: Currency, text: string | undefined): NewCell {
    const number = amountIn(price, currency)
    const inPlace = price.isMarked === true ? markedPrice : replacedPrice
    const mark = (own: string) => this.#marks.get(column) ?? decimalMarkIn(own) ?? '.'
    const replaced = text === undefined ? '' : inPlace(text, number, currency, mark(text))
    if (hasExtraText(replaced)) return { column, content: replaced, styleOf: column, currency: null }
    return { column, content: { number }, styleOf: column, currency }
  }

  /** The currency of a replaced price: that of the column, or the other one of the cell where the column has both. */
  #targetCurrency(source: number, { from }: ConvertedCell): Currency {
    const [first, second] = this.#targets.get(source) ?? []
    return first !== undefined && second === undefined ? first : otherCurrency(from)
  }

  #writtenTitles(row: number): readonly NewCell[] {
    return this.#titlesInRow(row).filter((title) => !this.#isUnchanged(row, title))
  }

  #isUnchanged(row: number, { column }: NewCell): boolean {
    return this.#layout.kind === 'replace' && this.#texts.isTitleFixed(row, column)
  }

  #titlesInRow(row: number): readonly NewCell[] {
    const again = this.#texts.repeatedTitles.get(row)
    if (again === undefined && row !== this.#plan.headerRow) return []
    this.#newTitles ??= this.#titles()
    return again === undefined ? this.#newTitles : this.#newTitles.filter(({ styleOf }) => again.has(styleOf))
  }

  #titles(): NewCell[] {
    const titles = new Map(Array.from(this.#texts.titles, ([column, title]) => [column, title.trim()]))
    if (this.#layout.kind === 'columns')
      return titleNewColumns(this.#layout.columns, { titles }).map(({ column, source, title }) => ({
        column,
        content: title,
        styleOf: source,
        currency: null,
      }))
    const replaced = Array.from(this.#targets, ([column, currencies]) => ({ column, currencies }))
    const [first, ...others] = new Set(replaced.flatMap(({ currencies }) => currencies))
    const computed = first === undefined || others.length > 0 ? [] : (this.#texts.computed ?? [])
    return (
      [...replaced, ...computed.map((column) => ({ column, currencies: [first!] }))]
        .filter(({ currencies }) => currencies.length === 1)
        // Each by itself: equal titles of the file stay equal.
        .flatMap((column) => translateTitles([column], { titles }))
        .map(({ column, title }) => ({ column, content: title, styleOf: column, currency: null }))
    )
  }
}

/** The decimal marks of columns with text prices. */
function marksOf(
  { columns }: WriteBackPlan,
  priceTexts: SheetTexts['priceTexts'],
): ReadonlyMap<number, DecimalMark> {
  const counters = new Map<number, DecimalMarkCounter>()
  for (const { column, cells } of columns) {
    const texts = priceTexts.get(column)
    if (texts === undefined) continue
    const counter = new DecimalMarkCounter(readAs(cells))
    for (const [row, text] of texts) counter.count(text, row)
    counters.set(column, counter)
  }
  return decimalMarks(counters, [...counters.keys()])
}
