import type { OpenedFile } from '#formats/format.ts'
import { collectAssumptions } from '#formats/read-price-list.ts'
import type { ByteSource } from '#formats/stream/byte-source.ts'
import { NotPlainError } from '#formats/stream/row-chunks.ts'
import { PriceListStream, type StreamedList } from '#formats/stream/stream-reading.ts'
import { STREAM_SIZES } from '#formats/stream/text-stream.ts'
import type { Detection } from '#pricelist/types.ts'
import type { CliOptions } from './args.ts'
import { type Choice, chooseColumns } from './columns.ts'
import {
  type PriceListReading,
  detectOrUseHeader,
  openOptions,
  readingFrom,
  rowChoices,
} from './read-file.ts'

// An import would load much more (see read-file.ts).
const { closeSync, fstatSync, openSync, readSync } = process.getBuiltinModule('node:fs')

/** A stream of a file, and what the notes tell of its list. */
export type FileStream = {
  readonly stream: PriceListStream
  readonly readingOf: (list: StreamedList) => PriceListReading
}

/**
 * Reads a file as a stream, for `use`: memory does not grow with its rows.
 * @returns false where it is short, or its rows depend on each other: it has to be read whole
 */
export async function withStream(
  request: CliOptions,
  use: (file: FileStream) => Promise<void>,
): Promise<boolean> {
  const descriptor = readingFrom(request.file, () => openSync(request.file, 'r'))
  try {
    const stats = fstatSync(descriptor)
    if (!stats.isFile() || stats.size < STREAM_SIZES.headBytes) return false
    const read: ByteSource['read'] = (target, position) =>
      readingFrom(request.file, () => readSync(descriptor, target, 0, target.length, position))
    await use(await openStream(request, { length: stats.size, read }))
    return true
  } catch (error) {
    if (error instanceof NotPlainError) return false
    throw error
  } finally {
    closeSync(descriptor)
  }
}

async function openStream(request: CliOptions, source: ByteSource): Promise<FileStream> {
  const options = openOptions(request)
  let chosen: { readonly detection: Detection; readonly choice: Choice } | undefined
  const choose = (file: OpenedFile) => {
    const detection = detectOrUseHeader(file, request)
    const choice = chooseColumns(file.table, detection, request)
    chosen = { detection, choice }
    const choices = rowChoices(request, choice, false)
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
