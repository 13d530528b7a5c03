import { uint16 } from '../bytes/byte-fields.ts'

/** Versions of dBase III to 7, FoxPro, Visual FoxPro and Clipper, and of their files with memo. */
const VERSIONS = [
  0x02, 0x03, 0x04, 0x05, 0x30, 0x31, 0x32, 0x43, 0x63, 0x7b, 0x83, 0x8b, 0x8c, 0x8e, 0xcb, 0xe5, 0xf5, 0xfb,
]

export const FIELD_TYPES = 'CNDLMFBIGTYPOVWQ@+0'

/** `read`, or the name of a program whose tables are not read. */
export type DbfLevel = 'read' | 'dBase II' | 'dBase 7'

/** What the header of a dBase table says: version, date, lengths, and a first field with a known type. Text has no such header. */
export function dbfLevel(bytes: Uint8Array): DbfLevel | undefined {
  const [version = 0, , month = 0xff, day = 0xff] = bytes
  if (!VERSIONS.includes(version)) return undefined
  const [headerLength, recordLength] = [uint16(bytes, 8), uint16(bytes, 10)]
  const isUsual =
    month <= 12 &&
    day <= 31 &&
    headerLength >= 65 &&
    headerLength <= bytes.length &&
    recordLength >= 2 &&
    // Reserved bytes.
    uint16(bytes, 12) === 0 &&
    bytes.subarray(32, headerLength).includes(0x0d)
  if (!isUsual) return isDBaseII(bytes) ? 'dBase II' : undefined
  if ((version & 7) === 4 && isField(bytes, 68, 32)) return 'dBase 7'
  return isField(bytes, 32, 11) ? 'read' : undefined
}

/** A header of 521 bytes with fields of 16 from the ninth on, and their end. */
const isDBaseII = (bytes: Uint8Array): boolean =>
  bytes[0] === 2 && bytes.length >= 521 && isField(bytes, 8, 11) && bytes.subarray(24, 521).includes(0x0d)

const isField = (bytes: Uint8Array, at: number, nameLength: number): boolean =>
  bytes[at]! > 0x20 && FIELD_TYPES.includes(String.fromCharCode(bytes[at + nameLength]!))
