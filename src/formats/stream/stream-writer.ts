import { type Currency, otherCurrency } from '#money/currency.ts'
import { amountIn, toDecimalText } from '#money/amount.ts'
import { type DecimalMark, withMark } from '#writeback/price-style.ts'
import { type Placement, type PricedColumn, type WriteBackPlan, targetCurrencies } from '#writeback/plan.ts'
import { type Decoder, createDecoder } from '../bytes/decoder.ts'
import { CsvPatcher } from '../csv/patch.ts'
import { CsvRow, scanForPatch } from '../csv/patch-scan.ts'
import { createTextPatcher } from '../csv/patch-text.ts'
import { CsvOffsets } from '../csv/table.ts'
import type { PriceSurveyor } from './price-surveyor.ts'
import type { SurveyedColumn } from './surveyed-column.ts'
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
  /** The cells of a row are asked for when it is written. */
  readonly plan: WriteBackPlan
  /** The rows up to the first of data. */
  readonly head: Bytes
  readonly width: number
  /** Of the new amounts, by price column. */
  readonly marks: ReadonlyMap<number, DecimalMark>
  /** Reads each row before it is written. */
  readonly surveyor: PriceSurveyor
}

/** A price column, as it is written. */
class WrittenColumn {
  readonly index: number
  readonly surveyed: SurveyedColumn
  readonly decimalMark: DecimalMark
  readonly mark: number
  /** Whether the decimal mark is the delimiter, so that an amount needs quotes even where the price has none. */
  readonly needsQuotes: boolean
  /** Of the new columns. */
  readonly targets: readonly Currency[]
  /** What is written around an amount, by the form of its price and the kind of the amount; undefined where the row tells. */
  readonly surroundings = new WeakMap<PriceForm, Map<number, Surroundings | undefined>>()
  /** Replaces the prices of this column only. */
  readonly patcher: CsvPatcher
  /** Of the price that replaces that of the last row. */
  around: Surroundings | undefined

  constructor(
    priced: PricedColumn,
    surveyed: SurveyedColumn,
    mark: DecimalMark,
    delimiter: string,
    patcher: CsvPatcher,
  ) {
    this.index = priced.column
    this.surveyed = surveyed
    this.decimalMark = mark
    this.mark = mark.charCodeAt(0)
    this.needsQuotes = mark === delimiter
    this.targets = targetCurrencies(priced)
    this.patcher = patcher
  }

  /** What replaces the price of the last row. */
  get amount(): number {
    const { money, currency } = this.surveyed
    return amountIn(money, otherCurrency(currency))
  }

  /** Whether the last row has a usual price, and all of its cell is replaced. */
  get isBare(): boolean {
    const { form } = this.surveyed.price
    return form === undefined || form.isBare
  }
}

/** Writes rows with their new prices: the same bytes as `writeBack`. The output is in the memory of the chunk, after its rows. */
export class StreamWriter implements RowWriter<Bytes> {
  readonly #dialect: TextDialect
  /** In the order of the file. */
  readonly #columns: readonly WrittenColumn[]
  readonly #separator: number
  /** Whether replaced prices have their currency in a cell of their own. */
  readonly #isCurrencyReplaced: boolean
  readonly #placement: Placement
  readonly #decoder: Decoder
  readonly #patcher: CsvPatcher
  readonly #output = new RowOutput()
  /** Up to where the rows of the chunk are written. */
  #done = 0

  constructor({ dialect, plan, head, width, marks, surveyor }: WriterTask) {
    this.#dialect = dialect
    this.#separator = dialect.delimiter.charCodeAt(0)
    this.#isCurrencyReplaced = plan.placement === 'replace' && plan.currencyColumn !== null
    this.#placement = plan.placement
    this.#decoder = createDecoder(dialect.encoding)
    const offsets = new CsvOffsets(this.#decoder.decode(head), dialect.delimiter, 0, { isUnlimited: true })
    const text = this.#patcherOf(head, offsets)
    const scan = { ...scanForPatch(text, plan), lastRow: -1, marks, width }
    this.#patcher = new CsvPatcher(scan, plan, text)
    this.#columns = plan.columns
      .map((priced, nth) => {
        const patcher = new CsvPatcher(scan, { ...plan, columns: [priced] }, text)
        const mark = marks.get(priced.column)!
        return new WrittenColumn(priced, surveyor.columns[nth]!, mark, dialect.delimiter, patcher)
      })
      .toSorted((one, other) => one.index - other.index)
  }

  begin(memory: Bytes, output: number): void {
    this.#output.begin(memory, output)
    this.#done = 0
  }

  write(scanned: ScannedRow, at: number, row: number): void {
    if (!this.#isUsual) this.#patchRow(at, scanned.next, row)
    else if (this.#placement === 'end') this.#insertAtEnd(scanned)
    else if (this.#placement === 'after') this.#insertAfter(scanned)
    else if (this.#isCurrencyReplaced || !this.#knowSurroundings(scanned, at, row))
      this.#patchRow(at, scanned.next, row)
    else this.#replaceAmounts(scanned)
  }

  /** Whether the last row has only usual prices, or surely none. */
  get #isUsual(): boolean {
    for (const { surveyed } of this.#columns)
      if (!surveyed.isUsual && !surveyed.isBlank && !surveyed.isUnpriced) return false
    return true
  }

  take(end: number): Iterable<Bytes> {
    this.#copyUpTo(end)
    return this.#output.take()
  }

  #insertAtEnd(scanned: ScannedRow): void {
    this.#copyUpTo(scanned.contentEnd)
    for (const column of this.#columns)
      this.#insert(column, scanned.isQuoted(this.#output.memory, column.index))
  }

  #insertAfter(scanned: ScannedRow): void {
    for (const column of this.#columns) {
      const isQuoted = scanned.isQuoted(this.#output.memory, column.index)
      this.#copyUpTo(this.#outerEnd(scanned.fields[2 * column.index + 1]!, isQuoted))
      this.#insert(column, isQuoted)
    }
  }

  /** Writes a usual price in the new columns, or blank cells where there is none. */
  #insert({ surveyed, targets, mark, needsQuotes }: WrittenColumn, isQuoted: boolean): void {
    const output = this.#output
    for (const target of targets) {
      output.reserve(CELL_BYTES)
      output.put(this.#separator)
      if (surveyed.isUsual) this.#putAmount(amountIn(surveyed.money, target), mark, isQuoted || needsQuotes)
      else if (isQuoted) {
        output.put(QUOTE)
        output.put(QUOTE)
      }
    }
  }

  /** Finds what is around the amounts that replace usual prices; false where only all of the row tells. */
  #knowSurroundings(scanned: ScannedRow, at: number, row: number): boolean {
    for (const column of this.#columns) {
      if (!column.surveyed.isUsual || column.isBare) continue
      const { amount } = column
      if (amount === 0) return false
      const { form } = column.surveyed.price
      const written = withMark(toDecimalText(amount), column.decimalMark)
      const kind = 2 * written.length + (scanned.isQuoted(this.#output.memory, column.index) ? 1 : 0)
      const known = column.surroundings.get(form!) ?? new Map<number, Surroundings | undefined>()
      if (!known.has(kind)) {
        column.surroundings.set(form!, known)
        known.set(kind, aroundAmount(this.#replacedCell(column, scanned, at, row), written))
      }
      column.around = known.get(kind)
      if (column.around === undefined) return false
    }
    return true
  }

  /** The cell of the last row with its new price. */
  #replacedCell(
    { index, patcher }: WrittenColumn,
    { fields, next }: ScannedRow,
    at: number,
    row: number,
  ): Bytes {
    const [start, end] = [fields[2 * index]!, fields[2 * index + 1]!]
    const written = Uint8Array.from(this.#patched(patcher, at, next, row).flatMap((part) => [...part]))
    return written.subarray(start - at, written.length - (next - end))
  }

  /** Replaces usual prices, which keep their own quotes. */
  #replaceAmounts(scanned: ScannedRow): void {
    const { fields } = scanned
    const output = this.#output
    for (const column of this.#columns) {
      if (!column.surveyed.isUsual) continue
      const { index, amount, mark, needsQuotes, around } = column
      this.#copyUpTo(fields[2 * index]!)
      if (column.isBare) {
        output.reserve(CELL_BYTES)
        this.#putAmount(amount, mark, needsQuotes && !scanned.isQuoted(output.memory, index))
      } else {
        output.write(around!.before)
        output.reserve(CELL_BYTES)
        output.putAmount(amount, mark)
        output.write(around!.after)
      }
      this.#done = fields[2 * index + 1]!
    }
  }

  #putAmount(amount: number, mark: number, areQuotesPut: boolean): void {
    if (areQuotesPut) this.#output.put(QUOTE)
    this.#output.putAmount(amount, mark)
    if (areQuotesPut) this.#output.put(QUOTE)
  }

  /** Any other row, by the rules of texts. */
  #patchRow(at: number, next: number, index: number): void {
    this.#copyUpTo(at)
    for (const part of this.#patched(this.#patcher, at, next, index)) this.#output.write(part)
    this.#done = next
  }

  #patched(patcher: CsvPatcher, at: number, next: number, index: number): readonly Bytes[] {
    const bytes = this.#output.memory.slice(at, next)
    const text = this.#patcherOf(bytes, rowOffsets(this.#decoder.decode(bytes), this.#dialect.delimiter))
    const row = new CsvRow(text.offsets)
    row.moveTo(0)
    row.index = index
    patcher.text = text
    patcher.patchRow(row)
    return text.finish()
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
