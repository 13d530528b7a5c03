import { type Bytes, crc32 } from '../bytes/bytes.ts'
import { readCentralDirectory, type ZipEntry } from './layout.ts'

const MB = 1024 * 1024

/** Limits for uncompressed bytes. There is none for the ratio: a real workbook reached 100 to 1. */
const MAX_ENTRY_BYTES = 160 * MB
const MAX_TOTAL_BYTES = 256 * MB

/**
 * Compressed bytes fed at once. Deflate expands 1032 times at most, so a ZIP bomb is detected within 16 MB of
 * output.
 */
const CHUNK_BYTES = 16 * 1024

export type ExtractedEntry = { readonly name: string; readonly content: Bytes }

type ExtractResult =
  | { readonly ok: true; readonly entries: readonly ExtractedEntry[] }
  | { readonly ok: false; readonly reason: 'broken' | 'encrypted' | 'bomb' }

/**
 * Extracts all entries of a ZIP archive within size limits, and verifies the size and CRC-32 of each. Never throws for what
 * the archive holds. SheetJS verifies neither: after a flipped byte it returns wrong rows, or a thousand blank ones.
 */
export async function readZip(bytes: Bytes): Promise<ExtractResult> {
  const directory = readCentralDirectory(bytes)
  if (!directory.ok) return directory
  const declared = directory.entries.reduce((sum, entry) => sum + entry.size, 0)
  if (declared > MAX_TOTAL_BYTES) return { ok: false, reason: 'bomb' }
  const entries: ExtractedEntry[] = []
  for (const entry of directory.entries) {
    const content = await readEntry(entry)
    if (content === 'bomb' || content === 'broken') return { ok: false, reason: content }
    entries.push({ name: entry.name, content })
  }
  return { ok: true, entries }
}

/** Extracts one entry: `bomb` when it is larger than allowed or declared, `broken` when size or CRC-32 do not match. */
export async function readEntry(entry: ZipEntry): Promise<Bytes | 'bomb' | 'broken'> {
  if (entry.size > MAX_ENTRY_BYTES) return 'bomb'
  if (entry.isDeflated) return inflate(entry)
  const { data, size, crc } = entry
  return data.length === size && crc32(data) === crc ? data : 'broken'
}

async function inflate(entry: ZipEntry): Promise<Bytes | 'bomb' | 'broken'> {
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
      // Computed here, it overlaps with the inflating of the next chunk.
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

/** Never rejects: the reading side reports every failure. */
async function feed(data: Bytes, writer: Writer): Promise<void> {
  try {
    for (let at = 0; at < data.length; at += CHUNK_BYTES) {
      await writer.ready
      await writer.write(data.subarray(at, at + CHUNK_BYTES))
    }
    await writer.close()
  } catch {
    // Broken data, or the reader has cancelled.
  }
}
