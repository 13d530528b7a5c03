import type { Bytes } from '../bytes/bytes.ts'
import {
  type OpenedFile,
  type WriteBackResult,
  extensionOf,
  writeBackFormat,
  writtenEntry,
} from '../format.ts'
import { ZipPart } from '../zip/read.ts'
import { readCentralDirectory } from '../zip/layout.ts'
import { replaceEntries } from '../zip/patch.ts'
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
  { entry: path, sheet }: Extract<OpenedFile['packing'], { kind: 'zip' }>,
  patch: PatchUnpacked,
): Promise<WriteBackResult> {
  const directory = readCentralDirectory(bytes)
  const entry = directory.ok ? directory.entries.find(({ name }) => name === path) : undefined
  if (!directory.ok || entry === undefined) throw new Error('The archive has no such list.')
  const { sheet: _, sheets: _sheets, ...list } = file
  const content = await new ZipPart(entry, false).content()
  const written = await patch(content, sheet === undefined ? list : { ...list, sheet })
  const renamed = writtenEntry(path, file.format)
  const isTaken = directory.entries.some(({ name }) => name === renamed)
  // `prices.xls` beside a `prices.xlsx` becomes `prices.xls.xlsx`.
  const extension = isTaken ? `${extensionOf(path)}.${written.format}` : written.format
  const parts = await replaceEntries(
    { ...directory, bytes },
    new Map([[entry, written.parts]]),
    new Map(renamed === path ? [] : [[entry, extension]]),
  )
  return { ...written, parts }
}
