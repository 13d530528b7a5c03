import { unescapeXml, unescapeXstring } from '../../xml/tags.ts'
import { unsupported } from '../../spreadsheet/unsupported.ts'

/** SheetJS resolves any other reference in its own way. */
const UNUSUAL_REFERENCE = /&(?!(?:amp|lt|gt|quot|apos|#x[1-9a-fA-F][\da-fA-F]{0,3}|#[1-9]\d{0,3});)/

/** Resolves references and escapes. Unsupported: references that SheetJS resolves differently. */
export function unescapeStrict(raw: string): string {
  let text = raw
  if (text.includes('&')) {
    if (UNUSUAL_REFERENCE.test(text)) unsupported('reference')
    text = unescapeXml(text)
  }
  if (text.includes('_x')) text = unescapeXstring(text)
  return text.includes('\r') ? text.replaceAll('\r\n', '\n') : text
}

/** The text result of a formula. Unsupported: text that changes when resolved twice, as SheetJS does. */
export function formulaResultText(raw: string): string {
  if (raw.includes('_x') || raw.includes('&#')) unsupported('escapes of a formula')
  const text = unescapeStrict(raw)
  return /&(?:quot|apos|gt|lt|amp|#x?[\da-f]+);/i.test(text) ? unsupported('escapes of a formula') : text
}

const PLAIN = '<t>'
const SPACED = '<t xml:space="preserve">'

/** The text of an `si` or `is` element (ECMA-376 18.4.8): plain, or its runs joined, without phonetics. @param xml its content */
export function stringItemText(xml: string): string {
  if (xml === '' || xml === '<t/>') return ''
  const from = xml.startsWith(PLAIN) ? PLAIN.length : xml.startsWith(SPACED) ? SPACED.length : 0
  if (from === 0) return unescapeStrict(new RichTextReader(xml, 0).runs())
  const end = xml.indexOf('<', from)
  if (!xml.startsWith('</t>', end)) unsupported('text with elements')
  if (xml.length > end + 4) new RichTextReader(xml, end + 4).phonetics()
  return unescapeStrict(xml.slice(from, end))
}

/** One tag and the text after it. Matches without backtracking: linear time, no stack. */
const TAG = /<(\/?)([A-Za-z]\w*)([^<>]*)>([^<]*)/y

/** Elements of run properties (ECMA-376 18.4.7), which do not affect the text. */
const RUN_PROPERTIES = new Set(
  'b i u strike sz color rFont family charset scheme vertAlign outline shadow condense extend'.split(' '),
)

/** Reads rich text tag by tag. Unsupported: any element out of place. */
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

  /** Accepts only phonetics up to the end. */
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

  /** Advances to the next tag and returns its name, with a slash if it is a closing tag. */
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
