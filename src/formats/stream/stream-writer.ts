import { targetAmount } from '#money/amount.ts'
import { convertMinorUnits } from '#money/convert.ts'
import type { DecimalMark } from '#writeback/price-style.ts'
import type { WriteBackPlan } from '#writeback/plan.ts'
import { CsvPatcher } from '../csv/patch.ts'
import { CsvRow, scanForPatch } from '../csv/patch-scan.ts'
import { createTextPatcher } from '../csv/patch-text.ts'
import { CsvOffsets } from '../csv/table.ts'
import type { PriceSurveyor } from './price-surveyor.ts'
import type { RowScanner } from './row-scanner.ts'
import type { TextDialect } from './stream-table.ts'
import type { RowWriter } from './text-stream.ts'

/** Room for an amount with its quotes and its delimiter. */
const CELL_BYTES = 32

const QUOTE = 0x22
const SPACE = 0x20
const ZERO = 0x30

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

/** Writes rows with their new prices behind the rows that `rowChunks` has in memory: the bytes that `writeBack` gives. */
export class StreamWriter implements RowWriter {
  readonly #dialect: TextDialect
  readonly #column: number
  readonly #surveyor: PriceSurveyor
  readonly #mark: number
  readonly #separator: number
  /** Whether an amount needs quotes also beside a price without them. */
  readonly #needsQuotes: boolean
  /** Whether rows with a usual price are written without their text. */
  readonly #isDirect: boolean
  readonly #isAtEnd: boolean
  readonly #decoder: InstanceType<typeof TextDecoder>
  readonly #patcher: CsvPatcher
  /** Output for which there was no more room. */
  #full: Bytes[] = []
  #memory: Bytes = new Uint8Array(0)
  /** Where the output begins and ends, and up to where the rows of the chunk are written. */
  #output = 0
  #out = 0
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
    const isOneColumn = priced.cells.currencies?.size === 1
    this.#isDirect = isOneColumn && plan.placement !== 'replace'
    this.#isAtEnd = plan.placement === 'end'
    this.#decoder = new TextDecoder(dialect.encoding, { ignoreBOM: true })
    const text = this.#textOf(head)
    const marks = new Map([[priced.column, mark]])
    this.#patcher = new CsvPatcher({ ...scanForPatch(text, plan), lastRow: -1, marks, width }, plan, text)
  }

  begin(memory: Bytes, output: number): void {
    this.#memory = memory
    this.#output = this.#out = output
    this.#done = 0
  }

  write(scanner: RowScanner, at: number, next: number, row: number): void {
    const { isPlain, price } = this.#surveyor
    if (isPlain && this.#isDirect) this.#writeDirectly(scanner, price.hundredths)
    else this.#patchRow(at, next, row)
  }

  *take(end: number): Generator<Bytes> {
    this.#copyUpTo(end)
    yield* this.#full
    this.#full = []
    yield this.#memory.subarray(this.#output, this.#out)
  }

  #writeDirectly(scanner: RowScanner, hundredths: number): void {
    const c = this.#column
    const isQuoted = scanner.isQuoted(this.#memory, c)
    this.#copyUpTo(this.#isAtEnd ? scanner.contentEnd : this.#outerEnd(scanner.fields[2 * c + 1]!, isQuoted))
    this.#reserve(CELL_BYTES)
    const { plainCurrency } = this.#surveyor
    const amount = targetAmount(convertMinorUnits(hundredths, plainCurrency), plainCurrency)
    this.#writeCell(amount, isQuoted || this.#needsQuotes)
  }

  /** Any other row, by the rules of texts. */
  #patchRow(at: number, next: number, index: number): void {
    this.#copyUpTo(at)
    const text = this.#textOf(this.#memory.slice(at, next))
    const row = new CsvRow(text.offsets)
    row.moveTo(0)
    row.index = index
    this.#patcher.text = text
    this.#patcher.patchRow(row)
    for (const part of text.finish()) {
      this.#reserve(part.length)
      if (part.length > this.#memory.length - this.#out) this.#full.push(part)
      else {
        this.#memory.set(part, this.#out)
        this.#out += part.length
      }
    }
    this.#done = next
  }

  #textOf(bytes: Bytes) {
    const { delimiter } = this.#dialect
    const offsets = new CsvOffsets(this.#decoder.decode(bytes), delimiter, 0, {
      isUnlimited: true,
      capacity: 64,
    })
    return createTextPatcher(bytes, { ...this.#dialect, hasBom: false }, offsets)
  }

  #copyUpTo(offset: number): void {
    const length = offset - this.#done
    this.#reserve(length)
    this.#memory.copyWithin(this.#out, this.#done, offset)
    this.#out += length
    this.#done = offset
  }

  #reserve(length: number): void {
    if (this.#out + length <= this.#memory.length) return
    this.#full.push(this.#memory.slice(this.#output, this.#out))
    this.#out = this.#output
  }

  /** The end of a field with its closing quote and the spaces after it. */
  #outerEnd(fieldEnd: number, isQuoted: boolean): number {
    let end = fieldEnd
    if (!isQuoted) return end
    end++
    while (this.#memory[end] === SPACE) end++
    return end
  }

  #writeCell(amount: number, isQuoted: boolean): void {
    const memory = this.#memory
    let out = this.#out
    memory[out++] = this.#separator
    if (isQuoted) memory[out++] = QUOTE
    const cents = amount % 100
    let whole = (amount - cents) / 100
    let digits = 1
    for (let rest = whole; rest >= 10; rest = Math.floor(rest / 10)) digits++
    for (let at = out + digits - 1; at >= out; at--) {
      const rest = Math.floor(whole / 10)
      memory[at] = ZERO + (whole - rest * 10)
      whole = rest
    }
    out += digits
    memory[out++] = this.#mark
    const tens = Math.floor(cents / 10)
    memory[out++] = ZERO + tens
    memory[out++] = ZERO + (cents - tens * 10)
    if (isQuoted) memory[out++] = QUOTE
    this.#out = out
  }
}
