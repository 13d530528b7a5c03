import { startsWith, uint32 } from './bytes/byte-fields.ts'
import { dbfLevel } from './dbf/signature.ts'
import type { FormatId } from './format.ts'
import { LOCAL_HEADER } from './zip/layout.ts'

/** What the first bytes say, whatever the file name is. `text` is everything else. */
type Container = 'gzip' | 'zip' | 'ole' | 'old-xls' | 'dbf' | 'text'

/** The header signature of an OLE container (MS-CFB 2.2). */
export const OLE_SIGNATURE = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'

/** The signature of gzip and its one method, deflate (RFC 1952, 2.3). */
const GZIP_START = '\x1f\x8b\x08'

/** Enough to detect a container, so that one with a damaged header is not read as text. */
const OLE_START = OLE_SIGNATURE.slice(0, 4)

export function detectContainer(bytes: Uint8Array): Container {
  if (startsWith(bytes, GZIP_START)) return 'gzip'
  if (uint32(bytes, 0) === LOCAL_HEADER.signature) return 'zip'
  if (startsWith(bytes, OLE_START)) return 'ole'
  if (dbfLevel(bytes) === 'read') return 'dbf'
  return isOldXls(bytes) ? 'old-xls' : 'text'
}

/**
 * A BIFF record "beginning of file" of Excel 2 to 5 without a container: 09, version, length. The length tells it from
 * UTF-16 text that begins with a tab.
 */
function isOldXls(bytes: Uint8Array): boolean {
  const [id, version, low, high] = bytes
  if (id !== 0x09 || high !== 0 || low === undefined) return false
  // 09 00 is a tab in UTF-16 too. Version 2 has one length only, and 4 is no tab.
  if (version === 0) return low === 4
  return (version === 2 || version === 4 || version === 8) && low >= 4 && low <= 16
}

type TextKind = 'html' | 'xml-workbook' | 'json' | 'csv'

/** What decoded text is by its first 4096 code units: HTML or XML saved as a workbook, JSON, or delimited text. */
export function textKind(text: string, named: FormatId | undefined): TextKind {
  const head = text.slice(0, 4096).trimStart()
  if (head.startsWith('<')) {
    if (/<(?:\w+:)?Workbook[\s>]/.test(head)) return 'xml-workbook'
    if (/<(?:!doctype html|html|table|body|head|meta|style)[\s>]/i.test(head)) return 'html'
  }
  if (named === 'json') return /^(?:[[{]|\/[/*])/.test(head) ? 'json' : 'csv'
  return /^(?:\[\s*)*\{\s*"(?:[^"\\\n]|\\.)*"\s*:/.test(head) ? 'json' : 'csv'
}
