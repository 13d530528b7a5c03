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

/**
 * The text of an `si` or `is` element (ECMA-376 18.4.8): plain, or its runs joined, without phonetics.
 * @param xml its content
 */
export function stringItemText(xml: string): string {
  if (xml === '<t/>') return ''
  const from = xml.startsWith(PLAIN) ? PLAIN.length : xml.startsWith(SPACED) ? SPACED.length : 0
  if (from === 0) return unescapeStrict(readRuns(xml, 0))
  const end = xml.indexOf('<', from)
  if (!xml.startsWith('</t>', end)) unsupported('text with elements')
  readRuns(xml, end + 4, 'phonetics')
  return unescapeStrict(xml.slice(from, end))
}

/** Run properties (ECMA-376 18.4.7), which do not affect the text. */
const PROPERTY =
  '<(?:b|i|u|strike|sz|color|rFont|family|charset|scheme|vertAlign|outline|shadow|condense|extend)(?!\\w)[^<>]*/>'
const TEXT = '<t/>|<t(?: xml:space="preserve")?>([^<]*)</t>'
// Each matches one step with the whitespace after it: patterns that repeat groups over a whole text run out of stack.
const RUN_START = /<r>\s*/y
const RUN_PART = new RegExp(`(?:${TEXT}|<rPr/>|<rPr>\\s*(?:${PROPERTY}\\s*)*</rPr>)\\s*`, 'y')
const RUN_END = /<\/r>\s*/y
const PHONETICS = new RegExp(
  `(?:<rPh(?!\\w)[^<>]*>\\s*(?:${TEXT})\\s*</rPh>|<phoneticPr(?!\\w)[^<>]*/>)\\s*`,
  'y',
)

/** The text of all runs. Unsupported: any other element, and runs where only phonetics are `allowed`. */
function readRuns(xml: string, from: number, allowed: 'all' | 'phonetics' = 'all'): string {
  let text = ''
  let at = from
  const step = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at
    const match = pattern.exec(xml)
    if (match !== null) at = pattern.lastIndex
    return match
  }
  while (at < xml.length) {
    if (step(PHONETICS) !== null) continue
    if (allowed === 'phonetics' || step(RUN_START) === null) unsupported('rich text')
    while (step(RUN_END) === null) text += (step(RUN_PART) ?? unsupported('rich text'))[1] ?? ''
  }
  return text
}
