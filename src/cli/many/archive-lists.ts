import { openLists } from '#formats/open-file.ts'
import type { ArchiveFile, ArchiveLists, OtherEntry } from '#formats/packed/archive.ts'
import { LOCAL_HEADER } from '#formats/zip/layout.ts'
import { ZipError } from '#formats/zip/zip-error.ts'
import type { CliOptions } from '../args.ts'
import { CliError, listSheets, readErrorMessage } from '../error.ts'
import { unreadText } from '../convert.ts'
import { printAbout } from '../output.ts'
import { MAX_BYTES, openOptions, readWholeFile } from '../read-file.ts'

// An import would load much more (see read-file.ts).
const { closeSync, openSync, readSync, statSync } = process.getBuiltinModule('node:fs')

/** An archive of several lists. */
export type OpenedArchive = ArchiveLists & { readonly bytes: Uint8Array<ArrayBuffer> }

/** A file, in memory if it is a ZIP archive: with its lists if it has several, of which none is named. */
type OpenedInput<Options extends CliOptions> = {
  readonly request: Options
  readonly archive?: OpenedArchive
}

export async function openInput<Options extends CliOptions>(request: Options): Promise<OpenedInput<Options>> {
  if (request.sheet !== undefined || request.content !== undefined || !isZip(request.file)) return { request }
  const bytes = await readWholeFile(request)
  const found = await openLists(bytes, openOptions(request))
  return { request: { ...request, content: bytes }, ...(found && { archive: { ...found, bytes } }) }
}

/**
 * The same for a command that reads one list.
 * @throws {CliError} where there are several, and none is named
 */
export async function openOneList<Options extends CliOptions>(options: Options): Promise<Options> {
  const { request, archive } = await openInput(options)
  if (archive === undefined) return request
  const paths = archive.lists.map(({ path }) => path)
  throw new CliError(
    `The archive has several lists: say which with --sheet, of ${listSheets(paths, 'file')}, or have all of them read with --out-dir.`,
  )
}

/** The command for one list of an archive. */
export async function requestFor<Options extends CliOptions>(
  request: Options,
  { path, size, content }: ArchiveFile,
): Promise<Options> {
  if (size > MAX_BYTES) throw new CliError(readErrorMessage({ code: 'too-big', limitBytes: MAX_BYTES }))
  try {
    return { ...request, content: await content(), fileName: path.slice(path.lastIndexOf('/') + 1) }
  } catch (error) {
    if (!(error instanceof ZipError)) throw error
    throw new CliError(readErrorMessage({ code: 'unreadable', reason: error.reason }))
  }
}

/** Names the files of an archive that are no price lists, and those that are not read although they may be or hold some. */
export function printOthers(request: CliOptions, others: readonly OtherEntry[]): void {
  const known = others.flatMap(({ path, why }) => (why === undefined ? path : []))
  if (known.length > 0)
    printAbout(request, `Note: no price lists, and left as they are: ${known.join(', ')}.`)
  const unread = others.flatMap(({ path, why }) => (why === undefined ? [] : [{ path, why }]))
  if (unread.length > 0) printAbout(request, `Note: ${unreadText(unread)}`)
}

/** False also for what cannot be read, which the command says. */
function isZip(path: string): boolean {
  try {
    // A pipe can be read once only.
    if (!statSync(path).isFile()) return false
    const start = new DataView(new ArrayBuffer(4))
    const file = openSync(path, 'r')
    try {
      readSync(file, start)
    } finally {
      closeSync(file)
    }
    return start.getUint32(0, true) === LOCAL_HEADER.signature
  } catch {
    return false
  }
}
