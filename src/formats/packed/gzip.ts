import { uint16, uint32 } from '../bytes/byte-fields.ts'
import { type Bytes, concatBytes } from '../bytes/bytes.ts'
import { codec } from '../zip/codec.ts'
import { type EntryContent, deflate } from '../zip/write.ts'

/** Bits of the flags (RFC 1952, 2.3.1). */
const FLAG = { headerCrc: 0x02, extra: 0x04, name: 0x08, comment: 0x10, reserved: 0xe0 } as const
/** Offset of the flags in the header, and its length without the optional fields. */
const FLAGS = 3
const HEADER_LENGTH = 10
/** CRC-32 and length of the content. */
const TRAILER_LENGTH = 8

type GzipHeader = {
  readonly length: number
  /** The name of the content. */
  readonly name?: string
}

/** Undefined for a file that ends within its header, or has flags of no known version. */
function readHeader(bytes: Bytes): GzipHeader | undefined {
  const flags = bytes[FLAGS] ?? FLAG.reserved
  if (flags & FLAG.reserved) return undefined
  let at = HEADER_LENGTH
  if (flags & FLAG.extra) at += 2 + uint16(bytes, at)
  const textEnd = () => bytes.indexOf(0, at) + 1 || bytes.length
  const nameStart = at
  if (flags & FLAG.name) at = textEnd()
  const name = new TextDecoder().decode(bytes.subarray(nameStart, Math.max(at - 1, nameStart)))
  if (flags & FLAG.comment) at = textEnd()
  if (flags & FLAG.headerCrc) at += 2
  if (at + TRAILER_LENGTH > bytes.length) return undefined
  return { length: at, ...(flags & FLAG.name && { name }) }
}

type Unpacked =
  | { readonly ok: true; readonly content: Bytes; readonly name?: string }
  | { readonly ok: false; readonly reason: 'broken' | 'too-big' }

/**
 * Unpacks a file with one member. Its CRC-32 and length are verified.
 * @param limit bytes of the content; more are not unpacked
 */
export async function gunzip(bytes: Bytes, limit: number): Promise<Unpacked> {
  const header = readHeader(bytes)
  if (header === undefined) return { ok: false, reason: 'broken' }
  const { length: start, ...named } = header
  const end = bytes.length - TRAILER_LENGTH
  const parts: Bytes[] = []
  let [length, crc] = [0, 0]
  try {
    for await (const part of codec.inflate(bytes.subarray(start, end))) {
      length += part.length
      if (length > limit) return { ok: false, reason: 'too-big' }
      crc = codec.crc32(part, crc)
      parts.push(part)
    }
  } catch {
    return { ok: false, reason: 'broken' }
  }
  const isWhole = crc === uint32(bytes, end) && length % 2 ** 32 === uint32(bytes, end + 4)
  return isWhole ? { ok: true, content: concatBytes(parts), ...named } : { ok: false, reason: 'broken' }
}

/**
 * Packs content as a file was packed, with the same header.
 * @param isNamed whether the name in the header is that of the content still
 */
export async function gzipAs(original: Bytes, content: EntryContent, isNamed: boolean): Promise<Bytes[]> {
  const { parts, crc, size } = await deflate(content)
  const trailer = new Uint8Array(TRAILER_LENGTH)
  const view = new DataView(trailer.buffer)
  view.setUint32(0, crc, true)
  view.setUint32(4, size % 2 ** 32, true)
  const header = original.slice(0, isNamed ? readHeader(original)?.length : HEADER_LENGTH)
  if (!isNamed) header[FLAGS] = 0
  return [header, ...parts, trailer]
}
