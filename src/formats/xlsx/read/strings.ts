import { unescaped, withControls } from '../../xml/tags.ts'
import { unsupported } from './xml.ts'

/** Other references than these the library resolves in a way of its own. */
const ODD_REFERENCE = /&(?!(?:amp|lt|gt|quot|apos|#x[1-9a-fA-F][\da-fA-F]{0,3}|#[1-9]\d{0,3});)/

/** The text of an element that holds nothing else. */
export function plainText(raw: string): string {
  let text = raw
  if (text.includes('&')) {
    if (ODD_REFERENCE.test(text)) unsupported('reference')
    text = unescaped(text)
  }
  if (text.includes('_x')) text = withControls(text)
  return text.includes('\r') ? text.replaceAll('\r\n', '\n') : text
}

/** The text that a formula gave. The library resolves its references twice, which must come to the same. */
export function formulaText(raw: string): string {
  if (raw.includes('_x') || raw.includes('&#')) unsupported('escapes of a formula')
  const text = plainText(raw)
  return /&(?:quot|apos|gt|lt|amp|#x?[\da-f]+);/i.test(text) ? unsupported('escapes of a formula') : text
}

const PLAIN = '<t>'
const SPACED = '<t xml:space="preserve">'

/** The text within `si` or `is` (ECMA-376 18.4.8): plain, or of runs without how they are pronounced. */
export function stringItemText(xml: string): string {
  if (xml === '' || xml === '<t/>') return ''
  const from = xml.startsWith(PLAIN) ? PLAIN.length : xml.startsWith(SPACED) ? SPACED.length : 0
  if (from === 0) return plainText(new RichText(xml, 0).runs())
  const end = xml.indexOf('<', from)
  if (!xml.startsWith('</t>', end)) unsupported('text with elements')
  if (xml.length > end + 4) new RichText(xml, end + 4).pronunciation()
  return plainText(xml.slice(from, end))
}

/** One tag with what follows it up to the next; a pattern of one step, which takes linear time and no stack. */
const TAG = /<(\/?)([A-Za-z]\w*)([^<>]*)>([^<]*)/y

/** How a run looks (ECMA-376 18.4.7): it says nothing of its text. */
const LOOKS = new Set(
  'b i u strike sz color rFont family charset scheme vertAlign outline shadow condense extend'.split(' '),
)

/** Runs of text, tag by tag; whatever is not expected where it stands is declined. */
class RichText {
  readonly #xml: string
  #at: number
  #name = ''
  #attributes = ''
  #text = ''

  constructor(xml: string, at: number) {
    this.#xml = xml
    this.#at = at
  }

  runs(): string {
    let text = ''
    while (this.#at < this.#xml.length) {
      if (this.#next() !== 'r') {
        this.#skipPronunciation()
        continue
      }
      if (this.#attributes !== '') unsupported('rich text')
      this.#requireBlank()
      text += this.#run()
    }
    return text
  }

  /** Nothing but how a text is pronounced. */
  pronunciation(): void {
    while (this.#at < this.#xml.length) {
      this.#next()
      this.#skipPronunciation()
    }
  }

  #run(): string {
    let text = ''
    for (let name = this.#next(); name !== '/r'; name = this.#next()) {
      if (name === 't') text += this.#takeText()
      else if (name === 'rPr' && this.#attributes === '') this.#skipLook()
      else if (name !== 'rPr' || this.#attributes !== '/') unsupported('rich text')
      this.#requireBlank()
    }
    this.#requireBlank()
    return text
  }

  #skipLook(): void {
    this.#requireBlank()
    for (let name = this.#next(); name !== '/rPr'; name = this.#next()) {
      if (!LOOKS.has(name) || !this.#attributes.endsWith('/')) unsupported('rich text')
      this.#requireBlank()
    }
  }

  #skipPronunciation(): void {
    if (this.#name === 'rPh') {
      this.#requireBlank()
      if (this.#next() !== 't') unsupported('rich text')
      this.#takeText()
      this.#requireBlank()
      if (this.#next() !== '/rPh') unsupported('rich text')
    } else if (this.#name !== 'phoneticPr' || !this.#attributes.endsWith('/')) unsupported('rich text')
    this.#requireBlank()
  }

  #takeText(): string {
    if (this.#attributes === '/') return ''
    if (this.#attributes !== '' && this.#attributes !== ' xml:space="preserve"') unsupported('rich text')
    const text = this.#text
    if (this.#next() !== '/t') unsupported('rich text')
    return text
  }

  /** The name of the next tag, with its slash where it closes. */
  #next(): string {
    TAG.lastIndex = this.#at
    const [whole, slash = '', name = '', attributes = '', text = ''] =
      TAG.exec(this.#xml) ?? unsupported('rich text')
    if (slash !== '' && attributes !== '') unsupported('rich text')
    this.#at += whole.length
    this.#name = slash + name
    this.#attributes = attributes
    this.#text = text
    return this.#name
  }

  #requireBlank(): void {
    if (this.#text !== '' && this.#text.trim() !== '') unsupported('rich text')
  }
}
