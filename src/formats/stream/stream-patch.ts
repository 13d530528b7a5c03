import type { Currency } from '#money/currency.ts'
import { targetAmount, toDecimalText } from '#money/amount.ts'
import { convertMinorUnits } from '#money/convert.ts'
import { firstRowOfData } from '#pricelist/columns/column-numbers.ts'
import { convertPrice } from '#pricelist/row.ts'
import { readPriceCell } from '#pricelist/rows/price-column.ts'
import { RowReader } from '#pricelist/rows/read-rows.ts'
import { cellAt } from '#table/table.ts'
import type { CellsByRow, ConvertedCell } from '#writeback/converted-cells.ts'
import type { Placement, WriteBackPlan } from '#writeback/plan.ts'
import { decimalMarks } from '#writeback/price-style.ts'
import { CsvPatcher } from '../csv/patch.ts'
import { CsvRow, scanForPatch } from '../csv/patch-scan.ts'
import { createTextPatcher } from '../csv/patch-text.ts'
import { CsvOffsets } from '../csv/table.ts'
import { bomLength } from '../bytes/byte-text.ts'
import { type ByteSource, readBytes } from './byte-source.ts'
import { PlainPrice } from './plain-price.ts'
import { RowScanner, SENTINEL_BYTES } from './row-scanner.ts'
import { STREAM_SIZES, type StreamedList } from './stream-reading.ts'
import { BLOCK_ROWS } from './stream-table.ts'

/** Room in the output for a row beyond what it has in the file: an amount, its quotes and its delimiter. */
const CELL_BYTES = 32
const MAX_COLUMNS = 64

const QUOTE = 0x22
const ZERO = 0x30

/** The prices of a streamed list, read again from the file when they are asked for. */
export class StreamedCells implements CellsByRow {
  readonly currencies: ReadonlySet<Currency>
  readonly size: number
  readonly #list: StreamedList
  readonly #from: number
  readonly #reader: RowReader
  readonly #column: number

  constructor(list: StreamedList) {
    const { rows, survey, options } = list
    const { columns } = options
    this.#list = list
    this.#from = firstRowOfData(rows.table, columns.headerRow)
    this.#reader = new RowReader(rows.table, options, { cells: [] }, { cells: [] })
    this.#column = columns.price!
    this.size = survey.counts.validRows
    this.currencies = new Set((['BGN', 'EUR'] as const).filter((currency) => survey.currencies[currency] > 0))
  }

  get(row: number): ConvertedCell | undefined {
    const { table } = this.#list.rows
    if (row < this.#from || row >= table.length) return undefined
    const cell = readPriceCell(cellAt(table, row, this.#column), {})
    if (cell.kind !== 'price') return undefined
    const { row: read, problem } = this.#reader.rowOf(row, cell)
    if (problem !== undefined) return undefined
    const money = convertPrice(read.price, read.currency)
    if (money === undefined) return undefined
    return {
      from: read.currency,
      national: toDecimalText(money.national),
      euro: toDecimalText(money.euro),
      isMarked: false,
    }
  }

  has(row: number): boolean {
    return this.get(row) !== undefined
  }

  *[Symbol.iterator](): Generator<readonly [number, ConvertedCell]> {
    for (let row = this.#from; row < this.#list.rows.table.length; row++) {
      const cell = this.get(row)
      if (cell !== undefined) yield [row, cell]
    }
  }

  *keys(): Generator<number> {
    for (const [row] of this) yield row
  }

  *values(): Generator<ConvertedCell> {
    for (const [, cell] of this) yield cell
  }
}

/** The plan for a streamed list: every price. */
export function planForStream(list: StreamedList, cells: StreamedCells, placement: Placement): WriteBackPlan {
  const { headerRow, currency, price } = list.options.columns
  const columns = [{ column: price!, cells }]
  return { placement, headerRow, currencyColumn: currency, columns, changed: [], added: [] }
}

/**
 * A streamed list with its new prices, in pieces: the bytes that `writeBack` gives. A piece is overwritten when the next one
 * is asked for.
 */
export function patchStream(
  source: ByteSource,
  list: StreamedList,
  plan: WriteBackPlan,
  onProgress: (done: number) => void = () => {},
  { chunkBytes } = STREAM_SIZES,
): Generator<Uint8Array<ArrayBuffer>> {
  return new StreamPatcher(source, list, plan).pieces(onProgress, chunkBytes)
}

class StreamPatcher {
  readonly #source: ByteSource
  readonly #list: StreamedList
  readonly #patcher: CsvPatcher
  readonly #scanner: RowScanner
  readonly #price = new PlainPrice()
  readonly #from: number
  readonly #width: number
  readonly #column: number
  readonly #currency: Currency
  readonly #mark: number
  readonly #separator: number
  /** Whether an amount needs quotes also beside a price without them. */
  readonly #needsQuotes: boolean
  /** Whether rows with a usual price are written without their text. */
  readonly #isDirect: boolean
  readonly #isAtEnd: boolean
  readonly #decoder: InstanceType<typeof TextDecoder>
  /** Output for which there was no more room. */
  #full: Uint8Array<ArrayBuffer>[] = []
  #row = 0

  constructor(source: ByteSource, list: StreamedList, plan: WriteBackPlan) {
    const { file, survey, rows } = list
    const { delimiter, encoding } = file
    if (delimiter === undefined || encoding === undefined)
      throw new TypeError('The file is not delimited text.')
    const [priced, ...others] = plan.columns
    if (priced === undefined || others.length > 0) throw new TypeError('A stream has one price column.')
    this.#source = source
    this.#list = list
    this.#column = priced.column
    this.#from = firstRowOfData(rows.table, plan.headerRow)
    this.#width = survey.width
    this.#scanner = new RowScanner(delimiter, MAX_COLUMNS, { isUtf8: encoding === 'utf-8' })
    this.#decoder = new TextDecoder(encoding, { ignoreBOM: true })
    const marks = decimalMarks(new Map([[priced.column, survey.marks]]), [priced.column])
    this.#mark = marks.get(priced.column)!.charCodeAt(0)
    this.#separator = delimiter.charCodeAt(0)
    this.#needsQuotes = this.#mark === this.#separator
    this.#currency = survey.plainCurrency
    const isOneColumn = priced.cells.currencies?.size === 1
    this.#isDirect = isOneColumn && plan.placement !== 'replace' && plan.currencyColumn === null
    this.#isAtEnd = plan.placement === 'end'
    const head = this.#textOf(this.#headBytes())
    const scan = { ...scanForPatch(head, plan), lastRow: -1, marks, width: survey.width }
    this.#patcher = new CsvPatcher(scan, plan, head)
  }

  *pieces(onProgress: (done: number) => void, chunkBytes: number): Generator<Uint8Array<ArrayBuffer>> {
    const { hasBom = false, encoding } = this.#list.file
    let base = hasBom ? bomLength(encoding!) : 0
    if (base > 0) yield readBytes(this.#source, 0, base)
    let room = 2 * chunkBytes
    // Input and output share memory: within one array, bytes are moved without an object for each stretch.
    let memory = memoryFor(room)
    let have = 0
    for (;;) {
      const wanted = Math.min(chunkBytes, room - have)
      const end = have + this.#source.read(memory.subarray(have, have + wanted), base + have)
      const isLast = base + end >= this.#list.survey.index.end
      const output = room + SENTINEL_BYTES
      const { at, out } = this.#patchRows(memory, end, isLast, output)
      yield* this.#full
      this.#full = []
      yield memory.subarray(output, out)
      onProgress((base + at) / this.#source.length)
      if (isLast) return
      if (at === 0 && end === room) {
        room *= 2
        const larger = memoryFor(room)
        larger.set(memory.subarray(0, end))
        memory = larger
      } else memory.copyWithin(0, at, end)
      base += at
      have = end - at
    }
  }

  /** Writes the whole rows before `end` to `output` in the same memory. Returns the offsets after them and after what was written. */
  #patchRows(
    memory: Uint8Array<ArrayBuffer>,
    end: number,
    isLast: boolean,
    output: number,
  ): { at: number; out: number } {
    const scanner = this.#scanner
    const [column, width] = [this.#column, this.#width]
    let [at, done, out] = [0, 0, output]
    const reserve = (length: number): void => {
      if (out + length <= memory.length) return
      this.#full.push(memory.slice(output, out))
      out = output
    }
    const copyUpTo = (offset: number): void => {
      reserve(offset - done)
      memory.copyWithin(out, done, offset)
      out += offset - done
      done = offset
    }
    while (at < end) {
      const isWhole = scanner.scan(memory, at, end)
      if (!isWhole && !isLast) break
      const next = Math.min(scanner.next, end)
      const { fields, count } = scanner
      if (
        this.#isDirect &&
        count === width &&
        this.#row >= this.#from &&
        this.#price.read(memory, fields[2 * column]!, fields[2 * column + 1]!)
      ) {
        const isQuoted = scanner.isQuoted(memory, column)
        copyUpTo(this.#isAtEnd ? scanner.contentEnd : this.#outerEnd(memory, column, isQuoted))
        reserve(CELL_BYTES)
        const amount = targetAmount(convertMinorUnits(this.#price.hundredths, this.#currency), this.#currency)
        out = this.#writeCell(memory, out, amount, isQuoted || this.#needsQuotes)
      } else {
        copyUpTo(at)
        for (const part of this.#patchRow(memory.slice(at, next))) {
          reserve(part.length)
          if (part.length > memory.length - out) this.#full.push(part)
          else {
            memory.set(part, out)
            out += part.length
          }
        }
        done = next
      }
      this.#row++
      at = next
    }
    copyUpTo(at)
    return { at, out }
  }

  /** The end of a field with its closing quote and the spaces after it. */
  #outerEnd(bytes: Uint8Array, c: number, isQuoted: boolean): number {
    let end = this.#scanner.fields[2 * c + 1]!
    if (!isQuoted) return end
    end++
    while (bytes[end] === 0x20) end++
    return end
  }

  #writeCell(bytes: Uint8Array, start: number, amount: number, isQuoted: boolean): number {
    let out = start
    bytes[out++] = this.#separator
    if (isQuoted) bytes[out++] = QUOTE
    const cents = amount % 100
    let whole = (amount - cents) / 100
    let digits = 1
    for (let rest = whole; rest >= 10; rest = Math.floor(rest / 10)) digits++
    for (let at = out + digits - 1; at >= out; at--) {
      const rest = Math.floor(whole / 10)
      bytes[at] = ZERO + (whole - rest * 10)
      whole = rest
    }
    out += digits
    bytes[out++] = this.#mark
    const tens = Math.floor(cents / 10)
    bytes[out++] = ZERO + tens
    bytes[out++] = ZERO + (cents - tens * 10)
    if (isQuoted) bytes[out++] = QUOTE
    return out
  }

  /** Any other row, by the rules of texts. */
  #patchRow(bytes: Uint8Array<ArrayBuffer>): readonly Uint8Array<ArrayBuffer>[] {
    const text = this.#textOf(bytes)
    const row = new CsvRow(text.offsets)
    row.moveTo(0)
    row.index = this.#row
    this.#patcher.text = text
    this.#patcher.patchRow(row)
    return text.finish()
  }

  #textOf(bytes: Uint8Array<ArrayBuffer>) {
    const { encoding, delimiter } = this.#list.file
    const dialect = { encoding: encoding!, delimiter: delimiter!, hasBom: false }
    const offsets = new CsvOffsets(this.#decoder.decode(bytes), dialect.delimiter, 0, { isUnlimited: true })
    return createTextPatcher(bytes, dialect, offsets)
  }

  /** The rows up to the first of data, and some after it. */
  #headBytes(): Uint8Array<ArrayBuffer> {
    const { starts, end } = this.#list.survey.index
    return readBytes(this.#source, starts[0]!, starts[Math.ceil((this.#from + 1) / BLOCK_ROWS)] ?? end)
  }
}

const memoryFor = (room: number): Uint8Array<ArrayBuffer> => new Uint8Array(2 * (room + SENTINEL_BYTES))
