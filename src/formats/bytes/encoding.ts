import type { Encoding } from '#table/text-source.ts'
import { declaredInPage } from './declared-encoding.ts'
import { createDecoder } from './decoder.ts'
import { detectSingleByte } from './single-byte-encoding.ts'
import {
  type Utf16Alignment,
  LONE_BYTE_COST,
  IMPLAUSIBLE_TEXT,
  type Utf16,
  alignUtf16,
} from './utf16-alignment.ts'

export type DecodedText = {
  readonly text: string
  readonly encoding: Encoding
  readonly hasBom: boolean
  /** How many U+FFFD and NUL the text has; above 0 the encoding is likely wrong, or the file damaged. */
  readonly undecodable: number
  /** UTF-16 with missing or extra bytes: the bytes that were decoded instead, see {@link alignUtf16}. */
  readonly realigned?: Pick<Utf16Alignment, 'bytes' | 'repairedOffsets'>
}

const SAMPLE_BYTES = 64 * 1024

/**
 * Decodes a file in the chosen encoding, or in the detected one. Signs are, in this order: byte order mark, zero bytes of
 * UTF-16, valid UTF-8, words in the Latin or Cyrillic alphabet, letter frequencies of Bulgarian. Of
 * those that these leave open a web page has the one that it declares.
 */
export function decodeText(bytes: Uint8Array<ArrayBuffer>, chosen?: Encoding): DecodedText {
  if (chosen !== undefined) return decodeAs(bytes, chosen)
  const bom = findBom(bytes)
  if (bom !== undefined) return decodeWithBom(bytes, bom.encoding)
  const wide = detectUtf16(bytes)
  if (wide !== undefined) return decodeAligned(bytes, wide)
  const strict = decodeStrictly(bytes)
  if (strict !== undefined)
    return {
      text: strict,
      encoding: 'utf-8',
      hasBom: false,
      undecodable: hasZero(bytes) ? count(strict, NUL) : 0,
    }
  return decodeAs(bytes, isDamagedUtf8(bytes) ? 'utf-8' : detectSingleByte(bytes, declaredInPage(bytes)))
}

type Bom = { encoding: Encoding; length: number }

function findBom(bytes: Uint8Array): Bom | undefined {
  const [a, b, c] = bytes
  if (a === 0xef && b === 0xbb && c === 0xbf) return { encoding: 'utf-8', length: 3 }
  if (a === 0xff && b === 0xfe) return { encoding: 'utf-16le', length: 2 }
  if (a === 0xfe && b === 0xff) return { encoding: 'utf-16be', length: 2 }
  return undefined
}

const isUtf16 = (encoding: Encoding): encoding is Utf16 => encoding === 'utf-16le' || encoding === 'utf-16be'

/** The bytes that are decoded: those of the file, but of UTF-16 with missing or extra bytes the repaired ones. */
export const alignedBytes = (bytes: Uint8Array<ArrayBuffer>, encoding: Encoding): Uint8Array<ArrayBuffer> =>
  isUtf16(encoding) ? alignUtf16(bytes, encoding).bytes : bytes

const decodeAs = (bytes: Uint8Array<ArrayBuffer>, encoding: Encoding): DecodedText =>
  isUtf16(encoding) ? decodeAligned(bytes, alignUtf16(bytes, encoding)) : decodeWhole(bytes, encoding)

/** The byte order mark of text with missing or extra bytes can itself be misread: it decides nothing then. */
function decodeWithBom(bytes: Uint8Array<ArrayBuffer>, encoding: Encoding): DecodedText {
  const decoded = decodeAs(bytes, encoding)
  if (decoded.realigned === undefined) return decoded
  return decodeAs(bytes, detectByteOrder(bytes.subarray(0, SAMPLE_BYTES), encoding === 'utf-16le', false))
}

function decodeAligned(original: Uint8Array<ArrayBuffer>, alignment: Utf16Alignment): DecodedText {
  const { encoding, bytes, repairedOffsets, cost } = alignment
  const whole = decodeWhole(bytes, encoding)
  const decoded = cost > 0 ? { ...whole, undecodable: count(whole.text, WIDE_DAMAGE) } : whole
  return bytes === original ? decoded : { ...decoded, realigned: { bytes, repairedOffsets } }
}

function decodeWhole(bytes: Uint8Array, encoding: Encoding): DecodedText {
  const bom = findBom(bytes)
  const hasBom = bom?.encoding === encoding
  const body = hasBom ? bytes.subarray(bom.length) : bytes
  const text = createDecoder(encoding).decode(body)
  // Searched in the bytes, which is fast; UTF-16 has zero bytes in ASCII characters too.
  const zeros = !isUtf16(encoding) && hasZero(bytes) ? count(text, NUL) : 0
  return { text, encoding, hasBom, undecodable: count(text, '\ufffd') + zeros }
}

const NUL = '\0'

type Buffers = {
  readonly Buffer?: { from(memory: ArrayBufferLike, at: number, length: number): Uint8Array }
}

/** A Node buffer finds a byte ten times as fast. */
function hasZero(bytes: Uint8Array): boolean {
  const { Buffer } = globalThis as Buffers
  const own = Buffer === undefined ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  return own.includes(0)
}

function count(text: string, what: string | RegExp): number {
  if (typeof what !== 'string') return text.match(what)?.length ?? 0
  let found = 0
  for (let at = text.indexOf(what); at !== -1; at = text.indexOf(what, at + 1)) found++
  return found
}

const DAMAGE = /[\0\ufffd]/g
const WIDE_DAMAGE = new RegExp(`${DAMAGE.source}|${IMPLAUSIBLE_TEXT}`, 'g')

/** A global pattern for characters that damage leaves: U+FFFD, NUL, and in UTF-16 code units that no price list has. */
export const damagePattern = (encoding: Encoding): RegExp => (isUtf16(encoding) ? WIDE_DAMAGE : DAMAGE)

function decodeStrictly(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Zero bytes in UTF-16, at the least: a list of a single price has more. */
const MIN_ZEROS = 3

/** Mean costs of a code unit above which bytes are not taken for UTF-16, or not without another sign. */
const ODD_TEXT_COST = 0.5
const PLAIN_TEXT_COST = 0.05
const UNCLEAR_TEXT_COST = 0.2

/**
 * Digits, punctuation and line ends have zeros at either even or odd offsets, unless bytes are missing or extra: then the
 * rest of the text must be plain.
 */
function detectUtf16(bytes: Uint8Array<ArrayBuffer>): Utf16Alignment | undefined {
  const sample = bytes.subarray(0, SAMPLE_BYTES)
  if (!hasZero(sample)) return undefined
  let [even, odd] = [0, 0]
  for (let i = 0; i < sample.length; i += 2) {
    if (sample[i] === 0) even++
    if (sample[i + 1] === 0) odd++
  }
  if (even + odd < Math.max(sample.length / 40, MIN_ZEROS)) return undefined
  const isOdd = bytes.length % 2 === 1
  const found = alignUtf16(
    bytes,
    detectByteOrder(isOdd ? bytes.subarray(0, SAMPLE_BYTES - 1) : sample, odd > even, isOdd),
  )
  const units = bytes.length / 2
  const isClear = Math.min(even, odd) * 10 <= Math.max(even, odd)
  if (!isClear) return found.cost <= units * UNCLEAR_TEXT_COST ? found : undefined
  return found.cost <= units * ODD_TEXT_COST || decodeStrictly(bytes) === undefined ? found : undefined
}

/**
 * Decides between the byte orders of text with missing or extra bytes. One byte off, either order reads much as the other;
 * only characters of two alphabets differ. Where nothing decides, a text of odd length is little-endian and has lost a byte
 * at its start.
 */
function detectByteOrder(sample: Uint8Array<ArrayBuffer>, isLittle: boolean, isOdd: boolean): Utf16 {
  const [one, other] = [alignUtf16(sample, 'utf-16le'), alignUtf16(sample, 'utf-16be')]
  const [likely, second] = isLittle ? [one, other] : [other, one]
  // Whole code units, hardly an unusual one among them: a lone byte in the other order explains nothing.
  const isWhole = likely.repairedOffsets.length === 0 && sample.length % 2 === 0
  if (!isOdd && isWhole && likely.cost <= PLAIN_TEXT_COST * (sample.length / 2)) return likely.encoding
  const difference = second.cost - likely.cost
  const [less, more] = [likely.cost, second.cost].sort((a, b) => a - b) as [number, number]
  const isDecided = more - less > SIMILAR_COST || (more - less > LONE_BYTE_COST && more > COST_RATIO * less)
  const gain = isDecided ? -difference : wholeWordShare(second) - wholeWordShare(likely)
  const isUsual = isOdd && second.encoding === 'utf-16le' && difference === 0
  return gain > 0 || (gain === 0 && (difference < 0 || isUsual)) ? second.encoding : likely.encoding
}

/** A difference of two costs that decides nothing, unless one is so many times the other. */
const SIMILAR_COST = 20
const COST_RATIO = 3

/** The share of Cyrillic words without the ASCII characters that Cyrillic read one byte off leaves at their ends ('Шевр>'). */
function wholeWordShare({ bytes, encoding }: Utf16Alignment): number {
  const { text } = decodeWhole(bytes, encoding)
  const whole =
    text.match(/(?<![\w<=>?@\u0400-\u04ff])[\u0400-\u04ff]+(?![\w<=>?@\u0400-\u04ff])/g)?.length ?? 0
  return whole / (text.match(/[\u0400-\u04ff]+/g)?.length ?? 1)
}

/** Valid multi-byte sequences for each broken one, at the least; fewer are enough for a few broken ones. */
const WHOLE_PER_BROKEN = 20
const FEW_BROKEN = 4
const WHOLE_PER_FEW_BROKEN = 4

/**
 * Whether the bytes are UTF-8 with a few broken sequences, as a truncated or concatenated file has. That nearly all are valid
 * does not happen by chance in a single-byte encoding.
 */
function isDamagedUtf8(bytes: Uint8Array): boolean {
  let [whole, broken] = [0, 0]
  for (let i = 0; i < bytes.length; i++) {
    // The rest, at two bytes a sequence, cannot outweigh the broken ones any more.
    if (broken > FEW_BROKEN && whole + (bytes.length - i) / 2 <= WHOLE_PER_BROKEN * broken) return false
    const byte = bytes[i]!
    if (byte < 0x80) continue
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
    let follow = 1
    while (follow < length && (bytes[i + follow]! & 0xc0) === 0x80) follow++
    if (byte >= 0xc2 && byte < 0xf5 && follow === length) whole++
    else broken++
    i += follow - 1
  }
  return whole > WHOLE_PER_BROKEN * broken || (broken <= FEW_BROKEN && whole >= WHOLE_PER_FEW_BROKEN * broken)
}

/** Whether more than 1 % of the first 64 K code units are control characters, as in binary files. */
export function hasBinaryText(text: string): boolean {
  const sample = text.slice(0, SAMPLE_BYTES)
  return count(sample, CONTROLS) > Math.max(sample.length / 100, 1)
}

/** Control characters but tab, line feed, form feed, carriage return and the DOS end-of-file mark 1A. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const CONTROLS = /[\0-\x08\x0e-\x19\x1b-\x1f]/g
