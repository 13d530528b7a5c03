import { uint16, uint32 } from '../bytes/byte-fields.ts'
import { type Bytes, concatBytes } from '../bytes/bytes.ts'
import { codec } from '../zip/codec.ts'
import { type EntryContent, deflate } from '../zip/write.ts'
import { Inflater } from './inflate.ts'

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

/** The start of a member. */
const MEMBER_START = [0x1f, 0x8b, 8] as const

/**
 * Unpacks a file, also one of several members (RFC 1952, 2.2). CRC-32 and length of each are verified. Zeros after the last one,
 * as tapes have them, are left out; anything else may be a damaged member, so that only a part of the rows would be read.
 * @param limit bytes of the content; more are not unpacked
 */
export async function gunzip(bytes: Bytes, limit: number): Promise<Unpacked> {
  const first = readHeader(bytes)
  if (first === undefined) return broken
  const name = first.name === undefined ? {} : { name: first.name }
  // Most files have one member only.
  const content = await inflateMember(bytes.subarray(first.length), limit)
  if (content === 'too-big') return { ok: false, reason: 'too-big' }
  if (content !== undefined) return { ok: true, content, ...name }
  const inflater = new Inflater(bytes, limit)
  for (let start = 0; start < bytes.length;) {
    if (!isMember(bytes, start)) {
      if (bytes.subarray(start).some((byte) => byte !== 0)) return broken
      break
    }
    const header = readHeader(bytes.subarray(start))
    if (header === undefined) return broken
    const before = inflater.length
    const end = inflater.inflate(start + header.length)
    if (end === 'too-big') return { ok: false, reason: 'too-big' }
    if (end === 'broken' || end + TRAILER_LENGTH > bytes.length) return broken
    const own = inflater.content.subarray(before, inflater.length)
    const isWhole = codec.crc32(own) === uint32(bytes, end) && own.length % 2 ** 32 === uint32(bytes, end + 4)
    if (!isWhole) return broken
    start = end + TRAILER_LENGTH
  }
  return { ok: true, content: inflater.content.slice(0, inflater.length), ...name }
}

const broken = { ok: false, reason: 'broken' } as const

const isMember = (bytes: Bytes, at: number): boolean =>
  MEMBER_START.every((byte, i) => bytes[at + i] === byte)

/**
 * Undefined where the data do not end before the trailer, or have another CRC-32 or length than it says.
 * @param member without its header
 */
async function inflateMember(member: Bytes, limit: number): Promise<Bytes | 'too-big' | undefined> {
  const end = member.length - TRAILER_LENGTH
  if (end < 0) return undefined
  const parts: Bytes[] = []
  let [length, crc] = [0, 0]
  try {
    for await (const part of codec.inflate(member.subarray(0, end))) {
      length += part.length
      if (length > limit) return 'too-big'
      crc = codec.crc32(part, crc)
      parts.push(part)
    }
  } catch {
    return undefined
  }
  const isWhole = crc === uint32(member, end) && length % 2 ** 32 === uint32(member, end + 4)
  return isWhole ? concatBytes(parts) : undefined
}

/**
 * Packs content as one member, with the same header as the first one of the file.
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
