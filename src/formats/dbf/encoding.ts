import type { Encoding } from '#table/text-source.ts'
import type { Bytes } from '../bytes/bytes.ts'
import { createDecoder } from '../bytes/decoder.ts'
import { decodeText } from '../bytes/encoding.ts'
import { AT, DESCRIPTOR, type DbfHeader, NAME_BYTES, liveRecords } from './header.ts'
import { textEnd } from './values.ts'

/**
 * Code pages by the language driver of the header (dBase and FoxPro). Others decide nothing: Bulgarian DOS programs wrote MIK,
 * which has no number, under that of CP437, CP850 or CP852, and English Windows marks Cyrillic as windows-1252.
 */
const BY_LANGUAGE: ReadonlyMap<number, Encoding> = new Map([
  [0x26, 'ibm866'],
  [0x65, 'ibm866'],
  [0x96, 'x-mac-cyrillic'],
  [0xc9, 'windows-1251'],
])

/** For new letters in a table of ASCII whose header names no code page. */
const USUAL = 'windows-1251'

/** `isStated`: by the header or the user, else it is a guess by the letters. */
export type DbfEncoding = { readonly encoding: Encoding; readonly isStated: boolean }

export function findEncoding(bytes: Bytes, header: DbfHeader, chosen: Encoding | undefined): DbfEncoding {
  if (chosen !== undefined) return { encoding: chosen, isStated: true }
  const named = BY_LANGUAGE.get(bytes[AT.language]!)
  const sample = sampleOf(bytes, header)
  if (sample.length === 0) return { encoding: named ?? USUAL, isStated: true }
  if (named === undefined || (named === 'ibm866' && isMik(sample)))
    return { encoding: decodeText(sample).encoding, isStated: false }
  return { encoding: named, isStated: true }
}

const SAMPLE_BYTES = 64 * 1024
const SPACE = 0x20

/** Texts with other characters than ASCII, each after a space: the first two bytes are no byte order mark. */
function sampleOf(bytes: Bytes, header: DbfHeader): Bytes {
  const sample = new Uint8Array(SAMPLE_BYTES)
  let length = 0
  const add = (at: number, most: number): void => {
    const text = bytes.subarray(at, textEnd(bytes, at, most))
    if (!text.some((byte) => byte >= 0x80) || length + text.length >= SAMPLE_BYTES) return
    sample[length] = SPACE
    sample.set(text, length + 1)
    length += text.length + 1
  }
  for (const { at } of header.columns) add(at, NAME_BYTES + 1)
  const texts = header.columns.filter(({ type }) => type === 'C' || type === 'V')
  for (const record of liveRecords(bytes, header)) {
    if (length > SAMPLE_BYTES - 2 * DESCRIPTOR) break
    const start = header.headerLength + record * header.recordLength
    for (const field of texts) add(start + field.offset, field.length)
  }
  return sample.subarray(0, length)
}

/** Russian ibm866 is the only Cyrillic code page of DOS that FoxPro knows: MIK under it is told by the letters that differ. */
function isMik(sample: Bytes): boolean {
  const isLetter = (from: number) => (byte: number) => byte >= from && byte < from + 16
  return sample.some(isLetter(0xb0)) && !sample.some(isLetter(0xe0)) && decodesAsLetters(sample)
}

const decodesAsLetters = (sample: Bytes): boolean =>
  !/[^\p{ASCII}а-яё№§°]/iu.test(createDecoder('mik').decode(sample))
