import { createDecoder } from '../bytes/decoder.ts'

/**
 * The path of an entry, with `/`. Where it is no UTF-8 it has the code page of the program: CP866 as Windows writes it, MIK of
 * Bulgarian DOS programs, or Windows-1251. Of two code pages the one is taken in which every byte is a letter. The flag of UTF-8
 * decides nothing: some programs set it in one of the two headers only, others for names in their own code page.
 */
export const decodeEntryName = (name: Uint8Array): string =>
  (decodeUtf8(name) ?? decodeSingleByte(name)).replaceAll('\\', '/')

function decodeUtf8(name: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(name)
  } catch {
    return undefined
  }
}

function decodeSingleByte(name: Uint8Array): string {
  const high = name.filter((byte) => byte >= 0x80)
  if (high.every(isLetterIn866)) return new TextDecoder('ibm866').decode(name)
  if (high.every((byte) => byte < 0xc0)) return createDecoder('mik').decode(name)
  return new TextDecoder('windows-1251').decode(name)
}

/** А to п, р to ё, № and the no-break space. Between them are lines and blocks. */
const isLetterIn866 = (byte: number): boolean =>
  byte < 0xb0 || (byte >= 0xe0 && byte <= 0xf1) || byte === 0xfc || byte === 0xff
