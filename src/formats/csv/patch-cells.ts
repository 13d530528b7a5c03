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

/** A row of the file or an added one: its new price of a column, and the user's new content of a cell. */
export type CsvRowChange = {
  priceOf(column: PricedColumn): ConvertedCell | undefined
  contentAt(c: number): CellContent | undefined
}

/** Whether fields of a row are quoted, and whether quotes can be added to the row. */
export type RowQuoting = { isQuoted(c: number): boolean; canAddQuotes(): boolean }

type NewColumn = { readonly source: PricedColumn; readonly target: Currency; readonly title: string }

/** The currency that a title is translated to, and the number after it where another column has that title. */
type TitleTranslation = { readonly to: Currency; readonly number: string }

/** Creates the text of new and changed cells. */
export class CsvCellWriter {
  /** New columns by the column that they follow. */
  readonly newColumns: ReadonlyMap<number, readonly NewColumn[]>
  readonly #plan: WriteBackPlan
  readonly #scan: CsvScan
  readonly #delimiter: Delimiter
  readonly #encoder: Encoder
  readonly #priceColumns: ReadonlyMap<number, PricedColumn>
  readonly #titleTranslations: ReadonlyMap<number, readonly TitleTranslation[]>

  constructor(plan: WriteBackPlan, scan: CsvScan, delimiter: Delimiter, encoder: Encoder) {
    this.#plan = plan
    this.#scan = scan
    this.#delimiter = delimiter
    this.#encoder = encoder
    this.#priceColumns = new Map(plan.columns.map((column) => [column.column, column]))
    this.newColumns = this.#findNewColumns(plan)
    this.#titleTranslations = this.#translateTitles(plan)
  }

  /** The new cells after column `c`, each with its delimiter before it. */
  cellsAfter(c: number, row: CsvRowChange | 'header' | null, style: RowQuoting): string {
    let cells = ''
    for (const { source, target, title } of this.newColumns.get(c) ?? []) {
      const isQuoted = style.isQuoted(source.column)
      const price = row === null || row === 'header' ? undefined : row.priceOf(source)
      if (row === 'header') cells += this.#delimiter + this.quoted(title, isQuoted)
      else if (price === undefined) cells += this.#delimiter + this.quoted('', isQuoted)
      else cells += this.#delimiter + this.#amount(amountIn(price, target), source.column, style)
    }
    return cells
  }

  /** The new text of a cell, unquoted; undefined where it is unchanged. */
  newText(c: number, row: CsvRowChange, own: () => string, style: RowQuoting): string | undefined {
    const entered = this.#enteredText(c, row.contentAt(c))
    if (this.#plan.placement !== 'replace') return entered
    const column = this.#priceColumns.get(c)
    const price = column && row.priceOf(column)
    if (price !== undefined) return this.#replacedText(entered ?? own(), price, c, style)
    if (c !== this.#plan.currencyColumn) return entered
    return this.#translatedCurrency(entered ?? own(), row) ?? entered
  }

  /**
   * A title, or the half of one that names the currency, with the other currency; undefined where it is unchanged. A repeated
   * title gets the same text as the first.
   */
  translatedTitle(c: number, title: string): string | undefined {
    for (const { to, number } of this.#titleTranslations.get(c) ?? []) {
      const translated = translateTitle(title, to)
      if (translated !== undefined)
        return this.#encodable(number === '' ? translated : translated.trimEnd() + number, to)
    }
    return undefined
  }

  /** A field with this text, quoted where it has to be. */
  quoted(text: string, isQuoted: boolean): string {
    return isQuoted || this.needsQuotes(text) || text !== text.trim()
      ? `"${text.replaceAll('"', '""')}"`
      : text
  }

  needsQuotes(text: string): boolean {
    return text.includes(this.#delimiter) || /["\r\n]/.test(text)
  }

  #findNewColumns({ placement, columns }: WriteBackPlan): Map<number, NewColumn[]> {
    const places = new Map<number, NewColumn[]>()
    if (placement === 'replace') return places
    const usedTitles = this.#scan.isSecondHeader ? [] : [...this.#scan.titles]
    for (const source of columns.toSorted((a, b) => a.column - b.column)) {
      const place = placement === 'end' ? this.#scan.width - 1 : source.column
      for (const target of targetCurrencies(source)) {
        const title = this.#encodable(
          newTitle(this.#scan.titles[source.column] ?? '', target, usedTitles),
          target,
        )
        // Below a first header row with titles, currencies in the second may repeat.
        if (!this.#scan.isSecondHeader) usedTitles.push(title)
        places.set(place, [...(places.get(place) ?? []), { source, target, title }])
      }
    }
    return places
  }

  #translateTitles({ placement, columns }: WriteBackPlan): Map<number, TitleTranslation[]> {
    const translated = new Map<number, TitleTranslation[]>()
    if (placement !== 'replace') return translated
    const { titles, isSecondHeader } = this.#scan
    const usedTitles = [...titles]
    for (const source of columns) {
      if (source.cells.size === 0) continue
      const c = source.column
      const title = (titles[c] ?? '').trim()
      const others = isSecondHeader ? [] : usedTitles.toSpliced(c, 1)
      const targets = targetCurrencies(source).toReversed()
      translated.set(
        c,
        targets.map((to) => ({ to, number: titleNumber(title, to, others) })),
      )
      usedTitles.push(...targets.flatMap((to) => replaceTitle(title, to, others) ?? []))
    }
    return translated
  }

  #decimalMark(c: number): DecimalMark {
    return this.#scan.marks.get(c) ?? '.'
  }

  /** A quote in a row with an unclosed one would close it: amounts there have a point, which needs no quotes. */
  #amount(amount: string, c: number, style: RowQuoting): string {
    const mark = this.#decimalMark(c)
    const isQuoted = style.isQuoted(c)
    if (mark === this.#delimiter && !isQuoted && !style.canAddQuotes()) return amount
    const text = withMark(amount, mark)
    return isQuoted || mark === this.#delimiter ? `"${text}"` : text
  }

  #replacedText(text: string, price: ConvertedCell, c: number, style: RowQuoting): string {
    const to = otherCurrency(price.from)
    const amount = amountIn(price, to)
    const inPlace = price.isMarked === true ? markedPrice : replacedPrice
    const replaced = this.#encodable(inPlace(text, amount, to, this.#decimalMark(c)), to)
    if (!this.needsQuotes(replaced) || style.isQuoted(c) || style.canAddQuotes()) return replaced
    return price.isMarked === true ? `${amount} ${to}` : amount
  }

  #enteredText(c: number, content: CellContent | undefined): string | undefined {
    if (content === undefined) return undefined
    return typeof content === 'string'
      ? escapeFormula(content)
      : withMark(content.number, this.#decimalMark(c))
  }

  /** The name of the other currency, where the cell names that of a replaced price. */
  #translatedCurrency(word: string, row: CsvRowChange): string | undefined {
    const named = currencyOfWord(word)
    const isReplaced = this.#plan.columns.some((column) => row.priceOf(column)?.from === named)
    if (named === undefined || !isReplaced) return undefined
    const to = otherCurrency(named)
    const translated = translateTitle(word, to) ?? to
    return this.#encodable(currencyOfWord(translated) === to ? translated : to, to)
  }

  #encodable(text: string, currency: Currency): string {
    return this.#encoder.canWrite(text) ? text : withCode(text, currency)
  }
}

function titleNumber(title: string, to: Currency, others: readonly string[]): string {
  const translated = replaceTitle(title, to, others)
  return translated?.slice(translateTitle(title, to)!.length) ?? ''
}
