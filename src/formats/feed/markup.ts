import type { Encoder } from '../bytes/encoder.ts'
import type { Edit } from '../bytes/patch-bytes.ts'
import { xmlCharacters } from '../xml/characters.ts'
import type { Place } from './records.ts'
import type { XmlSource } from './source.ts'

const SPACE = 0x20
/** Longer white space is no indentation. */
const MAX_GAP = 256

/** Writes texts, names and white space as they stand in XML. */
export class Markup {
  readonly #source: XmlSource
  readonly #encoder: Encoder

  constructor(source: XmlSource, encoder: Encoder) {
    this.#source = source
    this.#encoder = encoder
  }

  /** The content of an element. */
  text(text: string): string {
    return this.#known(xmlCharacters(text).replace(/[&<>]/g, (sign) => ESCAPES[sign]!))
  }

  /** The value of an attribute between these quotes. */
  value(text: string, quote: string): string {
    const escaped = xmlCharacters(text).replace(/[&<\t\r\n"']/g, (sign) =>
      (sign === '"' || sign === "'") && sign !== quote ? sign : ESCAPES[sign]!,
    )
    return this.#known(escaped)
  }

  attribute(name: string, text: string): string {
    return ` ${name}="${this.value(text, '"')}"`
  }

  /** The content of a CDATA section, which is left for what it cannot hold. */
  #cdata(text: string): string {
    const whole = xmlCharacters(text).replaceAll(']]>', ']]]]><![CDATA[>')
    return this.#known(whole, (reference) => `]]>${reference}<![CDATA[`)
  }

  /** The text with references in place of characters that the encoding lacks. */
  #known(text: string, wrap: (reference: string) => string = (reference) => reference): string {
    if (this.#encoder.canWrite(text)) return text
    return Array.from(text, (letter) =>
      this.#encoder.canWrite(letter) ? letter : wrap(`&#${letter.codePointAt(0)!};`),
    ).join('')
  }

  /** Puts a text in the place of the whole text of an element: white space around it, CDATA and comments stay. */
  replaceContent(place: Place, text: string, name = this.nameOf(place)): Edit[] {
    const { tagEnd, contentEnd, isEmpty } = place
    if (isEmpty) return [{ start: tagEnd - 2, end: tagEnd, text: `>${this.text(text)}</${name}>` }]
    const pieces = this.#source
      .pieces(tagEnd, contentEnd)
      .map((piece) => ({ ...this.#trimmed(piece.start, piece.end), isCdata: piece.isCdata }))
      .filter(({ start, end }) => start < end)
    if (pieces.length === 0) return [{ start: tagEnd, end: tagEnd, text: this.text(text) }]
    return pieces.map(({ start, end, isCdata }, i) => ({
      start,
      end,
      text: i > 0 ? '' : isCdata ? this.#cdata(text) : this.text(text),
    }))
  }

  nameOf({ nameStart, nameEnd }: Place): string {
    return this.#source.read(nameStart, nameEnd)
  }

  /** Edits of the name of an element; one without content has it once. */
  rename({ nameStart, nameEnd, isEmpty, contentEnd }: Place, name: string): Edit[] {
    const opening = { start: nameStart, end: nameEnd, text: name }
    const closing = contentEnd + 2
    return isEmpty ? [opening] : [opening, { start: closing, end: closing + nameEnd - nameStart, text: name }]
  }

  #trimmed(start: number, end: number): { readonly start: number; readonly end: number } {
    const { units } = this.#source
    let [from, to] = [start, end]
    while (from < to && units[from]! <= SPACE) from++
    while (to > from && units[to - 1]! <= SPACE) to--
    return { start: from, end: to }
  }

  /** The white space before an offset. */
  gapBefore(offset: number): string {
    const { units } = this.#source
    let from = offset
    while (from > 0 && units[from - 1]! <= SPACE && offset - from <= MAX_GAP) from--
    return offset - from > MAX_GAP ? '' : this.#source.read(from, offset)
  }

  /** The offset after the last attribute of a tag. */
  endOfAttributes({ tagEnd, isEmpty }: Place): number {
    const { units } = this.#source
    let at = tagEnd - (isEmpty ? 2 : 1)
    while (units[at - 1]! <= SPACE) at--
    return at
  }

  /** The namespaces that the tag of an element declares: with a space before each. */
  declarations({ nameEnd, tagEnd }: Place): string {
    const tag = this.#source.read(nameEnd, tagEnd)
    return (tag.match(/\sxmlns(?::[^\s=]+)?\s*=\s*(?:"[^"]*"|'[^']*')/gu) ?? [])
      .map((one) => ` ${one.trim()}`)
      .join('')
  }
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '\t': '&#9;',
  '\r': '&#13;',
  '\n': '&#10;',
}
