import type { Encoding } from '#table/text-source.ts'

/** Decodes bytes in the encoding of a file, with the interface of the platform's decoder. */
export type Decoder = { decode(bytes: Uint8Array): string }

/**
 * MIK, the code page of Bulgarian DOS programs, from 0x80 on: the alphabet in both cases, then the frames of CP437 in another
 * order, `№`, `§`, and the signs of CP437. It is Kermit's BULGARIA-PC and FreeDOS code page 3021. 0xE1, 0xE4, 0xE6 and 0xEA
 * are decoded as in CP437.
 */
const MIK =
  'АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюя' +
  '└┴┬├─┼╣║╚╔╩╦╠═╬┐░▒▓│┤№§╗╝┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0'

/** @param encoding of which a byte order mark is kept: what it means is decided before */
export const createDecoder = (encoding: Encoding): Decoder =>
  encoding === 'mik' ? MIK_DECODER : new TextDecoder(encoding, { ignoreBOM: true })

const units = Uint16Array.from({ length: 256 }, (_, byte) =>
  byte < 0x80 ? byte : MIK.charCodeAt(byte - 0x80),
)
const utf16 = new TextDecoder('utf-16le', { ignoreBOM: true })

/** The platform lacks MIK. By a table and its decoder for UTF-16, a megabyte takes milliseconds. */
const MIK_DECODER: Decoder = {
  decode: (bytes) => {
    const wide = new Uint8Array(2 * bytes.length)
    for (let i = 0; i < bytes.length; i++) {
      const unit = units[bytes[i]!]!
      wide[2 * i] = unit & 0xff
      wide[2 * i + 1] = unit >> 8
    }
    return utf16.decode(wide)
  },
}
