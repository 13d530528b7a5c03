import type { Bytes } from '../bytes/bytes.ts'
import { type OpenOptions, type ReadFailure, type UnsupportedFile, failure } from '../format.ts'
import { identifyArchive } from '../unsupported/unsupported-file.ts'
import { MAX_FILES } from '../zip/layout.ts'
import { openZip } from '../zip/read.ts'

/** A file of an archive that may be a price list. */
export type ArchiveFile = {
  /** With `/` between folders. */
  readonly path: string
  /** Among all entries of the archive. */
  readonly index: number
  /** Bytes of the unpacked file. */
  readonly size: number
  /** @throws {ZipError} */
  readonly content: () => Promise<Bytes>
}

/** The price lists of an archive, and the paths of its other files. */
export type ArchiveLists = { readonly lists: readonly ArchiveFile[]; readonly others: readonly string[] }

type Listing = { readonly ok: true; readonly files: readonly ArchiveFile[] } | ReadFailure

/** Files that may be lists, at most: each is opened to know. */
const MAX_SEARCHED = 2000

/** What systems add, hidden files, and temporary ones of open documents. `./` is the folder itself. */
const HIDDEN = /(?:^|\/)(?:__MACOSX\/|\.(?!\/)|~\$|(?:thumbs\.db|desktop\.ini)$)/i
const PICTURE = /\.(?:jpe?g|jfif|png|gif|webp|avif|svg|bmp|tiff?|heic|ico|psd|mp4|mov)$/i

/**
 * Lists the files of a ZIP archive that may be price lists, in the order of the archive: neither folders nor pictures. Nothing
 * is unpacked.
 */
export function listArchive(bytes: Bytes, limits: OpenOptions['limits']): Listing {
  const opened = openZip(bytes, limits?.isUnpackedLimited, MAX_FILES)
  if (!opened.ok) return archiveFailure(bytes, opened.reason)
  const files = opened.parts.flatMap((part, index): ArchiveFile[] => {
    const { name: path, size } = part
    return path.endsWith('/') || isNoList(path) ? [] : [{ path, index, size, content: () => part.content() }]
  })
  if (files.length > MAX_SEARCHED) return failure({ code: 'other-file', file: describeArchive(bytes) })
  return { ok: true, files }
}

/** The archive as it is refused in words, with its number of files. */
export const describeArchive = (bytes: Bytes): UnsupportedFile =>
  identifyArchive(bytes)?.file ?? { kind: 'zip', format: 'ZIP' }

/**
 * Whether a file in a folder or an archive is passed over because of its name.
 * @param path with `/` between folders
 */
export const isNoList = (path: string): boolean => HIDDEN.test(path) || PICTURE.test(path)

/** ZIP64, other compression and the like are whole archives for other programs. */
function archiveFailure(bytes: Bytes, reason: 'broken' | 'encrypted' | 'bomb'): ReadFailure {
  if (reason === 'encrypted')
    return failure({ code: 'other-file', file: { kind: 'protected-archive', format: 'ZIP' } })
  return reason === 'broken' && identifyArchive(bytes) !== undefined
    ? failure({ code: 'other-file', file: { kind: 'archive', format: 'ZIP' } })
    : failure({ code: 'unreadable', reason })
}
