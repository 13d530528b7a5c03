import { unescaped, withControls } from '../xml-tags.ts'
import { decline } from './not-plain.ts'

/** Other references than these the library resolves in a way of its own. */
const ODD_REFERENCE = /&(?!(?:amp|lt|gt|quot|apos|#x[1-9a-fA-F][\da-fA-F]{0,3}|#[1-9]\d{0,3});)/

/** The text of an element that holds nothing else. */
export function plainText(raw: string): string {
  let text = raw
  if (text.includes('&')) {
    if (ODD_REFERENCE.test(text)) decline('reference')
    text = unescaped(text)
  }
  if (text.includes('_x')) text = withControls(text)
  return text.includes('\r') ? text.replaceAll('\r\n', '\n') : text
}

/** The text that a formula gave. The library resolves its references twice, which must come to the same. */
export function formulaText(raw: string): string {
  if (raw.includes('_x') || raw.includes('&#')) decline('escapes of a formula')
  const text = plainText(raw)
  return /&(?:quot|apos|gt|lt|amp|#x?[\da-f]+);/i.test(text) ? decline('escapes of a formula') : text
}

const PLAIN = '<t>'
const SPACED = '<t xml:space="preserve">'

/** How a text is pronounced. */
const SPOKEN = /^(?:<rPh\b[^<>]*><t\b[^<>]*>[^<>]*<\/t><\/rPh>|<phoneticPr\b[^<>]*\/>|[ \t\r\n])*$/

/** The text within `si` or `is` (ECMA-376 18.4.8): plain, or of runs without how they are pronounced. */
export function itemText(xml: string): string {
  const from = xml.startsWith(PLAIN) ? PLAIN.length : xml.startsWith(SPACED) ? SPACED.length : 0
  if (from === 0) return runsText(xml.trim())
  const end = xml.indexOf('<', from)
  if (!xml.startsWith('</t>', end)) decline('text with elements')
  if (xml.length > end + 4 && !SPOKEN.test(xml.slice(end + 4))) decline('text with elements')
  return plainText(xml.slice(from, end))
}

function runsText(xml: string): string {
  if (xml === '' || xml === '<t/>') return ''
  const isOdd = /<!|<\/?\w+:|<t(?!>|\/>| xml:space="preserve">)\b/.test(xml)
  if (isOdd || !xml.startsWith('<r>')) decline('rich text')
  const spoken = xml.replace(/<rPh\b[^<>]*>.*?<\/rPh>/gs, '')
  const runs = spoken.matchAll(/<t(?: xml:space="preserve")?>([^<]*)<\/t>/g)
  return plainText(Array.from(runs, ([, run]) => run).join(''))
}
