import { type Bytes, concatBytes } from '../bytes/bytes.ts'
import {
  CENTRAL_HEADER,
  type CentralDirectory,
  type CentralDirectoryEntry,
  END_RECORD,
  FLAG,
  LOCAL_HEADER,
  METHOD,
  SHARED_FIELDS,
  VERSION_DEFLATE,
} from './layout.ts'
import { type EntryContent, type EntryData, deflate } from './write.ts'

type Archive = CentralDirectory & { readonly bytes: Bytes }

/**
 * Replaces the content of some entries and returns the archive in consecutive parts. Every other entry keeps its bytes:
 * header, extra fields, data descriptor, date and position.
 * @param endings of the names of replaced entries, instead of their extensions: `.xlsx`
 */
export async function replaceEntries(
  { bytes, entries, start, endRecord }: Archive,
  contents: ReadonlyMap<CentralDirectoryEntry, EntryContent | EntryData>,
  endings: ReadonlyMap<CentralDirectoryEntry, string> = new Map(),
): Promise<Bytes[]> {
  const byStart = entries.toSorted((a, b) => a.start - b.start)
  const parts: Bytes[] = [bytes.subarray(0, byStart[0]?.start ?? start)]
  let offset = parts[0]!.length
  const headers = new Map<CentralDirectoryEntry, Bytes>()
  for (const [i, entry] of byStart.entries()) {
    const content = contents.get(entry)
    const data = content === undefined || 'crc' in content ? content : await deflate(content)
    const ending = endings.get(entry)
    headers.set(entry, withEnding(centralHeader(entry, offset, data), CENTRAL_HEADER, ending))
    const written =
      data === undefined
        ? [bytes.subarray(entry.start, byStart[i + 1]?.start ?? Math.max(start, entry.end))]
        : [withEnding(localHeader(bytes, entry, data), LOCAL_HEADER, ending), ...data.parts]
    for (const part of written) offset += part.length
    parts.push(...written)
  }
  const directory = entries.map((entry) => headers.get(entry)!)
  const end = new Uint8Array(endRecord)
  const view = new DataView(end.buffer)
  view.setUint32(END_RECORD.directorySize, totalLength(directory), true)
  view.setUint32(END_RECORD.directoryOffset, offset, true)
  return [...parts, ...directory, end]
}

const totalLength = (parts: readonly Bytes[]): number => parts.reduce((sum, { length }) => sum + length, 0)

function centralHeader(entry: CentralDirectoryEntry, offset: number, data: EntryData | undefined): Bytes {
  const header = new Uint8Array(entry.header)
  const view = new DataView(header.buffer)
  if (data !== undefined) setDataFields(view, CENTRAL_HEADER.shared, data)
  view.setUint32(CENTRAL_HEADER.localHeaderOffset, offset, true)
  return header
}

/** The header with its name, but without extra fields: they describe the old data. */
function localHeader(bytes: Bytes, { start }: CentralDirectoryEntry, data: EntryData): Bytes {
  const fields = LOCAL_HEADER.shared
  const nameLength = new DataView(bytes.buffer, bytes.byteOffset).getUint16(
    start + fields + SHARED_FIELDS.nameLength,
    true,
  )
  const header = new Uint8Array(bytes.subarray(start, start + LOCAL_HEADER.length + nameLength))
  const view = new DataView(header.buffer)
  setDataFields(view, fields, data)
  view.setUint16(fields + SHARED_FIELDS.extraLength, 0, true)
  return header
}

const DOT = 0x2e
/** Between folders; some programs of Windows write the other one. */
const SLASHES = [0x2f, 0x5c] as const

/** A header in whose name the extension is replaced with its dot. In every encoding of names both are ASCII. */
function withEnding(
  header: Bytes,
  { length: nameStart, shared }: typeof LOCAL_HEADER | typeof CENTRAL_HEADER,
  ending: string | undefined,
): Bytes {
  if (ending === undefined) return header
  const at = shared + SHARED_FIELDS.nameLength
  const nameEnd = nameStart + new DataView(header.buffer).getUint16(at, true)
  const name = header.subarray(nameStart, nameEnd)
  const dot = name.lastIndexOf(DOT)
  const folder = Math.max(...SLASHES.map((slash) => name.lastIndexOf(slash)))
  const stem = dot > folder ? name.subarray(0, dot) : name
  const written = [header.subarray(0, nameStart), stem, new TextEncoder().encode(ending)]
  const renamed = concatBytes([...written, header.subarray(nameEnd)])
  new DataView(renamed.buffer).setUint16(at, stem.length + ending.length, true)
  return renamed
}

/** Sets version, flags, method, CRC-32 and sizes. Of the flags only UTF-8 still holds: the data descriptor is gone. */
function setDataFields(view: DataView, at: number, { parts, crc, size }: EntryData): void {
  const version = at + SHARED_FIELDS.versionNeeded
  const flags = at + SHARED_FIELDS.flags
  view.setUint16(version, Math.max(view.getUint16(version, true), VERSION_DEFLATE), true)
  view.setUint16(flags, view.getUint16(flags, true) & FLAG.utf8Name, true)
  view.setUint16(at + SHARED_FIELDS.method, METHOD.deflate, true)
  view.setUint32(at + SHARED_FIELDS.crc, crc, true)
  view.setUint32(at + SHARED_FIELDS.compressedSize, totalLength(parts), true)
  view.setUint32(at + SHARED_FIELDS.size, size, true)
}
