import type { OpenedFile } from '#formats/format.ts'
import { collectAssumptions } from '#formats/read-price-list.ts'
import type { ByteSource } from '#formats/stream/byte-source.ts'
import { NotPlainError } from '#formats/stream/row-chunks.ts'
import { PriceListStream } from '#formats/stream/stream-reading.ts'
import type { StreamedList } from '#formats/stream/streamed-cells.ts'
import { StreamTable } from '#formats/stream/stream-table.ts'
import { STREAM_SIZES } from '#formats/stream/text-stream.ts'
import { type Choice, chooseIn, detectOrUseHeader } from '#files/columns.ts'
import { type PriceListReading, rowChoices } from '#files/read-list.ts'
import type { Detection } from '#pricelist/types.ts'
import type { CliOptions } from './args.ts'
import { choiceProblemText } from './columns.ts'
import { CliError } from './error.ts'
import { showRead, showWritten } from './output.ts'
import { MAX_BYTES, openOptions, readingFrom } from './read-file.ts'

// An import would load much more (see read-file.ts).
const { closeSync, fstatSync, openSync, readSync, statSync } = process.getBuiltinModule('node:fs')
const { setFlagsFromString } = process.getBuiltinModule('node:v8')

const MB = 1024 * 1024

/** The bytes of a file that is read more than once. */
export type StreamedFile = {
  readonly source: ByteSource
  /** @throws {CliError} where the file has changed since it was opened */
  readonly requireSame: () => void
  /**
   * Pieces that are made of a file which was surveyed before; fails where it has changed in the meantime.
   * @param show shows their progress: by default, as that of writing
   */
  readonly whileSame: <Piece>(pieces: Iterable<Piece>, show?: (done: number) => void) => Generator<Piece>
  readonly onProgress: (done: number) => void
}

/**
 * Calls `use` with a file, to read it as a stream: memory does not grow with its rows.
 * @returns false where it is short, or its rows depend on each other: it has to be read whole
 */
export async function asStream(
  { file, content, limit }: CliOptions,
  use: (file: StreamedFile) => Promise<void>,
): Promise<boolean> {
  if (content !== undefined) return false
  // A pipe can be opened once only.
  const found = readingFrom(file, () => statSync(file))
  if (limit !== undefined || !found.isFile() || found.size < STREAM_SIZES.headBytes) return false
  const descriptor = readingFrom(file, () => openSync(file, 'r'))
  // Of a row nothing is kept: memory for new objects does not have to grow with their number.
  setFlagsFromString('--semi-space-growth-factor=1')
  const streamed = streamedFile(file, descriptor)
  try {
    await use(streamed)
    return true
  } catch (error) {
    // That may be the reason, whatever the error.
    streamed.requireSame()
    if (!(error instanceof NotPlainError)) throw error
    if (found.size <= MAX_BYTES) return false
    if (error.cause instanceof CliError) throw error.cause
    throw new CliError(
      `The file is larger than ${Math.floor(MAX_BYTES / MB)} MB, and only delimited text of rows that can be read one by one may be: it has ${error.message}. Split it, or convert it in a database (levro sql).`,
    )
  } finally {
    setFlagsFromString('--semi-space-growth-factor=2')
    closeSync(descriptor)
  }
}

function streamedFile(path: string, descriptor: number): StreamedFile {
  const { size, mtimeMs } = fstatSync(descriptor)
  const changed = () => new CliError(`${path}: the file has changed while it was read. Try again.`)
  const requireSame = () => {
    const now = fstatSync(descriptor)
    if (now.size !== size || now.mtimeMs !== mtimeMs) throw changed()
  }
  let progress = showRead
  return {
    source: {
      length: size,
      // A file that grows has more than its length.
      read: (target, position) =>
        readingFrom(path, () =>
          readSync(descriptor, target, 0, Math.min(target.length, size - position), position),
        ),
    },
    requireSame,
    *whileSame(pieces, show = showWritten) {
      progress = show
      try {
        yield* pieces
      } catch (error) {
        throw error instanceof NotPlainError ? changed() : error
      }
      requireSame()
    },
    onProgress: (done) => {
      progress(done)
    },
  }
}

/**
 * What `choose` returns. Where the file is only the beginning of one, its whole may have the columns that `choose` misses.
 * @throws {NotPlainError}
 */
export function chosenIn<T>(file: OpenedFile, choose: () => T): T {
  try {
    return choose()
  } catch (error) {
    if (error instanceof CliError && !(file.table instanceof StreamTable))
      throw new NotPlainError('other columns than those that were named', { cause: error })
    throw error
  }
}

/** A price list as a stream, and what the notes tell of it. */
export type FileStream = StreamedFile & {
  readonly stream: PriceListStream
  readonly readingOf: (list: StreamedList) => PriceListReading
}

/**
 * Opens a price list as a stream.
 * @param names whether the names of rows are wanted
 */
export async function openStream(
  request: CliOptions,
  names: boolean,
  streamed: StreamedFile,
): Promise<FileStream> {
  const options = { ...openOptions(request), onProgress: streamed.onProgress }
  let chosen: { readonly detection: Detection; readonly choice: Choice } | undefined
  const choose = (file: OpenedFile) => {
    chosen = chosenIn(file, () => {
      const detected = detectOrUseHeader(file, request)
      const found = detected.ok ? chooseIn(file, detected.detection, request) : detected
      if (!found.ok) throw new CliError(choiceProblemText(found.problem))
      return found
    })
    const { choice } = chosen
    const choices = rowChoices(request, choice, names)
    return choice.certain ? { columns: choices.columns, choices } : undefined
  }
  const stream = await PriceListStream.open({ source: streamed.source, options, choose })
  const readingOf = ({ file, rows }: StreamedList): PriceListReading => ({
    file,
    rows,
    detection: chosen!.detection,
    choice: chosen!.choice,
    assumptions: collectAssumptions(file, options, rows),
  })
  return { ...streamed, stream, readingOf }
}
