import { crc32 } from '../bytes/bytes.ts'

export type Bytes = Uint8Array<ArrayBuffer>

/** A file as an archive has it: packed, with what its headers say of it. */
export type Packed = { readonly packed: readonly Bytes[]; readonly crc: number; readonly size: number }

/**
 * Packs a file while it is still being made: it is never whole in memory but in its packed form. What the browser itself
 * packs (`CompressionStream`) needs no further worker, which the content security policy of a worker made from a blob would
 * refuse.
 */
export async function pack(content: Iterable<string | Bytes>): Promise<Packed> {
  const stream = new CompressionStream('deflate-raw')
  const packed = collect(stream.readable)
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
  return { packed: await packed, crc, size }
}

/** A file as an archive has it that is not packed. */
export function store(content: Iterable<string | Bytes>): Packed {
  const encoder = new TextEncoder()
  const packed: Bytes[] = []
  let [crc, size] = [0, 0]
  for (const piece of content) {
    const bytes = typeof piece === 'string' ? encoder.encode(piece) : piece
    crc = crc32(bytes, crc)
    size += bytes.length
    packed.push(bytes)
  }
  return { packed, crc, size }
}

async function collect(stream: CompressionStream['readable']): Promise<Bytes[]> {
  const parts: Bytes[] = []
  const reader = stream.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done || value === undefined) return parts
    parts.push(value)
  }
}
