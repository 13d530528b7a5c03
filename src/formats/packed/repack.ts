import type { Bytes } from '../bytes/bytes.ts'
import {
  type FormatId,
  type OpenedFile,
  type WriteBackResult,
  writeBackFormat,
  writtenEntry,
} from '../format.ts'
import { writtenPath } from '../written-path.ts'
import { ZipPart } from '../zip/read.ts'
import {
  type CentralDirectory,
  type CentralDirectoryEntry,
  MAX_FILES,
  readCentralDirectory,
} from '../zip/layout.ts'
import { replaceEntries } from '../zip/patch.ts'
import type { EntryContent, EntryData } from '../zip/write.ts'
import { gunzip, gzipAs } from './gzip.ts'

/** Patches what was unpacked. */
type PatchUnpacked = (unpacked: Bytes, list: OpenedFile) => Promise<WriteBackResult>

/**
 * Patches the list in a packed file and packs it again: gzip with the same header, an archive with every other entry byte for
 * byte. A workbook that comes back as XLSX gets that extension in the archive.
 * @param bytes as they were opened
 */
export async function repack(bytes: Bytes, file: OpenedFile, patch: PatchUnpacked): Promise<WriteBackResult> {
  const { packing, format } = file
  if (packing?.kind === 'zip') return repackZip(bytes, file, packing, patch)
  const unpacked = await gunzip(bytes, Infinity)
  if (!unpacked.ok) throw new Error(`The file is ${unpacked.reason}.`)
  const written = await patch(unpacked.content, file)
  return { ...written, parts: await gzipAs(bytes, written.parts, writeBackFormat(format) === format) }
}

async function repackZip(
  bytes: Bytes,
  file: OpenedFile,
  { entry: path, index, sheet }: Extract<OpenedFile['packing'], { kind: 'zip' }>,
  patch: PatchUnpacked,
): Promise<WriteBackResult> {
  const { sheet: _, sheets: _sheets, ...list } = file
  const directory = readEntries(bytes)
  const entry = index === undefined ? entryOf(directory, path) : directory.entries[index]
  if (entry?.name !== path) throw new Error('The archive has no such list.')
  const content = await new ZipPart(entry, false).content()
  const written = await patch(content, sheet === undefined ? list : { ...list, sheet })
  const { parts, format } = written
  return {
    ...written,
    parts: await replaceIn(
      bytes,
      directory,
      new Map([[entry, { content: parts, format, from: file.format }]]),
    ),
  }
}

/** A patched list of an archive, also compressed already: the format that it was read in and the one it has now. */
export type PatchedList = {
  readonly content: EntryContent | EntryData
  readonly format: FormatId
  readonly from: FormatId
}

/**
 * The archive with other content of some lists; every other entry keeps its bytes.
 * @param lists by path, which no other entry has
 */
export async function replaceLists(bytes: Bytes, lists: ReadonlyMap<string, PatchedList>): Promise<Bytes[]> {
  const directory = readEntries(bytes)
  const byEntry = new Map(Array.from(lists, ([path, list]) => [entryOf(directory, path), list]))
  return replaceIn(bytes, directory, byEntry)
}

function replaceIn(
  bytes: Bytes,
  directory: CentralDirectory,
  lists: ReadonlyMap<CentralDirectoryEntry, PatchedList>,
): Promise<Bytes[]> {
  const contents = new Map<CentralDirectoryEntry, PatchedList['content']>()
  const endings = new Map<CentralDirectoryEntry, string>()
  // Two names that differ in case alone are one file in most systems.
  const names = new Set(directory.entries.map(({ name }) => name.toLowerCase()))
  for (const [entry, { content, from }] of lists) {
    const { name: path } = entry
    contents.set(entry, content)
    const own = writtenEntry(path, from)
    if (own === path) continue
    const isTaken = (name: string) => names.has(name.toLowerCase())
    const renamed = isTaken(own) ? writtenPath(path, { format: from }, isTaken) : own
    if (renamed !== path) endings.set(entry, renamed.slice(path.replace(/\.[^./\\]*$/, '').length))
    names.add(renamed.toLowerCase())
  }
  return replaceEntries({ ...directory, bytes }, contents, endings)
}

function readEntries(bytes: Bytes): CentralDirectory {
  const directory = readCentralDirectory(bytes, MAX_FILES)
  if (!directory.ok) throw new Error(`The archive is ${directory.reason}.`)
  return directory
}

function entryOf({ entries }: CentralDirectory, path: string): CentralDirectoryEntry {
  const [entry, ...others] = entries.filter(({ name }) => name === path)
  if (entry === undefined || others.length > 0) throw new Error('The archive has no such list.')
  return entry
}
