import type { Delimiter, Encoding } from '#table/text-source.ts'
import { LazyTable, isBlankCell } from '#table/table.ts'
import { CsvOffsets, CsvTable } from '../csv/table.ts'
import { type ByteSource, readBytes } from './byte-source.ts'

/** Rows between two offsets of the index, which are read together. */
export const BLOCK_ROWS = 32

/** Rows kept in memory: the samples of every column are of the same rows. */
const KEPT_ROWS = 8192

/** The offset of each block of {@link BLOCK_ROWS} rows in the file, and of the end of the last row. */
export type RowIndex = { readonly starts: readonly number[]; readonly end: number }

export type TextDialect = { readonly encoding: Encoding; readonly delimiter: Delimiter }

/** The rows of a file of delimited text, read again when they are asked for. No row lacks fields or has surplus ones. */
export class StreamTable extends LazyTable {
  override readonly isDelimited = true
  readonly #source: ByteSource
  readonly #index: RowIndex
  readonly #dialect: TextDialect
  readonly #width: number
  readonly #rows: Map<number, string[]>
  readonly #decoder: InstanceType<typeof TextDecoder>
  /** The block that was read last: many are read in order. */
  #last: { readonly block: number; readonly table: CsvTable } | undefined

  /** @param width the fields of the widest row */
  constructor(
    source: ByteSource,
    index: RowIndex,
    dialect: TextDialect,
    length: number,
    width: number,
    rows = new Map<number, string[]>(),
  ) {
    super(length)
    this.#source = source
    this.#index = index
    this.#dialect = dialect
    this.#width = width
    this.#rows = rows
    this.#decoder = new TextDecoder(dialect.encoding, { ignoreBOM: true })
  }

  override get width(): number {
    return this.#width
  }

  at(r: number): string[] | undefined {
    if (r < 0 || r >= this.length) return undefined
    const known = this.#rows.get(r)
    if (known !== undefined) return known
    const row = this.#blockOf(r).at(r % BLOCK_ROWS)!
    if (this.#rows.size >= KEPT_ROWS) this.#rows.clear()
    this.#rows.set(r, row)
    return row
  }

  cell(r: number, c: number): string | undefined {
    return this.at(r)?.[c]
  }

  lengthOfRow(r: number): number {
    return this.at(r)?.length ?? 0
  }

  isBlank(r: number): boolean {
    return this.at(r)?.every(isBlankCell) ?? false
  }

  first(count: number): StreamTable {
    const length = Math.min(count, this.length)
    return new StreamTable(this.#source, this.#index, this.#dialect, length, this.#width, this.#rows)
  }

  #blockOf(r: number): CsvTable {
    const block = Math.floor(r / BLOCK_ROWS)
    if (this.#last?.block !== block) this.#last = { block, table: this.#read(block) }
    return this.#last.table
  }

  #read(block: number): CsvTable {
    const { starts, end } = this.#index
    const bytes = readBytes(this.#source, starts[block]!, starts[block + 1] ?? end)
    const text = this.#decoder.decode(bytes)
    return new CsvTable(new CsvOffsets(text, this.#dialect.delimiter, 0, { isUnlimited: true, capacity: 512 }))
  }
}
