import type { Bytes } from '../bytes/bytes.ts'
import { decodeEntryName } from './name-encoding.ts'

/**
 * Signature (read as a little-endian number), length in bytes without names and comments, and field offsets
 * (APPNOTE 4.3.7).
 */
export const LOCAL_HEADER = { signature: 0x04034b50, length: 30, shared: 4 } as const

/** The same of a central directory header (APPNOTE 4.3.12). */
export const CENTRAL_HEADER = {
  signature: 0x02014b50,
  length: 46,
  versionMadeBy: 4,
  shared: 6,
  commentLength: 32,
  localHeaderOffset: 42,
} as const

/** Offsets within the fields that both headers have in the same order, from `shared` on. */
export const SHARED_FIELDS = {
  versionNeeded: 0,
  flags: 2,
  method: 4,
  date: 8,
  crc: 10,
  compressedSize: 14,
  size: 18,
  nameLength: 22,
  extraLength: 24,
} as const

/** The end of central directory record (APPNOTE 4.3.16). */
export const END_RECORD = {
  signature: 0x06054b50,
  length: 22,
  entriesOnDisk: 8,
  entries: 10,
  directorySize: 12,
  directoryOffset: 16,
  maxCommentLength: 0xffff,
} as const

/** Compression methods. */
export const METHOD = { store: 0, deflate: 8 } as const
/** General purpose bit flags. */
export const FLAG = { encrypted: 0x0001, utf8Name: 0x0800 } as const
/** The version needed to extract deflated entries: 2.0. */
export const VERSION_DEFLATE = 20

/** One file of a ZIP archive, as its central directory has it and its local header agrees. */
export type ZipEntry = {
  readonly name: string
  readonly isDeflated: boolean
  readonly crc: number
  /** Bytes of the uncompressed file. */
  readonly size: number
  /** The file data, deflated or stored: a view into the archive. */
  readonly data: Bytes
}

export type CentralDirectoryEntry = ZipEntry & {
  /** Byte offsets of its local header and of the end of its data. */
  readonly start: number
  readonly end: number
  /** Its central directory header with name, extra fields and comment. */
  readonly header: Bytes
}

export type CentralDirectory = {
  readonly entries: readonly CentralDirectoryEntry[]
  /** Byte offset of the first central directory header. */
  readonly start: number
  /** The end of central directory record, with the archive's comment. */
  readonly endRecord: Bytes
}

type DirectoryResult =
  | ({ readonly ok: true } & CentralDirectory)
  | { readonly ok: false; readonly reason: 'broken' | 'encrypted' | 'bomb' }

/** No workbook has as many parts. */
const MAX_PARTS = 2000
/** As many entries as an archive without ZIP64 can have: those of price lists have a picture for each product. */
export const MAX_FILES = 65_535
/** In a size or an offset: the number is in a ZIP64 field. */
const IN_ZIP64 = 0xffffffff

const broken = { ok: false, reason: 'broken' } as const

/**
 * Reads the central directory of a ZIP archive (APPNOTE 4.3). Rejects what no workbook has and attacks use: ZIP64,
 * thousands of parts, overlapping entries, a local header that contradicts the directory.
 * @param most entries
 */
export function readCentralDirectory(bytes: Bytes, most = MAX_PARTS): DirectoryResult {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = findEndRecord(view)
  if (end === -1) return broken
  const count = view.getUint16(end + END_RECORD.entries, true)
  const start = view.getUint32(end + END_RECORD.directoryOffset, true)
  if (count > most) return { ok: false, reason: 'bomb' }
  if (count === 0 || start === IN_ZIP64 || view.getUint16(end + END_RECORD.entriesOnDisk, true) !== count)
    return broken
  const entries: CentralDirectoryEntry[] = []
  for (let i = 0, at = start; i < count; i++) {
    if (at + CENTRAL_HEADER.length > end || view.getUint32(at, true) !== CENTRAL_HEADER.signature)
      return broken
    const fields = at + CENTRAL_HEADER.shared
    if (view.getUint16(fields + SHARED_FIELDS.flags, true) & FLAG.encrypted)
      return { ok: false, reason: 'encrypted' }
    const length =
      headerLength(view, at, CENTRAL_HEADER) + view.getUint16(at + CENTRAL_HEADER.commentLength, true)
    const entry = readEntry(bytes, view, bytes.subarray(at, at + length))
    if (entry === undefined) return broken
    entries.push(entry)
    at += length
  }
  if (haveOverlap(entries)) return { ok: false, reason: 'bomb' }
  return { ok: true, entries, start, endRecord: bytes.subarray(end) }
}

/** Bytes of a header with its name and extra fields, but without a comment. */
function headerLength(view: DataView, at: number, { length, shared }: HeaderLayout): number {
  const fields = at + shared
  return (
    length +
    view.getUint16(fields + SHARED_FIELDS.nameLength, true) +
    view.getUint16(fields + SHARED_FIELDS.extraLength, true)
  )
}

type HeaderLayout = typeof LOCAL_HEADER | typeof CENTRAL_HEADER

/** Its byte offset, or -1. Searches backwards: the record is last, but for its comment of up to 64 kB. */
export function findEndRecord(view: DataView): number {
  const last = view.byteLength - END_RECORD.length
  const first = Math.max(last - END_RECORD.maxCommentLength, 0)
  for (let at = last; at >= first; at--) if (view.getUint32(at, true) === END_RECORD.signature) return at
  return -1
}

function readEntry(bytes: Bytes, view: DataView, header: Bytes): CentralDirectoryEntry | undefined {
  const at = header.byteOffset - bytes.byteOffset
  const fields = at + CENTRAL_HEADER.shared
  const method = view.getUint16(fields + SHARED_FIELDS.method, true)
  const compressedSize = view.getUint32(fields + SHARED_FIELDS.compressedSize, true)
  const size = view.getUint32(fields + SHARED_FIELDS.size, true)
  const start = view.getUint32(at + CENTRAL_HEADER.localHeaderOffset, true)
  if (method !== METHOD.store && method !== METHOD.deflate) return undefined
  if (compressedSize === IN_ZIP64 || size === IN_ZIP64) return undefined
  if (start + LOCAL_HEADER.length > bytes.length) return undefined
  if (view.getUint32(start, true) !== LOCAL_HEADER.signature) return undefined
  if (view.getUint16(start + LOCAL_HEADER.shared + SHARED_FIELDS.method, true) !== method) return undefined
  const dataStart = start + headerLength(view, start, LOCAL_HEADER)
  const end = dataStart + compressedSize
  if (end > bytes.length) return undefined
  const name = readName(bytes, view, at, CENTRAL_HEADER)
  // A part with a damaged name would not be found: without its styles every date is a number.
  if (readName(bytes, view, start, LOCAL_HEADER) !== name) return undefined
  return {
    name,
    isDeflated: method === METHOD.deflate,
    crc: view.getUint32(fields + SHARED_FIELDS.crc, true),
    size,
    data: bytes.subarray(dataStart, end),
    start,
    end,
    header,
  }
}

function readName(bytes: Bytes, view: DataView, at: number, { length, shared }: HeaderLayout): string {
  const nameLength = view.getUint16(at + shared + SHARED_FIELDS.nameLength, true)
  return decodeEntryName(bytes.subarray(at + length, at + length + nameLength))
}

function haveOverlap(entries: readonly CentralDirectoryEntry[]): boolean {
  const byStart = entries.toSorted((a, b) => a.start - b.start)
  return byStart.some(({ start }, i) => i > 0 && byStart[i - 1]!.end > start)
}
