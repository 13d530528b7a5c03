import type { CentralDirectoryEntry } from './layout.ts'
import type { Bytes } from '../bytes/bytes.ts'
import { type EntryData, deflate } from './write.ts'

/** Offsets in a local header, and in a record of the directory, which has one field more in front. */
const LOCAL = { length: 30, version: 4 }
const CENTRAL = { version: 6, offset: 42 }
const END = { size: 12, offset: 16 }
const DEFLATED = 8
const DEFLATE_VERSION = 20
/** Of the flags only that the name is in UTF-8 holds for what is packed anew. */
const UTF8_NAME = 0x0800

type Archive = {
  readonly bytes: Bytes
  readonly entries: readonly CentralDirectoryEntry[]
  readonly start: number
  readonly endRecord: Bytes
}

/**
 * The archive with other content in some of its entries, in parts that follow each other. Every other entry stays as it
 * was packed: header, extra fields, data descriptor, date and place in the order.
 */
export async function replaceEntries(
  archive: Archive,
  changed: ReadonlyMap<CentralDirectoryEntry, Iterable<string | Bytes>>,
): Promise<Bytes[]> {
  const { bytes, entries, start } = archive
  const inPlace = entries.toSorted((a, b) => a.start - b.start)
  const parts: Bytes[] = [bytes.subarray(0, inPlace[0]?.start ?? start)]
  let offset = parts[0]!.length
  const records = new Map<CentralDirectoryEntry, Bytes>()
  for (const [i, entry] of inPlace.entries()) {
    const content = changed.get(entry)
    const packed = content === undefined ? undefined : await deflate(content)
    records.set(entry, recordOf(entry, offset, packed))
    const written =
      packed === undefined
        ? [bytes.subarray(entry.start, inPlace[i + 1]?.start ?? Math.max(start, entry.end))]
        : [localHeader(bytes, entry, packed), ...packed.parts]
    for (const part of written) offset += part.length
    parts.push(...written)
  }
  const directory = entries.map((entry) => records.get(entry)!)
  const size = directory.reduce((sum, { length }) => sum + length, 0)
  const end = new Uint8Array(archive.endRecord)
  const view = new DataView(end.buffer)
  view.setUint32(END.size, size, true)
  view.setUint32(END.offset, offset, true)
  return [...parts, ...directory, end]
}

function recordOf(entry: CentralDirectoryEntry, offset: number, packed: EntryData | undefined): Bytes {
  const record = new Uint8Array(entry.record)
  const view = new DataView(record.buffer)
  if (packed !== undefined) setFacts(view, CENTRAL.version, packed)
  view.setUint32(CENTRAL.offset, offset, true)
  return record
}

/** Header and name; what stood behind the name was about the old packing. */
function localHeader(bytes: Bytes, { start }: CentralDirectoryEntry, packed: EntryData): Bytes {
  const nameLength = new DataView(bytes.buffer, bytes.byteOffset).getUint16(start + 26, true)
  const header = new Uint8Array(bytes.subarray(start, start + LOCAL.length + nameLength))
  const view = new DataView(header.buffer)
  setFacts(view, LOCAL.version, packed)
  view.setUint16(LOCAL.length - 2, 0, true)
  return header
}

/** Version, flags, method, CRC-32 and sizes. */
function setFacts(view: DataView, at: number, { parts: packed, crc, size }: EntryData): void {
  view.setUint16(at, Math.max(view.getUint16(at, true), DEFLATE_VERSION), true)
  view.setUint16(at + 2, view.getUint16(at + 2, true) & UTF8_NAME, true)
  view.setUint16(at + 4, DEFLATED, true)
  view.setUint32(at + 10, crc, true)
  view.setUint32(
    at + 14,
    packed.reduce((sum, { length }) => sum + length, 0),
    true,
  )
  view.setUint32(at + 18, size, true)
}
