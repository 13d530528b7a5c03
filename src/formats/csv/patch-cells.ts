import { type Currency, CURRENCY_CODES, otherCurrency } from '#money/currency.ts'
import type { Delimiter } from '#table/text-source.ts'
import { escapeFormula } from './formulas.ts'
import type { CsvScan } from './patch-scan.ts'
import type { Encoder } from '../bytes/encoder.ts'
import {
  type DecimalMark,
  markedPrice,
  replacedPrice,
  withMark,
  withPoint,
  withSign,
} from '#writeback/price-style.ts'
import {
  type TranslatedTitle,
  titleNewColumns,
  translateCurrencyName,
  translateTitle,
  translateTitles,
  withCode,
} from '#writeback/price-titles.ts'
import {
  type CellContent,
  type NewColumn,
  type PricedColumn,
  type WriteBackPlan,
  amountIn,
  newColumns,
  targetCurrencies,
} from '#writeback/plan.ts'
import type { ConvertedCell } from '#writeback/converted-cells.ts'

/** A row of the file or an added one: its new price of a column, and the user's new content of a cell. */
export type CsvRowChange = {
  priceOf(column: PricedColumn): ConvertedCell | undefined
  contentAt(c: number): CellContent | undefined
}

/** Whether fields of a row are quoted, and whether quotes can be added to the row (`replaced`: to a field with a new text). */
export type RowQuoting = { isQuoted(c: number): boolean; canAddQuotes(replaced?: number): boolean }

type PlacedColumn = NewColumn & { readonly title: string; readonly priced: PricedColumn }

/** The currency that a title is translated to, and the number after it where another column has that title. */
type TitleTranslation = { readonly to: Currency; readonly number: string }

/** Creates the text of new and changed cells. */
export class CsvCellWriter {
  /** New columns by the column that they follow. */
  readonly newColumns: ReadonlyMap<number, readonly PlacedColumn[]>
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
    this.newColumns = this.#placeNewColumns(plan)
    this.#titleTranslations = this.#translateTitles(plan)
  }

  /** The new cells after column `c`, each with its delimiter before it. */
  cellsAfter(c: number, row: CsvRowChange | 'header' | null, style: RowQuoting): string {
    let cells = ''
    for (const { source, priced, currency, title } of this.newColumns.get(c) ?? []) {
      const isQuoted = style.isQuoted(source)
      const price = row === null || row === 'header' ? undefined : row.priceOf(priced)
      if (row === 'header') cells += this.#delimiter + this.quoted(title, isQuoted)
      else if (price === undefined) cells += this.#delimiter + this.quoted('', isQuoted)
      else cells += this.#delimiter + this.#amount(amountIn(price, currency), source, style)
    }
    return cells
  }

  /** The new text of a cell, unquoted; undefined where it is unchanged. */
  newText(c: number, row: CsvRowChange, own: () => string, style: RowQuoting): string | undefined {
    const entered = this.#enteredText(c, row.contentAt(c), style)
    if (this.#plan.placement !== 'replace') return entered
    const column = this.#priceColumns.get(c)
    const price = column && row.priceOf(column)
    if (price !== undefined) return this.#replacedText(entered ?? own(), price, c, style)
    if (c !== this.#plan.currencyColumn) return entered
    return this.#translatedCurrency(entered ?? own(), row) ?? entered
  }

  /**
   * A title, or the half of one that names the currency, with the other currency; undefined where it stays: always, unless
   * prices are replaced. A repeated title gets the text of the first.
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
    return isQuoted || !this.#canBeBare(text) ? `"${text.replaceAll('"', '""')}"` : text
  }

  needsQuotes(text: string): boolean {
    return text.includes(this.#delimiter) || /["\r\n]/.test(text)
  }

  #canBeBare(text: string): boolean {
    return !this.needsQuotes(text) && text === text.trim()
  }

  #placeNewColumns({ placement, columns }: WriteBackPlan): Map<number, PlacedColumn[]> {
    if (placement === 'replace') return new Map()
    const added = columns
      .toSorted((a, b) => a.column - b.column)
      .flatMap((priced) => newColumns([priced]).map((column) => ({ ...column, priced })))
    // The title of the source stays as the user wrote it. Ours begins no formula.
    const encode = (title: string, currency: Currency): string =>
      this.#encodable(escapeFormula(title), currency)
    const places = new Map<number, PlacedColumn[]>()
    for (const column of titleNewColumns(added, this.#fileTitles(), encode)) {
      const place = placement === 'end' ? this.#scan.width - 1 : column.source
      places.set(place, [...(places.get(place) ?? []), column])
    }
    return places
  }

  #translateTitles({ placement, columns }: WriteBackPlan): Map<number, TitleTranslation[]> {
    if (placement !== 'replace') return new Map()
    const file = this.#fileTitles()
    const replaced = columns
      .filter(({ cells }) => cells.size > 0)
      .map((priced) => ({ column: priced.column, currencies: targetCurrencies(priced).toReversed() }))
    const translated = translateTitles(replaced, file)
    return new Map(
      replaced.map(({ column, currencies }) => [
        column,
        currencies.map((to) => {
          const own = translated.find((one) => one.column === column && one.currency === to)
          return { to, number: titleNumber(file.titles.get(column) ?? '', own) }
        }),
      ]),
    )
  }

  #fileTitles() {
    const { titles, isSecondHeader } = this.#scan
    return { titles: new Map(Array.from(titles, (title, c) => [c, title.trim()])), isSecondHeader }
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

  #enteredText(c: number, content: CellContent | undefined, style: RowQuoting): string | undefined {
    if (content === undefined) return undefined
    const fits = (text: string): boolean =>
      style.isQuoted(c) || this.#canBeBare(text) || style.canAddQuotes(c)
    if (typeof content === 'string') {
      const text = escapeFormula(
        this.#priceColumns.has(c) ? this.#encodable(content, ...CURRENCY_CODES) : content,
      )
      return [text, withPoint(text)].find(fits) ?? this.#withoutQuotes(text)
    }
    const { number, currency } = content
    const written = withMark(number, this.#decimalMark(c))
    if (currency === undefined) return fits(written) ? written : number
    const marked = this.#encodable(withSign(written, currency), currency)
    return fits(marked) ? marked : `${number} ${currency}`
  }

  /** The text without the characters that need quotes. */
  #withoutQuotes(text: string): string {
    return text
      .replaceAll('"', "'")
      .replaceAll(this.#delimiter, ' ')
      .replace(/[\r\n]+/g, ' ')
      .trim()
  }

  /** The name of the other currency, where the cell names that of a replaced price. */
  #translatedCurrency(word: string, row: CsvRowChange): string | undefined {
    const prices = this.#plan.columns.flatMap((column) => row.priceOf(column) ?? [])
    const translated = translateCurrencyName(word, prices)
    return translated === undefined ? undefined : this.#encodable(translated, ...CURRENCY_CODES)
  }

  /** The text with the codes of these currencies in place of words that the encoding of the file lacks. */
  #encodable(text: string, ...currencies: readonly Currency[]): string {
    let written = text
    for (const currency of currencies)
      if (!this.#encoder.canWrite(written)) written = withCode(written, currency)
    return written
  }
}

/** The number after a translated title; an empty string where it has none or is not translated. */
const titleNumber = (title: string, translated: TranslatedTitle | undefined): string =>
  translated?.title.slice(translateTitle(title, translated.currency)!.length) ?? ''
