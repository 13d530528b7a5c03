import { type Bytes, crc32 } from '../bytes/bytes.ts'
import type { ExtractedEntry } from './read.ts'

/** A file as an archive has it: packed, with what its headers say of it. */
export type EntryData = { readonly parts: readonly Bytes[]; readonly crc: number; readonly size: number }

/**
 * Packs a file while it is still being made: it is never whole in memory but in its packed form. What the browser itself
 * packs (`CompressionStream`) needs no further worker, which the content security policy of a worker made from a blob would
 * refuse.
 */
export async function deflate(content: Iterable<string | Bytes>): Promise<EntryData> {
  const stream = new CompressionStream('deflate-raw')
  const packed = readAll(stream.readable)
  // What fails in packing is heard from the writer.
  packed.catch(() => {})
  const writer = stream.writable.getWriter()
  const encoder = new TextEncoder()
  let [crc, size] = [0, 0]
  try {
    for (const piece of content) {
      const bytes = typeof piece === 'string' ? encoder.encode(piece) : piece
      crc = crc32(bytes, crc)
      size += bytes.length
      // Waits when the packing is behind, so that little is unpacked at any time; fails when a write before has failed.
      await writer.ready
      writer.write(bytes).catch(() => {})
    }
    await writer.close()
  } catch (error) {
    await writer.abort(error).catch(() => {})
    throw error
  }
  return { parts: await packed, crc, size }
}

/** A file as an archive has it that is not packed. */
export function store(content: Iterable<string | Bytes>): EntryData {
  const encoder = new TextEncoder()
  const packed: Bytes[] = []
  let [crc, size] = [0, 0]
  for (const piece of content) {
    const bytes = typeof piece === 'string' ? encoder.encode(piece) : piece
    crc = crc32(bytes, crc)
    size += bytes.length
    packed.push(bytes)
  }
  return { parts: packed, crc, size }
}

async function readAll(stream: CompressionStream['readable']): Promise<Bytes[]> {
  const parts: Bytes[] = []
  const reader = stream.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done || value === undefined) return parts
    parts.push(value)
  }
}

const LOCAL = { signature: 0x04034b50, length: 30 }
const CENTRAL = { signature: 0x02014b50, length: 46 }
const END = { signature: 0x06054b50, length: 22 }
const [STORED, DEFLATED] = [0, 8]
/** The names are in UTF-8. */
const FLAGS = 0x0800
/** Day 1 of month 1 of 1980: a date of zeros is none. */
const SOME_DAY = 0x21

type Facts = { name: Bytes; method: number; crc: number; size: number; packedSize: number; offset: number }

/** A ZIP archive that is packed while its files are still being made. */
export class ZipWriter {
  #parts: Bytes[] = []
  #files: Facts[] = []
  #offset = 0

  async deflate(name: string, content: Iterable<string | Bytes>): Promise<void> {
    this.#addPacked(name, DEFLATED, await deflate(content))
  }

  /** Adds a file that is soon to be read again, without packing it. */
  store(name: string, content: Iterable<string | Bytes>): void {
    this.#addPacked(name, STORED, store(content))
  }

  #addPacked(name: string, method: number, { parts: packed, crc, size }: EntryData): void {
    const packedSize = packed.reduce((sum, { length }) => sum + length, 0)
    const facts = {
      name: new TextEncoder().encode(name),
      method,
      crc,
      size,
      packedSize,
      offset: this.#offset,
    }
    this.#push(header(LOCAL, facts), facts.name, ...packed)
    this.#files.push(facts)
  }

  /** The archive, in parts that follow each other. */
  finish(): readonly Bytes[] {
    const directory = this.#offset
    for (const facts of this.#files) this.#push(header(CENTRAL, facts), facts.name)
    const end = new DataView(new ArrayBuffer(END.length))
    end.setUint32(0, END.signature, true)
    end.setUint16(8, this.#files.length, true)
    end.setUint16(10, this.#files.length, true)
    end.setUint32(12, this.#offset - directory, true)
    end.setUint32(16, directory, true)
    this.#push(new Uint8Array(end.buffer))
    return this.#parts
  }

  #push(...parts: Bytes[]): void {
    for (const part of parts) this.#offset += part.length
    this.#parts.push(...parts)
  }
}

/** Local header and entry of the directory: the same facts, in the directory a little further on. */
function header({ signature, length }: typeof LOCAL | typeof CENTRAL, facts: Facts): Bytes {
  const view = new DataView(new ArrayBuffer(length))
  const isCentral = length === CENTRAL.length
  view.setUint32(0, signature, true)
  if (isCentral) {
    view.setUint16(4, 20, true)
    view.setUint32(42, facts.offset, true)
  }
  const at = isCentral ? 6 : 4
  view.setUint16(at, 20, true)
  view.setUint16(at + 2, FLAGS, true)
  view.setUint16(at + 4, facts.method, true)
  view.setUint16(at + 8, SOME_DAY, true)
  view.setUint32(at + 10, facts.crc, true)
  view.setUint32(at + 14, facts.packedSize, true)
  view.setUint32(at + 18, facts.size, true)
  view.setUint16(at + 22, facts.name.length, true)
  return new Uint8Array(view.buffer)
}

const LOCAL_BYTES = 30
const CENTRAL_BYTES = 46
const END_BYTES = 22

/**
 * A ZIP archive of the entries as they are, not packed. What was checked is what the workbook library reads, byte for
 * byte, and it has nothing to unpack by its own slower means.
 */
export function storeZip(entries: readonly ExtractedEntry[]): Uint8Array<ArrayBuffer> {
  const names = entries.map((entry) => new TextEncoder().encode(entry.name))
  const size = entries.reduce(
    (sum, entry, i) => sum + LOCAL_BYTES + CENTRAL_BYTES + 2 * names[i]!.length + entry.content.length,
    END_BYTES,
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
    bytes.set(name, at + LOCAL_BYTES)
    bytes.set(entry.content, at + LOCAL_BYTES + name.length)
    at += LOCAL_BYTES + name.length + entry.content.length
  })
  const directory = at
  entries.forEach((entry, i) => {
    const name = names[i]!
    view.setUint32(at, 0x02014b50, true)
    view.setUint16(at + 4, 20, true)
    writeFacts(view, at + 6, entry, name.length)
    view.setUint32(at + 42, offsets[i]!, true)
    bytes.set(name, at + CENTRAL_BYTES)
    at += CENTRAL_BYTES + name.length
  })
  view.setUint32(at, 0x06054b50, true)
  view.setUint16(at + 8, entries.length, true)
  view.setUint16(at + 10, entries.length, true)
  view.setUint32(at + 12, at - directory, true)
  view.setUint32(at + 16, directory, true)
  return bytes
}

/** The part that local header and directory share: version, flags, method, time, CRC, sizes, length of the name. */
function writeFacts(view: DataView, at: number, entry: ExtractedEntry, nameLength: number): void {
  view.setUint16(at, 20, true)
  // Day 1 of month 1: a date of zeros is none.
  view.setUint16(at + 8, 0x21, true)
  view.setUint32(at + 10, entry.crc, true)
  view.setUint32(at + 14, entry.content.length, true)
  view.setUint32(at + 18, entry.content.length, true)
  view.setUint16(at + 22, nameLength, true)
}
