import { startsWith, uint32 } from '../bytes/byte-fields.ts'
import { dbfLevel } from '../dbf/signature.ts'
import type { UnsupportedFile } from '../format.ts'
import { END_RECORD } from '../zip/layout.ts'

/** The first bytes of a kind of file; `magic` has one character for each byte. */
type Signature = Pick<UnsupportedFile, 'kind' | 'format'> & {
  readonly magic: string
  /** Offset of `magic`; 0 where it is absent. */
  readonly at?: number
  /** A further condition where `magic` could begin a text. */
  readonly test?: (bytes: Uint8Array) => boolean
}

/** Every binary format here has a control character within so many bytes. */
const HEAD = 64

const isControl = (byte: number): boolean => byte < 0x09 || (byte > 0x0d && byte < 0x20)

const hasControl = (bytes: Uint8Array): boolean => bytes.subarray(0, HEAD).some(isControl)

const has = (magic: string, at: number) => (bytes: Uint8Array) => startsWith(bytes, magic, at)

/** A bitmap has its file size in the header, and zeros in the next four bytes. */
const isBitmap = (bytes: Uint8Array): boolean => {
  const size = uint32(bytes, 2)
  return hasControl(bytes) && uint32(bytes, 6) === 0 && (size === bytes.length || size === 0)
}

/** Brands of ISO base media files (ISO/IEC 14496-12) that are pictures. */
const isPictureBrand = (bytes: Uint8Array): boolean =>
  ['heic', 'heix', 'hevc', 'mif1', 'msf1', 'avif'].some((brand) => startsWith(bytes, brand, 8))

const isMp3Frame = (bytes: Uint8Array): boolean => hasControl(bytes) && bytes[2]! >> 4 < 0xf

/** In the order in which they are tried. */
const SIGNATURES: readonly Signature[] = [
  { kind: 'pdf', format: 'PDF', magic: '%PDF-' },
  { kind: 'pdf', format: 'PDF', magic: '\xef\xbb\xbf%PDF-' },
  { kind: 'document', format: 'RTF', magic: '{\\rtf' },
  // An archive without entries. Others are inspected.
  { kind: 'zip', format: 'ZIP', magic: 'PK', test: (bytes) => uint32(bytes, 0) === END_RECORD.signature },
  { kind: 'archive', format: 'gzip', magic: '\x1f\x8b\x08' },
  { kind: 'archive', format: 'bzip2', magic: '1AY&SY', at: 4, test: has('BZh', 0) },
  { kind: 'archive', format: 'xz', magic: '\xfd7zXZ\x00' },
  { kind: 'archive', format: 'Zstandard', magic: '\x28\xb5\x2f\xfd', test: hasControl },
  { kind: 'archive', format: '7z', magic: '7z\xbc\xaf\x27\x1c' },
  { kind: 'archive', format: 'RAR', magic: 'Rar!\x1a\x07' },
  { kind: 'archive', format: 'CAB', magic: 'MSCF\0\0\0\0' },
  { kind: 'archive', format: 'TAR', magic: 'ustar', at: 257, test: (bytes) => isTar(bytes) },
  { kind: 'image', format: 'PNG', magic: '\x89PNG\r\n\x1a\n' },
  { kind: 'image', format: 'JPEG', magic: '\xff\xd8\xff', test: hasControl },
  { kind: 'image', format: 'GIF', magic: 'GIF87a', test: hasControl },
  { kind: 'image', format: 'GIF', magic: 'GIF89a', test: hasControl },
  { kind: 'image', format: 'WebP', magic: 'WEBP', at: 8, test: has('RIFF', 0) },
  { kind: 'image', format: 'TIFF', magic: 'II*\0' },
  { kind: 'image', format: 'TIFF', magic: 'MM\0*' },
  { kind: 'image', format: 'BMP', magic: 'BM', test: isBitmap },
  { kind: 'image', format: 'HEIC', magic: 'ftyp', at: 4, test: isPictureBrand },
  { kind: 'audio', format: 'M4A', magic: 'ftypM4A', at: 4, test: hasControl },
  { kind: 'video', format: 'MP4', magic: 'ftyp', at: 4, test: hasControl },
  { kind: 'video', format: 'Matroska', magic: '\x1a\x45\xdf\xa3' },
  { kind: 'video', format: 'AVI', magic: 'AVI ', at: 8, test: has('RIFF', 0) },
  { kind: 'audio', format: 'WAV', magic: 'WAVE', at: 8, test: has('RIFF', 0) },
  { kind: 'audio', format: 'MP3', magic: 'ID3', test: hasControl },
  { kind: 'audio', format: 'MP3', magic: '\xff\xfb', test: isMp3Frame },
  { kind: 'audio', format: 'MP3', magic: '\xff\xf3', test: isMp3Frame },
  { kind: 'audio', format: 'Ogg', magic: 'OggS\0' },
  { kind: 'audio', format: 'FLAC', magic: 'fLaC\0' },
  { kind: 'database', format: 'SQLite', magic: 'SQLite format 3\0' },
  { kind: 'database', format: 'Microsoft Access', magic: '\0\x01\0\0Standard Jet DB\0' },
  { kind: 'database', format: 'Microsoft Access', magic: '\0\x01\0\0Standard ACE DB\0' },
  { kind: 'database', format: 'Apache Parquet', magic: 'PAR1', test: hasControl },
  { kind: 'spreadsheet', format: 'Lotus 1-2-3', magic: '\0\0\x02\0\x04\x04' },
  { kind: 'spreadsheet', format: 'Lotus 1-2-3', magic: '\0\0\x02\0\x06\x04' },
  { kind: 'spreadsheet', format: 'Lotus 1-2-3', magic: '\0\0\x1a\0' },
  { kind: 'spreadsheet', format: 'Quattro Pro', magic: '\0\0\x02\0\x20\x51' },
  { kind: 'spreadsheet', format: 'Quattro Pro', magic: '\0\0\x02\0\x01\x10' },
  { kind: 'spreadsheet', format: 'Quattro Pro', magic: '\0\0\x02\0\x02\x10' },
  { kind: 'spreadsheet', format: 'Microsoft Works', magic: '\xff\0\x02\0\x04\x04' },
  { kind: 'email', format: 'Outlook PST', magic: '!BDN', test: hasControl },
  { kind: 'email', format: 'winmail.dat', magic: '\x78\x9f\x3e\x22', test: hasControl },
  { kind: 'shortcut', format: 'Windows', magic: '\x4c\0\0\0\x01\x14\x02\0' },
  { kind: 'shortcut', format: 'macOS', magic: 'book\0\0\0\0mark\0\0\0\0' },
  { kind: 'mac-companion', format: 'AppleDouble', magic: '\0\x05\x16\x07' },
  { kind: 'program', format: 'Windows', magic: 'MZ', test: hasControl },
  { kind: 'program', format: 'Linux', magic: '\x7fELF' },
]

/**
 * Identifies an unsupported file by its first bytes. It never matches text: each signature has a control character, or the
 * structure after it is checked.
 */
export function identifyBySignature(bytes: Uint8Array): UnsupportedFile | undefined {
  const found = SIGNATURES.find(
    ({ magic, at = 0, test }) => startsWith(bytes, magic, at) && (test === undefined || test(bytes)),
  )
  if (found !== undefined) return { kind: found.kind, format: found.format }
  const dbf = dbfLevel(bytes)
  if (dbf === undefined) return undefined
  return dbf === 'read' ? { kind: 'misnamed', format: 'dbf' } : { kind: 'dbf', format: dbf }
}

/** The checksum of a tar header (POSIX.1 ustar): its bytes added up, those of the checksum itself as spaces. */
function isTar(bytes: Uint8Array): boolean {
  const [from, end] = [148, 156]
  let sum = 0
  for (let i = 0; i < 512; i++) sum += i >= from && i < end ? 0x20 : bytes[i]!
  return Number.parseInt(String.fromCharCode(...bytes.subarray(from, end)), 8) === sum
}
