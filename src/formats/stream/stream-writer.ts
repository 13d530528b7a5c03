import { type Currency, otherCurrency } from '#money/currency.ts'
import { amountIn, toDecimalText } from '#money/amount.ts'
import { type DecimalMark, withMark } from '#writeback/price-style.ts'
import { type Placement, type WriteBackPlan, targetCurrencies } from '#writeback/plan.ts'
import { type Decoder, createDecoder } from '../bytes/decoder.ts'
import { CsvPatcher } from '../csv/patch.ts'
import { CsvRow, scanForPatch } from '../csv/patch-scan.ts'
import { createTextPatcher } from '../csv/patch-text.ts'
import { CsvOffsets } from '../csv/table.ts'
import type { PriceSurveyor } from './price-surveyor.ts'
import { isDigit } from './plain-price.ts'
import type { PriceForm } from './price-form.ts'
import { RowOutput } from './row-output.ts'
import type { ScannedRow } from './row-scanner.ts'
import { type TextDialect, rowOffsets } from './stream-table.ts'
import type { RowWriter } from './text-stream.ts'

/** Room for an amount with its quotes and its delimiter. */
const CELL_BYTES = 32

const QUOTE = 0x22
const SPACE = 0x20

type Bytes = Uint8Array<ArrayBuffer>

/** A replaced cell without its amount. */
type Surroundings = { readonly before: Bytes; readonly after: Bytes }

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
  readonly #decimalMark: DecimalMark
  readonly #mark: number
  readonly #separator: number
  /** Whether the decimal mark is the delimiter, so that an amount needs quotes even where the price has none. */
  readonly #needsQuotes: boolean
  /** Whether replaced prices have their currency in a cell of their own. */
  readonly #isCurrencyReplaced: boolean
  /** Of the new columns. */
  readonly #targets: readonly Currency[]
  readonly #placement: Placement
  /** What is written around an amount, by the form of its price and the kind of the amount. */
  readonly #surroundings = new WeakMap<PriceForm, Map<number, Surroundings>>()
  readonly #decoder: Decoder
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
    this.#decimalMark = mark
    this.#mark = mark.charCodeAt(0)
    this.#separator = dialect.delimiter.charCodeAt(0)
    this.#needsQuotes = mark === dialect.delimiter
    this.#isCurrencyReplaced = plan.placement === 'replace' && plan.currencyColumn !== null
    this.#targets = targetCurrencies(priced)
    this.#placement = plan.placement
    this.#decoder = createDecoder(dialect.encoding)
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
    else if (isPlain && !this.#isCurrencyReplaced) this.#replaceAmount(scanned, at, row)
    else this.#patchRow(at, scanned.next, row)
  }

  take(end: number): Iterable<Bytes> {
    this.#copyUpTo(end)
    return this.#output.take()
  }

  /** Writes a usual price in the new columns. */
  #insertAmounts(scanned: ScannedRow): void {
    const { money } = this.#surveyor
    const output = this.#output
    const isQuoted = scanned.isQuoted(output.memory, this.#column)
    if (this.#placement === 'end') this.#copyUpTo(scanned.contentEnd)
    else this.#copyUpTo(this.#outerEnd(scanned.fields[2 * this.#column + 1]!, isQuoted))
    for (const target of this.#targets) {
      output.reserve(CELL_BYTES)
      output.put(this.#separator)
      this.#putAmount(amountIn(money, target), isQuoted || this.#needsQuotes)
    }
  }

  /** Replaces a usual price, which keeps its own quotes. */
  #replaceAmount(scanned: ScannedRow, at: number, index: number): void {
    const { price, currency, money } = this.#surveyor
    const { form } = price
    const output = this.#output
    const [start, end] = [scanned.fields[2 * this.#column]!, scanned.fields[2 * this.#column + 1]!]
    const isQuoted = scanned.isQuoted(output.memory, this.#column)
    const amount = amountIn(money, otherCurrency(currency))
    if (form === undefined || form.isBare) {
      this.#copyUpTo(start)
      output.reserve(CELL_BYTES)
      this.#putAmount(amount, !isQuoted && this.#needsQuotes)
      this.#done = end
      return
    }
    const written = withMark(toDecimalText(amount), this.#decimalMark)
    const kind = 2 * written.length + (isQuoted ? 1 : 0)
    const around = amount === 0 ? undefined : this.#surroundings.get(form)?.get(kind)
    if (around === undefined) {
      const row = Uint8Array.from(this.#patchRow(at, scanned.next, index).flatMap((part) => [...part]))
      const cell = row.subarray(start - at, row.length - (scanned.next - end))
      if (amount > 0) this.#learn(form, kind, aroundAmount(cell, written))
      return
    }
    this.#copyUpTo(start)
    output.write(around.before)
    output.reserve(CELL_BYTES)
    output.putAmount(amount, this.#mark)
    output.write(around.after)
    this.#done = end
  }

  /** Keeps what is around the amount in a replaced cell: only the text without its digits, and how long the amount is, tell it. */
  #learn(form: PriceForm, kind: number, around: Surroundings | undefined): void {
    if (around === undefined) return
    const known = this.#surroundings.get(form) ?? new Map<number, Surroundings>()
    this.#surroundings.set(form, known.set(kind, around))
  }

  #putAmount(amount: number, areQuotesPut: boolean): void {
    if (areQuotesPut) this.#output.put(QUOTE)
    this.#output.putAmount(amount, this.#mark)
    if (areQuotesPut) this.#output.put(QUOTE)
  }

  /** Any other row, by the rules of texts. */
  #patchRow(at: number, next: number, index: number): readonly Bytes[] {
    this.#copyUpTo(at)
    const bytes = this.#output.memory.slice(at, next)
    const text = this.#patcherOf(bytes, rowOffsets(this.#decoder.decode(bytes), this.#dialect.delimiter))
    const row = new CsvRow(text.offsets)
    row.moveTo(0)
    row.index = index
    this.#patcher.text = text
    this.#patcher.patchRow(row)
    const parts = text.finish()
    for (const part of parts) this.#output.write(part)
    this.#done = next
    return parts
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

/** What is around an amount in a cell; undefined where the cell has other digits too. */
function aroundAmount(cell: Bytes, amount: string): Surroundings | undefined {
  const at = cell.findIndex(isDigit)
  const end = at + amount.length
  const after = cell.slice(end)
  const isFound = at !== -1 && String.fromCharCode(...cell.subarray(at, end)) === amount
  return isFound && !after.some(isDigit) ? { before: cell.slice(0, at), after } : undefined
}
