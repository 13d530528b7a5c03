import type { UnpackedEntry } from './read.ts'

const LOCAL = 30
const CENTRAL = 46
const END = 22

/**
 * A ZIP archive of the entries as they are, not packed. What was checked is what the workbook library reads, byte for
 * byte, and it has nothing to unpack by its own slower means.
 */
export function storeZip(entries: readonly UnpackedEntry[]): Uint8Array<ArrayBuffer> {
  const names = entries.map((entry) => new TextEncoder().encode(entry.name))
  const size = entries.reduce(
    (sum, entry, i) => sum + LOCAL + CENTRAL + 2 * names[i]!.length + entry.content.length,
    END,
  )
  const bytes = new Uint8Array(size)
  const view = new DataView(bytes.buffer)
  const offsets: number[] = []
  let at = 0
  entries.forEach((entry, i) => {
    const name = names[i]!
    offsets.push(at)
    view.setUint32(at, 0x04034b50, true)
    writeFacts(view, at + 4, entry, name.length)
    bytes.set(name, at + LOCAL)
    bytes.set(entry.content, at + LOCAL + name.length)
    at += LOCAL + name.length + entry.content.length
  })
  const directory = at
  entries.forEach((entry, i) => {
    const name = names[i]!
    view.setUint32(at, 0x02014b50, true)
    view.setUint16(at + 4, 20, true)
    writeFacts(view, at + 6, entry, name.length)
    view.setUint32(at + 42, offsets[i]!, true)
    bytes.set(name, at + CENTRAL)
    at += CENTRAL + name.length
  })
  view.setUint32(at, 0x06054b50, true)
  view.setUint16(at + 8, entries.length, true)
  view.setUint16(at + 10, entries.length, true)
  view.setUint32(at + 12, at - directory, true)
  view.setUint32(at + 16, directory, true)
  return bytes
}

/** The part that local header and directory share: version, flags, method, time, CRC, sizes, length of the name. */
function writeFacts(view: DataView, at: number, entry: UnpackedEntry, nameLength: number): void {
  view.setUint16(at, 20, true)
  // Day 1 of month 1: a date of zeros is none.
  view.setUint16(at + 8, 0x21, true)
  view.setUint32(at + 10, entry.crc, true)
  view.setUint32(at + 14, entry.content.length, true)
  view.setUint32(at + 18, entry.content.length, true)
  view.setUint16(at + 22, nameLength, true)
}
