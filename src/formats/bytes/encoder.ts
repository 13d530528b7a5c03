import type { Encoding } from '#table/text-source.ts'
import { createDecoder } from './decoder.ts'

/** Encodes text as a file is encoded. A character that the encoding lacks becomes `?`. */
export type Encoder = {
  canWrite(text: string): boolean
  encode(text: string): Uint8Array<ArrayBuffer>
}

/** The platform encodes UTF-8 only; tables of the other encodings are made with its decoders. */
export function createEncoder(encoding: Encoding): Encoder {
  switch (encoding) {
    case 'utf-8':
      return { canWrite: () => true, encode: (text) => utf8.encode(text) }
    case 'utf-16le':
      return { canWrite: () => true, encode: (text) => utf16(text, 0) }
    case 'utf-16be':
      return { canWrite: () => true, encode: (text) => utf16(text, 1) }
    case 'windows-1251':
    case 'windows-1252':
    case 'ibm866':
    case 'mik':
    case 'x-mac-cyrillic':
    case 'koi8-r':
    case 'iso-8859-5':
      return singleByte(encoding)
  }
}

const utf8 = new TextEncoder()

/** @param low the position of the lower byte in a code unit */
function utf16(text: string, low: 0 | 1): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length * 2)
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    bytes[2 * i + low] = code & 0xff
    bytes[2 * i + 1 - low] = code >> 8
  }
  return bytes
}

const UNKNOWN = '?'.charCodeAt(0)
const CODE_UNITS = 0x10000
const HIGH_SURROGATE = 0xd800
const LOW_SURROGATE = 0xdc00
const AFTER_SURROGATES = 0xe000

/** A table takes longer than the text of a row: a stream asks for each of its rows. */
const known = new Map<Encoding, Encoder>()

function singleByte(encoding: Encoding): Encoder {
  const encoder = known.get(encoding) ?? newSingleByte(encoding)
  known.set(encoding, encoder)
  return encoder
}

function newSingleByte(encoding: Encoding): Encoder {
  const letters = createDecoder(encoding).decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))
  // Every price passes through it: a table of all code units is faster than a Map of the 256 that have a byte.
  const bytes = new Uint8Array(CODE_UNITS).fill(UNKNOWN)
  for (let byte = 0; byte < letters.length; byte++) bytes[letters.charCodeAt(byte)] = byte
  return {
    canWrite: (text) => Array.from(text).every((letter) => letters.includes(letter)),
    encode: (text) => encodeWithTable(bytes, text),
  }
}

function encodeWithTable(bytes: Uint8Array, text: string): Uint8Array<ArrayBuffer> {
  const written = new Uint8Array(text.length)
  let length = 0
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    // A surrogate pair is one character.
    if (unit >= HIGH_SURROGATE && unit < LOW_SURROGATE && isLowSurrogate(text.charCodeAt(i + 1))) i++
    written[length++] = bytes[unit]!
  }
  return length === text.length ? written : written.slice(0, length)
}

const isLowSurrogate = (unit: number): boolean => unit >= LOW_SURROGATE && unit < AFTER_SURROGATES
