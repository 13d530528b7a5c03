import { type Bytes, concatBytes } from '../bytes/bytes.ts'
import { codec } from './codec.ts'
import {
  CENTRAL_HEADER,
  END_RECORD,
  FLAG,
  LOCAL_HEADER,
  METHOD,
  SHARED_FIELDS,
  VERSION_DEFLATE,
} from './layout.ts'

/** The data of one entry, and its CRC-32 and size in bytes before compression. */
export type EntryData = { readonly parts: readonly Bytes[]; readonly crc: number; readonly size: number }

export type EntryContent = Iterable<string | Bytes> | AsyncIterable<string | Bytes>

/** Pieces are joined before they are compressed: each takes a step of the event loop. */
const JOINED_BYTES = 256 * 1024

/**
 * Deflates content while it is being generated: only the compressed form is ever whole in memory. A piece is copied before the
 * next one is asked for. Rejects with what the generator or the compression throws.
 */
export async function deflate(content: EntryContent): Promise<EntryData> {
  const deflater = codec.deflater()
  const encoder = new TextEncoder()
  let [crc, size] = [0, 0]
  // One is compressed while the other one is filled.
  let [joined, other] = [new Uint8Array(JOINED_BYTES), new Uint8Array(JOINED_BYTES)]
  let filled = 0
  try {
    for await (const piece of content) {
      const bytes = typeof piece === 'string' ? encoder.encode(piece) : piece
      crc = codec.crc32(bytes, crc)
      size += bytes.length
      for (let at = 0; at < bytes.length;) {
        const copied = Math.min(bytes.length - at, JOINED_BYTES - filled)
        joined.set(at === 0 && copied === bytes.length ? bytes : bytes.subarray(at, at + copied), filled)
        filled += copied
        at += copied
        if (filled < JOINED_BYTES) continue
        await deflater.write(joined)
        ;[joined, other] = [other, joined]
        filled = 0
      }
    }
    if (filled > 0) await deflater.write(joined.subarray(0, filled))
    return { parts: await deflater.finish(), crc, size }
  } catch (error) {
    deflater.abort()
    throw error
  }
}

function store(content: Iterable<string | Bytes>): EntryData {
  const encoder = new TextEncoder()
  const parts: Bytes[] = []
  let [crc, size] = [0, 0]
  for (const piece of content) {
    const bytes = typeof piece === 'string' ? encoder.encode(piece) : piece
    crc = codec.crc32(bytes, crc)
    size += bytes.length
    parts.push(bytes)
  }
  return { parts, crc, size }
}

/** 1 January 1980, the first day that a DOS date can express; 0 is no date. */
const FIXED_DATE = 0x21

type Entry = Omit<EntryData, 'parts'> & {
  readonly name: Bytes
  readonly method: number
  readonly compressedSize: number
  /** Byte offset of its local header. */
  readonly offset: number
}

/**
 * Writes a ZIP archive entry by entry; the order of calls is the order of entries. Entries have no date of
 * their own.
 */
export class ZipWriter {
  readonly #parts: Bytes[] = []
  readonly #entries: Entry[] = []
  #offset = 0

  async deflate(name: string, content: EntryContent): Promise<void> {
    this.#add(name, METHOD.deflate, await deflate(content))
  }

  /** Adds an entry uncompressed, for archives that are read again at once. */
  store(name: string, content: Iterable<string | Bytes>): void {
    this.#add(name, METHOD.store, store(content))
  }

  #add(name: string, method: number, { parts, crc, size }: EntryData): void {
    const entry = {
      name: new TextEncoder().encode(name),
      method,
      crc,
      size,
      compressedSize: parts.reduce((sum, { length }) => sum + length, 0),
      offset: this.#offset,
    }
    this.#push(header(LOCAL_HEADER, entry), entry.name, ...parts)
    this.#entries.push(entry)
  }

  /** Ends the archive and returns it in consecutive parts. */
  finish(): readonly Bytes[] {
    const directory = this.#offset
    for (const entry of this.#entries) this.#push(header(CENTRAL_HEADER, entry), entry.name)
    const end = new DataView(new ArrayBuffer(END_RECORD.length))
    end.setUint32(0, END_RECORD.signature, true)
    end.setUint16(END_RECORD.entriesOnDisk, this.#entries.length, true)
    end.setUint16(END_RECORD.entries, this.#entries.length, true)
    end.setUint32(END_RECORD.directorySize, this.#offset - directory, true)
    end.setUint32(END_RECORD.directoryOffset, directory, true)
    this.#push(new Uint8Array(end.buffer))
    return this.#parts
  }

  #push(...parts: Bytes[]): void {
    for (const part of parts) this.#offset += part.length
    this.#parts.push(...parts)
  }
}

function header(layout: typeof LOCAL_HEADER | typeof CENTRAL_HEADER, entry: Entry): Bytes {
  const view = new DataView(new ArrayBuffer(layout.length))
  view.setUint32(0, layout.signature, true)
  if ('localHeaderOffset' in layout) {
    view.setUint16(layout.versionMadeBy, VERSION_DEFLATE, true)
    view.setUint32(layout.localHeaderOffset, entry.offset, true)
  }
  const at = layout.shared
  view.setUint16(at + SHARED_FIELDS.versionNeeded, VERSION_DEFLATE, true)
  view.setUint16(at + SHARED_FIELDS.flags, FLAG.utf8Name, true)
  view.setUint16(at + SHARED_FIELDS.method, entry.method, true)
  view.setUint16(at + SHARED_FIELDS.date, FIXED_DATE, true)
  view.setUint32(at + SHARED_FIELDS.crc, entry.crc, true)
  view.setUint32(at + SHARED_FIELDS.compressedSize, entry.compressedSize, true)
  view.setUint32(at + SHARED_FIELDS.size, entry.size, true)
  view.setUint16(at + SHARED_FIELDS.nameLength, entry.name.length, true)
  return new Uint8Array(view.buffer)
}

/**
 * Writes extracted entries as one archive without compression: SheetJS reads the verified bytes and inflates
 * nothing.
 */
export function storeZip(entries: readonly { readonly name: string; readonly content: Bytes }[]): Bytes {
  const zip = new ZipWriter()
  for (const { name, content } of entries) zip.store(name, [content])
  return concatBytes(zip.finish())
}
