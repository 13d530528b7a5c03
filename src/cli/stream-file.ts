import type { OpenedFile } from '#formats/format.ts'
import { collectAssumptions } from '#formats/read-price-list.ts'
import type { ByteSource } from '#formats/stream/byte-source.ts'
import { NotPlainError } from '#formats/stream/row-chunks.ts'
import { PriceListStream } from '#formats/stream/stream-reading.ts'
import type { StreamedList } from '#formats/stream/streamed-cells.ts'
import { STREAM_SIZES } from '#formats/stream/text-stream.ts'
import type { Detection } from '#pricelist/types.ts'
import type { CliOptions } from './args.ts'
import { type Choice, chooseColumns } from './columns.ts'
import { CliError } from './error.ts'
import {
  MAX_BYTES,
  type PriceListReading,
  detectOrUseHeader,
  openOptions,
  readingFrom,
  rowChoices,
} from './read-file.ts'

// An import would load much more (see read-file.ts).
const { closeSync, fstatSync, openSync, readSync } = process.getBuiltinModule('node:fs')

const MB = 1024 * 1024

/**
 * Calls `use` with the bytes of a file, to read it as a stream: memory does not grow with its rows.
 * @returns false where it is short, or its rows depend on each other: it has to be read whole
 */
export async function asStream(
  { file, limit }: CliOptions,
  use: (source: ByteSource) => Promise<void>,
): Promise<boolean> {
  if (limit !== undefined) return false
  const descriptor = readingFrom(file, () => openSync(file, 'r'))
  try {
    const stats = fstatSync(descriptor)
    if (!stats.isFile() || stats.size < STREAM_SIZES.headBytes) return false
    const read: ByteSource['read'] = (target, position) =>
      readingFrom(file, () => readSync(descriptor, target, 0, target.length, position))
    await use({ length: stats.size, read })
    return true
  } catch (error) {
    if (!(error instanceof NotPlainError)) throw error
    if (fstatSync(descriptor).size <= MAX_BYTES) return false
    throw new CliError(
      `The file is larger than ${Math.floor(MAX_BYTES / MB)} MB, and it has ${error.message}: it cannot be read row by row. Name the columns with --price and --name if they are not clear, else split it.`,
    )
  } finally {
    closeSync(descriptor)
  }
}

/** A price list as a stream, and what the notes tell of it. */
export type FileStream = {
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
  source: ByteSource,
): Promise<FileStream> {
  const options = openOptions(request)
  let chosen: { readonly detection: Detection; readonly choice: Choice } | undefined
  const choose = (file: OpenedFile) => {
    const detection = detectOrUseHeader(file, request)
    const choice = chooseColumns(file.table, detection, request)
    chosen = { detection, choice }
    const choices = rowChoices(request, choice, names)
    return choice.certain ? { columns: choices.columns, choices } : undefined
  }
  const stream = await PriceListStream.open({ source, options, choose })
  const readingOf = ({ file, rows }: StreamedList): PriceListReading => ({
    file,
    rows,
    ...chosen!,
    assumptions: collectAssumptions(file, options, rows),
  })
  return { stream, readingOf }
}
