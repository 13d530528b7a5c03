import { uint16, uint32 } from '../bytes/byte-fields.ts'
import {
  CENTRAL_HEADER,
  END_RECORD,
  LOCAL_HEADER,
  MAX_FILES,
  SHARED_FIELDS,
  findEndRecord,
} from './layout.ts'
import { decodeEntryName } from './name-encoding.ts'

/** Bytes of a media type to read at most. */
const MAX_MIMETYPE = 100

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
  const end = findEndRecord(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  if (end === -1) return undefined
  const entries: EntryName[] = []
  let at = uint32(bytes, end + END_RECORD.directoryOffset)
  while (entries.length < MAX_FILES && uint32(bytes, at) === CENTRAL_HEADER.signature) {
    const fields = at + CENTRAL_HEADER.shared
    const start = at + CENTRAL_HEADER.length
    const length = uint16(bytes, fields + SHARED_FIELDS.nameLength)
    entries.push({
      name: decodeEntryName(bytes.subarray(start, start + length)),
      offset: uint32(bytes, at + CENTRAL_HEADER.localHeaderOffset),
    })
    const commentLength = uint16(bytes, at + CENTRAL_HEADER.commentLength)
    at = start + length + uint16(bytes, fields + SHARED_FIELDS.extraLength) + commentLength
  }
  return entries.length === 0 ? undefined : entries
}

/** The content of the entry `mimetype` of OpenDocument and EPUB files, which is never compressed. */
export function readMimetype(bytes: Uint8Array, entries: readonly EntryName[]): string | undefined {
  const at = entries.find(({ name }) => name === 'mimetype')?.offset
  if (at === undefined) return undefined
  const fields = at + LOCAL_HEADER.shared
  const nameLength = uint16(bytes, fields + SHARED_FIELDS.nameLength)
  const start = at + LOCAL_HEADER.length + nameLength + uint16(bytes, fields + SHARED_FIELDS.extraLength)
  const length = Math.min(uint32(bytes, fields + SHARED_FIELDS.compressedSize), MAX_MIMETYPE)
  return new TextDecoder().decode(bytes.subarray(start, start + length))
}
