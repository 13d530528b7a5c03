import type { OpenOptions, OpenedFile } from '#formats/format.ts'
import { bomLength } from '#formats/bytes/byte-text.ts'
import { createEncoder } from '#formats/bytes/encoder.ts'
import { CsvTable } from '#formats/csv/table.ts'
import { openFile } from '#formats/open-file.ts'
import { type ByteSource, readBytes } from '#formats/stream/byte-source.ts'
import { NotPlainError, rowChunks } from '#formats/stream/row-chunks.ts'
import { RowScanner } from '#formats/stream/row-scanner.ts'
import { sideOf } from '#money/amount.ts'
import { firstRowOfData } from '#pricelist/columns/column-numbers.ts'
import { type CheckChoices, type PriceCheck, PairChecker } from '#pricelist/pairs/check-pairs.ts'
import { type PairDirection, derivedCurrency } from '#pricelist/pairs/price-pair.ts'
import { readPricePairs } from '#pricelist/pairs/read-pairs.ts'
import { type Strip, buildStrip, placeOf } from '../check/strip.ts'

/** Read and checked at once: some ten thousand rows. */
const PART_BYTES = 1024 * 1024

type Bytes = Uint8Array<ArrayBuffer>

/** The price check of a file of delimited text of any size, part by part: each is read as a file of its own with the same header. */
export class LargeCheck {
  /** The first rows of the file, by which its columns are found. */
  readonly head: OpenedFile
  readonly source: ByteSource
  readonly #options: OpenOptions
  readonly #partBytes: number

  private constructor(source: ByteSource, head: OpenedFile, fileName: string, partBytes: number) {
    const { encoding, delimiter } = head
    this.head = head
    this.source = source
    this.#partBytes = partBytes
    this.#options = {
      fileName,
      encoding: encoding!,
      delimiter: delimiter!,
      limits: { bytes: Infinity, rows: Infinity },
    }
  }

  /** @returns undefined for a file that is no delimited text of single bytes, or whose rows do not fit their header */
  static async open(
    source: ByteSource,
    options: OpenOptions,
    partBytes = PART_BYTES,
  ): Promise<LargeCheck | undefined> {
    const bytes = readBytes(source, 0, partBytes)
    const rows = bytes.subarray(0, bytes.lastIndexOf(0x0a) + 1)
    const limits = { bytes: Infinity, rows: Infinity }
    const opened = await openFile(rows, { ...options, limits })
    if (!opened.ok || !isPlain(opened.file)) return undefined
    return new LargeCheck(source, opened.file, options.fileName, partBytes)
  }

  /**
   * Checks the pairs of all rows.
   * @returns undefined where rows depend on each other: on those of other parts, too
   */
  async check(
    choices: CheckChoices,
    direction: PairDirection,
    onProgress: (done: number) => void,
  ): Promise<{ readonly check: PriceCheck; readonly strip: Strip } | undefined> {
    const checker = new PairChecker(direction)
    const places: number[] = []
    const { head, rows: headRows } = this.#headOf(choices)
    let row = 0
    const chunks = rowChunks({
      source: this.source,
      scanner: new RowScanner(this.#options.delimiter!, 1),
      chunkBytes: this.#partBytes,
      start: this.head.hasBom === true ? bomLength(this.#options.encoding!) : 0,
      begin: () => undefined,
      visit: () => void row++,
    })
    let before = 0
    try {
      for (const { memory, end, done } of chunks) {
        const part = before === 0 ? memory.slice(0, end) : joined(head, memory.subarray(0, end))
        const opened = await openFile(part, this.#options)
        if (!opened.ok || !isPlain(opened.file)) return undefined
        const firstLine = before === 0 ? 1 : before - headRows + 1
        const reading = readPricePairs(opened.file.table, { ...choices, firstLine })
        if (reading.hasAmbiguous === true) return undefined
        checker.add(reading)
        for (const pair of reading.pairs) places.push(placeOf(pair))
        before = row
        onProgress(done)
      }
    } catch (error) {
      if (error instanceof NotPlainError) return undefined
      throw error
    }
    const check = checker.finish()
    return { check, strip: buildStrip(places, check, sideOf(derivedCurrency(direction))) }
  }

  /** The rows down to the header, as each part begins. */
  #headOf({ columns }: CheckChoices): { head: Bytes; rows: number } {
    const { table, cells } = this.head
    const { offsets } = cells as CsvTable
    const rows = firstRowOfData(table, columns.headerRow)
    const text = offsets.text.slice(0, offsets.rowStart(rows))
    return { head: createEncoder(this.#options.encoding!).encode(text), rows }
  }
}

/** Whether each row is read by itself. */
const isPlain = ({ format, encoding = 'utf-16le', table, cells, warnings }: OpenedFile): boolean =>
  format === 'csv' &&
  !encoding.startsWith('utf-16') &&
  cells instanceof CsvTable &&
  // Not aligned; blank rows at its end are no longer in the table.
  table instanceof CsvTable &&
  table.offsets === cells.offsets &&
  cells.offsets.firstRow === 0 &&
  warnings.every(({ code }) => code === 'formula-cells' || code === 'extension-differs')

function joined(head: Bytes, rows: Uint8Array): Bytes {
  const bytes = new Uint8Array(head.length + rows.length)
  bytes.set(head)
  bytes.set(rows, head.length)
  return bytes
}
