import type { Bytes } from '../../zip/zip-pack.ts'
import { decline } from './not-plain.ts'

const [SPACE, ZERO, LESS] = [0x20, 0x30, 0x3c]

/** A place in the UTF-8 bytes of an XML part, which goes on as what is expected is taken. */
export class ByteCursor {
  readonly bytes: Bytes
  at: number
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true })

  constructor(bytes: Bytes, at: number) {
    this.bytes = bytes
    this.at = at
  }

  /** The text up to the end given, which is the next tag. */
  takeText(end: Bytes): string {
    const start = this.at
    this.at = this.bytes.indexOf(LESS, start)
    this.take(end)
    return this.textOf(start, this.at - end.length)
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

  take(text: Bytes): void {
    if (this.at < 0 || !this.isAt(text)) decline('end of an element')
    this.at += text.length
  }

  textOf(start: number, end: number): string {
    return this.#decoder.decode(this.bytes.subarray(start, end))
  }
}
