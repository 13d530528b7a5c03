import type { Encoding } from '#table/text-source.ts'

/** Writes text in the encoding of a file. A letter that it does not have becomes `?`. */
export type Encoder = {
  canWrite(text: string): boolean
  encode(text: string): Uint8Array<ArrayBuffer>
}

/** The platform only writes UTF-8; the other way of its decoders is worked out here. */
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
    case 'x-mac-cyrillic':
    case 'koi8-r':
    case 'iso-8859-5':
      return singleByte(encoding)
  }
}

const utf8 = new TextEncoder()

/** @param low the place of the lower byte in a unit */
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
/** Units of UTF-16, and those that are halves of a letter beyond them. */
const UNITS = 0x10000
const HALVES = 0x400
const HIGH_HALF = 0xd800
const LOW_HALF = 0xdc00

function singleByte(encoding: Encoding): Encoder {
  const letters = new TextDecoder(encoding).decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))
  // A price a row passes through it: a table of all units is quicker than a Map of the 256 that have a byte.
  const bytes = new Uint8Array(UNITS).fill(UNKNOWN)
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
    // Both halves of a pair are one letter.
    if (unit >= HIGH_HALF && unit < LOW_HALF && isLowHalf(text.charCodeAt(i + 1))) i++
    written[length++] = bytes[unit]!
  }
  return length === text.length ? written : written.slice(0, length)
}

const isLowHalf = (unit: number): boolean => unit >= LOW_HALF && unit < LOW_HALF + HALVES
