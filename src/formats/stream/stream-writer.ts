import { type Currency, otherCurrency } from '#money/currency.ts'
import { amountIn } from '#money/amount.ts'
import type { DecimalMark } from '#writeback/price-style.ts'
import { type Placement, type WriteBackPlan, targetCurrencies } from '#writeback/plan.ts'
import { CsvPatcher } from '../csv/patch.ts'
import { CsvRow, scanForPatch } from '../csv/patch-scan.ts'
import { createTextPatcher } from '../csv/patch-text.ts'
import { CsvOffsets } from '../csv/table.ts'
import type { PriceSurveyor } from './price-surveyor.ts'
import { RowOutput } from './row-output.ts'
import type { ScannedRow } from './row-scanner.ts'
import { type TextDialect, rowOffsets } from './stream-table.ts'
import type { RowWriter } from './text-stream.ts'

/** Room for an amount with its quotes and its delimiter. */
const CELL_BYTES = 32

const QUOTE = 0x22
const SPACE = 0x20

type Bytes = Uint8Array<ArrayBuffer>

export type WriterTask = {
  readonly dialect: TextDialect
  /** With one price column. The cells of a row are asked for when it is written. */
  readonly plan: WriteBackPlan
  /** The rows up to the first of data. */
  readonly head: Bytes
  readonly width: number
  /** Of the new amounts. */
  readonly mark: DecimalMark
  /** Reads each row before it is written. */
  readonly surveyor: PriceSurveyor
}

/** Writes rows with their new prices: the same bytes as `writeBack`. The output is in the memory of the chunk, after its rows. */
export class StreamWriter implements RowWriter<Bytes> {
  readonly #dialect: TextDialect
  readonly #column: number
  readonly #surveyor: PriceSurveyor
  readonly #mark: number
  readonly #separator: number
  /** Whether the decimal mark is the delimiter, so that an amount needs quotes even where the price has none. */
  readonly #needsQuotes: boolean
  /** Whether replaced prices have their currency in a cell of their own. */
  readonly #isCurrencyReplaced: boolean
  /** Of the new columns. */
  readonly #targets: readonly Currency[]
  readonly #placement: Placement
  readonly #decoder: InstanceType<typeof TextDecoder>
  readonly #patcher: CsvPatcher
  readonly #output = new RowOutput()
  /** Up to where the rows of the chunk are written. */
  #done = 0

  constructor({ dialect, plan, head, width, mark, surveyor }: WriterTask) {
    const [priced] = plan.columns
    if (priced === undefined) throw new TypeError('A stream has a price column.')
    this.#dialect = dialect
    this.#column = priced.column
    this.#surveyor = surveyor
    this.#mark = mark.charCodeAt(0)
    this.#separator = dialect.delimiter.charCodeAt(0)
    this.#needsQuotes = mark === dialect.delimiter
    this.#isCurrencyReplaced = plan.placement === 'replace' && plan.currencyColumn !== null
    this.#targets = targetCurrencies(priced)
    this.#placement = plan.placement
    this.#decoder = new TextDecoder(dialect.encoding, { ignoreBOM: true })
    const offsets = new CsvOffsets(this.#decoder.decode(head), dialect.delimiter, 0, { isUnlimited: true })
    const text = this.#patcherOf(head, offsets)
    const marks = new Map([[priced.column, mark]])
    this.#patcher = new CsvPatcher({ ...scanForPatch(text, plan), lastRow: -1, marks, width }, plan, text)
  }

  begin(memory: Bytes, output: number): void {
    this.#output.begin(memory, output)
    this.#done = 0
  }

  write(scanned: ScannedRow, at: number, row: number): void {
    const { isPlain } = this.#surveyor
    if (isPlain && this.#placement !== 'replace') this.#insertAmounts(scanned)
    else if (isPlain && !this.#isCurrencyReplaced && this.#surveyor.price.isBare) this.#replaceAmount(scanned)
    else this.#patchRow(at, scanned.next, row)
  }

  take(end: number): Iterable<Bytes> {
    this.#copyUpTo(end)
    return this.#output.take()
  }

  /** Writes a usual price in the new columns. */
  #insertAmounts(scanned: ScannedRow): void {
    const { price, currency } = this.#surveyor
    const output = this.#output
    const isQuoted = scanned.isQuoted(output.memory, this.#column)
    if (this.#placement === 'end') this.#copyUpTo(scanned.contentEnd)
    else this.#copyUpTo(this.#outerEnd(scanned.fields[2 * this.#column + 1]!, isQuoted))
    const money = price.convertedFrom(currency)
    for (const target of this.#targets) {
      output.reserve(CELL_BYTES)
      output.put(this.#separator)
      this.#putAmount(amountIn(money, target), isQuoted || this.#needsQuotes)
    }
  }

  /** Replaces a usual price, which keeps its own quotes. */
  #replaceAmount(scanned: ScannedRow): void {
    const { price, currency } = this.#surveyor
    const isQuoted = scanned.isQuoted(this.#output.memory, this.#column)
    this.#copyUpTo(scanned.fields[2 * this.#column]!)
    this.#output.reserve(CELL_BYTES)
    const amount = amountIn(price.convertedFrom(currency), otherCurrency(currency))
    this.#putAmount(amount, !isQuoted && this.#needsQuotes)
    this.#done = scanned.fields[2 * this.#column + 1]!
  }

  #putAmount(amount: number, areQuotesPut: boolean): void {
    if (areQuotesPut) this.#output.put(QUOTE)
    this.#output.putAmount(amount, this.#mark)
    if (areQuotesPut) this.#output.put(QUOTE)
  }

  /** Any other row, by the rules of texts. */
  #patchRow(at: number, next: number, index: number): void {
    this.#copyUpTo(at)
    const bytes = this.#output.memory.slice(at, next)
    const text = this.#patcherOf(bytes, rowOffsets(this.#decoder.decode(bytes), this.#dialect.delimiter))
    const row = new CsvRow(text.offsets)
    row.moveTo(0)
    row.index = index
    this.#patcher.text = text
    this.#patcher.patchRow(row)
    for (const part of text.finish()) this.#output.write(part)
    this.#done = next
  }

  #patcherOf(bytes: Bytes, offsets: CsvOffsets) {
    return createTextPatcher(bytes, { ...this.#dialect, hasBom: false }, offsets)
  }

  #copyUpTo(offset: number): void {
    this.#output.reserve(offset - this.#done)
    this.#output.copy(this.#done, offset)
    this.#done = offset
  }

  /** The end of a field with its closing quote and the spaces after it. */
  #outerEnd(fieldEnd: number, isQuoted: boolean): number {
    let end = fieldEnd
    if (!isQuoted) return end
    end++
    while (this.#output.memory[end] === SPACE) end++
    return end
  }
}
