import type { Bytes } from '../bytes/bytes.ts'
import {
  type OpenOptions,
  type ReadFailure,
  type UnreadEntry,
  type UnsupportedFile,
  failure,
} from '../format.ts'
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

/** A file of an archive that is no price list; `why` where it may be or hold one, and is not read. */
export type OtherEntry = { readonly path: string; readonly why?: UnreadEntry['why'] }

/** The price lists of an archive, and its other files. */
export type ArchiveLists = { readonly lists: readonly ArchiveFile[]; readonly others: readonly OtherEntry[] }

type Listing =
  | {
      readonly ok: true
      readonly files: readonly ArchiveFile[]
      /** Files whose path may lead out of the archive: it goes through the folder above another. */
      readonly outside: readonly UnreadEntry[]
    }
  | ReadFailure

/** Files that may be lists, at most: each is opened to know. */
const MAX_SEARCHED = 2000

/** What systems add, hidden files, and temporary ones of open documents. `./` and `../` are folders. */
const HIDDEN = /(?:^|\/)(?:__MACOSX\/|\.(?!\.?\/)|~\$|(?:thumbs\.db|desktop\.ini)$)/i
const OUTSIDE = /(?:^|\/)\.\.\//
const PICTURE = /\.(?:jpe?g|jfif|png|gif|webp|avif|svg|bmp|tiff?|heic|ico|psd|mp4|mov)$/i

/**
 * Lists the files of a ZIP archive that may be price lists, in the order of the archive: neither folders nor pictures, and none
 * whose path may lead out of it. Nothing is unpacked.
 */
export function listArchive(bytes: Bytes, limits: OpenOptions['limits']): Listing {
  const opened = openZip(bytes, limits?.isUnpackedLimited, MAX_FILES)
  if (!opened.ok) return archiveFailure(bytes, opened.reason)
  const files: ArchiveFile[] = []
  const outside: UnreadEntry[] = []
  for (const [index, part] of opened.parts.entries()) {
    const { name: path, size } = part
    if (path.endsWith('/') || isNoList(path)) continue
    if (OUTSIDE.test(path)) outside.push({ path, why: 'outside' })
    else files.push({ path, index, size, content: () => part.content() })
  }
  if (files.length > MAX_SEARCHED) return failure({ code: 'other-file', file: describeArchive(bytes) })
  return { ok: true, files, outside }
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
