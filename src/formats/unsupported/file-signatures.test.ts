import { describe, expect, test } from 'vitest'
import { identifyBySignature } from './file-signatures.ts'

/** One byte for each character; zeros up to `length`. */
const raw = (content: string, length = 0): Uint8Array => {
  const bytes = new Uint8Array(Math.max(content.length, length))
  for (let i = 0; i < content.length; i++) bytes[i] = content.charCodeAt(i)
  return bytes
}

const ascii = (text: string): string => text.padEnd(100, 'a')

// First bytes from the specification of each format; those of `other-files.ts` are opened there.
describe('READ-07 FILE-08 · a kind of file is told by its first bytes', () => {
  test.each([
    ['PDF', 'pdf', '\xef\xbb\xbf%PDF-1.7\n'],
    ['Zstandard', 'archive', '\x28\xb5\x2f\xfd\x04\x00'],
    ['CAB', 'archive', 'MSCF\0\0\0\0\x80'],
    ['GIF', 'image', 'GIF87a\x01\0\x01\0'],
    ['TIFF', 'image', 'MM\0*\0\0\0\x08'],
    ['WebP', 'image', 'RIFF\x24\0\0\0WEBPVP8L'],
    ['HEIC', 'image', '\0\0\0\x18ftypheix\0\0\0\0'],
    ['HEIC', 'image', '\0\0\0\x18ftyphevc\0\0\0\0'],
    ['HEIC', 'image', '\0\0\0\x18ftypmif1\0\0\0\0'],
    ['HEIC', 'image', '\0\0\0\x18ftypmsf1\0\0\0\0'],
    ['HEIC', 'image', '\0\0\0\x1cftypavif\0\0\0\0'],
    ['M4A', 'audio', '\0\0\0\x20ftypM4A \0\0\0\0'],
    ['MP4', 'video', '\0\0\0\x20ftypmp42\0\0\0\0'],
    ['Matroska', 'video', '\x1a\x45\xdf\xa3\x01'],
    ['AVI', 'video', 'RIFF\x24\0\0\0AVI LIST'],
    ['WAV', 'audio', 'RIFF\x24\0\0\0WAVEfmt '],
    ['MP3', 'audio', '\xff\xf3\x90\x64\0'],
    ['Ogg', 'audio', 'OggS\0\x02'],
    ['FLAC', 'audio', 'fLaC\0\0\0\x22'],
    ['Lotus 1-2-3', 'spreadsheet', '\0\0\x02\0\x04\x04\x05\x54'],
    ['Lotus 1-2-3', 'spreadsheet', '\0\0\x1a\0\0\x10\x04\0'],
    ['Quattro Pro', 'spreadsheet', '\0\0\x02\0\x20\x51\0\0'],
    ['Quattro Pro', 'spreadsheet', '\0\0\x02\0\x01\x10\0\0'],
    ['Quattro Pro', 'spreadsheet', '\0\0\x02\0\x02\x10\0\0'],
    ['Apache Parquet', 'database', 'PAR1\x15\x04\x15\x28\x15\x2c\x4c\x15'],
    ['Outlook PST', 'email', '!BDN\x11\x22\x33\x44SM\x0e\0'],
    ['winmail.dat', 'email', '\x78\x9f\x3e\x22\x01\0\x01'],
    ['macOS', 'shortcut', 'book\0\0\0\0mark\0\0\0\0\x38'],
  ])('%s', (format, kind, start) => {
    expect(identifyBySignature(raw(start, 100))).toEqual({ kind, format })
  })

  test.each([
    'GIF87a;Price',
    'GIF89a;Price',
    'MZ;Price',
    'PAR1;Price',
    'ID3;Price',
    '!BDN;Price',
    '\xff\xd8\xff;Price',
    '\xff\xfb;Price',
    '\xff\xf3;Price',
    'x\x9f>";Price',
    '(\xb5/\xfd;Price',
    'PK;Price',
    'RIFFA;B WAXE',
    'abcdefghWAVE',
    'abcdefghWEBP',
    'abcdefghAVI ',
    'BZx91AY&SY',
    'abcd1AY&SY',
    'BM;Price',
  ])('text that begins with %j is no such file', (start) => {
    expect(identifyBySignature(raw(ascii(start)))).toBeUndefined()
  })

  test('line ends and tabs are no control characters, others are, near the start', () => {
    for (const sign of '\t\n\v\f\r ~') expect(identifyBySignature(raw(ascii(`MZ${sign}`)))).toBeUndefined()
    for (const sign of '\0\x08\x0e\x1f')
      expect(identifyBySignature(raw(ascii(`MZ${sign}`)))?.kind).toBe('program')
    expect(identifyBySignature(raw(`MZ${'a'.repeat(61)}\0`))?.kind).toBe('program')
    expect(identifyBySignature(raw(`MZ${'a'.repeat(62)}\0`))).toBeUndefined()
  })

  test('an MP3 frame has no bit rate of fifteen', () => {
    expect(identifyBySignature(raw('\xff\xfb\xe0\0'))?.format).toBe('MP3')
    expect(identifyBySignature(raw('\xff\xfb\xf0\0'))).toBeUndefined()
    expect(identifyBySignature(raw('\xff\xfb'))).toBeUndefined()
  })

  // Size of the file at 2, zeros at 6 (BITMAPFILEHEADER).
  test.each([
    ['its size', 'BM\x64\0\0\0\0\0\0\0\x36', 'image'],
    ['no size', 'BM\0\0\0\0\0\0\0\0\x36', 'image'],
    ['another size', 'BM\x65\0\0\0\0\0\0\0\x36', undefined],
    ['its size and something reserved', 'BM\x64\0\0\0\0\0\0\x01\x36', undefined],
  ])('a bitmap with %s', (_, start, kind) => {
    expect(identifyBySignature(raw(start, 100))?.kind).toBe(kind)
  })
})

describe('READ-07 FILE-08 · a tar archive has a checksum of its header', () => {
  const header = (sum: (bytes: Uint8Array) => number, length = 512): Uint8Array => {
    const bytes = raw('prices.csv', length)
    bytes.set(raw('        '), 148)
    bytes.set(raw('ustar'), 257)
    bytes[511] = 7
    bytes.set(raw(`${sum(bytes.subarray(0, 512)).toString(8).padStart(6, '0')}\0 `), 148)
    return bytes
  }
  const sumOf = (bytes: Uint8Array): number => bytes.reduce((all, byte) => all + byte, 0)

  test('with it and without it', () => {
    expect(identifyBySignature(header(sumOf))).toEqual({ kind: 'archive', format: 'TAR' })
    expect(identifyBySignature(header((bytes) => sumOf(bytes) + 1))).toBeUndefined()
    expect(identifyBySignature(header(sumOf).subarray(0, 511))).toBeUndefined()
  })
})

describe('READ-07 FILE-08 · a dBase table is told by its header', () => {
  /** Version, 14 May 2026, two records; 32 bytes of header, a field of 32, the end of the fields. */
  const table = (change: Readonly<Record<number, number>> = {}, length = 200): Uint8Array => {
    const bytes = raw('\x03\x7e\x05\x0e\x02\0\0\0\x41\0\x0b\0', length)
    bytes.set(raw('NAME\0\0\0\0\0\0\0C\0\0\0\0\x0a'), 32)
    bytes[64] = 0x0d
    for (const [at, byte] of Object.entries(change)) bytes[Number(at)] = byte
    return bytes
  }
  const DBF = { kind: 'misnamed', format: 'dbf' }
  const DBASE_7 = { kind: 'dbf', format: 'dBase 7' }

  test.each([
    0x02, 0x03, 0x04, 0x05, 0x30, 0x31, 0x32, 0x43, 0x63, 0x7b, 0x83, 0x8b, 0x8e, 0xcb, 0xe5, 0xf5, 0xfb,
  ])('version %i', (version) => {
    expect(identifyBySignature(table({ 0: version }))).toEqual(DBF)
  })

  test.each([0x04, 0x8c])('version %i of dBase 7, with longer fields', (version) => {
    const seven = { 0: version, 8: 117, 68: 0x4e, 100: 0x43, 116: 0x0d }
    expect(identifyBySignature(table(seven))).toEqual(DBASE_7)
    expect(identifyBySignature(table({ ...seven, 68: 0 }))).toEqual(DBF)
    expect(identifyBySignature(table({ ...seven, 100: 0x41 }))).toEqual(DBF)
  })

  test('dBase II, with fields of 16 bytes', () => {
    const bytes = raw('\x02\x0a\0\x01\x02\x5a\x21\0NAME\0\0\0\0\0\0\0C\x20\0\0\0\x0d', 600)
    expect(identifyBySignature(bytes)).toEqual({ kind: 'dbf', format: 'dBase II' })
    expect(identifyBySignature(bytes.slice(0, 521))).toEqual({ kind: 'dbf', format: 'dBase II' })
    expect(identifyBySignature(bytes.slice(0, 520))).toBeUndefined()
    bytes[24] = 0
    expect(identifyBySignature(bytes)).toBeUndefined()
  })

  test.each([...'CNDLMFBIGTYPOVWQ@+0'])('a first field of type %s', (type) => {
    expect(identifyBySignature(table({ 43: type.charCodeAt(0) }))).toEqual(DBF)
  })

  test.each([
    ['another version', { 0: 0x06 }],
    ['month 13', { 2: 13 }],
    ['day 32', { 3: 32 }],
    ['a header of 64 bytes', { 8: 64 }],
    ['a header longer than the file', { 8: 201 }],
    ['records of one byte', { 10: 1 }],
    ['something reserved', { 12: 1 }],
    ['something else reserved', { 13: 1 }],
    ['a name that begins with a space', { 32: 0x20 }],
    ['a type that is unknown', { 43: 0x41 }],
    ['no type', { 43: 0 }],
    ['no end of its fields', { 64: 0 }],
  ])('not with %s', (_, change) => {
    expect(identifyBySignature(table(change))).toBeUndefined()
  })

  test.each([
    ['month 12', { 2: 12 }],
    ['month 0', { 2: 0 }],
    ['day 31', { 3: 31 }],
    ['a header as long as the file', { 8: 200 }],
    ['records of two bytes', { 10: 2 }],
    ['a name that begins with a sign', { 32: 0x21 }],
  ])('also with %s', (_, change) => {
    expect(identifyBySignature(table(change))).toEqual(DBF)
  })

  test('two bytes are no table', () => {
    expect(identifyBySignature(Uint8Array.of(3, 0x7e))).toBeUndefined()
    expect(identifyBySignature(new Uint8Array())).toBeUndefined()
  })
})
