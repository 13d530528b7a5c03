import type { Encoding } from '#table/text-source.ts'
import { ByteText } from '../bytes/byte-text.ts'
import type { Bytes } from '../bytes/bytes.ts'
import { encodingOfLabel } from '../bytes/declared-encoding.ts'
import type { DecodedText } from '../bytes/encoding.ts'
import { unescapeXml } from '../xml/tags.ts'

/** A part of the content of an element: its text, or what a CDATA section holds. */
export type Piece = { readonly start: number; readonly end: number; readonly isCdata: boolean }

const CDATA = '<![CDATA['
/** Of a general entity (XML 1.0, 4.2). */
const DECLARED = /<!ENTITY\s+([^\s%"']+)\s/g
const REFERENCE = /^&([^\s&;<]+);/
const MAX_REFERENCE = 100
const NON_ASCII = 0x80

/**
 * An XML file in any encoding, with one byte for each code unit, as {@link ByteText} has it: ASCII characters are
 * themselves. Offsets are those of `units`.
 */
export class XmlSource {
  readonly units: Bytes
  readonly encoding: Encoding
  readonly #view: ByteText

  constructor(bytes: Bytes, encoding: Encoding, hasBom: boolean) {
    const view = new ByteText(bytes, encoding, hasBom)
    this.#view = view
    this.encoding = encoding
    const isWide = encoding === 'utf-16le' || encoding === 'utf-16be'
    this.units = isWide ? narrowed(view.text) : bytes.subarray(view.byteOffset(0))
  }

  /** Whether the file refers to entities that its document type declares; others are left as they are written. */
  usesOwnEntities(rootStart: number): boolean {
    const { units } = this
    const declared = new Set(Array.from(this.read(0, rootStart).matchAll(DECLARED), ([, name]) => name))
    if (declared.size === 0) return false
    for (let at = units.indexOf(AMPERSAND, rootStart); at !== -1; at = units.indexOf(AMPERSAND, at + 1)) {
      const [, name] = REFERENCE.exec(this.read(at, Math.min(units.length, at + MAX_REFERENCE))) ?? []
      if (declared.has(name)) return true
    }
    return false
  }

  byteOffset(offset: number): number {
    return this.#view.byteOffset(offset)
  }

  /** The text of a range, references as they are written. */
  read(start: number, end: number): string {
    return this.#view.read(start, end)
  }

  /** The value of an attribute. Line ends are kept: numbers on two lines are not groups of one number. */
  value(start: number, end: number): string {
    return unescapeXml(this.read(start, end))
  }

  /** The text of an element's content, without comments, processing instructions and the elements in it. */
  text(start: number, end: number): string {
    if (this.units.indexOf(LESS, start) >= end || this.units.indexOf(LESS, start) === -1)
      return normalized(unescapeXml(this.read(start, end)))
    const texts = this.pieces(start, end).map((piece) => {
      const raw = this.read(piece.start, piece.end)
      return piece.isCdata ? raw : unescapeXml(raw)
    })
    return normalized(texts.join(''))
  }

  /** The texts and CDATA sections of an element's content. */
  pieces(start: number, end: number): Piece[] {
    const { units } = this
    const pieces: Piece[] = []
    let depth = 0
    for (let at = start; at < end;) {
      const found = units.indexOf(LESS, at)
      const open = found === -1 || found > end ? end : found
      if (open > at && depth === 0) pieces.push({ start: at, end: open, isCdata: false })
      if (open >= end) break
      if (this.#startsWith(open, CDATA)) {
        const close = this.#find(']]>', open + CDATA.length, end)
        if (depth === 0) pieces.push({ start: open + CDATA.length, end: close, isCdata: true })
        at = close + 3
      } else if (this.#startsWith(open, '<!--')) at = this.#find('-->', open + 4, end) + 3
      else if (this.#startsWith(open, '<?')) at = this.#find('?>', open + 2, end) + 2
      else {
        const close = this.#endOfTag(open, end)
        if (units[open + 1] === SLASH) depth--
        else if (units[close - 1] !== SLASH) depth++
        at = close + 1
      }
    }
    return pieces
  }

  #startsWith(at: number, text: string): boolean {
    for (let i = 0; i < text.length; i++) if (this.units[at + i] !== text.charCodeAt(i)) return false
    return true
  }

  #find(text: string, from: number, end: number): number {
    let at = from
    while (at < end && !this.#startsWith(at, text)) at++
    return at
  }

  /** The offset of the `>` of a tag. */
  #endOfTag(open: number, end: number): number {
    const { units } = this
    let quote = 0
    for (let at = open; at < end; at++) {
      const unit = units[at]!
      if (quote !== 0) {
        if (unit === quote) quote = 0
      } else if (unit === 0x22 || unit === 0x27) quote = unit
      else if (unit === 0x3e) return at
    }
    return end
  }
}

const LESS = 0x3c
const AMPERSAND = 0x26
const SLASH = 0x2f

/** The letters of an alphabet stay different from each other, so that names do too. */
function narrowed(text: string): Bytes {
  const units = new Uint8Array(text.length)
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    units[i] = unit < NON_ASCII ? unit : NON_ASCII | (unit & 0x7f)
  }
  return units
}

const normalized = (text: string): string =>
  text.includes('\r') ? text.replace(/\r\n?/g, '\n').trim() : text.trim()

type Decoded = Pick<DecodedText, 'encoding' | 'hasBom'> & { readonly isDeclared: boolean }

/**
 * The encoding of an XML file: that of its bytes where they show it (a byte order mark, UTF-16, valid UTF-8), else the one
 * that it declares, else the detected one.
 * @param isChosen whether the user chose the encoding
 */
export function xmlEncoding({ encoding, hasBom, text }: DecodedText, isChosen: boolean): Decoded {
  const isSure = isChosen || hasBom || encoding.startsWith('utf-')
  // New letters are written as the file declares where it has none yet.
  const isOpen = !isChosen && !hasBom && encoding === 'utf-8' && isAscii(text)
  const declared = isSure && !isOpen ? undefined : declaredEncoding(text)
  return { encoding: declared ?? encoding, hasBom, isDeclared: isSure || declared !== undefined }
}

// oxlint-disable-next-line no-control-regex -- all of ASCII
const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text)

function declaredEncoding(text: string): Encoding | undefined {
  const label = /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([\w.:-]+)/.exec(text.slice(0, 1024))?.[1]
  return label === undefined ? undefined : encodingOfLabel(label)
}
