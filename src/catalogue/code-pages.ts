/** Code pages of old workbooks (BIFF 2 to 5) and the names under which the platform decodes them. */
const LABELS: Readonly<Record<number, string>> = {
  866: 'ibm866',
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  1200: 'utf-16le',
  1201: 'utf-16be',
  10000: 'macintosh',
  10007: 'x-mac-cyrillic',
  20866: 'koi8-r',
  28595: 'iso-8859-5',
  65001: 'utf-8',
}

function labelOf(codePage: number): string {
  if (codePage >= 1250 && codePage <= 1258) return `windows-${codePage}`
  return LABELS[codePage] ?? 'windows-1252'
}

const decoders = new Map<string, TextDecoder>()

function decode(codePage: number, bytes: ArrayLike<number> | string): string {
  const label = labelOf(codePage)
  const decoder = decoders.get(label) ?? new TextDecoder(label, { ignoreBOM: true })
  decoders.set(label, decoder)
  return decoder.decode(typeof bytes === 'string' ? bytesOf(bytes) : Uint8Array.from(bytes))
}

const bytesOf = (binary: string): Uint8Array => Uint8Array.from(binary, (char) => char.charCodeAt(0) & 255)

/**
 * What the workbook library asks of its code page tables, by the platform's own decoder: without it the names of a
 * Cyrillic workbook of Excel 5 come out as 'Íàèìåíîâàíèå'. It only reads, so that nothing is encoded but one byte
 * for each letter.
 */
export const CODE_PAGES = {
  utils: {
    decode,
    encode: (_codePage: number, text: string): Uint8Array => bytesOf(text),
  },
}
