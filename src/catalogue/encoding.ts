import type { Encoding } from './catalogue.ts'
import { detectSingleByte } from './single-byte-encoding.ts'

export type DecodedText = {
  readonly text: string
  readonly encoding: Encoding
  readonly hasBom: boolean
  /** Characters that the encoding could not give; above 0 the encoding is likely wrong, or the file damaged. */
  readonly undecodable: number
}

const SAMPLE_BYTES = 64 * 1024

/**
 * The text of a file in the encoding given, or in the one its bytes tell: byte order mark, zeros of UTF-16, strict UTF-8,
 * words of the Latin or Cyrillic alphabet, letter frequencies of Bulgarian.
 */
export function decodeText(bytes: Uint8Array, chosen?: Encoding): DecodedText {
  const bom = findBom(bytes)
  if (chosen !== undefined) return decodeAs(bytes, chosen, bom)
  if (bom !== undefined) return decodeAs(bytes, bom.encoding, bom)
  const wide = detectUtf16(bytes.subarray(0, SAMPLE_BYTES))
  if (wide !== undefined) return decodeAs(bytes, wide)
  const strict = decodeStrictly(bytes)
  if (strict !== undefined) return { text: strict, encoding: 'utf-8', hasBom: false, undecodable: 0 }
  return decodeAs(bytes, isDamagedUtf8(bytes) ? 'utf-8' : detectSingleByte(bytes))
}

type Bom = { encoding: Encoding; length: number }

function findBom(bytes: Uint8Array): Bom | undefined {
  const [a, b, c] = bytes
  if (a === 0xef && b === 0xbb && c === 0xbf) return { encoding: 'utf-8', length: 3 }
  if (a === 0xff && b === 0xfe) return { encoding: 'utf-16le', length: 2 }
  if (a === 0xfe && b === 0xff) return { encoding: 'utf-16be', length: 2 }
  return undefined
}

function decodeAs(bytes: Uint8Array, encoding: Encoding, bom?: Bom): DecodedText {
  const hasBom = bom?.encoding === encoding
  const body = hasBom ? bytes.subarray(bom.length) : bytes
  const text = new TextDecoder(encoding, { ignoreBOM: true }).decode(body)
  return { text, encoding, hasBom, undecodable: countReplacements(text) }
}

function countReplacements(text: string): number {
  let count = 0
  for (let at = text.indexOf('\ufffd'); at !== -1; at = text.indexOf('\ufffd', at + 1)) count++
  return count
}

function decodeStrictly(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Digits, marks and line ends of any language leave zeros at the bytes of one parity alone. */
function detectUtf16(sample: Uint8Array): Encoding | undefined {
  let [even, odd] = [0, 0]
  for (let i = 0; i < sample.length; i += 2) {
    if (sample[i] === 0) even++
    if (sample[i + 1] === 0) odd++
  }
  const few = sample.length / 40
  if (Math.max(even, odd) < Math.max(few, 1) || Math.min(even, odd) * 10 > Math.max(even, odd))
    return undefined
  return odd > even ? 'utf-16le' : 'utf-16be'
}

/** Whole sequences for each broken one, at the least. */
const BROKEN_SHARE = 20

/**
 * Whether the bytes are UTF-8 with a few broken ones, as a cut or patched file has: nearly all sequences are whole, which
 * does not happen by chance in a single-byte encoding.
 */
function isDamagedUtf8(bytes: Uint8Array): boolean {
  let [whole, broken] = [0, 0]
  for (let i = 0; i < bytes.length; i++) {
    // Whole sequences, of two bytes and more each, could not outweigh the broken ones any more.
    if (whole + (bytes.length - i) / 2 <= BROKEN_SHARE * broken) return false
    const byte = bytes[i]!
    if (byte < 0x80) continue
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
    let follow = 1
    while (follow < length && (bytes[i + follow]! & 0xc0) === 0x80) follow++
    if (byte >= 0xc2 && byte < 0xf5 && follow === length) whole++
    else broken++
    i += follow - 1
  }
  return whole > BROKEN_SHARE * broken
}

/** Whether the start of a file is no text at all: a program, a picture or a packed file under a wrong name. */
export function isBinary(text: string): boolean {
  const sample = text.slice(0, SAMPLE_BYTES)
  let controls = 0
  for (let i = 0; i < sample.length; i++) if (isControl(sample.charCodeAt(i))) controls++
  return controls > Math.max(sample.length / 100, 1)
}

/** Controls that no text file has; tabs, line and page ends and the old end mark 1A are none of them. */
const isControl = (code: number): boolean => code < 0x09 || (code > 0x0d && code < 0x20 && code !== 0x1a)
