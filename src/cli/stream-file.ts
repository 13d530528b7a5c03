import { collectAssumptions } from '#formats/read-price-list.ts'
import type { OpenedFile } from '#formats/format.ts'
import type { ByteSource } from '#formats/stream/byte-source.ts'
import { STREAM_SIZES, type StreamedList, readStream } from '#formats/stream/stream-reading.ts'
import type { Detection } from '#pricelist/types.ts'
import { type Choice, chooseColumns } from './columns.ts'
import type { CliOptions } from './args.ts'
import {
  type PriceListReading,
  detectOrUseHeader,
  openOptions,
  readingFrom,
  rowChoices,
} from './read-file.ts'

// An import would load much more (see read-file.ts).
const { closeSync, fstatSync, openSync, readSync } = process.getBuiltinModule('node:fs')

/** A reading of a file whose rows stay in the file. */
export type StreamedReading = PriceListReading & { readonly list: StreamedList; readonly source: ByteSource }

/**
 * Reads a file as a stream, for `use`; rows of any number take the same memory.
 * @returns false where it is short, or its rows depend on each other: it has to be read whole
 */
export async function withStream(
  request: CliOptions,
  use: (reading: StreamedReading) => Promise<void>,
): Promise<boolean> {
  const descriptor = readingFrom(request.file, () => openSync(request.file, 'r'))
  try {
    const stats = fstatSync(descriptor)
    if (!stats.isFile() || stats.size < STREAM_SIZES.headBytes) return false
    const source: ByteSource = {
      length: stats.size,
      read: (target, position) =>
        readingFrom(request.file, () => readSync(descriptor, target, 0, target.length, position)),
    }
    const reading = await readAsStream(request, source)
    if (reading === undefined) return false
    await use(reading)
    return true
  } finally {
    closeSync(descriptor)
  }
}

async function readAsStream(request: CliOptions, source: ByteSource): Promise<StreamedReading | undefined> {
  const options = openOptions(request)
  let chosen: { readonly detection: Detection; readonly choice: Choice } | undefined
  const choose = (file: OpenedFile) => {
    const detection = detectOrUseHeader(file, request)
    const choice = chooseColumns(file.table, detection, request)
    chosen = { detection, choice }
    const choices = rowChoices(request, choice, false)
    return choice.certain ? { columns: choices.columns, choices } : undefined
  }
  const list = await readStream(source, options, choose)
  if (typeof list === 'string' || chosen === undefined) return undefined
  const { file, rows } = list
  return { file, ...chosen, rows, assumptions: collectAssumptions(file, options, rows), list, source }
}
