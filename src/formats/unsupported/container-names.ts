import { startsWith, uint16, uint32 } from './file-signatures.ts'

const END_SIGNATURE = 'PK\x05\x06'
const CENTRAL_SIGNATURE = 'PK\x01\x02'
/** The end record, and the longest comment after it (APPNOTE 4.3.16). */
const END_LENGTH = 22
const MAX_COMMENT = 0xffff
const CENTRAL_LENGTH = 46
const LOCAL_LENGTH = 30
/** The flag of a name in UTF-8 (APPNOTE 4.4.4). */
const UTF8_FLAG = 0x800
/** Entries to read at most. */
const MAX_NAMES = 10_000

export type EntryName = {
  readonly name: string
  /** Of its local header in the archive. */
  readonly offset: number
}

/**
 * Reads names from the central directory of an archive, also of an encrypted or unsupported one; undefined where there is no
 * directory. Nothing is unpacked.
 */
export function readEntryNames(bytes: Uint8Array): EntryName[] | undefined {
  let end = bytes.length - END_LENGTH
  const lowest = Math.max(end - MAX_COMMENT, 0)
  while (end >= lowest && !startsWith(bytes, END_SIGNATURE, end)) end--
  if (end < lowest) return undefined
  const entries: EntryName[] = []
  let at = uint32(bytes, end + 16)
  while (entries.length < MAX_NAMES && startsWith(bytes, CENTRAL_SIGNATURE, at)) {
    const length = uint16(bytes, at + 28)
    const name = bytes.subarray(at + CENTRAL_LENGTH, at + CENTRAL_LENGTH + length)
    const isUtf8 = (uint16(bytes, at + 8) & UTF8_FLAG) !== 0
    entries.push({ name: decodeName(name, isUtf8), offset: uint32(bytes, at + 42) })
    at += CENTRAL_LENGTH + length + uint16(bytes, at + 30) + uint16(bytes, at + 32)
  }
  return entries.length === 0 ? undefined : entries
}

/** Windows stores Cyrillic names in the DOS code page, without a flag. */
function decodeName(name: Uint8Array, isUtf8: boolean): string {
  const text = new TextDecoder().decode(name)
  return (isUtf8 || !text.includes('\ufffd') ? text : new TextDecoder('ibm866').decode(name)).replaceAll(
    '\\',
    '/',
  )
}

/** The content of the entry `mimetype` of OpenDocument and EPUB files, which is never compressed. */
export function readMimetype(bytes: Uint8Array, entries: readonly EntryName[]): string | undefined {
  const at = entries.find(({ name }) => name === 'mimetype')?.offset
  if (at === undefined) return undefined
  const start = at + LOCAL_LENGTH + uint16(bytes, at + 26) + uint16(bytes, at + 28)
  return new TextDecoder().decode(bytes.subarray(start, start + Math.min(uint32(bytes, at + 18), 100)))
}
