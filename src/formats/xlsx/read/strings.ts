import { unescapeXml, unescapeXstring } from '../../xml/tags.ts'
import { unsupported } from '../../spreadsheet/unsupported.ts'

/** Other references than these the library resolves in a way of its own. */
const UNUSUAL_REFERENCE = /&(?!(?:amp|lt|gt|quot|apos|#x[1-9a-fA-F][\da-fA-F]{0,3}|#[1-9]\d{0,3});)/

/** The text of an element that holds nothing else. */
export function unescapeStrict(raw: string): string {
  let text = raw
  if (text.includes('&')) {
    if (UNUSUAL_REFERENCE.test(text)) unsupported('reference')
    text = unescapeXml(text)
  }
  if (text.includes('_x')) text = unescapeXstring(text)
  return text.includes('\r') ? text.replaceAll('\r\n', '\n') : text
}

/** The text that a formula gave. The library resolves its references twice, which must come to the same. */
export function formulaResultText(raw: string): string {
  if (raw.includes('_x') || raw.includes('&#')) unsupported('escapes of a formula')
  const text = unescapeStrict(raw)
  return /&(?:quot|apos|gt|lt|amp|#x?[\da-f]+);/i.test(text) ? unsupported('escapes of a formula') : text
}

const PLAIN = '<t>'
const SPACED = '<t xml:space="preserve">'

/** The text within `si` or `is` (ECMA-376 18.4.8): plain, or of runs without how they are pronounced. */
export function stringItemText(xml: string): string {
  if (xml === '' || xml === '<t/>') return ''
  const from = xml.startsWith(PLAIN) ? PLAIN.length : xml.startsWith(SPACED) ? SPACED.length : 0
  if (from === 0) return unescapeStrict(new RichTextReader(xml, 0).runs())
  const end = xml.indexOf('<', from)
  if (!xml.startsWith('</t>', end)) unsupported('text with elements')
  if (xml.length > end + 4) new RichTextReader(xml, end + 4).phonetics()
  return unescapeStrict(xml.slice(from, end))
}

/** One tag with what follows it up to the next; a pattern of one step, which takes linear time and no stack. */
const TAG = /<(\/?)([A-Za-z]\w*)([^<>]*)>([^<]*)/y

/** How a run looks (ECMA-376 18.4.7): it says nothing of its text. */
const RUN_PROPERTIES = new Set(
  'b i u strike sz color rFont family charset scheme vertAlign outline shadow condense extend'.split(' '),
)

/** Runs of text, tag by tag; whatever is not expected where it stands is declined. */
class RichTextReader {
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
        this.#skipPhonetics()
        continue
      }
      if (this.#attributes !== '') unsupported('rich text')
      this.#requireBlank()
      text += this.#run()
    }
    return text
  }

  /** Nothing but how a text is pronounced. */
  phonetics(): void {
    while (this.#at < this.#xml.length) {
      this.#next()
      this.#skipPhonetics()
    }
  }

  #run(): string {
    let text = ''
    for (let name = this.#next(); name !== '/r'; name = this.#next()) {
      if (name === 't') text += this.#readText()
      else if (name === 'rPr' && this.#attributes === '') this.#skipRunProperties()
      else if (name !== 'rPr' || this.#attributes !== '/') unsupported('rich text')
      this.#requireBlank()
    }
    this.#requireBlank()
    return text
  }

  #skipRunProperties(): void {
    this.#requireBlank()
    for (let name = this.#next(); name !== '/rPr'; name = this.#next()) {
      if (!RUN_PROPERTIES.has(name) || !this.#attributes.endsWith('/')) unsupported('rich text')
      this.#requireBlank()
    }
  }

  #skipPhonetics(): void {
    if (this.#name === 'rPh') {
      this.#requireBlank()
      if (this.#next() !== 't') unsupported('rich text')
      this.#readText()
      this.#requireBlank()
      if (this.#next() !== '/rPh') unsupported('rich text')
    } else if (this.#name !== 'phoneticPr' || !this.#attributes.endsWith('/')) unsupported('rich text')
    this.#requireBlank()
  }

  #readText(): string {
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
