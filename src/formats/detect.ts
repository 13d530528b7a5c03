import type { FormatId } from './format.ts'

export const FORMATS: readonly FormatId[] = ['csv', 'xlsx', 'xls', 'xlsm', 'xlsb', 'json']

/** What the bytes are, whatever the name says. `text` is still to be told apart by {@link textKind}. */
type ByteKind = 'zip' | 'ole' | 'old-xls' | 'text'

/** The accepted format that the name's extension stands for, or undefined (BULK-02). */
export function formatOfName(fileName: string): FormatId | undefined {
  const extension = extensionOf(fileName)
  return FORMATS.find((format) => format === extension)
}

export const extensionOf = (fileName: string): string =>
  /\.([^./\\]*)$/.exec(fileName.trim())?.[1]?.toLowerCase() ?? ''

const OLE = [0xd0, 0xcf, 0x11, 0xe0]
const ZIP = [0x50, 0x4b, 0x03, 0x04]

export function kindOfBytes(bytes: Uint8Array): ByteKind {
  if (startsWith(bytes, ZIP)) return 'zip'
  if (startsWith(bytes, OLE)) return 'ole'
  return isOldXls(bytes) ? 'old-xls' : 'text'
}

const startsWith = (bytes: Uint8Array, magic: readonly number[]): boolean =>
  magic.every((byte, i) => bytes[i] === byte)

/**
 * A BIFF record "beginning of file" of Excel 2 to 5 outside a container: 09, version, length. The length tells it
 * from UTF-16 text that begins with a tab.
 */
function isOldXls(bytes: Uint8Array): boolean {
  const [id, version, low, high] = bytes
  if (id !== 0x09 || high !== 0 || low === undefined) return false
  // Of version 2, whose mark is a tab of UTF-16, there is but one length; a second tab would be 9.
  if (version === 0) return low === 4
  return (version === 2 || version === 4 || version === 8) && low >= 4 && low <= 16
}

export type TextKind = 'html' | 'xml-workbook' | 'json' | 'delimited'

/** What decoded text is: a web page or XML saved as a workbook, JSON, or delimited text. */
export function textKind(text: string, named: FormatId): TextKind {
  const head = text.slice(0, 4096).trimStart()
  if (head.startsWith('<')) {
    if (/<(?:\w+:)?Workbook[\s>]/.test(head)) return 'xml-workbook'
    if (/<(?:!doctype html|html|table|body|head|meta|style)[\s>]/i.test(head)) return 'html'
  }
  if (named === 'json') return /^[[{]/.test(head) ? 'json' : 'delimited'
  return /^\[\s*\{\s*"/.test(head) ? 'json' : 'delimited'
}
