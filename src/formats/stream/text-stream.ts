import { headerTitles } from '#pricelist/headers/header-row.ts'
import { cellText, rowAt } from '#table/table.ts'
import { bomLength } from '../bytes/byte-text.ts'
import { hasWords } from '../bytes/single-byte-encoding.ts'
import { isUtf8 } from '../bytes/utf8.ts'
import { SAMPLE_CHARS } from '../csv/delimiter.ts'
import { findSplitTitle } from '../csv/split-title.ts'
import { CsvTable } from '../csv/table.ts'
import type { OpenOptions, OpenedFile, Warning } from '../format.ts'
import { openFile } from '../open-file.ts'
import { type ByteSource, readBytes } from './byte-source.ts'
import { NotPlainError, UNCLEAR_ENCODING, UNDECODABLE, rowChunks } from './row-chunks.ts'
import type { ScannedRow } from './row-scanner.ts'
import { type FoundRows, MAX_COLUMNS, type RowSurveyor } from './row-surveyor.ts'
import { StreamTable, type TextDialect } from './stream-table.ts'

/**
 * Bytes of the start of a file, of which half or all tells how its rows are read, and of what is read at once. A shorter file is no
 * stream.
 */
export type StreamSizes = { readonly headBytes: number; readonly chunkBytes: number }

export const STREAM_SIZES: StreamSizes = { headBytes: 256 * 1024, chunkBytes: 1024 * 1024 }

/** The part of the file that decides a single-byte encoding begins with its first such byte. */
const ENCODING_SAMPLE = 64 * 1024

const LF = 0x0a
const CR = 0x0d

const NO_TEXT = 'another form, or an encoding such as UTF-16'

type Bytes = Uint8Array<ArrayBuffer>

export type TextTask = {
  readonly source: ByteSource
  readonly options: OpenOptions
  readonly sizes?: StreamSizes
}

/** Makes output of each row. */
export type RowWriter<Output> = {
  /** A chunk of rows begins. `output`: where its memory has room after them. */
  begin?(memory: Bytes, output: number): void
  /** Writes a row, which is at `at` in the memory. `row`: its index. */
  write?(scanned: ScannedRow, at: number, row: number): void
  /** The output of the chunk, whose rows end at `end`. */
  take(end: number): Iterable<Output>
}

/** A file of delimited text whose rows are visited in order. */
export class TextStream {
  readonly source: ByteSource
  readonly options: OpenOptions
  /** The file as far as its first rows tell. */
  readonly head: OpenedFile
  readonly dialect: TextDialect
  /** The length of the byte order mark. */
  readonly start: number
  readonly #chunkBytes: number
  readonly #headBytes: number

  private constructor(task: TextTask, { file: head, bytes }: Head) {
    const { source, options, sizes = STREAM_SIZES } = task
    const { encoding, delimiter, hasBom = false } = head
    this.source = source
    this.options = options
    this.head = head
    this.dialect = { encoding: encoding!, delimiter: delimiter! }
    this.start = hasBom ? bomLength(encoding!) : 0
    this.#chunkBytes = sizes.chunkBytes
    this.#headBytes = bytes
  }

  /** @throws {NotPlainError} where the file is short, or its rows depend on each other */
  static async open(task: TextTask): Promise<TextStream> {
    return new TextStream(task, await openHead(task))
  }

  /**
   * Visits every row.
   * @returns the output of the writer
   * @throws {NotPlainError} where a row cannot be read by itself
   */
  *visit<Output>(surveyor: RowSurveyor, writer: RowWriter<Output>): Generator<Output> {
    const chunks = rowChunks({
      source: this.source,
      scan: surveyor.scan,
      chunkBytes: this.#chunkBytes,
      start: this.start,
      isGuessed: !surveyor.scan.isUtf8 && this.options.encoding === undefined,
      begin: (memory, output) => writer.begin?.(memory, output),
      visit: (scanned, memory, at, position) => {
        surveyor.visit(scanned, memory, at, position)
        writer.write?.(scanned, at, surveyor.row)
      },
    })
    for (const { end, done } of chunks) {
      this.options.onProgress?.(done)
      yield* writer.take(end)
    }
  }

  /** The byte order mark, where the file has one. */
  *byteOrderMark(): Generator<Bytes> {
    if (this.start > 0) yield readBytes(this.source, 0, this.start)
  }

  /** The file with all of its rows, once they have been surveyed. */
  fileWith({ formulas, ...rows }: FoundRows): OpenedFile {
    const { source, dialect } = this
    const head = this.head.cells as CsvTable
    const table = new StreamTable({ source, dialect, head, headBytes: this.#headBytes }, rows)
    const warnings: Warning[] = this.head.warnings.filter(({ code }) => code !== 'formula-cells')
    if (formulas.count > 0) warnings.push({ code: 'formula-cells', rows: formulas })
    const { cells: _, ...opened } = this.head
    return { ...opened, table, warnings }
  }
}

/** The first rows of a file of delimited text, up to a line end; `bytes` is how long they are. */
type Head = { readonly file: OpenedFile; readonly bytes: number }

async function openHead({ source, options, sizes = STREAM_SIZES }: TextTask): Promise<Head> {
  if (source.length < sizes.headBytes) throw new NotPlainError('a short file')
  const bytes = readBytes(source, 0, sizes.headBytes)
  const half = wholeLines(bytes.subarray(0, sizes.headBytes / 2))
  const head = isEnough(half) ? half : wholeLines(bytes)
  // Progress is that of the whole file.
  const { onProgress: _, ...own } = options
  const opened = await openFile(head, { ...own, limits: { bytes: Infinity, rows: Infinity } })
  if (!opened.ok) throw new NotPlainError(NO_TEXT)
  const reason = whyNotText(opened.file, head, options)
  if (reason !== undefined) throw new NotPlainError(reason)
  return { file: opened.file, bytes: head.length }
}

const wholeLines = (bytes: Bytes): Bytes =>
  bytes.subarray(0, Math.max(bytes.lastIndexOf(LF), bytes.lastIndexOf(CR)) + 1)

/** Whether a head has all that the delimiter, and a single-byte encoding, are detected from in the whole file. */
const isEnough = (head: Bytes): boolean =>
  hasEncodingSample(head) && new TextDecoder().decode(head).length > SAMPLE_CHARS

/** Without words in the sample, those of the whole file tell a single-byte encoding. */
const hasEncodingSample = (head: Uint8Array): boolean =>
  head.findIndex((byte) => byte >= 0x80) + ENCODING_SAMPLE <= head.length && (isUtf8(head) || hasWords(head))

function whyNotText(file: OpenedFile, head: Uint8Array, options: OpenOptions): string | undefined {
  const { format, packing, encoding, cells, table, warnings } = file
  if (format !== 'csv' || packing !== undefined || encoding === undefined || encoding.startsWith('utf-16'))
    return NO_TEXT
  if (!(cells instanceof CsvTable) || table !== cells) return 'rows of other lengths'
  if (cells.offsets.firstRow !== 0) return 'a separator line'
  if (warnings.some(({ code }) => code === 'undecodable-bytes')) return UNDECODABLE
  if (encoding !== 'utf-8' && options.encoding === undefined && !hasEncodingSample(head))
    return UNCLEAR_ENCODING
  return undefined
}

/**
 * Why the header does not tell how each row is read.
 * @param mayEndUntitled whether the last columns may have no title, as where each line ends in a delimiter
 */
export function whyHeaderNotPlain(
  { table, delimiter }: OpenedFile,
  headerRow: number | null,
  { mayEndUntitled }: { readonly mayEndUntitled: boolean },
): string | undefined {
  if (headerRow === null) return 'no titles'
  const header = (rowAt(table, headerRow) ?? []).map(cellText)
  const titled = header.findLastIndex((title) => title.trim() !== '') + 1
  const needed = mayEndUntitled ? header.slice(0, titled) : header
  if (needed.some((title) => title.trim() === '')) return 'a column without a title'
  if (headerTitles(table, headerRow).length !== header.length) return 'titles in rows of other lengths'
  if (header.length > MAX_COLUMNS) return `more than ${MAX_COLUMNS} columns`
  if (delimiter === ',' && findSplitTitle(header) !== undefined) return 'a title that its comma split'
  return undefined
}
