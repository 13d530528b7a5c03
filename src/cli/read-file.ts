import { basename } from 'node:path'
import { type WholeReading, openChoices, readList } from '#files/read-list.ts'
import type { OpenOptions } from '#formats/format.ts'
import type { CliOptions } from './args.ts'
import { choiceProblemText } from './columns.ts'
import { CliError, codeOf, readErrorMessage } from './error.ts'
import { showRead, turn } from './output.ts'

// An import would also load the modules of streams and promises: a tenth of the start-up time.
const { readFileSync, statSync } = process.getBuiltinModule('node:fs')

/** More text does not fit into one string of V8. */
export const MAX_BYTES = 500 * 1024 * 1024

type ReadOptions = {
  /** Whether all keys of JSON become columns, or only name, price and currency. */
  readonly allKeys: boolean
  /** Whether the names of rows are read. */
  readonly names: boolean
}

/**
 * Opens the file and reads its rows by the options.
 * @throws {CliError} when it cannot be read or has no such column
 */
export async function readPriceListFile(
  request: CliOptions,
  { allKeys, names }: ReadOptions,
): Promise<WholeReading> {
  const bytes = await readWholeFile(request)
  const read = await readList(bytes, request, { open: { ...openOptions(request), allKeys }, names })
  if (read.ok) return read.reading
  throw new CliError('error' in read ? readErrorMessage(read.error) : choiceProblemText(read.problem))
}

export const openOptions = (request: CliOptions): OpenOptions => ({
  fileName: request.fileName ?? basename(request.file),
  // A user's own file is no attack on the computer that it is on.
  limits: { bytes: MAX_BYTES, rows: request.limit ?? Infinity, isUnpackedLimited: false },
  onProgress: showRead,
  ...openChoices(request),
})

/** Calls `read`, and names the file in what it throws. */
export function readingFrom<T>(path: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof CliError) throw error
    throw new CliError(`${path}: ${READ_PROBLEMS[codeOf(error)] ?? 'the file cannot be read'}.`)
  }
}

export async function readWholeFile({ file, content, onRead }: CliOptions): Promise<Uint8Array<ArrayBuffer>> {
  if (content !== undefined) return content
  const bytes = readingFrom(file, () => {
    const { size } = statSync(file)
    if (size > MAX_BYTES) throw new CliError(readErrorMessage({ code: 'too-big', limitBytes: MAX_BYTES }))
    // `slice` of a Buffer does not copy, so a plain Uint8Array is returned.
    const { buffer, byteOffset, byteLength } = readFileSync(file)
    return new Uint8Array(buffer, byteOffset, byteLength)
  })
  // A signal in the meantime would be lost with the handlers that `onRead` may remove. The first turn is the rest of this one.
  await turn()
  await turn()
  onRead?.()
  return bytes
}

/** By the code of the system error. */
const READ_PROBLEMS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'the file may not be read',
}
