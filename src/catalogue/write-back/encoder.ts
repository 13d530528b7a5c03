import type { Encoding } from '../catalogue.ts'

/** Writes text in the encoding of a file. A letter that it does not have becomes `?`. */
export type Encoder = {
  canWrite(text: string): boolean
  encode(text: string): Uint8Array<ArrayBuffer>
}

/** The platform only writes UTF-8; the other way of its decoders is worked out here. */
export function encoderOf(encoding: Encoding): Encoder {
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

function singleByte(encoding: Encoding): Encoder {
  const letters = new TextDecoder(encoding).decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))
  const bytes = new Map(Array.from(letters, (letter, byte) => [letter, byte]))
  return {
    canWrite: (text) => Array.from(text).every((letter) => bytes.has(letter)),
    encode: (text) => Uint8Array.from(Array.from(text), (letter) => bytes.get(letter) ?? UNKNOWN),
  }
}
