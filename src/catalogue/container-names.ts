import { startsWith, uint16, uint32 } from './file-signatures.ts'

const END_SIGNATURE = 'PK\x05\x06'
const CENTRAL_SIGNATURE = 'PK\x01\x02'
/** The end record, and the longest comment after it (APPNOTE 4.3.16). */
const END_LENGTH = 22
const MAX_COMMENT = 0xffff
const CENTRAL_LENGTH = 46
const LOCAL_LENGTH = 30
/** The flag of a name in UTF-8 (APPNOTE 4.4.4). */
const UTF8_FLAG = 0x800
/** Entries that are looked at. */
const MAX_NAMES = 10_000

export type NamedEntry = {
  readonly name: string
  /** Of its local header. */
  readonly offset: number
}

/**
 * The entries of an archive's central directory, also of one that is encrypted or that no workbook could be; undefined where
 * there is no directory. Nothing is unpacked.
 */
export function zipNames(bytes: Uint8Array): NamedEntry[] | undefined {
  let end = bytes.length - END_LENGTH
  const lowest = Math.max(end - MAX_COMMENT, 0)
  while (end >= lowest && !startsWith(bytes, END_SIGNATURE, end)) end--
  if (end < lowest) return undefined
  const entries: NamedEntry[] = []
  let at = uint32(bytes, end + 16)
  while (entries.length < MAX_NAMES && startsWith(bytes, CENTRAL_SIGNATURE, at)) {
    const length = uint16(bytes, at + 28)
    const name = bytes.subarray(at + CENTRAL_LENGTH, at + CENTRAL_LENGTH + length)
    const isUtf8 = (uint16(bytes, at + 8) & UTF8_FLAG) !== 0
    entries.push({ name: decodeName(name, isUtf8), offset: uint32(bytes, at + 42) })
    at += CENTRAL_LENGTH + length + uint16(bytes, at + 30) + uint16(bytes, at + 32)
  }
  return entries.length === 0 ? undefined : entries
}

/** Windows packs Cyrillic names in the code page of DOS and sets no flag. */
function decodeName(name: Uint8Array, isUtf8: boolean): string {
  const text = new TextDecoder().decode(name)
  return (isUtf8 || !text.includes('\ufffd') ? text : new TextDecoder('ibm866').decode(name)).replaceAll(
    '\\',
    '/',
  )
}

/** What the entry `mimetype` of OpenDocument files and EPUB books says, which is stored as it is. */
export function mimetypeOf(bytes: Uint8Array, entries: readonly NamedEntry[]): string | undefined {
  const at = entries.find(({ name }) => name === 'mimetype')?.offset
  if (at === undefined) return undefined
  const start = at + LOCAL_LENGTH + uint16(bytes, at + 26) + uint16(bytes, at + 28)
  return new TextDecoder().decode(bytes.subarray(start, start + Math.min(uint32(bytes, at + 18), 100)))
}

const NO_ENTRY = 0xffffffff
/** Directory entries of a container that are looked at. */
const MAX_ENTRIES = 4096
const ENTRY_LENGTH = 128

/** The names at the root of an OLE container in lower case, [MS-CFB] 2.6; undefined where its directory is broken. */
export function oleNames(bytes: Uint8Array): string[] | undefined {
  const directory = oleDirectory(bytes)
  if (directory === undefined) return undefined
  const names: string[] = []
  const seen = new Set<number>()
  const open = [uint32(directory, 76)]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const at = id * ENTRY_LENGTH
    if (id === NO_ENTRY || seen.has(id) || at + ENTRY_LENGTH > directory.length) continue
    seen.add(id)
    const length = Math.min(uint16(directory, at + 64), 64)
    const name = directory.subarray(at, at + Math.max(length - 2, 0))
    names.push(new TextDecoder('utf-16le').decode(name).toLowerCase())
    open.push(uint32(directory, at + 68), uint32(directory, at + 72))
  }
  return names
}

/** The sectors of the directory, one after the other, as the allocation table chains them. */
function oleDirectory(bytes: Uint8Array): Uint8Array | undefined {
  const shift = uint16(bytes, 30)
  if (shift !== 9 && shift !== 12) return undefined
  const size = 1 << shift
  const sectorAt = (sector: number): number => (sector + 1) * size
  const perSector = size / 4
  const next = (sector: number): number => {
    // The first 109 sectors of the table stand in the header: that is enough for 7 MB.
    const index = Math.floor(sector / perSector)
    return index < 109
      ? uint32(bytes, sectorAt(uint32(bytes, 76 + 4 * index)) + 4 * (sector % perSector))
      : NO_ENTRY
  }
  const sectors: number[] = []
  for (let at = uint32(bytes, 48); sectorAt(at) + size <= bytes.length; at = next(at)) {
    sectors.push(at)
    if (sectors.length * size > MAX_ENTRIES * ENTRY_LENGTH) break
  }
  if (sectors.length === 0) return undefined
  const directory = new Uint8Array(sectors.length * size)
  sectors.forEach((sector, i) =>
    directory.set(bytes.subarray(sectorAt(sector), sectorAt(sector) + size), i * size),
  )
  return directory
}
