import { rawText } from '../../xml/tags.ts'
import type { Bytes } from '../../bytes/bytes.ts'
import { unsupported } from '../../spreadsheet/unsupported.ts'

// Each matches one step: patterns that repeat groups over a whole file run out of stack.
const NAME = /<(\/?)([A-Za-z_][\w:.-]*)/y
/** No tab before it: SheetJS ignores such an attribute. */
const ATTRIBUTE = /[ \r\n]+([\w:.-]+)="[^"<>]*"/y
const END = /[ \r\n]*(\/?)>[^<>]*/y
const BEFORE_TAGS = /^(?:<\?xml [^<>]*\?>)?\s*/

/**
 * The elements that are open after the first `end` bytes. Unsupported: anything but simple well-formed XML, in which
 * SheetJS, which searches by patterns, and a tag reader find the same elements.
 */
export function openElements(xml: Bytes, end = xml.length): string[] {
  const text = rawText(xml, 0, end)
  if (text.includes('\ufeff')) unsupported('byte order mark')
  const open: string[] = []
  let at = BEFORE_TAGS.exec(text)![0].length
  while (at < text.length) {
    const [begin, close, name = ''] = matchAt(NAME, text, at) ?? unsupported('form of the XML')
    at += begin.length
    const names = new Set<string>()
    for (let found = matchAt(ATTRIBUTE, text, at); found !== null; found = matchAt(ATTRIBUTE, text, at)) {
      const folded = sheetJsAttributeName(found[1]!)
      if (close !== '' || names.has(folded)) unsupported('attribute')
      names.add(folded)
      at += found[0].length
    }
    const [rest, empty] = matchAt(END, text, at) ?? unsupported('form of the XML')
    at += rest.length
    if (close !== '' && (empty !== '' || open.pop() !== name)) unsupported('form of the XML')
    if (close === '' && empty === '') open.push(name)
  }
  return open
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

/** The name as SheetJS compares it: without prefix, up to an underscore, in lower case. */
const sheetJsAttributeName = (name: string): string =>
  name.startsWith('xmlns') ? name : name.replace(/^.*:/, '').replace(/_.*$/, '').toLowerCase()

const [A, Z, R, DIGIT_ZERO, DIGIT_NINE] = [0x61, 0x7a, 0x72, 0x30, 0x39]
const [MINUS, POINT, COLON, LOW_LINE] = [0x2d, 0x2e, 0x3a, 0x5f]

const lowerCase = (byte: number): number => byte | 0x20

/** Whether an ASCII byte may be part of an XML name. */
export const isNameByte = (byte: number | undefined): boolean =>
  byte !== undefined &&
  ((lowerCase(byte) >= A && lowerCase(byte) <= Z) ||
    (byte >= DIGIT_ZERO && byte <= DIGIT_NINE) ||
    byte === MINUS ||
    byte === POINT ||
    byte === COLON ||
    byte === LOW_LINE)

/** Whether SheetJS may read an attribute as `r`, the row number: it does so for `R`, `r_x` and `x:r`. */
export function mayBeRowNumber(bytes: Bytes, start: number, end: number): boolean {
  const own = start + bytes.subarray(start, end).lastIndexOf(COLON) + 1
  return lowerCase(bytes[own]!) === R && (own + 1 === end || bytes[own + 1] === LOW_LINE)
}

const [SPACE, ZERO, LESS] = [0x20, 0x30, 0x3c]

/** A cursor in the UTF-8 bytes of an XML part. */
export class ByteCursor {
  bytes: Bytes
  at: number
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true })

  constructor(bytes: Bytes, at: number) {
    this.bytes = bytes
    this.at = at
  }

  /** Reads text up to a closing tag, and passes that tag. Unsupported: any other tag before it. */
  textUntil(end: Bytes): string {
    const start = this.at
    this.at = this.bytes.indexOf(LESS, start)
    this.expect(end)
    return this.textBetween(start, this.at - end.length)
  }

  digits(): number {
    const bytes = this.bytes
    let number = 0
    for (let digit = bytes[this.at]! - ZERO; digit >= 0 && digit <= 9; digit = bytes[++this.at]! - ZERO)
      number = number * 10 + digit
    return number
  }

  skipSpace(): void {
    while (this.bytes[this.at]! <= SPACE) this.at++
  }

  isAt(text: Bytes): boolean {
    for (let i = 0; i < text.length; i++) if (this.bytes[this.at + i] !== text[i]) return false
    return true
  }

  expect(text: Bytes): void {
    if (this.at < 0 || !this.isAt(text)) unsupported('end of an element')
    this.at += text.length
  }

  textBetween(start: number, end: number): string {
    return this.#decoder.decode(this.bytes.subarray(start, end))
  }
}
