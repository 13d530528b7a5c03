import { crc32 } from '../bytes/bytes.ts'
import { readCentralDirectory, type ZipEntry } from './layout.ts'

const MB = 1024 * 1024

/** Unpacked bytes of one entry and of all together. No ratio: a real workbook reached 100 to 1. */
const MAX_ENTRY_BYTES = 160 * MB
const MAX_TOTAL_BYTES = 256 * MB

/** A small piece unpacks to 16 MB at most (deflate reaches 1032 to 1), so that a bomb is noticed before it is whole. */
const CHUNK_BYTES = 16 * 1024

export type ExtractedEntry = {
  readonly name: string
  readonly crc: number
  readonly content: Uint8Array<ArrayBuffer>
}

type ExtractResult =
  | { readonly ok: true; readonly entries: readonly ExtractedEntry[] }
  | { readonly ok: false; readonly reason: 'broken' | 'encrypted' | 'bomb' }

/**
 * Unpacks a ZIP archive with a limit on what comes out, and compares size and CRC-32 of every entry: the workbook library
 * checks neither, and would give wrong or a thousand blank rows for a flipped byte.
 */
export async function readZip(bytes: Uint8Array<ArrayBuffer>): Promise<ExtractResult> {
  const directory = readCentralDirectory(bytes)
  if (!directory.ok) return directory
  const declared = directory.entries.reduce((sum, entry) => sum + entry.size, 0)
  if (declared > MAX_TOTAL_BYTES) return { ok: false, reason: 'bomb' }
  const entries: ExtractedEntry[] = []
  for (const entry of directory.entries) {
    const content = await readEntry(entry)
    if (content === 'bomb' || content === 'broken') return { ok: false, reason: content }
    entries.push({ name: entry.name, crc: entry.crc, content })
  }
  return { ok: true, entries }
}

/** The bytes of one entry, checked in the same way. */
export async function readEntry(entry: ZipEntry): Promise<Uint8Array<ArrayBuffer> | 'bomb' | 'broken'> {
  // What declares more than it may is not begun; what declares less than it has is stopped at its word.
  if (entry.size > MAX_ENTRY_BYTES) return 'bomb'
  if (entry.isDeflated) return inflate(entry)
  const { data: packed, size, crc } = entry
  return packed.length === size && crc32(packed) === crc ? packed : 'broken'
}

/** The unpacked bytes; `bomb` when there are more than declared, `broken` when they are others or cannot be unpacked. */
async function inflate(entry: ZipEntry): Promise<Uint8Array<ArrayBuffer> | 'bomb' | 'broken'> {
  const stream = new DecompressionStream('deflate-raw')
  const writer = stream.writable.getWriter()
  const reader = stream.readable.getReader()
  const feeding = feed(entry.data, writer)
  const content = new Uint8Array(entry.size)
  let [filled, crc] = [0, 0]
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done || value === undefined) break
      if (filled + value.length > entry.size) {
        await reader.cancel()
        return 'bomb'
      }
      content.set(value, filled)
      // While the next piece is being unpacked.
      crc = crc32(value, crc)
      filled += value.length
    }
    return filled === entry.size && crc === entry.crc ? content : 'broken'
  } catch {
    return 'broken'
  } finally {
    await feeding
  }
}

type Writer = ReturnType<DecompressionStream['writable']['getWriter']>

/** Never rejects: what goes wrong is seen on the reading side. */
async function feed(packed: Uint8Array<ArrayBuffer>, writer: Writer): Promise<void> {
  try {
    for (let at = 0; at < packed.length; at += CHUNK_BYTES) {
      await writer.ready
      await writer.write(packed.subarray(at, at + CHUNK_BYTES))
    }
    await writer.close()
  } catch {
    // Broken bytes, or the reader has cancelled.
  }
}
