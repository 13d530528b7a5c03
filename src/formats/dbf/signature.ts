import { uint16 } from '../bytes/byte-fields.ts'

/** Versions of dBase III to 7, FoxPro, Visual FoxPro and Clipper, and of their files with memo. */
const VERSIONS = [
  0x02, 0x03, 0x04, 0x05, 0x30, 0x31, 0x32, 0x43, 0x63, 0x7b, 0x83, 0x8b, 0x8c, 0x8e, 0xcb, 0xe5, 0xf5, 0xfb,
]

export const FIELD_TYPES = 'CNDLMFBIGTYPOVWQ@+0'

/** `level-7`: with the longer fields of dBase 7, which is not read. */
export type DbfLevel = 'read' | 'level-7'

/** What the header of a dBase table says: version, date, lengths, and a first field with a known type. Text has no such header. */
export function dbfLevel(bytes: Uint8Array): DbfLevel | undefined {
  const [version = 0, , month = 0xff, day = 0xff] = bytes
  if (!VERSIONS.includes(version) || month > 12 || day > 31) return undefined
  const [headerLength, recordLength] = [uint16(bytes, 8), uint16(bytes, 10)]
  if (headerLength < 65 || headerLength > bytes.length || recordLength < 2) return undefined
  // Reserved bytes.
  if (uint16(bytes, 12) !== 0 || !bytes.subarray(32, headerLength).includes(0x0d)) return undefined
  if ((version & 7) === 4 && isField(bytes, 68, 32)) return 'level-7'
  return isField(bytes, 32, 11) ? 'read' : undefined
}

const isField = (bytes: Uint8Array, at: number, nameLength: number): boolean =>
  bytes[at]! > 0x20 && FIELD_TYPES.includes(String.fromCharCode(bytes[at + nameLength]!))
