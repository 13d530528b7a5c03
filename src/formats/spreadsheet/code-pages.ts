/** TextDecoder labels of the code pages of old workbooks (BIFF 2 to 5). */
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

function encodingLabel(codePage: number): string {
  if (codePage >= 1250 && codePage <= 1258) return `windows-${codePage}`
  return LABELS[codePage] ?? 'windows-1252'
}

const decoders = new Map<string, TextDecoder>()

function decoderOf(label: string): TextDecoder {
  const decoder = decoders.get(label) ?? new TextDecoder(label, { ignoreBOM: true })
  decoders.set(label, decoder)
  return decoder
}

function decode(codePage: number, raw: ArrayLike<number> | string): string {
  if (typeof raw !== 'string' && raw.length === 2 && raw[1] === 0) return decodeByte(codePage, raw[0]!)
  const bytes = typeof raw === 'string' ? latin1Bytes(raw) : Uint8Array.from(raw)
  const label = codePage === ANSI && looksCyrillic(bytes) ? 'windows-1251' : encodingLabel(codePage)
  return decoderOf(label).decode(bytes)
}

const byteTables = new Map<number, readonly string[]>()

/**
 * Decodes one byte by table. SheetJS decodes some texts byte by byte, and in damaged workbooks a million bytes that do not
 * exist: a decoder call for each took minutes.
 */
function decodeByte(codePage: number, byte: number): string {
  let table = byteTables.get(codePage)
  if (table === undefined) {
    const decoder = decoderOf(encodingLabel(codePage))
    table = Array.from({ length: 256 }, (_, code) => decoder.decode(Uint8Array.of(code)))
    byteTables.set(codePage, table)
  }
  return table[byte]!
}

/** The code page that SheetJS assumes where a workbook names none, or only "Windows". */
const ANSI = 1252

/** Whether most letters are above 0xC0; in Western text few are. */
function looksCyrillic(bytes: Uint8Array): boolean {
  const high = bytes.filter((byte) => byte >= 0xc0).length
  const low = bytes.filter((byte) => (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a).length
  return high >= 2 && high >= low
}

const latin1Bytes = (binary: string): Uint8Array =>
  Uint8Array.from(binary, (char) => char.charCodeAt(0) & 255)

/**
 * Code pages for SheetJS, decoded by TextDecoder: without them names in a Cyrillic workbook of Excel 5 become
 * 'Íàèìåíîâàíèå'. SheetJS only reads here, so `encode` writes Latin-1.
 */
export const CODE_PAGES = {
  utils: {
    decode,
    encode: (_codePage: number, text: string): Uint8Array => latin1Bytes(text),
  },
}
