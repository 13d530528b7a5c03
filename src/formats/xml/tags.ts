import type { Bytes } from '../bytes/bytes.ts'

const LESS = 0x3c
const GREATER = 0x3e
const SLASH = 0x2f
const COLON = 0x3a
const EQUALS = 0x3d
const EXCLAMATION = 0x21
const QUESTION = 0x3f
const DASH = 0x2d
const BRACKET = 0x5b
const QUOTE = 0x22
const APOSTROPHE = 0x27
const SPACE = 0x20

type TagKind = 'open' | 'close' | 'empty'

/** A byte range; of an attribute value without its quotes. */
export type Span = { readonly start: number; readonly end: number }

/**
 * Iterates over the tags of an XML part in UTF-8 by byte offset: no tree, no decoded copy. Skips comments, CDATA and
 * processing instructions. Does not check that the XML is well-formed; stops at a tag that is cut off.
 */
export class XmlTags {
  readonly bytes: Bytes
  /** Byte offsets of the current tag: of its `<`, and after its `>`. */
  start = 0
  end = 0
  kind: TagKind = 'open'
  /** Byte offsets of its name without the prefix. */
  nameStart = 0
  nameEnd = 0
  /** The byte offset of its name with the prefix. */
  fullNameStart = 0
  /** Whether there was nothing but elements and text so far, and no tag was cut off. */
  isPlain = true
  #limit: number

  constructor(bytes: Bytes, from = 0, limit = bytes.length) {
    this.bytes = bytes
    this.end = from
    this.#limit = limit
  }

  /** Advances to the next tag; false after the last one. */
  next(): boolean {
    // Byte by byte: tags are close together, so a call of indexOf takes longer.
    const { bytes } = this
    const limit = this.#limit
    for (let at = this.end; ;) {
      let start = at
      while (start < limit && bytes[start] !== LESS) start++
      if (start >= limit) return false
      const mark = bytes[start + 1]
      if (mark !== EXCLAMATION && mark !== QUESTION) return this.#readTag(start)
      at = this.#skipMarkup(start)
    }
  }

  is(name: string): boolean {
    const length = name.length
    if (this.nameEnd - this.nameStart !== length) return false
    for (let i = 0; i < length; i++) if (this.bytes[this.nameStart + i] !== name.charCodeAt(i)) return false
    return true
  }

  get name(): string {
    return rawText(this.bytes, this.nameStart, this.nameEnd)
  }

  /** The prefix of its name with the colon, such as `x:`, or ''. */
  get prefix(): string {
    return rawText(this.bytes, this.fullNameStart, this.nameStart)
  }

  /**
   * The byte range of an attribute value.
   * @param name with its prefix
   */
  span(name: string): Span | undefined {
    return this.#findAttribute(
      (start, end) => end - start === name.length && rawText(this.bytes, start, end) === name,
    )
  }

  attribute(name: string): string | undefined {
    return this.#attributeValue(this.span(name))
  }

  /** The value of an attribute with any prefix: `r:id`, whatever prefix the file declares for `r`. */
  prefixedAttribute(name: string): string | undefined {
    return this.#attributeValue(
      this.#findAttribute((start, end) => rawText(this.bytes, start, end).endsWith(`:${name}`)),
    )
  }

  /** Calls `visit` with the byte offsets of name and value of each attribute, until it returns true. */
  eachAttribute(visit: (nameStart: number, nameEnd: number, start: number, end: number) => boolean): void {
    const { bytes, end } = this
    let at = this.nameEnd
    for (;;) {
      while (at < end && bytes[at]! <= SPACE) at++
      const nameStart = at
      while (at < end && bytes[at] !== EQUALS && bytes[at]! > SPACE) at++
      const nameEnd = at
      while (at < end && bytes[at] !== QUOTE && bytes[at] !== APOSTROPHE) at++
      if (at >= end) return
      const quote = bytes[at]
      let close = at + 1
      while (close < end && bytes[close] !== quote) close++
      if (close >= end || visit(nameStart, nameEnd, at + 1, close)) return
      at = close + 1
    }
  }

  /** Skips the rest of the current element: its closing tag becomes the current tag. */
  skip(): void {
    if (this.kind !== 'open') return
    for (let depth = 1; depth > 0 && this.next();)
      depth += this.kind === 'open' ? 1 : this.kind === 'close' ? -1 : 0
  }

  #findAttribute(is: (start: number, end: number) => boolean): Span | undefined {
    let found: Span | undefined
    this.eachAttribute((nameStart, nameEnd, start, end) => {
      if (!is(nameStart, nameEnd)) return false
      found = { start, end }
      return true
    })
    return found
  }

  #attributeValue(span: Span | undefined): string | undefined {
    return span && unescapeXml(rawText(this.bytes, span.start, span.end))
  }

  #readTag(start: number): boolean {
    const { bytes } = this
    const limit = this.#limit
    const isClose = bytes[start + 1] === SLASH
    let at = start + (isClose ? 2 : 1)
    this.fullNameStart = at
    this.nameStart = at
    for (let byte = bytes[at]; byte !== undefined; byte = bytes[++at]) {
      if (byte === COLON) this.nameStart = at + 1
      else if (byte === GREATER || byte === SLASH || byte <= SPACE) break
    }
    this.nameEnd = at
    for (let byte = bytes[at]; byte !== undefined; byte = bytes[++at]) {
      if (byte === GREATER) break
      if (byte !== QUOTE && byte !== APOSTROPHE) continue
      at++
      while (at < limit && bytes[at] !== byte) at++
    }
    if (at >= limit) {
      this.isPlain = false
      return false
    }
    this.start = start
    this.end = at + 1
    this.kind = isClose ? 'close' : bytes[at - 1] === SLASH ? 'empty' : 'open'
    return true
  }

  #skipMarkup(start: number): number {
    const { bytes } = this
    this.isPlain = false
    if (bytes[start + 1] === QUESTION) return this.#endOfMarkup(start + 2, QUESTION)
    if (bytes[start + 2] === DASH) return this.#endOfMarkup(start + 4, DASH, DASH)
    if (bytes[start + 2] === BRACKET) return this.#endOfMarkup(start + 9, BRACKET + 2, BRACKET + 2)
    return this.#endOfDeclaration(start + 2)
  }

  /** The offset of the `>` of a declaration, which can have others in brackets and `>` in quotes and comments. */
  #endOfDeclaration(from: number): number {
    const { bytes } = this
    const limit = this.#limit
    let depth = 0
    for (let at = from; at < limit; at++) {
      const byte = bytes[at]
      if (byte === QUOTE || byte === APOSTROPHE) {
        const close = bytes.indexOf(byte, at + 1)
        at = close === -1 ? limit : close
      } else if (byte === BRACKET) depth++
      else if (byte === BRACKET + 2) depth--
      else if (byte === GREATER && depth <= 0) return at
      else if (byte === LESS && bytes[at + 1] === QUESTION) at = this.#endOfMarkup(at + 2, QUESTION)
      else if (byte === LESS && bytes[at + 2] === DASH && bytes[at + 3] === DASH)
        at = this.#endOfMarkup(at + 4, DASH, DASH)
    }
    return limit
  }

  /** The offset of the first `>` from `at` on that follows these characters, last one first. */
  #endOfMarkup(at: number, ...before: number[]): number {
    const { bytes } = this
    for (let end = bytes.indexOf(GREATER, at); end !== -1; end = bytes.indexOf(GREATER, end + 1)) {
      if (before.every((character, i) => end - 1 - i >= at && bytes[end - 1 - i] === character)) return end
    }
    return bytes.length
  }
}

const decoder = new TextDecoder()

/** Decodes a byte range without resolving references. */
export const rawText = (bytes: Bytes, start: number, end: number): string =>
  decoder.decode(bytes.subarray(start, end))

const NAMED_ENTITIES: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
])

/**
 * Resolves `_x000D_` and the like, the escapes of characters that XML cannot carry (ST_Xstring, ECMA-376
 * 22.9.2.19).
 */
export const unescapeXstring = (text: string): string =>
  text.replace(/_x([\da-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/** Resolves entity and character references; unknown ones stay as they are. */
export function unescapeXml(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return NAMED_ENTITIES.get(String(name)) ?? whole
    const code = hex === undefined ? Number(decimal) : Number.parseInt(String(hex), 16)
    return code > 0 && code < 0x110000 ? String.fromCodePoint(code) : whole
  })
}
